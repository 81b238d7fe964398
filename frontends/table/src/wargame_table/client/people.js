// Who sits at the table: seats with their clocks, bots, what people say, and notes.

import { timeLeft } from "./clock.js";
import { phrase } from "./phrases.js";
import { botsOf, make, nameAndTitle } from "./state.js";

export class People {
  /** `handlers` has `request(kind, fields)`, `save()`, `renew()`, `show()` for the page of the people and `said(words, mine)`. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.clocks = new Map();
    /** @type {import("./messages").SeatRow[]} */
    this.seated = [];
    this.watching = 0;
    this.seats = make("ul", { class: "seats", "aria-label": phrase("seats") });
    this.said = make("ul", { class: "said", "aria-label": phrase("whatWasSaid") });
    const words = (this.words = make("input", { maxlength: 500, "aria-label": phrase("saySomethingLabel"), placeholder: phrase("saySomething") }));
    this.mine = [];
    const talk = make("form", { class: "talk", onsubmit: (event) => {
      event.preventDefault();
      if (!words.value.trim()) return;
      handlers.request("say", { text: words.value, ...(this.among.checked ? { to: "seats" } : {}) });
      this.mine.push(words.value);
      words.value = "";
    } }, words, make("button", { text: phrase("toSay") }));
    this.among = make("input", { type: "checkbox" });
    this.aside = make("label", { hidden: true }, this.among, ` ${phrase("onlyToSeats")}`);
    this.notes = make("textarea", { rows: 4, maxlength: 4000, onchange: () => handlers.request("note", { text: this.notes.value }) });
    this.noting = make("label", { class: "notes", hidden: true }, make("span", { text: phrase("yourNotes") }), this.notes);
    this.forced = make("input", { type: "checkbox", checked: true });
    this.takeover = make("div", { class: "takeover" });
    const save = make("button", { type: "button", class: "record", text: phrase("downloadRecord"), onclick: () => handlers.save() });
    this.another = make("button", { type: "button", class: "renew", hidden: true, text: phrase("anotherKey"), title: phrase("anotherKeyTitle"), onclick: () => handlers.renew() });
    this.looks = make("p", { class: "looks" });
    this.talk = [this.said, talk, this.aside];
    this.parts = [this.takeover, make("label", {}, this.forced, ` ${phrase("playAlone")}`), make("p", { class: "deals" }, save, this.another), this.looks, this.noting];
  }

  /** Somebody has come to a table. @param {import("./messages").Welcome} welcome */
  welcome(welcome, renews) {
    if (welcome.looks) this.looked(welcome.looks);
    this.said.replaceChildren();
    const seated = welcome.seats.some(({ seat }) => seat === welcome.you);
    this.aside.hidden = !seated && welcome.you !== "referee";
    this.noting.hidden = !seated || !welcome.can.includes("note");
    this.another.hidden = !seated || !renews || !welcome.can.includes("key");
    this.here({ seats: welcome.seats, watching: 0 });
  }

  looked(count) {
    this.looks.textContent = phrase("keyUsed", { count });
  }

  /** @param {{ seats: import("./messages").SeatRow[], watching: number }} told */
  here({ seats, watching }) {
    Object.assign(this, { seated: seats, watching });
    this.state.people = Object.fromEntries(seats.map(({ seat, name, title }) => [seat, nameAndTitle(name, title)]));
    const waitingSeats = this.state.now.waiting ?? [];
    const { you, delay, referee } = this.state.welcome ?? {};
    this.clocks = new Map();
    this.seats.replaceChildren(...seats.map((seat) => make("li", {
      "data-seat": seat.seat, "data-side": seat.seat, "data-here": seat.here, "data-bot": seat.bot ?? null, "data-you": seat.seat === you, "data-turn": waitingSeats.includes(seat.seat),
      title: seat.bot ? phrase("playedByBot", { bot: seat.bot }) : seat.here ? phrase("isThere") : phrase("isAway"),
    }, nameAndTitle(seat.name, seat.title), this.#clock(seat.seat))));
    this.tick();
    if (delay) this.seats.append(make("li", { class: phrase("watchingNow"), text: phrase("watchersBehind", { count: delay }) }));
    const limit = this.state.now.clock?.limit;
    if (limit) this.seats.append(make("li", { class: phrase("watchingNow"), text: limit === "game" ? phrase("timeLosesGame") : phrase("timeLosesChoice") }));
    if (referee) this.seats.append(make("li", { class: "watching referee", text: phrase("refereeSees") }));
    if (watching) this.seats.append(make("li", { class: phrase("watchingNow"), text: phrase("countWatching", { count: watching }) }));
    this.#buttons(you);
  }

  /** Where the thinking time of a seat is told. */
  #clock(seat) {
    if (!this.state.now.clock) return null;
    const face = make("span", { class: "clock", role: "timer" });
    this.clocks.set(seat, face);
    return face;
  }

  tick() {
    clearTimeout(this.ticking);
    const { clock } = this.state.now;
    if (!clock) return;
    for (const [seat, face] of this.clocks) {
      const { text, over } = timeLeft(clock, seat, Date.now() / 1000);
      face.textContent = text;
      face.toggleAttribute("data-over", over);
    }
    this.ticking = setTimeout(() => this.tick(), 1000);
  }

  #buttons(you) {
    const bots = botsOf({ bots: this.state.welcome?.bots ?? [] });
    const author = this.state.welcome?.role === "author";
    const ownSeats = this.seated.filter((seat) => seat.seat === you || (author && !seat.here));
    this.takeover.replaceChildren(...ownSeats.map((seat) => {
      const reseat = (bot) => this.handlers.request("seat", bot ? { seat: seat.seat, bot } : { seat: seat.seat });
      if (seat.bot) return make("p", {}, make("button", { type: "button", class: "take-over", text: phrase("playYourself", { side: seat.title, bot: seat.bot }), onclick: () => reseat("") }));
      const botField = make("select", { "aria-label": phrase("botFor", { side: seat.title }) }, ...bots.map((bot) => make("option", { value: bot, text: bot })));
      return make("p", {}, make("button", { type: "button", class: "hand-over", text: phrase("letBotPlay", { side: seat.title }), onclick: () => reseat(botField.value) }), botField);
    }));
    if (ownSeats.some((seat) => seat.bot && seat.seat === you) && !this.offered) {
      this.offered = true;
      this.handlers.show();
    }
  }

  say({ from, seat, text, to }) {
    const nameOfSpeaker = (seat ? nameAndTitle(from, this.state.titles[seat] ?? seat) : from ? nameAndTitle(from, phrase("watchingNow")) : phrase("aSpectator")) + (to ? ` ${phrase("toTheSeats")}` : "");
    const ownNumber = seat === this.state.welcome?.you || !seat ? this.mine.indexOf(text) : -1;
    if (ownNumber >= 0) this.mine.splice(ownNumber, 1);
    this.said.append(make("li", {}, make("b", { text: `${nameOfSpeaker}: ` }), text));
    this.handlers.said(`${nameOfSpeaker}: ${text}`, ownNumber >= 0 || (Boolean(seat) && seat === this.state.welcome?.you));
  }
}
