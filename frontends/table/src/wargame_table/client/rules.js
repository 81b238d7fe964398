// The rules at hand: headings with page, rule, rulings and options; a search over all words of them.

import { make } from "./state.js";

export class Rules {
  constructor() {
    this.known = false;
    this.words = make("input", { type: "search", class: "filter", placeholder: "find a rule", "aria-label": "Find a rule", oninput: () => this.#search() });
    this.count = make("p", { class: "count", role: "status", text: "Reading the rules …" });
    this.list = make("div", { class: "headings" });
    this.element = make("section", { class: "panel rules", "aria-label": "Rules" }, this.words, this.count, this.list);
  }

  /** Show what there is, and what a cite names. @param {{ heading: string, where: string, text: string[] }[]} rules */
  show(rules, words = "") {
    this.known = true;
    this.entries = rules.map(({ heading, where, text }) => {
      const element = make("details", {}, make("summary", {}, heading, make("cite", { text: ` ${where}` })), ...text.map((paragraph) => make("p", { text: paragraph })));
      return { heading: heading.toLowerCase(), title: heading, where, text, all: [heading, where, ...text].join(" ").toLowerCase(), element };
    });
    this.list.replaceChildren(...this.entries.map(({ element }) => element));
    this.find(words);
  }

  /** The rule that a cite names, such as "GotW p.6 Staff Dice"; undefined for none. @param {string} words */
  named(words) {
    const cite = words.toLowerCase();
    const fitting = (this.entries ?? []).filter(({ heading }) => cite.includes(heading.replace(/^[\w.]+\. /, "")));
    return fitting.sort((a, b) => b.heading.length - a.heading.length)[0];
  }

  /** Open the rule that a cite names; without words, show them all. */
  find(words = "") {
    const longest = this.named(words);
    this.words.value = longest ? "" : words.split(/: |p\.\S+ |\d /).at(-1) ?? ""; // what of a cite can be found, such as the name of a reading
    this.#search();
    for (const { element } of this.entries) element.open = element === longest?.element;
    if (longest) longest.element.scrollIntoView({ block: "start" });
    (longest?.element.querySelector("summary") ?? this.words).focus({ preventScroll: Boolean(longest) });
  }

  #search() {
    const words = this.words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    for (const entry of this.entries ?? []) entry.element.hidden = !words.every((word) => entry.all.includes(word));
    const found = (this.entries ?? []).filter(({ element }) => !element.hidden);
    const [only] = found.length === 1 ? found : [];
    if (only) only.element.open = true;
    this.count.textContent = this.entries?.length ? `${found.length} of ${this.entries.length}` : "This game has no rules that can be looked up.";
  }
}
