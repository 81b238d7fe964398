// The table of results of a tournament: standings, the games that go on, and those that are over with their replay.

import { listed, opposed, phrase, speakToReader } from "./phrases.js";
import { make } from "./state.js";

/** @type {Record<string, import("./phrases.js").PhraseName>} */
const COLUMNS = { name: "player", points: "points", played: "played", won: "won", drawn: "drawn", lost: "gamesLost", scored: "scored", against: "scoredAgainst" };
const of = (id) => /** @type {HTMLElement} */ (document.querySelector(id));

function standings(players) {
  const head = make("tr", {}, ...Object.values(COLUMNS).map((name) => make("th", { scope: "col", text: phrase(name) })));
  const rows = players.map((player) => make("tr", {}, ...Object.keys(COLUMNS).map((name, number) => make(number ? "td" : "th", { scope: number ? null : "row", text: player[name] }))));
  of("#standings").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}

/** Who plays whom, each with the side where the table tells it. */
function pair({ players, seats }) {
  return seats ? opposed(seats.map(({ seat, title }) => `${players[seat]} (${title})`)) : opposed(Object.values(players));
}

function game(one) {
  if (one.gone) return make("li", {}, make("b", { text: pair(one) }), make("p", {}, make("small", { text: one.gone })));
  const waited = listed(one.waiting.map((seat) => one.players[seat]));
  const since = one.since ? new Date(one.since * 1000).toLocaleString() : phrase("notBegun");
  const text = one.over ? one.over.text : [waited && phrase("waitingForThem", { who: waited }), since, one.last].filter(Boolean).join(" · ");
  return make("li", {}, make("a", { href: `../t/${one.table}${one.over ? "?replay" : ""}#${one.watch}`, text: pair(one) }), make("p", {}, make("small", { text })));
}

async function show() {
  const answer = await fetch(`${location.pathname}/standings`);
  const told = await answer.json();
  if (!answer.ok) return void (of(".problem").textContent = told.text);
  document.title = told.title;
  of("h1").textContent = told.title;
  of(".game").textContent = told.game;
  standings(told.players);
  const lists = [["#open", told.games.filter(({ over, gone }) => !over && !gone)], ["#over", told.games.filter(({ over }) => over)], ["#gone", told.games.filter(({ gone }) => gone)]];
  for (const [id, games] of lists) {
    of(/** @type {string} */ (id)).replaceChildren(...games.map(game));
    of(/** @type {string} */ (id)).parentElement.hidden = !games.length;
  }
}

await speakToReader();
of("#standings").parentElement.setAttribute("aria-label", phrase("standings"));
await show();
document.addEventListener("visibilitychange", () => document.hidden || show());
