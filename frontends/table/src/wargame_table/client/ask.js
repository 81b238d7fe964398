// What a seat is asked: the prompt, and its choices as buttons; long menus a step at a time, or narrowed by typing.

import { Build } from "./build.js";
import { Each } from "./combined_choice.js";
import { folded } from "./folded.js";
import { listedNames, phrase } from "./phrases.js";
import { make, piecesOf, split, withoutIds } from "./state.js";
import { Way } from "./path_choice.js";

const FEW = 12;

export class Ask {
  /** `handlers` has `choose(row number)`, `pick(reference)`, `back()`, `point(references)`, `more()`, `forecast(row number)`, `report(answers)`, `packet()`, `build(action)`, `judge(action, answered)`, `changed()`, `rule(words)`, and `hint` to stand below the choices. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.prompt = make("h2", { class: "prompt", tabindex: "-1" });
    this.spoken = make("p", { class: "alone asked", role: "status" });
    this.cite = make("button", { type: "button", class: "link cite", title: phrase("readRule"), onclick: () => handlers.rule(this.cite.textContent) });
    this.note = make("p", { class: "note", role: "alert" });
    this.rows = make("div", { class: "rows", role: "group", "aria-label": phrase("choices") });
    this.filter = make("input", {
      type: "search", class: "filter", placeholder: phrase("findChoice"), "aria-label": phrase("findChoiceLabel"),
      oninput: () => this.show(this.picker, this.ask),
    });
    this.chances = make("div", { class: phrase("chances"), role: "status" });
    this.forms = make("div");
    /** The form of a report, loaded with the first one. @type {Promise<import("./report.js").Report> | null} */
    this.report = null;
    this.some = new Build(handlers);
    this.each = new Each(handlers);
    this.way = new Way(state, handlers);
    this.element = make("section", { class: "ask", "aria-label": phrase("question") }, this.prompt, this.spoken, this.cite, this.note, this.filter, this.forms, this.some.element, this.each.element, this.way.element, this.rows, this.chances, handlers.hint.element);
  }

  /** Show the question of an update, or who is waited for. */
  begin(update, picker) {
    this.filter.value = "";
    this.chances.replaceChildren();
    this.show(picker, update.ask);
    this.handlers.hint.show();
    const words = update.ask ? withoutIds(update.ask.prompt, piecesOf(update.ask)) : this.#waiting(update);
    if (this.spoken.textContent !== words || this.at !== update.at) this.spoken.textContent = words; // here alone, so that it is read out once
    this.at = update.at;
    this.prompt.textContent = words;
    this.cite.textContent = update.ask?.cite ?? "";
  }

  /** Somebody has come, or is called something else. */
  rename(update) {
    if (!update.ask && update.at === this.at) this.prompt.textContent = this.#waiting(update);
  }

  #waiting(update) {
    return waiting(update, { ...this.state.titles, ...this.state.people });
  }

  /** Show the form of a report, or none. */
  async #fillIn(form) {
    this.report ??= import("./report.js").then(({ Report }) => {
      const report = new Report(this.handlers);
      this.forms.replaceChildren(report.element);
      return report;
    });
    (await this.report).show(form, this.state.welcome?.can.includes("packet"));
  }

  show(picker, ask) {
    this.picker = picker;
    this.ask = ask;
    this.filter.hidden = !ask || ask.rows.length <= FEW;
    const build = ask?.build ?? null;
    this.some.show(build?.things ? build : null, this.state.now.at);
    this.each.show(build?.each ? build : null, this.state.now.at);
    this.way.show(ask, picker?.picks ?? [], this.state.now.at);
    if (ask?.form || this.report) this.#fillIn(ask?.form ?? null);
    this.labels = ask ? this.state.labelsOf(ask.rows) : [];
    if (!ask || build) {
      this.filter.hidden = true; // one control for one decision
      return this.rows.replaceChildren();
    }
    const words = folded(this.filter.value).split(" ").filter(Boolean);
    const typedParts = words.length ? this.#typed(ask, words) : null;
    this.rows.replaceChildren(...(typedParts ?? this.#steps(picker, ask)));
  }

  /** How a choice is put together now, if it is one of several things. */
  get build() {
    return this.ask?.build?.each ? this.each : this.some;
  }

  /** Give the keys to the field that finds a choice, or to the first one. */
  seek() {
    const firstControl = this.filter.hidden ? this.element.querySelector(".rows button, form:not([hidden]) :is(input, select, button)") : this.filter;
    /** @type {HTMLElement | null} */ (firstControl)?.focus();
  }

  #typed(ask, words) {
    const fitting = ask.rows.map((_, number) => number).filter((number) => {
      const label = folded(ask.rows[number].label);
      return words.every((word) => label.includes(word));
    });
    return fitting.slice(0, 60).map((number) => this.#row(ask, number));
  }

  #steps(picker, ask) {
    const { lit, exact, bare, left, picks } = picker;
    const parts = [];
    if (picks.length) {
      const pickedNames = picks.map((reference) => this.state.nameOf(reference)).join(", ");
      parts.push(make("button", { class: "back", type: "button", onclick: () => this.handlers.back(), text: `← ${pickedNames}` }));
    }
    const shownNumbers = new Set(bare);
    const rows = left.filter((number) => !shownNumbers.has(number));
    const few = rows.length <= FEW || lit.size < 2;
    if (few) parts.push(...rows.map((number) => this.#row(ask, number)));
    else {
      parts.push(...exact.map((number) => this.#row(ask, number)));
      parts.push(...[...lit].map(([reference, numbers]) => this.#step(ask, reference, numbers)));
    }
    parts.push(...bare.map((number) => this.#row(ask, number)));
    if (ask.abridged) parts.push(make("p", { class: "abridged", text: phrase("abridged") }));
    if (ask.more) parts.push(make("button", { type: "button", class: "more", text: phrase("moreChoices"), onclick: () => this.handlers.more() }));
    return parts;
  }

  #step(ask, reference, numbers) {
    if (numbers.length === 1) return this.#row(ask, numbers[0]);
    const text = this.state.nameOf(reference);
    const count = phrase("choicesBehind", { count: numbers.length });
    const point = () => this.handlers.point([reference]);
    return make("button", {
      type: "button", class: "step", onclick: () => this.handlers.pick(reference), onpointermove: point, onfocus: point,
      "data-pick": reference, onpointerleave: () => this.handlers.point([]),
    }, make("span", { text }), " ", make("small", { class: "help", text: count }));
  }

  #row(ask, number) {
    const row = ask.rows[number];
    const references = [...this.picker.all[number] ?? []];
    const point = () => this.handlers.point(references);
    const button = make("button", {
      type: "button", class: "row", "data-row": number, onclick: () => this.handlers.choose(number),
      onpointermove: point, onfocus: point, onpointerleave: () => this.handlers.point([]),
    }, make("span", { text: this.labels[number] }));
    if (row.help) button.append(make("small", { class: "help", text: row.help }));
    if (row.sure) return make("div", { class: "choice" }, button); // there are no chances in it
    const odds = make("button", {
      type: "button", class: "odds", title: phrase("chances"), "aria-label": phrase("chancesOf", { choice: row.label }), text: "%",
      onclick: () => this.handlers.forecast(number),
    });
    return make("div", { class: "choice" }, button, odds);
  }

  /** A sentence beside the question: a refusal, why not. */
  say(text, kind = "") {
    this.note.textContent = text;
    this.note.dataset.kind = kind;
  }

  /** The chances of a choice. */
  tell(forecast) {
    const rows = forecast.outcomes.map((outcome) =>
      make("tr", {}, make("td", { text: `${outcome.percent} %` }), make("td", { text: outcome.chance }), make("td", { text: outcome.text || phrase("nothing") })),
    );
    if (forecast.rest) rows.push(make("tr", {}, make("td"), make("td", { text: forecast.rest }), make("td", { text: phrase("others", { count: forecast.others }) })));
    this.chances.replaceChildren(make("table", {}, make("caption", { text: phrase("chancesTitle") }), ...rows));
  }
}

/** Who won, in words. */
export function verdict(outcome, titles) {
  const names = (outcome.together ?? [outcome.winner]).filter(Boolean).map((seat) => titles[seat] ?? seat);
  if (names.length > 1) return phrase("shareVictory", { sides: listedNames(names) });
  if (outcome.lost) return phrase("lost");
  return names.length ? phrase("wins", { side: names[0] }) : phrase("nobodyWins");
}

/** Who is waited for, in words. */
export function waiting(update, titles) {
  if (update.outcome) return update.outcome.text || verdict(update.outcome, titles);
  if (update.chosen) return phrase("youHaveChosen");
  const names = (update.waiting ?? []).map((seat) => titles[seat] ?? seat);
  return names.length ? phrase("waitingFor", { who: listedNames(names) }) : phrase("gameIsOver");
}

export { split };
