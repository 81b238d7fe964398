// <wargame-table>: one seat's screen. Give it a transport, and with `sheets` ways to the printed sheet and its picture.

import { Ask } from "./ask.js";
import { Board } from "./board.js";
import { fanned, popup } from "./fan.js";
import { Film } from "./film.js";
import { announce, nameParts } from "./host.js";
import { animate, waysOf } from "./motion.js";
import { aids, briefing, order, panel } from "./panels.js";
import { Picker } from "./picker.js";
import { Rules } from "./rules.js";
import { State, make } from "./state.js";
import { timeLeft } from "./clock.js";
import { Story, namedBy } from "./story.js";
import { LOOKS } from "./theme.js";

const PROTOCOL = "wargame-table/1";
const FORCED = [1500, 4000];
const CHANGES = ["act", "undo", "report"];
const THEMES = ["", "light", "dark", "contrast"];

export class WargameTable extends HTMLElement {
  constructor() {
    super();
    this.state = new State();
    /** @type {import("./messages").Transport | null} */
    this.transport = null;
    /** @type {import("./messages").Sheets | null} */
    this.sheets = null;
    /** @type {Record<string, string>} */
    this.hello = {};
    /** @type {(() => void) | null} */
    this.record = null;
    /** @type {(() => void) | null} */
    this.packet = null;
    /** @type {(() => void) | null} */
    this.renew = null;
    this.requests = new Map();
    this.mark = Math.random().toString(36).slice(2, 8);
    this.count = 0;
    this.root = this.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [LOOKS];
    this.#build();
  }

  /** An element that a script creates may have no attributes before it is put into a page. */
  connectedCallback() {
    if (this.dataset.state) return;
    this.#as("loading");
    const kept = localStorage.getItem("wargame-theme");
    if (kept) this.dataset.theme = kept;
  }

  /**
   * Begin: `transport` carries messages, `hello` holds table, key and name, `record` and `packet` save what their buttons say, `renew` takes another key.
   * @param {{ transport: import("./messages").Transport, sheets: import("./messages").Sheets, hello?: Record<string, string>, record?: (() => void) | null, packet?: (() => void) | null, renew?: (() => void) | null }} given
   */
  async start({ transport, sheets, hello = {}, record = null, packet = null, renew = null }) {
    Object.assign(this, { transport, sheets, hello, record, packet, renew });
    transport.onmessage = (message) => this.#hear(message);
    transport.onstate = (state) => (state === "open" ? this.#greet() : this.#as("offline"));
    transport.open();
    this.beat = setInterval(() => transport.send({ kind: "ping" }), 25_000);
  }

  disconnectedCallback() {
    clearInterval(this.beat);
    clearTimeout(this.ticking);
    this.transport?.close();
  }

  // Layout

  #build() {
    const { state } = this;
    this.board = new Board(state, {
      pick: (lit, all, point) => this.#pointed(lit, all, point),
      point: (references) => this.#tip(references),
      explain: (references) => this.#explain(references),
    });
    this.ask = new Ask(state, {
      choose: (number) => this.#choose(number),
      pick: (reference) => this.#pick(reference),
      back: () => this.#back(),
      point: (references) => this.board.hint(references),
      more: () => this.#more(),
      forecast: (number) => this.#forecast(number),
      report: (answers) => this.#report(answers),
      packet: () => this.packet?.(),
      build: (action) => this.#act(action),
      judge: (action, answered) => this.#request("judge", { action }, answered),
      changed: () => this.#light(),
      rule: (words) => this.#lookUp(words),
    });
    this.rules = new Rules();
    const point = (references, seek) => {
      this.board.hint(references);
      if (seek && references.length) this.board.seek(references[0]);
    };
    this.point = point;
    this.story = new Story(state, { point, explain: (number) => this.#why(number) });
    this.film = new Film((moment) => this.#moment(moment));
    this.heading = make("h1");
    this.cursor = make("span", { class: "cursor" });
    this.seats = make("ul", { class: "seats", "aria-label": "Seats" });
    this.undo = make("button", { type: "button", class: "undo", text: "Undo", onclick: () => this.#undo() });
    this.tip = make("div", { class: "tip" });
    this.tools = make("div", { class: "tools", role: "group", "aria-label": "View" },
      ...[["+", "zoom in", () => this.board.zoom(1.4)], ["−", "zoom out", () => this.board.zoom(1 / 1.4)], ["⤢", "whole map", () => this.board.fit()], ["◎", "come close to what can be chosen", () => this.board.approach()], ["◌", "hide the pieces", () => this.board.over.classList.toggle("bare")], ["◐", "light, dark, high contrast", () => this.#theme()]]
        .map(([text, label, onclick]) => make("button", { type: "button", text, title: label, "aria-label": label, onclick })),
    );
    this.board.element.append(this.tools, this.tip);
    this.continued = make("p", { class: "continued", role: "note" });
    this.pages = this.#tabs({ Log: [this.continued, this.story.element], Table: [], Briefing: [], Rules: [this.rules.element], Players: this.#people() });
    this.pages.tab.Rules.addEventListener("click", () => this.rules.known || this.#lookUp());
    this.house = make("span", { class: "house" });
    this.element = make("div", { class: "table" },
      make("header", {}, this.heading, this.house, this.cursor, this.seats, this.undo, make("button", { type: "button", class: "replay", text: "Replay", onclick: () => this.#replay() })),
      this.board.element, this.film.element,
      make("aside", { class: "side" }, this.ask.element, this.tabs, this.pages.element),
    );
    this.root.append(this.element);
    nameParts({ header: this.element.firstElementChild, board: this.board.element, side: this.element.lastElementChild, ask: this.ask.element, tabs: this.tabs });
    for (const [name, page] of Object.entries(this.pages.page)) nameParts({ [name.toLowerCase()]: page, [`${name.toLowerCase()}-tab`]: this.pages.tab[name] });
    this.pages.page.Table.addEventListener("click", ({ target }) => {
      const card = target.closest("[data-card][data-lit=can]");
      if (card) this.#pick(`card:${card.dataset.card}`);
    });
    this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  #tabs(pages) {
    const element = make("div", { class: "pages" });
    this.tabs = make("div", { class: "tabs", role: "tablist" });
    const all = Object.entries(pages).map(([name, parts], number) => {
      const page = make("div", { class: "page", role: "tabpanel", "aria-label": name, hidden: number > 0, tabindex: "0" }, ...parts);
      const tab = make("button", { type: "button", role: "tab", text: name, "aria-selected": String(!number), onclick: () => show(name) });
      element.append(page);
      this.tabs.append(tab);
      return [tab, page];
    });
    const names = Object.keys(pages);
    const show = (chosen) => all.forEach(([tab, page], number) => {
      tab.setAttribute("aria-selected", String(names[number] === chosen));
      page.hidden = names[number] !== chosen;
    });
    const [tab, page] = [0, 1].map((part) => Object.fromEntries(names.map((name, number) => [name, all[number][part]])));
    return { element, show, tab, page };
  }

  #people() {
    this.said = make("ul", { class: "said", "aria-label": "What was said" });
    const words = make("input", { maxlength: 500, "aria-label": "Say something", placeholder: "say something" });
    const talk = make("form", { class: "talk", onsubmit: (event) => {
      event.preventDefault();
      if (words.value.trim()) this.#request("say", { text: words.value, ...(this.among.checked ? { to: "seats" } : {}) });
      words.value = "";
    } }, words, make("button", { text: "Say" }));
    this.among = make("input", { type: "checkbox" });
    this.aside = make("label", { hidden: true }, this.among, " only to who has a seat");
    this.notes = make("textarea", { rows: 4, maxlength: 4000, onchange: () => this.#request("note", { text: this.notes.value }) });
    this.noting = make("label", { class: "notes", hidden: true }, make("span", { text: "Your notes (nobody else reads them)" }), this.notes);
    this.forced = make("input", { type: "checkbox", checked: true });
    this.takeover = make("div", { class: "takeover" });
    const save = make("button", { type: "button", class: "record", text: "Download the record", onclick: () => this.record?.() });
    this.another = make("button", { type: "button", class: "renew", hidden: true, text: "Another key for this seat", title: "Every other link and page of this seat is void then", onclick: () => this.renew?.() });
    this.looks = make("p", { class: "looks" });
    return [this.takeover, make("label", {}, this.forced, " play a choice by itself when there is only one"), make("p", {}, save, this.another), this.looks, this.said, talk, this.aside, this.noting];
  }

  #as(state) {
    if (this.dataset.state === state) return;
    this.dataset.state = state;
    announce(this, state, this.state.now);
  }

  #theme() {
    const next = THEMES[(THEMES.indexOf(this.dataset.theme ?? "") + 1) % THEMES.length];
    this.dataset.theme = next;
    localStorage.setItem("wargame-theme", next);
    this.sheets?.picture(this.state.sheet.digest, this.#colours()).then((picture) => this.board.paint(picture));
  }

  #colours() {
    return { light: "light", dark: "dark", contrast: "light" }[this.dataset.theme] ?? "auto";
  }

  // Messages

  #greet() {
    this.transport.send({ kind: "hello", protocol: PROTOCOL, ...this.hello, have: this.state.tags });
    for (const [id, { message }] of this.requests) if (CHANGES.includes(message.kind)) this.transport.send({ ...message, id });
  }

  #request(kind, fields, answered) {
    const id = `${this.mark}${(this.count += 1)}`;
    const message = { kind, id, ...fields };
    this.requests.set(id, { message, answered });
    this.transport.send(message);
  }

  #hear(message) {
    const request = this.requests.get(message.id);
    this.requests.delete(message.id);
    if (message.kind === "refused") this.#refused(message, request);
    else if (request?.answered) request.answered(message);
    this.queue = (this.queue ?? Promise.resolve()).then(() => this.#heard(message)).catch((problem) => console.error(problem));
  }

  async #heard(message) {
    if (message.kind === "welcome") await this.#welcome(message);
    else if (message.kind === "update") await this.#update(message);
    else if (message.kind === "here") this.#here(message);
    else if (message.kind === "say") this.#say(message);
    else if (message.kind === "note") this.notes.value = message.text;
    else if (message.kind === "looks") this.#looked(message.count);
    announce(this, "told", message);
  }

  #looked(count) {
    this.looks.textContent = `This key was used ${count === 1 ? "once" : `${count} times`}: pages opened, records and packets fetched. If that was not you, take another one.`;
  }

  async #welcome(message) {
    if (message.looks) this.#looked(message.looks);
    this.state.welcome = message;
    await this.#lay(message.sheet);
    this.heading.textContent = message.title;
    this.house.textContent = (message.variants ?? []).map(({ title }) => title).join(", ");
    this.house.title = (message.variants ?? []).map(({ title, help }) => `${title}: ${help}`).join("\n");
    this.seated = message.seats;
    this.said.replaceChildren();
    this.continued.textContent = message.continued ?? "";
    const seated = message.seats.some(({ seat }) => seat === message.you);
    this.aside.hidden = !seated && message.you !== "referee";
    this.noting.hidden = !seated || !message.can.includes("note");
    this.another.hidden = !seated || !this.renew || !message.can.includes("key");
    this.#here({ seats: message.seats });
  }

  /** Lay out a sheet, if it is not the one on the table: a game inside the game has one of its own. */
  async #lay(digest) {
    if (this.state.sheet?.digest === digest) return;
    const filmed = this.filmed?.[digest]; // of a game inside the game that may be over long since
    const [sheet, picture] = filmed ? [filmed.sheet, filmed.picture] : await Promise.all([this.sheets.sheet(digest), this.sheets.picture(digest, this.#colours())]);
    this.state.sheet = sheet;
    this.state.index = null;
    this.board.lay(sheet, picture);
    this.board.element.hidden = !sheet.spaces.length;
    this.pages.page.Briefing.replaceChildren(briefing(sheet), aids(sheet));
  }

  async #update(message) {
    if (this.film.element.hidden) await this.#lay(message.sheet ?? this.state.welcome.sheet);
    const before = this.state.pieces;
    const news = this.state.follow(message);
    const { now } = this.state;
    this.board.show();
    this.story.follow(message.kept, news);
    const ways = this.told === undefined ? new Map() : waysOf(news); // who has just come is not shown the moves of a whole game
    if (news.length) this.board.way([...ways.values()]);
    else if (message.kept < Number(this.told ?? 0)) this.board.way([]);
    this.told = message.known;
    animate(this.board, before, ways);
    this.pages.page.Table.replaceChildren(...Object.values(this.state.panels).map((data) => panel(this.state, data, this.point)), order(this.state));
    this.cursor.textContent = now.cursor.slice(1).join(" · ");
    this.undo.disabled = !now.undo?.may;
    this.undo.title = now.undo?.because ?? "";
    this.undo.hidden = !now.undo;
    this.#question(now.ask?.rows ?? []);
    this.#as(now.outcome ? "over" : now.ask ? "yours" : "waiting");
    this.#here({ seats: this.seated });
    document.title = `${now.ask ? "● " : ""}${this.state.welcome.title}`;
  }

  #question(rows) {
    clearTimeout(this.passing);
    if (this.asked !== this.state.now.at) this.ask.say(""); // after a refusal the same question comes again
    this.asked = this.state.now.at;
    this.picker = new Picker(rows);
    this.root.querySelector(".popup")?.remove();
    this.ask.begin(this.state.now, this.picker);
    this.#light();
    this.board.open();
    if (rows.length === 1 && !this.state.now.ask.more && this.forced.checked) {
      this.ask.say("Only one choice: it is played in a moment.", "forced");
      this.passing = setTimeout(() => this.#choose(0), FORCED[0] + Math.random() * (FORCED[1] - FORCED[0]));
    }
  }

  #light() {
    this.ask.show(this.picker, this.state.now.ask);
    const { way } = this.ask;
    const { lit, picked } = way.active ? way : this.ask.build;
    const all = way.active ? new Map() : new Map(this.picker.lit);
    for (const reference of lit) if (!all.has(reference)) all.set(reference, []);
    this.board.light(all, [...this.picker.picks, ...picked]);
    if (way.active) this.board.way([way.gone]);
    for (const card of this.pages.page.Table.querySelectorAll("[data-card]")) {
      const reference = `card:${card.dataset.card}`;
      const as = this.picker.picks.includes(reference) ? "picked" : this.picker.lit.has(reference) ? "can" : "";
      if (as) card.dataset.lit = as;
      else delete card.dataset.lit;
    }
  }

  #refused(message, request) {
    const reasons = (message.reasons ?? []).map((reason) => `${reason.text}${reason.cite ? ` [${reason.cite}]` : ""}`);
    if (["wrong_key", "unknown_table", "protocol"].includes(message.code)) {
      this.transport.close();
      this.#as("refused");
    }
    this.ask.say(reasons.join(" ") || message.text, message.code);
    if (message.code === "no_undo") {
      this.undo.disabled = true;
      this.undo.title = message.text;
    }
    if (CHANGES.includes(request?.message.kind)) this.#as(this.state.now.ask ? "yours" : "waiting");
  }

  /** @param {{ seats: import("./messages").SeatRow[], watching?: number }} told */
  #here({ seats, watching }) {
    this.seated = seats;
    const waiting = this.state.now.waiting ?? [];
    const you = this.state.welcome?.you;
    this.clocks = new Map();
    this.seats.replaceChildren(...seats.map((seat) => make("li", {
      "data-seat": seat.seat, "data-here": seat.here, "data-bot": seat.bot ?? null, "data-you": seat.seat === you, "data-turn": waiting.includes(seat.seat),
      title: seat.bot ? `played by the bot ${seat.bot}` : seat.here ? "is there" : "is away",
    }, `${seat.title}${seat.name ? ` (${seat.name})` : ""}`, this.#clock(seat.seat))));
    this.#tick();
    if (this.state.welcome?.delay) this.seats.append(make("li", { class: "watching", text: `who watches is ${this.state.welcome.delay === 1 ? "a turn" : `${this.state.welcome.delay} turns`} behind` }));
    if (this.state.welcome?.referee) this.seats.append(make("li", { class: "watching referee", text: "a referee sees everything" }));
    if (watching) this.seats.append(make("li", { class: "watching", text: `${watching} watching` }));
    this.#seatButtons(seats, you);
  }

  /** Where the thinking time of a seat is told. */
  #clock(seat) {
    if (!this.state.now.clock) return null;
    const face = make("span", { class: "clock", role: "timer" });
    this.clocks.set(seat, face);
    return face;
  }

  #tick() {
    clearTimeout(this.ticking);
    const { clock } = this.state.now;
    if (!clock) return;
    for (const [seat, face] of this.clocks) {
      const { text, over } = timeLeft(clock, seat, Date.now() / 1000);
      face.textContent = text;
      face.toggleAttribute("data-over", over);
    }
    this.ticking = setTimeout(() => this.#tick(), 1000);
  }

  #seatButtons(seats, you) {
    const bots = this.state.welcome?.bots ?? [];
    const author = this.state.welcome?.role === "author";
    const mine = seats.filter((seat) => seat.seat === you || (author && !seat.here));
    this.takeover.replaceChildren(...mine.map((seat) => {
      const reseat = (bot) => this.#request("seat", bot ? { seat: seat.seat, bot } : { seat: seat.seat });
      if (seat.bot) return make("p", {}, make("button", { type: "button", class: "take-over", text: `Play ${seat.title} yourself (now the bot ${seat.bot})`, onclick: () => reseat("") }));
      const choose = make("select", { "aria-label": `A bot for ${seat.title}` }, ...bots.map((bot) => make("option", { value: bot, text: bot })));
      return make("p", {}, make("button", { type: "button", class: "hand-over", text: `Let a bot play ${seat.title}`, onclick: () => reseat(choose.value) }), choose);
    }));
    if (mine.some((seat) => seat.bot && seat.seat === you) && !this.offered) {
      this.offered = true;
      this.pages.show("Players");
    }
  }

  #say({ from, seat, text, to }) {
    const who = ([from, this.state.titles[seat] ?? seat].filter(Boolean).join(", ") || "a spectator") + (to ? " (to the seats)" : "");
    this.said.append(make("li", {}, make("b", { text: `${who}: ` }), text));
  }

  // Choosing

  #pointed(lit, all, point) {
    if (this.film.element.hidden === false) return;
    if (lit.length === 1) return this.#pick(lit[0]);
    if (!all.length && !lit.length) return void this.#back();
    const stack = this.state.stacks.get((all.at(-1) ?? "place:").slice(6))?.map((id) => `piece:${id}`) ?? [];
    if (lit.length || stack.length > 1) {
      const shown = [...new Set([...stack, ...lit, ...all.slice(-1)])];
      const entries = fanned(this.board, shown, lit, { pick: (reference) => this.#pick(reference), explain: (references) => this.#explain(references) });
      return void popup(this.root, point, entries, () => this.board.over.focus?.());
    }
    this.#explain(all);
  }

  #pick(reference) {
    this.ask.say("");
    if (this.ask.build.toggle(reference) || this.ask.way.toggle(reference)) return;
    if (this.ask.way.active) return this.#explain([reference]);
    const number = this.picker.pick(reference);
    if (number !== null) return this.#choose(number);
    const { exact, lit } = this.picker;
    if (exact.length > 1 && !lit.size) {
      popup(this.root, null, exact.map((row) => ({ text: this.state.now.ask.rows[row].label, action: () => this.#choose(row) })), () => {});
    }
    this.#light();
  }

  #back() {
    if (this.ask.way.active) this.ask.way.back();
    else if (this.picker?.back()) this.#light();
  }

  #choose(number) {
    const row = this.state.now.ask?.rows[number];
    if (row) this.#act(row.action);
  }

  #act(action) {
    clearTimeout(this.passing);
    if (this.dataset.state !== "yours") return;
    this.#as("sending");
    this.ask.say("");
    this.#request("act", { at: this.state.now.at, action });
  }

  #report(answers) {
    if (this.dataset.state !== "yours") return;
    this.#as("sending");
    this.#request("report", { at: this.state.now.at, answers });
  }

  #undo() {
    this.#request("undo", { at: this.state.now.at });
  }

  #more() {
    const rows = this.state.now.ask.rows;
    this.#request("rows", { at: this.state.now.at, first: rows.length }, (answer) => {
      if (answer.kind !== "rows") return;
      this.state.now.ask.rows = [...rows, ...answer.rows];
      this.state.now.ask.more = answer.more;
      this.#question(this.state.now.ask.rows);
    });
  }

  #explain(references) {
    const reference = references.at(-1);
    if (!reference || !this.state.now.ask) return;
    const printed = this.state.printed("spaces", reference.slice(6));
    const names = [...new Set([reference.slice(6), printed?.place, printed?.label, ...references.slice(0, -1).map((name) => name.slice(6))].filter(Boolean))];
    this.#why(names);
  }

  #why(asked) {
    const names = Array.isArray(asked) ? asked : null;
    const fields = names ? { what: names[0] } : { event: asked };
    this.#request("explain", fields, (answer) => {
      if (answer.kind !== "explained") return;
      const cited = (answer.reasons ?? []).map((reason) => `${reason.text}${reason.cite ? ` [${reason.cite}]` : ""}`).join(" ");
      if (names && !cited && names.length > 1) return this.#why(names.slice(1));
      if (names) return this.ask.say(cited || answer.text, "why");
      this.pages.show("Log");
      const line = this.story.element.querySelector(`[data-event="${asked}"]`);
      line?.querySelector("pre")?.remove();
      line?.append(make("pre", { text: answer.text }));
    });
  }

  /** The rules at hand, those that the words of a cite name in view; they are asked for once. */
  #lookUp(words = "") {
    this.pages.show("Rules");
    if (this.rules.known) return this.rules.find(words);
    this.#request("rules", {}, (answer) => answer.kind === "rules" && this.rules.show(answer.rules, words));
  }

  #forecast(number) {
    const row = this.state.now.ask?.rows[number];
    if (row) this.#request("forecast", { action: row.action }, (answer) => answer.kind === "forecast" && this.ask.tell(answer));
  }

  #tip(references) {
    if (!references.length || !this.picker) return void (this.tip.textContent = "");
    const texts = references.slice(-1).concat(references.slice(0, -1)).map((reference) => this.state.nameOf(reference));
    const rows = references.flatMap((reference) => this.picker.lit.get(reference) ?? []);
    const told = [...new Set(rows)].slice(0, 3).map((number) => this.state.now.ask.rows[number]);
    this.tip.replaceChildren(
      make("div", { text: texts.join(" · ") }),
      ...told.map((row) => make("div", {}, make("b", { text: row.label }), row.help ? ` — ${row.help}` : "")),
      rows.length > 3 ? make("div", { text: `and ${rows.length - 3} more` }) : "",
    );
  }

  // Replay

  #replay() {
    this.#request("film", {}, (answer) => {
      if (answer.kind !== "film") return;
      Object.assign(this.state.faces, answer.faces);
      this.filmed = answer.sheets;
      this.film.open(answer.frames);
    });
  }

  /** Show a moment of the film, null for now. Who drags the slider is shown the latest one only. */
  async #moment(moment) {
    this.shown = moment;
    this.story.element.querySelectorAll("[data-film]").forEach((line) => line.removeAttribute("data-film"));
    await this.#lay((moment ?? this.state.now).sheet ?? this.state.welcome.sheet);
    if (this.shown !== moment) return;
    if (moment === null) {
      this.board.state = this.state;
      this.board.show();
      return this.#light();
    }
    const { pieces, marks, known } = moment;
    this.board.state = Object.assign(Object.create(State.prototype), this.state, { pieces, marks });
    this.board.light(new Map(), []);
    this.board.show();
    const lines = [...this.story.list.children].filter((line) => Number(line.dataset.event) < known);
    lines.at(-1)?.setAttribute("data-film", "");
    lines.at(-1)?.scrollIntoView({ block: "nearest" });
    this.board.hint(namedBy(this.state.story[known - 1]?.about));
  }

  // Keys

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const keys = {
      Escape: () => this.#back(),
      z: () => this.undo.disabled || this.#undo(),
      h: () => this.board.over.classList.toggle("bare"),
      m: () => this.board.approach(),
      b: () => this.board.focus(this.board.current ?? [...this.picker.lit.keys()][0]),
      r: () => this.#lookUp(),
      "/": () => (this.ask.filter.hidden ? this.ask.rows.querySelector("button")?.focus() : this.ask.filter.focus()),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }
}

if (!customElements.get("wargame-table")) customElements.define("wargame-table", WargameTable);
