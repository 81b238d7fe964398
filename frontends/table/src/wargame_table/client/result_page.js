// How a game ended: who won and by how much, points by award, losses, and the course of the score as a curve. Loaded with the end.

import { verdict } from "./ask.js";
import { curveSvg } from "./curve.js";
import { adopt, styleSheet } from "./elements.js";
import { GameAnalysis } from "./game_analysis.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";
import { stillPicture } from "./still_picture.js";

const BY_PEOPLE = ["resigned", "draw", "ended here", "time"]; // levels of an end that no points have made
const FEW = 8; // awards that are shown unfolded

const LOOKS = styleSheet(`
.ending{grid-area:board;z-index:6;place-self:center;width:min(54rem,calc(100% - 1.5rem));max-height:calc(100% - 1.5rem);overflow:auto;padding:1rem 1.3rem;background:var(--wg-card);border:1px solid var(--wg-line);border-top:6px solid var(--wg-mark);border-radius:.6rem;box-shadow:0 8px 34px #0006}
.ending h2{margin:0;font-size:1.7rem;line-height:1.15}
.ending h2 b{color:var(--wg-mark);font-variant-numeric:tabular-nums;white-space:nowrap}
.ending h3{margin:.7rem 0 .2rem;font-size:1rem;color:var(--wg-mark)}
.ending>p{margin:.35rem 0 .6rem}
.ending .analysis :is(h4,p,ol){margin:.35rem 0}
.ending .analysis ol{list-style:decimal;padding-left:1.5rem}
.ending .sides{width:auto;min-width:min(24rem,100%)}
.ending .sides th,.ending .sides td{padding:.2rem 1.2rem .2rem .6rem;text-align:right;vertical-align:baseline}
.ending .sides th[scope=row]{text-align:left;color:inherit;border-left:5px solid var(--wg-side,var(--wg-line))}
.ending .sides td{font-size:1.25rem;font-variant-numeric:tabular-nums}
.ending [data-won]{font-weight:bold}
.ending [data-won] th{font-weight:bold}
.ending ul{list-style:none;margin:.2rem 0;padding:0}
.ending li{padding:.1rem 0 .1rem .6rem;border-left:3px solid var(--wg-side,transparent);margin-bottom:.15rem}
.ending li b{display:inline-block;min-width:2.2em;font-variant-numeric:tabular-nums}
.ending .do{display:flex;flex-wrap:wrap;gap:.4rem;margin:.9rem 0 0;position:sticky;bottom:-1rem;padding:.5rem 0;background:var(--wg-card)}
.ending .do .deals{margin:0}
.ending .do button{min-height:44px}
.ending .again{background:var(--wg-mark);color:var(--wg-card);font-weight:bold}
.decisive ol{list-style:none;margin:0;padding:0;display:grid;gap:.6rem;grid-template-columns:repeat(3,minmax(0,1fr))}
.ending .decisive li{border:0;padding:0;margin:0}
.decisive button{display:flex;flex-direction:column;gap:.2rem;width:100%;height:100%;padding:.4rem;font-size:.92rem;line-height:1.25;background:var(--wg-paper)}
.decisive .field{display:block;height:8.2rem;border-radius:.25rem;overflow:hidden;background:var(--wg-button)}
.decisive b{font-weight:bold;color:var(--wg-mark);margin-top:auto;min-width:0}
.decisive small{color:var(--wg-soft)}
.curve svg{width:100%;height:auto;display:block;cursor:pointer}
.curve text{fill:var(--wg-soft);font-size:13px}
.curve .grid{stroke:var(--wg-line);fill:none}
.curve .line{fill:none;stroke:var(--wg-side,var(--wg-ink));stroke-width:3}
.curve .line[data-number="1"]{stroke-dasharray:9 4}
.curve .end{fill:var(--wg-side,var(--wg-ink));font-weight:bold}
@media (max-width:760px){.ending{width:calc(100% - .8rem);max-height:calc(100% - .8rem);padding:.7rem .8rem}.ending h2{font-size:1.25rem}.ending .sides th,.ending .sides td{padding:.1rem .6rem}.ending .sides th{white-space:normal}.decisive ol{grid-template-columns:1fr}.decisive .field{height:7.5rem}.curve text{font-size:22px}.curve .end{font-size:20px}}
@media print{.ending{width:100%;max-height:none;box-shadow:none;break-inside:avoid}}
`);

/**
 * How a game ended, for the eye. Knows no page.
 * @param {{ outcome: import("./messages").Outcome, panels: Record<string, any>, story: import("./messages").StoryLine[], titles: Record<string, string>, sideOf: (piece: string) => string }} over
 */
export function endingOf({ outcome, panels, story, titles, sideOf }) {
  const score = Object.values(panels).find(({ panel }) => panel === "score");
  const points = score?.points ?? outcome.scores ?? {};
  const lossesBySide = {};
  for (const { scene, about } of story) {
    const side = scene?.as === "loss" ? sideOf(about?.pieces?.[0] ?? "") : "";
    if (side) lossesBySide[side] = (lossesBySide[side] ?? 0) + (scene.count ?? 1);
  }
  const winners = outcome.together ?? [outcome.winner];
  const sides = Object.keys(titles).filter((side) => side in points || side in lossesBySide || winners.includes(side));
  return {
    headline: verdict(outcome, titles),
    margin: BY_PEOPLE.includes(outcome.level) ? "" : marginOf(points, winners, titles),
    unit: unitOf(score?.title ?? phrase("points")),
    sides: sides.map((side) => ({ side, title: titles[side], points: points[side], lost: Object.keys(lossesBySide).length ? lossesBySide[side] ?? 0 : undefined, won: winners.includes(side) })),
    awards: awardsOf(score?.ledger ?? []),
  };
}

/** What points are called: the title of a score may go on to say how it stands. */
const unitOf = (title) => title.split(":")[0];

/** "6 to 1": the points of the winner first, where points have decided it. */
function marginOf(points, winners, titles) {
  const sides = Object.keys(titles).filter((side) => side in points).sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)));
  const [firstPoints, secondPoints] = sides.map((side) => points[side]);
  return sides.length > 1 && firstPoints > secondPoints ? sides.map((side) => points[side]).reduce((score, otherPoints) => phrase("scoreTo", { score, other: otherPoints })) : "";
}

/** The lines of a ledger, alike ones together, the most points first; what brought none is left out. */
function awardsOf(ledger) {
  const awards = new Map();
  for (const { side, points, text, cite } of ledger) {
    const words = text.replace(/^turn \d+: /, "");
    const award = awards.get(`${side} ${words}`) ?? { side, text: words, cite, points: 0, times: 0 };
    awards.set(`${side} ${words}`, { ...award, points: award.points + points, times: award.times + 1 });
  }
  return [...awards.values()].filter(({ points }) => points).sort((a, b) => b.points - a.points);
}

/** What stands on the page of an ending. */
export class ResultPage {
  /** @param {import("./ending.js").Ending} gameEnding */
  constructor(gameEnding) {
    this.ending = gameEnding;
    this.state = gameEnding.state;
    this.handlers = gameEnding.handlers;
    this.curve = make("div", { class: "curve" });
    this.decisive = make("div", { class: "decisive" });
    /** @type {import("./messages").DecisiveEvent[]} */
    this.events = [];
    this.analysis = new GameAnalysis(this.state, { request: this.handlers.analysis, replay: (knownCount) => this.#away(() => this.handlers.replay(knownCount)) });
  }

  fill(outcome) {
    adopt(this.ending.element, LOOKS);
    const { panels, story, titles } = this.state;
    const endingFacts = endingOf({ outcome, panels, story, titles, sideOf: (piece) => this.state.sideOf(piece) });
    const losses = endingFacts.sides.some(({ lost }) => lost !== undefined);
    const row = ({ side, title, points, lost, won }) => make("tr", { "data-side": side, "data-won": won }, make("th", { scope: "row", text: title }), make("td", { text: points ?? "–" }), ...(losses ? [make("td", { text: lost })] : []));
    const head = make("tr", {}, make("td"), make("th", { scope: "col", text: endingFacts.unit }), ...(losses ? [make("th", { scope: "col", text: phrase("losses") })] : []));
    this.curve.replaceChildren();
    this.decisive.replaceChildren();
    this.analysis.show();
    const button = (text, onclick, kind = "") => make("button", { type: "button", class: kind || null, text, onclick });
    this.ending.element.replaceChildren(
      make("h2", {}, endingFacts.headline, endingFacts.margin ? make("b", { text: ` ${endingFacts.margin}` }) : null),
      make("p", { text: outcome.text ?? "" }),
      make("table", { class: "sides" }, head, ...endingFacts.sides.map(row)),
      this.decisive,
      this.curve,
      ...this.#awards(endingFacts.awards),
      this.analysis.element,
      make("p", { class: "do" }, this.ending.deals, button(phrase("replay"), () => this.#away(() => this.handlers.replay(0))), button(phrase("saveRecord"), () => this.handlers.save(), "save"), button(phrase("lookAtMap"), () => this.ending.open(false), "close")),
    );
  }

  #away(openPage) {
    this.ending.open(false);
    openPage();
  }

  #awards(awards) {
    if (!awards.length) return [];
    const rows = awards.map(({ side, text, cite, points, times }) => make("li", { "data-side": side }, make("b", { text: points > 0 ? `+${points}` : `−${-points}` }), ` ${this.state.titles[side] ?? side}: ${text}${times > 1 ? ` (${phrase("times", { count: times })})` : ""} `, cite ? make("cite", { text: cite }) : null));
    const moreRows = rows.length > FEW ? [make("details", {}, make("summary", { text: phrase("moreRows", { count: rows.length - FEW }) }), make("ul", {}, ...rows.slice(FEW)))] : [];
    return [make("h3", { text: phrase("byAward") }), make("ul", { class: "awards" }, ...rows.slice(0, FEW)), ...moreRows];
  }

  /** What decided the game: each event with the map as it was then, and a click to see it. @param {import("./messages").DecisiveEvent[]} events */
  #decided(events) {
    this.events = events;
    if (!events.length) return;
    const { titles, welcome } = this.state;
    const ownSide = welcome?.you ?? "";
    /** @type {import("./phrases.js").PhraseName[]} */
    const [change, aloud] = ownSide in titles ? ["yourChance", "yourChanceAloud"] : ["theirChance", "theirChanceAloud"];
    /** @param {number[]} chances */
    const changeOf = ([before, after]) => {
      const fields = { side: Object.values(titles)[0], before, after };
      return make("b", { text: phrase(change, fields), "aria-label": phrase(aloud, fields) });
    };
    const items = events.map(({ first, turn, text, chances }) => {
      const field = make("span", { class: "field" });
      return make("li", {}, make("button", { type: "button", title: phrase("showInReplay"), onclick: () => this.#away(() => this.handlers.replay(first, false)) }, field, make("small", { text: turn ? phrase("turn", { turn }) : "" }), make("span", { text }), chances ? changeOf(chances) : ""));
    });
    this.decisive.replaceChildren(make("h3", { text: phrase("whatDecided") }), make("ol", {}, ...items));
    items.forEach(async (item, number) => {
      const field = item.querySelector(".field");
      field.replaceChildren(await stillPicture(this.handlers.board, events[number].still, [field.clientWidth || 220, field.clientHeight || 130]));
    });
  }

  /** @param {import("./messages").CourseOfGame} course */
  draw({ title, rows, decisive }) {
    this.#decided(decisive ?? []);
    const unit = unitOf(title);
    const svg = curveSvg(rows, { label: phrase("courseOf", { unit }), titles: this.state.titles, replay: (knownCount) => this.#away(() => this.handlers.replay(knownCount)) });
    if (svg) this.curve.replaceChildren(make("h3", { text: phrase("fromTurnToTurn", { unit }) }), svg);
  }
}
