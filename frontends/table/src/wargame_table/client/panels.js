// What lies beside the board: score, hand with the texts of cards, status, tracks, sequence of play, briefing, player aids.

import { cardFace } from "./cards.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";

/** The page of what lies beside the board, made only while somebody looks at it, and of that only what is different. */
export class Panels {
  /** @param {HTMLElement} page @param {import("./state.js").State} state @param {(references: string[], seek?: boolean) => void} point */
  constructor(page, state, point) {
    this.page = page;
    this.state = state;
    this.point = point;
    /** @type {Map<any, HTMLElement>} */
    this.elements = new Map(); // by what each was made from
  }

  /** Show everything as it is now. */
  show() {
    if (this.page.hidden) return;
    const { panels, pieces } = this.state;
    /** @type {Map<any, () => HTMLElement>} */
    const parts = new Map(Object.values(panels).map((data) => [data, () => panel(this.state, data, this.point)]));
    parts.set(pieces, () => order(this.state));
    this.elements = new Map([...parts].map(([data, makeElement]) => [data, this.elements.get(data) ?? makeElement()]));
    const elements = [...this.elements.values()];
    if (elements.length !== this.page.children.length || elements.some((element, number) => element !== this.page.children[number])) this.page.replaceChildren(...elements);
  }
}

/** A panel as an element. `point(references)` lights things up on the board. */
export function panel(state, data, point) {
  const body = (KINDS[data.panel] ?? plain)(state, data, point);
  return make("section", { class: `panel ${data.panel}`, role: "group", "data-panel": data.id, "aria-label": data.title }, make("h3", { text: data.title }), ...body);
}

const KINDS = {
  score(state, data) {
    const rows = Object.entries(data.points).map(([side, points]) => {
      const pointsNeeded = data.needed?.[side];
      return make("tr", {}, make("th", { text: state.titles[side] ?? side }), make("td", { text: pointsNeeded === undefined ? points : phrase("countOf", { count: points, all: pointsNeeded }) }));
    });
    const ledger = (data.ledger ?? []).map((line) =>
      make("li", {}, make("b", { text: `${line.points > 0 ? "+" : ""}${line.points}` }), ` ${line.text} `, make("cite", { text: line.cite })),
    );
    return [make("table", {}, ...rows), ledger.length ? make("details", {}, make("summary", { text: phrase("why") }), make("ul", {}, ...ledger)) : null];
  },
  hand(state, data) {
    if (!data.cards.length) return [make("p", { text: phrase("cardsOf", { side: state.titles[data.seat] ?? data.seat, count: data.count }) })];
    return [make("ul", { class: "cards" }, ...data.cards.map((id) => card(state, id)))];
  },
  status(state, data, point) {
    const rows = data.lines.map((line) => {
      const references = [...(line.pieces ?? []).map((id) => `piece:${id}`), ...(line.places ?? []).map((id) => `place:${id}`)];
      const value = references.length
        ? make("button", { type: "button", class: "link", text: line.value, onclick: () => point(references, true), onpointerenter: () => point(references), onpointerleave: () => point([]) })
        : make("span", { text: line.value });
      return make("tr", {}, make("th", { text: line.name }), make("td", {}, value));
    });
    return [make("table", {}, ...rows)];
  },
  track(state, data) {
    const boxes = data.boxes.map((text, number) =>
      make("li", { class: number === data.at ? "here" : "", "aria-current": number === data.at ? "step" : null, title: data.notes?.[number] ?? "", text }),
    );
    return [make("ol", { class: "boxes" }, ...boxes)];
  },
  sequence(state, data) {
    const steps = data.steps.map((text, number) => make("li", { class: number === data.at ? "here" : "", "aria-current": number === data.at ? "step" : null, text }));
    return [make("ol", { class: "steps" }, ...steps)];
  },
};

function plain(state, data) {
  return [make("pre", { text: JSON.stringify(data, null, 1) })];
}

function card(state, id) {
  const printed = state.printed("cards", id);
  return make("li", { class: "card", "data-card": id }, ...cardFace(printed ?? { title: id }));
}

/** What a player reads before the first turn. */
export function briefing(sheet) {
  const briefingOfSheet = sheet.briefing;
  const parts = [make("h3", { text: briefingOfSheet.title })];
  for (const [title, notes] of [[phrase("situation"), briefingOfSheet.situation], [phrase("howToWin"), briefingOfSheet.how_to_win], [phrase("rules"), briefingOfSheet.rules], [phrase("specialRules"), briefingOfSheet.special_rules]]) {
    if (!notes?.length) continue;
    parts.push(make("h4", { text: title }));
    parts.push(...notes.map((note) => make("p", {}, note.text, note.cite ? make("cite", { text: ` ${note.cite}` }) : null)));
  }
  return make("section", { class: "panel briefing", role: "group", "data-panel": "briefing", "aria-label": phrase("briefing") }, ...parts);
}

/** Player aids and cards, folded. */
export function aids(sheet) {
  const folded = (sheet.aids ?? []).map((aid) =>
    make("details", {}, make("summary", { text: aid.title }), make("pre", { text: aid.text }), aid.cite ? make("cite", { text: aid.cite }) : null),
  );
  return make("section", { class: "panel aids", role: "group", "data-panel": "aids", "aria-label": phrase("playerAids") }, ...folded);
}

/** Every unit in words, side by side: what the board shows, for who does not see it. */
export function order(state) {
  const sides = new Map();
  for (const [id, piece] of Object.entries(state.pieces)) {
    const side = piece.side ?? state.printed("pieces", id)?.side ?? "";
    if (!sides.has(side)) sides.set(side, []);
    sides.get(side).push(`${state.nameOf(`place:${piece.at}`)}: ${state.nameOf(`piece:${id}`)}`);
  }
  const lists = [...sides].map(([side, texts]) =>
    make("details", {}, make("summary", { text: `${state.titles[side] ?? side}: ${texts.length}` }), make("ul", {}, ...texts.sort().map((text) => make("li", { text })))),
  );
  return make("section", { class: "panel order", role: "group", "data-panel": "order", "aria-label": phrase("unitsOnMap") }, make("h3", { text: phrase("onTheMap") }), ...lists);
}
