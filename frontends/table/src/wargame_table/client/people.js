// Who sits at the table: seats with their clocks, bots, what people say, and notes.

import { timeLeft } from "./clock.js";
import { botsOf, called, make } from "./state.js";

export class People {
  /** `on` has `request(kind, fields)`, `save()`, `renew()`, `show()` for the page of the people and `said(words, mine)`. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.clocks = new Map();
    /** @type {import("./messages").SeatRow[]} */
    this.seated = [];
    this.watching = 0;
    this.seats = make("ul", { class: "seats", "aria-label": "Seats" });
    this.said = make("ul", { class: "said", "aria-label": "What was said" });
    const words = (this.words = make("input", { maxlength: 500, "aria-label": "Say something", placeholder: "say something" }));
    this.mine = [];
    const talk = make("form", { class: "talk", onsubmit: (event) => {
      event.preventDefault();
      if (!words.value.trim()) return;
      on.request("say", { text: words.value, ...(this.among.checked ? { to: "seats" } : {}) });
      this.mine.push(words.value);
      words.value = "";
    } }, words, make("button", { text: "Say" }));
    this.among = make("input", { type: "checkbox" });
    this.aside = make("label", { hidden: true }, this.among, " only to who has a seat");
    this.notes = make("textarea", { rows: 4, maxlength: 4000, onchange: () => on.request("note", { text: this.notes.value }) });
    this.noting = make("label", { class: "notes", hidden: true }, make("span", { text: "Your notes (nobody else reads them)" }), this.notes);
    this.forced = make("input", { type: "checkbox", checked: true });
    this.takeover = make("div", { class: "takeover" });
    const save = make("button", { type: "button", class: "record", text: "Download the record", onclick: () => on.save() });
    this.another = make("button", { type: "button", class: "renew", hidden: true, text: "Another key for this seat", title: "Every other link and page of this seat stops working", onclick: () => on.renew() });
    this.looks = make("p", { class: "looks" });
    this.talk = [this.said, talk, this.aside];
    this.parts = [this.takeover, make("label", {}, this.forced, " play a choice by itself when there is only one"), make("p", { class: "deals" }, save, this.another), this.looks, this.noting];
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
    this.looks.textContent = `This key was used ${count === 1 ? "once" : `${count} times`}: pages opened, records and packets fetched, and once a day from each network a list or digest. If that was not you, take another one.`;
  }

  /** @param {{ seats: import("./messages").SeatRow[], watching: number }} told */
  here({ seats, watching }) {
    Object.assign(this, { seated: seats, watching });
    this.state.people = Object.fromEntries(seats.map(({ seat, name, title }) => [seat, called(name, title)]));
    const waiting = this.state.now.waiting ?? [];
    const { you, delay, referee } = this.state.welcome ?? {};
    this.clocks = new Map();
    this.seats.replaceChildren(...seats.map((seat) => make("li", {
      "data-seat": seat.seat, "data-side": seat.seat, "data-here": seat.here, "data-bot": seat.bot ?? null, "data-you": seat.seat === you, "data-turn": waiting.includes(seat.seat),
      title: seat.bot ? `played by the bot ${seat.bot}` : seat.here ? "is there" : "is away",
    }, called(seat.name, seat.title), this.#clock(seat.seat))));
    this.tick();
    if (delay) this.seats.append(make("li", { class: "watching", text: `who watches is ${delay === 1 ? "a turn" : `${delay} turns`} behind` }));
    if (referee) this.seats.append(make("li", { class: "watching referee", text: "a referee sees everything" }));
    if (watching) this.seats.append(make("li", { class: "watching", text: `${watching} watching` }));
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
    const mine = this.seated.filter((seat) => seat.seat === you || (author && !seat.here));
    this.takeover.replaceChildren(...mine.map((seat) => {
      const reseat = (bot) => this.on.request("seat", bot ? { seat: seat.seat, bot } : { seat: seat.seat });
      if (seat.bot) return make("p", {}, make("button", { type: "button", class: "take-over", text: `Play ${seat.title} yourself (now the bot ${seat.bot})`, onclick: () => reseat("") }));
      const choose = make("select", { "aria-label": `A bot for ${seat.title}` }, ...bots.map((bot) => make("option", { value: bot, text: bot })));
      return make("p", {}, make("button", { type: "button", class: "hand-over", text: `Let a bot play ${seat.title}`, onclick: () => reseat(choose.value) }), choose);
    }));
    if (mine.some((seat) => seat.bot && seat.seat === you) && !this.offered) {
      this.offered = true;
      this.on.show();
    }
  }

  say({ from, seat, text, to }) {
    const who = (seat ? called(from, this.state.titles[seat] ?? seat) : from ? called(from, "watching") : "a spectator") + (to ? " (to the seats)" : "");
    const sent = seat === this.state.welcome?.you || !seat ? this.mine.indexOf(text) : -1;
    if (sent >= 0) this.mine.splice(sent, 1);
    this.said.append(make("li", {}, make("b", { text: `${who}: ` }), text));
    this.on.said(`${who}: ${text}`, sent >= 0 || (Boolean(seat) && seat === this.state.welcome?.you));
  }
}
