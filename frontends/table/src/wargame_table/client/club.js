// The table of results of a tournament: standings, the games that go on, and those that are over with their replay.

import { listedNames, opposed, phrase, speakToReader } from "./phrases.js";
import { make } from "./state.js";

/** @type {Record<string, import("./phrases.js").PhraseName>} */
const COLUMNS = { name: "player", points: "points", played: "played", won: "won", drawn: "drawn", lost: "gamesLost", scored: "scored", against: "scoredAgainst" };
const elementFor = (id) => /** @type {HTMLElement} */ (document.querySelector(id));

function standings(players) {
  const head = make("tr", {}, ...Object.values(COLUMNS).map((name) => make("th", { scope: "col", text: phrase(name) })));
  const rows = players.map((player) => make("tr", {}, ...Object.keys(COLUMNS).map((name, number) => make(number ? "td" : "th", { scope: number ? null : "row", text: player[name] }))));
  elementFor("#standings").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}

/** Who plays whom, each with the side where the table tells it. */
function pair({ players, seats }) {
  return seats ? opposed(seats.map(({ seat, title }) => `${players[seat]} (${title})`)) : opposed(Object.values(players));
}

function game(listedGame) {
  if (listedGame.gone) return make("li", {}, make("b", { text: pair(listedGame) }), make("p", {}, make("small", { text: listedGame.gone })));
  const waited = listedNames(listedGame.waiting.map((seat) => listedGame.players[seat]));
  const sinceText = listedGame.since ? new Date(listedGame.since * 1000).toLocaleString() : phrase("notBegun");
  const text = listedGame.over ? listedGame.over.text : [waited && phrase("waitingForThem", { who: waited }), sinceText, listedGame.last].filter(Boolean).join(" · ");
  return make("li", {}, make("a", { href: `../t/${listedGame.table}${listedGame.over ? "?replay" : ""}#${listedGame.watch}`, text: pair(listedGame) }), make("p", {}, make("small", { text })));
}

async function show() {
  const answer = await fetch(`${location.pathname}/standings`);
  const reply = await answer.json();
  if (!answer.ok) return void (elementFor(".problem").textContent = reply.text);
  document.title = reply.title;
  elementFor("h1").textContent = reply.title;
  elementFor(".game").textContent = reply.game;
  standings(reply.players);
  const lists = [["#open", reply.games.filter(({ over, gone }) => !over && !gone)], ["#over", reply.games.filter(({ over }) => over)], ["#gone", reply.games.filter(({ gone }) => gone)]];
  for (const [id, games] of lists) {
    elementFor(/** @type {string} */ (id)).replaceChildren(...games.map(game));
    elementFor(/** @type {string} */ (id)).parentElement.hidden = !games.length;
  }
}

await speakToReader();
elementFor("#standings").parentElement.setAttribute("aria-label", phrase("standings"));
await show();
document.addEventListener("visibilitychange", () => document.hidden || show());
