// A seat at a table for programs: no element, no page. What it knows is a view that never changes, and there is another one after each message.

import { checkRows, checkUpdate } from "./checks.js";
import { Line } from "./connection.js";
import { read } from "./links.js";
import { PROTOCOL } from "./messages.js";
import { PollTransport } from "./polling.js";
import { otherProtocol } from "./reading.js";
import { SocketTransport } from "./socket.js";
import { State } from "./state.js";

export { DeviceKey } from "./device_key.js";
export { CallRefused } from "./person.js";

const BEAT = 25_000; // milliseconds between two signs that somebody is there
const MENU = 4000; // rows of a menu that are fetched before a view shows it
const VOID = ["wrong_key", "unknown_table", "protocol"]; // refusals after which no line is opened again
const LEFT = "this program has left the table: open() comes again";
const CHANGES_MENU = ["act", "undo", "report"];

/** The server does not do what was asked: `code`, the sentence as `message`, and the `reasons` of the rules. */
export class Refused extends Error {
  /** @param {import("./messages").Refusal} refusal */
  constructor(refusal) {
    const reasons = (refusal.reasons ?? []).map(({ text, cite }) => `${text}${cite ? ` [${cite}]` : ""}`);
    super(reasons.join("; ") || refusal.text);
    this.name = "Refused";
    this.code = refusal.code;
    this.reasons = refusal.reasons ?? [];
    this.retryAfter = refusal.retry_after ?? 0;
  }
}

/** Sit down at the table that a link with its key leads to: a client whose line is opened. */
export function connect(link, options = {}) {
  return new TableClient(link, options).open();
}

export class TableClient {
  #line = new Line(() => true);
  #listeners = new Set();
  #status = "loading";
  #problem = "";
  #refusal = "";
  #asked = "";
  #handed = "";
  #fetching = false;
  /** @type {import("./messages").Transport | null} */
  #transport = null;
  #beat = undefined;
  /** @type {object | null} From `open` to `close`. */
  #visit = null;
  /** @type {(() => Promise<string>) | null} Takes the seat: the link that is good for this visit. */
  #own = null;

  /**
   * A seat that is not connected yet. `poll`: by plain requests, which is usual where there are no web sockets;
   * `transport` makes another line; `key` takes the seat before a line is opened, without it one is a guest.
   * @param {string} link
   * @param {{ name?: string, poll?: boolean, transport?: (() => import("./messages").Transport) | null, key?: import("./device_key.js").DeviceKey | null }} options
   */
  constructor(link, { name = "", poll = !globalThis.WebSocket, transport = null, key: deviceKey = null } = {}) {
    const { at, key, table } = read(link);
    this.hello = { table, key, name };
    this.#own = deviceKey && (() => deviceKey.takeSeat(link));
    this.#line.sign = deviceKey && deviceKey.signer(table);
    this.make = transport ?? (() => (poll ? new PollTransport(at, this.hello.key) : new SocketTransport(`${at.replace(/^http/, "ws")}/socket`)));
    this.state = new State();
    this.view = this.#shown();
  }

  /** Called with no argument after each change of `view`. Returns what ends that. */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The view, for stores that compare it with the one before. */
  getSnapshot = () => this.view;

  /** Open the line, once the seat is taken; one that is open stays. */
  open() {
    if (this.#visit) return this;
    this.#status = "loading";
    this.#visit = {};
    if (this.#own) this.#takeSeat(this.#own);
    else this.#openLine();
    return this;
  }

  async #takeSeat(sitDown) {
    const visit = this.#visit;
    try {
      const link = await sitDown();
      if (this.#visit !== visit) return; // this program has left meanwhile
      this.hello.key = read(link).key;
      this.#openLine();
    } catch (problem) {
      if (this.#visit === visit) this.#end({ kind: "refused", code: problem.code ?? "unavailable", text: problem.message });
    }
  }

  #openLine() {
    const transport = (this.#transport = this.make());
    this.#line.transport = transport;
    transport.onmessage = (message) => this.#transport === transport && this.#hear(message);
    transport.onstate = (state) => this.#transport === transport && this.#lineIs(state);
    if ("onblocked" in transport) transport.onblocked = () => this.#end({ kind: "refused", code: "unavailable", text: "No web socket gets through to the server: connect with { poll: true }." });
    transport.open();
    this.#beat = setInterval(() => transport.send({ kind: "ping" }), BEAT);
    this.#beat.unref?.();
  }

  /** Leave the table. What waits for an answer is refused; `open` comes again. */
  close() {
    clearInterval(this.#beat);
    this.#transport?.close();
    this.#visit = this.#transport = null;
    this.#refuseAll({ kind: "refused", code: "unavailable", text: LEFT });
    this.#show();
  }

  // What it does

  /**
   * Play words of a label, a row of `view.choices`, or an action; resolves when the view shows it. False: the game had
   * gone on, nothing was played, and there is another view. Rejects with `Refused`, and with an error for words that fit
   * no choice or several.
   */
  async play(choice) {
    let action;
    try {
      action = actionOf(this.view, choice);
    } catch (problem) {
      this.#refusal = problem.message;
      this.#show();
      throw problem;
    }
    return this.#change("act", { action });
  }

  /** Take the last choice back. Resolves and rejects as `play`. */
  undo = () => this.#change("undo", {});

  /** Offer something to the other seats: "back", "draw", "end" or "again". */
  offer = (offerKind) => this.#change("offer", { what: offerKind });

  /** Say yes or no to `view.offer`. */
  answer = (isAccepted) => this.#change("answer", { yes: isAccepted });

  /** Give up the game. */
  resign = () => this.#change("resign", {});

  /** Say something to everybody at the table. */
  say = async (text) => void (await this.request("say", { text }));

  /** Whether something would be legal, and if not, why. */
  judge = (choice) => this.request("judge", { action: actionOf(this.view, choice) });

  /** Send any message of the protocol; resolves with its answer, rejects with `Refused`. It is sent again after a lost line. */
  request(kind, fields = {}) {
    return new Promise((resolve, reject) => {
      if (this.#status === "refused") return reject(new Refused({ kind: "refused", code: "unavailable", text: this.#problem }));
      if (!this.#visit) return reject(new Refused({ kind: "refused", code: "unavailable", text: LEFT }));
      this.#line.request(kind, fields, (message) => (message.kind === "refused" ? reject(new Refused(message)) : resolve(message)));
    });
  }

  /** The views in which this seat is asked anew, until the game is over. */
  async *[Symbol.asyncIterator]() {
    while (true) {
      const { view } = this;
      if (view.status === "refused") throw new Refused({ kind: "refused", code: "unavailable", text: view.problem });
      if (view.outcome) return;
      if (view.asked && questionOf(view) !== this.#handed) {
        this.#handed = questionOf(view);
        yield view;
      } else await this.#until(() => this.view !== view);
    }
  }

  async #change(kind, fields) {
    const viewBefore = this.view;
    this.#refusal = "";
    const momentOf = CHANGES_MENU.includes(kind) ? questionOf : ({ at }) => at;
    const hasMoved = () => momentOf(this.view) !== momentOf(viewBefore) && this.view.status !== "offline";
    if (CHANGES_MENU.includes(kind)) this.#asked = questionOf(viewBefore); // is being answered
    this.#show();
    try {
      await this.request(kind, { at: viewBefore.at, ...fields });
    } catch (problem) {
      this.#handed = this.#asked = "";
      if (problem.code === "stale") await this.#until(hasMoved);
      this.#refusal = problem.message;
      this.#show();
      if (problem.code !== "stale") throw problem;
      return false;
    }
    await this.#until(hasMoved);
    return true;
  }

  /** Wait until something is so. Rejects where the line has ended for good, or the table was left. */
  async #until(isSo) {
    while (!isSo()) {
      await new Promise((resolve) => {
        const leave = this.subscribe(() => (leave(), resolve(undefined)));
      });
      if (this.#status === "refused") throw new Refused({ kind: "refused", code: "unavailable", text: this.#problem });
      if (!this.#visit) throw new Refused({ kind: "refused", code: "unavailable", text: LEFT });
    }
  }

  // What it hears

  #lineIs(state) {
    if (state === "open") return this.#line.greet({ kind: "hello", protocol: PROTOCOL, ...this.hello, have: this.state.tags });
    this.#status = "offline";
    this.#show();
  }

  #hear(message) {
    try {
      this.#follow(message);
    } catch (problem) {
      this.#end({ kind: "refused", code: "protocol", text: problem.message });
    }
  }

  #follow(message) {
    const request = this.#line.answered(message);
    if (message.kind === "refused" && !request) {
      if (VOID.includes(message.code)) return this.#end(message);
      this.#problem = message.text; // the line ends, and another one is opened
      return this.#show();
    }
    if (message.kind === "welcome") {
      if (message.protocol !== PROTOCOL) throw new Error(otherProtocol(message.protocol));
      this.state.welcome = message;
    } else if (message.kind === "update") {
      if (!this.state.welcome) throw new Error("the server sent an update before its welcome");
      checkUpdate(message, this.state.story.length);
      this.state.follow(message);
      this.#refusal = this.#problem = "";
      if (questionOf(message) !== this.#handed) this.#handed = "";
      if (questionOf(message) !== this.#asked) this.#asked = "";
      this.#menu(message);
    }
    request?.answered?.(message);
  }

  /** Show an update once its menu is whole. */
  #menu(update) {
    this.#status = "told";
    const { ask } = update;
    this.#fetching = Boolean(ask?.more) && ask.rows.length < MENU;
    if (!this.#fetching) return this.#show();
    this.#line.request("rows", { at: update.at, first: ask.rows.length }, (answer) => {
      if (answer.kind !== "rows" || this.state.now !== update) return; // the game has gone on, and another update comes
      checkRows(answer.rows);
      ask.rows = [...ask.rows, ...answer.rows];
      ask.more = answer.more && answer.rows.length > 0;
      this.#menu(update);
    });
  }

  /** No line helps any more. */
  #end(refusal) {
    clearInterval(this.#beat);
    this.#transport?.close();
    this.#visit = this.#transport = null;
    this.#status = "refused";
    this.#problem = refusal.text;
    this.#refuseAll(refusal);
    this.#show();
  }

  #refuseAll(refusal) {
    const pendingRequests = [...this.#line.requests.values()];
    this.#line.requests.clear();
    for (const { answered } of pendingRequests) answered?.(refusal);
  }

  #show() {
    this.view = this.#shown();
    for (const listener of [...this.#listeners]) listener();
  }

  #shown() {
    const { now, pieces, panels, story, welcome } = this.state;
    const isAsked = Boolean(now.ask) && !this.#fetching;
    const statusOfGame = now.outcome ? "over" : isAsked ? (questionOf(now) === this.#asked ? "sending" : "yours") : "waiting";
    return Object.freeze({
      status: this.#status === "told" ? statusOfGame : this.#status,
      problem: this.#problem,
      refusal: this.#refusal,
      welcome,
      update: now,
      seat: welcome?.you ?? "",
      at: now.at,
      asked: isAsked,
      prompt: now.ask?.prompt ?? "",
      choices: now.ask?.rows ?? [],
      complete: isAsked && !now.ask.more && !now.ask.abridged && !now.ask.ways,
      waiting: now.waiting,
      offer: now.offer ?? null,
      outcome: now.outcome ?? null,
      pieces,
      panels,
      story: [...story],
    });
  }
}

/** The part of a tag that changes with what the seat knows and is asked. */
const questionOf = ({ at }) => at.split(".")[0];

/** The action that words of a label, a row or an action stand for. Throws an error in words. */
function actionOf({ choices, seat }, choice) {
  if (choice?.action) return choice.action;
  if (typeof choice?.kind === "string") return choice;
  if (typeof choice !== "string") throw new Error(`${JSON.stringify(choice)} cannot be played: give words of a label, a row of view.choices, or an action`);
  const words = choice.toLowerCase();
  const exactChoices = choices.filter(({ label }) => label.toLowerCase() === words);
  const fittingChoices = exactChoices.length ? exactChoices : choices.filter(({ label }) => words && label.toLowerCase().includes(words));
  if (fittingChoices.length === 1) return fittingChoices[0].action;
  const namesOfRows = (rows) => rows.slice(0, 6).map(({ label }) => label).join("; ") + (rows.length > 6 ? "; ..." : "");
  if (fittingChoices.length) throw new Error(`"${choice}" fits ${fittingChoices.length} choices of ${seat}: ${namesOfRows(fittingChoices)}`);
  throw new Error(`${seat || "this seat"} has no choice "${choice}" (allowed: ${namesOfRows(choices) || "none"})`);
}
