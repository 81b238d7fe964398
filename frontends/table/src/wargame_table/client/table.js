// <wargame-table>: one seat's screen. Give it a transport, and with `sheets` ways to the printed sheet and its picture.

import { phrase } from "./phrases.js";
import { Again } from "./replay.js";
import { Ask } from "./ask.js";
import { Board } from "./board.js";
import { Calls, callFor, titleOf } from "./calls.js";
import { Choosing } from "./choosing.js";
import { Deals, dealsOf, goesWith, goneOf, saidNo } from "./agreements.js";
import { ElementBase, define } from "./elements.js";
import { Ending } from "./ending.js";
import { Greeting } from "./greeting.js";
import { Hint } from "./hint.js";
import { Head } from "./head.js";
import { announce, nameParts } from "./host.js";
import { keyed } from "./keys.js";
import { CHANGES, Line } from "./connection.js";
import { Panels, aids, briefing } from "./panels.js";
import { PROTOCOL } from "./messages.js";
import { otherProtocol } from "./reading.js";
import { People } from "./people.js";
import { Reader } from "./reader.js";
import { Panel, tabs, toolbar } from "./rooms.js";
import { Stage } from "./stage.js";
import { State, make } from "./state.js";
import { Story } from "./story.js";
import { Strip } from "./status_strip.js";
import { LOOKS, coloursOf } from "./theme.js";
import { Why } from "./explanation.js";

const THEMES = ["", "light", "dark", "contrast"];
const SOON = 1500; // milliseconds in which a line that comes back needs no words
const AT_ONCE = ["say", "note", "looks", "device_asks"]; // what people say does not wait for what is being shown

export class WargameTable extends ElementBase {
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
    /** @type {import("./messages").Share | null} */
    this.share = null;
    /** @type {(() => void) | null} */
    this.renew = null;
    /** @type {import("./devices.js").Sitter | null} */
    this.sitter = null;
    /** @type {((table: string) => string) | null} */
    this.home = null;
    /** @type {(() => void) | null} */
    this.anew = null;
    /** @type {((words: string) => void) | null} */
    this.entitle = null;
    /** The lesson that is taught at this table. @type {import("./lesson.js").Lesson | null} */
    this.taught = null;
    /** @type {Promise<import("./devices.js").Devices> | null} */
    this.devices = null;
    /** The game as a film, once somebody has asked for it. @type {import("./film.js").Film | null} */
    this.film = null;
    /** @type {Promise<import("./film.js").Film> | null} */
    this.filming = null;
    this.line = new Line();
    this.root = this.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [LOOKS];
    this.#build();
  }

  /** An element that a script creates may have no attributes before it is put into a page. */
  connectedCallback() {
    document.addEventListener("keydown", this.keys);
    document.addEventListener("visibilitychange", this.looks);
    if (this.dataset.state) return;
    this.as("loading");
    const kept = localStorage.getItem("wargame-theme");
    if (kept) this.dataset.theme = kept;
  }

  /**
   * Begin: `transport` carries messages, `hello` holds table, key and name, `record` and `packet` save what their buttons say, `share` asks for the address of a turn, `renew` takes another key, `sitter` knows whose seat it is, `home` tells the address of another table that the same key opens, `anew` begins the game anew where no server does, `entitle` is given the words that a page may have for its title: whose turn it is, and the game.
   * @param {{ transport: import("./messages").Transport, sheets: import("./messages").Sheets, hello?: Record<string, string>, record?: (() => void) | null, packet?: (() => void) | null, share?: import("./messages").Share | null, renew?: (() => void) | null, sitter?: import("./devices.js").Sitter | null, home?: ((table: string) => string) | null, anew?: (() => void) | null, entitle?: ((words: string) => void) | null }} given
   */
  async start({ transport, sheets, hello = {}, record = null, packet = null, share = null, renew = null, sitter = null, home = null, anew = null, entitle = null }) {
    this.stop();
    Object.assign(this, { transport, sheets, hello, record, packet, share, renew, sitter, home, anew, entitle });
    this.line.transport = transport;
    this.line.sign = sitter?.sign ?? null;
    transport.onmessage = (message) => this.#hear(message);
    transport.onstate = (state) => {
      if (state !== "open") return (this.#lost(), this.as("offline"));
      this.line.greet({ kind: "hello", protocol: PROTOCOL, ...this.hello, have: this.state.tags, patches: true });
    };
    transport.open();
    this.beat = setInterval(() => transport.send({ kind: "ping" }), 25_000);
  }

  /** Leave the table: nothing is heard any more, until `start`. */
  stop() {
    clearInterval(this.beat);
    clearTimeout(this.people.ticking);
    this.transport?.close();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keys);
    document.removeEventListener("visibilitychange", this.looks);
    this.stop();
  }

  // What it is made of, and who talks to whom

  #build() {
    const { state } = this;
    this.why = new Why(this);
    this.keys = (event) => this.#key(event);
    this.looks = () => this.#read();
    this.point = (references, seeks) => {
      this.choosing.hint(references);
      if (seeks && references.length) this.board.seek(references[0]);
    };
    this.board = new Board(state, {
      pick: (litReferences, allReferences, point) => this.choosing.pointed(litReferences, allReferences, point),
      point: (references) => this.choosing.over(references),
      explain: (references) => this.why.not(references),
    });
    this.stage = new Stage(this.board);
    this.choosing = new Choosing(this);
    this.hint = new Hint(state, {
      request: (kind, fields, onAnswer) => this.request(kind, fields, onAnswer),
      choose: (number) => this.choosing.choose(number),
    });
    this.ask = new Ask(state, {
      choose: (number) => this.choosing.choose(number),
      pick: (reference) => this.choosing.pick(reference),
      back: () => this.choosing.back(),
      point: (references) => this.choosing.hint(references),
      more: () => this.choosing.more(),
      forecast: (number) => this.why.chances(number),
      report: (answers) => this.choosing.send("report", { answers }),
      packet: () => this.packet?.(),
      build: (action) => this.choosing.send("act", { action }),
      judge: (action, onAnswer) => this.request("judge", { action }, onAnswer),
      changed: () => this.choosing.light(),
      rule: (words) => this.why.rule(words),
      hint: this.hint,
    });
    this.story = new Story(state, { point: this.point, explain: (number) => this.why.so(number) });
    this.reader = new Reader();
    this.again = new Again(this);
    this.strip = new Strip(state, { pick: (reference) => this.choosing.pick(reference), point: (references) => this.choosing.over(references) });
    const [request, save] = [(kind, fields) => this.request(kind, fields), () => this.record?.()];
    this.people = new People(state, { request, save, renew: () => this.renew?.(), show: () => this.pages.show("players"), said: (words, isOwn) => (this.calls.say(words, isOwn, this.#reading), this.#titled()) });
    this.calls = new Calls({ show: () => this.#talk(), name: () => `${this.hello.table ?? ""} ${state.welcome?.you ?? ""}` });
    this.ownership = {
      plea: make("div", { class: "plea doors", role: "group", "aria-label": phrase("whoseSeat"), hidden: true }),
      element: make("section", { class: "devices", hidden: true, "aria-label": phrase("yourKey") }),
    };
    this.deals = new Deals(state, { request, home: (table) => this.home?.(table) ?? "", anew: () => this.anew });
    this.ending = new Ending(state, { save, replay: (knownCount, runs) => this.showFilm(knownCount, runs), board: this.board, course: (onAnswer) => this.request("course", {}, onAnswer), analysis: (onAnswer) => this.request("analysis", {}, onAnswer), deals: () => [...this.#deals().map((deal) => this.deals.button(deal)), this.deals.asked] });
    this.greeting = new Greeting({
      rename: (name, onAnswer) => this.request("name", { name }, (answer) => {
        if (answer.kind === "done") this.hello.name = name;
        onAnswer(answer);
      }),
      begun: () => {
        if (this.choosing.picker) this.choosing.begin();
        this.ask.prompt.focus({ preventScroll: true }); // which no browser gives to anything by itself
      },
    });
    this.#place();
  }

  /** Put everything where it is seen. */
  #place() {
    const tools = toolbar([["+", phrase("zoomIn"), () => this.board.zoom(1.4)], ["−", phrase("zoomOut"), () => this.board.zoom(1 / 1.4)], ["⤢", phrase("wholeMap"), () => this.#whole()], ["◎", phrase("comeClose"), () => this.board.approach()], ["◌", phrase("hidePieces"), () => this.board.over.classList.toggle("bare")], ["◐", phrase("themes"), () => this.#theme()], ["?", phrase("legend"), () => this.#legend()]]);
    this.board.element.append(tools, this.strip.played, this.again.button, this.choosing.tip);
    this.continued = make("p", { class: "continued", role: "note" });
    this.pages = tabs({ log: [this.continued, this.story.element], table: [], briefing: [], rules: [make("p", { role: "status", text: phrase("readingRules") })], players: [...this.people.talk, this.deals.buttons, ...this.people.parts, this.ownership.element, this.greeting.change, ...this.calls.parts, this.again.setting] }, { log: phrase("log"), table: phrase("table"), briefing: phrase("briefing"), rules: phrase("rules"), players: phrase("players") }, () => this.#turned());
    this.panels = new Panels(this.pages.page.table, this.state, this.point);
    this.story.watch(this.pages.page.log);
    this.pages.tab.rules.addEventListener("click", () => this.why.rules || this.why.rule());
    this.pages.page.table.addEventListener("click", ({ target }) => {
      const card = target.closest("[data-card][data-lit]");
      if (card) this.choosing.pick(`card:${card.dataset.card}`);
    });
    this.lost = make("p", { class: "lost", role: "status" });
    this.side = new Panel(this, this.lost, this.calls.line, this.ownership.plea, this.deals.plea, this.again.news, this.ask.element, this.pages.bar, this.pages.element);
    this.head = new Head(
      this.state,
      { undo: () => this.request("undo", { at: this.state.now.at }), back: () => (this.again.begin(), this.deals.offer("back")), replay: () => this.showFilm() },
      { turn: this.strip.turn, score: this.strip.score, seats: this.people.seats, sign: this.calls.sign, result: this.ending.result, fold: this.side.fold },
    );
    this.element = make("div", { class: "table" }, this.head.element, this.board.element, this.ending.element, this.reader.element, this.strip.hand, this.side.element);
    this.root.append(this.element, this.greeting.element);
    nameParts({ header: this.head.element, board: this.board.element, ending: this.ending.element, reader: this.reader.element, hand: this.strip.hand, side: this.side.element, ask: this.ask.element, tabs: this.pages.bar });
    for (const [name, page] of Object.entries(this.pages.page)) nameParts({ [name]: page, [`${name}-tab`]: this.pages.tab[name] });
  }

  // Looks

  #theme() {
    const nextTheme = THEMES[(THEMES.indexOf(this.dataset.theme ?? "") + 1) % THEMES.length];
    this.dataset.theme = nextTheme;
    localStorage.setItem("wargame-theme", nextTheme);
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
    this.pages.show("briefing");
    const folded = this.pages.page.briefing.querySelectorAll(".aids details");
    const terrain = [...folded].find((legendPart) => /terrain|movement/i.test(legendPart.textContent.slice(0, 40))) ?? folded[0];
    if (terrain) /** @type {HTMLDetailsElement} */ (terrain).open = true;
    terrain?.scrollIntoView({ block: "start" });
  }

  // What is asked, and what becomes of messages that arrive

  /** What the table is doing now, for its looks and for the page around it, which also hears of another question. */
  as(state, detail = this.state.now) {
    const question = state === "yours" ? this.state.now.at.split(".")[0] : "";
    if (this.dataset.state === state && question === this.question) return;
    this.question = question;
    this.dataset.state = state;
    announce(this, state, detail);
  }

  /** Say that the line is lost, unless something is heard again soon. */
  #lost() {
    this.losing ??= setTimeout(() => (this.lost.textContent = phrase("connectionLost")), SOON);
  }

  #found() {
    clearTimeout(this.losing);
    this.losing = undefined;
    this.lost.textContent = "";
  }

  request(kind, fields, onAnswer) {
    this.line.request(kind, fields, onAnswer);
  }

  #hear(message) {
    this.#found();
    const request = this.line.answered(message);
    if (message.kind === "refused" && ["name", "hint", "analysis"].includes(request?.message.kind)) request.answered(message);
    else if (message.kind === "refused") this.#refused(message, request);
    else if (request?.answered) request.answered(message);
    if (message.kind === "welcome") this.greeted = false; // which begins what was said anew
    if (AT_ONCE.includes(message.kind) && this.greeted) return void this.#heard(message);
    if (message.kind === "update") this.again.behind += 1;
    this.queue = (this.queue ?? Promise.resolve()).then(() => this.#heard(message)).catch((problem) => console.error(problem));
  }

  /** Do something with what a page asks for only where somebody looks at it, or somebody else has the seat. */
  #withDevices(act) {
    const deviceHandlers = { say: (text) => this.request("say", { text }), again: () => location.reload() };
    this.devices ??= import("./devices.js").then(({ Devices }) => {
      const devices = new Devices(this.state, deviceHandlers, this.ownership);
      devices.welcome(this.sitter);
      return devices;
    });
    this.devices.then(act);
  }

  async #heard(message) {
    if (message.kind === "welcome") await this.#welcome(message);
    else if (message.kind === "update") await this.#update(message);
    else if (message.kind === "here") (this.people.here(message), this.ask.rename(this.state.now));
    else if (message.kind === "say") this.people.say(message);
    else if (message.kind === "note") this.people.notes.value = message.text;
    else if (message.kind === "looks") this.people.looked(message.count);
    else if (message.kind === "device_asks") this.#withDevices((devices) => devices.asked(message));
    announce(this, "told", message);
  }

  #refused(message, request) {
    const reasons = (message.reasons ?? []).map((reason) => `${reason.text}${reason.cite ? ` [${reason.cite}]` : ""}`);
    if (["wrong_key", "unknown_table", "protocol"].includes(message.code)) {
      this.transport.close();
      this.as("refused", message);
    }
    if (this.taught && request?.message.kind === "act") this.choosing.begin(); // what was pointed at for it is forgotten
    this.ask.say(this.state.plain(reasons.join(" ") || message.text), message.code);
    if (message.code === "no_undo") this.head.refuse(message.text);
    if (CHANGES.includes(request?.message.kind) && this.dataset.state === "sending") this.as(this.state.now.ask ? "yours" : "waiting");
  }

  async #welcome(message) {
    if (message.protocol !== PROTOCOL) return this.#refused({ kind: "refused", code: "protocol", text: otherProtocol(message.protocol) });
    this.state.welcome = message;
    this.calls.begin();
    await this.lay(message.sheet);
    this.head.welcome(message);
    this.continued.textContent = message.continued ?? "";
    this.root.adoptedStyleSheets = [...this.root.adoptedStyleSheets.filter((sheet) => sheet !== this.sides), (this.sides = coloursOf(message.seats, this.state.sheet?.sides ?? []))];
    this.people.welcome(message, Boolean(this.renew));
    if (this.devices) this.#withDevices((devices) => devices.welcome(this.sitter));
    else if (this.sitter?.taken) this.#withDevices(() => {});
    this.greeted = true;
    if (message.lesson && !this.taught) this.taught = await import("./lesson.js").then(({ Lesson }) => new Lesson(this));
    this.greeting.welcome({ welcome: message, sheet: this.state.sheet, picture: (room) => this.#setUp(room), plain: this.hasAttribute("plain") || Boolean(message.lesson) });
  }

  /** The map with its counters, for the welcome; null before they are known. */
  async #setUp(room) {
    if (!this.state.now.at || !this.state.sheet.spaces.length) return null;
    const { setUpPicture } = await import("./map_picture.js");
    return setUpPicture(this.board, this.state.welcome.you, room);
  }

  /** Lay out a sheet, if it is not the one on the table: an inner game has one of its own. */
  async lay(digest) {
    if (this.state.sheet?.digest === digest) return;
    const filmed = this.film?.sheets[digest];
    const [sheet, picture] = filmed ? [filmed.sheet, filmed.picture] : await Promise.all([this.sheets.sheet(digest), this.sheets.picture(digest, this.#colours())]);
    this.state.sheet = sheet;
    this.state.index = null;
    this.board.lay(sheet, picture);
    this.board.element.hidden = !sheet.spaces.length;
    this.pages.page.briefing.replaceChildren(this.greeting.again, briefing(sheet), aids(sheet));
  }

  /** Show the game as a film. @param {number | null} [knownCount] @param {boolean} [runs] as `Film.fetch` has them */
  showFilm(knownCount, runs) {
    this.filming ??= import("./film.js").then(({ Film }) => {
      this.film = new Film(this);
      this.side.element.before(this.film.element);
      return this.film;
    });
    this.filming.then((film) => film.fetch(knownCount, runs));
  }

  /** Show an update: first what happened, at its pace where others did it, then the question. */
  async #update(message) {
    this.again.behind -= 1;
    const { state } = this;
    if (this.again.repetition) this.again.now();
    if (this.film?.element.hidden ?? true) await this.lay(message.sheet ?? state.welcome.sheet);
    const [piecesBefore, knownBefore, updateBefore] = [state.pieces, this.knownCount, state.now];
    const rows = state.story.slice(message.kept);
    const news = state.follow(message);
    const lostText = goesWith(goneOf(rows, news), state.titles);
    this.knownCount = message.known;
    this.board.show();
    this.greeting.draw();
    this.story.follow(message.kept, news);
    this.strip.show();
    this.panels.show();
    if (knownBefore === undefined) this.stage.clear(); // who has just come is not shown the moves of a whole game
    else await this.again.follow({ before: piecesBefore, pieces: state.pieces, marks: state.marks, sheet: message.sheet, news }, message.kept < knownBefore);
    this.choosing.begin();
    if (lostText && knownBefore !== undefined) this.ask.say(phrase("takenBack", { gone: lostText }), "back");
    this.#told();
    this.#called(updateBefore);
  }

  /** What stands about the question: header, seats, who may take what back. */
  #told() {
    const { now } = this.state;
    this.head.show(this.people.seated);
    this.as(now.outcome ? "over" : now.ask ? "yours" : "waiting");
    this.people.here({ seats: this.people.seated, watching: this.people.watching });
    this.deals.show(this.people.seated);
    this.ending.show();
    this.#titled();
  }

  // What calls somebody who looks elsewhere

  #titled() {
    const { now, titles, welcome } = this.state;
    if (welcome) this.entitle?.(titleOf({ now, titles, title: welcome.title, unread: this.calls.kept.sign ? this.calls.unread : 0 }));
  }

  get #reading() {
    return !document.hidden && !this.side.folded && !this.pages.page.players.hidden;
  }

  /** Another page is shown. */
  #turned() {
    this.panels.show();
    if (this.sitter && !this.pages.page.players.hidden) this.#withDevices((devices) => devices.show());
    if (this.choosing.picker) this.choosing.lightCards();
    this.#read();
  }

  #read() {
    if (this.#reading) this.calls.read();
    this.#titled();
  }

  /** Show what was said, and let the reader answer. */
  #talk() {
    if (this.side.folded) this.side.set("");
    this.pages.show("players");
    this.people.words.focus();
  }

  /** What may be offered when the game is over. */
  #deals() {
    const { now, welcome } = this.state;
    return now.outcome ? dealsOf({ now, welcome, seats: this.people.seated, begun: true, anew: Boolean(this.anew) }) : [];
  }

  #called(updateBefore) {
    const { now, welcome, titles } = this.state;
    this.calls.call(callFor(updateBefore, now, welcome.you, titles), welcome.title);
    const refusalText = this.deals.withdrawn ? "" : saidNo(updateBefore, now, welcome.you);
    if (updateBefore.offer && !now.offer) this.deals.withdrawn = false;
    if (refusalText) this.ask.say(refusalText, "offer");
    const agreed = now.again && updateBefore.at && !updateBefore.again && this.home?.(now.again);
    if (agreed) this.calls.goTo(now.again);
    if (agreed && welcome.seats.some(({ seat }) => seat === welcome.you)) announce(this, "again", agreed);
  }

  // Keys

  #key(event) {
    if (this.greeting.open) return;
    keyed(this, event, {
      Escape: () => this.reader.close() || this.again.leave() || this.choosing.back(),
      z: () => this.head.undo.disabled || this.head.undo.click(),
      h: () => this.board.over.classList.toggle("bare"),
      m: () => this.board.approach(),
      a: () => this.again.news.hidden || this.again.repeat(),
      t: () => this.again.read(),
      "?": () => this.#legend(),
      b: () => this.board.focus(this.board.current ?? [...this.choosing.picker.lit.keys()][0]),
      n: () => this.board.step(1),
      N: () => this.board.step(-1),
      q: () => this.ask.prompt.focus(),
      r: () => this.why.rule(this.ask.cite.textContent),
      R: () => this.why.rule(),
      "/": () => this.ask.seek(),
    });
  }
}

define("wargame-table", WargameTable);
