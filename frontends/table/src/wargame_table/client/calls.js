// What calls a reader who looks elsewhere: the title of the page, a sign and a soft sound when somebody speaks, a notification when it is one's turn.

import { listedNames, phrase } from "./phrases.js";
import { make } from "./state.js";

const KEPT = "wargame-calls";
const READ = "wargame-read";
const MANY = 50; // tables whose last sentence that was read is remembered
const BURST = 1500; // milliseconds after coming in which what was said before arrives

/**
 * The title of the page: unread words, whose turn it is, and the game.
 * @param {{ now: import("./messages").Update, titles: Record<string, string>, title: string, unread: number }} shown
 */
export function titleOf({ now: messageNow, titles, title, unread }) {
  const names = (messageNow.waiting ?? []).map((seat) => titles[seat] ?? seat);
  const turn = messageNow.outcome ? phrase("over") : messageNow.ask ? `● ${phrase("yourTurn")}` : names.length ? phrase("waitingFor", { who: listedNames(names) }) : "";
  return [`${unread ? `(${unread}) ` : ""}${turn}`, title].filter(Boolean).join(" · ");
}

/**
 * What a person would be called for: a sentence, or nothing.
 * @param {import("./messages").Update} messageBefore @param {import("./messages").Update} messageNow @param {string} you @param {Record<string, string>} titles
 */
export function callFor(messageBefore, messageNow, you, titles) {
  if (!messageBefore.at) return ""; // has just come
  if (messageNow.outcome) return messageBefore.outcome ? "" : messageNow.outcome.text || phrase("gameIsOver");
  if (messageNow.offer && messageNow.offer.seat !== you && messageBefore.offer?.what !== messageNow.offer.what) return phrase("offersSomething", { who: titles[messageNow.offer.seat] ?? messageNow.offer.seat });
  return messageNow.ask && !messageBefore.ask ? phrase("itIsYourTurn", { question: messageNow.ask.prompt }) : "";
}

/**
 * How many sentences come after the one that was read last; one's own count as read.
 * @param {{ words: string, mine: boolean }[]} sentences @param {string} lastRead
 */
export function unreadOf(sentences, lastRead) {
  return sentences.length - 1 - sentences.map(({ words, mine }) => mine || words === lastRead).lastIndexOf(true);
}

/** The last sentence that was read, by table and seat. */
const marks = () => JSON.parse(localStorage.getItem(READ) ?? "{}");

/** @param {string} name @param {string} [words] none takes the mark away */
function mark(name, words) {
  const marksNow = marks();
  delete marksNow[name]; // so that the new one is the last
  marksNow[name] = words;
  localStorage.setItem(READ, JSON.stringify(Object.fromEntries(Object.entries(marksNow).slice(-MANY))));
}

export class Calls {
  /** `handlers` has `show()` for where one answers, and `name()` of this table and seat. */
  constructor(handlers) {
    this.handlers = handlers;
    this.kept = { sign: true, sound: true, notify: false, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
    /** @type {{ words: string, mine: boolean }[]} */
    this.said = [];
    this.came = 0;
    /** @type {AudioContext | null} */
    this.audio = null;
    this.sign = make("button", { type: "button", class: "unread", hidden: true, onclick: () => handlers.show() });
    this.line = make("p", { class: "heard", role: "status", hidden: true });
    const setting = (name, text) => make("label", {}, make("input", { type: "checkbox", checked: this.kept[name], "data-call": name, onchange: ({ target }) => this.#set(name, target.checked) }), text);
    this.ask = make("button", { type: "button", class: "notify", onclick: () => this.#notify() });
    this.parts = [make("div", { class: "calls" }, setting("sign", ` ${phrase("signWhenSpoken")}`), setting("sound", ` ${phrase("softSound")}`), this.ask)];
    this.#asked();
  }

  #set(name, value) {
    this.kept[name] = value;
    localStorage.setItem(KEPT, JSON.stringify(this.kept));
    this.show();
    this.#asked();
  }

  /** Somebody has come to a table: what was said there comes again. */
  begin() {
    this.came = performance.now();
    this.said = [];
    const [table] = this.handlers.name().split(" ");
    this.along = table in marks(); // what comes now was read at the table before
    mark(table);
    this.show();
  }

  /** The game begins anew at another table, and what was said comes along: there it is read if it is read here. */
  goTo(table) {
    this.unread || mark(table, "");
  }

  /** Somebody said something. @param {string} wordsSaid with who said it @param {boolean} isOwn */
  say(wordsSaid, isOwn, isReading) {
    this.said.push({ words: wordsSaid, mine: isOwn });
    const cameLate = performance.now() - this.came > BURST;
    if (isOwn || isReading || (this.along && !cameLate)) this.read();
    else if (cameLate) this.#sound();
    this.show();
  }

  get unread() {
    return unreadOf(this.said, marks()[this.handlers.name()] ?? "");
  }

  /** All that was said is read. */
  read() {
    if (!this.said.length) return;
    mark(this.handlers.name(), this.said.at(-1).words);
    this.show();
  }

  show() {
    const { unread } = this;
    this.sign.hidden = this.line.hidden = !unread || !this.kept.sign;
    this.sign.replaceChildren(bubble(), String(unread));
    this.sign.title = phrase("unread", { count: unread });
    this.sign.setAttribute("aria-label", phrase("showUnread", { count: unread }));
    if (this.line.hidden) return this.line.replaceChildren();
    this.line.replaceChildren(make("span", { text: this.said.at(-1).words }), make("button", { type: "button", class: "reply", text: phrase("answer"), onclick: () => this.handlers.show() }));
  }

  /** One is asked something that one was not asked before. @param {string} words */
  call(words, title) {
    if (!words || !document.hidden) return;
    this.#sound();
    if (!this.kept.notify || globalThis.Notification?.permission !== "granted") return;
    try {
      const note = new Notification(title, { body: words, tag: this.handlers.name() });
      note.onclick = () => (window.focus(), note.close());
    } catch {
      this.kept.notify = false; // a browser that lets no page do so by itself
    }
  }

  #asked() {
    const permission = globalThis.Notification?.permission;
    this.ask.hidden = !permission || !globalThis.isSecureContext;
    const notifies = this.kept.notify && permission === "granted";
    this.ask.disabled = permission === "denied";
    this.ask.setAttribute("aria-pressed", String(notifies));
    this.ask.textContent = permission === "denied" ? phrase("noticesBlocked") : notifies ? phrase("noNotices") : phrase("notifyMe");
  }

  async #notify() {
    const notifies = !this.kept.notify && (await Notification.requestPermission()) === "granted";
    this.#set("notify", notifies);
  }

  /** Two soft notes, once somebody has touched this page. */
  #sound() {
    if (!this.kept.sound || !navigator.userActivation?.hasBeenActive) return;
    this.audio ??= new AudioContext();
    [[660, 0], [880, 0.13]].forEach(([pitch, secondsAfter]) => {
      const [tone, loud, startTime] = [this.audio.createOscillator(), this.audio.createGain(), this.audio.currentTime + secondsAfter];
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, startTime);
      loud.gain.linearRampToValueAtTime(0.06, startTime + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0005, startTime + 0.35);
      tone.connect(loud).connect(this.audio.destination);
      tone.start(startTime);
      tone.stop(startTime + 0.4);
    });
  }
}

function bubble() {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M2 2.5h12v8.5H7.5L4 14v-3H2z");
  picture.append(path);
  return picture;
}
