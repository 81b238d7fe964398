// What people agree on beside the rules: a choice taken back, a draw, an end, hints, a game begun anew; and resigning.

import { listedNames, phrase } from "./phrases.js";
import { make } from "./state.js";

/** What is said of each offer: by the others, to who made it, and on the buttons. @type {Record<string, import("./phrases.js").PhraseName[]>} */
const OFFERS = {
  back: ["asksBack", "askedBack", "yesBack", "noBack"],
  draw: ["asksDraw", "askedDraw", "yesDraw", "playOn"],
  end: ["asksEnd", "askedEnd", "yesEnd", "playOn"],
  hints: ["asksHints", "askedHints", "yesHints", "noHints"],
  again: ["asksAnew", "askedAnew", "yesAnew", "no"],
};
/** The button of who agrees to an offer. @type {Record<string, import("./phrases.js").PhraseName>} */
const AGREE = { draw: "agreeDraw", end: "agreeEnd", hints: "agreeHints", again: "agreeAnew" };
/** What a seat does that offers something. @param {string} offerKind */
export const asks = (offerKind) => phrase(OFFERS[offerKind][0]);
const ARMED = 5000; // milliseconds in which a second click resigns

/**
 * What a screen may do beside the rules now: `what` is an offer, or "resign". Knows no page.
 * @param {{ now: import("./messages").Update, welcome: import("./messages").Welcome, seats: import("./messages").SeatRow[], begun: boolean, anew?: boolean }} table `anew`: the page begins anew by itself
 * @returns {{ what: string, text: string, title: string }[]}
 */
export function dealsOf({ now, welcome, seats, begun, anew: alone = false }) {
  const mayDo = (name) => welcome?.can.includes(name);
  if (!mayDo("offer") || now.again || !seats.some(({ seat }) => seat === welcome.you)) return [];
  const otherSeats = seats.filter(({ seat }) => seat !== welcome.you);
  const asksPeople = otherSeats.some(({ bot }) => !bot);
  const newGameText = now.outcome ? phrase("againChanged") : begun ? phrase("anewChanged") : phrase("changeSides");
  const deals = [
    !now.outcome && mayDo("resign") && { what: "resign", text: phrase("resign"), title: phrase("otherSideWins") },
    !now.outcome && asksPeople && otherSeats.every(({ bot }) => !bot) && { what: "draw", text: phrase("offerDraw"), title: phrase("drawIfAgreed") },
    !now.outcome && { what: "end", text: asksPeople ? phrase("offerEnd") : phrase("endHere"), title: asksPeople ? phrase("endIfAgreed") : phrase("endAtOnce") },
    !now.outcome && asksPeople && mayDo("hint") && !now.hints && { what: "hints", text: phrase("askForHints"), title: phrase("hintsIfAgreed") },
    (alone || mayDo("again")) && { what: "again", text: newGameText, title: asksPeople ? phrase("anewIfAgreed") : phrase("anewAtOnce") },
  ];
  const { seat, what } = now.offer ?? {};
  return deals.filter((deal) => deal && (what !== deal.what || seat !== welcome.you)).map((deal) => (what === deal.what ? { ...deal, text: phrase(what === "again" && now.outcome ? "agreeAgain" : AGREE[what]) } : deal));
}

/**
 * What has become of an offer of one's own: a sentence where the others have said no, or where it has lapsed, else nothing.
 * @param {import("./messages").Update} messageBefore @param {import("./messages").Update} messageNow @param {string} you
 */
export function saidNo(messageBefore, messageNow, you) {
  const isOwnOffer = messageBefore.offer?.seat === you && messageBefore.offer.what !== "back";
  if (!isOwnOffer || messageNow.offer || messageNow.outcome || messageNow.again) return "";
  const [sawBefore, seesNow] = [messageBefore, messageNow].map(({ at }) => at?.split(".")[0]);
  return sawBefore === seesNow ? phrase("offerRefused") : phrase("offerLapsed");
}

/**
 * What goes, or went, with a choice that is taken back: the sentence itself where there is one, else how many and whose.
 * @param {import("./messages").StoryLine[]} rows @param {Record<string, string>} titles
 */
export function goesWith(rows, titles) {
  const tellingRows = rows.filter(({ text }) => text);
  if (tellingRows.length < 2) return tellingRows[0]?.text ?? "";
  const sides = [...new Set(rows.map(({ by }) => titles[by ?? ""]).filter(Boolean))];
  return phrase(sides.length ? "linesOfLogOf" : "linesOfLog", { count: tellingRows.length, sides: listedNames(sides) });
}

/**
 * The rows that are gone, of those that an update tells anew: after a refusal or a lost line most come again as they were.
 * @param {import("./messages").StoryLine[]} rows @param {import("./messages").StoryLine[]} news
 */
export function goneOf(rows, news) {
  const firstChange = rows.findIndex(({ kind, text }, number) => kind !== news[number]?.kind || text !== news[number].text);
  return firstChange < 0 ? [] : rows.slice(firstChange);
}

/** A button that does what it says at its second click. */
export function armed(text, attributes, onClick) {
  const button = make("button", { type: "button", text, ...attributes, onclick: () => {
    if (button.dataset.armed) return onClick();
    button.dataset.armed = "yes";
    button.textContent = phrase("clickOnceMore", { text });
    setTimeout(() => {
      delete button.dataset.armed;
      button.textContent = text;
    }, ARMED);
  } });
  return button;
}

export class Deals {
  /** `handlers` has `request(kind, fields)`, `home(table)`, the address of another table, and `anew()`, what a page without a server does instead of an offer. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.plea = make("div", { class: "plea", role: "group", "aria-label": phrase("anOffer"), hidden: true });
    this.buttons = make("div", { class: "deals", role: "group", "aria-label": phrase("offers") });
    this.withdrawn = false;
  }

  /** What the ending says of my own offer to play again; nothing where there is none. */
  get asked() {
    const { offer, again } = this.state.now;
    const ownOffer = offer?.what === "again" && offer.seat === this.state.welcome?.you && !again;
    return make("span", { class: "asked", text: ownOffer ? phrase("againAwaited") : "" });
  }

  /** @param {import("./messages").SeatRow[]} seats */
  show(seats) {
    const { now, welcome, story } = this.state;
    const deals = dealsOf({ now, welcome, seats, begun: story.some(({ by }) => by !== undefined) || Boolean(now.chosen), anew: Boolean(this.handlers.anew()) });
    this.buttons.replaceChildren(...deals.map((deal) => this.button(deal)));
    this.#plea(seats);
  }

  /** A button for what may be done; who resigns clicks twice. */
  button({ what, text, title }) {
    const attributes = { class: `deal ${what}`, title };
    if (what === "resign") return armed(text, attributes, () => this.handlers.request("resign", { at: this.state.now.at }));
    return make("button", { type: "button", text, ...attributes, onclick: () => (what === "again" && this.handlers.anew() ? this.handlers.anew()() : this.offer(what)) });
  }

  offer(offerKind) {
    this.handlers.request("offer", { at: this.state.now.at, what: offerKind });
  }

  /** What is offered, and the answer where it is mine to give; where the game was begun anew, the way there. */
  #plea(seats) {
    const { offer, at, again } = this.state.now;
    const you = this.state.welcome?.you;
    this.plea.hidden = !offer && !again;
    if (again) {
      const way = this.handlers.home(again);
      const words = make("p", { text: phrase("begunAnew") });
      return this.plea.replaceChildren(words, ...(way ? [make("a", { class: "go", href: way, text: phrase("goThere") })] : []));
    }
    if (!offer) return this.plea.replaceChildren();
    const [asks, ownText, yesText, noText] = OFFERS[offer.what].map((name) => phrase(name));
    const seated = seats.some(({ seat }) => seat === you);
    const answer = (text, isAgreed) => make("button", { type: "button", class: isAgreed ? "yes" : "no", text, onclick: () => {
      this.withdrawn = offer.seat === you;
      this.handlers.request("answer", { at, yes: isAgreed });
    } });
    const buttons = offer.seat === you ? [answer(phrase("takeOfferBack"), false)] : seated && !offer.agreed.includes(you) ? [answer(yesText, true), answer(noText, false)] : [];
    const lostText = offer.kept === undefined ? "" : goesWith(this.state.story.slice(offer.kept), this.state.titles);
    this.plea.replaceChildren(make("p", { text: offer.seat === you ? ownText : `${this.state.people[offer.seat] ?? offer.seat} ${asks}.` }), ...(lostText ? [make("p", { class: "goes", text: phrase("withItGoes", { gone: lostText }) })] : []), ...buttons);
  }
}
