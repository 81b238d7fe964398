// What people agree on beside the rules: a choice taken back, a draw, an end, hints, a game begun anew; and resigning.

import { make } from "./state.js";

/** What is said of each offer: by the others, to who made it, and on the buttons. */
const OFFERS = {
  back: ["asks to take back a choice", "You have asked to take your last choice back.", "Yes, take it back", "No, it stands"],
  draw: ["offers a draw", "You have offered a draw.", "Yes, a draw", "No, play on"],
  end: ["offers to end the game here, with no winner", "You have offered to end the game here, with no winner.", "Yes, end it here", "No, play on"],
  hints: ["asks for hints, for all who play", "You have asked for hints, for all who play.", "Yes, hints", "No hints"],
  again: ["offers to begin anew at another table, with sides changed", "You have offered to begin anew, with sides changed.", "Yes, begin anew", "No"],
};
/** What a seat does that offers something. @param {string} what */
export const asks = (what) => OFFERS[what][0];
const ARMED = 5000; // milliseconds in which a second click resigns

/**
 * What a screen may do beside the rules now: `what` is an offer, or "resign". Knows no page.
 * @param {{ now: import("./messages").Update, welcome: import("./messages").Welcome, seats: import("./messages").SeatRow[], begun: boolean, anew?: boolean }} table `anew`: the page begins anew by itself
 * @returns {{ what: string, text: string, title: string }[]}
 */
export function dealsOf({ now, welcome, seats, begun, anew: alone = false }) {
  const can = (name) => welcome?.can.includes(name);
  if (!can("offer") || now.again || !seats.some(({ seat }) => seat === welcome.you)) return [];
  const others = seats.filter(({ seat }) => seat !== welcome.you);
  const asked = others.some(({ bot }) => !bot);
  const anew = now.outcome ? "Again, with sides changed" : begun ? "Begin anew with sides changed" : "Change sides";
  const deals = [
    !now.outcome && can("resign") && { what: "resign", text: "Resign", title: "the other side wins" },
    !now.outcome && asked && others.every(({ bot }) => !bot) && { what: "draw", text: now.offer?.what === "draw" ? "A draw" : "Offer a draw", title: "the game is a draw if all agree" },
    !now.outcome && { what: "end", text: asked && now.offer?.what !== "end" ? "Offer to end it here" : "End it here", title: `the game ends with no winner${asked ? " if all agree" : "; bots always agree"}` },
    !now.outcome && asked && can("hint") && !now.hints && { what: "hints", text: "Ask for hints", title: "all who play may then ask what a bot would do, if all agree" },
    (alone || can("again")) && { what: "again", text: anew, title: `another table of the same game, dealt anew; your key opens the other side there${asked ? " if all agree" : ""}` },
  ];
  const { seat, what } = now.offer ?? {};
  return deals.filter((deal) => deal && (what !== deal.what || seat !== welcome.you)).map((deal) => (what === deal.what ? { ...deal, text: `Agree: ${deal.text[0].toLowerCase()}${deal.text.slice(1)}` } : deal));
}

/**
 * What has become of an offer of one's own: a sentence where the others have said no, or where it has lapsed, else nothing.
 * @param {import("./messages").Update} before @param {import("./messages").Update} now @param {string} you
 */
export function saidNo(before, now, you) {
  const mine = before.offer?.seat === you && before.offer.what !== "back";
  if (!mine || now.offer || now.outcome || now.again) return "";
  const [sawBefore, seesNow] = [before, now].map(({ at }) => at?.split(".")[0]);
  return sawBefore === seesNow ? "The answer to your offer is no." : "Your offer has lapsed: the other side has played on.";
}

/**
 * What goes, or went, with a choice that is taken back: the sentence itself where there is one, else how many and whose.
 * @param {import("./messages").StoryLine[]} rows @param {Record<string, string>} titles
 */
export function goesWith(rows, titles) {
  const told = rows.filter(({ text }) => text);
  if (told.length < 2) return told[0]?.text ?? "";
  const sides = [...new Set(rows.map(({ by }) => titles[by ?? ""]).filter(Boolean))];
  return `${told.length} lines of the log${sides.length ? `, of ${sides.join(" and ")}` : ""}`;
}

/**
 * The rows that are gone, of those that an update tells anew: after a refusal or a lost line most come again as they were.
 * @param {import("./messages").StoryLine[]} rows @param {import("./messages").StoryLine[]} news
 */
export function goneOf(rows, news) {
  const first = rows.findIndex(({ kind, text }, number) => kind !== news[number]?.kind || text !== news[number].text);
  return first < 0 ? [] : rows.slice(first);
}

/** A button that does what it says at its second click. */
export function armed(text, attributes, act) {
  const button = make("button", { type: "button", text, ...attributes, onclick: () => {
    if (button.dataset.armed) return act();
    button.dataset.armed = "yes";
    button.textContent = `${text}? Click once more`;
    setTimeout(() => {
      delete button.dataset.armed;
      button.textContent = text;
    }, ARMED);
  } });
  return button;
}

export class Deals {
  /** `on` has `request(kind, fields)`, `home(table)`, the address of another table, and `anew()`, what a page without a server does instead of an offer. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.plea = make("div", { class: "plea", role: "group", "aria-label": "An offer", hidden: true });
    this.buttons = make("div", { class: "deals", role: "group", "aria-label": "Offers" });
    this.withdrawn = false;
  }

  /** What the ending says of my own offer to play again; nothing where there is none. */
  get asked() {
    const { offer, again } = this.state.now;
    const mine = offer?.what === "again" && offer.seat === this.state.welcome?.you && !again;
    return make("span", { class: "asked", text: mine ? "You have asked for another game: the answer is awaited." : "" });
  }

  /** @param {import("./messages").SeatRow[]} seats */
  show(seats) {
    const { now, welcome, story } = this.state;
    const deals = dealsOf({ now, welcome, seats, begun: story.some(({ by }) => by !== undefined) || Boolean(now.chosen), anew: Boolean(this.on.anew()) });
    this.buttons.replaceChildren(...deals.map((deal) => this.button(deal)));
    this.#plea(seats);
  }

  /** A button for what may be done; who resigns clicks twice. */
  button({ what, text, title }) {
    const attributes = { class: `deal ${what}`, title };
    if (what === "resign") return armed(text, attributes, () => this.on.request("resign", { at: this.state.now.at }));
    return make("button", { type: "button", text, ...attributes, onclick: () => (what === "again" && this.on.anew() ? this.on.anew()() : this.offer(what)) });
  }

  offer(what) {
    this.on.request("offer", { at: this.state.now.at, what });
  }

  /** What is offered, and the answer where it is mine to give; where the game was begun anew, the way there. */
  #plea(seats) {
    const { offer, at, again } = this.state.now;
    const you = this.state.welcome?.you;
    this.plea.hidden = !offer && !again;
    if (again) {
      const way = this.on.home(again);
      const words = make("p", { text: "The game was begun anew at another table, with sides changed." });
      return this.plea.replaceChildren(words, ...(way ? [make("a", { class: "go", href: way, text: "Go there" })] : []));
    }
    if (!offer) return this.plea.replaceChildren();
    const [asks, mine, yes, no] = OFFERS[offer.what];
    const seated = seats.some(({ seat }) => seat === you);
    const answer = (text, said) => make("button", { type: "button", class: said ? "yes" : "no", text, onclick: () => {
      this.withdrawn = offer.seat === you;
      this.on.request("answer", { at, yes: said });
    } });
    const buttons = offer.seat === you ? [answer("Take the offer back", false)] : seated && !offer.agreed.includes(you) ? [answer(yes, true), answer(no, false)] : [];
    const gone = offer.kept === undefined ? "" : goesWith(this.state.story.slice(offer.kept), this.state.titles);
    this.plea.replaceChildren(make("p", { text: offer.seat === you ? mine : `${this.state.people[offer.seat] ?? offer.seat} ${asks}.` }), ...(gone ? [make("p", { class: "goes", text: `With it goes: ${gone}` })] : []), ...buttons);
  }
}
