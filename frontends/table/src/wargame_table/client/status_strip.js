// What always lies on the table: turn and score above the map, the hand below it, and the card that was played.

import { cardFace, latestPlayed, playedCards } from "./cards.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";

export class Strip {
  /** `handlers` has `pick(reference)`, `point(references)`. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.turn = make("span", { class: "turn" });
    this.score = make("ul", { class: "score", "aria-label": phrase("score") });
    this.hand = make("div", { class: "hand", "aria-hidden": "true" }); // the rows of the question and the page Table have the same in words
    this.played = make("div", { class: "played", "aria-hidden": "true" });
    this.cards = "";
    /** The row whose cards lie on the table, and the sheet that they are printed on. @type {any[]} */
    this.laid = [];
    /** How many rows were known at the moment that a replay shows. @type {number | undefined} */
    this.filmed = undefined;
  }

  show() {
    const { now, panels, titles, welcome } = this.state;
    this.turn.textContent = now.turn ? phrase("turn", { turn: now.turn }) : "";
    const score = Object.values(panels).find(({ panel }) => panel === "score");
    const pointsNeeded = Object.values(score?.needed ?? {});
    const areAlike = pointsNeeded.length > 1 && pointsNeeded.every((number) => number === pointsNeeded[0]);
    this.score.title = score ? areAlike ? phrase("pointsWin", { title: score.title, points: pointsNeeded[0] }) : score.title : "";
    if (this.scored !== score) this.score.replaceChildren(...Object.entries(score?.points ?? {}).map(([side, points]) => make("li", { "data-side": side, "aria-label": `${titles[side] ?? side}: ${points}` },
      make("span", { text: shortName(titles[side] ?? side) }), make("b", { text: `${points}${score.needed?.[side] === undefined ? "" : `/${score.needed[side]}`}` }))));
    this.scored = score;
    const ownHand = Object.values(panels).find(({ panel, seat, cards }) => panel === "hand" && seat === welcome?.you && cards?.length);
    const offered = ownHand ? [] : (now.ask?.rows ?? []).flatMap(({ about }) => about?.cards ?? []);
    const cards = ownHand?.cards ?? [...new Set(offered)];
    this.hand.hidden = !cards.length;
    this.hand.toggleAttribute("data-asked", (now.ask?.rows ?? []).some(({ about }) => about?.cards?.some((id) => cards.includes(id))));
    this.lay();
    if (cards.join(" ") === this.cards) return;
    this.cards = cards.join(" ");
    this.hand.style.setProperty("--count", String(Math.max(2, cards.length))); // cards that have no room side by side overlap
    this.hand.replaceChildren(...cards.map((id) => this.#card(id)));
  }

  #card(id) {
    return make("div", { class: "card", "data-card": id, onclick: () => this.handlers.pick(`card:${id}`), onpointerenter: () => this.handlers.point([`card:${id}`]), onpointerleave: () => this.handlers.point([]) }, ...cardFace(this.state.printed("cards", id)));
  }

  /** The cards that were played last in this turn or the one before, for all to see; in a replay those of its moment. */
  lay() {
    const row = this.state.story[latestPlayed(this.state.story, this.filmed ?? this.state.story.length)];
    if (this.laid.length && row === this.laid[0] && this.laid[1] === this.state.sheet) return;
    this.laid = [row, this.state.sheet];
    const faces = playedCards(this.state, row);
    this.played.hidden = !faces.length;
    this.played.replaceChildren(...faces);
  }
}

/** A side in a word: of an army its last name. */
export function shortName(name) {
  return name.length > 14 ? name.split(" ").at(-1) : name;
}
