// The game as a film: a slider over every moment that the seat knew of.

import { sinceLastChoice } from "./scenes.js";
import { make, merged } from "./state.js";
import { namedBy } from "./story.js";

const FRAME = 900; // milliseconds

export class Film {
  /** @param {import("./table.js").WargameTable} table */
  constructor(table) {
    this.table = table;
    /** The sheets of what the film shows, also of an inner game that is over. @type {import("./messages").Film["sheets"]} */
    this.sheets = {};
    this.slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "Moment of the game", oninput: () => this.#go(Number(this.slider.value)) });
    this.label = make("output", {});
    const step = (by) => () => this.#go(Number(this.slider.value) + by);
    this.element = make("div", { class: "film", hidden: true, role: "group", "aria-label": "Replay" },
      make("button", { type: "button", text: "◀", "aria-label": "one moment back", onclick: step(-1) }),
      this.slider,
      make("button", { type: "button", text: "▶", "aria-label": "one moment on", onclick: step(1) }),
      (this.play = make("button", { type: "button", text: "play", onclick: () => (this.playing ? this.#stop() : this.#run()) })),
      (this.since = make("button", { type: "button", text: "from my last choice", onclick: () => (this.#go(this.mine), this.#run()) })),
      this.label,
      make("button", { type: "button", text: "back to now", onclick: () => this.close() }),
    );
  }

  /** Ask for the film: shown from its end, or running from the moment at which so many events were known. @param {number | null} known */
  fetch(known = null) {
    const { state } = this.table;
    this.table.request("film", {}, (answer) => {
      if (answer.kind !== "film") return;
      Object.assign(state.faces, answer.faces);
      this.sheets = answer.sheets;
      this.#open(answer.frames, known ?? sinceLastChoice(state.story, state.welcome.you), known !== null);
    });
  }

  #open(frames, known, running) {
    let pieces = {};
    let marks = [];
    this.moments = frames.map((frame) => {
      pieces = merged(pieces, frame.pieces);
      marks = frame.marks ?? marks;
      return { known: frame.known, pieces, marks, sheet: frame.sheet };
    });
    this.slider.max = this.moments.length - 1;
    this.element.hidden = false;
    const later = this.moments.findIndex((moment) => moment.known > known);
    this.mine = later < 0 ? this.moments.length - 1 : Math.max(0, later - 1);
    this.#go(running ? this.mine : this.moments.length - 1);
    if (running) this.#run();
    this.slider.focus();
  }

  #run() {
    this.#stop();
    if (Number(this.slider.value) >= this.moments.length - 1) this.#go(0);
    this.play.textContent = "pause";
    this.playing = setInterval(() => {
      this.#go(Number(this.slider.value) + 1);
      if (Number(this.slider.value) >= this.moments.length - 1) this.#stop();
    }, FRAME);
  }

  #stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.play.textContent = "play";
  }

  #go(number) {
    const at = Math.max(0, Math.min(this.moments.length - 1, number));
    this.slider.value = at;
    this.label.textContent = `${at + 1} of ${this.moments.length}`;
    this.#show(this.moments[at]);
  }

  close() {
    this.#stop();
    this.element.hidden = true;
    this.#show(null);
  }

  /** Show a moment, null for now. Who drags the slider is shown the latest one only. */
  async #show(moment) {
    const { again, board, state, story } = this.table;
    this.wanted = moment;
    story.mark(0);
    await this.table.lay((moment ?? state.now).sheet ?? state.welcome.sheet);
    if (this.wanted !== moment) return;
    if (moment === null) return void (again.now(), board.open());
    again.stand(moment);
    story.mark(moment.known);
    const named = namedBy(state.story[moment.known - 1]?.about);
    board.hint(named);
    board.camera.come(board.spotsOf(named));
  }
}
