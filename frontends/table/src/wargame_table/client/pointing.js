// Mouse and fingers on the map: a click, a drag, a pinch, a wheel, and a double click upon bare ground.

const SLIP = 6; // pixels that a click may move

/**
 * Listen on an element that shows a map. `on` has `under(target, point, finger)`, asked when a pointer is pressed, since the map may glide on until it is
 * released, `pick(under, point)`, `moved(dx, dy)`, `zoomed(by, x, y)` and `bare(under)`.
 * @param {HTMLElement} element
 */
export function listen(element, on) {
  /** @type {Map<number, [number, number]>} */
  const pointers = new Map();
  let moved = 0;
  let start = null;
  let bare = 0; // clicks on bare ground, one after the other
  element.addEventListener("pointerdown", (event) => {
    if (event.button || controls(event)) return;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = pointers.size > 1 ? 99 : 0;
    start = on.under(event.target, [event.clientX, event.clientY], event.pointerType === "touch");
  });
  element.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = [...pointers.values()];
    const [x, y] = pointers.get(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size === 2) return pinched(before, [...pointers.values()], on);
    moved += Math.abs(event.clientX - x) + Math.abs(event.clientY - y);
    if (moved < SLIP) return;
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    on.moved(event.clientX - x, event.clientY - y);
  });
  element.addEventListener("pointerup", (event) => {
    const here = pointers.delete(event.pointerId);
    if (here && moved < SLIP && start) {
      bare = on.bare(start) ? bare + 1 : 0;
      on.pick(start, [event.clientX, event.clientY]);
    }
    start = null;
  });
  element.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    on.zoomed(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });
  element.addEventListener("dblclick", (event) => !controls(event) && bare > 1 && on.zoomed(1.6, event.clientX, event.clientY));
}

/** Buttons on the map are not part of it. */
function controls(event) {
  return Boolean(event.target.closest?.("button"));
}

/** @param {[number, number][]} before @param {[number, number][]} now */
function pinched(before, now, on) {
  const [[a, b], [c, d]] = [before, now];
  const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]) || 1;
  on.moved((c[0] + d[0] - a[0] - b[0]) / 2, (c[1] + d[1] - a[1] - b[1]) / 2);
  on.zoomed(far(c, d) / far(a, b), (c[0] + d[0]) / 2, (c[1] + d[1]) / 2);
}
