// The game as a film: a slider over every moment that the seat knew of.

import { make, merged } from "./state.js";

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
      this.label,
      make("button", { type: "button", text: "back to now", onclick: () => this.close() }),
    );
  }

  open(frames) {
    let pieces = {};
    let marks = [];
    this.moments = frames.map((frame) => {
      pieces = merged(pieces, frame.pieces);
      marks = frame.marks ?? marks;
      return { known: frame.known, pieces, marks, sheet: frame.sheet };
    });
    this.slider.max = this.moments.length - 1;
    this.element.hidden = false;
    this.#go(this.moments.length - 1);
    this.slider.focus();
  }

  #go(number) {
    const at = Math.max(0, Math.min(this.moments.length - 1, number));
    this.slider.value = at;
    this.label.textContent = `${at + 1} of ${this.moments.length}`;
    this.show(this.moments[at]);
  }

  close() {
    this.element.hidden = true;
    this.show(null);
  }
}
