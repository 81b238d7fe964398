// The rules at hand: headings with page, rule, rulings and options; a search over all words of them.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

export class Rules {
  /** @param {{ heading: string, where: string, text: string[] }[]} rules */
  constructor(rules) {
    this.words = make("input", { type: "search", class: "filter", placeholder: phrase("findRule"), "aria-label": phrase("findRuleLabel"), oninput: () => this.#search() });
    this.count = make("p", { class: "count", role: "status" });
    this.entries = rules.map(({ heading, where, text }) => {
      const element = make("details", {}, make("summary", {}, heading, make("cite", { text: ` ${where}` })), ...text.map((paragraph) => make("p", { text: paragraph })));
      return { heading: heading.toLowerCase(), title: heading, where, text, all: [heading, where, ...text].join(" ").toLowerCase(), element };
    });
    const headings = make("div", { class: "headings" }, ...this.entries.map(({ element }) => element));
    this.element = make("section", { class: "panel rules", "aria-label": phrase("rules") }, this.words, this.count, headings);
    this.#search();
  }

  /** The rule that a cite names, such as "GotW p.6 Staff Dice"; undefined for none. @param {string} words */
  named(words) {
    const cite = words.toLowerCase();
    const fittingEntries = this.entries.filter(({ heading }) => cite.includes(heading.replace(/^[\w.]+\. /, "")));
    return fittingEntries.sort((a, b) => b.heading.length - a.heading.length)[0];
  }

  /** Open the rule that a cite names; without words, show them all. */
  find(words = "") {
    const longestEntry = this.named(words);
    this.words.value = longestEntry ? "" : words.split(/: |p\.\S+ |\d /).at(-1) ?? ""; // what of a cite can be found, such as the name of a reading
    this.#search();
    for (const { element } of this.entries) element.open = element === longestEntry?.element;
    if (longestEntry) longestEntry.element.scrollIntoView({ block: "start" });
    (longestEntry?.element.querySelector("summary") ?? this.words).focus({ preventScroll: Boolean(longestEntry) });
  }

  #search() {
    const words = this.words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    for (const entry of this.entries) entry.element.hidden = !words.every((word) => entry.all.includes(word));
    const entriesFound = this.entries.filter(({ element }) => !element.hidden);
    const [onlyEntry] = entriesFound.length === 1 ? entriesFound : [];
    if (onlyEntry) onlyEntry.element.open = true;
    this.count.textContent = this.entries.length ? phrase("countOf", { count: entriesFound.length, all: this.entries.length }) : phrase("noRules");
  }
}
