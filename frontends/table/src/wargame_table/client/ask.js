// What a seat is asked: the prompt, and its choices as buttons; long menus a step at a time, or narrowed by typing.

import { Build } from "./build.js";
import { Each } from "./combined_choice.js";
import { folded } from "./folded.js";
import { Report } from "./report.js";
import { make, piecesOf, split, withoutIds } from "./state.js";
import { Way } from "./path_choice.js";

const FEW = 12;

export class Ask {
  /** `on` has `choose(row number)`, `pick(reference)`, `back()`, `point(references)`, `more()`, `forecast(row number)`, `report(answers)`, `packet()`, `build(action)`, `judge(action, answered)`, `changed()`, `rule(words)`, and `hint` to stand below the choices. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.prompt = make("h2", { class: "prompt", tabindex: "-1" });
    this.spoken = make("p", { class: "alone asked", role: "status" });
    this.cite = make("button", { type: "button", class: "link cite", title: "read this rule", onclick: () => on.rule(this.cite.textContent) });
    this.note = make("p", { class: "note", role: "alert" });
    this.rows = make("div", { class: "rows", role: "group", "aria-label": "Choices" });
    this.filter = make("input", {
      type: "search", class: "filter", placeholder: "find a choice", "aria-label": "Find a choice",
      oninput: () => this.show(this.picker, this.ask),
    });
    this.chances = make("div", { class: "chances", role: "status" });
    this.report = new Report(on);
    this.some = new Build(on);
    this.each = new Each(on);
    this.way = new Way(state, on);
    this.element = make("section", { class: "ask", "aria-label": "Question" }, this.prompt, this.spoken, this.cite, this.note, this.filter, this.report.element, this.some.element, this.each.element, this.way.element, this.rows, this.chances, on.hint.element);
  }

  /** Show the question of an update, or who is waited for. */
  begin(now, picker) {
    this.filter.value = "";
    this.chances.replaceChildren();
    this.show(picker, now.ask);
    this.on.hint.show();
    const words = now.ask ? withoutIds(now.ask.prompt, piecesOf(now.ask)) : this.#waiting(now);
    if (this.spoken.textContent !== words || this.at !== now.at) this.spoken.textContent = words; // here alone, so that it is read out once
    this.at = now.at;
    this.prompt.textContent = words;
    this.cite.textContent = now.ask?.cite ?? "";
  }

  /** Somebody has come, or is called something else. */
  rename(now) {
    if (!now.ask && now.at === this.at) this.prompt.textContent = this.#waiting(now);
  }

  #waiting(now) {
    return waiting(now, { ...this.state.titles, ...this.state.people });
  }

  show(picker, ask) {
    this.picker = picker;
    this.ask = ask;
    this.filter.hidden = !ask || ask.rows.length <= FEW;
    const build = ask?.build ?? null;
    this.some.show(build?.things ? build : null, this.state.now.at);
    this.each.show(build?.each ? build : null, this.state.now.at);
    this.way.show(ask, picker?.picks ?? [], this.state.now.at);
    this.report.show(ask?.form ?? null, this.state.welcome?.can.includes("packet"));
    this.labels = ask ? this.state.labelsOf(ask.rows) : [];
    if (!ask || build) {
      this.filter.hidden = true; // one control for one decision
      return this.rows.replaceChildren();
    }
    const words = folded(this.filter.value).split(" ").filter(Boolean);
    const typed = words.length ? this.#typed(ask, words) : null;
    this.rows.replaceChildren(...(typed ?? this.#steps(picker, ask)));
  }

  /** How a choice is put together now, if it is one of several things. */
  get build() {
    return this.ask?.build?.each ? this.each : this.some;
  }

  /** Give the keys to the field that finds a choice, or to the first one. */
  seek() {
    const first = this.filter.hidden ? this.element.querySelector(".rows button, form:not([hidden]) :is(input, select, button)") : this.filter;
    /** @type {HTMLElement | null} */ (first)?.focus();
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
      const chosen = picks.map((reference) => this.state.nameOf(reference)).join(", ");
      parts.push(make("button", { class: "back", type: "button", onclick: () => this.on.back(), text: `← ${chosen}` }));
    }
    const shown = new Set(bare);
    const rows = left.filter((number) => !shown.has(number));
    const few = rows.length <= FEW || lit.size < 2;
    if (few) parts.push(...rows.map((number) => this.#row(ask, number)));
    else {
      parts.push(...exact.map((number) => this.#row(ask, number)));
      parts.push(...[...lit].map(([reference, behind]) => this.#step(ask, reference, behind)));
    }
    parts.push(...bare.map((number) => this.#row(ask, number)));
    if (ask.abridged) parts.push(make("p", { class: "abridged", text: "There are too many choices to list: here are some of them; others are legal too." }));
    if (ask.more) parts.push(make("button", { type: "button", class: "more", text: "more choices", onclick: () => this.on.more() }));
    return parts;
  }

  #step(ask, reference, behind) {
    if (behind.length === 1) return this.#row(ask, behind[0]);
    const text = this.state.nameOf(reference);
    const count = `${behind.length} choices …`;
    const point = () => this.on.point([reference]);
    return make("button", {
      type: "button", class: "step", onclick: () => this.on.pick(reference), onpointermove: point, onfocus: point,
      "data-pick": reference, onpointerleave: () => this.on.point([]),
    }, make("span", { text }), " ", make("small", { class: "help", text: count }));
  }

  #row(ask, number) {
    const row = ask.rows[number];
    const references = [...this.picker.all[number] ?? []];
    const point = () => this.on.point(references);
    const button = make("button", {
      type: "button", class: "row", "data-row": number, onclick: () => this.on.choose(number),
      onpointermove: point, onfocus: point, onpointerleave: () => this.on.point([]),
    }, make("span", { text: this.labels[number] }));
    if (row.help) button.append(make("small", { class: "help", text: row.help }));
    if (row.sure) return make("div", { class: "choice" }, button); // there are no chances in it
    const odds = make("button", {
      type: "button", class: "odds", title: "chances", "aria-label": `chances of: ${row.label}`, text: "%",
      onclick: () => this.on.forecast(number),
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
    const rows = forecast.outcomes.map((one) =>
      make("tr", {}, make("td", { text: `${one.percent} %` }), make("td", { text: one.chance }), make("td", { text: one.text || "nothing" })),
    );
    if (forecast.rest) rows.push(make("tr", {}, make("td"), make("td", { text: forecast.rest }), make("td", { text: `${forecast.others} others` })));
    this.chances.replaceChildren(make("table", {}, make("caption", { text: "Chances" }), ...rows));
  }
}

/** Who won, in words. */
export function verdict(outcome, titles) {
  const names = (outcome.together ?? [outcome.winner]).filter(Boolean).map((seat) => titles[seat] ?? seat);
  if (names.length > 1) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share the victory`;
  if (outcome.lost) return "The game is lost";
  return names.length ? `${names[0]} wins` : "Nobody wins";
}

/** Who is waited for, in words. */
export function waiting(now, titles) {
  if (now.outcome) return now.outcome.text || verdict(now.outcome, titles);
  if (now.chosen) return "You have chosen; the others have not yet.";
  const names = (now.waiting ?? []).map((seat) => titles[seat] ?? seat);
  return names.length ? `Waiting for ${names.join(" and ")}` : "The game is over";
}

export { split };
