// What modules of the client do without a browser: `node client_by_itself.mjs FOLDER CASE`. The page around them is a few stubs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const folder = process.argv[2];
const load = (name) => import(`${folder}/${name}`);
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Something of a page: attributes, children, listeners, and for a list which of its children is chosen. */
class Element {
  constructor(tag) {
    Object.assign(this, { tag, children: [], attributes: {}, listeners: {}, selectedIndex: 0, hidden: false, style: { setProperty: (name, value) => (this.style[name] = value) }, dataset: {} });
  }
  append(...children) {
    this.children.push(...children);
    for (const child of children) if (child instanceof Element) child.parentElement = this;
  }
  insertBefore(child, above) {
    child.parentElement?.children.splice(child.parentElement.children.indexOf(child), 1);
    child.parentElement = this;
    this.children.splice(above ? this.children.indexOf(above) : this.children.length, 0, child);
  }
  get parentNode() {
    return this.parentElement ?? null;
  }
  get nextSibling() {
    const { children } = this.parentElement;
    return children[children.indexOf(this) + 1] ?? null;
  }
  getRootNode() {
    return { activeElement: null };
  }
  getBBox() {
    return { x: -10, y: -10, width: 20, height: 20 };
  }
  prepend(...children) {
    this.append(...children);
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  remove() {
    this.removed = true;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  toggleAttribute(name, on) {
    if (on) this.attributes[name] = "";
    else delete this.attributes[name];
  }
  addEventListener(name, heard) {
    this.listeners[name] = heard;
  }
  get childNodes() {
    return this.children;
  }
  querySelectorAll() {
    return this.texts ?? [];
  }
  start(given) {
    this.given = given;
  }
}

/** Timers that run when the test says so. */
function stopped() {
  const waiting = [];
  globalThis.setTimeout = (call, after) => waiting.push({ call, after });
  globalThis.clearTimeout = (timer) => timer && (waiting[timer - 1] = null);
  Math.random = () => 0.5;
  return waiting;
}

globalThis.document = Object.assign(new Element("document"), {
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
});
globalThis.CSSStyleSheet = class {
  replaceSync(text) {
    this.text = text;
  }
};

const cases = {
  /** Names are compared as they are everywhere else. */
  async folded() {
    const { folded } = await load("folded.js");
    for (const { text, plain } of JSON.parse(readFileSync(0, "utf-8"))) assert.equal(folded(text), plain);
  },

  /** A screen that keeps up by updates alone has what a new screen is told, after each of them. */
  async state() {
    const { State } = await load("state.js");
    const told = JSON.parse(readFileSync(0, "utf-8"));
    const state = new State();
    let most = 0;
    for (const { update, whole } of told) {
      const shown = new Set([...state.marks, ...Object.values(state.pieces).map(({ face }) => face)]);
      if (!update.pieces?.all) for (const digest of Object.keys(update.faces ?? {})) assert.ok(!shown.has(digest), "told again");
      const news = state.follow(update);
      assert.deepEqual(news, update.events ?? []);
      if (!whole) continue;
      assert.deepEqual(state.pieces, whole.pieces.all);
      assert.deepEqual(state.panels, whole.panels.all);
      assert.deepEqual(state.story, whole.events ?? []);
      assert.deepEqual(state.marks, whole.marks);
      for (const digest of [...state.marks, ...Object.values(state.pieces).map(({ face }) => face)]) assert.equal(state.faces[digest], whole.faces[digest]);
      assert.deepEqual(state.tags.at(-1) ?? [0, ""], [whole.known, whole.tag]);
      assert.ok(state.tags.length <= 8 && state.tags.every(([known]) => known <= whole.known));
      for (const name of ["ask", "chosen", "outcome", "at", "waiting"]) assert.deepEqual(state.now[name], whole[name]);
      for (const [place, stack] of state.stacks) for (const id of stack) assert.equal(state.pieces[id].at, place);
      assert.equal([...state.stacks.values()].flat().length, Object.keys(state.pieces).length);
      most = Math.max(most, state.tags.length);
    }
    assert.equal(most, 8);
  },

  /** Of faces that marks have, those that are marked no longer are forgotten, since they are told again, and no others. */
  async faces() {
    const { State } = await load("state.js");
    const state = new State();
    state.follow({ kept: 0, marks: ["a", "b"], faces: { a: "A", b: "B", p: "P" } });
    state.follow({ kept: 0, marks: ["b", "c"], faces: { c: "C" } });
    assert.deepEqual([state.faces, state.marks], [{ b: "B", c: "C", p: "P" }, ["b", "c"]]);
    state.follow({ kept: 0 });
    assert.deepEqual([state.faces, state.marks], [{ b: "B", c: "C", p: "P" }, ["b", "c"]]);
  },

  /** Who sits at the table: whose turn it is, who is there, and what is said by whom. */
  async people() {
    const { People } = await load("people.js");
    const heard = [];
    const seats = ["red", "blue"].map((seat) => ({ seat, title: seat.toUpperCase(), here: seat === "red", name: "" }));
    const state = { now: { waiting: ["red"] }, welcome: { you: "red" }, titles: { red: "RED", blue: "BLUE" } };
    const people = new People(state, { request() {}, save() {}, renew() {}, show() {}, said: (words) => heard.push(words) });
    people.here({ seats: [...seats, { seat: "green", title: "GREEN", bot: "random", name: "" }], watching: 2 });
    const rows = people.seats.children.filter((row) => "data-seat" in row.attributes);
    assert.deepEqual(rows.map((row) => "data-turn" in row.attributes), [true, false, false]);
    assert.deepEqual(rows.map((row) => row.title ?? row.attributes.title), ["is there", "is away", "played by the bot random"]);
    people.say({ from: "RED", seat: "", text: "I am red" });
    people.say({ from: "", seat: "", text: "and I" });
    people.say({ from: "", seat: "red", text: "no" });
    assert.deepEqual(heard, ["RED (watching): I am red", "a spectator: and I", "RED: no"]);
  },

  /** Pieces lie on each other as they are told, those that can be chosen on top, and a piece that is turned over has its new face. */
  async board() {
    globalThis.ResizeObserver = class {
      observe() {}
    };
    globalThis.requestAnimationFrame = () => 1;
    document.fonts = new Element("fonts");
    const { Board } = await load("board.js");
    const pieces = { a: { at: "1", z: 2, face: "up" }, b: { at: "1", z: 1, face: "down" }, c: { at: "1" }, d: { at: "2", z: 1, face: "up" } };
    const faces = { up: "<b>5</b>", down: "<i>?</i>", less: "<b>4</b>", mark: "<u>!</u>" };
    const state = { pieces, faces, marks: [], stacks: new Map([["1", ["c", "b", "a"]], ["2", ["d"]]]), printed() {}, nameOf: (reference) => reference };
    const board = new Board(state, { pick() {}, point() {} });
    const order = () => board.layers.pieces.children.map((group) => group.attributes["data-piece"]).filter((id) => id !== "d");
    board.show();
    assert.deepEqual(order(), ["c", "b", "a"]);
    Object.assign(state, { pieces: { ...pieces, a: { ...pieces.a, z: 0 }, c: { ...pieces.c, z: 3 } } });
    board.show();
    assert.deepEqual(order(), ["a", "b", "c"]);
    board.lit = new Map([["piece:a", []]]);
    board.show();
    assert.deepEqual(order(), ["b", "c", "a"]);
    const { a, b, c } = Object.fromEntries(board.pieces);
    assert.deepEqual([a.innerHTML, b.innerHTML, c.children.at(-1).textContent], [faces.up, faces.down, "piece"]);
    Object.assign(state, { pieces: { ...pieces, a: { ...pieces.a, face: "less" }, b: { ...pieces.b, face: "up" }, c: { ...pieces.c, face: "down" } }, marks: ["mark"] });
    board.show();
    assert.deepEqual([a.innerHTML, b.innerHTML, c.innerHTML], [faces.less, faces.up, faces.down]);
    assert.equal(board.layers.marks.innerHTML, faces.mark);
    Object.assign(state, { pieces: { ...pieces, a: { at: "1" } } });
    board.show();
    assert.equal(a.children.at(-1).textContent, "piece");
  },

  /** Names of things, and elements of a page. */
  async names_of_things() {
    const { State, make, capital, split } = await load("state.js");
    const state = new State();
    state.sheet = { pieces: [{ id: "a", name: "Grant" }, { id: "gone", side: "federal" }], spaces: [{ id: "1", label: "(1,2)", place: "Utica" }, { id: "2", label: "(3,4)" }], cards: [{ id: "c", title: "Rain" }] };
    state.pieces = { "x:y": { at: "1", text: "federal: XIII Corps: tired" }, a: { at: "2" }, s: { at: "2", side: "federal", text: "federal Sherman" }, t: { at: "2", side: "allied", text: "allied Foch" } };
    state.welcome = { seats: [{ seat: "federal", title: "The Union" }] };
    const named = ["piece:x:y", "piece:a", "piece:s", "piece:t", "piece:b", "place:1", "place:2", "place:3", "card:c", "card:d"].map((name) => state.nameOf(name));
    assert.deepEqual(named, ["XIII Corps: tired", "Grant", "The Union Sherman", "Allied Foch", "a unit", "Utica", "(3,4)", "3", "Rain", "d"]);
    assert.deepEqual([state.titles, capital("federal"), split("piece:c:9")], [{ federal: "The Union" }, "Federal", ["piece", "c:9"]]);
    assert.deepEqual([state.sideOf("a"), state.sideOf("gone"), state.sideOf("b")], ["", "federal", ""]);
    const about = { pieces: ["us_1"], targets: ["cs_2"], target: "cs_3" };
    const label = (text, more = about) => ({ label: text, about: more });
    const rows = [label("us_1 (us_1) attacks cs_2 and cs_3"), label("go by us_1"), label("go by cs_3"), label("Grant", { pieces: ["Grant"] }), { label: "pass" }];
    assert.deepEqual(state.labelsOf(rows), ["attacks and", "go by us_1", "go by cs_3", "Grant", "pass"]);
    const made = make("b", { text: "<i>", disabled: false, title: null, hidden: true, onclick: named.sort }, "a", null);
    assert.deepEqual([made.textContent, made.innerHTML, made.attributes, made.children], ["<i>", undefined, { hidden: "" }, ["a"]]);
    assert.equal(made.listeners.click, named.sort);
  },

  /** A line that is lost comes back, later each time; a network without web sockets is noticed; what is closed stays closed. */
  async socket() {
    const waiting = stopped();
    const sockets = [];
    const heard = [];
    const page = {};
    globalThis.WebSocket = class {
      static OPEN = 1;
      static CLOSED = 3;
      constructor(address) {
        Object.assign(this, { address, readyState: 0, sent: [] });
        sockets.push(this);
      }
      send(text) {
        assert.equal(this.readyState, 1);
        this.sent.push(text);
      }
      close() {
        this.lost();
      }
      opened() {
        this.readyState = 1;
        this.onopen();
      }
      lost() {
        this.readyState = 3;
        this.onclose?.();
      }
    };
    globalThis.addEventListener = (name, call) => (page[name] = call);
    document.addEventListener = (name, call) => (page[name] = call);
    let healthy = false;
    globalThis.fetch = async () => ({ ok: healthy });
    const { SocketTransport } = await load("socket.js");
    const line = new SocketTransport("ws://here");
    const blocked = [];
    line.onstate = (state) => heard.push(state);
    line.onmessage = (message) => heard.push(message);
    line.onblocked = () => blocked.push(true);
    const again = () => waiting.at(-1).call();
    line.open();
    line.send({ kind: "lost" });
    for (let n = 0; n < 12; n += 1) sockets.at(-1).lost(), await soon(), again();
    assert.deepEqual(blocked, []); // the server does not answer either
    const waits = waiting.map(({ after }) => after);
    assert.deepEqual([...waits.slice(0, 3), waits.at(-1)], [500, 1000, 2000, 30000]);
    Math.random = () => 0;
    sockets.at(-1).lost();
    assert.equal(waiting.at(-1).after, 15000); // not all pages at once
    Math.random = () => 0.5;
    again();
    sockets.at(-1).opened();
    line.send({ kind: "ping" });
    assert.deepEqual(sockets.at(-1).sent, ['{"kind":"ping"}']);
    sockets.at(-1).onmessage({ data: '{"kind":"pong"}' });
    assert.deepEqual(heard.slice(-2), ["open", { kind: "pong" }]);
    const act = { kind: "act", id: "a1" };
    line.send(act);
    sockets.at(-1).onmessage({ data: '{"kind":"refused","id":"a1","retry_after":2}' }); // it came too fast
    assert.deepEqual([heard.at(-1), waiting.at(-1).after], [{ kind: "pong" }, 2000]);
    again();
    assert.deepEqual(sockets.at(-1).sent.slice(1).map((text) => JSON.parse(text)), [act, act]);
    const tomorrow = { kind: "refused", id: "a1", retry_after: 86400 };
    sockets.at(-1).onmessage({ data: JSON.stringify(tomorrow) });
    assert.deepEqual(heard.at(-1), tomorrow);
    sockets.at(-1).onmessage({ data: '{"kind":"refused","id":"a1","retry_after":2}' }); // which nobody asked any more
    assert.equal(heard.at(-1).retry_after, 2);
    healthy = true;
    for (let n = 0; n < 5; n += 1) sockets.at(-1).lost(), await soon(), again();
    assert.deepEqual([heard.at(-1), blocked, waiting.at(-5).after], ["offline", [], 500]); // it has been open once
    const count = sockets.length;
    page.online();
    assert.equal(sockets.length, count); // the line under way is enough
    sockets.at(-1).lost();
    page.visibilitychange();
    assert.equal(sockets.length, count + 1);
    assert.equal(waiting.at(-1), null); // in place of the one that would have come
    sockets.at(-1).lost();
    line.close();
    const left = waiting.filter(Boolean).length;
    sockets.at(-1).lost();
    page.online();
    assert.deepEqual([sockets.length, waiting.filter(Boolean).length, waiting.at(-1)], [count + 1, left, null]);

    const other = new SocketTransport("ws://here"); // in a network that lets no web socket through
    other.onblocked = () => blocked.push(true);
    other.open();
    for (let n = 0; n < 5; n += 1) sockets.at(-1).lost(), await soon(), again();
    assert.deepEqual(blocked, [true]);

    const once = new SocketTransport("ws://here"); // that has been open is not in such a network
    once.onblocked = () => blocked.push(true);
    once.open();
    sockets.at(-1).opened();
    for (let n = 0; n < 5; n += 1) sockets.at(-1).lost(), await soon(), again();
    assert.deepEqual(blocked, [true]);
  },

  /** News by requests: each asks with what is there, begins anew after a failure, and ends where it is sent away. */
  async poll() {
    const waiting = stopped();
    const asked = [];
    const answers = [];
    globalThis.fetch = (address, given) => new Promise((resolve, reject) => {
      asked.push({ address, ...given });
      answers.push({ told: (data, ok = true) => resolve({ ok, text: async () => JSON.stringify(data) }), failed: reject });
    });
    const { PollTransport } = await load("polling.js");
    const line = new PollTransport("/t/x", "secret");
    const heard = [];
    line.onmessage = (message) => heard.push(message.kind === "update" ? message.at : message.kind);
    line.onstate = (state) => heard.push(state);
    const last = () => new URLSearchParams(asked.at(-1).address.split("?")[1]);
    const tell = async (at, kept, known, welcome = true) => {
      answers.at(-1).told({ messages: [...(welcome ? [{ kind: "welcome" }] : []), { kind: "update", at, kept, known, tag: `t${known}` }] });
      for (let n = 0; n < 6; n += 1) await soon();
    };
    line.open();
    line.send({ kind: "hello", have: [[3, "t3"]] });
    assert.deepEqual([asked.at(-1).address, asked.at(-1).headers.Authorization], ["/t/x/update?have=3.t3&said=0&here=", "Bearer secret"]);
    await tell("a", 3, 5);
    assert.deepEqual([last().get("at"), last().get("have")], ["a", "5.t5,3.t3"]);
    await tell("b", 5, 6);
    await tell("c", 4, 7); // something was taken back
    assert.equal(last().get("have"), "7.t7,3.t3");
    assert.deepEqual(heard, ["open", "welcome", "a", "b", "c"]); // greeted once
    answers.at(-1).told({ messages: [{ kind: "say", number: 17 }, { kind: "here", tag: "h1" }] });
    for (let n = 0; n < 6; n += 1) await soon();
    assert.deepEqual([...heard.splice(-2), last().get("said"), last().get("here"), last().get("have"), asked.splice(-1).length, answers.splice(-2, 1).length], ["say", "here", "17", "h1", "7.t7,3.t3", 1, 1]);
    line.send({ kind: "ping" });
    assert.equal(asked.length, 4);
    line.send({ kind: "act", id: "1" });
    assert.deepEqual([asked.at(-1).address, asked.at(-1).body, asked.at(-1).headers.Authorization], ["/t/x/act", '{"kind":"act","id":"1"}', "Bearer secret"]);
    answers.at(-1).told({ kind: "refused", retry_after: 3 }, false); // it came too fast, and comes again
    for (let n = 0; n < 6; n += 1) await soon();
    assert.deepEqual([waiting.at(-1).after, asked.length], [3000, 5]);
    waiting.pop().call();
    await soon();
    assert.equal(asked.at(-1).body, '{"kind":"act","id":"1"}');
    await tell("d", 7, 8, false);
    answers[3].failed(new Error("gone"));
    for (let n = 0; n < 6; n += 1) await soon();
    assert.deepEqual([heard.at(-1), waiting.length, waiting.at(-1)?.after, asked.length], ["offline", 1, 2000, 6]);
    waiting.at(-1).call();
    await soon();
    assert.equal(heard.at(-1), "open");
    line.at = "old";
    line.send({ kind: "hello", have: [[8, "t8"]] }); // which the page says when it is open
    assert.deepEqual([last().get("at"), last().get("have")], [null, "8.t8"]);
    line.send({ kind: "hello", have: [] });
    answers.at(-2).told({ messages: [] }); // the earlier line is over
    for (let n = 0; n < 6; n += 1) await soon();
    assert.equal(asked.length, 8);
    answers.at(-1).told({ kind: "refused", retry_after: 1 }, false); // too fast
    for (let n = 0; n < 6; n += 1) await soon();
    waiting.pop().call();
    await soon();
    assert.equal(asked.length, 9);
    answers.at(-1).told({ kind: "refused", code: "wrong_key" }, false);
    for (let n = 0; n < 6; n += 1) await soon();
    assert.deepEqual([heard.at(-1), asked.length], ["refused", 9]);
  },

  /** After a broken line what changes the game is said again, with its id, until it is answered; thinking time is told. */
  async line_and_clock() {
    const { Line } = await load("connection.js");
    const { timeLeft } = await load("clock.js");
    const sent = [];
    const line = new Line();
    line.transport = { send: (message) => sent.push(message) };
    for (const kind of ["act", "judge", "undo"]) line.request(kind, { at: "x" }, kind);
    const [act, judge, undo] = sent.splice(0);
    assert.deepEqual([new Set([act.id, judge.id, undo.id]).size, act.kind, act.at], [3, "act", "x"]);
    assert.deepEqual([line.answered(act).answered, line.answered(act)], ["act", undefined]);
    line.greet({ kind: "hello" });
    assert.deepEqual(sent, [{ kind: "hello" }, undo]);
    const clock = { allowed: 7200, used: { red: 3400 }, running: ["red"], since: 100 };
    const left = (seat, now) => Object.values(timeLeft(clock, seat, now));
    assert.deepEqual([left("red", 105), left("red", 95), left("blue", 105)], [["1:03:15", false], ["1:03:20", false], ["2:00:00", false]]);
    assert.deepEqual([left("red", 3840), left("red", 3900), left("red", 3901)], [["1:00", false], ["0:00", false], ["0:01 over", true]]);
    const limited = (now) => Object.values(timeLeft({ ...clock, limit: "game" }, "red", now));
    assert.deepEqual([limited(3899), limited(3900), limited(3950)], [["0:01", false], ["0:00", true], ["0:00", true]]);
  },

  /** One of each of several rows, by lists and by pointing. */
  async each() {
    const { Each } = await load("combined_choice.js");
    const thing = (unit, to, value) => ({ label: `${unit} ${to}`, value, about: { pieces: [unit], to } });
    const row = (unit, n) => ({ title: unit, into: ["orders", n, "to"], things: ["a", "b", "c"].map((to, k) => thing(unit, to, k)) });
    const build = { action: { kind: "order", orders: [{ to: 0 }, { to: 0 }, { to: 0 }] }, each: ["u1", "u2", "u3"].map(row) };
    const sent = [];
    let changes = 0;
    const each = new Each({ build: (action) => sent.push(action), changed: () => (changes += 1), point: () => {} });
    assert.deepEqual([each.lit, each.picked, each.toggle("piece:u1")], [[], [], false]);
    each.show(build, "x");
    assert.deepEqual(each.lit, ["piece:u1", "piece:u2", "piece:u3"]);
    assert.equal(each.toggle("place:b"), false); // nothing is begun
    assert.equal(each.toggle("piece:u2"), true);
    assert.deepEqual(each.lit, ["place:a", "place:b", "place:c", "piece:u1", "piece:u3"]);
    assert.deepEqual(each.picked, ["piece:u2"]);
    assert.equal(each.toggle("place:c"), true);
    assert.deepEqual([each.rows[1].list.selectedIndex, each.open, each.picked, changes], [2, null, ["piece:u2"], 2]);
    each.show(build, "x"); // the same question again
    assert.equal(each.rows[1].list.selectedIndex, 2);
    each.toggle("piece:u1");
    assert.equal(each.toggle("piece:u1"), false); // begun already: it means nothing else
    each.toggle("piece:u3");
    each.toggle("place:b");
    const send = () => each.element.listeners.submit({ preventDefault() {} });
    send();
    assert.deepEqual(sent.at(-1), { kind: "order", orders: [{ to: 0 }, { to: 2 }, { to: 1 }] });
    each.rows[1].list.selectedIndex = 0;
    send();
    assert.deepEqual(sent.map(({ orders }) => orders[1].to), [2, 0]);
    assert.deepEqual(build.action.orders, [{ to: 0 }, { to: 0 }, { to: 0 }]);
    each.toggle("piece:u1");
    each.show({ ...build, each: [row("u7", 0)] }, "y"); // another question
    assert.deepEqual([each.lit, each.open, each.element.hidden], [["piece:u7"], null, false]);
    each.show(null, "z");
    assert.deepEqual([each.lit, each.element.hidden], [[], true]);
    const moved = { title: "u1", into: ["orders", 0, "to"], things: [thing("u1", "a", 0), { label: "u1 at home", value: 1, about: { pieces: ["u1"] } }] };
    const other = { title: "u2", into: ["orders", 1, "to"], things: [{ label: "holds", value: 0, about: { pieces: ["a"], to: "a" } }, thing("a", "d", 1)] };
    each.show({ ...build, each: [moved, { ...other, things: other.things.map((one) => ({ ...one, about: { ...one.about, pieces: ["p"] } })) }] }, "w");
    each.toggle("piece:u1");
    each.toggle("place:a");
    assert.equal(each.open, null); // a place was chosen: no row begins by it
  },

  /** Cells of a notebook share a model, and hear only what is for them. */
  async comm() {
    const { render } = await load("widget_transport.js");
    let listeners = [];
    const sent = [];
    const model = {
      get: (name) => ({ seat: "red", height: 400 })[name],
      on: (_, call) => listeners.push(call),
      off: (_, call) => (listeners = listeners.filter((one) => one !== call)),
      send: (message) => sent.push(message),
    };
    const cells = [new Element("div"), new Element("div")];
    cells.map((el) => render({ model, el }));
    const [one, two] = cells.map((el) => el.children[0].given);
    const heard = [[], []];
    [one, two].forEach(({ transport }, n) => (transport.onmessage = (message) => heard[n].push(message)));
    const tell = (message) => [...listeners].forEach((call) => call(message));
    tell({ to: one.transport.mark, hear: "news" });
    assert.deepEqual([heard, one.hello], [[["news"], []], { key: "red" }]);
    one.transport.send({ kind: "ping" });
    assert.deepEqual(sent.at(-1), { from: one.transport.mark, say: { kind: "ping" } });
    const asked = [one.sheets.sheet("d1"), one.sheets.picture("d1", "dark")];
    const [first, second] = sent.slice(-2);
    assert.deepEqual([first.what, first.given, second.what, second.given], ["sheet", ["d1"], "picture", ["d1", "dark"]]);
    tell({ to: one.transport.mark, answer: second.ask, value: "svg" });
    tell({ to: one.transport.mark, answer: first.ask, value: "sheet" });
    assert.deepEqual(await Promise.all(asked), ["sheet", "svg"]);
    one.transport.close();
    assert.deepEqual([listeners.length, sent.at(-1)], [1, { from: one.transport.mark, bye: true }]);
  },

  /** What calls a reader who looks elsewhere, what may be offered, and how a game ended. */
  async company() {
    const { Calls, callFor, titleOf, unreadOf } = await load("calls.js");
    const titles = { red: "Red", blue: "Blue" };
    const asked = { at: "b", waiting: ["red"], ask: { prompt: "Go where?" } };
    const titled = (now, unread = 0) => titleOf({ now, titles, title: "Toy", unread });
    assert.deepEqual([titled(asked), titled({ waiting: ["red", "blue"] }, 2), titled({ waiting: [], outcome: {} })], ["● Your turn · Toy", "(2) Waiting for Red and Blue · Toy", "Over · Toy"]);
    const call = (before, now) => callFor(before, now, "red", titles);
    assert.equal(call({ at: "" }, asked), ""); // has just come
    assert.equal(call({ at: "a", waiting: ["blue"] }, asked), "It is your turn: Go where?");
    assert.equal(call(asked, { ...asked, at: "c" }), "");
    const offered = { ...asked, offer: { seat: "blue", what: "draw", agreed: [] } };
    assert.deepEqual([call(asked, offered), call(offered, offered), call(asked, { ...offered, offer: { seat: "red", what: "draw", agreed: [] } })], ["Blue offers you something.", "", ""]);
    assert.deepEqual([call(asked, { at: "c", outcome: { text: "Red wins." } }), call({ at: "c", outcome: {} }, { at: "d", outcome: {} })], ["Red wins.", ""]);
    const said = ["a", "b", "a", "c"].map((words, number) => ({ words, mine: number === 1 }));
    assert.deepEqual([unreadOf(said, ""), unreadOf(said, "a"), unreadOf(said, "c"), unreadOf([], "")], [2, 1, 0, 0]);

    const kept = new Map();
    globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
    const page = { hidden: false };
    Object.defineProperty(document, "hidden", { get: () => page.hidden, configurable: true });
    let tones = 0;
    const gain = () => ({ setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} });
    const tone = () => ({ frequency: {}, connect: () => ({ connect() {} }), start: () => (tones += 1), stop() {} });
    globalThis.AudioContext = class {
      currentTime = 0;
      createOscillator = tone;
      createGain = () => ({ gain: gain() });
    };
    const user = { hasBeenActive: false };
    Object.defineProperty(globalThis, "navigator", { value: { userActivation: user }, configurable: true });
    const notes = [];
    globalThis.isSecureContext = true;
    globalThis.Notification = class {
      static permission = "default";
      static requestPermission = async () => (Notification.permission = "granted");
      constructor(title, { body }) {
        notes.push(`${title}: ${body}`);
      }
    };
    let now = 0;
    Object.defineProperty(globalThis, "performance", { value: { now: () => now }, configurable: true });
    const calls = new Calls({ show: () => {}, name: () => "t red" });
    const setting = (name, checked) => calls.parts[0].children.flatMap(({ children }) => children).find((one) => one.attributes?.["data-call"] === name).listeners.change({ target: { checked } });
    calls.begin();
    calls.say("Blue: hello", false, false);
    user.hasBeenActive = true;
    calls.say("Blue: are you there?", false, false); // said before one came: no sound
    assert.deepEqual([tones, calls.unread, calls.sign.hidden, calls.line.hidden], [0, 2, false, false]);
    now = 5000;
    user.hasBeenActive = false;
    calls.say("Blue: ?", false, false); // nobody has touched this page yet
    user.hasBeenActive = true;
    calls.say("Blue: !", false, false);
    assert.deepEqual([tones, calls.unread], [2, 4]);
    calls.say("Red: yes", true, false);
    assert.deepEqual([calls.unread, calls.sign.hidden], [0, true]);
    setting("sound", false);
    setting("sign", false);
    calls.say("Blue: good", false, false);
    assert.deepEqual([tones, calls.unread, calls.sign.hidden, new Calls({ name: () => "" }).kept], [2, 1, true, { sign: false, sound: false, notify: false }]);
    calls.begin(); // the page is loaded again: what was read is known
    for (const words of ["Blue: hello", "Red: yes", "Blue: good"]) calls.say(words, false, false);
    assert.equal(calls.unread, 1);
    const comes = (...words) => words.forEach((one) => calls.say(one, false, false));
    let at = "t red";
    const goes = (table) => (calls.goTo(table), (at = `${table} blue`), calls.begin());
    calls.handlers.name = () => at;
    goes("t2");
    comes("Blue (Red): good");
    assert.equal(calls.unread, 1); // it was not read at the table before
    calls.read();
    goes("t3");
    comes("Blue: hello", "Blue: good");
    assert.equal(calls.unread, 0); // what was read comes along, under another side's name
    now += 2000;
    comes("Blue: shall we?");
    assert.equal(calls.unread, 1);
    calls.begin(); // loaded again: the sign of having come along is gone
    comes("Blue: hello", "Blue: good", "Blue: shall we?");
    assert.equal(calls.unread, 1);
    calls.call("It is your turn", "Toy");
    page.hidden = true;
    calls.call("It is your turn", "Toy"); // nobody asked for it
    calls.ask.listeners.click();
    for (let n = 0; n < 3; n += 1) await soon();
    calls.call("It is your turn", "Toy");
    page.hidden = false;
    calls.call("It is your turn", "Toy");
    assert.deepEqual(notes, ["Toy: It is your turn"]);

    const { Deals, dealsOf, goesWith, goneOf, saidNo } = await load("agreements.js");
    assert.equal(goesWith([{ kind: "moved", text: "Red goes." }], titles), "Red goes.");
    const [first, second, other] = ["Red goes.", "Blue goes.", "Blue stays."].map((text) => ({ kind: "moved", text }));
    assert.deepEqual(goneOf([first, second], [first, second, other]), [], "told anew as they were");
    assert.deepEqual(goneOf([first, second], [first, other]), [second]);
    assert.deepEqual(goneOf([first, second], []), [first, second]);
    assert.equal(goesWith([], titles) + goesWith([{ kind: "hidden" }], titles), "");
    const both = [{ kind: "moved", text: "Red goes.", by: "red" }, { kind: "rolled" }, { kind: "moved", text: "Blue goes.", by: "blue" }];
    assert.equal(goesWith(both, titles), "2 lines of the log, of Red and Blue");
    const { invitation } = await load("sides.js");
    assert.equal(invitation("Toy", "red", "https://a.example/t/1#k"), "Let us play Toy: this link opens your seat, Red. https://a.example/t/1#k");
    const { shortTitle } = await load("head.js");
    assert.deepEqual(["Toy: a battle, 1862", "Corinth, 3-4 October", "Toy"].map(shortTitle), ["Toy", "Corinth", "Toy"]);
    const welcome = { you: "red", can: ["offer", "resign", "again"] };
    const [people, bots] = [[{ seat: "red" }, { seat: "blue" }], [{ seat: "red" }, { seat: "blue", bot: "random" }]];
    const may = (table) => dealsOf({ now: asked, welcome, seats: people, begun: true, ...table }).map(({ what, text }) => [what, text]);
    assert.deepEqual(may({}), [["resign", "Resign"], ["draw", "Offer a draw"], ["end", "Offer to end it here"], ["again", "Begin anew with sides changed"]]);
    assert.deepEqual(may({ seats: bots, begun: false }), [["resign", "Resign"], ["end", "End it here"], ["again", "Change sides"]]);
    assert.deepEqual(may({ now: { outcome: {} } }), [["again", "Again, with sides changed"]]);
    assert.deepEqual(may({ now: { outcome: {}, offer: { seat: "red", what: "again" } } }), []);
    assert.deepEqual(may({ now: { outcome: {}, offer: { seat: "blue", what: "again" } } }), [["again", "Agree: again, with sides changed"]]);
    assert.deepEqual(may({ now: { outcome: {} }, welcome: { you: "red", can: ["offer"] }, anew: true }), [["again", "Again, with sides changed"]]);
    assert.deepEqual([may({ welcome: { you: "spectator", can: welcome.can } }), may({ now: { again: "x" } }), may({ welcome: { you: "red", can: [] } })], [[], [], []]);
    const mine = { offer: { seat: "red", what: "draw" } };
    assert.deepEqual([saidNo(mine, asked, "red") !== "", saidNo(mine, mine, "red"), saidNo(mine, { outcome: {} }, "red"), saidNo(mine, asked, "blue")], [true, "", "", ""]);
    const [declined, lapsed] = [saidNo({ at: "a.1", ...mine }, { at: "a" }, "red"), saidNo({ at: "a.1", ...mine }, { at: "b" }, "red")];
    assert.deepEqual([declined, lapsed], ["The answer to your offer is no.", "Your offer has lapsed: the other side has played on."]);
    const sent = [];
    const deals = new Deals({ now: asked, welcome, story: [], titles }, { request: (kind, fields) => sent.push([kind, fields]), home: () => "", anew: () => null });
    globalThis.setTimeout = () => 0;
    const resign = deals.button({ what: "resign", text: "Resign", title: "" });
    resign.listeners.click();
    assert.deepEqual([sent, resign.textContent], [[], "Resign? Click once more"]);
    resign.listeners.click();
    deals.button({ what: "draw", text: "", title: "" }).listeners.click();
    assert.deepEqual(sent, [["resign", { at: "b" }], ["offer", { at: "b", what: "draw" }]]);

    const [{ endingOf }, { curveOf }] = [await load("result_page.js"), await load("curve.js")];
    const loss = (piece, count) => ({ kind: "lost", about: { pieces: [piece] }, scene: { as: "loss", ...(count ? { count } : {}) } });
    const ledger = [{ side: "red", points: 2, text: "turn 1: a town (Utica)", cite: "p.1" }, { side: "blue", points: 5, text: "a siege", cite: null }, { side: "red", points: 2, text: "turn 3: a town (Utica)", cite: "p.1" }, { side: "red", points: 0, text: "nothing", cite: null }];
    const panels = { s: { panel: "score", title: "Points: red leads", points: { red: 4, blue: 5 }, ledger } };
    const story = [loss("r1"), loss("b1", 3), loss("gone"), { kind: "went", about: { pieces: ["r1"], to: "off" } }];
    const over = (outcome) => endingOf({ outcome, panels, story, titles, sideOf: (piece) => ({ r: "red", b: "blue" })[piece[0]] ?? "" });
    const ended = over({ winner: "blue", level: "clear", scores: { red: 9 } });
    assert.deepEqual([ended.headline, ended.margin, ended.unit], ["Blue wins", "5 to 4", "Points"]);
    assert.deepEqual(ended.sides.map(({ points, lost, won }) => [points, lost, won]), [[4, 1, false], [5, 3, true]]);
    assert.deepEqual(ended.awards.map(({ side, points, times, text }) => [side, points, times, text]), [["blue", 5, 1, "a siege"], ["red", 4, 2, "a town (Utica)"]]);
    assert.deepEqual([over({ winner: "red", level: "resigned" }).margin, over({ winner: "red", level: "clear" }).margin, over({ winner: null, level: "draw", together: ["red", "blue"] }).headline], ["", "", "Red and Blue share the victory"]);
    const curve = curveOf([{ known: 0, turn: 1, points: { red: 0 } }, { known: 5, turn: 2, points: { red: 4 } }, { known: 8, turn: 2, points: { red: 2, blue: -2 } }, { known: 10, turn: 3, points: { red: 4, blue: -2 } }]);
    assert.deepEqual([curve.least, curve.most, curve.turns], [-2, 4, [{ turn: 1, at: 0 }, { turn: 2, at: 0.5 }, { turn: 3, at: 1 }]]);
    assert.deepEqual(curve.lines[1], { side: "blue", points: -2, corners: [[0.8, 0], [1, 0]] });
    assert.deepEqual(curveOf([]), { lines: [], least: 0, most: 1, turns: [] });
  },

  /** A window that is turned, or made larger, is filled with the map again; one that only grows a little keeps it where it was. */
  async camera() {
    let resized = () => {};
    globalThis.ResizeObserver = class {
      constructor(changed) {
        resized = changed;
      }
      observe() {}
    };
    const { Camera } = await load("camera.js");
    const element = Object.assign(new Element("div"), { clientWidth: 390, clientHeight: 560 });
    const lens = Object.assign(new Element("div"), { classList: { add() {}, remove() {}, toggle() {} } });
    const camera = new Camera(element, lens, () => {}, () => {});
    camera.counter = 20;
    resized();
    camera.lay([0, 0, 1500, 700]);
    const spots = [[700, 600], [760, 640]];
    camera.come(spots, false);
    const [x, y] = [camera.x, camera.y];
    element.clientHeight = 550;
    resized();
    assert.equal(camera.x, x);
    assert.ok(Math.abs(camera.y - y) <= 10); // all of them are in sight still
    Object.assign(element, { clientWidth: 820, clientHeight: 1100 });
    resized();
    const bottom = camera.y + 700 * camera.scale;
    assert.ok(bottom >= 0.75 * 1100 && camera.y <= 0.25 * 1100, `from ${camera.y} to ${bottom}`);
    assert.ok(Math.abs(camera.shown([730, 620])[0] - 410) < 1); // and they lie in its middle
    camera.move(40, 0);
    const moved = camera.window[0];
    element.clientWidth = 800;
    resized();
    assert.ok(Math.abs(camera.window[0] - moved) < 20); // who moved the map keeps it
  },

  /** What arrives lies nowhere yet: a click on the place where it may arrive begins the choice. */
  async arrivals() {
    const [{ Picker }, { clickPicks }] = [await load("picker.js"), await load("clicks.js")];
    const row = (piece, to) => ({ label: `${piece} arrives at ${to}`, about: { pieces: [piece], to } });
    const rows = [row("Gates", "0801"), row("Gates", "0901"), row("Martin", "0801"), { label: "nobody arrives" }];
    const begun = (isThere) => new Picker(rows, () => [], isThere);
    const offMap = (name) => !name.startsWith("piece:");
    assert.deepEqual([...begun(undefined).ahead], []); // units on the map are pointed at first
    assert.deepEqual([...begun(offMap).ahead], [["place:0801", [0, 2]], ["place:0901", [1]]]);
    const [several, one] = [begun(offMap), begun(offMap)];
    assert.deepEqual(clickPicks(several, "place:0801", null), { does: "pick" });
    assert.deepEqual([several.left, [...several.lit.keys()], [...several.ahead]], [[0, 2], ["piece:Gates", "piece:Martin"], []]);
    assert.deepEqual(clickPicks(one, "place:0901", null), { does: "arm", row: 1 });
    assert.deepEqual(clickPicks(begun(undefined), "place:0801", null), { does: "nothing" });
  },

  /** Names of a map are taken out of its picture, and stand clear of counters. */
  async edges() {
    let aside = false;
    const [{ Edges, clearOf, spotsBeyond }, { Camera }] = [await load("edges.js"), await load("camera.js")];
    const camera = Object.assign(Object.create(Camera.prototype), { room: [400, 300], below: true, x: -200, y: -100, scale: 2, left: 10, top: 20, small: [100, 80], overview: { style: {}, classList: { toggle: (_, on) => (aside = on) } } });
    assert.deepEqual(camera.window, [210, 145, 200, 150]); // from 110 to 310, from 70 to 220
    const spots = [[210, 145], [114, 145], [20, 145], [20, 145], [210, 60], [900, 300], [200, 221]];
    assert.deepEqual([...spotsBeyond(spots, camera)], [["left", [[114, 145], [20, 145]]], ["up", [[210, 60]]], ["right", [[900, 300]]], ["down", [[200, 221]]]]);
    camera.clear([[150, 90]]);
    assert.ok(aside); // the small map lay over it
    camera.clear([[150, 90], [114, 180], [116, 175]]);
    assert.deepEqual([aside, camera.overview.style.visibility], [false, "hidden"]); // and would lie over others there
    const counter = [20, 130, 60, 170];
    const places = [[[], []], [[counter], []], [[], [[30, 150, 30, 150]]], [[[0, 0, 9, 300]], [[0, 0, 400, 300]]]].map(([never, rarely]) => clearOf("left", never, rarely, [400, 300]));
    assert.deepEqual(places, [[35, 150], [35, 102], [35, 126], [59, 150]]); // away from a counter, from a point, and from the edge
    assert.equal(clearOf("left", [[0, 0, 400, 300]], [], [400, 300]), null); // rather none than one on a counter
    assert.deepEqual([camera.sees([180, 210]), camera.sees([120, 210])], [false, true]); // under the tools, and beside them
    const visited = [];
    const edges = new Edges(Object.assign(camera, { visit: (there) => visited.push(there) }));
    edges.take(spots);
    assert.deepEqual(edges.buttons.map(({ textContent, hidden }) => [textContent, hidden]), [["‹ 2", false], ["1 ›", false], ["⌃ 1", false], ["1 ⌄", false]]);
    edges.buttons[3].listeners.click();
    assert.deepEqual(visited, [[[200, 221]]]);
    assert.deepEqual(edges.buttons.map(({ style }) => [style.left, style.top]), [["35px", "126px"], ["365px", "150px"], ["200px", "24px"], ["80px", "276px"]]); // the last one beside the tools
    edges.avoid([[110, 141, 118, 149]]); // a counter that cannot be chosen
    assert.equal(edges.buttons[0].style.top, "198px"); // and above it the small map
    edges.take([[210, 145]]);
    assert.ok(edges.buttons.every(({ hidden }) => hidden));
  },
  async names() {
    const { Names, boxBeside } = await load("names.js");
    const group = '<use href="#a"/><g class="writing names"><text>Utica</text></g>';
    const names = new Names();
    assert.equal(names.take(`<svg><style>.a{}</style>${group}<path/></svg>`), "<svg><style>.a{}</style><path/></svg>");
    assert.deepEqual([names.layer.innerHTML, names.colours.text], [group, ".a{}"]);
    const text = (x, y, of) => Object.assign(new Element("text"), { getBBox: () => ({ x, y, width: 30, height: 10 }), attributes: { "data-of": of } });
    const [covered, free] = (names.layer.texts = [text(110, 95, "100 100 10 10"), text(300, 295, "290 300 10 10")]);
    names.element.viewBox = { baseVal: { x: 0, y: 0, width: 400, height: 400 } };
    const counters = [[112, 94, 140, 106]];
    names.clear(counters);
    assert.equal(free.attributes.transform, undefined);
    const [dx, dy] = covered.attributes.transform.match(/-?[\d.]+/g).map(Number);
    const box = [110 + dx, 95 + dy, 140 + dx, 105 + dy];
    assert.ok(box[2] <= 113 || box[0] >= 139 || box[3] <= 95 || box[1] >= 105, `${box}`);
    globalThis.getComputedStyle = () => ({ fontSize: "13px" });
    const first = covered.attributes.transform;
    for (const measuredAnew of [() => names.scale(0.5), () => names.measureAgain()]) {
      measuredAnew();
      names.clear(counters);
      assert.equal(covered.attributes.transform, first); // from where it is printed, not from where it was moved
    }
    names.clear([]);
    assert.equal(covered.attributes.transform, first); // it stays where it stands, or names would jump as counters move
    names.clear([box]);
    assert.equal(covered.attributes.transform, undefined); // covered there, it goes home, where there is room now
    assert.deepEqual(boxBeside([100, 100], [30, 10], [12, 12], 1, 0), [112, 95, 142, 105]);
    assert.deepEqual(boxBeside([100, 100], [30, 10], [12, 12], -1, 0), [58, 95, 88, 105]);
    assert.deepEqual(boxBeside([100, 100], [30, 10], [12, 12], 0, 1), [85, 111, 115, 121]);
  },

  /** Dice belong to the piece that was named last before them, or to the first after them, else to a place, else to nothing. */
  async dice() {
    const { sceneOf } = await load("scenes.js");
    const [roll, moved] = [{ kind: "rolled", dice: { die: "d6", face: 3, for: "march" } }, (piece) => ({ kind: "moved", text: "It moves.", about: { pieces: [piece], to: "B2" } })];
    assert.equal(sceneOf([moved("c1"), moved("c2"), roll, moved("c3")]).roller, "piece:c2");
    assert.equal(sceneOf([roll, moved("c3"), moved("c4")]).roller, "piece:c3");
    assert.equal(sceneOf([roll, { kind: "burnt", text: "It burns.", about: { places: ["B2"] } }]).roller, "place:B2");
    assert.equal(sceneOf([roll]).roller, "");
  },

  /** A card that is played shows its face, in the turn to read and at each moment of a replay; one that nobody prints or plays does not. */
  async cards() {
    const { State } = await load("state.js");
    const { cardFace, latestPlayed, playedCards } = await load("cards.js");
    const { sceneOf } = await load("scenes.js");
    const { toRead } = await load("whole_turn.js");
    const printed = { id: "c1", title: "Forced March", text: "Order all infantry.", signs: ["infantry", "march"] };
    const state = Object.assign(new State(), { sheet: { cards: [printed] } });
    const played = (id, by) => ({ kind: "played", text: `They play ${id}.`, by, about: { cards: [id] }, scene: { as: "card" } });
    const drawn = { kind: "drawn", text: "Red draws c1.", about: { cards: ["c1"] }, scene: { as: "routine" } };
    const texts = (node) => (typeof node === "string" ? node : [node.textContent ?? "", ...node.children.map(texts)].filter(Boolean).join("|"));
    assert.equal(playedCards(state, played("c1", "red")).map(texts).join("|"), "They play c1.|Forced March|Order all infantry.");
    assert.deepEqual(playedCards(state, played("c2", "red")), []);
    assert.deepEqual(playedCards(state, undefined), []);
    assert.equal(playedCards(state, { ...played("c1"), text: "Event: Forced March. Order all infantry." }).map(texts).join("|"), "Forced March|Order all infantry."); // nothing is said twice
    assert.equal(sceneOf([played("c1", "red"), drawn]).played.about.cards[0], "c1");
    assert.equal(sceneOf([drawn]).played, undefined);
    const story = [played("c1", "red"), { kind: "moved", by: "blue" }, { kind: "moved", by: "red" }, played("c2", "blue")];
    assert.deepEqual([0, 1, 2, 3, 4].map((known) => latestPlayed(story, known)), [-1, 0, 0, -1, 3]);
    const recap = { parts: [{ by: "red", lines: [{ text: "Red plays Forced March.", about: { cards: ["c1"] } }, { text: "It moves.", about: { cards: ["c9"] } }] }], first: 0 };
    const read = toRead(recap, {}, { cards: (id) => state.printed("cards", id), show() {}, explain() {}, share: null });
    assert.equal(read.map(texts).join("|").match(/Order all infantry/g).length, 1);
    const [head] = cardFace(printed);
    await import(`${folder}/engravings.js`);
    await soon();
    assert.equal(head.style["--wg-head"], (await load("engravings.js")).HEADS.march);
  },

  /** Turns older than two are folded, unless these are short; of a long turn the last lines stand open. */
  async log() {
    const { Story, firstOpen, headOf, partsOf } = await load("story.js");
    const story = [{ kind: "a", text: "Red marches.", by: "red", turn: 1 }, { kind: "b", by: "blue", turn: 1 }, { kind: "a", text: "Blue marches." }];
    const state = { story: [], titles: {}, sideOf: () => "" };
    const log = new Story(state, {});
    for (const [number, row] of story.entries()) {
      state.story.push(row);
      log.follow(number, [row]);
    }
    assert.deepEqual(log.lines.map(({ by }) => by), ["red", "blue"]); // also where the head came with a row that says nothing
    const heads = [{ by: "red", turn: 2, step: "" }, { by: "", turn: 2, step: "Weather" }, { by: "", turn: 0, step: "" }];
    assert.deepEqual(heads.map((head) => headOf(head, { red: "Red" })), ["Turn 2 · Red", "Weather", "Meanwhile"]);
    assert.equal((await load("recap.js")).headlineOf({ parts: [{ by: "", step: "Weather", lines: [{ text: "It rains." }] }], first: 0 }, { red: "Red" }), "Weather: It rains.");
    const lines = (...parts) => parts.flatMap(([turn, count]) => Array.from({ length: count }, () => turn)).map((turn, number) => ({ number, turn }));
    assert.deepEqual(partsOf(lines([null, 2], [1, 3])).map(({ at, lines: part }) => [at, part.length]), [[0, 2], [2, 3]]);
    assert.equal(firstOpen([]), 0);
    assert.equal(firstOpen(lines([null, 9])), 0); // before the first choice there is nothing else to read
    assert.equal(firstOpen(lines([null, 9], [1, 1])), 9);
    assert.equal(firstOpen(lines([null, 6], [1, 1])), 0);
    assert.equal(firstOpen(lines([1, 10], [2, 20], [3, 20])), 10);
    assert.equal(firstOpen(lines([1, 10], [2, 10], [3, 8], [4, 8], [5, 8])), 20); // 24 lines, and not one turn more
    assert.equal(firstOpen(lines([1, 10], [2, 100])), 50);
  },

  /** Who is greeted with what, and in which words. */
  async greeting() {
    const { greets, inShort, isAlone, sideOf } = await load("greeting.js");
    const { countedPieces, partOf } = await load("map_picture.js");
    const { State } = await load("state.js");
    const { nameAndTitle } = await load("state.js");
    const visit = { plain: false, met: false, named: false, asks: true, alone: false };
    assert.deepEqual(greets(visit), { game: true, name: true });
    assert.deepEqual(greets({ ...visit, met: true, named: true }), { game: false, name: false });
    assert.deepEqual(greets({ ...visit, alone: true }), { game: true, name: false }); // a bot calls nobody
    assert.deepEqual(greets({ ...visit, asks: false }), { game: true, name: false });
    assert.deepEqual(greets({ ...visit, plain: true }), { game: false, name: false });
    assert.deepEqual(inShort({ how_to_win: [1, 2, 3, 4] }), [1, 2, 3]);
    assert.deepEqual(inShort({ in_short: [5], how_to_win: [1] }), [5]);
    const seats = [{ seat: "u", title: "Union" }, { seat: "c", title: "South", bot: "easy" }];
    const sheet = { sides: [{ seat: "u", name: "the Union", commander: "Grant" }] };
    assert.equal(sideOf({ you: "u", role: "u", seats }, sheet), "You play the Union, under Grant. South: the bot easy.");
    assert.deepEqual([isAlone({ you: "u", seats }), isAlone({ you: "c", seats }), isAlone({ you: "spectator", seats })], [true, false, false]);
    const [near, far] = [[[100, 100], [140, 120]], [[0, 0], [2000, 100], [1900, 120], [1950, 110], [300, 900], [900, 500]]].map((all) => all.map((at, number) => ({ at, mine: number > 0 })));
    const [x, y, wide, high] = partOf([0, 0, 2000, 1000], near, 20, [400, 200]);
    assert.ok(x <= 84 && x + wide >= 156 && y <= 84 && y + high >= 136 && wide === 2 * high); // all of them, with room around
    const part = partOf([0, 0, 2000, 1000], far, 20, [400, 200]);
    assert.ok(part[0] > 1300 && part[2] < 700 && part[0] + part[2] === 2000); // one's own, large enough to be seen, and never beside the sheet
    assert.deepEqual(partOf([0, 0, 100, 100], [{ at: [10, 10] }, { at: [90, 90] }], 8, [400, 200]), [0, 0, 100, 100]); // nothing is cut off for a little
    const [left, top, broad, long] = partOf([0, 0, 100, 400], [{ at: [10, 10] }, { at: [90, 60] }], 8, [400, 200]);
    assert.ok(left < 0 && left + broad > 100 && top === 0 && long < 200); // all that is there, also on a narrow sheet
    assert.deepEqual(partOf([0, 0, 2000, 1000], [], 20, [400, 200]), [0, 0, 2000, 1000]);
    const state = Object.assign(new State(), { welcome: { seats }, pieces: { a: { side: "u" }, b: { side: "u" }, c: { side: "c" }, d: { side: "" } }, sheet: {} });
    assert.equal(countedPieces(state), "Union 2, South 1");
    const replayed = Object.assign(Object.create(State.prototype), state, { pieces: { a: { side: "u", text: "a: u Wilder" } } });
    assert.equal(replayed.nameOf("piece:a"), "Union Wilder"); // the replay's state is made so
    assert.match(sideOf({ you: "spectator", role: "author", seats }, sheet), /^You made this table/);
    assert.deepEqual([nameAndTitle("Ann", "Union"), nameAndTitle("", "Union"), nameAndTitle("Ann", undefined), nameAndTitle("", "")], ["Ann (Union)", "Union", "Ann", ""]);
  },

  /** What the lobby says of a game, from what the server tells. */
  async blurb() {
    const { choicesOf, dated, facts, namedScenario, opponents, sentence } = await load("game_description.js");
    const battle = { id: "bull", title: "Bull Run", help: "1861-07-21" };
    assert.deepEqual([dated("1861-07-21"), dated("Grant marches.")], ["July 21, 1861", "Grant marches."]);
    assert.deepEqual([sentence({ scenarios: [battle] }), sentence({ about: "Battles.", scenarios: [battle] }), sentence({ scenarios: [{ title: "A", help: "Grant marches. Tokens lie as printed." }] })], ["Bull Run, July 21, 1861", "Battles.", "Grant marches."]);
    assert.deepEqual([namedScenario(battle), namedScenario({ id: "siege", title: "", help: "Grant." })], ["Bull Run · July 21, 1861", "siege"]);
    const game = { length: "9 turns", seats: ["red", "blue"], bots: ["heuristic", "easy", "normal", "random"], strengths: { easy: { against: "normal", won: { red: 0.25 } } }, scenarios: [battle, { ...battle, help: "1862-03-07" }] };
    assert.deepEqual(facts(game), [["Length", "9 turns"], ["Seats", "Red, Blue"], ["Scenarios", "2, July 21, 1861 to March 7, 1862"]]);
    assert.deepEqual(facts({ ...game, length: "", bots: ["random"], scenarios: [battle] }), [["Seats", "Red, Blue"]]);
    assert.deepEqual(opponents({ ...game, bots: [...game.bots, "bold"] }), [
      { bot: "random", stars: 0, words: "plays by chance" },
      { bot: "easy", stars: 1, words: "one star of three; wins 25 % as Red against normal" },
      { bot: "normal", stars: 2, words: "two stars of three" },
      { bot: "bold", stars: 0, words: "" },
    ]);
    assert.deepEqual(choicesOf({ help: "any: a hex: of yours; most: farthest", choices: ["any", "most"] }), { about: "", choices: [{ choice: "any", words: "a hex: of yours" }, { choice: "most", words: "farthest" }] });
    assert.deepEqual(choicesOf({ help: "quick: at once; any other: played", choices: ["quick", "cry"] }).choices[1].words, "played");
    assert.deepEqual(choicesOf({ help: "whether guns fire; no: never", choices: ["no", "yes"] }), { about: "whether guns fire; no: never", choices: [{ choice: "no", words: "" }, { choice: "yes", words: "" }] });
  },

  /** Lists of games of several devices become one, and the server's copy is read by who has the secret alone. */
  async games() {
    const [games, kept] = [await load("games.js"), await load("kept_games.js")];
    const [a, b, late] = [{ link: "t/1#k", title: "A", you: "u", at: 1 }, { link: "t/2#l", title: "B", you: "c", at: 2 }, { link: "t/1#m", title: "A", you: "u", at: 3 }];
    const gone = { ...late, gone: true, at: 4 };
    assert.deepEqual(kept.mergedTables({ "1 u": a }, { "2 c": b, "1 u": late }, 9), { "1 u": late, "2 c": b });
    assert.deepEqual(kept.mergedTables({ "1 u": gone }, { "1 u": late }, 9), { "1 u": gone });
    assert.deepEqual(kept.mergedTables({ "1 u": gone }, {}, 1e12), {});
    assert.deepEqual(games.tablesAsked({ "1 u": gone, "2 c": b }), [{ name: "2 c", ...b, table: "2", key: "l" }]);
    const rows = [["over", { over: {}, since: 9 }], ["theirs", { since: 8 }], ["new", { yours: true, since: 7 }], ["old", { yours: true, since: 6 }]].map(([name, told]) => ({ name, told, at: 1 }));
    assert.deepEqual(games.ordered(rows).map(({ name }) => name), ["old", "new", "theirs", "over"]);
    const told = { you: "u", seats: [{ seat: "u", title: "Union" }, { seat: "c", title: "South", name: "Bob" }], waiting: ["c"], yours: false, last: "A march.", scenario: "" };
    assert.deepEqual(games.words({ title: "A", you: "u", told }), { head: "A: Union against Bob", turn: "Waiting for Bob", last: "A march." });
    const offered = { ...told, yours: true, offer: { seat: "c", what: "draw" } };
    assert.equal(games.words({ title: "A", you: "u", told: offered }).turn, "Your turn · Bob offers a draw");
    assert.ok(games.waits({ ...offered, yours: false }) && !games.waits(told));
    const [name] = Object.keys(games.handed(games.toHand([{ link: "/t/1#k", title: "A – ü", seat: "u" }])));
    assert.equal(name, "1 u");
    const locked = await games.lock("secret", { "1 u": a });
    assert.ok(!locked.includes("t/1") && /^[\w-]+$/.test(locked) && /^[\w-]{43}$/.test(await games.nameOf("secret")));
    assert.deepEqual(await games.unlock("secret", locked), { "1 u": a });
    await assert.rejects(games.unlock("another", locked));
    const store = {};
    globalThis.localStorage = { getItem: (key) => store[key] ?? null, setItem: (key, value) => (store[key] = value), removeItem: (key) => delete store[key] };
    let there = { version: 0, body: "" };
    let first = true;
    globalThis.fetch = async (_, { body } = {}) => {
      if (!body) return { ok: true, json: async () => ({ ...there }) };
      const given = JSON.parse(body);
      if (first) there = { version: 1, body: await games.lock(games.secret(), { "2 c": b }) }; // another device is faster
      first = false;
      const ok = given.version === there.version;
      if (ok) there = { version: given.version + 1, body: given.body };
      return { ok, json: async () => (ok ? { version: there.version } : { code: "stale" }) };
    };
    kept.keepTable("1 u", { ...a, at: Date.now() });
    await games.inStep("http://x/");
    assert.equal(there.version, 0); // it is not carried yet
    const secret = games.secret();
    await games.inStep("http://x/");
    assert.deepEqual(Object.keys(await games.unlock(secret, there.body)).sort(), ["1 u", "2 c"]);
    assert.deepEqual(Object.keys(kept.keptTables()).sort(), ["1 u", "2 c"]);
    assert.ok(kept.carries() && !JSON.stringify(there).includes(secret));
  },
  /** A hint tells three choices, of which each that is listed can be taken; what is told of another question goes. */
  async hint() {
    const [{ Hint, ratingOf, rowOf }, { State }] = await Promise.all([load("hint.js"), load("state.js")]);
    const rows = [{ label: "go", action: { kind: "go", to: 1 } }, { label: "u7 stays", action: { kind: "stay" }, about: { pieces: ["u7"] } }];
    assert.equal(rowOf(rows, { kind: "stay" }), 1);
    assert.equal(rowOf(rows, { kind: "fly" }), -1);
    assert.equal(ratingOf({ percent: 48.6, error: 2.4 }), "49 % to win, give or take 2");
    assert.equal(ratingOf({ percent: 48.6, error: 0.2 }), "49 % to win");
    assert.equal(ratingOf({}), "");
    const chosen = [];
    let answered;
    const state = Object.assign(new State(), { welcome: { can: ["hint"] }, now: { at: "a", ask: { rows } }, pieces: { u7: {} } });
    const hint = new Hint(state, { request: (kind, fields, call) => (assert.equal(kind, "hint"), (answered = call)), choose: (number) => chosen.push(number) });
    hint.show();
    assert.equal(hint.element.hidden, false);
    hint.button.listeners.click();
    assert.equal(hint.button.disabled, true);
    answered({ kind: "hint", percent: 40, choices: [{ action: { kind: "stay" }, text: "u7 stays", percent: 41, error: 0, why: ["u7 holds on."] }, { action: { kind: "fly" }, text: "u7 flies", why: [] }], note: "no time" });
    const [, list, note] = hint.told.children;
    assert.equal(list.children.length, 2);
    list.children[0].children[0].listeners.click();
    assert.deepEqual(chosen, [1]);
    assert.equal(list.children[1].children[0].tag, "span");
    const told = list.children.map((item) => item.children[0].textContent);
    assert.deepEqual([...told, list.children[0].children.at(-1).textContent], ["stays", "flies", "holds on."]); // ids are printed on no counter
    assert.equal(note.textContent, "no time");
    hint.button.listeners.click();
    answered({ kind: "refused", text: "only if all agree" });
    assert.equal(hint.told.children[0].textContent, "only if all agree");
    hint.button.listeners.click();
    state.now = { at: "b", ask: { rows } };
    hint.show();
    answered({ kind: "hint", percent: 40, choices: [] });
    assert.equal(hint.told.children.length, 0);
    assert.equal(hint.button.disabled, false);
    state.now = { at: "c" };
    hint.show();
    assert.equal(hint.element.hidden, true);
    state.now = { at: "d", ask: { rows }, lesson: { do: "Go." } };
    hint.show();
    assert.equal(hint.element.hidden, true);
  },
};

await cases[process.argv[3]]();
