// A part of the map with counters, as this seat sees them: the set-up for the welcome, which shows no empty field.

import { svg } from "./elements.js";
import { phrase } from "./phrases.js";

const AROUND = 1.6; // counters that are left free around those that are shown
const LEAST = 13; // pixels of the shorter side of a counter
const NEARLY = 0.7; // of the sheet's width and height: a part as large as this would only cut its edges off
const CLOSEST = 9; // counters that a part is wide at least

/**
 * The part of a sheet to show: all counters where they can still be seen so, else those where most of one's own stand.
 * @param {number[]} sheet left, top, width, height @param {{ at: number[], mine: boolean }[]} counters
 * @param {number} size the shorter side of a counter @param {number[]} room width and height of the picture in pixels
 */
export function partOf([left, top, wide, high], counters, size, [broad, long]) {
  const aspect = broad / long;
  if (!counters.length) return fitted([left, top, wide, high], [left + wide / 2, top + high / 2], Math.min(wide, high * aspect), aspect);
  const [xs, ys] = [0, 1].map((axis) => counters.map(({ at }) => at[axis]));
  const span = (all) => Math.max(...all) - Math.min(...all) + 2 * AROUND * size;
  const whole = Math.max(span(xs), span(ys) * aspect, CLOSEST * size);
  const most = Math.max((size * broad) / LEAST, size * 6);
  const own = counters.filter(({ mine }) => mine);
  const shown = whole <= most ? counters : crowd(own.length ? own : counters, [most / 2 - size, most / aspect / 2 - size]);
  const middle = [0, 1].map((axis) => (Math.min(...shown.map(({ at }) => at[axis])) + Math.max(...shown.map(({ at }) => at[axis]))) / 2);
  const width = Math.min(whole, most);
  if (width > NEARLY * wide && width / aspect > NEARLY * high) return [left, top, wide, high];
  return fitted([left, top, wide, high], middle, width, aspect);
}

/** @param {number[]} sheet @param {number[]} middle @param {number} width @param {number} aspect */
function fitted([left, top, wide, high], [x, y], width, aspect) {
  const height = width / aspect;
  const within = (middle, size, start, room) => size > room ? start + (room - size) / 2 : Math.max(start, Math.min(start + room - size, middle - size / 2));
  return [within(x, width, left, wide), within(y, height, top, high), width, height];
}

/** The counters that stand around one of them, where most do. @param {{ at: number[] }[]} counters @param {number[]} reach */
function crowd(counters, [far, high]) {
  const around = ({ at: [x, y] }) => counters.filter(({ at }) => Math.abs(at[0] - x) < far && Math.abs(at[1] - y) < high);
  return counters.map(around).reduce((best, some) => (some.length > best.length ? some : best));
}

/** The counters of each side in words. @param {import("./state.js").State} state */
export function counted(state) {
  const counts = {};
  for (const [id, { side }] of Object.entries(state.pieces)) {
    const title = state.titles[side ?? state.sideOf(id)];
    if (title) counts[title] = (counts[title] ?? 0) + 1;
  }
  return Object.entries(counts).map(([title, count]) => `${title} ${count}`).join(", ");
}

/** The picture, so many pixels wide and high. @param {import("./board.js").Board} board @param {string} you @param {number[]} room */
export async function setUpPicture(board, you, room) {
  await board.printed;
  const { state, pieces } = board;
  const rows = Object.entries(state.pieces);
  const counters = rows.filter(([id]) => pieces.has(id)).map(([id, piece]) => ({ at: board.middleOf(piece), mine: (piece.side ?? state.sideOf(id)) === you }));
  const picture = mapOf(board, counters, room, { role: "img", class: "set-up", "aria-label": phrase("setUpMap", { units: counted(state) || phrase("noneYet") }) });
  picture.append(board.layers.marks.cloneNode(true), ...[...board.layers.pieces.children].map(copied));
  return picture;
}

/** The printed map about some counters. @param {import("./board.js").Board} board */
export function mapOf(board, counters, room, attributes) {
  const sheet = [board.left, board.top, board.boxWide, board.boxHigh];
  const picture = svg("svg", { viewBox: partOf(sheet, counters, board.camera.counter || 30, room).join(" "), ...attributes });
  picture.append(svg("image", { href: board.address, x: board.left, y: board.top, width: board.boxWide, height: board.boxHigh }));
  return picture;
}

/** A counter as it lies there, and nothing that can be chosen. */
function copied(counter) {
  const copy = counter.cloneNode(true);
  for (const name of ["data-lit", "data-piece", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("aria-hidden", "true");
  return copy;
}
