// A line to a server where web sockets do not get through: a request a message, and one that waits for news.

import { readAnswer } from "./reading.js";
import { PATIENCE } from "./socket.js";

const AGAIN = 2;
const pauseFor = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

export class PollTransport {
  /** `address` is that of the table, `https://games.example.org/t/ID`; `key` stands in a header of every request. */
  constructor(address, key) {
    this.address = address;
    this.headers = { Authorization: `Bearer ${key}` };
    this.at = "";
    /** @type {import("./messages").Transport["onmessage"]} */
    this.onmessage = () => {};
    /** @type {import("./messages").Transport["onstate"]} */
    this.onstate = () => {};
  }

  open() {
    this.closed = false;
    this.leaving = new AbortController();
    this.onstate("open");
  }

  /** The first message begins to ask for news; a ping is not needed. */
  send(message) {
    if (message.kind === "hello") this.#follow(message.have);
    else if (message.kind !== "ping") this.#tell(message);
  }

  async #tell(message) {
    try {
      const answer = await fetch(`${this.address}/act`, { method: "POST", headers: this.headers, body: JSON.stringify(message), signal: this.leaving.signal });
      const reply = await this.#read(answer);
      if (!(reply.retry_after <= PATIENCE)) return this.#hear(reply);
      await pauseFor(reply.retry_after);
      await this.#tell(message);
    } catch {
      if (!this.closed) this.onstate("offline");
    }
  }

  async #follow(heldTags) {
    const line = (this.line = Symbol("line"));
    let knownTags = heldTags;
    let isFirstQuery = true;
    let [sentenceCount, hereTag] = [0, ""];
    while (!this.closed && this.line === line) {
      const query = new URLSearchParams({ have: knownTags.map((pair) => pair.join(".")).join(","), said: String(sentenceCount), here: hereTag, ...(isFirstQuery ? {} : { at: this.at }) });
      try {
        const answer = await fetch(`${this.address}/update?${query}`, { headers: this.headers, signal: this.leaving.signal });
        const reply = await this.#read(answer);
        if (reply.retry_after <= PATIENCE) {
          await pauseFor(reply.retry_after);
          continue;
        }
        if (!reply.messages) return this.#hear(reply);
        this.#hear({ messages: reply.messages.filter(({ kind }) => isFirstQuery || kind !== "welcome") });
        sentenceCount = Math.max(sentenceCount, ...reply.messages.map(({ number }) => number ?? 0));
        hereTag = reply.messages.find(({ kind }) => kind === "here")?.tag ?? hereTag;
        const update = reply.messages.find(({ kind }) => kind === "update");
        if (update) knownTags = [[update.known, update.tag], ...knownTags.filter(([count]) => count <= update.kept)].slice(0, 8); // what was taken back may come again
        isFirstQuery &&= !update;
      } catch {
        if (this.closed) return;
        this.onstate("offline");
        await pauseFor(AGAIN);
        if (!this.closed && this.line === line) this.onstate("open"); // says hello, and so begins anew
        return;
      }
    }
  }

  #hear(news) {
    for (const message of news.messages ?? [news]) {
      if (message.kind === "update") this.at = message.at;
      this.onmessage(message);
    }
  }

  /** The answer of a server: one that is no answer ends the line in words, one of a proxy before it is as good as none. */
  async #read(answer) {
    const text = await answer.text();
    try {
      return readAnswer(text);
    } catch (problem) {
      if (!answer.ok) throw problem;
      this.close();
      return { kind: "refused", code: "protocol", text: problem.message };
    }
  }

  close() {
    this.closed = true;
    this.leaving?.abort();
  }
}
