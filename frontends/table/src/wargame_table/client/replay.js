// What others did, at its pace, with a sentence on it and the whole turn to read; and shown again: every step since one's last choice, as it was on this screen.

import { adopt } from "./elements.js";
import { phrase } from "./phrases.js";
import { headlineOf } from "./recap.js";
import { PACES, lastsFor, sceneOf, sinceLastChoice } from "./scenes.js";
import { waysOf } from "./stage.js";
import { State, make } from "./state.js";
import { namedBy } from "./story.js";

const LEAST = 250; // milliseconds that a step is shown again
const KEPT = 200; // steps
const PACE = "wargame-pace";

/** @typedef {{ before: any, pieces: any, marks: string[], sheet: string | undefined, news: import("./messages").StoryLine[] }} Step */

export class Again {
  /** @param {import("./table.js").WargameTable} table */
  constructor(table) {
    this.table = table;
    /** @type {Step[]} */
    this.steps = [];
    this.behind = 0; // updates that wait to be shown
    this.isOwnDoing = false; // whether what happens next follows one's own choice
    this.release = null;
    /** What is being shown again. @type {object | null} */
    this.repetition = null;
    this.button = make("button", { type: "button", class: "skip", hidden: true, text: phrase("skip"), onclick: () => this.#skip() });
    this.summary = make("span", {});
    this.once = make("button", { type: "button", class: "once-more", text: phrase("showAgain"), onclick: () => this.repeat() });
    this.whole = make("button", { type: "button", class: "whole-turn", text: phrase("readTurn"), onclick: () => this.read() });
    this.news = make("p", { class: "news", hidden: true }, this.summary, this.whole, this.once);
    const keptPace = localStorage.getItem(PACE) ?? "normal";
    this.pace = make("select", { class: "pace", onchange: () => (localStorage.setItem(PACE, this.pace.value), this.#skip()) }, .../** @type {(keyof typeof PACES)[]} */ (Object.keys(PACES)).map((name) => make("option", { value: name, text: phrase(name), selected: name === keptPace })));
    this.setting = make("label", {}, `${phrase("pace")} `, this.pace);
  }

  /** Show what an update has brought: at its pace where others did it. @param {Step} step */
  async follow(step, takenBack) {
    const { board, choosing, stage, state } = this.table;
    const { before: piecesBefore, news } = step;
    const { isOwnDoing } = this;
    if (news.length) {
      this.isOwnDoing = false;
      this.steps = [...this.steps, step].slice(-KEPT);
    }
    const ways = waysOf(news);
    if (news.length) board.way(this.steps.flatMap(({ news: rows }) => [...waysOf(rows).values()])); // of each march since one chose
    else if (takenBack) board.way([]);
    const scene = sceneOf(news, (piece) => state.sideOf(piece));
    const lasts = lastsFor(scene.kinds, stage.isWatched ? this.pace.value : "off", this.behind);
    const spots = stage.spots(scene, piecesBefore, ways);
    const isUnseen = scene.dice.length > 0 && spots.length > 0 && !board.camera.sees(spots[0]); // one's own dice, of a unit elsewhere
    const waits = lasts > 0 && (!isOwnDoing || isUnseen);
    if (waits) {
      choosing.rest();
      if (spots.length) board.camera.come(spots);
    }
    stage.play(scene, piecesBefore, ways, lasts);
    if (!waits) return;
    this.button.hidden = false;
    await this.#hold(lasts);
    this.button.hidden = true;
  }

  /** One has chosen: what came before needs not be shown again. */
  begin() {
    this.steps = [];
  }

  /** A sentence on what others did since one acted, and the way of each of their marches. */
  sum() {
    const { board, state } = this.table;
    const { recap, story, titles, now } = state;
    if (recap) board.way([...waysOf(story.slice(recap.first)).values()]);
    const words = headlineOf(recap, titles);
    this.summary.textContent = words;
    this.news.hidden = !words || Boolean(now.lesson && !now.lesson.over); // a lesson tells it in its own words
  }

  /** Show the whole turn to read. */
  async read() {
    const { reader, point, share, state, why } = this.table;
    const { recap } = state;
    if (!recap) return;
    const { LOOKS, toRead } = await import("./whole_turn.js");
    adopt(reader.element, LOOKS);
    const show = (references) => (reader.close(), point(references, true));
    reader.show(phrase("whatHappened"), toRead(recap, state.titles, { cards: (id) => state.printed("cards", id), show, explain: (event, line) => why.so(event, line), share }), this.whole);
  }

  /** Show the steps since one's last choice once more; after the page was loaded again, as a film. */
  async repeat() {
    const { choosing, state } = this.table;
    const steps = this.steps.filter(({ sheet }) => (sheet ?? state.welcome.sheet) === state.sheet.digest);
    if (!steps.length) return this.table.showFilm(sinceLastChoice(state.story, state.welcome.you));
    choosing.confirm.hide();
    this.button.hidden = false;
    if (await this.#play(steps)) this.now();
  }

  /** Play steps; whether none was left out. @param {Step[]} steps */
  async #play(steps) {
    const run = (this.repetition = {});
    const { board, stage, state } = this.table;
    for (const { before: piecesBefore, pieces, marks, news } of steps) {
      const [scene, ways] = [sceneOf(news, (piece) => state.sideOf(piece)), waysOf(news)];
      const lasts = Math.max(LEAST, lastsFor(scene.kinds, this.pace.value === "off" ? "fast" : this.pace.value));
      this.stand({ pieces, marks });
      board.camera.come(stage.spots(scene, piecesBefore, ways));
      board.hint(news.flatMap(({ about }) => namedBy(about)));
      board.way([...ways.values()]);
      stage.play(scene, piecesBefore, ways, lasts);
      await this.#hold(lasts);
      if (this.repetition !== run) return false;
    }
    return true;
  }

  /** Show the board as it was. */
  stand({ pieces, marks }) {
    const { board, state } = this.table;
    board.state = Object.assign(Object.create(State.prototype), state, { pieces, marks });
    board.light(new Map(), []);
    board.show();
  }

  /** Show the board as it is. */
  now() {
    const { board, choosing, stage, state } = this.table;
    this.repetition = null;
    this.button.hidden = true;
    stage.clear();
    board.hint([]);
    board.state = state;
    board.show();
    if (choosing.picker) choosing.light();
  }

  /** Leave what is being shown; false where nothing is. */
  leave() {
    if (this.repetition) this.now();
    else if (!this.button.hidden) this.#skip();
    else return false;
    return true;
  }

  /** Wait so many milliseconds, unless somebody does not want to. */
  #hold(lasts) {
    return /** @type {Promise<void>} */ (new Promise((resolve) => {
      const timer = setTimeout(() => this.#release(), lasts);
      this.release = () => (clearTimeout(timer), resolve());
    }));
  }

  #release() {
    this.release?.();
    this.release = null;
  }

  #skip() {
    this.#release();
    this.table.stage.clear();
  }
}
