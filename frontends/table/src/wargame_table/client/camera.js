// Where the map lies in its window: it comes to the question at a size that can be read, unless the player moved it; a small map in the corner.

import { make } from "./state.js";

const READABLE = 34; // pixels of the shorter side of a counter
const LARGE = 46; // pixels that a counter is not blown up beyond by itself
const LARGEST = 6;
const NARROW = 500; // a board so narrow is a phone's
const EDGE = 24; // pixels of a window in which a thing counts as out of sight

export class Camera {
  /** `changed()` is called after another scale. @param {HTMLElement} element @param {HTMLElement} lens @param {() => void} changed */
  constructor(element, lens, changed) {
    this.element = element;
    this.lens = lens;
    this.changed = changed;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.least = 1;
    this.left = 0; // the sheet, in its own units
    this.top = 0;
    this.wide = 0;
    this.high = 0;
    this.counter = 0; // the shorter side of a counter in these
    this.touched = false; // the player has moved the map
    this.arrived = false;
    /** @type {number[][]} */
    this.spots = [];
    this.picture = make("img", { alt: "", draggable: "false" });
    this.frame = make("i", {});
    this.overview = make("div", { class: "overview", hidden: true, "aria-hidden": "true" }, this.picture, this.frame);
    const go = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      event.stopPropagation();
      const { left, top, width } = this.overview.getBoundingClientRect();
      const shrunk = width / this.wide;
      this.touched = true;
      this.#centre(this.left + (event.clientX - left) / shrunk, this.top + (event.clientY - top) / shrunk);
    };
    for (const kind of ["pointerdown", "pointermove"]) this.overview.addEventListener(kind, go);
    for (const kind of ["pointerup", "dblclick"]) this.overview.addEventListener(kind, (event) => event.stopPropagation());
    new ResizeObserver(() => this.#resized()).observe(element);
  }

  /** @param {number[]} box */
  lay([left, top, wide, high]) {
    Object.assign(this, { left, top, wide, high, touched: false, spots: [] });
    this.fit();
  }

  show(address) {
    this.picture.src = address;
  }

  #resized() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !this.wide || this.size === `${clientWidth} ${clientHeight}`) return;
    this.size = `${clientWidth} ${clientHeight}`;
    this.#measure();
    if (this.touched) this.#look();
    else if (this.spots.length) this.come(this.spots, false);
    else this.fit();
  }

  #measure() {
    const { clientWidth: wide, clientHeight: high } = this.element;
    this.least = Math.min(wide / this.wide, high / this.high);
  }

  /** The scale at which counters can be read; that of the whole map where it is larger. */
  get readable() {
    return Math.max(this.least, this.counter ? Math.min(LARGEST, READABLE / this.counter) : 0);
  }

  /** The whole map. */
  fit() {
    if (!this.element.clientWidth || !this.wide) return;
    this.#measure();
    this.scale = this.least;
    this.#centre(this.left + this.wide / 2, this.top + this.high / 2);
    this.touched = false;
  }

  #centre(x, y) {
    const { clientWidth: wide, clientHeight: high } = this.element;
    this.x = wide / 2 - (x - this.left) * this.scale;
    this.y = high / 2 - (y - this.top) * this.scale;
    this.#look();
  }

  move(dx, dy) {
    this.touched = true;
    this.x += dx;
    this.y += dy;
    this.#look();
  }

  zoom(by, clientX, clientY) {
    const frame = this.element.getBoundingClientRect();
    const px = (clientX ?? frame.left + frame.width / 2) - frame.left;
    const py = (clientY ?? frame.top + frame.height / 2) - frame.top;
    const scale = Math.min(LARGEST, Math.max(this.least * 0.8, this.scale * by));
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.touched = true;
    this.#look();
  }

  /** Whether a point of the sheet is in sight. @param {number[]} spot */
  sees([x, y]) {
    const { clientWidth: wide, clientHeight: high } = this.element;
    const [px, py] = [this.x + (x - this.left) * this.scale, this.y + (y - this.top) * this.scale];
    return px > EDGE && py > EDGE && px < wide - EDGE && py < high - EDGE;
  }

  /** Come to these points of the sheet, unless they are in sight; who moved the map keeps his scale. @param {number[][]} spots */
  come(spots, gently = true) {
    if (!spots.length || !this.element.clientWidth) return;
    this.spots = spots;
    if (this.touched) {
      if (!spots.some((spot) => this.sees(spot))) this.#to(this.#crowd(spots, this.scale), this.scale, gently);
      return;
    }
    const readable = this.readable;
    if (this.least * this.counter >= READABLE) return this.fit(); // all of it can be read
    if (this.scale >= readable * 0.99 && this.scale < 2 * readable && this.arrived && spots.every((spot) => this.sees(spot))) return;
    this.arrived = true;
    const [left, top, right, bottom] = around(spots, 2.2 * (this.counter || 30));
    const whole = Math.min(this.element.clientWidth / (right - left), this.element.clientHeight / (bottom - top));
    if (whole >= readable) this.#to([(left + right) / 2, (top + bottom) / 2], Math.max(readable, Math.min(whole, this.counter ? LARGE / this.counter : whole)), gently);
    else this.#to(this.#crowd(spots, readable), readable, gently);
  }

  /** Bring a point into the middle when it is out of sight. */
  seek(spot) {
    if (!this.sees(spot)) this.#to(spot, this.scale, true);
  }

  /** The middle of as many points as fit into the window at a scale. */
  #crowd(spots, scale) {
    const [wide, high] = [this.element.clientWidth / scale - 60, this.element.clientHeight / scale - 60];
    let best = spots.slice(0, 1);
    for (const [x, y] of spots) {
      const near = spots.filter(([px, py]) => px >= x - 1 && px - x < wide && Math.abs(py - y) < high / 2);
      if (near.length > best.length) best = near;
    }
    const [left, top, right, bottom] = around(best, 0);
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
    const { clientWidth: wide, clientHeight: high } = this.element;
    this.x = kept(this.x, this.wide * this.scale, wide);
    this.y = kept(this.y, this.high * this.scale, high);
    if (this.touched) {
      this.lens.classList.remove("gently");
      this.lens.classList.add("moving");
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.lens.classList.remove("moving"), 200);
    }
    this.lens.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.#corner(wide, high);
    if (this.last !== this.scale) this.changed();
    this.last = this.scale;
  }

  #corner(wide, high) {
    const part = Math.min(1, wide / (this.wide * this.scale)) * Math.min(1, high / (this.high * this.scale));
    this.overview.hidden = part > 0.75;
    const broad = wide < NARROW ? 92 : 168;
    const shrunk = Math.min(broad / this.wide, (wide < NARROW ? 80 : 130) / this.high);
    Object.assign(this.overview.style, { width: `${this.wide * shrunk}px`, height: `${this.high * shrunk}px` });
    const by = shrunk / this.scale;
    Object.assign(this.frame.style, { left: `${-this.x * by}px`, top: `${-this.y * by}px`, width: `${wide * by}px`, height: `${high * by}px` });
  }
}

/** Where the picture begins, so that no more of the window than needed is empty. */
function kept(at, long, room) {
  return long <= room ? (room - long) / 2 : Math.min(room * 0.25, Math.max(room * 0.75 - long, at));
}

/** @param {number[][]} spots */
function around(spots, margin) {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
}
