// Strokes on their way to the files: numbered, sent in order until they are answered, kept over a reload of the page.

const BATCH = 20;  // on a loaded machine and a large map that is some seconds of work, fewer than the page waits
const LONGEST = 500_000;  // characters of a request; the server reads twice as much

/** A name that no other window has. */
const newWindow = () => [...crypto.getRandomValues(new Uint8Array(12))].map(n => n.toString(16).padStart(2, "0")).join("");

export class StrokeQueue {
  /**
   * `post(body)` sends to the server and gives its answer: `{status, words}`, or throws where there is none. `changed`
   * is called whenever something about the queue is different.
   */
  constructor(name, post, changed) {
    this.name = name;
    this.post = post;
    this.changed = changed;
    this.window = newWindow();
    this.next = 1;
    this.unanswered = [];  // not in the files yet
    this.undrawn = [];  // in the files, but not in the picture yet
    this.refused = [];
    this.waiting = "";  // what the first unanswered stroke waits for
    this.undo = this.redo = null;  // how many strokes can be taken back and made again, once an answer said so
    this.sending = false;
  }

  /** Go on with what this window had not sent when its page was closed; a second window with the same memory does not. */
  async resume() {
    const memory = JSON.parse(sessionStorage.getItem(this.name) ?? "null");
    if (memory && await mine(memory.window)) {
      this.window = memory.window;
      this.next = memory.next;
      this.unanswered = memory.unanswered;
    } else await mine(this.window);
    this.remember();
    this.send();
  }

  remember() {
    const { window, next, unanswered } = this;
    try {
      sessionStorage.setItem(this.name, JSON.stringify({ window, next, unanswered }));
    } catch { /* a full memory: the strokes are still in this page */ }
    this.changed();
  }

  add(op, args) {
    this.unanswered.push({ number: this.next++, op, args });
    this.remember();
    this.send();
  }

  /** All strokes that the picture does not show. */
  get pending() {
    return [...this.undrawn, ...this.unanswered];
  }

  /** The picture shows every stroke up to this number. */
  drawn(number) {
    this.undrawn = this.undrawn.filter(stroke => stroke.number > number);
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    for (let pause = 250; this.unanswered.length;) {
      const waits = await this.sendOnce();
      this.remember();
      if (!waits) {
        pause = 250;
        continue;
      }
      await new Promise(done => setTimeout(done, pause));
      pause = Math.min(4000, pause * 2);
    }
    this.sending = false;
  }

  /** Send what is not answered; whether to wait before the next time. */
  async sendOnce() {
    const strokes = this.unanswered.slice(0, BATCH);
    while (strokes.length > 1 && JSON.stringify(strokes).length > LONGEST) strokes.length = Math.ceil(strokes.length / 2);
    let answer;
    try {
      answer = await this.post({ window: this.window, strokes });
    } catch {
      this.waiting = "the server does not answer";
      return true;
    }
    const { status, words } = answer;
    if (status !== 200) {
      this.waiting = words.error ?? `the server answers ${status}`;
      return true;
    }
    const reasons = new Map(words.refused.map(one => [one.number, one.error]));
    const before = this.unanswered.length;
    for (const stroke of this.unanswered.filter(one => one.number <= words.answered)) {
      if (reasons.has(stroke.number)) this.refused.push({ ...stroke, error: reasons.get(stroke.number) });
      else this.undrawn.push(stroke);
    }
    this.unanswered = this.unanswered.filter(one => one.number > words.answered);
    Object.assign(this, { waiting: words.waiting, undo: words.undo, redo: words.redo });
    return words.waiting !== "" || this.unanswered.length === before;
  }
}

/** Whether this window alone has a name: a copied tab copies the memory of the first. */
function mine(window) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise(answer => {
    navigator.locks.request(`wargame-desk-${window}`, { ifAvailable: true }, lock => {
      answer(lock !== null);
      return lock && new Promise(() => {});  // held until the page is closed
    });
  });
}
