// Why: why a thing cannot be chosen, how a result came about, the rule of a cite, the chances of a choice.

import { phrase } from "./phrases.js";
import { make, piecesOf, withoutIds } from "./state.js";

export class Why {
  /** `table` has `state`, `request(kind, fields, answered)`, `ask`, `choosing`, `story` and `pages`. */
  constructor(table) {
    this.table = table;
    /** The rules at hand, once somebody has asked for them. @type {import("./rules.js").Rules | null} */
    this.rules = null;
  }

  /** Why what lies here cannot be chosen, by the piece that is picked if one is. @param {string[]} references */
  not(references) {
    const [reference] = references;
    if (!reference || !this.table.state.now.ask) return;
    const [kind, ...id] = reference.split(":");
    const pickedPiece = this.table.choosing.picker?.picks.find((name) => name.startsWith("piece:") && name !== reference);
    const piece = pickedPiece ? { piece: pickedPiece.slice(6) } : {};
    this.table.request("explain", { what: id.join(":"), of: kind, ...piece }, (answer) => {
      if (answer.kind !== "explained") return;
      const cited = (answer.reasons ?? []).map((reason) => `${reason.text}${reason.cite ? ` [${reason.cite}]` : ""}`).join(" ");
      this.table.ask.say(cited || answer.text, "why");
    });
  }

  /** How the result of an event came about, below a line that tells it: that of the log, or the one given. @param {number} event @param {HTMLElement} [givenLine] */
  so(event, givenLine) {
    const { pages, story, state } = this.table;
    this.table.request("explain", { event }, (answer) => {
      if (answer.kind !== "explained") return;
      if (!givenLine) pages.show("log");
      const line = givenLine ?? story.element.querySelector(`[data-event="${event}"]:not(.head)`);
      line?.querySelector("pre")?.remove();
      line?.append(make("pre", { text: withoutIds(answer.text, piecesOf(state.story[event] ?? {})) }));
    });
  }

  /** The rule that a cite names, on a sheet over the map; without words, or where none is named, all rules at hand. They are asked for once. */
  rule(words = "") {
    const { pages } = this.table;
    if (this.rules) return this.#ruleAtHand(words);
    if (!words) pages.show("rules");
    this.table.request("rules", {}, (answer) => answer.kind === "rules" && import("./rules.js").then(({ Rules }) => {
      this.rules = new Rules(answer.rules);
      pages.page.rules.replaceChildren(this.rules.element);
      this.#ruleAtHand(words);
    }));
  }

  #ruleAtHand(words) {
    const { rules, table: { ask, pages, reader } } = this;
    const entry = rules.named(words);
    if (!entry) return (pages.show("rules"), rules.find(words));
    const allRulesButton = make("button", { type: "button", text: phrase("allRules"), onclick: () => (reader.close(), pages.show("rules"), rules.find(words)) });
    reader.show(entry.title, [make("cite", { text: entry.where }), ...entry.text.map((paragraph) => make("p", { text: paragraph })), make("p", {}, allRulesButton)], ask.cite);
  }

  /** The chances of a row. @param {number} number */
  chances(number) {
    const { state, ask } = this.table;
    const row = state.now.ask?.rows[number];
    if (row) this.table.request("forecast", { action: row.action }, (answer) => answer.kind === "forecast" && ask.tell(answer));
  }
}
