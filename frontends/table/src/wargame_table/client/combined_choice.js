// Putting a choice together of one thing of each of several rows: from lists, or by pointing at a piece and then a place.

import { phrase } from "./phrases.js";
import { referencesOf } from "./picker.js";
import { make } from "./state.js";

export class Each {
  /** `handlers` has `build(action)`, `changed()` and `point(references)`. */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {import("./messages").Building | null} */
    this.build = null;
    /** @type {{ common: string[], own: string[][], list: HTMLSelectElement }[]} */
    this.rows = [];
    this.open = null;
    this.at = "";
    this.element = make("form", { class: "build each", hidden: true, onsubmit: (event) => this.#send(event) });
  }

  /** Show the rows to choose from, what was chosen kept while it is the same question; null for none. */
  show(build, moment) {
    this.element.hidden = !build;
    if (this.at === moment && build && this.build) return;
    Object.assign(this, { at: moment, build, open: null });
    this.rows = (build?.each ?? []).map((row) => this.#row(row));
    this.element.replaceChildren(...(build ? [make("p", { text: phrase("oneForEach") }), ...this.rows.map(({ list }) => list.parentElement), make("button", { class: "row", text: phrase("chooseThese") })] : []));
  }

  #row({ title, things }) {
    const referencesOfParts = things.map((part) => referencesOf(part).flat());
    const commonReferences = referencesOfParts[0].filter((reference) => referencesOfParts.every((otherReferences) => otherReferences.includes(reference)));
    const row = { common: commonReferences, own: referencesOfParts.map((references) => references.filter((reference) => !commonReferences.includes(reference))) };
    const point = () => this.handlers.point(referencesOfParts[row.list.selectedIndex]);
    row.list = make("select", { onchange: () => (point(), this.handlers.changed()), onfocus: point }, ...things.map(({ label }) => make("option", { text: label })));
    make("label", { onpointermove: point }, `${title} `, row.list);
    return row;
  }

  /** Begin with a row by the piece that it is for, or choose in the row begun; false when neither is meant. */
  toggle(reference) {
    const chosenNumber = this.open?.own.findIndex((references) => references.includes(reference)) ?? -1;
    if (chosenNumber >= 0) this.open.list.selectedIndex = chosenNumber;
    const openedRow = chosenNumber >= 0 ? null : this.build && this.rows.find((row) => row !== this.open && row.common.includes(reference));
    if (chosenNumber < 0 && !openedRow) return false;
    this.open = openedRow;
    this.handlers.changed();
    return true;
  }

  /** What can be pointed at. */
  get lit() {
    if (!this.build) return [];
    return [...(this.open?.own.flat() ?? []), ...this.rows.filter((row) => row !== this.open).flatMap(({ common }) => common)];
  }

  /** What was begun with, and all for which something else than the first is chosen. */
  get picked() {
    return this.build ? this.rows.filter((row) => row === this.open || row.list.selectedIndex).flatMap(({ common }) => common) : [];
  }

  #send(event) {
    event.preventDefault();
    const action = structuredClone(this.build.action);
    this.build.each.forEach(({ into, things }, number) => {
      const part = into.slice(0, -1).reduce((wholeAction, key) => wholeAction[key], action);
      part[into.at(-1)] = things[this.rows[number].list.selectedIndex].value;
    });
    this.handlers.build(action);
  }
}
