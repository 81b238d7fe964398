// What the client for programs does: `node client_of_programs.mjs FOLDER CASE`, in a process without a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const folder = process.argv[2];
const load = (name) => import(`${folder}/${name}`);
const LINK = "https://games.example.org/t/x#KEY";
const soon = () => new Promise((done) => setTimeout(done, 0));
const { PROTOCOL } = await load("messages.js");
const WELCOME = { kind: "welcome", protocol: PROTOCOL, you: "union", game: "toy", seats: [] };
const rows = (...labels) => labels.map((label, to) => ({ label, action: { kind: "go", to } }));
const update = (known, more = {}) => ({ kind: "update", at: `at${known}`, kept: Math.max(0, known - 1), known, tag: `tag${known}`, events: known ? [{ kind: "moved", text: `Row ${known}.` }] : [], cursor: [], waiting: ["confederate"], ...more });
const ask = (...labels) => ({ ask: { prompt: "Which?", rows: rows(...labels), more: false } });

/** A client and the line to it: `sent` by it, `tell` it messages. */
async function table(...told) {
  const { TableClient } = await load("client.js");
  const sent = [];
  const line = { sent, closed: false, open() { this.onstate("open"); }, close() { this.closed = true; }, send(message) { sent.push(message); } };
  const client = new TableClient(LINK, { name: "Bot", transport: () => line }).open();
  const tell = (...messages) => messages.forEach((message) => line.onmessage(structuredClone(message)));
  tell(...told);
  return { client, line, sent, tell };
}

/** The answer to the request that was sent last. */
const answered = ({ sent, tell }, message) => tell({ id: sent.at(-1).id, ...message });

const cases = {
  /** Every entry of the package but that of React is loaded where there is no page. */
  async entries() {
    for (const name of ["index.js", "client.js", "state.js", "messages.js"]) assert.ok(Object.keys(await load(name)).length, name);
    assert.equal(globalThis.document, undefined);
  },

  /** A client that hears the recorded conversation shows what each screen shows in the end. */
  async conversation() {
    let screens = {};
    let shown = 0;
    for (const line of readFileSync(new URL(`${folder}/conversation.jsonl`), "utf-8").trim().split("\n").map((text) => JSON.parse(text))) {
      if (line.table) screens = {};
      if (!line.screen) continue;
      const seat = (screens[line.screen] ??= await table());
      if (line.hears) seat.tell(line.hears);
      if (!line.shows) continue;
      const { view, state } = seat.client;
      assert.notEqual(view.status, "refused", view.problem);
      assert.deepEqual([view.story.length, state.now.tag, view.pieces, view.panels], [line.shows.story, line.shows.tag, line.shows.pieces, line.shows.panels]);
      shown += 1;
    }
    assert.equal(shown, 6);
  },

  /** What a view says from the first message to the last, and that it is another one after each. */
  async views() {
    const seat = await table();
    const { client, sent, tell } = seat;
    assert.deepEqual(sent, [{ kind: "hello", protocol: PROTOCOL, table: "x", key: "KEY", name: "Bot", have: [] }]);
    assert.deepEqual([client.view.status, client.view.choices, client.getSnapshot() === client.view], ["loading", [], true]);
    let changes = 0;
    const leave = client.subscribe(() => (changes += 1));
    tell(WELCOME, update(0, ask("a", "b")));
    const first = client.view;
    assert.deepEqual([first.status, first.seat, first.prompt, first.choices.map(({ label }) => label), first.complete, changes], ["yours", "union", "Which?", ["a", "b"], true, 1]);
    const playing = client.play("A");
    assert.equal(client.view.status, "sending");
    await soon();
    assert.deepEqual([sent.at(-1).kind, sent.at(-1).at, sent.at(-1).action], ["act", "at0", { kind: "go", to: 0 }]);
    answered(seat, { kind: "done" });
    tell(update(1));
    assert.equal(await playing, true);
    assert.deepEqual([client.view.status, client.view.story.map(({ text }) => text), first.story], ["waiting", ["Row 1."], []]);
    tell(update(2, { outcome: { text: "Over." } }));
    assert.deepEqual([client.view.status, client.view.outcome.text], ["over", "Over."]);
    leave();
    const before = changes;
    tell(update(3));
    assert.equal(changes, before);
  },

  /** A choice is refused in words, where the game went on it is not played, and what nobody offers is not sent. */
  async refusals() {
    const seat = await table(WELCOME, update(0, ask("Cavalry to D10", "Cavalry to D11", "done")));
    const { client, sent, tell } = seat;
    await assert.rejects(client.play("retreat"), /union has no choice "retreat" \(allowed: Cavalry to D10; Cavalry to D11; done\)/);
    await assert.rejects(client.play("cavalry"), /"cavalry" fits 2 choices of union/);
    await assert.rejects(client.play(3), /3 cannot be played/);
    assert.deepEqual([sent.length, client.view.refusal], [1, "3 cannot be played: give words of a label, a row of view.choices, or an action"]);
    const illegal = client.play(client.view.choices[0]);
    await soon();
    answered(seat, { kind: "refused", code: "illegal", text: "no", reasons: [{ code: "far", text: "too far", cite: "p.7 Orders" }] });
    await assert.rejects(illegal, ({ name, code, message, reasons }) => name === "Refused" && code === "illegal" && message === "too far [p.7 Orders]" && reasons.length === 1);
    assert.deepEqual([client.view.status, client.view.refusal], ["yours", "too far [p.7 Orders]"]);
    const stale = client.play({ kind: "done" });
    await soon();
    answered(seat, { kind: "refused", code: "stale", text: "the game has moved on" });
    tell(update(1, ask("z")));
    assert.equal(await stale, false);
    assert.deepEqual([client.view.refusal, client.view.choices[0].label], ["the game has moved on", "z"]);
  },

  /** The questions come one after another, the same one only after a refusal or when it comes back. */
  async questions() {
    const seat = await table(WELCOME, update(0, ask("a")));
    const { client, tell } = seat;
    const views = client[Symbol.asyncIterator]();
    assert.equal((await views.next()).value.at, "at0");
    const next = views.next();
    tell(update(1), update(1, { kept: 0, ...ask("b"), at: "at0" }));
    assert.equal((await next).value.choices[0].label, "b");
    const end = views.next();
    tell({ ...update(2), outcome: { text: "Over." } });
    assert.deepEqual(await end, { value: undefined, done: true });
  },

  /** A long menu is whole before it is shown. */
  async menus() {
    const long = { ask: { ...ask("a").ask, more: true } };
    const seat = await table(WELCOME, update(0, long));
    const { client, sent, tell } = seat;
    assert.deepEqual([client.view.asked, sent.at(-1).kind, sent.at(-1).first], [false, "rows", 1]);
    answered(seat, { kind: "rows", first: 1, rows: rows("b"), more: false });
    assert.deepEqual([client.view.choices.map(({ label }) => label), client.view.complete], [["a", "b"], true]);
    tell(update(1, long));
    answered(seat, { kind: "rows", first: 1, rows: [], more: true }); // of a server that never ends it
    assert.deepEqual([client.view.asked, client.view.choices.length], [true, 1]);
    tell(update(2, long));
    answered(seat, { kind: "rows", first: 1, rows: "many", more: false });
    assert.match(client.view.problem, /a question without rows/);
  },

  /** What was asked is asked again on the next line, with the same id; the story goes on from where it was. */
  async lines() {
    const seat = await table(WELCOME, update(1, { ...ask("a"), kept: 0 }));
    const { client, line, sent, tell } = seat;
    const [playing, judged] = [client.play("a"), client.judge("a")];
    await soon();
    const before = sent.slice(1);
    line.onstate("offline");
    assert.equal(client.view.status, "offline");
    sent.length = 0;
    line.onstate("open");
    assert.deepEqual(sent, [{ kind: "hello", protocol: PROTOCOL, table: "x", key: "KEY", name: "Bot", have: [[1, "tag1"]] }, ...before]);
    tell(WELCOME, { kind: "done", id: before[0].id }, { kind: "judged", id: before[1].id, legal: true, reasons: [] }, update(2));
    assert.deepEqual([await playing, (await judged).legal, client.view.status, client.view.story.length], [true, true, "waiting", 2]);
    const left = client.undo();
    client.close();
    await assert.rejects(left, /this program has left the table/);
    await assert.rejects(client.undo(), /left the table/);
    assert.equal(line.closed, true);
    client.open();
    tell(WELCOME, update(2, { kept: 2, known: 2, events: [] }));
    assert.equal(client.view.status, "waiting");
  },

  /** A server that says what cannot be ends the line in words; the view stays. */
  async nonsense() {
    const { readTold } = await load("reading.js");
    const said = [
      [[update(0)], /an update before its welcome/],
      [[{ ...WELCOME, protocol: "wargame-table/9" }], /The server speaks "wargame-table\/9", this client wargame-table\/\d/],
      [[{ ...WELCOME, protocol: undefined }], /The server speaks "undefined"/],
      [[WELCOME, { ...update(0), kept: 5, known: 5 }], /keeps "5" rows of the story, of which there are 0/],
      [[WELCOME, { ...update(1), known: 7 }], /an update of "7" rows that has 0 and 1 more/],
      [[WELCOME, { ...update(0), kept: -1 }], /keeps "-1" rows/],
      [[WELCOME, { ...update(0), kept: "0" }], /keeps "0" rows/],
      [[WELCOME, { ...update(0), at: 7 }], /without its tags and lists/],
      [[WELCOME, { ...update(0), waiting: "all" }], /without its tags and lists/],
      [[WELCOME, { ...update(1), events: [null] }], /without its tags and lists/],
      [[WELCOME, update(0, { ask: { prompt: "?", rows: ["scout"] } })], /a question without rows/],
      [[WELCOME, update(0, { ask: null })], /a question without rows/],
      [[{ kind: "refused", code: "wrong_key", text: "this link does not open this table" }], /this link does not open this table/],
      [[{ kind: "refused", code: "protocol", text: "this table speaks another" }], /this table speaks another/],
    ];
    for (const [messages, words] of said) {
      const { client, line, tell } = await table();
      const asked = client.request("say", { text: "hello" });
      tell(...messages);
      assert.equal(client.view.status, "refused", String(words));
      assert.match(client.view.problem, words);
      assert.ok(client.view.problem.length < 300 && line.closed);
      await assert.rejects(asked);
      await assert.rejects(client.undo(), words);
      await assert.rejects(client[Symbol.asyncIterator]().next(), words);
    }
    const busy = await table({ kind: "refused", code: "unavailable", text: "the database does not answer" });
    busy.line.onstate("offline");
    assert.deepEqual([busy.client.view.status, busy.client.view.problem], ["offline", "the database does not answer"]);
    busy.tell(WELCOME, update(0));
    assert.deepEqual([busy.client.view.status, busy.client.view.problem], ["waiting", ""]);
    const lies = await table(WELCOME, update(0, ask("a")));
    lies.tell({ kind: "done", id: "c1" }, { kind: "done", id: ["c1"] }, { kind: "done" }, { kind: "what nobody knows yet" }); // which answer nothing
    assert.equal(lies.client.view.status, "yours");
    for (const [frame, words] of [["hello", /not JSON: "hello"/], ["[]", /an object with a kind/], ["null", /an object with a kind/], ['{"kind":3}', /an object with a kind/], [new ArrayBuffer(4), /a frame of bytes/], [`"${"x".repeat(9_000_000)}"`, /at most 8000000/], ["[".repeat(100_000), /not JSON/]]) {
      assert.throws(() => readTold(frame), words);
    }
  },

  /** What is no link is refused with an example, and shows no key. */
  async links() {
    const { connect } = await load("client.js");
    for (const link of ["", undefined, "https://games.example.org/", "ftp://games.example.org/t/x#KEY", "https://[x/t/x#KEY"]) {
      assert.throws(() => connect(link), ({ message }) => /is not a link to a table: one looks like https:\/\/games\.example\.org\/t\/ID#KEY/.test(message) && !message.includes("/t/x#KEY"));
    }
  },

  /** A socket that brings nonsense, and plain requests that do: the line ends in words; a proxy that does is as good as no answer. */
  async transports() {
    const sockets = [];
    globalThis.WebSocket = class {
      static OPEN = 1;
      constructor() { sockets.push(this); }
      close() { this.closed = true; }
    };
    const { SocketTransport } = await load("socket.js");
    const { PollTransport } = await load("polling.js");
    const heard = [];
    const line = new SocketTransport("ws://localhost/t/x/socket");
    line.onmessage = (message) => heard.push(message);
    line.open();
    sockets[0].onmessage({ data: "<html>" });
    assert.deepEqual(heard.splice(0), [{ kind: "refused", code: "protocol", text: 'the server sent what is not JSON: "<html>"' }]);
    assert.ok(sockets[0].closed);
    for (const [ok, body] of [[true, "<html>"], [true, '{"messages":[1]}'], [true, '{"messages":{}}'], [true, "null"], [false, "<html>"]]) {
      const poll = new PollTransport("http://localhost/t/x", "KEY");
      const states = [];
      poll.onmessage = (message) => heard.push(message.code);
      poll.onstate = (state) => states.push(state);
      globalThis.fetch = async () => ({ ok, status: 200, text: async () => body });
      poll.open();
      poll.send({ kind: "hello", have: [] });
      for (let n = 0; n < 6; n += 1) await soon();
      assert.deepEqual([heard.splice(0), states], ok ? [["protocol"], ["open"]] : [[], ["open", "offline"]], body);
      poll.close();
    }
  },
};

await cases[process.argv[3]]();
process.exit(0);
