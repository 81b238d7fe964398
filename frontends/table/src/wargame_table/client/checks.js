// What a program makes of a server's messages is checked first: lenient towards what is new, strict about what is used.

import { quote } from "./reading.js";

/** Rows of a story that are kept. */
const LONGEST_STORY = 200_000;

/**
 * Throws an error in words where an update cannot be, or is not as a screen reads it; `heldRows` rows of the story are known.
 * @param {any} update @param {number} heldRows
 */
export function checkUpdate(update, heldRows) {
  const { kept, known, events = [], waiting, ask } = update;
  const lists = Array.isArray(events) && Array.isArray(waiting) && events.every((row) => row && typeof row === "object");
  if (!lists || typeof update.at !== "string" || typeof update.tag !== "string") throw new Error("the server sent an update without its tags and lists");
  if (!(Number.isInteger(kept) && kept >= 0 && kept <= heldRows)) throw new Error(`the server sent an update that keeps ${quote(String(kept))} rows of the story, of which there are ${heldRows}`);
  if (known !== kept + events.length) throw new Error(`the server sent an update of ${quote(String(known))} rows that has ${kept} and ${events.length} more`);
  if (known > LONGEST_STORY) throw new Error(`the server sent a story of ${known} rows; at most ${LONGEST_STORY} are read`);
  if (ask !== undefined) checkRows(ask?.rows);
}

/** Throws an error in words for what are no rows of a menu. @param {any} rows */
export function checkRows(rows) {
  const isFittingRow = (row) => typeof row?.label === "string" && row.action && typeof row.action === "object" && !Array.isArray(row.action);
  if (!Array.isArray(rows) || !rows.every(isFittingRow)) throw new Error("the server sent a question without rows of label and action");
}
