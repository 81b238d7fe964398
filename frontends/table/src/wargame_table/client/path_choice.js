// Choosing a way place by place, where the menu has only the best one to each place.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

export class Way {
  /** `handlers` has `judge(action, answered)`, `build(action)` and `changed()`; `state` knows sheet and names. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.path = [];
    this.legal = false;
    this.begin = make("button", { type: "button", class: "begin-way", text: phrase("wayByPlace"), onclick: () => this.#start() });
    this.words = make("p", { role: "status" });
    this.go = make("button", { type: "button", class: "row", text: phrase("goThisWay"), onclick: () => this.handlers.build(this.#action()) });
    this.less = make("button", { type: "button", text: phrase("onePlaceBack"), onclick: () => this.back() });
    this.under = make("div", { class: "by-place", hidden: true }, this.words, this.go, this.less, make("button", { type: "button", text: phrase("fromMenu"), onclick: () => this.stop() }));
    this.element = make("div", { class: "way-by-place", hidden: true }, this.begin, this.under);
  }

  /** Show what can be gone place by place when `picks` are picked: nothing where that is not one way alone. */
  show(ask, picks, moment) {
    const ways = ask?.ways ?? [];
    const meant = ways.filter(({ pieces }) => pieces.some((id) => picks.includes(`piece:${id}`)));
    const way = meant.length === 1 ? meant[0] : ways.length === 1 ? ways[0] : null;
    if (this.at !== moment || (this.active && way !== this.way)) this.active = false;
    this.at = moment;
    this.way = way;
    this.element.hidden = !way;
    this.begin.hidden = this.active;
    this.under.hidden = !this.active;
  }

  #start() {
    this.active = true;
    this.#walk([]);
  }

  stop() {
    this.active = false;
    this.handlers.changed();
  }

  #walk(path) {
    this.path = path;
    this.legal = false;
    this.#say("");
    if (path.length) {
      this.handlers.judge(this.#action(), (answer) => {
        if (this.path !== path || answer.kind !== "judged") return;
        this.legal = answer.legal;
        this.#say(answer.reasons.map(({ text }) => text).join(" "));
      });
    }
    this.handlers.changed();
  }

  #say(reasonText) {
    const names = [this.way.start, ...this.path].map((id) => this.state.nameOf(`place:${id}`)).join(" → ");
    this.words.textContent = reasonText ? `${names}: ${reasonText}` : this.path.length ? names : phrase("pointAtNext", { way: names });
    this.go.disabled = !this.legal;
    this.less.disabled = !this.path.length;
  }

  #action() {
    const action = structuredClone(this.way.action);
    const lastKey = this.way.into.at(-1);
    this.way.into.slice(0, -1).reduce((part, key) => part[key], action)[lastKey] = this.path.map((id) => this.way.places[id]);
    return action;
  }

  /** One place back, or back to the menu. */
  back() {
    if (this.path.length) this.#walk(this.path.slice(0, -1));
    else this.stop();
  }

  /** Where the way may go on: the neighbours of its end. */
  get lit() {
    const endPlace = this.path.at(-1) ?? this.way.start;
    const links = this.state.printed("spaces", endPlace)?.links ?? [];
    return (links.length ? links : Object.keys(this.way.places)).filter((id) => id in this.way.places && id !== endPlace).map((id) => `place:${id}`);
  }

  get picked() {
    return this.path.map((id) => `place:${id}`);
  }

  /** The way so far, for an arrow. */
  get gone() {
    return [this.way.start, ...this.path];
  }

  /** Go on to a place; false when that is not meant. */
  toggle(reference) {
    if (!this.active || !this.lit.includes(reference)) return false;
    this.#walk([...this.path, reference.slice("place:".length)]);
    return true;
  }
}
