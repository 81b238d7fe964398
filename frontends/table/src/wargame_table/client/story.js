// The log: a sentence an event, dice as dice, and how a result came about.

import { targetsOf } from "./picker.js";
import { make } from "./state.js";

const PIPS = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

export class Story {
  /** `on` has `point(references, seek)` and `explain(event number)`. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.list = make("ol", { class: "log", "data-known": "0" });
    this.element = make("div", { role: "log", "aria-live": "polite", "aria-label": "What happened" }, this.list);
  }

  /** Cut the log to what still holds and add what is new. */
  follow(kept, news) {
    while (this.list.lastElementChild && Number(this.list.lastElementChild.dataset.event) >= kept) this.list.lastElementChild.remove();
    const page = this.element.parentElement;
    const below = !page || page.scrollTop + page.clientHeight >= page.scrollHeight - 40 || kept === 0;
    this.list.querySelectorAll(".new").forEach((line) => line.classList.remove("new"));
    news.forEach((row, number) => {
      if (row.text || row.dice) this.list.append(this.#line(row, kept + number));
    });
    this.list.dataset.known = this.state.story.length;
    if (below && page) page.scrollTop = page.scrollHeight;
  }

  #line(row, number) {
    const line = make("li", { class: "new", "data-event": number, "data-kind": row.kind });
    if (row.dice) line.append(die(row.dice, (face) => this.state.printed("cards", face)?.title ?? this.state.printed("pieces", face)?.name ?? face.replaceAll("_", " ")));
    if (row.text) line.append(...(row.marks ? this.#marked(row) : [this.#link(row.text, namedBy(row.about))]));
    if (row.ruling) line.append(make("button", { type: "button", class: "why", text: "why", "aria-label": `why: ${row.text ?? row.kind}`, onclick: () => this.on.explain(number) }));
    return line;
  }

  /** A sentence whose names light up what they name; marks count characters as people do. */
  #marked(row) {
    const signs = Array.from(row.text);
    const parts = [];
    let at = 0;
    for (const mark of row.marks) {
      const [kind, id] = ["piece", "place", "card"].map((name) => [name, mark[name]]).find(([, named]) => named) ?? [];
      parts.push(signs.slice(at, mark.start).join(""), this.#link(signs.slice(mark.start, mark.end).join(""), id ? [`${kind}:${id}`] : []));
      at = mark.end;
    }
    return [...parts, signs.slice(at).join("")];
  }

  #link(text, references) {
    if (!references.length) return make("span", { text });
    const point = () => this.on.point(references);
    return make("button", { type: "button", class: "link", text, onclick: () => this.on.point(references, true), onpointerenter: point, onfocus: point, onpointerleave: () => this.on.point([]) });
  }
}

/** What an event names, for the board. */
export function namedBy(about = {}) {
  return [
    ...(about.pieces ?? []).map((id) => `piece:${id}`),
    ...targetsOf(about).map((id) => `piece:${id}`),
    ...[about.from, about.to, ...(about.places ?? [])].filter((id) => id && id !== "off").map((id) => `place:${id}`),
  ];
}

/** A roll: the face, and what it was for. `name` tells what people call a card or a piece that was drawn. */
export function die({ die: kind, face, for: purpose }, name) {
  const pip = typeof face === "number" && face >= 1 && face <= 6 && kind === "d6";
  const shown = pip ? PIPS[face - 1] : typeof face === "number" ? String(face) : name(String(face));
  const drawn = typeof face === "number" ? "die" : "die drawn";
  return make("span", { class: "dice" }, make("b", { class: drawn, role: "img", text: shown, "aria-label": `${kind}: ${pip ? face : shown}` }), make("small", { text: ` ${purpose}` }));
}
