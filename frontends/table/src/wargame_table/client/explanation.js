// Why: why a thing cannot be chosen, how a result came about, the rule of a cite, the chances of a choice.

import { make, piecesOf, withoutIds } from "./state.js";

export class Why {
  /** `table` has `state`, `request(kind, fields, answered)`, `ask`, `choosing`, `story`, `rules` and `pages`. */
  constructor(table) {
    this.table = table;
  }

  /** Why what lies here cannot be chosen, by the piece that is picked if one is. @param {string[]} references */
  not(references) {
    const [reference] = references;
    if (!reference || !this.table.state.now.ask) return;
    const [of, ...id] = reference.split(":");
    const picked = this.table.choosing.picker?.picks.find((name) => name.startsWith("piece:") && name !== reference);
    const piece = picked ? { piece: picked.slice(6) } : {};
    this.table.request("explain", { what: id.join(":"), of, ...piece }, (answer) => {
      if (answer.kind !== "explained") return;
      const cited = (answer.reasons ?? []).map((reason) => `${reason.text}${reason.cite ? ` [${reason.cite}]` : ""}`).join(" ");
      this.table.ask.say(cited || answer.text, "why");
    });
  }

  /** How the result of an event came about, below a line that tells it: that of the log, or the one given. @param {number} event @param {HTMLElement} [told] */
  so(event, told) {
    const { pages, story, state } = this.table;
    this.table.request("explain", { event }, (answer) => {
      if (answer.kind !== "explained") return;
      if (!told) pages.show("Log");
      const line = told ?? story.element.querySelector(`[data-event="${event}"]:not(.head)`);
      line?.querySelector("pre")?.remove();
      line?.append(make("pre", { text: withoutIds(answer.text, piecesOf(state.story[event] ?? {})) }));
    });
  }

  /** The rule that a cite names, on a sheet over the map; without words, or where none is named, all rules at hand. They are asked for once. */
  rule(words = "") {
    const { rules } = this.table;
    if (rules.known) return this.#ruleAtHand(words);
    if (!words) this.table.pages.show("Rules");
    this.table.request("rules", {}, (answer) => {
      if (answer.kind !== "rules") return;
      rules.show(answer.rules);
      this.#ruleAtHand(words);
    });
  }

  #ruleAtHand(words) {
    const { ask, pages, reader, rules } = this.table;
    const found = rules.named(words);
    if (!found) return (pages.show("Rules"), rules.find(words));
    const all = make("button", { type: "button", text: "all rules", onclick: () => (reader.close(), pages.show("Rules"), rules.find(words)) });
    reader.show(found.title, [make("cite", { text: found.where }), ...found.text.map((paragraph) => make("p", { text: paragraph })), make("p", {}, all)], ask.cite);
  }

  /** The chances of a row. @param {number} number */
  chances(number) {
    const { state, ask } = this.table;
    const row = state.now.ask?.rows[number];
    if (row) this.table.request("forecast", { action: row.action }, (answer) => answer.kind === "forecast" && ask.tell(answer));
  }
}
