// <wargame-table>: one seat's screen. Give it a transport, and with `sheets` ways to the printed sheet and its picture.

import { Again } from "./again.js";
import { Ask } from "./ask.js";
import { Board } from "./board.js";
import { Calls, callFor, titleOf } from "./calls.js";
import { clickOn, clickPicks } from "./clicks.js";
import { Confirm } from "./confirm.js";
import { Deals, dealsOf, saidNo } from "./deals.js";
import { Ending } from "./ending.js";
import { fanned, popup } from "./fan.js";
import { Film } from "./film.js";
import { Greeting } from "./greeting.js";
import { announce, nameParts } from "./host.js";
import { keyed } from "./keys.js";
import { CHANGES, Line } from "./line.js";
import { aids, briefing, order, panel } from "./panels.js";
import { People } from "./people.js";
import { Picker } from "./picker.js";
import { Panel, tabs, toolbar } from "./rooms.js";
import { Rules } from "./rules.js";
import { PACES, lastsFor, sceneOf, sinceLastChoice, summaryOf } from "./scenes.js";
import { Stage, waysOf } from "./stage.js";
import { State, make } from "./state.js";
import { Story, namedBy } from "./story.js";
import { Strip } from "./strip.js";
import { LOOKS, coloursOf } from "./theme.js";
import { fillTip } from "./tip.js";
import { Why } from "./why.js";

const PROTOCOL = "wargame-table/2";
const FORCED = [1500, 4000];
const THEMES = ["", "light", "dark", "contrast"];
const AT_ONCE = ["say", "note", "looks"]; // what people say does not wait for what is being shown

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
    /** @type {((table: string) => string) | null} */
    this.home = null;
    /** @type {(() => void) | null} */
    this.anew = null;
    this.line = new Line();
    this.behind = 0; // updates that wait to be shown
    this.again = new Again();
    this.root = this.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [LOOKS];
    this.#build();
  }

  /** An element that a script creates may have no attributes before it is put into a page. */
  connectedCallback() {
    document.addEventListener("keydown", this.keys);
    document.addEventListener("visibilitychange", this.looks);
    if (this.dataset.state) return;
    this.#as("loading");
    const kept = localStorage.getItem("wargame-theme");
    if (kept) this.dataset.theme = kept;
  }

  /**
   * Begin: `transport` carries messages, `hello` holds table, key and name, `record` and `packet` save what their buttons say, `renew` takes another key, `home` tells the address of another table that the same key opens, `anew` begins the game anew where no server does.
   * @param {{ transport: import("./messages").Transport, sheets: import("./messages").Sheets, hello?: Record<string, string>, record?: (() => void) | null, packet?: (() => void) | null, renew?: (() => void) | null, home?: ((table: string) => string) | null, anew?: (() => void) | null }} given
   */
  async start({ transport, sheets, hello = {}, record = null, packet = null, renew = null, home = null, anew = null }) {
    Object.assign(this, { transport, sheets, hello, record, packet, renew, home, anew });
    this.line.transport = transport;
    transport.onmessage = (message) => this.#hear(message);
    transport.onstate = (state) => (state === "open" ? this.line.greet({ kind: "hello", protocol: PROTOCOL, ...this.hello, have: this.state.tags }) : this.#as("offline"));
    transport.open();
    this.beat = setInterval(() => transport.send({ kind: "ping" }), 25_000);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keys);
    document.removeEventListener("visibilitychange", this.looks);
    clearInterval(this.beat);
    clearTimeout(this.people.ticking);
    this.transport?.close();
  }

  // Layout

  #build() {
    const { state } = this;
    this.why = new Why(this);
    this.keys = (event) => this.#key(event);
    this.looks = () => this.#read();
    this.point = (references, seek) => {
      this.board.hint(references);
      if (seek && references.length) this.board.seek(references[0]);
    };
    this.board = new Board(state, {
      pick: (lit, all, point) => this.#pointed(lit, all, point),
      point: (references) => this.#tip(references),
      explain: (references) => this.why.not(references),
    });
    this.stage = new Stage(this.board);
    this.confirm = new Confirm(this.board, { choose: (row) => this.#choose(row) });
    this.ask = new Ask(state, {
      choose: (number) => this.#choose(number),
      pick: (reference) => this.#pick(reference),
      back: () => this.#back(),
      point: (references) => this.board.hint(references),
      more: () => this.#more(),
      forecast: (number) => this.why.chances(number),
      report: (answers) => this.#report(answers),
      packet: () => this.packet?.(),
      build: (action) => this.#act(action),
      judge: (action, answered) => this.request("judge", { action }, answered),
      changed: () => this.#light(),
      rule: (words) => this.why.rule(words),
    });
    this.rules = new Rules();
    this.story = new Story(state, { point: this.point, explain: (number) => this.why.so(number) });
    this.film = new Film((moment) => this.#moment(moment));
    this.strip = new Strip(state, { pick: (reference) => this.#pick(reference) });
    const [request, save] = [(kind, fields) => this.request(kind, fields), () => this.record?.()];
    this.people = new People(state, { request, save, renew: () => this.renew?.(), show: () => this.pages.show("Players"), said: (words, mine) => (this.calls.say(words, mine, this.#reading), this.#titled()) });
    this.calls = new Calls({ show: () => this.#talk(), name: () => `${this.hello.table ?? ""} ${state.welcome?.you ?? ""}` });
    this.deals = new Deals(state, { request, home: (table) => this.home?.(table) ?? "", anew: () => this.anew });
    this.ending = new Ending(state, { save, replay: (known) => this.#replay(known), course: (answered) => this.request("course", {}, answered), deals: () => this.#deals().map((deal) => this.deals.button(deal)) });
    this.greeting = new Greeting({
      rename: (name, answered) => this.request("name", { name }, (answer) => {
        if (answer.kind === "done") this.hello.name = name;
        answered(answer);
      }),
      begun: () => this.picker && this.#question(this.state.now.ask?.rows ?? []),
    });
    this.tip = make("div", { class: "tip" });
    this.skip = make("button", { type: "button", class: "skip", hidden: true, text: "skip ▸", onclick: () => this.#skip() });
    const tools = toolbar([["+", "zoom in", () => this.board.zoom(1.4)], ["−", "zoom out", () => this.board.zoom(1 / 1.4)], ["⤢", "whole map", () => this.#whole()], ["◎", "come close to what can be chosen", () => this.board.approach()], ["◌", "hide the pieces", () => this.board.over.classList.toggle("bare")], ["◐", "light, dark, high contrast", () => this.#theme()], ["?", "terrain, charts and how to win", () => this.#legend()]]);
    this.board.element.append(tools, this.strip.played, this.skip, this.tip);
    this.#panel();
    this.root.append(this.element, this.greeting.element);
    nameParts({ header: this.element.firstElementChild, board: this.board.element, ending: this.ending.element, hand: this.strip.hand, side: this.side.element, ask: this.ask.element, tabs: this.pages.bar });
    for (const [name, page] of Object.entries(this.pages.page)) nameParts({ [name.toLowerCase()]: page, [`${name.toLowerCase()}-tab`]: this.pages.tab[name] });
    this.pages.page.Table.addEventListener("click", ({ target }) => {
      const card = target.closest("[data-card][data-lit]");
      if (card) this.#pick(`card:${card.dataset.card}`);
    });
  }

  #panel() {
    this.continued = make("p", { class: "continued", role: "note" });
    this.pages = tabs({ Log: [this.continued, this.story.element], Table: [], Briefing: [], Rules: [this.rules.element], Players: [...this.people.talk, this.deals.buttons, ...this.people.parts, this.greeting.change, ...this.calls.parts, this.#pace()] }, () => this.#read());
    this.story.watch(this.pages.page.Log);
    this.pages.tab.Rules.addEventListener("click", () => this.rules.known || this.why.rule());
    this.summary = make("span", {});
    this.once = make("button", { type: "button", class: "once-more", text: "show me again", onclick: () => this.#again() });
    this.news = make("p", { class: "news", hidden: true }, this.summary, " ", this.once);
    this.heading = make("h1");
    this.house = make("span", { class: "house" });
    this.cursor = make("span", { class: "cursor" });
    this.undo = make("button", { type: "button", class: "undo", text: "Undo", onclick: () => this.request("undo", { at: this.state.now.at }) });
    this.back = make("button", { type: "button", class: "ask-back", hidden: true, text: "Take back …", onclick: () => this.#askBack() });
    this.side = new Panel(this, this.calls.line, this.deals.plea, this.news, this.ask.element, this.pages.bar, this.pages.element);
    this.element = make("div", { class: "table" },
      make("header", {}, this.heading, this.strip.turn, this.strip.score, this.house, this.cursor, this.people.seats, this.calls.sign, this.ending.result, this.undo, this.back, make("button", { type: "button", class: "replay", text: "Replay", onclick: () => this.#replay() }), this.side.fold),
      this.board.element, this.ending.element, this.strip.hand, this.film.element, this.side.element,
    );
  }

  #pace() {
    const chosen = localStorage.getItem("wargame-pace");
    this.pace = make("select", { class: "pace", onchange: () => (localStorage.setItem("wargame-pace", this.pace.value), this.#skip()) }, ...Object.keys(PACES).map((name) => make("option", { value: name, text: name, selected: name === (chosen ?? "normal") })));
    return make("label", {}, "How fast what others do is shown: ", this.pace);
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

  #whole() {
    this.board.fit();
    this.board.camera.touched = true;
  }

  #legend() {
    this.side.set(this.side.folded ? "" : this.dataset.panel ?? "");
    this.pages.show("Briefing");
    const folded = this.pages.page.Briefing.querySelectorAll(".aids details");
    const terrain = [...folded].find((one) => /terrain|movement/i.test(one.textContent.slice(0, 40))) ?? folded[0];
    if (terrain) /** @type {HTMLDetailsElement} */ (terrain).open = true;
    terrain?.scrollIntoView({ block: "start" });
  }

  // Messages

  request(kind, fields, answered) {
    this.line.request(kind, fields, answered);
  }

  #hear(message) {
    const request = this.line.answered(message);
    if (message.kind === "refused" && request?.message.kind === "name") request.answered(message);
    else if (message.kind === "refused") this.#refused(message, request);
    else if (request?.answered) request.answered(message);
    if (AT_ONCE.includes(message.kind) && this.state.welcome) return void this.#heard(message);
    if (message.kind === "update") this.behind += 1;
    this.queue = (this.queue ?? Promise.resolve()).then(() => this.#heard(message)).catch((problem) => console.error(problem));
  }

  async #heard(message) {
    if (message.kind === "welcome") await this.#welcome(message);
    else if (message.kind === "update") await this.#update(message);
    else if (message.kind === "here") (this.people.here(message), this.ask.rename(this.state.now));
    else if (message.kind === "say") this.people.say(message);
    else if (message.kind === "note") this.people.notes.value = message.text;
    else if (message.kind === "looks") this.people.looked(message.count);
    announce(this, "told", message);
  }

  async #welcome(message) {
    this.state.welcome = message;
    this.calls.begin();
    await this.#lay(message.sheet);
    this.heading.textContent = message.title;
    this.house.textContent = (message.variants ?? []).map(({ title }) => title).join(", ");
    this.house.title = (message.variants ?? []).map(({ title, help }) => `${title}: ${help}`).join("\n");
    this.continued.textContent = message.continued ?? "";
    this.root.adoptedStyleSheets = [...this.root.adoptedStyleSheets.filter((sheet) => sheet !== this.sides), (this.sides = coloursOf(message.seats.map(({ seat }) => seat)))];
    this.people.welcome(message, Boolean(this.renew));
    this.greeting.welcome({ welcome: message, sheet: this.state.sheet, picture: () => this.board.address, plain: this.hasAttribute("plain") });
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
    this.pages.page.Briefing.replaceChildren(this.greeting.again, briefing(sheet), aids(sheet));
  }

  /** Show an update: first what happened, at its pace where others did it, then the question. */
  async #update(message) {
    this.behind -= 1;
    const { state } = this;
    if (this.again.shown) this.now();
    if (this.film.element.hidden) await this.#lay(message.sheet ?? state.welcome.sheet);
    const [before, known, mine, was] = [state.pieces, this.told, this.mine, state.now];
    const news = state.follow(message);
    this.told = message.known;
    if (news.length) this.mine = false;
    this.board.show();
    this.story.follow(message.kept, news);
    this.strip.show();
    this.pages.page.Table.replaceChildren(...Object.values(state.panels).map((data) => panel(state, data, this.point)), order(state));
    if (known === undefined) this.stage.clear(); // who has just come is not shown the moves of a whole game
    else {
      if (news.length) this.again.keep({ before, pieces: state.pieces, marks: state.marks, sheet: message.sheet, news });
      await this.#play(news, before, message.kept < Number(known), mine);
    }
    this.#question(state.now.ask?.rows ?? []);
    this.#told();
    this.#called(was);
  }

  async #play(news, before, takenBack, mine) {
    const ways = waysOf(news);
    if (news.length) this.board.way([...ways.values()]);
    else if (takenBack) this.board.way([]);
    const scene = sceneOf(news, (piece) => this.state.sideOf(piece));
    const pace = this.stage.wanted ? this.pace.value : "off";
    const lasts = lastsFor(scene.kinds, pace, this.behind);
    if (!mine && lasts > 0) {
      this.board.light(new Map(), []);
      this.confirm.hide();
      const by = [...this.state.story].reverse().find((row) => row.by)?.by;
      this.ask.begin({ ...this.state.now, ask: undefined, outcome: undefined, waiting: by ? [by] : [] }, new Picker([]));
      const spots = this.stage.spots(scene, before, ways);
      if (spots.length) this.board.camera.come(spots);
    }
    this.stage.play(scene, before, ways, lasts);
    if (mine || lasts <= 0) return;
    this.skip.hidden = false;
    await this.again.hold(lasts);
    this.skip.hidden = true;
  }

  #skip() {
    this.again.skip();
    this.stage.clear();
  }

  /** What stands about the question: header, seats, who may take what back. */
  #told() {
    const { now, welcome } = this.state;
    this.cursor.textContent = now.cursor.slice(1).join(" · ");
    this.undo.disabled = !now.undo?.may;
    this.undo.title = now.undo?.because ?? "";
    this.undo.hidden = !now.undo;
    const chose = this.state.story.some(({ by }) => by === welcome.you);
    this.back.hidden = Boolean(now.undo?.may) || !now.undo || !chose || now.offer?.what === "back" || Boolean(now.outcome) || !welcome.can.includes("offer");
    this.back.title = this.people.seated.some(({ seat, bot }) => seat !== welcome.you && !bot) ? "ask the others to let you take your last choice back" : "take your last choice back, dice or not";
    this.#as(now.outcome ? "over" : now.ask ? "yours" : "waiting");
    this.people.here({ seats: this.people.seated });
    this.deals.show(this.people.seated);
    this.ending.show();
    this.#titled();
  }

  // What calls somebody who looks elsewhere

  #titled() {
    const { now, titles, welcome } = this.state;
    if (welcome && this.hello.table) document.title = titleOf({ now, titles, title: welcome.title, unread: this.calls.kept.sign ? this.calls.unread : 0 });
  }

  get #reading() {
    return !document.hidden && !this.side.folded && !this.pages.page.Players.hidden;
  }

  #read() {
    if (this.#reading) this.calls.read();
    this.#titled();
  }

  /** Show what was said, and let the reader answer. */
  #talk() {
    if (this.side.folded) this.side.set("");
    this.pages.show("Players");
    this.people.words.focus();
  }

  /** What may be offered when the game is over. */
  #deals() {
    const { now, welcome } = this.state;
    return now.outcome ? dealsOf({ now, welcome, seats: this.people.seated, begun: true, anew: Boolean(this.anew) }) : [];
  }

  #called(was) {
    const { now, welcome, titles } = this.state;
    this.calls.call(callFor(was, now, welcome.you, titles), welcome.title);
    const no = this.deals.withdrawn ? "" : saidNo(was, now, welcome.you);
    if (was.offer && !now.offer) this.deals.withdrawn = false;
    if (no) this.ask.say(no, "offer");
    const agreed = now.again && was.at && !was.again && this.home?.(now.again);
    if (agreed && welcome.seats.some(({ seat }) => seat === welcome.you)) announce(this, "again", agreed);
  }

  #question(rows) {
    clearTimeout(this.passing);
    const another = this.asked !== undefined && this.asked !== this.state.now.at;
    if (another) this.ask.say(""); // after a refusal the same question comes again
    this.asked = this.state.now.at;
    this.picker = new Picker(rows);
    this.root.querySelector(".popup")?.remove();
    this.board.hint([]);
    this.#sum();
    this.ask.begin(this.state.now, this.picker);
    this.#light();
    this.board.open();
    if (another) this.side.element.scrollTop = this.ask.element.scrollTop = 0;
    this.#focus();
    if (rows.length === 1 && !this.state.now.ask.more && this.people.forced.checked) {
      this.ask.say("Only one choice: it is played in a moment.", "forced");
      this.passing = setTimeout(() => this.greeting.open || this.#choose(0), FORCED[0] + Math.random() * (FORCED[1] - FORCED[0]));
    }
  }

  /** A sentence on what others did since one chose, or on what one's own choice has brought. */
  #sum() {
    const { story, welcome, titles } = this.state;
    const since = sinceLastChoice(story, welcome.you);
    const rows = story.slice(since);
    const names = [...new Set(rows.map(({ by }) => by).filter(Boolean))].map((seat) => titles[seat] ?? seat);
    const own = since === story.length ? this.again.steps.flatMap(({ news }) => news) : null;
    const words = own ? summaryOf(own, (piece) => this.state.sideOf(piece)) : summaryOf(rows, (piece) => this.state.sideOf(piece), names);
    this.summary.textContent = words;
    this.news.hidden = !words || (own !== null && !/attack|loss/.test(words));
  }

  /** The keys stay where they were: at the question, or on the map. */
  #focus() {
    if (this.root.activeElement || !this.focused) return;
    if (this.focused === "board" && this.board.current) return this.board.focus([...this.board.lit.keys()].find((name) => this.board.elementOf(name)) ?? this.board.current);
    this.ask.prompt.focus({ preventScroll: true });
  }

  #light() {
    this.confirm.hide();
    this.ask.show(this.picker, this.state.now.ask);
    const { way } = this.ask;
    const { lit, picked } = way.active ? way : this.ask.build;
    const all = way.active ? new Map() : new Map(this.picker.lit);
    for (const reference of lit) if (!all.has(reference)) all.set(reference, []);
    this.board.light(all, [...this.picker.picks, ...picked]);
    if (way.active) this.board.way([way.gone]);
    for (const card of this.root.querySelectorAll("[data-card]")) {
      const reference = `card:${/** @type {HTMLElement} */ (card).dataset.card}`;
      const as = this.picker.picks.includes(reference) ? "picked" : this.picker.lit.has(reference) ? "can" : "";
      if (as) card.setAttribute("data-lit", as);
      else card.removeAttribute("data-lit");
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
    if (CHANGES.includes(request?.message.kind) && this.dataset.state === "sending") this.#as(this.state.now.ask ? "yours" : "waiting");
  }

  // Choosing

  #pointed(lit, all, point) {
    if (this.again.shown || this.film.element.hidden === false) return;
    const stack = this.state.stacks.get((all.at(-1) ?? "place:").slice(6))?.map((id) => `piece:${id}`) ?? [];
    const click = clickOn({ lit, all, stack }, this.picker?.picks ?? []);
    if (click.does === "pick") return this.#pick(click.reference);
    if (click.does === "back") return void this.#back();
    if (click.does === "explain") return this.why.not(click.references);
    const entries = fanned(this.board, click.references, lit, { pick: (reference) => this.#pick(reference), explain: (references) => this.why.not(references) });
    popup(this.root, point, entries, () => {});
  }

  #pick(reference) {
    this.ask.say("");
    if (this.ask.build.toggle(reference) || this.ask.way.toggle(reference)) return;
    if (this.ask.way.active || !this.picker) return this.why.not([reference]);
    const { does, row, rows } = clickPicks(this.picker, reference, this.confirm.row);
    if (does === "choose") return this.#choose(row);
    this.#light();
    if (does === "nothing") return this.why.not([reference]);
    const labels = this.state.labelsOf(this.picker.rows);
    if (does === "arm") this.confirm.show(row, labels[row], this.picker.rows[row].help, reference);
    if (does === "list") popup(this.root, null, rows.map((number) => ({ text: labels[number], action: () => this.#choose(number) })), () => {});
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
    this.#send("act", { action });
  }

  #report(answers) {
    this.#send("report", { answers });
  }

  #send(kind, fields) {
    clearTimeout(this.passing);
    if (this.dataset.state !== "yours") return;
    if (this.again.shown) this.now();
    const active = this.root.activeElement;
    this.focused = active && this.board.over.contains(active) ? "board" : "ask";
    this.#as("sending");
    this.ask.say("");
    this.confirm.hide();
    this.again.begin();
    this.mine = true;
    this.request(kind, { at: this.state.now.at, ...fields });
  }

  #askBack() {
    this.again.begin();
    this.deals.offer("back");
  }

  #more() {
    const rows = this.state.now.ask.rows;
    this.request("rows", { at: this.state.now.at, first: rows.length }, (answer) => {
      if (answer.kind !== "rows") return;
      this.state.now.ask.rows = [...rows, ...answer.rows];
      this.state.now.ask.more = answer.more;
      this.#question(this.state.now.ask.rows);
    });
  }

  #tip(references) {
    const rows = this.picker ? [...new Set(references.flatMap((reference) => this.picker.lit.get(reference) ?? []))].map((number) => this.picker.rows[number]) : [];
    fillTip(this.tip, this.board, this.state, this.picker ? references : [], rows);
  }

  // Again

  #replay(since = null) {
    this.request("film", {}, (answer) => {
      if (answer.kind !== "film") return;
      Object.assign(this.state.faces, answer.faces);
      this.filmed = answer.sheets;
      this.film.open(answer.frames, since ?? sinceLastChoice(this.state.story, this.state.welcome.you), since !== null);
    });
  }

  /** Show the steps since one's last choice once more; after the page was loaded again, as a film. */
  #again() {
    const steps = this.again.steps.filter(({ sheet }) => (sheet ?? this.state.welcome.sheet) === this.state.sheet.digest);
    if (!steps.length) return this.#replay(sinceLastChoice(this.state.story, this.state.welcome.you));
    this.confirm.hide();
    this.skip.hidden = false;
    this.again.play(this, steps).then((whole) => whole && this.now());
  }

  /** Show the board as it was. */
  stand({ pieces, marks }) {
    this.board.state = Object.assign(Object.create(State.prototype), this.state, { pieces, marks });
    this.board.light(new Map(), []);
    this.board.show();
  }

  /** Show the board as it is. */
  now() {
    this.again.shown = null;
    this.skip.hidden = true;
    this.stage.clear();
    this.board.hint([]);
    this.board.state = this.state;
    this.board.show();
    if (this.picker) this.#light();
  }

  /** Show a moment of the film, null for now. Who drags the slider is shown the latest one only. */
  async #moment(moment) {
    this.filming = moment;
    this.story.element.querySelectorAll("[data-film]").forEach((line) => line.removeAttribute("data-film"));
    await this.#lay((moment ?? this.state.now).sheet ?? this.state.welcome.sheet);
    if (this.filming !== moment) return;
    if (moment === null) return void (this.now(), this.board.open());
    this.stand(moment);
    const lines = [...this.story.list.children].filter((line) => Number(/** @type {HTMLElement} */ (line).dataset.event) < moment.known);
    lines.at(-1)?.setAttribute("data-film", "");
    lines.at(-1)?.scrollIntoView({ block: "nearest" });
    const named = namedBy(this.state.story[moment.known - 1]?.about);
    this.board.hint(named);
    this.board.camera.come(this.board.spotsOf(named));
  }

  // Keys

  #key(event) {
    if (this.greeting.open) return;
    keyed(this, event, {
      Escape: () => (this.again.shown ? this.now() : this.skip.hidden ? this.#back() : this.#skip()),
      z: () => this.undo.disabled || this.undo.click(),
      h: () => this.board.over.classList.toggle("bare"),
      m: () => this.board.approach(),
      a: () => this.news.hidden || this.#again(),
      b: () => this.board.focus(this.board.current ?? [...this.picker.lit.keys()][0]),
      n: () => this.board.step(1),
      N: () => this.board.step(-1),
      q: () => this.ask.prompt.focus(),
      r: () => this.why.rule(),
      "/": () => this.ask.seek(),
    });
  }
}

if (!customElements.get("wargame-table")) customElements.define("wargame-table", WargameTable);
