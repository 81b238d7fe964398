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
    const fitting = this.entries.filter(({ heading }) => cite.includes(heading.replace(/^[\w.]+\. /, "")));
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
    for (const entry of this.entries) entry.element.hidden = !words.every((word) => entry.all.includes(word));
    const found = this.entries.filter(({ element }) => !element.hidden);
    const [only] = found.length === 1 ? found : [];
    if (only) only.element.open = true;
    this.count.textContent = this.entries.length ? phrase("countOf", { count: found.length, all: this.entries.length }) : phrase("noRules");
  }
}
