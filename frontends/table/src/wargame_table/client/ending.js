// The end of a game: a page over the map that comes by itself, and the button for it; what stands on it comes with it.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

export class Ending {
  /** `handlers` has `replay(known, runs)`, `board`, `save()`, `deals()` for the buttons of what may be offered, `course(answered)` and `analysis(answered)`. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.element = make("section", { class: "ending", hidden: true, "aria-label": phrase("howItEnded") });
    this.result = make("button", { type: "button", class: "result", hidden: true, text: phrase("result"), onclick: () => this.open(this.element.hidden) });
    this.deals = make("span", { class: "deals" });
    /** @type {import("./result_page.js").ResultPage | null} */
    this.page = null;
  }

  /** Show how it ended, the first time by itself; nothing while it goes on. */
  async show() {
    const { outcome } = this.state.now;
    this.result.hidden = !outcome;
    if (!outcome) {
      this.told = null;
      this.open(false);
      return;
    }
    this.deals.replaceChildren(...this.handlers.deals());
    const outcomeText = JSON.stringify(outcome);
    if (this.told === outcomeText) return;
    this.told = outcomeText;
    this.page ??= await import("./result_page.js").then(({ ResultPage }) => new ResultPage(this));
    if (this.told !== outcomeText) return; // taken back meanwhile
    this.page.fill(outcome);
    this.open(true);
    this.handlers.course((answer) => answer.kind === "course" && this.page.draw(answer));
  }

  open(open) {
    this.element.hidden = !open;
    this.result.setAttribute("aria-expanded", String(open));
  }
}
