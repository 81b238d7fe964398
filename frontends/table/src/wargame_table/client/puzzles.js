// Which puzzle of a game comes next in this browser: one after the other, and again from the first.

import { phrase } from "./phrases.js";

const NEXT = "wargame-puzzles";

/** The puzzle that comes next, as a lesson with its seat; the one after it then comes. @param {{ id: string, puzzles: string[] }} game */
export function nextPuzzle({ id, puzzles }) {
  const nextByGame = JSON.parse(localStorage.getItem(NEXT) ?? "{}");
  const number = (nextByGame[id] ?? 0) % puzzles.length;
  localStorage.setItem(NEXT, JSON.stringify({ ...nextByGame, [id]: number + 1 }));
  return { id: `puzzle-${number + 1}`, title: phrase("puzzleCount", { number: number + 1, all: puzzles.length }), seat: puzzles[number] };
}
