// A line to a server that comes back by itself. A transport has `send`, `onmessage`, `onstate`, `open` and `close`.

import { readTold } from "./reading.js";

const FIRST = 500;
const LONGEST = 30_000;
const TRIES = 3;
/** Seconds that a message which came too fast is kept back at most, to be sent again. */
export const PATIENCE = 10;

export class SocketTransport {
  constructor(address) {
    this.address = String(address);
    this.wait = FIRST;
    /** @type {import("./messages").Transport["onmessage"]} */
    this.onmessage = () => {};
    /** @type {import("./messages").Transport["onstate"]} */
    this.onstate = () => {};
    /** Called when no line was ever opened, but the server answers. @type {() => void} */
    this.onblocked = () => {};
    this.tries = 0;
    this.unanswered = new Map();
    globalThis.addEventListener?.("online", () => this.#now());
    globalThis.document?.addEventListener("visibilitychange", () => document.hidden || this.#now());
  }

  open() {
    this.closed = false;
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => ((this.wait = FIRST), (this.tries = -Infinity), this.onstate("open"));
    this.socket.onmessage = ({ data }) => this.#read(data);
    this.socket.onclose = () => {
      if (this.closed) return; // by the page, which has said why
      this.unanswered.clear();
      this.onstate("offline");
      this.tries += 1;
      if (this.tries === TRIES) fetch(new URL("../../healthz", this.address.replace(/^ws/, "http"))).then((answer) => answer.ok && this.onblocked(), () => {});
      this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(LONGEST, this.wait * 2);
    };
  }

  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (message.id) this.unanswered.set(message.id, message);
    this.socket.send(JSON.stringify(message));
  }

  /** A frame of a server: what is no message ends the line in words. */
  #read(data) {
    let message;
    try {
      message = readTold(data);
    } catch (problem) {
      this.close();
      message = { kind: "refused", code: "protocol", text: problem.message };
    }
    this.#heard(message);
  }

  /** What came too fast for the server comes again by itself, as soon as the server says. */
  #heard(message) {
    const sentMessage = this.unanswered.get(message.id);
    this.unanswered.delete(message.id);
    if (sentMessage && message.retry_after <= PATIENCE) setTimeout(() => this.send(sentMessage), message.retry_after * 1000);
    else this.onmessage(message);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  #now() {
    if (this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.wait = FIRST;
    this.open();
  }
}
