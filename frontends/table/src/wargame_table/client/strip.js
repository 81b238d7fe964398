// What always lies on the table: turn and score above the map, the hand below it.

import { make } from "./state.js";

export class Strip {
  /** `on` has `pick(reference)`. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.turn = make("span", { class: "turn" });
    this.score = make("ul", { class: "score", "aria-label": "Score" });
    this.hand = make("div", { class: "hand", role: "group", "aria-label": "Your hand" });
    this.cards = "";
  }

  show() {
    const { now, panels, titles, welcome } = this.state;
    this.turn.textContent = now.turn ? `Turn ${now.turn}` : "";
    const score = Object.values(panels).find(({ panel }) => panel === "score");
    const needed = Object.values(score?.needed ?? {});
    const alike = needed.length > 1 && needed.every((number) => number === needed[0]);
    this.score.title = score ? `${score.title}${alike ? `: ${needed[0]} win` : ""}` : "";
    this.score.replaceChildren(...Object.entries(score?.points ?? {}).map(([side, points]) => make("li", { "data-side": side, "aria-label": `${titles[side] ?? side}: ${points}` },
      make("span", { text: short(titles[side] ?? side) }), make("b", { text: `${points}${score.needed?.[side] === undefined ? "" : `/${score.needed[side]}`}` }))));
    const mine = Object.values(panels).find(({ panel, seat, cards }) => panel === "hand" && seat === welcome?.you && cards?.length);
    const cards = (mine?.cards ?? []).join(" ");
    this.hand.hidden = !cards;
    if (cards === this.cards) return;
    this.cards = cards;
    this.hand.replaceChildren(...(mine?.cards ?? []).map((id) => this.#card(id)));
  }

  #card(id) {
    const printed = this.state.printed("cards", id);
    const title = printed?.title ?? "a card";
    return make("button", { type: "button", class: "card", "data-card": id, title: printed?.text ?? "", onclick: () => this.on.pick(`card:${id}`) },
      make("b", { text: title }), make("span", { text: printed?.text ?? "" }));
  }
}

/** A side in a word: of an army its last name. */
export function short(name) {
  return name.length > 14 ? name.split(" ").at(-1) : name;
}
