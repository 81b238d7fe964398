// What the second click will do, said at the thing that was pointed at.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

export class Confirm {
  /** `handlers` has `choose(row)`; `board` is where it is shown. */
  constructor(board, handlers) {
    this.board = board;
    this.words = make("span", {});
    this.help = make("small", {});
    this.go = make("button", { type: "button", class: "go", onclick: () => this.row !== null && handlers.choose(this.row) }, this.words);
    this.element = make("div", { class: "confirm", hidden: true }, this.go, this.help, make("small", { class: "again", text: phrase("orClickAgain") }));
    /** @type {number | null} */
    this.row = null;
    board.element.append(this.element);
  }

  /** Say what a row does, beside the thing that it was pointed at by. */
  show(row, label, help, reference) {
    this.row = row;
    this.words.textContent = label;
    this.help.textContent = help ?? "";
    this.element.hidden = false;
    const [frame, targetBox] = [this.board.element.getBoundingClientRect(), this.board.elementOf(reference)?.getBoundingClientRect()];
    const { offsetWidth: wide, offsetHeight: high } = this.element;
    const x = targetBox?.width ? targetBox.left + targetBox.width / 2 - frame.left : frame.width / 2;
    const above = targetBox?.width ? targetBox.top - frame.top - high - 8 : frame.height - high - 8;
    const y = above > 4 || !targetBox?.width ? above : targetBox.bottom - frame.top + 8;
    this.element.style.left = `${Math.max(4, Math.min(frame.width - wide - 4, x - wide / 2))}px`;
    this.element.style.top = `${Math.max(4, Math.min(frame.height - high - 4, y))}px`;
  }

  hide() {
    this.row = null;
    this.element.hidden = true;
  }
}
