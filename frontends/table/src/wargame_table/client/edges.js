// What can be chosen and lies out of sight: how much on which side of the map, and a click that goes there.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

const SIGNS = { left: "‹", right: "›", up: "⌃", down: "⌄" };
/** @type {Record<string, import("./phrases.js").PhraseName>} */
const BEYOND = { left: "moreLeft", right: "moreRight", up: "moreAbove", down: "moreBelow" };
const PLACES = [0.5, 0.35, 0.65, 0.2, 0.8, 0.42, 0.58, 0.28, 0.72, 0.88, 0.12, 0.46, 0.54, 0.39, 0.61, 0.31, 0.69, 0.24, 0.76, 0.16, 0.84]; // along its edge, where a button lies on nothing that can be chosen and on no counter
const DEEP = 110; // pixels from an edge that its button and the tools take
const ROOM = 44; // pixels about the middle of a button

/** @typedef {"left" | "right" | "up" | "down"} Side */

/**
 * The points out of sight by the side of the window that they lie beyond, each on one side; points that lie upon each other count once.
 * @param {number[][]} spots @param {import("./camera.js").Camera} camera @returns {Map<Side, number[][]>}
 */
export function beyond(spots, camera) {
  const [x, y, wide, high] = camera.window;
  const sides = new Map();
  for (const spot of new Map(spots.map((spot) => [spot.join(), spot])).values()) {
    if (camera.sees(spot)) continue;
    const [dx, dy] = [(spot[0] - x) / wide, (spot[1] - y) / high];
    const side = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
    sides.set(side, [...(sides.get(side) ?? []), spot]);
  }
  return sides;
}

/**
 * Where along its edge a button covers no counter, and of these points as little as it can, as a part of the window.
 * @param {Side} side @param {number[][]} spots @param {number[][]} counters @param {import("./camera.js").Camera} camera
 */
export function clearOf(side, spots, counters, camera) {
  const [wide, high] = camera.room;
  const across = side === "left" || side === "right";
  const long = across ? high : wide;
  const near = (points) => points.map((point) => camera.shown(point)).filter(([x, y]) => ({ left: x, right: wide - x, up: y, down: high - y })[side] < DEEP).map(([x, y]) => (across ? y : x));
  const room = (along, part) => Math.min(ROOM, ...along.map((there) => Math.abs(there - part * long)));
  const [first, second] = [near(counters), near(spots)];
  const free = (part) => room(first, part) * long + room(second, part); // a counter counts before any point
  return PLACES.reduce((best, part) => (free(part) > free(best) ? part : best)); // the first of those as free as any
}

export class Edges {
  /** @param {import("./camera.js").Camera} camera */
  constructor(camera) {
    this.camera = camera;
    /** @type {number[][]} */
    this.spots = [];
    /** The middles of all counters, which a button covers as little as it can. @type {number[][]} */
    this.counters = [];
    this.sides = new Map();
    this.buttons = Object.keys(SIGNS).map((side) =>
      make("button", { type: "button", class: `edge ${side}`, tabindex: "-1", "aria-hidden": "true", hidden: true, onclick: () => camera.visit(this.sides.get(side) ?? []) })); // the keys n and N go there too
  }

  /** Other points can be chosen, and counters lie elsewhere. @param {number[][]} spots @param {number[][]} counters */
  take(spots, counters = []) {
    this.spots = spots;
    this.counters = counters;
    this.show();
  }

  /** The map has moved: what lies over it makes way. */
  show() {
    this.camera.clear(this.spots);
    this.sides = beyond(this.spots, this.camera);
    Object.entries(SIGNS).forEach(([side, sign], number) => {
      const button = this.buttons[number];
      const count = this.sides.get(side)?.length ?? 0;
      if (count) button.style[side === "left" || side === "right" ? "top" : "left"] = `${100 * clearOf(/** @type {Side} */ (side), this.spots, this.counters, this.camera)}%`;
      const words = side === "left" || side === "up" ? `${sign} ${count}` : `${count} ${sign}`;
      if (button.hidden === !count && button.textContent === words) return;
      button.hidden = !count;
      button.textContent = words;
      button.title = phrase(BEYOND[side], { count });
    });
  }
}
