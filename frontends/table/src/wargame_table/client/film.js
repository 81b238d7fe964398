// The game as a film: a slider over every moment that the seat knew of.

import { make, merged } from "./state.js";

const FRAME = 900; // milliseconds

export class Film {
  /** `show({ known, pieces, marks, sheet })` shows a moment; `show(null)` goes back to now. */
  constructor(show) {
    this.show = show;
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

  /** Show the film from its end, or `running` from the moment at which so many events were known. */
  open(frames, known = 0, running = false) {
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
    this.show(this.moments[at]);
  }

  close() {
    this.#stop();
    this.element.hidden = true;
    this.show(null);
  }
}
