// What always lies on the table: turn and score above the map, the hand below it, and the card that was played.

import { cardFace } from "./cards.js";
import { make } from "./state.js";

export class Strip {
  /** `on` has `pick(reference)`, `point(references)`. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.turn = make("span", { class: "turn" });
    this.score = make("ul", { class: "score", "aria-label": "Score" });
    this.hand = make("div", { class: "hand", "aria-hidden": "true" }); // the rows of the question and the page Table have the same in words
    this.played = make("div", { class: "played card", "aria-hidden": "true" });
    this.cards = "";
  }

  show() {
    const { now, panels, titles, welcome } = this.state;
    this.turn.textContent = now.turn ? `Turn ${now.turn}` : "";
    const score = Object.values(panels).find(({ panel }) => panel === "score");
    const needed = Object.values(score?.needed ?? {});
    const alike = needed.length > 1 && needed.every((number) => number === needed[0]);
    this.score.title = score ? `${score.title}${alike ? `: ${needed[0]} win` : ""}` : "";
    if (this.scored !== score) this.score.replaceChildren(...Object.entries(score?.points ?? {}).map(([side, points]) => make("li", { "data-side": side, "aria-label": `${titles[side] ?? side}: ${points}` },
      make("span", { text: short(titles[side] ?? side) }), make("b", { text: `${points}${score.needed?.[side] === undefined ? "" : `/${score.needed[side]}`}` }))));
    this.scored = score;
    const mine = Object.values(panels).find(({ panel, seat, cards }) => panel === "hand" && seat === welcome?.you && cards?.length);
    const offered = mine ? [] : (now.ask?.rows ?? []).flatMap(({ about }) => about?.cards ?? []);
    const cards = mine?.cards ?? [...new Set(offered)];
    this.hand.hidden = !cards.length;
    this.hand.toggleAttribute("data-asked", (now.ask?.rows ?? []).some(({ about }) => about?.cards?.some((id) => cards.includes(id))));
    this.#lay();
    if (cards.join(" ") === this.cards) return;
    this.cards = cards.join(" ");
    this.hand.replaceChildren(...cards.map((id) => this.#card(id)));
  }

  #card(id) {
    return make("div", { class: "card", "data-card": id, onclick: () => this.on.pick(`card:${id}`), onpointerenter: () => this.on.point([`card:${id}`]), onpointerleave: () => this.on.point([]) }, ...cardFace(this.state.printed("cards", id)));
  }

  /** The card that was played last in this turn or the one before, for all to see. */
  #lay() {
    const { story } = this.state;
    let heads = 0;
    let row = story.length - 1;
    for (; row >= 0 && !(story[row].scene?.as === "card" && story[row].about?.cards?.length); row -= 1) {
      if (story[row].by !== undefined && (heads += 1) > 1) break;
    }
    const printed = heads < 2 && row >= 0 ? this.state.printed("cards", story[row].about.cards[0]) : null;
    this.played.hidden = !printed;
    this.played.title = printed?.text ?? "";
    if (printed) this.played.replaceChildren(...cardFace(printed));
  }
}

/** A side in a word: of an army its last name. */
export function short(name) {
  return name.length > 14 ? name.split(" ").at(-1) : name;
}
