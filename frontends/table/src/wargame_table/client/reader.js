// A sheet over the map for something to read, a rule or what happened in a turn: the question stays where it is, and a button leads back to it.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

export class Reader {
  constructor() {
    this.heading = make("h2", { tabindex: "-1" });
    this.body = make("div", { class: "text" });
    const backButton = make("button", { type: "button", class: "way-back", text: phrase("backToQuestion"), onclick: () => this.close() });
    this.element = make("section", { class: "reader", role: "dialog", hidden: true, "aria-label": phrase("toRead") }, make("p", { class: "bar" }, backButton), this.heading, this.body);
  }

  /** Show something; `opener` gets the keys back when it is closed. @param {string} title @param {Node[]} parts @param {Element | null} opener */
  show(title, parts, opener) {
    this.opener = opener;
    this.heading.textContent = title;
    this.element.setAttribute("aria-label", title);
    this.body.replaceChildren(...parts);
    this.element.hidden = false;
    this.element.scrollTop = 0;
    this.heading.focus({ preventScroll: true });
  }

  /** Close it; false where nothing is open. */
  close() {
    if (this.element.hidden) return false;
    this.element.hidden = true;
    /** @type {HTMLElement | null | undefined} */ (this.opener)?.focus({ preventScroll: true });
    return true;
  }
}
