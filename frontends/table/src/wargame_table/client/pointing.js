// Mouse and fingers on the map: a click, a drag, a pinch, a wheel, and a double click upon bare ground.

const SLIP = 6; // pixels that a click may move

/**
 * Listen on an element that shows a map. `handlers` has `under(target, point, finger)`, asked when a pointer is pressed, since the map may glide on until it is
 * released, `pick(under, point)`, `moved(dx, dy)`, `zoomed(by, x, y)` and `bare(under)`.
 * @param {HTMLElement} element
 */
export function listen(element, handlers) {
  /** @type {Map<number, [number, number]>} */
  const pointers = new Map();
  let distanceMoved = 0;
  let startPoint = null;
  let clicksOnGround = 0; // clicks on bare ground, one after the other
  element.addEventListener("pointerdown", (event) => {
    if (event.button || controls(event)) return;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    distanceMoved = pointers.size > 1 ? 99 : 0;
    startPoint = handlers.under(event.target, [event.clientX, event.clientY], event.pointerType === "touch");
  });
  element.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const pointersBefore = [...pointers.values()];
    const [x, y] = pointers.get(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size === 2) return pinched(pointersBefore, [...pointers.values()], handlers);
    distanceMoved += Math.abs(event.clientX - x) + Math.abs(event.clientY - y);
    if (distanceMoved < SLIP) return;
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    handlers.moved(event.clientX - x, event.clientY - y);
  });
  element.addEventListener("pointerup", (event) => {
    const wasDown = pointers.delete(event.pointerId);
    if (wasDown && distanceMoved < SLIP && startPoint) {
      clicksOnGround = handlers.bare(startPoint) ? clicksOnGround + 1 : 0;
      handlers.pick(startPoint, [event.clientX, event.clientY]);
    }
    startPoint = null;
  });
  element.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    handlers.zoomed(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });
  element.addEventListener("dblclick", (event) => !controls(event) && clicksOnGround > 1 && handlers.zoomed(1.6, event.clientX, event.clientY));
}

/** Buttons on the map are not part of it. */
function controls(event) {
  return Boolean(event.target.closest?.("button"));
}

/** @param {[number, number][]} pointersBefore @param {[number, number][]} pointersNow */
function pinched(pointersBefore, pointersNow, handlers) {
  const [[firstBefore, secondBefore], [firstNow, secondNow]] = [pointersBefore, pointersNow];
  const distanceBetween = (onePoint, otherPoint) => Math.hypot(onePoint[0] - otherPoint[0], onePoint[1] - otherPoint[1]) || 1;
  handlers.moved((firstNow[0] + secondNow[0] - firstBefore[0] - secondBefore[0]) / 2, (firstNow[1] + secondNow[1] - firstBefore[1] - secondBefore[1]) / 2);
  handlers.zoomed(distanceBetween(firstNow, secondNow) / distanceBetween(firstBefore, secondBefore), (firstNow[0] + secondNow[0]) / 2, (firstNow[1] + secondNow[1]) / 2);
}
