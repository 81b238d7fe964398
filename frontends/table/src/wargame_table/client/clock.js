// Thinking time in words: what is left of it, or, where the game does not end by it, by how much it is over.

import { phrase } from "./phrases.js";

/**
 * The clock of a seat at a moment, in seconds as the server counts them.
 * @param {import("./messages").Clock} clock @param {string} seat @param {number} now
 */
export function timeLeft(clock, seat, now) {
  const running = clock.running.includes(seat) ? Math.max(0, now - clock.since) : 0;
  const told = clock.allowed - (clock.used[seat] ?? 0) - running;
  const left = clock.limit ? Math.max(0, told) : told; // the server ends the game
  const over = left < 0;
  const seconds = Math.floor(Math.abs(left));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const digits = (number) => String(number).padStart(2, "0");
  const text = hours ? `${hours}:${digits(minutes)}:${digits(rest)}` : `${minutes}:${digits(rest)}`;
  return { text: over ? phrase("timeOver", { time: text }) : text, over: over || (Boolean(clock.limit) && !left) };
}
