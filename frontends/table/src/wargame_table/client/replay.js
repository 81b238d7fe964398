// What others did, at its pace, with a sentence that sums it up; and shown again: every step since one's last choice, as it was on this screen.

import { PACES, lastsFor, sceneOf, sinceLastChoice, summaryOf } from "./scenes.js";
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
    this.mine = false; // whether what happens next is of one's own doing
    this.held = null;
    /** What is being shown again. @type {object | null} */
    this.shown = null;
    this.button = make("button", { type: "button", class: "skip", hidden: true, text: "skip ▸", onclick: () => this.#skip() });
    this.summary = make("span", {});
    this.once = make("button", { type: "button", class: "once-more", text: "show me again", onclick: () => this.repeat() });
    this.news = make("p", { class: "news", hidden: true }, this.summary, " ", this.once);
    const chosen = localStorage.getItem(PACE) ?? "normal";
    this.pace = make("select", { class: "pace", onchange: () => (localStorage.setItem(PACE, this.pace.value), this.#skip()) }, ...Object.keys(PACES).map((name) => make("option", { value: name, text: name, selected: name === chosen })));
    this.setting = make("label", {}, "How fast what others do is shown: ", this.pace);
  }

  /** Show what an update has brought: at its pace where others did it. @param {Step} step */
  async follow(step, takenBack) {
    const { board, choosing, stage, state } = this.table;
    const { before, news } = step;
    const { mine } = this;
    if (news.length) {
      this.mine = false;
      this.steps = [...this.steps, step].slice(-KEPT);
    }
    const ways = waysOf(news);
    if (news.length) board.way([...ways.values()]);
    else if (takenBack) board.way([]);
    const scene = sceneOf(news, (piece) => state.sideOf(piece));
    const lasts = lastsFor(scene.kinds, stage.wanted ? this.pace.value : "off", this.behind);
    const waits = !mine && lasts > 0;
    if (waits) {
      choosing.rest();
      const spots = stage.spots(scene, before, ways);
      if (spots.length) board.camera.come(spots);
    }
    stage.play(scene, before, ways, lasts);
    if (!waits) return;
    this.button.hidden = false;
    await this.#hold(lasts);
    this.button.hidden = true;
  }

  /** One has chosen: what came before needs not be shown again. */
  begin() {
    this.steps = [];
  }

  /** A sentence on what others did since one chose, or on what one's own choice has brought. */
  sum() {
    const { story, welcome, titles } = this.table.state;
    const sideOf = (piece) => this.table.state.sideOf(piece);
    const since = sinceLastChoice(story, welcome.you);
    const rows = story.slice(since);
    const names = [...new Set(rows.map(({ by }) => by).filter(Boolean))].map((seat) => titles[seat] ?? seat);
    const own = since === story.length ? this.steps.flatMap(({ news }) => news) : null;
    const words = own ? summaryOf(own, sideOf) : summaryOf(rows, sideOf, names);
    this.summary.textContent = words;
    this.news.hidden = !words || (own !== null && !/attack|loss/.test(words));
  }

  /** Show the steps since one's last choice once more; after the page was loaded again, as a film. */
  async repeat() {
    const { choosing, film, state } = this.table;
    const steps = this.steps.filter(({ sheet }) => (sheet ?? state.welcome.sheet) === state.sheet.digest);
    if (!steps.length) return film.fetch(sinceLastChoice(state.story, state.welcome.you));
    choosing.confirm.hide();
    this.button.hidden = false;
    if (await this.#play(steps)) this.now();
  }

  /** Play steps; whether none was left out. @param {Step[]} steps */
  async #play(steps) {
    const run = (this.shown = {});
    const { board, stage, state } = this.table;
    for (const { before, pieces, marks, news } of steps) {
      const [scene, ways] = [sceneOf(news, (piece) => state.sideOf(piece)), waysOf(news)];
      const lasts = Math.max(LEAST, lastsFor(scene.kinds, this.pace.value === "off" ? "fast" : this.pace.value));
      this.stand({ pieces, marks });
      board.camera.come(stage.spots(scene, before, ways));
      board.hint(news.flatMap(({ about }) => namedBy(about)));
      board.way([...ways.values()]);
      stage.play(scene, before, ways, lasts);
      await this.#hold(lasts);
      if (this.shown !== run) return false;
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
    this.shown = null;
    this.button.hidden = true;
    stage.clear();
    board.hint([]);
    board.state = state;
    board.show();
    if (choosing.picker) choosing.light();
  }

  /** Leave what is being shown; false where nothing is. */
  leave() {
    if (this.shown) this.now();
    else if (!this.button.hidden) this.#skip();
    else return false;
    return true;
  }

  /** Wait so many milliseconds, unless somebody does not want to. */
  #hold(lasts) {
    return /** @type {Promise<void>} */ (new Promise((after) => {
      const timer = setTimeout(() => this.#release(), lasts);
      this.held = () => (clearTimeout(timer), after());
    }));
  }

  #release() {
    this.held?.();
    this.held = null;
  }

  #skip() {
    this.#release();
    this.table.stage.clear();
  }
}
