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

  /** How the result of an event came about, below its line of the log. @param {number} event */
  so(event) {
    const { pages, story, state } = this.table;
    this.table.request("explain", { event }, (answer) => {
      if (answer.kind !== "explained") return;
      pages.show("Log");
      const line = story.element.querySelector(`[data-event="${event}"]:not(.head)`);
      line?.querySelector("pre")?.remove();
      line?.append(make("pre", { text: withoutIds(answer.text, piecesOf(state.story[event] ?? {})) }));
    });
  }

  /** The rules at hand, those that the words of a cite name in view; they are asked for once. */
  rule(words = "") {
    const { pages, rules } = this.table;
    pages.show("Rules");
    if (rules.known) return rules.find(words);
    this.table.request("rules", {}, (answer) => answer.kind === "rules" && rules.show(answer.rules, words));
  }

  /** The chances of a row. @param {number} number */
  chances(number) {
    const { state, ask } = this.table;
    const row = state.now.ask?.rows[number];
    if (row) this.table.request("forecast", { action: row.action }, (answer) => answer.kind === "forecast" && ask.tell(answer));
  }
}
