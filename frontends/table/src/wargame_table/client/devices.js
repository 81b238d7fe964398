// Whose seat this is: the devices of a person, who asks to be let in, seats that are left, handed over and freed.

import { armed } from "./agreements.js";
import { labelOf } from "./person.js";
import { adopt, styleSheet } from "./elements.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";

const LOOKS = styleSheet(`
.devices{display:grid;gap:.4rem;justify-items:start;margin:.5rem 0}
.devices button{min-height:44px}
.devices form{display:flex;flex-wrap:wrap;gap:.4rem}
.device-words{font-size:1.3rem;flex:1 1 100%}
`);

const LOOK = 3000; // milliseconds between two looks whether this device was let in

/**
 * What a page knows of who sits there. `call` does what the key of this device signs, null for a guest; `free` frees a
 * seat by its link; `taken` is the seat that is somebody else's; `address` is the page's own.
 * @typedef {{ call: ((kind: string, fields?: Record<string, unknown>) => Promise<any>) | null, free: (seat: string) => Promise<string>, taken: string, table: string, sign?: ((message: any) => Promise<any>) | null }} Sitter
 */

export class Devices {
  /** `handlers` has `say(text)`, to all at the table, and `again()`, to open the page anew; `plea` stands above the question, `element` among the people. */
  constructor(state, handlers, { plea, element }) {
    this.state = state;
    this.handlers = handlers;
    this.plea = plea;
    this.element = element;
    adopt(element, LOOKS);
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

  #button(text, onClick) {
    return make("button", { type: "button", text, onclick: onClick });
  }

  #plea(words, ...buttons) {
    this.plea.hidden = !words;
    this.plea.replaceChildren(...(words ? [make("p", { text: words }), ...buttons] : []));
  }

  // A seat that is somebody's already

  #taken() {
    const title = this.#title(this.sitter.taken);
    const ask = this.#button(phrase("askMaker"), () => {
      this.handlers.say(phrase("seatIsTaken", { side: title }));
      this.#plea(phrase("questionRead"));
    });
    const askButton = this.#button(phrase("letMeIn"), () => this.#ask());
    this.#plea(phrase("somebodyTook", { side: title }), ...(this.sitter.call ? [askButton, ask] : [ask]));
  }

  /** Ask the other device to let this one in, and look until it has. */
  async #ask() {
    const { call, taken, table } = this.sitter;
    const reply = await this.#tried(() => call("ask_in", { table, seat: taken, label: labelOf() }));
    if (!reply) return;
    this.#plea(phrase("lookAtDevice"), make("b", { class: "device-words", text: reply.words }));
    const untilTime = Date.now() + reply.seconds * 1000;
    const lookAgain = async () => {
      const knownDevices = await call("devices").catch(() => null);
      if (knownDevices?.devices.length > 1) return this.handlers.again();
      if (Date.now() < untilTime && this.sitter.taken) setTimeout(lookAgain, LOOK);
      else this.#taken();
    };
    setTimeout(lookAgain, LOOK);
  }

  /** Another device asks to be let in. @param {{ words: string, label: string, seconds: number }} asking */
  asked({ words, label, seconds }) {
    const letIn = this.#button(phrase("letItIn"), async () => {
      const reply = await this.#tried(() => this.sitter.call("let_in", { words }));
      this.#plea("");
      if (reply) this.#tell(phrase("hasYourSeats", { device: reply.label || phrase("otherDevice") }));
    });
    this.#plea(phrase(label ? "deviceAsksNamed" : "deviceAsks", { device: label }),
      make("b", { class: "device-words", text: words }), letIn, this.#button(phrase("notMine"), () => this.#plea("")));
    setTimeout(() => this.plea.textContent.includes(words) && this.#plea(""), seconds * 1000);
  }

  // The page of the people

  /** What is known of this person and seat, and what may be done. */
  async show() {
    if (!this.sitter) return;
    const { call } = this.sitter;
    const { you, role, seats } = this.state.welcome ?? {};
    const seated = (seats ?? []).some(({ seat }) => seat === you);
    const freeButtons = role === "author" ? seats.filter(({ bot }) => !bot).map(({ seat }) => this.#freeing(seat)) : [];
    if (!call) {
      const words = phrase("noOwnKey");
      return this.element.replaceChildren(make("p", { text: words }), ...freeButtons, this.said);
    }
    const knownDevices = await call("devices").catch(() => null);
    this.element.replaceChildren(
      make("h3", { text: phrase("yourDevices") }),
      make("ul", {}, ...(knownDevices?.devices ?? []).map((deviceRow) => this.#device(deviceRow))),
      this.#form(phrase("wordsShown"), phrase("letItIn"), "let-in", async (words) => {
        const reply = await this.#tried(() => call("let_in", { words }));
        if (reply) (this.#tell(phrase("hasYourSeats", { device: reply.label || phrase("otherDevice") })), this.show());
      }),
      ...(seated ? this.#leaving(you) : []),
      ...freeButtons,
      armed(phrase("forgetMe"), { class: "forget-me", title: phrase("forgetMeTitle") }, async () => {
        if (await this.#tried(() => call("forget"))) this.#tell(phrase("forgotten"));
      }),
      this.said,
    );
  }

  #device({ device, label, since, this: mine }) {
    const words = phrase("deviceSince", { device: label || phrase("aDevice"), day: new Date(since * 1000).toLocaleDateString() });
    if (mine) return make("li", {}, phrase("thisOne", { device: words }));
    const revoke = armed(phrase("revoke"), { class: "revoke", "aria-label": phrase("revokeThis", { device: words }) }, async () => {
      if (await this.#tried(() => this.sitter.call("revoke", { device }))) (this.#tell(phrase("hasNothing", { device: label || phrase("theDevice") })), this.show());
    });
    return make("li", {}, `${words} `, revoke);
  }

  /** Ways to leave a seat of one's own. */
  #leaving(seat) {
    const { call, table } = this.sitter;
    const giveForm = this.#form(phrase("giveSeat"), phrase("giveIt"), "give", async (newOwner) => {
      await this.#tried(() => call("hand_over", { table, seat, to: newOwner }));
    });
    const leave = armed(phrase("leaveSeat"), { class: "leave-seat", title: phrase("leaveSeatTitle") }, async () => {
      const reply = await this.#tried(() => call("free", { table, seat }));
      if (reply) this.#link(seat, reply.link);
    });
    return [giveForm, leave];
  }

  #freeing(seat) {
    const title = phrase("freeSeatTitle");
    return armed(phrase("freeSeat", { side: this.#title(seat) }), { class: "free-seat", "data-free": seat, title }, async () => {
      const link = await this.#tried(() => this.sitter.free(seat));
      if (link) this.#link(seat, link);
    });
  }

  #link(seat, path) {
    const link = new URL(path, location.href).href;
    this.#tell(`${phrase("seatIsFree", { side: this.#title(seat) })} `, make("a", { href: link, text: link }));
  }

  #form(label, text, name, onClick) {
    const field = make("input", { name, autocomplete: "off", "aria-label": label, placeholder: label });
    return make("form", { class: name, onsubmit: (event) => (event.preventDefault(), field.value.trim() && onClick(field.value)) }, field, make("button", { text }));
  }

  #tell(...words) {
    this.said.replaceChildren(...words);
  }

  /** The answer to a call; why not where there is none. */
  async #tried(onClick) {
    try {
      const reply = await onClick();
      this.#tell("");
      return reply;
    } catch (problem) {
      this.#tell(problem.message);
      if (!this.plea.hidden) this.plea.append(make("p", { text: problem.message }));
      return null;
    }
  }
}
