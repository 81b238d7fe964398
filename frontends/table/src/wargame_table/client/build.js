// Putting a choice together of some of several things, where there are too many choices to list: tick them, or point at them.

import { phrase } from "./phrases.js";
import { referencesOf } from "./picker.js";
import { make } from "./state.js";

export class Build {
  /** `handlers` has `build(action)`, `changed()` and `point(references)`. */
  constructor(handlers) {
    this.handlers = handlers;
    this.chosen = new Set();
    this.element = make("form", { class: "build", hidden: true, onsubmit: (event) => this.#send(event) });
  }

  /** Show how a choice is put together, what was ticked kept while it is the same question; null for none. */
  show(build, moment) {
    this.element.hidden = !build;
    if (this.at === moment && build && this.build) return;
    this.at = moment;
    this.build = build;
    this.chosen.clear();
    this.references = new Map();
    if (!build) return this.element.replaceChildren();
    this.boxes = new Map(build.things.map((part) => [part.name, this.#tick(part)]));
    this.go = make("button", { class: "row go" });
    this.excess = make("p", { class: "excess", role: "alert" });
    this.element.replaceChildren(make("p", { text: build.most < build.things.length ? phrase("anyAtMost", { most: build.most }) : phrase("anyOfThese") }), ...[...this.boxes.values()].map((box) => box.parentElement), this.excess, this.go);
    this.#say();
  }

  #tick(part) {
    const references = referencesOf(part).flat();
    for (const reference of references) this.references.set(reference, part.name);
    const point = () => this.handlers.point(references);
    const box = make("input", { type: "checkbox", value: part.name, onchange: () => this.#set(part.name, box.checked), onfocus: point });
    make("label", { class: "tick", "data-pick": references[0], onpointermove: point }, box, ` ${part.label}`);
    return box;
  }

  #set(name, isWanted) {
    if (isWanted) this.chosen.add(name);
    else this.chosen.delete(name);
    this.boxes.get(name).checked = isWanted;
    this.#say();
    this.handlers.changed();
  }

  #say() {
    this.go.textContent = this.chosen.size ? phrase("chooseSome", { count: this.chosen.size }) : phrase("chooseNone");
    const excess = this.chosen.size - this.build.most;
    this.go.disabled = excess > 0;
    this.excess.textContent = excess > 0 ? phrase("tooMany", { count: excess, most: this.build.most }) : "";
  }

  /** Tick what a reference stands for, or untick it; false when that is none of the things. */
  toggle(reference) {
    const name = this.build ? this.references.get(reference) : undefined;
    if (name === undefined) return false;
    this.#set(name, !this.chosen.has(name));
    return true;
  }

  /** What can be pointed at, and what is ticked. */
  get lit() {
    return this.build ? [...this.references.keys()] : [];
  }

  get picked() {
    return this.lit.filter((reference) => this.chosen.has(this.references.get(reference)));
  }

  #send(event) {
    event.preventDefault();
    const action = structuredClone(this.build.action);
    const way = [...this.build.into];
    const lastKey = way.pop();
    const list = way.reduce((part, key) => part[key], action);
    list[lastKey] = this.build.things.map(({ name }) => name).filter((name) => this.chosen.has(name));
    this.handlers.build(action);
  }
}
