// Whose seat this is: the devices of a person, who asks to be let in, seats that are left, handed over and freed.

import { armed } from "./agreements.js";
import { labelOf } from "./person.js";
import { make } from "./state.js";

const LOOK = 3000; // milliseconds between two looks whether this device was let in

/**
 * What a page knows of who sits there. `call` does what the key of this device signs, null for a guest; `free` frees a
 * seat by its link; `taken` is the seat that is somebody else's; `address` is the page's own.
 * @typedef {{ call: ((kind: string, fields?: Record<string, unknown>) => Promise<any>) | null, free: (seat: string) => Promise<string>, taken: string, table: string, sign?: ((message: any) => Promise<any>) | null }} Sitter
 */

export class Devices {
  /** `on` has `say(text)`, to all at the table, and `again()`, to open the page anew; `plea` stands above the question, `element` among the people. */
  constructor(state, on, { plea, element }) {
    this.state = state;
    this.on = on;
    this.plea = plea;
    this.element = element;
    /** @type {Sitter | null} */
    this.sitter = null;
    this.said = make("p", { class: "said-of-devices", role: "status" });
  }

  /** Somebody has come to a table. @param {Sitter | null} sitter */
  welcome(sitter) {
    this.sitter = sitter;
    this.element.hidden = !sitter;
    if (sitter?.taken && this.plea.hidden) this.#taken();
  }

  #title(seat) {
    return this.state.titles[seat] ?? seat;
  }

  #button(text, act) {
    return make("button", { type: "button", text, onclick: act });
  }

  #plea(words, ...buttons) {
    this.plea.hidden = !words;
    this.plea.replaceChildren(...(words ? [make("p", { text: words }), ...buttons] : []));
  }

  // A seat that is somebody's already

  #taken() {
    const title = this.#title(this.sitter.taken);
    const ask = this.#button("Ask the maker", () => {
      this.on.say(`I have the link of ${title}, and somebody sits there. Who made the table can free the seat, under Players.`);
      this.#plea("All at the table have read your question. You watch meanwhile.");
    });
    const mine = this.#button("It is my seat: let me in", () => this.#ask());
    this.#plea(`Somebody has taken ${title}: the link only watches.`, ...(this.sitter.call ? [mine, ask] : [ask]));
  }

  /** Ask the other device to let this one in, and look until it has. */
  async #ask() {
    const { call, taken, table } = this.sitter;
    const told = await this.#tried(() => call("ask_in", { table, seat: taken, label: labelOf() }));
    if (!told) return;
    this.#plea("Look at the device on which you have this seat: it asks whether to let in the one that shows these words. Under Players there you can also type them.", make("b", { class: "device-words", text: told.words }));
    const until = Date.now() + told.seconds * 1000;
    const look = async () => {
      const known = await call("devices").catch(() => null);
      if (known?.devices.length > 1) return this.on.again();
      if (Date.now() < until && this.sitter.taken) setTimeout(look, LOOK);
      else this.#taken();
    };
    setTimeout(look, LOOK);
  }

  /** Another device asks to be let in. @param {{ words: string, label: string, seconds: number }} asking */
  asked({ words, label, seconds }) {
    const letIn = this.#button("Let it in", async () => {
      const told = await this.#tried(() => this.sitter.call("let_in", { words }));
      this.#plea("");
      if (told) this.#tell(`${told.label || "The other device"} has your seats from now on.`);
    });
    this.#plea(`Another device${label ? ` (${label})` : ""} asks to sit here with you. It shows the words below: let it in only if you hold it in your hand.`,
      make("b", { class: "device-words", text: words }), letIn, this.#button("It is not mine", () => this.#plea("")));
    setTimeout(() => this.plea.textContent.includes(words) && this.#plea(""), seconds * 1000);
  }

  // The page of the people

  /** What is known of this person and seat, and what may be done. */
  async show() {
    if (!this.sitter) return;
    const { call } = this.sitter;
    const { you, role, seats } = this.state.welcome ?? {};
    const seated = (seats ?? []).some(({ seat }) => seat === you);
    const freed = role === "author" ? seats.filter(({ bot }) => !bot).map(({ seat }) => this.#freeing(seat)) : [];
    if (!call) {
      const words = "This page has no key of its own: that needs https, or a page on the machine itself, and a browser of these years. Whoever has the link in the address has what you have.";
      return this.element.replaceChildren(make("p", { text: words }), ...freed, this.said);
    }
    const known = await call("devices").catch(() => null);
    this.element.replaceChildren(
      make("h3", { text: "Your devices" }),
      make("ul", {}, ...(known?.devices ?? []).map((one) => this.#device(one))),
      this.#form("Words that another device shows", "Let it in", "let-in", async (words) => {
        const told = await this.#tried(() => call("let_in", { words }));
        if (told) (this.#tell(`${told.label || "The other device"} has your seats from now on.`), this.show());
      }),
      ...(seated ? this.#leaving(you) : []),
      ...freed,
      armed("Forget me at this server", { class: "forget-me", title: "your name and keys; your seats are nobody's then" }, async () => {
        if (await this.#tried(() => call("forget"))) this.#tell("This server has forgotten you. Your next visit begins with another key.");
      }),
      this.said,
    );
  }

  #device({ device, label, since, this: mine }) {
    const words = `${label || "A device"}, since ${new Date(since * 1000).toLocaleDateString()}`;
    if (mine) return make("li", {}, `${words} (this one)`);
    const revoke = armed("Revoke", { class: "revoke", "aria-label": `Revoke ${words}` }, async () => {
      if (await this.#tried(() => this.sitter.call("revoke", { device }))) (this.#tell(`${label || "The device"} has nothing of yours any more.`), this.show());
    });
    return make("li", {}, `${words} `, revoke);
  }

  /** Ways to leave a seat of one's own. */
  #leaving(seat) {
    const { call, table } = this.sitter;
    const give = this.#form("Give my seat to (a name at this server)", "Give it", "give", async (to) => {
      await this.#tried(() => call("hand_over", { table, seat, to }));
    });
    const leave = armed("Leave this seat", { class: "leave-seat", title: "a fresh link opens it" }, async () => {
      const told = await this.#tried(() => call("free", { table, seat }));
      if (told) this.#link(seat, told.link);
    });
    return [give, leave];
  }

  #freeing(seat) {
    const title = "whoever sits there is sent away, everybody is told, and a fresh link opens it";
    return armed(`Free the seat ${this.#title(seat)}`, { class: "free-seat", "data-free": seat, title }, async () => {
      const link = await this.#tried(() => this.sitter.free(seat));
      if (link) this.#link(seat, link);
    });
  }

  #link(seat, path) {
    const link = new URL(path, location.href).href;
    this.#tell(`${this.#title(seat)} is free. Send this to whoever is to play it: `, make("a", { href: link, text: link }));
  }

  #form(label, text, name, act) {
    const field = make("input", { name, autocomplete: "off", "aria-label": label, placeholder: label });
    return make("form", { class: name, onsubmit: (event) => (event.preventDefault(), field.value.trim() && act(field.value)) }, field, make("button", { text }));
  }

  #tell(...words) {
    this.said.replaceChildren(...words);
  }

  /** The answer to a call; why not where there is none. */
  async #tried(act) {
    try {
      const told = await act();
      this.#tell("");
      return told;
    } catch (problem) {
      this.#tell(problem.message);
      if (!this.plea.hidden) this.plea.append(make("p", { text: problem.message }));
      return null;
    }
  }
}
