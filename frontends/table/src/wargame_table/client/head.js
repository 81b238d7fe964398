// The line above the map: title, turn and score, who sits here, how it ended, and the buttons that go back in time.

import { make } from "./state.js";

export class Head {
  /**
   * `on` has `undo()`, `back()`, which asks the others for one's last choice, and `replay()`; `parts` are what others show here.
   * @param {import("./state.js").State} state
   * @param {{ undo: () => void, back: () => void, replay: () => void }} on
   * @param {Record<"turn" | "score" | "seats" | "sign" | "result" | "fold", HTMLElement>} parts
   */
  constructor(state, on, { turn, score, seats, sign, result, fold }) {
    this.state = state;
    this.title = make("h1");
    this.house = make("span", { class: "house" });
    this.cursor = make("span", { class: "cursor" });
    this.undo = make("button", { type: "button", class: "undo", text: "Undo", onclick: () => on.undo() });
    this.back = make("button", { type: "button", class: "ask-back", hidden: true, text: "Take back …", onclick: () => on.back() });
    const replay = make("button", { type: "button", class: "replay", text: "Replay", onclick: () => on.replay() });
    this.element = make("header", {}, this.title, turn, score, this.house, this.cursor, seats, sign, result, this.undo, this.back, replay, fold);
  }

  /** What game it is, and by which house rules. @param {import("./messages").Welcome} welcome */
  welcome({ title, variants = [] }) {
    this.title.textContent = title;
    this.house.textContent = variants.map((variant) => variant.title).join(", ");
    this.house.title = variants.map((variant) => `${variant.title}: ${variant.help}`).join("\n");
  }

  /** How far the game has come, and who may take what back. @param {import("./messages").SeatRow[]} seats */
  show(seats) {
    const { now, story, welcome } = this.state;
    this.cursor.textContent = now.cursor.slice(1).join(" · ");
    this.undo.disabled = !now.undo?.may;
    this.undo.title = now.undo?.because ?? "";
    this.undo.hidden = !now.undo;
    const chose = story.some(({ by }) => by === welcome.you);
    this.back.hidden = Boolean(now.undo?.may) || !now.undo || !chose || now.offer?.what === "back" || Boolean(now.outcome) || !welcome.can.includes("offer");
    this.back.title = seats.some(({ seat, bot }) => seat !== welcome.you && !bot) ? "ask the others to let you take your last choice back" : "take your last choice back, dice or not";
  }

  /** Nothing can be undone, and why. */
  refuse(why) {
    this.undo.disabled = true;
    this.undo.title = why;
  }
}
