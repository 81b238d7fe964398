// What happened, for the eye: the lines of the log, what to play on the map and how long. Knows no page.

import { targetsOf } from "./picker.js";

/** How fast what others do is shown: a factor of the milliseconds below. */
export const PACES = { slow: 2, normal: 1, fast: 0.35, off: 0 };
const LASTS = { note: 100, order: 100, move: 600, retreat: 700, loss: 500, card: 1300, dice: 700, attack: 1500 };
const LONGEST = 3500; // of one step, however much happened in it
const BEHIND = 5; // steps that wait: from here on the others are shown faster

/**
 * What kind of scene a row of the story is. `sideOf` tells the side of a piece.
 * @param {import("./messages").StoryLine} row @param {(piece: string) => string} sideOf
 */
export function kindOf(row, sideOf = () => "") {
  if (row.scene) return row.scene.as;
  const actionFacts = row.about ?? {};
  const [mover] = actionFacts.pieces ?? [];
  if (mover && targetsOf(actionFacts).some((target) => sideOf(target) && sideOf(target) !== sideOf(mover))) return row.text ? "attack" : "note";
  if (actionFacts.to === "off") return "loss";
  if (mover && actionFacts.to && (actionFacts.from || actionFacts.path)) return "move";
  return row.dice && isDie(row.dice) ? "dice" : "note";
}

/** Whether something rolled is a die, and not a card or a counter that is drawn. */
export function isDie({ die, face }) {
  return typeof face === "number" || /\bd\d|\bdi(c)?e\b/.test(die);
}

/**
 * The lines of the log that rows come to: dice stand before the sentence that they led to, and what a sentence tells of a draw is not
 * told twice. Each has the number of its row in the story. `rowsBefore` are rows before these of which no line has been made.
 * @param {import("./messages").StoryLine[]} rows @param {number} firstNumber @param {import("./messages").StoryLine[]} rowsBefore
 * @returns {{ number: number, row: import("./messages").StoryLine, dice: import("./messages").Rolled[], head: { by: string, turn: number, step: string } | null }[]}
 */
export function linesOf(rows, firstNumber = 0, rowsBefore = []) {
  const lines = [];
  let waitingDice = [];
  /** @param {import("./messages").StoryLine} row */
  const headOf = ({ by = "", turn = 0, step = "" }) => ({ by, turn, step });
  const headed = rowsBefore.filter(({ by }) => by !== undefined).at(-1);
  let head = headed ? headOf(headed) : null;
  const flush = () => {
    for (const [number, row] of waitingDice) push(number, row, [row.dice]);
    waitingDice = [];
  };
  const push = (number, row, dice) => {
    lines.push({ number, row, dice, head });
    head = null;
  };
  rows.forEach((row, index) => {
    if (row.by !== undefined) {
      flush();
      head = headOf(row);
    }
    if (row.dice) return void waitingDice.push([firstNumber + index, row]);
    const namedIds = [...(row.about?.cards ?? []), ...(row.about?.pieces ?? [])];
    const shownDice = row.scene?.dice;
    waitingDice = waitingDice.filter(([, roll]) => !namedIds.includes(roll.dice.face) && !(shownDice && isDie(roll.dice)));
    if (!row.text) return;
    const dice = waitingDice.filter(([, roll]) => isDie(roll.dice)).map(([, roll]) => roll.dice);
    waitingDice = waitingDice.filter(([, roll]) => !isDie(roll.dice));
    flush();
    push(firstNumber + index, row, dice);
  });
  flush();
  return lines;
}

/**
 * What to play on the map for rows that are new: arrows, dice, losses, ways, cards.
 * @param {import("./messages").StoryLine[]} rows @param {(piece: string) => string} sideOf
 */
export function sceneOf(rows, sideOf = () => "") {
  const scene = { attacks: [], losses: [], retreats: [], played: /** @type {import("./messages").StoryLine | undefined} */ (undefined), dice: [], kinds: [], roller: "" };
  for (const row of rows) {
    const [kind, actionFacts] = [kindOf(row, sideOf), row.about ?? {}];
    scene.kinds.push(kind);
    if (!scene.roller || !scene.dice.length) scene.roller = rollerOf(actionFacts) || scene.roller;
    if (kind === "attack") scene.attacks.push({ from: actionFacts.pieces ?? [], to: targetsOf(actionFacts), places: actionFacts.places ?? [], hits: (row.scene?.dice ?? []).filter(({ hit }) => hit).length });
    if (kind === "loss") scene.losses.push({ pieces: actionFacts.pieces ?? [], count: row.scene?.count ?? 1, gone: actionFacts.to === "off" });
    if (kind === "retreat") scene.retreats.push(...(actionFacts.pieces ?? []));
    if (kind === "card" && actionFacts.cards) scene.played = row;
    if (row.scene?.dice) scene.dice = [...scene.dice.filter(({ word }) => !word), ...row.scene.dice.map(({ face, hit }) => ({ face, hit, word: Number.isNaN(Number(face)) }))];
    else if (row.dice && isDie(row.dice) && typeof row.dice.face === "number") scene.dice.push({ face: String(row.dice.face), die: row.dice.die, for: row.dice.for });
  }
  const thrown = rows.some((row) => row.scene?.dice && row.scene.dice.every(({ face }) => !Number.isNaN(Number(face))));
  if (thrown) scene.dice = scene.dice.filter((die) => !("die" in die)); // the scene has them
  return scene;
}

/** What the dice of a step belong to: the piece that acts, or where it happens. @param {any} about */
function rollerOf(about) {
  const [piece] = [...targetsOf(about), ...(about.pieces ?? [])];
  const place = [about.to, about.from, ...(about.places ?? [])].find((id) => id && id !== "off");
  return piece ? `piece:${piece}` : place ? `place:${place}` : "";
}

/**
 * Milliseconds that a step is shown.
 * @param {string[]} kinds @param {keyof typeof PACES} pace @param {number} updatesBehind how many steps wait
 */
export function lastsFor(kinds, pace, updatesBehind = 0) {
  const wholeTime = kinds.length ? Math.max(...kinds.map((kind) => LASTS[kind] ?? LASTS.note)) + 60 * (kinds.length - 1) : 0;
  return Math.min(LONGEST, wholeTime) * PACES[pace] * (updatesBehind > BEHIND ? BEHIND / updatesBehind : 1);
}

/** The number of the first row after the latest choice of a seat; 0 where it has not chosen. */
export function sinceLastChoice(story, you) {
  let latestActor = "";
  let sinceChoice = 0;
  story.forEach((row, number) => {
    if (row.by !== undefined && row.by !== latestActor) {
      if (latestActor === you) sinceChoice = number;
      latestActor = row.by;
    }
  });
  return latestActor === you ? story.length : sinceChoice;
}
