// A hint: three choices that the seat might make, each with its chance to win and reasons, asked for by a button.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

/**
 * The number of the row that a choice of a hint stands for; -1 where the list has not been read that far.
 * @param {{ action: any }[]} rows @param {any} action
 */
export function rowOf(rows, action) {
  const wantedAction = JSON.stringify(action);
  return rows.findIndex((row) => JSON.stringify(row.action) === wantedAction);
}

/** "57 % to win, give or take 3"; nothing for a choice that is not rated. @param {import("./messages").AdvisedChoice} choice */
export function ratingOf({ percent, error = 0 }) {
  if (percent === undefined) return "";
  const rating = { percent: Math.round(percent), error: Math.round(error) };
  return error >= 0.5 ? phrase("toWinAbout", rating) : phrase("toWin", rating);
}

export class Hint {
  /** `handlers` has `request(kind, fields, answered)` and `choose(row number)`. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.button = make("button", { type: "button", class: "hint", text: phrase("hint"), title: phrase("hintTitle"), onclick: () => this.#ask() });
    this.told = make("div", { class: "chances", role: "status" });
    this.element = make("div", { class: "hints", hidden: true }, this.button, this.told);
  }

  /** Show the button where there is something to choose, without what was told of another question. */
  show() {
    const { ask, at, lesson } = this.state.now;
    this.element.hidden = !ask || Boolean(lesson?.do) || !this.state.welcome?.can.includes("hint");
    if (this.at === at) return;
    this.at = at;
    this.button.disabled = false;
    this.told.replaceChildren();
  }

  #ask() {
    const { at } = this.state.now;
    this.button.disabled = true;
    this.told.replaceChildren(make("p", { text: phrase("botThinks") }));
    this.handlers.request("hint", {}, (answer) => {
      if (this.state.now.at !== at) return;
      this.button.disabled = false;
      if (answer.kind === "hint") this.#tell(answer);
      else this.told.replaceChildren(make("p", { text: answer.text }));
    });
  }

  /** @param {import("./messages").HintTold} hint */
  #tell(hint) {
    const rows = this.state.now.ask?.rows ?? [];
    const labels = this.state.labelsOf(rows);
    const items = hint.choices.map((choice) => {
      const number = rowOf(rows, choice.action);
      const name = number < 0 ? make("span", { text: this.state.plain(choice.text) }) : make("button", { type: "button", class: "link", text: labels[number], onclick: () => this.handlers.choose(number) });
      const rating = ratingOf(choice);
      return make("li", {}, name, rating ? `: ${rating}` : "", ...choice.why.map((sentence) => make("p", { class: "help", text: this.state.plain(sentence) })));
    });
    this.told.replaceChildren(
      make("p", { text: phrase("chanceNow", { percent: Math.round(hint.percent) }) }),
      make("ol", {}, ...items),
      ...(hint.note ? [make("p", { text: hint.note })] : []),
    );
  }
}
