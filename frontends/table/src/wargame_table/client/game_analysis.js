// A game that is over, analysed: the chances of each seat from turn to turn, what the dice gave, and the choices that cost most.

import { curveSvg } from "./curve.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";

/** What the dice gave or took. @param {number} percent */
export function luckOf(percent) {
  const points = Math.round(Math.abs(percent));
  if (!points) return phrase("diceEven");
  return phrase(percent > 0 ? "diceGave" : "diceTook", { percent: points });
}

export class GameAnalysis {
  /** `on` has `request(answered)` and `replay(known)`. */
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
  #tell({ bot, rows, turning_points: turningPoints, falls, hardly_moves: hardlyMoves, luck, worst, choices, unjudged }) {
    const { titles } = this.state;
    const chances = rows.map(({ known, turn, percent }) => ({ known, turn, points: Object.fromEntries(Object.entries(percent).map(([seat, chance]) => [seat, Math.round(chance)])) }));
    const curve = curveSvg(chances, { label: phrase("chancePercent"), titles, unit: " %", highest: 100, replay: this.handlers.replay });
    const sides = Object.keys(luck).flatMap((seat) => [
      make("h4", { text: titles[seat] ?? seat }),
      make("p", { text: luckOf(luck[seat]) }),
      worst[seat].length ? make("ol", {}, ...worst[seat].map((choice) => this.#choice(choice, bot))) : make("p", { text: phrase("costNothing", { bot }) }),
    ]);
    this.told.replaceChildren(
      make("h3", { text: phrase("chanceSeen") }),
      ...(curve ? [make("div", { class: "curve" }, curve)] : []),
      ...(turningPoints.length ? [make("h3", { text: phrase("turningPoints") }), make("ol", {}, ...turningPoints.map((point) => this.#turningPoint(point)))] : []),
      ...(hardlyMoves ? [make("p", { text: phrase("chancesHardlyMoved") })] : []),
      ...falls.map((fall) => make("p", {}, this.#fall(fall))),
      make("h3", { text: phrase("costMost") }),
      ...sides,
      make("p", { class: "help", text: phrase(unjudged ? "judgedInPart" : "judged", { choices, unjudged, bot }) }),
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

  #turningPoint({ known, turn, text, rolls, percent }) {
    const changes = Object.entries(percent).map(([seat, change]) => phrase("chanceChanged", { side: this.state.titles[seat] ?? seat, change: (change < 0 ? "−" : "+") + Math.round(Math.abs(change)) }));
    return make("li", {}, this.#then(turn, text, phrase("lookThere"), known), ` ${[...rolls, ...changes].join("; ")}`);
  }

  #choice({ known, turn, step, text, best, percent, why, error }, bot) {
    const lookThen = this.#then(turn, text, phrase("lookThen", { step }), known);
    return make("li", {}, lookThen, ` ${phrase("costs", { percent: Math.round(percent), error: Math.round(error), bot, best: this.state.plain(best) })}`, ...why.map((sentence) => make("p", { class: "help", text: this.state.plain(sentence) })));
  }
}
