// A frame of a server, read before anything is made of it: what is no message is refused in words.

import { PROTOCOL } from "./messages.js";
import { phrase } from "./phrases.js";

/** Characters of the longest message that is read from a server. */
const FRAME = 8_000_000;

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
  return phrase("otherProtocol", { spoken: quote(String(spoken)), protocol: PROTOCOL });
}

/** A text as a sentence shows it. @param {string} text */
export function quote(text) {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
