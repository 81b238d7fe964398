// The game as a film: a slider over every moment that the seat knew of.

import { phrase } from "./phrases.js";
import { sceneOf, sinceLastChoice } from "./scenes.js";
import { make, mergedFields } from "./state.js";
import { namedBy } from "./story.js";

const FRAME = 900; // milliseconds

export class Film {
  /** @param {import("./table.js").WargameTable} table */
  constructor(table) {
    this.table = table;
    /** The sheets of what the film shows, also of an inner game that is over. @type {import("./messages").Film["sheets"]} */
    this.sheets = {};
    this.slider = make("input", { type: "range", min: 0, value: 0, "aria-label": phrase("momentOfGame"), oninput: () => this.#go(Number(this.slider.value)) });
    this.label = make("output", {});
    const step = (stepBy) => () => this.#go(Number(this.slider.value) + stepBy);
    this.element = make("div", { class: "film", hidden: true, role: "group", "aria-label": phrase("replay") },
      make("button", { type: "button", text: "◀", "aria-label": phrase("momentBack"), onclick: step(-1) }),
      this.slider,
      make("button", { type: "button", text: "▶", "aria-label": phrase("momentOn"), onclick: step(1) }),
      (this.play = make("button", { type: "button", text: phrase("play"), onclick: () => (this.playing ? this.#stop() : this.#run()) })),
      (this.since = make("button", { type: "button", text: phrase("fromLastChoice"), onclick: () => (this.#go(this.mine), this.#run()) })),
      this.label,
      make("button", { type: "button", text: phrase("backToNow"), onclick: () => this.close() }),
    );
  }

  /** Ask for the film: shown from its end, or running from the moment at which so many events were known, or standing at the one after it. @param {number | null} knownCount */
  fetch(knownCount = null, runs = true) {
    const { state } = this.table;
    this.table.request("film", {}, (answer) => {
      if (answer.kind !== "film") return;
      Object.assign(state.faces, answer.faces);
      this.sheets = answer.sheets;
      this.#open(answer.frames, knownCount ?? sinceLastChoice(state.story, state.welcome.you), knownCount === null ? "end" : runs ? "runs" : "stands");
    });
  }

  /** @param {any[]} frames @param {number} knownCount @param {"end" | "runs" | "stands"} howShown */
  #open(frames, knownCount, howShown) {
    let pieces = {};
    let marks = [];
    this.moments = frames.map((frame) => {
      pieces = mergedFields(pieces, frame.pieces);
      marks = frame.marks ?? marks;
      return { known: frame.known, pieces, marks, sheet: frame.sheet };
    });
    this.slider.max = this.moments.length - 1;
    this.element.hidden = false;
    const laterNumber = this.moments.findIndex((moment) => moment.known > knownCount);
    this.mine = laterNumber < 0 ? this.moments.length - 1 : Math.max(0, laterNumber - 1);
    this.#go({ end: this.moments.length - 1, runs: this.mine, stands: this.mine + 1 }[howShown]);
    if (howShown === "runs") this.#run();
    this.slider.focus();
  }

  #run() {
    this.#stop();
    if (Number(this.slider.value) >= this.moments.length - 1) this.#go(0);
    this.play.textContent = phrase("pause");
    this.playing = setInterval(() => {
      this.#go(Number(this.slider.value) + 1);
      if (Number(this.slider.value) >= this.moments.length - 1) this.#stop();
    }, FRAME);
  }

  #stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.play.textContent = phrase("play");
  }

  #go(number) {
    const momentNumber = Math.max(0, Math.min(this.moments.length - 1, number));
    this.slider.value = momentNumber;
    this.label.textContent = phrase("countOf", { count: momentNumber + 1, all: this.moments.length });
    this.#show(this.moments[momentNumber]);
  }

  close() {
    this.#stop();
    this.element.hidden = true;
    this.#show(null);
  }

  /** Show a moment, null for now. Who drags the slider is shown the latest one only. */
  async #show(moment) {
    const { again, board, stage, state, story, strip } = this.table;
    this.wanted = moment;
    story.mark(0);
    await this.table.lay((moment ?? state.now).sheet ?? state.welcome.sheet);
    if (this.wanted !== moment) return;
    strip.filmed = moment?.known;
    strip.lay();
    if (moment === null) return void (again.now(), board.open());
    again.stand(moment);
    board.way([]); // those of the latest march are not of this moment
    stage.clear();
    stage.lay(sceneOf(state.story.slice(this.moments[this.moments.indexOf(moment) - 1]?.known ?? 0, moment.known)).played);
    story.mark(moment.known);
    const namedReferences = namedBy(state.story[moment.known - 1]?.about);
    board.hint(namedReferences);
    board.camera.come(board.spotsOf(namedReferences));
  }
}
