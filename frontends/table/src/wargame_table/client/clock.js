// Thinking time in words: what is left of it, or, where the game does not end by it, by how much it is over.

import { phrase } from "./phrases.js";

/**
 * The clock of a seat at a moment, in seconds as the server counts them.
 * @param {import("./messages").Clock} clock @param {string} seat @param {number} timeNow
 */
export function timeLeft(clock, seat, timeNow) {
  const secondsRunning = clock.running.includes(seat) ? Math.max(0, timeNow - clock.since) : 0;
  const secondsLeft = clock.allowed - (clock.used[seat] ?? 0) - secondsRunning;
  const secondsShown = clock.limit ? Math.max(0, secondsLeft) : secondsLeft; // the server ends the game
  const isOver = secondsShown < 0;
  const seconds = Math.floor(Math.abs(secondsShown));
  const [hours, minutes, restOfSeconds] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const digits = (number) => String(number).padStart(2, "0");
  const text = hours ? `${hours}:${digits(minutes)}:${digits(restOfSeconds)}` : `${minutes}:${digits(restOfSeconds)}`;
  return { text: isOver ? phrase("timeOver", { time: text }) : text, over: isOver || (Boolean(clock.limit) && !secondsShown) };
}
