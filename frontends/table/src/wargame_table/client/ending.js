// How a game ended: who won and by how much, points by award, losses, and the course of the score as a curve.

import { verdict } from "./ask.js";
import { make } from "./state.js";
import { short } from "./status_strip.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, LEFT, RIGHT, TOP, FOOT] = [640, 210, 38, 150, 14, 28]; // of the curve, and its margins
const ROOM = 22; // between the names at the ends of lines
const TICKS = 12; // turns that are named below the curve
const BY_PEOPLE = ["resigned", "draw", "ended here"]; // levels of an end that no points have made
const FEW = 8; // awards that are shown unfolded

/**
 * How a game ended, for the eye. Knows no page.
 * @param {{ outcome: import("./messages").Outcome, panels: Record<string, any>, story: import("./messages").StoryLine[], titles: Record<string, string>, sideOf: (piece: string) => string }} over
 */
export function endingOf({ outcome, panels, story, titles, sideOf }) {
  const score = Object.values(panels).find(({ panel }) => panel === "score");
  const points = score?.points ?? outcome.scores ?? {};
  const lost = {};
  for (const { scene, about } of story) {
    const side = scene?.as === "loss" ? sideOf(about?.pieces?.[0] ?? "") : "";
    if (side) lost[side] = (lost[side] ?? 0) + (scene.count ?? 1);
  }
  const winners = outcome.together ?? [outcome.winner];
  const sides = Object.keys(titles).filter((side) => side in points || side in lost || winners.includes(side));
  return {
    headline: verdict(outcome, titles),
    margin: BY_PEOPLE.includes(outcome.level) ? "" : marginOf(points, winners, titles),
    unit: unitOf(score?.title ?? "Points"),
    sides: sides.map((side) => ({ side, title: titles[side], points: points[side], lost: Object.keys(lost).length ? lost[side] ?? 0 : undefined, won: winners.includes(side) })),
    awards: awardsOf(score?.ledger ?? []),
  };
}

/** What points are called: the title of a score may go on to say how it stands. */
const unitOf = (title) => title.split(":")[0];

/** "6 to 1": the points of the winner first, where points have decided it. */
function marginOf(points, winners, titles) {
  const sides = Object.keys(titles).filter((side) => side in points).sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)));
  const [first, second] = sides.map((side) => points[side]);
  return sides.length > 1 && first > second ? sides.map((side) => points[side]).join(" to ") : "";
}

/** The lines of a ledger, alike ones together, the most points first; what brought none is left out. */
function awardsOf(ledger) {
  const awards = new Map();
  for (const { side, points, text, cite } of ledger) {
    const words = text.replace(/^turn \d+: /, "");
    const award = awards.get(`${side} ${words}`) ?? { side, text: words, cite, points: 0, times: 0 };
    awards.set(`${side} ${words}`, { ...award, points: award.points + points, times: award.times + 1 });
  }
  return [...awards.values()].filter(({ points }) => points).sort((a, b) => b.points - a.points);
}

/**
 * The curve of the score: for each side its corners, how far the game had come and the points, both from 0 to 1; and the turns.
 * @param {import("./messages").CourseOfGame["rows"]} rows
 */
export function curveOf(rows) {
  const last = Math.max(1, rows.at(-1)?.known ?? 1);
  const sides = [...new Set(rows.flatMap(({ points }) => Object.keys(points)))];
  const all = rows.flatMap(({ points }) => Object.values(points));
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const high = (points) => (points - least) / (most - least);
  const lines = sides.map((side) => {
    const told = rows.filter(({ points }) => side in points);
    return { side, points: told.at(-1)?.points[side] ?? 0, corners: told.map(({ known, points }) => [known / last, high(points[side])]) };
  });
  const turns = rows.filter(({ turn }, number) => turn && turn !== rows[number - 1]?.turn);
  const every = Math.ceil(turns.length / TICKS);
  return { lines, least, most, turns: turns.filter((_, number) => number % every === 0).map(({ turn, known }) => ({ turn, at: known / last })) };
}

export class Ending {
  /** `on` has `replay(known)`, `save()`, `deals()` for the buttons of what may be offered, and `course(answered)`. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.element = make("section", { class: "ending", hidden: true, "aria-label": "How the game ended" });
    this.result = make("button", { type: "button", class: "result", hidden: true, text: "Result", onclick: () => this.open(this.element.hidden) });
    this.deals = make("span", { class: "deals" });
    this.curve = make("div", { class: "curve" });
  }

  /** Show how it ended, the first time by itself; nothing while it goes on. */
  show() {
    const { outcome } = this.state.now;
    this.result.hidden = !outcome;
    if (!outcome) {
      this.told = null;
      this.open(false);
      return;
    }
    this.deals.replaceChildren(...this.on.deals());
    const told = JSON.stringify(outcome);
    if (this.told === told) return;
    this.told = told;
    this.#fill(outcome);
    this.open(true);
    this.on.course((answer) => answer.kind === "course" && this.#draw(answer));
  }

  open(open) {
    this.element.hidden = !open;
    this.result.setAttribute("aria-expanded", String(open));
  }

  #fill(outcome) {
    const { panels, story, titles } = this.state;
    const ended = endingOf({ outcome, panels, story, titles, sideOf: (piece) => this.state.sideOf(piece) });
    const losses = ended.sides.some(({ lost }) => lost !== undefined);
    const row = ({ side, title, points, lost, won }) => make("tr", { "data-side": side, "data-won": won }, make("th", { scope: "row", text: title }), make("td", { text: points ?? "–" }), ...(losses ? [make("td", { text: lost })] : []));
    const head = make("tr", {}, make("td"), make("th", { scope: "col", text: ended.unit }), ...(losses ? [make("th", { scope: "col", text: "Losses" })] : []));
    this.curve.replaceChildren();
    const button = (text, onclick, kind = "") => make("button", { type: "button", class: kind || null, text, onclick });
    this.element.replaceChildren(
      make("h2", {}, ended.headline, ended.margin ? make("b", { text: ` ${ended.margin}` }) : null),
      make("p", { text: outcome.text ?? "" }),
      make("table", { class: "sides" }, head, ...ended.sides.map(row)),
      this.curve,
      ...this.#awards(ended.awards),
      make("p", { class: "do" }, this.deals, button("Replay", () => this.#away(() => this.on.replay(0))), button("Save the record", () => this.on.save(), "save"), button("Look at the map", () => this.open(false), "close")),
    );
  }

  #away(next) {
    this.open(false);
    next();
  }

  #awards(awards) {
    if (!awards.length) return [];
    const rows = awards.map(({ side, text, cite, points, times }) => make("li", { "data-side": side }, make("b", { text: points > 0 ? `+${points}` : `−${-points}` }), ` ${this.state.titles[side] ?? side}: ${text}${times > 1 ? ` (${times} times)` : ""} `, cite ? make("cite", { text: cite }) : null));
    const more = rows.length > FEW ? [make("details", {}, make("summary", { text: `${rows.length - FEW} more` }), make("ul", {}, ...rows.slice(FEW)))] : [];
    return [make("h3", { text: "Points by award" }), make("ul", { class: "awards" }, ...rows.slice(0, FEW)), ...more];
  }

  /** @param {import("./messages").CourseOfGame} course */
  #draw({ title, rows }) {
    const { lines, least, most, turns } = curveOf(rows);
    if (!lines.length || rows.length < 2) return;
    const [x, y] = [(far) => LEFT + far * (WIDE - LEFT - RIGHT), (high) => HIGH - FOOT - high * (HIGH - FOOT - TOP)];
    const told = lines.map(({ side, points }) => `${this.state.titles[side] ?? side} ${points}`).join(", ");
    const svg = drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${unitOf(title)} in the course of the game; at the end ${told}` });
    for (const points of new Set([least, 0, most])) {
      const high = y((points - least) / (most - least));
      svg.append(drawn("path", { class: "grid", d: `M${LEFT} ${high}H${WIDE - RIGHT}` }), words(points, { x: LEFT - 6, y: high + 4, "text-anchor": "end" }));
    }
    for (const { turn, at } of turns) svg.append(words(turn, { x: x(at), y: HIGH - 8, "text-anchor": "middle" }), drawn("path", { class: "grid", d: `M${x(at)} ${HIGH - FOOT}v5` }));
    lines.forEach(({ side, corners }, number) => {
      const steps = corners.map(([far, high], at) => (at ? `H${x(far).toFixed(1)}V${y(high).toFixed(1)}` : `M${x(far).toFixed(1)} ${y(high).toFixed(1)}`)).join("");
      svg.append(drawn("path", { class: "line", "data-side": side, "data-number": number, d: `${steps}H${x(1)}` }));
    });
    let lowest = -Infinity;
    for (const { side, corners, points } of [...lines].sort((a, b) => b.points - a.points)) {
      lowest = Math.max(lowest + ROOM, y(corners.at(-1)[1]) + 4);
      svg.append(words(`${points} ${short(this.state.titles[side] ?? side)}`, { class: "end", "data-side": side, x: x(1) + 6, y: lowest }));
    }
    svg.addEventListener("click", (event) => {
      const { left, width } = svg.getBoundingClientRect();
      const far = (((event.clientX - left) / width) * WIDE - LEFT) / (WIDE - LEFT - RIGHT);
      this.#away(() => this.on.replay(Math.round(Math.max(0, Math.min(1, far)) * rows.at(-1).known)));
    });
    this.curve.replaceChildren(make("h3", { text: `${unitOf(title)} from turn to turn` }), svg);
  }
}

function drawn(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

function words(text, attributes) {
  const made = drawn("text", attributes);
  made.textContent = String(text);
  return made;
}
