// Where the map lies in its window: it comes to the question at a size that can be read, unless the player moved it; a small map in the corner.

import { make } from "./state.js";

const READABLE = 34; // pixels of the shorter side of a counter
const WHOLE = 26; // from so many pixels on the whole map is shown
const LARGE = 46; // pixels that a counter is not blown up beyond by itself
const LARGEST = 6;
const NARROW = 500; // a board so narrow is a phone's
const EDGE = 12; // pixels of a window in which a thing is out of sight
const NEAR = 44; // pixels of a window in which one looks for nothing: tools stand there
const TOOLS = 285; // pixels that these take of the side
const TOOLS_BELOW = "(max-width: 760px)"; // as the style sheet says

export class Camera {
  /** `onChange()` is called after another scale, `onMove()` after every move. @param {HTMLElement} element @param {HTMLElement} lens @param {() => void} onChange @param {() => void} onMove */
  constructor(element, lens, onChange, onMove) {
    this.element = element;
    this.lens = lens;
    this.changed = onChange;
    this.moved = onMove;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.least = 1;
    this.left = 0; // the sheet, in its own units
    this.top = 0;
    this.wide = 0;
    this.high = 0;
    this.small = [0, 0]; // the size of the small map
    /** Where its corner stands in the window, null where it is not seen. @type {number[] | null} */
    this.corner = null;
    /** Width and height of the window in pixels, as the browser laid it out last: to ask for them makes it lay out everything. */
    this.room = [0, 0];
    this.below = false; // the tools stand in a row at the foot of the window, not in a column at its right
    this.counter = 0; // the shorter side of a counter in these
    this.touched = false; // the player has moved the map
    this.arrived = false;
    /** @type {number[][]} */
    this.spots = [];
    this.picture = make("img", { alt: "", draggable: "false" });
    this.frame = make("i", {});
    this.overview = make("div", { class: "overview", hidden: true, "aria-hidden": "true" }, this.picture, this.frame);
    const follow = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      event.stopPropagation();
      const { left, top, width } = this.overview.getBoundingClientRect();
      const ratio = width / this.wide;
      this.touched = true;
      this.#centre(this.left + (event.clientX - left) / ratio, this.top + (event.clientY - top) / ratio);
    };
    for (const kind of ["pointerdown", "pointermove"]) this.overview.addEventListener(kind, follow);
    for (const kind of ["pointerup", "dblclick"]) this.overview.addEventListener(kind, (event) => event.stopPropagation());
    new ResizeObserver(() => this.#resized()).observe(element);
  }

  /** @param {number[]} box */
  lay([sheetLeft, top, sheetWidth, sheetHeight]) {
    Object.assign(this, { left: sheetLeft, top, wide: sheetWidth, high: sheetHeight, touched: false, spots: [] });
    this.fit();
  }

  show(address) {
    this.picture.src = address;
  }

  #resized() {
    const { clientWidth, clientHeight } = this.element;
    this.room = [clientWidth, clientHeight];
    this.below = globalThis.matchMedia?.(TOOLS_BELOW).matches ?? false;
    if (!clientWidth || !this.wide || this.size === this.room.join(" ")) return;
    const isTurned = !this.size?.startsWith(`${clientWidth} `);
    this.size = this.room.join(" ");
    this.#measure();
    if (!this.touched && !this.spots.length) return this.fit();
    if (isTurned) this.arrived = false; // what was in sight may now lie in a corner of a window that is half empty
    this.#look();
    if (!this.touched) this.come(this.spots, false);
  }

  /** The window without the strip in which tools stand. */
  get #free() {
    const [roomWidth, roomHeight] = this.room;
    return this.below ? [roomWidth, roomHeight - NEAR] : [roomWidth - NEAR, roomHeight];
  }

  #measure() {
    const [roomWidth, roomHeight] = this.#free;
    this.least = Math.min(roomWidth / this.wide, roomHeight / this.high);
  }

  /** The small map stands where it covers none of these points, in one corner or the other, or is not seen. @param {number[][]} spots */
  clear(spots) {
    const [roomWidth, roomHeight] = this.room;
    const [overviewWidth, overviewHeight] = this.small;
    const aside = this.below ? [0, roomHeight - overviewHeight - NEAR] : [roomWidth - overviewWidth - NEAR, 0];
    const [coveredHere, coveredThere] = [[0, 0], aside].map(([overviewLeft, top]) => spots.filter((spot) => {
      const [x, y] = this.shown(spot);
      return x > overviewLeft - EDGE && y > top - EDGE && x < overviewLeft + overviewWidth + 2 * EDGE && y < top + overviewHeight + 2 * EDGE;
    }).length);
    this.overview.classList.toggle("aside", coveredHere > coveredThere);
    this.overview.style.visibility = coveredHere && coveredThere ? "hidden" : "";
    this.corner = this.overview.hidden || (coveredHere && coveredThere) ? null : coveredHere > coveredThere ? aside : [0, 0];
  }

  /** The boxes of the window that tools and the small map cover: left, top, right, bottom, in pixels. */
  get covered() {
    const [roomWidth, roomHeight] = this.room;
    const tools = this.below ? [roomWidth - TOOLS, roomHeight - NEAR, roomWidth, roomHeight] : [roomWidth - NEAR, 0, roomWidth, TOOLS];
    if (!this.corner) return [tools];
    const [[overviewLeft, top], [overviewWidth, overviewHeight]] = [this.corner, this.small];
    return [tools, [overviewLeft, top, overviewLeft + overviewWidth + EDGE, top + overviewHeight + EDGE]];
  }

  /** The scale at which counters can be read; that of the whole map where it is larger. */
  get readable() {
    return Math.max(this.least, this.counter ? Math.min(LARGEST, READABLE / this.counter) : 0);
  }

  /** The whole map. */
  fit() {
    if (!this.room[0] || !this.wide) return;
    this.#measure();
    this.scale = this.least;
    this.#centre(this.left + this.wide / 2, this.top + this.high / 2);
    this.touched = false;
  }

  #centre(x, y) {
    const [roomWidth, roomHeight] = this.room;
    this.x = roomWidth / 2 - (x - this.left) * this.scale;
    this.y = roomHeight / 2 - (y - this.top) * this.scale;
    this.#look();
  }

  move(dx, dy) {
    this.touched = true;
    this.x += dx;
    this.y += dy;
    this.#look();
  }

  zoom(factor, clientX, clientY) {
    const frame = this.element.getBoundingClientRect();
    const frameX = (clientX ?? frame.left + frame.width / 2) - frame.left;
    const frameY = (clientY ?? frame.top + frame.height / 2) - frame.top;
    const scale = Math.min(LARGEST, Math.max(this.least * 0.8, this.scale * factor));
    this.x = frameX - ((frameX - this.x) * scale) / this.scale;
    this.y = frameY - ((frameY - this.y) * scale) / this.scale;
    this.scale = scale;
    this.touched = true;
    this.#look();
  }

  /** The middle of the window and its size, on the sheet. */
  get window() {
    const [roomWidth, roomHeight] = [this.room[0] / this.scale, this.room[1] / this.scale];
    return [this.left - this.x / this.scale + roomWidth / 2, this.top - this.y / this.scale + roomHeight / 2, roomWidth, roomHeight];
  }

  /** Where a point of the sheet lies in the window. @param {number[]} spot */
  shown([x, y]) {
    return [this.x + (x - this.left) * this.scale, this.y + (y - this.top) * this.scale];
  }

  /** Whether a point of the sheet is in sight, and not under the tools. @param {number[]} spot */
  sees(spot, edge = EDGE) {
    const [roomWidth, roomHeight] = this.room;
    const [frameX, frameY] = this.shown(spot);
    if (this.below ? frameX > roomWidth - TOOLS && frameY > roomHeight - NEAR : frameX > roomWidth - NEAR && frameY < TOOLS) return false;
    return frameX > edge && frameY > edge && frameX < roomWidth - edge && frameY < roomHeight - edge;
  }

  /** Come to these points of the sheet, unless they are in sight; who moved the map keeps his scale. @param {number[][]} spots */
  come(spots, gently = true) {
    if (!spots.length || !this.room[0]) return;
    this.spots = spots;
    if (this.touched) {
      if (!spots.some((spot) => this.sees(spot))) this.#to(this.#crowd(spots, this.scale), this.scale, gently);
      return;
    }
    const readable = this.readable;
    if (this.least * this.counter >= WHOLE) return this.fit();
    if (this.scale >= readable * 0.99 && this.scale < 2 * readable && this.arrived && spots.every((spot) => this.sees(spot, NEAR))) return;
    this.arrived = true;
    const [left, top, right, bottom] = boundsOf(spots, 2.2 * (this.counter || 30));
    const wholeScale = Math.min(this.room[0] / (right - left), this.room[1] / (bottom - top));
    if (wholeScale >= readable) this.#to([(left + right) / 2, (top + bottom) / 2], Math.max(readable, Math.min(wholeScale, this.counter ? LARGE / this.counter : wholeScale)), gently);
    else this.#to(this.#crowd(spots, readable), readable, gently);
  }

  /** Bring a point into the middle when it is out of sight. */
  seek(spot) {
    if (!this.sees(spot)) this.#to(spot, this.scale, true);
  }

  /** Go to as many of these points as the window holds, at the same scale. @param {number[][]} spots */
  visit(spots) {
    if (spots.length) this.#to(this.#crowd(spots, this.scale), this.scale, true);
  }

  /** The middle of as many points as fit into the window at a scale. */
  #crowd(spots, scale) {
    const [roomWidth, roomHeight] = [(this.room[0] - 2 * NEAR) / scale, (this.room[1] - 2 * NEAR) / scale];
    let bestCrowd = spots.slice(0, 1);
    for (const [x, y] of spots) {
      const nearSpots = spots.filter(([spotX, spotY]) => spotX >= x - 1 && spotX - x < roomWidth && Math.abs(spotY - y) < roomHeight / 2);
      if (nearSpots.length > bestCrowd.length) bestCrowd = nearSpots;
    }
    const [left, top, right, bottom] = boundsOf(bestCrowd, 0);
    return [(left + right) / 2, (top + bottom) / 2];
  }

  /** @param {number[]} spot @param {number} scale @param {boolean} gently */
  #to([x, y], scale, gently) {
    const { touched } = this;
    this.lens.classList.toggle("gently", gently);
    clearTimeout(this.arriving);
    this.arriving = setTimeout(() => this.lens.classList.remove("gently"), 400);
    this.scale = scale;
    this.#centre(x, y);
    this.touched = touched;
  }

  #look() {
    const [roomWidth, roomHeight] = this.room;
    const [freeWidth, freeHeight] = this.#free;
    this.x = keptInRoom(this.x, this.wide * this.scale, roomWidth, freeWidth);
    this.y = keptInRoom(this.y, this.high * this.scale, roomHeight, freeHeight);
    if (this.touched) {
      this.lens.classList.remove("gently");
      this.lens.classList.add("moving");
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.lens.classList.remove("moving"), 200);
    }
    this.lens.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.#corner(roomWidth, roomHeight);
    this.moved();
    if (this.last !== this.scale) this.changed();
    this.last = this.scale;
  }

  #corner(width, height) {
    const part = Math.min(1, width / (this.wide * this.scale)) * Math.min(1, height / (this.high * this.scale));
    this.overview.hidden = part > 0.75;
    const overviewSize = width < NARROW ? 92 : 168;
    const shrunk = Math.min(overviewSize / this.wide, (width < NARROW ? 80 : 130) / this.high);
    this.small = [this.wide * shrunk, this.high * shrunk];
    Object.assign(this.overview.style, { width: `${this.small[0]}px`, height: `${this.small[1]}px` });
    const ratio = shrunk / this.scale;
    Object.assign(this.frame.style, { left: `${-this.x * ratio}px`, top: `${-this.y * ratio}px`, width: `${width * ratio}px`, height: `${height * ratio}px` });
  }
}

/** Where the picture begins: in the middle of what is free, or so that no more of the window than needed is empty. */
function keptInRoom(position, length, room, freePart) {
  return length <= freePart ? (freePart - length) / 2 : Math.min(room * 0.25, Math.max(room * 0.75 - length, position));
}

/** @param {number[][]} spots */
function boundsOf(spots, margin) {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
}
