// Choosing: from the first thing that is pointed at, on the map, in the list or in the hand, to the choice that is sent.

import { clickOn, clickPicks } from "./clicks.js";
import { Confirm } from "./confirm.js";
import { phrase } from "./phrases.js";
import { fanned, popup } from "./stack_spread.js";
import { Picker, foesOf } from "./picker.js";
import { make } from "./state.js";
import { namedBy } from "./story.js";
import { fillTip } from "./tip.js";

const WHOLE = 2000; // up to so many rows a menu is fetched without a question
const FORCED = [1500, 4000]; // milliseconds until the only choice is played by itself, drawn between these

export class Choosing {
  /** @param {import("./table.js").WargameTable} table */
  constructor(table) {
    this.table = table;
    /** The choices of the question, narrowed by what was pointed at. @type {Picker | null} */
    this.picker = null;
    this.confirm = new Confirm(table.board, { choose: (row) => this.choose(row) });
    this.tip = make("div", { class: "tip" });
    /** What the pointer is over, or has the keys. @type {string[]} */
    this.hovered = [];
  }

  /** A question comes, or the same one again. */
  begin() {
    const { again, ask, board, people, root, side, state } = this.table;
    const rows = state.now.ask?.rows ?? [];
    clearTimeout(this.passing);
    const another = this.asked !== undefined && this.asked !== state.now.at;
    if (another) ask.say(""); // after a refusal the same question comes again
    this.asked = state.now.at;
    const { stacks } = state;
    this.picker = new Picker(rows, (row) => foesOf(row, (piece) => state.sideOf(piece), (place) => stacks.get(place) ?? []), (name) => name.startsWith("card:") || Boolean(board.elementOf(name)));
    root.querySelector(".popup")?.remove();
    this.hinted = undefined;
    this.hint([]);
    again.sum();
    ask.begin(state.now, this.picker);
    this.light();
    this.table.taught?.show();
    board.open(state.now.lesson?.light);
    if (another) requestAnimationFrame(() => ((side.element.scrollTop = ask.element.scrollTop = 0), this.table.taught?.reveal())); // once the browser lays it out anyway
    this.#focus();
    if (state.now.ask?.more && rows.length < WHOLE) this.more();
    const isTaught = state.now.lesson && !state.now.lesson.over;
    if (rows.length === 1 && !state.now.ask.more && people.forced.checked && !isTaught) {
      ask.say(phrase("onlyChoice"), "forced");
      this.passing = setTimeout(() => this.table.greeting.open || this.choose(0), FORCED[0] + Math.random() * (FORCED[1] - FORCED[0]));
    }
  }

  /** Show things on the map; none for what the question itself speaks of. @param {string[]} references */
  hint(references) {
    const { board, state } = this.table;
    if (references.join() === this.hinted) return; // a pointer that moves on over the same row
    this.hinted = references.join();
    board.hint(references.length ? references : state.now.lesson?.light ?? namedBy(state.now.ask?.about));
  }

  /** Nothing can be chosen while it is shown what somebody else did. */
  rest() {
    const { ask, board, state } = this.table;
    board.light(new Map(), []);
    this.confirm.hide();
    const latestActor = [...state.story].reverse().find((row) => row.by)?.by;
    this.picker = new Picker([]);
    ask.begin({ ...state.now, ask: undefined, outcome: undefined, waiting: latestActor ? [latestActor] : [] }, this.picker);
  }

  /** The keys stay where they were: at the question, or on the map. */
  #focus() {
    const { ask, board, root } = this.table;
    if (root.activeElement || !this.focused) return;
    if (this.focused === "board" && board.current) return board.focus([...board.lit.keys()].find((name) => board.elementOf(name)) ?? board.current);
    ask.prompt.focus({ preventScroll: true });
  }

  /** Show what can be pointed at next, in the list, on the map and in the hand. */
  light() {
    const { ask, board, state } = this.table;
    this.confirm.hide();
    ask.show(this.picker, state.now.ask);
    const { way } = ask;
    const { lit, picked } = way.active ? way : ask.build;
    const referencesHere = way.active ? new Map() : new Map([...this.picker.ahead, ...this.picker.lit]);
    for (const reference of lit) if (!referencesHere.has(reference)) referencesHere.set(reference, []);
    board.light(referencesHere, [...this.picker.picks, ...picked]);
    this.over(this.hovered);
    if (way.active) board.way([way.gone]);
    this.lightCards();
  }

  /** The cards that can be chosen, in the hand and among the panels. */
  lightCards() {
    const { root } = this.table;
    for (const card of root.querySelectorAll("[data-card]")) {
      const reference = `card:${/** @type {HTMLElement} */ (card).dataset.card}`;
      const litAs = this.picker.picks.includes(reference) ? "picked" : this.picker.lit.has(reference) ? "can" : "";
      if (litAs) card.setAttribute("data-lit", litAs);
      else card.removeAttribute("data-lit");
    }
  }

  // Pointing

  /** Something on the map was clicked: `litReferences` of it can be chosen, `allReferences` lies there. */
  pointed(litReferences, allReferences, point) {
    const { again, board, film, root, state, why } = this.table;
    if (again.repetition || !(film?.element.hidden ?? true)) return;
    const stack = state.stacks.get((allReferences.at(-1) ?? "place:").slice(6))?.map((id) => `piece:${id}`) ?? [];
    const click = clickOn({ lit: litReferences, all: allReferences, stack }, this.picker?.picks ?? []);
    if (click.does === "pick") return this.pick(click.reference);
    if (click.does === "back") return void this.back();
    if (click.does === "explain") return why.not(click.references);
    const entries = fanned(board, click.references, litReferences, { pick: (reference) => this.pick(reference), explain: (references) => why.not(references) });
    popup(root, point, entries, () => {});
  }

  /** One thing was pointed at, wherever it is shown. */
  pick(reference) {
    const { ask, root, state, why } = this.table;
    ask.say("");
    if (ask.build.toggle(reference) || ask.way.toggle(reference)) return;
    if (ask.way.active || !this.picker) return why.not([reference]);
    const { does, row, rows } = clickPicks(this.picker, reference, this.confirm.row);
    if (does === "choose") return this.choose(row);
    this.light();
    if (does === "nothing") return why.not([reference]);
    const labels = state.labelsOf(this.picker.rows);
    if (does === "arm") this.confirm.show(row, labels[row], this.picker.rows[row].help, reference);
    if (does === "list") popup(root, null, rows.map((number) => ({ text: labels[number], action: () => this.choose(number) })), () => {});
  }

  /** Take back what was pointed at last. */
  back() {
    if (this.table.ask.way.active) this.table.ask.way.back();
    else if (this.picker?.back()) this.light();
  }

  /** The pointer is over something. */
  over(references) {
    const { board, state } = this.table;
    this.hovered = references;
    const rows = this.picker ? [...new Set(references.flatMap((reference) => this.picker.lit.get(reference) ?? []))].map((number) => this.picker.rows[number]) : [];
    fillTip(this.tip, board, state, this.picker ? references : [], rows);
  }

  // Sending

  choose(number) {
    const row = this.table.state.now.ask?.rows[number];
    if (row) this.send("act", { action: row.action });
  }

  /** Answer the question, with a choice (`act`) or a `report`. */
  send(kind, fields) {
    const { again, ask, board, root, state } = this.table;
    clearTimeout(this.passing);
    if (this.table.dataset.state !== "yours") return;
    if (again.repetition) again.now();
    const active = root.activeElement;
    this.focused = active && board.over.contains(active) ? "board" : "ask";
    this.table.as("sending");
    ask.say("");
    this.confirm.hide();
    again.begin();
    again.isOwnDoing = true;
    this.table.request(kind, { at: state.now.at, ...fields });
  }

  /** Ask for the next rows of a long menu, of which those up to `WHOLE` come without a question, so that the map shows them. */
  more() {
    const { state } = this.table;
    const { at, ask: { rows } } = state.now;
    this.table.request("rows", { at, first: rows.length }, (answer) => {
      if (answer.kind !== "rows" || state.now.at !== at || !state.now.ask) return;
      state.now.ask.rows = [...rows, ...answer.rows];
      state.now.ask.more = answer.more;
      this.begin();
    });
  }
}
