// What a server says, read before anything is made of it: lenient towards what is new, strict about what is used.

import { PROTOCOL } from "./messages.js";

/** Characters of the longest message that is read from a server. */
const FRAME = 8_000_000;
/** Rows of a story that are kept. */
const LONGEST_STORY = 200_000;

/** The message that a frame holds. Throws an error in words for what is none. @param {unknown} text @returns {any} */
export function readTold(text) {
  if (typeof text !== "string") throw new Error(`the server sent a frame of bytes; ${PROTOCOL} has text only`);
  if (text.length > FRAME) throw new Error(`the server sent a message of ${text.length} characters; at most ${FRAME} are read`);
  const message = parsed(text);
  if (typeof message?.kind !== "string") throw new Error(`the server sent ${quote(text)}; a message of ${PROTOCOL} is an object with a kind`);
  return message;
}

/** The answer to a plain request: `messages`, or a refusal. Throws an error in words for what is neither. @param {string} text @returns {any} */
export function readAnswer(text) {
  const answer = text.length > FRAME ? null : parsed(text);
  const isList = Array.isArray(answer?.messages) && answer.messages.every((message) => typeof message?.kind === "string");
  if (!isList && typeof answer?.kind !== "string") throw new Error(`the server answered ${quote(text)}; an answer of ${PROTOCOL} has messages with a kind`);
  return answer;
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the server sent what is not JSON: ${quote(text)}`);
  }
}

/** Why a server of another protocol is of no use. @param {unknown} spoken */
export function otherProtocol(spoken) {
  return `The server speaks ${quote(String(spoken))}, this client ${PROTOCOL}: load the page again, or install the version of wargame-table that the server has.`;
}

/**
 * Throws an error in words where an update cannot be, or is not as a screen reads it; `told` rows of the story are known.
 * @param {any} update @param {number} told
 */
export function checkUpdate(update, told) {
  const { kept, known, events = [], waiting, ask } = update;
  const lists = Array.isArray(events) && Array.isArray(waiting) && events.every((row) => row && typeof row === "object");
  if (!lists || typeof update.at !== "string" || typeof update.tag !== "string") throw new Error("the server sent an update without its tags and lists");
  if (!(Number.isInteger(kept) && kept >= 0 && kept <= told)) throw new Error(`the server sent an update that keeps ${quote(String(kept))} rows of the story, of which there are ${told}`);
  if (known !== kept + events.length) throw new Error(`the server sent an update of ${quote(String(known))} rows that has ${kept} and ${events.length} more`);
  if (known > LONGEST_STORY) throw new Error(`the server sent a story of ${known} rows; at most ${LONGEST_STORY} are read`);
  if (ask !== undefined) checkRows(ask?.rows);
}

/** Throws an error in words for what are no rows of a menu. @param {any} rows */
export function checkRows(rows) {
  const fits = (row) => typeof row?.label === "string" && row.action && typeof row.action === "object" && !Array.isArray(row.action);
  if (!Array.isArray(rows) || !rows.every(fits)) throw new Error("the server sent a question without rows of label and action");
}

/** A text as a sentence shows it. @param {string} text */
function quote(text) {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
