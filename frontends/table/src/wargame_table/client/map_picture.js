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
export function partOf([sheetLeft, top, sheetWidth, sheetHeight], counters, size, [roomWidth, roomHeight]) {
  const aspect = roomWidth / roomHeight;
  if (!counters.length) return fitted([sheetLeft, top, sheetWidth, sheetHeight], [sheetLeft + sheetWidth / 2, top + sheetHeight / 2], Math.min(sheetWidth, sheetHeight * aspect), aspect);
  const [xs, ys] = [0, 1].map((axis) => counters.map(({ at }) => at[axis]));
  const span = (positions) => Math.max(...positions) - Math.min(...positions) + 2 * AROUND * size;
  const wholeWidth = Math.max(span(xs), span(ys) * aspect, CLOSEST * size);
  const mostWidth = Math.max((size * roomWidth) / LEAST, size * 6);
  const ownCounters = counters.filter(({ mine }) => mine);
  const shownCounters = wholeWidth <= mostWidth ? counters : crowd(ownCounters.length ? ownCounters : counters, [mostWidth / 2 - size, mostWidth / aspect / 2 - size]);
  const middlePoint = [0, 1].map((axis) => (Math.min(...shownCounters.map(({ at }) => at[axis])) + Math.max(...shownCounters.map(({ at }) => at[axis]))) / 2);
  const width = Math.min(wholeWidth, mostWidth);
  if (width > NEARLY * sheetWidth && width / aspect > NEARLY * sheetHeight) return [sheetLeft, top, sheetWidth, sheetHeight];
  return fitted([sheetLeft, top, sheetWidth, sheetHeight], middlePoint, width, aspect);
}

/** @param {number[]} sheet @param {number[]} middle @param {number} width @param {number} aspect */
function fitted([left, top, wide, high], [x, y], width, aspect) {
  const height = width / aspect;
  const startWithin = (middle, size, startOfRoom, room) => size > room ? startOfRoom + (room - size) / 2 : Math.max(startOfRoom, Math.min(startOfRoom + room - size, middle - size / 2));
  return [startWithin(x, width, left, wide), startWithin(y, height, top, high), width, height];
}

/** The counters that stand around one of them, where most do. @param {{ at: number[] }[]} counters @param {number[]} reach */
function crowd(counters, [crowdWidth, crowdHeight]) {
  const crowdAround = ({ at: [x, y] }) => counters.filter(({ at }) => Math.abs(at[0] - x) < crowdWidth && Math.abs(at[1] - y) < crowdHeight);
  return counters.map(crowdAround).reduce((bestCrowd, someCrowd) => (someCrowd.length > bestCrowd.length ? someCrowd : bestCrowd));
}

/** The counters of each side in words. @param {import("./state.js").State} state */
export function countedPieces(state) {
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
  const picture = mapOf(board, counters, room, { role: "img", class: "set-up", "aria-label": phrase("setUpMap", { units: countedPieces(state) || phrase("noneYet") }) });
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
