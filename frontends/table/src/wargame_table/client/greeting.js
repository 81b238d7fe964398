// The first visit: what the game is, how it is won, whose side one has; and once a browser, what one is called.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

const MET = "wargame-met";
const NAME = "wargame-name";

/** The lines that tell how to win. @param {import("./messages").Sheet["briefing"]} briefing */
export function inShort(briefing) {
  return (briefing.in_short?.length ? briefing.in_short : briefing.how_to_win ?? []).slice(0, 3);
}

/** Whose side one has, in a sentence. @param {{ you: string, role: string, seats: import("./messages").SeatRow[] }} welcome @param {import("./messages").Sheet} sheet */
export function sideOf({ you, role, seats }, sheet) {
  const nameOfSeat = (seat) => sheet.sides?.find((side) => side.seat === seat)?.name ?? seats.find((row) => row.seat === seat)?.title ?? seat;
  const commander = sheet.sides?.find((side) => side.seat === you)?.commander;
  if (you === "referee") return phrase("youAreReferee");
  if (!seats.some(({ seat }) => seat === you)) return role === "author" ? phrase("youMadeTable") : phrase("youWatch");
  const otherSides = seats.filter(({ seat }) => seat !== you).map((row) => `${nameOfSeat(row.seat)}: ${row.bot ? phrase("theBot", { bot: row.bot }) : row.name ?? phrase("aPerson")}`);
  return phrase(commander ? "youPlayUnder" : "youPlay", { side: nameOfSeat(you), commander, others: otherSides.join(", ") });
}

/** What to show somebody who has come: a name is for others, and asked where there are some. @param {{ plain: boolean, met: boolean, named: boolean, asks: boolean, alone: boolean }} visit */
export function greets({ plain, met, named, asks, alone }) {
  return { game: !plain && !met, name: !plain && asks && !named && !alone };
}

/** Whether only bots play with somebody. @param {{ you: string, seats: import("./messages").SeatRow[] }} welcome */
export function isAlone({ you, seats }) {
  return seats.some(({ seat }) => seat === you) && seats.every(({ seat, bot }) => seat === you || bot);
}

export class Greeting {
  /** `handlers` has `rename(name, answered)` and `begun()`, when it is closed. */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {import("./messages").Welcome | null} */
    this.given = null;
    /** @type {import("./messages").Sheet | null} */
    this.sheet = null;
    /** Draws the set-up for so much room. @type {(room: number[]) => Promise<Element | null>} */
    this.picture = async () => null;
    this.field = make("div", { class: "field" });
    this.about = make("div", { class: "about", tabindex: "0", role: "group", "aria-labelledby": "greeting-title" });
    this.name = field();
    this.problem = make("p", { class: "problem", role: "alert" });
    this.naming = make("label", {}, make("span", { text: phrase("nameForOthers") }), this.name);
    this.go = make("button", { class: "go", text: phrase("begin") });
    const form = make("form", { onsubmit: (event) => (event.preventDefault(), this.#begin()) }, this.about, this.naming, this.problem, this.go);
    this.element = /** @type {HTMLDialogElement} */ (make("dialog", { class: "greeting", "aria-labelledby": "greeting-title", oncancel: () => this.#skipped(), onclose: () => handlers.begun() }, form));
    this.again = make("button", { type: "button", class: "greet", text: phrase("gameInShort"), onclick: () => this.#show({ game: true, name: false }) });
    this.mine = field();
    this.refused = make("p", { class: "problem", role: "alert" });
    this.change = make("form", { class: "rename", hidden: true, onsubmit: (event) => (event.preventDefault(), this.#takeName(this.mine.value, this.refused)) }, make("label", {}, make("span", { text: `${phrase("yourName")} ` }), this.mine), make("button", { text: phrase("change") }));
  }

  get open() {
    return this.element.open;
  }

  /** Somebody has come to a table. The name that the browser keeps is used unless somebody else here has it. */
  welcome({ welcome, sheet, picture, plain }) {
    Object.assign(this, { given: welcome, sheet, picture });
    const name = localStorage.getItem(NAME);
    const asks = welcome.can.includes("name");
    this.change.hidden = !asks;
    this.mine.value = welcome.name ?? name ?? "";
    if (this.asked) return;
    this.asked = true;
    const parts = greets({ plain, asks, alone: isAlone(welcome), met: gameOf(welcome) in met(), named: name !== null || Boolean(welcome.name) });
    if (parts.game || parts.name) this.#show(parts);
    else if (asks && name && !welcome.name) this.handlers.rename(name, (answer) => answer.kind === "refused" && !plain && this.#show({ game: false, name: true }, answer.text));
  }

  #show(parts, problem = "") {
    const { title, briefing } = this.sheet;
    const { length } = this.given;
    const lines = inShort(briefing).map(({ text, cite }) => make("li", {}, text, cite ? make("cite", { text: ` ${cite}` }) : null));
    const heading = make("h2", { id: "greeting-title", text: parts.game ? title : phrase("whatAreYouCalled") });
    this.about.replaceChildren(heading, ...(parts.game ? [
      make("p", { class: "scenario", text: [briefing.title.replace(title, "").replace(/^[.: ]+/, ""), length].filter(Boolean).join(" · ") }),
      this.field,
      make("p", { class: "side-of", text: sideOf(this.given, this.sheet) }),
      make("h3", { text: phrase("howToWin") }), make("ul", {}, ...lines),
      make("p", {}, make("small", { text: phrase("briefingAgain") })),
    ] : []));
    this.naming.hidden = !parts.name;
    this.name.value = localStorage.getItem(NAME) ?? "";
    this.problem.textContent = problem;
    this.go.textContent = parts.game ? phrase("begin") : phrase("goOn");
    if (!this.element.open) this.element.showModal();
    this.draw();
    (parts.name ? this.name : this.go).focus();
  }

  /** Show the map with what lies on it, as soon as that is known. */
  async draw() {
    const { clientWidth, clientHeight } = this.field;
    if (!this.open || !clientWidth) return;
    const picture = await this.picture([clientWidth, clientHeight]);
    if (picture) this.field.replaceChildren(picture);
  }

  #begin() {
    if (this.naming.hidden) return this.#done();
    this.#takeName(this.name.value, this.problem, () => this.#done());
  }

  #takeName(text, problem, done = () => {}) {
    const name = text.trim();
    problem.textContent = "";
    const rememberName = () => (localStorage.setItem(NAME, name), (this.mine.value = name), done());
    if (name === (this.given.name ?? "")) return rememberName();
    this.handlers.rename(name, (answer) => {
      if (answer.kind === "refused") return void (problem.textContent = answer.text);
      this.given.name = name;
      rememberName();
    });
  }

  /** Who closes the question goes without a name, and is not asked again. */
  #skipped() {
    if (!this.naming.hidden && localStorage.getItem(NAME) === null) localStorage.setItem(NAME, "");
    this.#met();
  }

  #done() {
    this.#met();
    this.element.close();
  }

  #met() {
    localStorage.setItem(MET, JSON.stringify({ ...met(), [gameOf(this.given)]: 1 }));
  }
}

/** The game without its house rules. */
function gameOf(welcome) {
  return welcome.game.split("+")[0];
}

function field() {
  return make("input", { maxlength: 24, autocomplete: "nickname" });
}

/** The games that this browser has shown. */
function met() {
  return JSON.parse(localStorage.getItem(MET) ?? "{}");
}
