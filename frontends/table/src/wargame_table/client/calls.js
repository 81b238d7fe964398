// What calls a reader who looks elsewhere: the title of the page, a sign and a soft sound when somebody speaks, a notification when it is one's turn.

import { listed, phrase } from "./phrases.js";
import { make } from "./state.js";

const KEPT = "wargame-calls";
const READ = "wargame-read";
const MANY = 50; // tables whose last sentence that was read is remembered
const BURST = 1500; // milliseconds after coming in which what was said before arrives

/**
 * The title of the page: unread words, whose turn it is, and the game.
 * @param {{ now: import("./messages").Update, titles: Record<string, string>, title: string, unread: number }} shown
 */
export function titleOf({ now, titles, title, unread }) {
  const names = (now.waiting ?? []).map((seat) => titles[seat] ?? seat);
  const turn = now.outcome ? phrase("over") : now.ask ? `● ${phrase("yourTurn")}` : names.length ? phrase("waitingFor", { who: listed(names) }) : "";
  return [`${unread ? `(${unread}) ` : ""}${turn}`, title].filter(Boolean).join(" · ");
}

/**
 * What a person would be called for: a sentence, or nothing.
 * @param {import("./messages").Update} before @param {import("./messages").Update} now @param {string} you @param {Record<string, string>} titles
 */
export function callFor(before, now, you, titles) {
  if (!before.at) return ""; // has just come
  if (now.outcome) return before.outcome ? "" : now.outcome.text || phrase("gameIsOver");
  if (now.offer && now.offer.seat !== you && before.offer?.what !== now.offer.what) return phrase("offersSomething", { who: titles[now.offer.seat] ?? now.offer.seat });
  return now.ask && !before.ask ? phrase("itIsYourTurn", { question: now.ask.prompt }) : "";
}

/**
 * How many sentences come after the one that was read last; one's own count as read.
 * @param {{ words: string, mine: boolean }[]} said @param {string} read
 */
export function unreadOf(said, read) {
  return said.length - 1 - said.map(({ words, mine }) => mine || words === read).lastIndexOf(true);
}

/** The last sentence that was read, by table and seat. */
const marks = () => JSON.parse(localStorage.getItem(READ) ?? "{}");

/** @param {string} name @param {string} [words] none takes the mark away */
function mark(name, words) {
  const all = marks();
  delete all[name]; // so that the new one is the last
  all[name] = words;
  localStorage.setItem(READ, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MANY))));
}

export class Calls {
  /** `on` has `show()` for where one answers, and `name()` of this table and seat. */
  constructor(on) {
    this.on = on;
    this.kept = { sign: true, sound: true, notify: false, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
    /** @type {{ words: string, mine: boolean }[]} */
    this.said = [];
    this.came = 0;
    /** @type {AudioContext | null} */
    this.audio = null;
    this.sign = make("button", { type: "button", class: "unread", hidden: true, onclick: () => on.show() });
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
    const [table] = this.on.name().split(" ");
    this.along = table in marks(); // what comes now was read at the table before
    mark(table);
    this.show();
  }

  /** The game begins anew at another table, and what was said comes along: there it is read if it is read here. */
  goTo(table) {
    this.unread || mark(table, "");
  }

  /** Somebody said something. @param {string} words with who said it @param {boolean} mine */
  say(words, mine, read) {
    this.said.push({ words, mine });
    const late = performance.now() - this.came > BURST;
    if (mine || read || (this.along && !late)) this.read();
    else if (late) this.#sound();
    this.show();
  }

  get unread() {
    return unreadOf(this.said, marks()[this.on.name()] ?? "");
  }

  /** All that was said is read. */
  read() {
    if (!this.said.length) return;
    mark(this.on.name(), this.said.at(-1).words);
    this.show();
  }

  show() {
    const { unread } = this;
    this.sign.hidden = this.line.hidden = !unread || !this.kept.sign;
    this.sign.replaceChildren(bubble(), String(unread));
    this.sign.title = phrase("unread", { count: unread });
    this.sign.setAttribute("aria-label", phrase("showUnread", { count: unread }));
    if (this.line.hidden) return this.line.replaceChildren();
    this.line.replaceChildren(make("span", { text: this.said.at(-1).words }), make("button", { type: "button", class: "reply", text: phrase("answer"), onclick: () => this.on.show() }));
  }

  /** One is asked something that one was not asked before. @param {string} words */
  call(words, title) {
    if (!words || !document.hidden) return;
    this.#sound();
    if (!this.kept.notify || globalThis.Notification?.permission !== "granted") return;
    try {
      const note = new Notification(title, { body: words, tag: this.on.name() });
      note.onclick = () => (window.focus(), note.close());
    } catch {
      this.kept.notify = false; // a browser that lets no page do so by itself
    }
  }

  #asked() {
    const known = globalThis.Notification?.permission;
    this.ask.hidden = !known || !globalThis.isSecureContext;
    const on = this.kept.notify && known === "granted";
    this.ask.disabled = known === "denied";
    this.ask.setAttribute("aria-pressed", String(on));
    this.ask.textContent = known === "denied" ? phrase("noticesBlocked") : on ? phrase("noNotices") : phrase("notifyMe");
  }

  async #notify() {
    const on = !this.kept.notify && (await Notification.requestPermission()) === "granted";
    this.#set("notify", on);
  }

  /** Two soft notes, once somebody has touched this page. */
  #sound() {
    if (!this.kept.sound || !navigator.userActivation?.hasBeenActive) return;
    this.audio ??= new AudioContext();
    [[660, 0], [880, 0.13]].forEach(([pitch, after]) => {
      const [tone, loud, at] = [this.audio.createOscillator(), this.audio.createGain(), this.audio.currentTime + after];
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(0.06, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0005, at + 0.35);
      tone.connect(loud).connect(this.audio.destination);
      tone.start(at);
      tone.stop(at + 0.4);
    });
  }
}

function bubble() {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("viewBox", "0 0 16 16");
  drawn.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M2 2.5h12v8.5H7.5L4 14v-3H2z");
  drawn.append(path);
  return drawn;
}
