// A game that is over, analysed: the chances of each seat from turn to turn, what the dice gave, and the choices that cost most.

import { curveSvg } from "./curve.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";

/** A number with its sign. @param {number} amount */
const signed = (amount) => (amount < 0 ? "−" : "+") + Math.abs(amount);

/** The chance of a seat at first and in the end, and what made the difference. @param {import("./messages").BalanceTold} balance */
export function balanceOf({ first, luck, remainder, last }) {
  return phrase("chanceBalance", { first: Math.round(first), luck: signed(Math.round(luck)), remainder: signed(Math.round(remainder)), last: Math.round(last) });
}

export class GameAnalysis {
  /** `handlers` has `request(answered)` and `replay(known)`. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.button = make("button", { type: "button", text: phrase("analyse"), title: phrase("analyseTitle"), onclick: () => this.#ask() });
    this.told = make("div", { role: "status" });
    this.element = make("section", { class: "analysis", "aria-label": phrase("analysed") }, make("p", {}, this.button), this.told);
  }

  /** For another end there is nothing told yet; who watches is told nothing. */
  show() {
    const { welcome, titles } = this.state;
    this.element.hidden = !(welcome?.you in titles) || !welcome.can.includes("analysis");
    this.button.disabled = false;
    this.told.replaceChildren();
  }

  #ask() {
    this.button.disabled = true;
    this.told.replaceChildren(make("p", { text: phrase("analysing") }));
    this.handlers.request((answer) => {
      this.button.disabled = answer.kind === "analysis";
      if (answer.kind === "analysis") this.#tell(answer);
      else this.told.replaceChildren(make("p", { text: answer.text }));
    });
  }

  /** @param {import("./messages").AnalysisTold} analysis */
  #tell({ rows, turning_points: turningPoints, falls, hardly_moves: hardlyMoves, in_points: inPoints, balance, worst, choice_count: choices, unjudged_count: unjudged }) {
    const { titles } = this.state;
    const points = rows.map(({ known, turn, amounts }) => ({ known, turn, points: inPoints ? amounts : Object.fromEntries(Object.entries(amounts).map(([seat, chance]) => [seat, Math.round(chance)])) }));
    const label = phrase(inPoints ? "leadPoints" : "chancePercent");
    const curve = curveSvg(points, { label, titles, unit: inPoints ? "" : " %", highest: inPoints ? 0 : 100, replay: this.handlers.replay });
    const sides = Object.keys(balance).flatMap((seat) => [
      make("h4", { text: titles[seat] ?? seat }),
      make("p", { text: balanceOf(balance[seat]) }),
      worst[seat].length ? make("ol", {}, ...worst[seat].map((choice) => this.#choice(choice))) : make("p", { text: phrase("costNothing") }),
    ]);
    this.told.replaceChildren(
      make("h3", { text: phrase(inPoints ? "leadPoints" : "chanceSeen") }),
      ...(hardlyMoves ? [make("p", { text: phrase(inPoints ? "leadInstead" : "chancesHardlyMoved") })] : []),
      ...(curve ? [make("div", { class: "curve" }, curve)] : []),
      ...(turningPoints.length ? [make("h3", { text: phrase(inPoints ? "turningPointsOfLead" : "turningPoints") }), make("ol", {}, ...turningPoints.map((point) => this.#turningPoint(point, inPoints)))] : []),
      ...falls.map((fall) => make("p", {}, this.#fall(fall))),
      make("h3", { text: phrase("costMost") }),
      ...sides,
      make("p", { class: "help", text: phrase(unjudged ? "judgedInPart" : "judged", { choices, unjudged }) }),
    );
  }

  /** The choice of a turn, by which one looks at the map then. */
  #then(turn, text, title, knownCount) {
    return make("button", { type: "button", class: "link", text: phrase("turnWith", { turn, text: this.state.plain(text) }), title, onclick: () => this.handlers.replay(knownCount) });
  }

  #fall({ known, turn, last_turn: last, seat, before, after }) {
    const text = phrase("chanceFell", { side: this.state.titles[seat] ?? seat, turn, last, before: Math.round(before), after: Math.round(after) });
    return make("button", { type: "button", class: "link", text, title: phrase("lookThere"), onclick: () => this.handlers.replay(known) });
  }

  #turningPoint({ known, turn, seat: chooser, text, rolls, amounts }, inPoints) {
    const { titles } = this.state;
    const changes = Object.entries(amounts).map(([seat, amount]) =>
      phrase(inPoints ? "leadChanged" : "chanceChanged", { side: titles[seat] ?? seat, change: signed(inPoints ? amount : Math.round(amount)) }),
    );
    const side = titles[chooser] ?? chooser;
    const chosen = text.startsWith(side) ? text : phrase("sideChose", { side, text });
    return make("li", {}, this.#then(turn, chosen, phrase("lookThere"), known), ` ${changes.join("; ")}`, ...rolls.map((roll) => make("p", { class: "help", text: this.state.plain(roll) })));
  }

  #choice({ known, turn, step, text, best, cost, worth, error, in_points: inPoints, is_advised: isAdvised, why }) {
    const then = this.#then(turn, text, phrase("lookThen", { step }), known);
    const costs = inPoints ? phrase("costsPoints", { cost, error: Math.max(error, 0.1), worth: worth.toFixed(1), other: (worth + cost).toFixed(1) }) : phrase("costsPercent", { cost: Math.round(worth + cost) - Math.round(worth), error: Math.max(1, Math.round(error)), worth: Math.round(worth), other: Math.round(worth + cost) });
    const instead = phrase(isAdvised ? "insteadBot" : "insteadBetter", { best: this.state.plain(best) });
    return make("li", {}, then, ` ${costs} ${instead}`, ...why.map((sentence) => make("p", { class: "help", text: this.state.plain(sentence) })));
  }
}
