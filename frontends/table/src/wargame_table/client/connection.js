// What this screen asks for, each with its answer; what changes the game, and what is waited for, is said again after a broken line.

export const CHANGES = ["act", "undo", "report", "offer", "answer", "resign"];

const AWAITED = ["film", "course", "analysis"];

export class Line {
  /** `comesAgain` says of a kind whether what was asked is asked again on the next line. */
  constructor(comesAgain = (kind) => [...CHANGES, ...AWAITED].includes(kind)) {
    this.comesAgain = comesAgain;
    /** @type {import("./messages").Transport | null} */
    this.transport = null;
    this.requests = new Map();
    /** @type {((message: any) => Promise<any>) | null} What signs messages that change the game. */
    this.sign = null;
    this.mark = Math.random().toString(36).slice(2, 8);
    this.count = 0;
  }

  /** Ask for something; `onAnswer(message)` is called with the answer that is not a refusal. */
  request(kind, fields, onAnswer) {
    const id = `${this.mark}${(this.count += 1)}`;
    const request = { message: { kind, id, ...fields }, answered: onAnswer, ready: !(this.sign && CHANGES.includes(kind)) };
    this.requests.set(id, request);
    if (request.ready) return this.#send(request);
    this.sign(request.message).then((message) => this.#send(Object.assign(request, { message, ready: true })));
  }

  /** What is asked before there is a line is sent with its greeting. */
  #send({ message }) {
    if (this.requests.has(message.id)) this.transport?.send(message);
  }

  /** The line is open, for the first time or again. */
  greet(hello) {
    this.transport.send(hello);
    for (const { message, ready } of this.requests.values()) if (ready && this.comesAgain(message.kind)) this.transport.send(message);
  }

  /** The request that a message answers, which is done with. */
  answered(message) {
    const request = this.requests.get(message.id);
    this.requests.delete(message.id);
    return request;
  }
}
