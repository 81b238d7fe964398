// What can be chosen and lies out of sight: how much on which side of the map, and a click that goes there.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

const SIGNS = { left: "‹", right: "›", up: "⌃", down: "⌄" };
/** @type {Record<string, import("./phrases.js").PhraseName>} */
const BEYOND = { left: "moreLeft", right: "moreRight", up: "moreAbove", down: "moreBelow" };
const SIZE = [58, 36]; // pixels that a button takes at most
const APART = 24; // pixels between the places that are tried, along an edge and away from it
const DEEPEST = 0.4; // of the window that a button may stand away from its edge

/** @typedef {"left" | "right" | "up" | "down"} Side */

/**
 * The points out of sight by the side of the window that they lie beyond, each on one side; points that lie upon each other count once.
 * @param {number[][]} spots @param {import("./camera.js").Camera} camera @returns {Map<Side, number[][]>}
 */
export function spotsBeyond(spots, camera) {
  const [x, y, windowWidth, windowHeight] = camera.window;
  const sides = new Map();
  for (const spot of new Map(spots.map((spot) => [spot.join(), spot])).values()) {
    if (camera.sees(spot)) continue;
    const [dx, dy] = [(spot[0] - x) / windowWidth, (spot[1] - y) / windowHeight];
    const side = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
    sides.set(side, [...(sides.get(side) ?? []), spot]);
  }
  return sides;
}

/** A box of the window, in pixels: left, top, right, bottom. @typedef {number[]} Box */

/**
 * Where a button stands: as near to its edge and to the middle of that as it covers nothing; of what may be covered, least.
 * @param {Side} side @param {Box[]} neverCovered what a button may not cover @param {Box[]} rarely what it covers where there is no other place @param {number[]} room
 * @returns {number[] | null} its middle; null where each place covers something of `neverCovered`
 */
export function clearOf(side, neverCovered, rarely, [boxWidth, boxHeight]) {
  const isVertical = side === "left" || side === "right";
  const [longSide, shortSide] = isVertical ? [boxHeight, boxWidth] : [boxWidth, boxHeight];
  const [halfOfSize, thick] = isVertical ? [SIZE[1] / 2, SIZE[0] / 2] : [SIZE[0] / 2, SIZE[1] / 2];
  let bestMiddle = null;
  let leastCovered = Infinity;
  for (let away = thick + 6; away <= Math.max(thick + 6, shortSide * DEEPEST); away += APART) {
    for (let step = 0; step * APART <= longSide / 2 - halfOfSize; step += 1) {
      for (const distanceAlong of step ? [longSide / 2 - step * APART, longSide / 2 + step * APART] : [longSide / 2]) {
        const from = side === "left" || side === "up" ? away : shortSide - away;
        const middlePoint = isVertical ? [from, distanceAlong] : [distanceAlong, from];
        if (neverCovered.some((box) => covers(middlePoint, box))) continue;
        const coveredCount = rarely.filter((box) => covers(middlePoint, box)).length;
        if (coveredCount < leastCovered) [bestMiddle, leastCovered] = [middlePoint, coveredCount];
        if (!coveredCount) return bestMiddle;
      }
    }
  }
  return bestMiddle;
}

/** Whether a button covers some of a box. @param {number[]} middle @param {Box} box */
function covers([x, y], [left, top, right, bottom]) {
  return x + SIZE[0] / 2 > left && x - SIZE[0] / 2 < right && y + SIZE[1] / 2 > top && y - SIZE[1] / 2 < bottom;
}

/** The box of a button. @param {number[]} middle */
function boxAt([x, y]) {
  return [x - SIZE[0] / 2, y - SIZE[1] / 2, x + SIZE[0] / 2, y + SIZE[1] / 2];
}

export class Edges {
  /** @param {import("./camera.js").Camera} camera */
  constructor(camera) {
    this.camera = camera;
    /** @type {number[][]} */
    this.spots = [];
    /** The boxes of all counters on the sheet, which no button covers. @type {Box[]} */
    this.counters = [];
    this.sides = new Map();
    this.buttons = Object.keys(SIGNS).map((side) =>
      make("button", { type: "button", class: "edge", "data-beyond": side, tabindex: "-1", "aria-hidden": "true", hidden: true, onclick: () => camera.visit(this.sides.get(side) ?? []) })); // the keys n and N go there too
  }

  /** Other points can be chosen. @param {number[][]} spots */
  take(spots) {
    this.spots = spots;
    this.show();
  }

  /** Counters lie elsewhere, or are of another size. @param {Box[]} counters */
  avoid(counters) {
    this.counters = counters;
    this.show();
  }

  /** The map has moved: what lies over it makes way. */
  show() {
    const { camera } = this;
    camera.clear(this.spots);
    this.sides = spotsBeyond(this.spots, camera);
    const [windowWidth, windowHeight] = camera.room;
    const inSight = ([left, top, right, bottom]) => right > 0 && bottom > 0 && left < windowWidth && top < windowHeight;
    const neverCovered = this.sides.size ? [...this.counters.map(([left, top, right, bottom]) => [...camera.shown([left, top]), ...camera.shown([right, bottom])]), ...camera.covered].filter(inSight) : [];
    const rarely = this.sides.size ? this.spots.map((spot) => camera.shown(spot)).map(([x, y]) => [x, y, x, y]).filter(inSight) : [];
    Object.entries(SIGNS).forEach(([side, sign], number) => {
      const button = this.buttons[number];
      const count = this.sides.get(side)?.length ?? 0;
      const middlePoint = count ? clearOf(/** @type {Side} */ (side), neverCovered, rarely, camera.room) : null;
      if (middlePoint) {
        neverCovered.push(boxAt(middlePoint));
        Object.assign(button.style, { left: `${middlePoint[0]}px`, top: `${middlePoint[1]}px` });
      }
      const words = side === "left" || side === "up" ? `${sign} ${count}` : `${count} ${sign}`;
      if (button.hidden === !middlePoint && button.textContent === words) return;
      button.hidden = !middlePoint;
      button.textContent = words;
      button.title = phrase(BEYOND[side], { count });
    });
  }
}
