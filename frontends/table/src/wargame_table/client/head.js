// The line above the map: title, turn and score, who sits here, how it ended, and the buttons that go back in time.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

const TRACK = 24; // phases of a turn that there is room for

/** The title of a game without what stands behind its name. @param {string} title */
export function shortTitle(title) {
  return title.split(/[:,]/)[0];
}

export class Head {
  /**
   * `handlers` has `undo()`, `back()`, which asks the others for one's last choice, and `replay()`; `parts` are what others show here.
   * @param {import("./state.js").State} state
   * @param {{ undo: () => void, back: () => void, replay: () => void }} handlers
   * @param {Record<"turn" | "score" | "seats" | "sign" | "result" | "fold", HTMLElement>} parts
   */
  constructor(state, handlers, { turn, score, seats, sign, result, fold }) {
    this.state = state;
    this.title = make("h1");
    this.house = make("span", { class: "house" });
    this.cursor = make("span", { class: "cursor" });
    this.phases = make("span", { class: "phases", hidden: true, "aria-hidden": "true" }); // the words beside it say where the game is
    this.undo = make("button", { type: "button", class: "undo", text: phrase("undo"), onclick: () => handlers.undo() });
    this.back = make("button", { type: "button", class: "ask-back", hidden: true, text: phrase("takeBack"), onclick: () => handlers.back() });
    const replay = make("button", { type: "button", class: "replay", text: phrase("replay"), onclick: () => handlers.replay() });
    this.element = make("header", {}, this.title, turn, score, this.house, this.phases, this.cursor, seats, sign, result, this.undo, this.back, replay, fold);
  }

  /** What game it is, and by which house rules. @param {import("./messages").Welcome} welcome */
  welcome({ title, variants = [] }) {
    this.title.textContent = shortTitle(title);
    this.title.title = title;
    this.house.textContent = variants.map((variant) => variant.title).join(", ");
    this.house.title = variants.map((variant) => `${variant.title}: ${variant.help}`).join("\n");
  }

  /** How far the game has come, and who may take what back. @param {import("./messages").SeatRow[]} seats */
  show(seats) {
    const { now, panels, story, welcome } = this.state;
    this.cursor.textContent = now.cursor.slice(1).join(" · ");
    /** @type {any} */
    const sequence = Object.values(panels).find(({ panel }) => panel === "sequence");
    this.phases.hidden = !sequence || sequence.steps.length > TRACK;
    if (this.sequence !== sequence) this.phases.replaceChildren(...(sequence?.steps ?? []).map((text, number) => make("i", { title: text, class: number === sequence.at ? "here" : null })));
    this.sequence = sequence;
    this.undo.disabled = !now.undo?.may;
    this.undo.title = now.undo?.because ?? "";
    this.undo.hidden = !now.undo;
    const hasChosen = story.some(({ by }) => by === welcome.you);
    this.back.hidden = Boolean(now.undo?.may) || !now.undo || !hasChosen || now.offer?.what === "back" || Boolean(now.outcome) || !welcome.can.includes("offer");
    this.back.title = seats.some(({ seat, bot }) => seat !== welcome.you && !bot) ? phrase("askToTakeBack") : phrase("takeBackFreely");
  }

  /** Nothing can be undone, and why. */
  refuse(refusalText) {
    this.undo.disabled = true;
    this.undo.title = refusalText;
  }
}
