// The names on the sheet: a layer of their own, where a name that a counter would cover stands beside it, and then stays there until one covers it again.

const SVG = "http://www.w3.org/2000/svg";
const STEP = 7; // how much farther off a name is tried, in units of the sheet
const RINGS = 18;
const SMALLEST = 9; // pixels of the letters of a name
const LARGER = 2.2; // by how much a name is made larger for that at most
const FAR = 2 * STEP; // from here on a line leads from a name to its place
const TOUCH = 1; // how far a counter may reach into the box of a name, whose letters are smaller
const SHIFTS = [12, -12, 24, -24, 36, -36, 48, -48, 60, -60]; // how far a name may go along its river
const WAYS = [[1, -1], [0, -1], [1, 1], [0, 1], [-1, -1], [-1, 1], [1, 0], [-1, 0]]; // right above, above, right below ...

const NAMES = /<use [^>]*><g class="writing names"[^]*?<\/g>/;
const STYLE = /<style>([^<]*)<\/style>/g;

/** @typedef {number[]} Box left, top, right, bottom */
/** @typedef {{ text: SVGGraphicsElement, of: number[], turned: string, along: number[], boxes: Box[], by: number[], line?: SVGPathElement }} Name */

export class Names {
  constructor() {
    this.element = document.createElementNS(SVG, "svg");
    this.element.setAttribute("class", "lettering");
    this.element.setAttribute("aria-hidden", "true");
    this.layer = document.createElementNS(SVG, "g");
    this.layer.setAttribute("class", "wg-map"); // which the colours of the picture are for
    this.lines = document.createElementNS(SVG, "g");
    this.element.append(this.layer);
    this.colours = new CSSStyleSheet();
    /** @type {Name[] | null} */
    this.names = [];
  }

  /** Take the names out of a picture of a sheet: returns the picture without them. */
  take(picture) {
    const names = NAMES.exec(picture)?.[0] ?? "";
    const styles = [...picture.matchAll(STYLE)].map(([, text]) => text);
    this.names = null;
    this.factor = 1;
    this.colours.replaceSync(names ? styles.join("") : "");
    this.layer.innerHTML = names; // made by the server from data, with everything escaped
    this.layer.prepend(this.lines);
    return picture.replace(names, "");
  }

  /** The letters have changed: put in anew, since browsers leave what stood there in sight. */
  measureAgain() {
    this.#forget();
    this.layer.replaceChildren(...this.layer.childNodes);
  }

  /** Back onto the bare sheet, where they are measured next. */
  #forget() {
    for (const name of this.names ?? []) move(name, [0, 0]);
    this.lines.replaceChildren();
    this.names = null;
  }

  /** Where the names stand on the bare sheet, measured as this browser draws them; false while it draws nothing. */
  #measure() {
    if (this.names) return true;
    const texts = /** @type {SVGGraphicsElement[]} */ ([...this.layer.querySelectorAll("text")]);
    if (texts.length && !texts[0].getBBox().width) return false;
    this.names = texts.map(measuredName);
    return true;
  }

  /** Let no name be smaller than can be read; where there is no room for all, the smaller ones wait. Whether that changed. @param {number} scale */
  scale(scale) {
    const wantedScale = Math.round(Math.min(LARGER, Math.max(1, 1 / scale)) * 10) / 10;
    if (this.factor === wantedScale) return false;
    this.factor = wantedScale;
    for (const text of /** @type {NodeListOf<SVGGraphicsElement>} */ (this.layer.querySelectorAll("text"))) {
      const ownSize = (text.dataset.size ??= String(parseFloat(getComputedStyle(text).fontSize) || SMALLEST));
      text.style.fontSize = `${Math.min(wantedScale, Math.max(1, SMALLEST / (Number(ownSize) * scale))) * Number(ownSize)}px`;
    }
    this.#forget();
    return true;
  }

  /** Keep the names clear of counters: a name moves only when a counter covers it where it stands. @param {Box[]} counters */
  clear(counters) {
    const areMeasured = this.names !== null;
    if (!this.#measure()) return;
    const countersAsked = counters.join(";");
    if (areMeasured && countersAsked === this.asked) return; // they are clear of them
    this.asked = countersAsked;
    const counterBoxes = counters.map(inset);
    const coveredNames = new Set(this.names.filter((name) => isCovered(boxesOf(name), counterBoxes)));
    const takenBoxes = [...counterBoxes, ...this.names.flatMap((name) => (coveredNames.has(name) ? [] : boxesOf(name)))];
    this.#thin();
    for (const name of coveredNames) takenBoxes.push(...this.#around(name, takenBoxes));
  }

  /** Where a name goes that is covered where it stands: home, if that is free, or near. @param {Name} name @param {Box[]} takenBoxes */
  #around(name, takenBoxes) {
    name.line?.remove();
    if (isCovered(name.boxes, takenBoxes)) return name.of.length ? this.#put(name, takenBoxes) : shiftedName(name, takenBoxes);
    move(name, [0, 0]);
    return name.boxes;
  }

  /** Of names that were made larger and lie upon each other the largest stays. */
  #thin() {
    const shownBoxes = [];
    const size = ({ text }) => parseFloat(text.style.fontSize) || 0;
    for (const name of [...this.names].sort((a, b) => size(b) - size(a))) {
      const isHidden = this.factor > 1 && name.boxes.some((box) => costOf(inset(box), shownBoxes));
      name.text.toggleAttribute("data-waits", isHidden);
      if (!isHidden) shownBoxes.push(...name.boxes);
    }
  }

  /** Put a name where it covers least, the nearest such place. @param {Name} name @param {Box[]} takenBoxes */
  #put(name, takenBoxes) {
    const [[x, y, roomX, roomY], [box]] = [name.of, name.boxes];
    const nameWidth = box[2] - box[0];
    const nameHeight = box[3] - box[1];
    let bestPlace = { cost: Infinity, far: 0, box };
    for (let ring = 0; ring < RINGS && bestPlace.cost > 4 * ring; ring += 1) {
      const distanceAway = ring * STEP;
      WAYS.forEach(([side, rise], rank) => {
        const triedBox = boxBeside([x, y], [nameWidth, nameHeight], [roomX + distanceAway, roomY + distanceAway], side, rise);
        const cost = 4 * ring + 0.4 * rank + 3 * costOf(triedBox, takenBoxes) + this.#outside(triedBox);
        if (cost < bestPlace.cost) bestPlace = { cost, far: distanceAway, box: triedBox };
      });
    }
    move(name, [bestPlace.box[0] - box[0], bestPlace.box[1] - box[1]]);
    if (bestPlace.far >= FAR) name.line = this.#line([x, y], bestPlace.box, name.text.getAttribute("fill"));
    return [bestPlace.box];
  }

  #outside(box) {
    const { x, y, width, height } = this.element.viewBox.baseVal;
    return box[0] < x || box[1] < y || box[2] > x + width || box[3] > y + height ? 500 : 0;
  }

  #line([x, y], box, colour) {
    const line = document.createElementNS(SVG, "path");
    const lineEnd = [Math.min(Math.max(x, box[0]), box[2]), Math.min(Math.max(y, box[1]), box[3])];
    line.setAttribute("d", `M${x} ${y}L${lineEnd.join(" ")}`);
    line.setAttribute("class", "to-place");
    line.setAttribute("stroke", colour);
    this.lines.append(line);
    return line;
  }
}

/** A name as it stands on the sheet: a turned one covers a row of small boxes. @param {SVGGraphicsElement} text @returns {Name} */
function measuredName(text) {
  const { x, y, width, height } = text.getBBox();
  const placeAndRoom = (text.getAttribute("data-of") ?? "").split(" ").filter(Boolean).map(Number);
  const transform = text.getAttribute("transform") ?? "";
  const [angle, aboutX, aboutY] = (/rotate\(([^)]+)\)/.exec(transform)?.[1] ?? "0 0 0").split(" ").map(Number);
  const direction = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  if (!angle) return { text, of: placeAndRoom, turned: transform, along: direction, by: [0, 0], boxes: [[x, y, x + width, y + height]] };
  const count = Math.ceil(width / height) + 1;
  const boxes = Array.from({ length: count }, (_, index) => {
    const [dx, dy] = [x + (width * index) / (count - 1) - aboutX, y + height / 2 - aboutY];
    const [middleX, middleY] = [aboutX + dx * direction[0] - dy * direction[1], aboutY + dx * direction[1] + dy * direction[0]];
    return [middleX - height / 2, middleY - height / 2, middleX + height / 2, middleY + height / 2];
  });
  return { text, of: placeAndRoom, turned: transform, along: direction, by: [0, 0], boxes };
}

/** The boxes of a name where it stands now. @param {Name} name */
function boxesOf({ boxes, by: [dx, dy] }) {
  return dx || dy ? boxes.map(([boxLeft, top, boxRight, bottom]) => [boxLeft + dx, top + dy, boxRight + dx, bottom + dy]) : boxes;
}

/** @param {Box[]} boxes @param {Box[]} takenBoxes */
function isCovered(boxes, takenBoxes) {
  return boxes.some((box) => costOf(box, takenBoxes));
}

/** @param {Name} name @param {number[]} by */
function move(name, [dx, dy]) {
  const { text, turned } = name;
  name.by = [dx, dy];
  const transform = dx || dy ? `translate(${dx.toFixed(1)} ${dy.toFixed(1)}) ${turned}` : turned;
  if ((text.getAttribute("transform") ?? "") === transform) return;
  if (transform) text.setAttribute("transform", transform);
  else text.removeAttribute("transform");
}

/** Shift a name along its river to where nothing covers it, if there is such a place. @param {Name} name @param {Box[]} takenBoxes @returns {Box[]} */
function shiftedName(name, takenBoxes) {
  for (const shiftLength of SHIFTS) {
    const [dx, dy] = [shiftLength * name.along[0], shiftLength * name.along[1]];
    const boxes = name.boxes.map(([left, top, right, bottom]) => [left + dx, top + dy, right + dx, bottom + dy]);
    if (isCovered(boxes, takenBoxes)) continue;
    move(name, [dx, dy]);
    return boxes;
  }
  move(name, [0, 0]);
  return name.boxes;
}

/** @param {Box} box @returns {Box} */
function inset([left, top, right, bottom]) {
  return [left + TOUCH, top + TOUCH, right - TOUCH, bottom - TOUCH];
}

/** The box of a text on one side of a point, outside the room of what lies there. @returns {Box} */
export function boxBeside([x, y], [labelWidth, labelHeight], room, side, rise) {
  const gap = rise ? Math.min(room[0], 2) : room[0];
  const labelLeft = side ? (side > 0 ? x + gap : x - gap - labelWidth) : x - labelWidth / 2;
  const labelMiddle = y + rise * (room[1] + labelHeight * 0.4);
  return [labelLeft, labelMiddle - labelHeight / 2, labelLeft + labelWidth, labelMiddle + labelHeight / 2];
}

/** How much two boxes share. @param {Box} firstBox @param {Box} secondBox */
function sharedArea(firstBox, secondBox) {
  const sharedWidth = Math.min(firstBox[2], secondBox[2]) - Math.max(firstBox[0], secondBox[0]);
  const sharedHeight = Math.min(firstBox[3], secondBox[3]) - Math.max(firstBox[1], secondBox[1]);
  return sharedWidth > 0 && sharedHeight > 0 ? sharedWidth * sharedHeight : 0;
}

/** @param {Box} box @param {Box[]} takenBoxes */
function costOf(box, takenBoxes) {
  let cost = 0;
  for (const takenBox of takenBoxes) {
    const area = sharedArea(box, takenBox);
    if (area) cost += 100 + area;
  }
  return cost;
}
