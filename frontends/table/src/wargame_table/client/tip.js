// What lies under the pointer: its names, its counters as large as one can read them, the whole text of a card, and what is known of the one choice it would begin.

import { faceOf } from "./stack_spread.js";
import { make } from "./state.js";

const CLEAR = 44; // pixels of a counter that needs no magnifier
const HIGH = 54;
const MANY = 8;

/** Fill a tip for what lies at a place, with the rows that name it. */
export function fillTip(tip, board, state, references, rows) {
  if (!references.length) return void tip.replaceChildren();
  const pieces = references.filter((reference) => reference.startsWith("piece:"));
  const small = pieces.length > 1 || (board.camera.counter * board.scale || CLEAR) < CLEAR;
  const faces = small ? pieces.slice(0, MANY).map((reference) => faceOf(board, reference, HIGH)).filter(Boolean) : [];
  const terrain = references.filter((reference) => reference.startsWith("place:")).map((reference) => state.printed("spaces", reference.slice(6))?.terrain).filter(Boolean);
  const cards = references.filter((reference) => reference.startsWith("card:")).map((reference) => state.printed("cards", reference.slice(5))?.text).filter(Boolean);
  const names = [...new Set(references.slice(-1).concat(references.slice(0, -1)).map((reference) => state.nameOf(reference)))];
  tip.replaceChildren(
    ...(faces.length ? [make("div", { class: "faces" }, ...faces)] : []),
    make("div", { text: [...names.slice(0, MANY + 1), ...terrain].join(" · ") }),
    ...cards.map((text) => make("p", { text })),
    ...(rows.length === 1 && rows[0].help && !cards.includes(rows[0].help) ? [make("b", { text: rows[0].help })] : []),
  );
}
