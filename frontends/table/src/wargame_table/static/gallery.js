// The first page: every game with pictures of its scenarios, a form for a new game, and the games in this browser.

import { dated, facts, namedScenario, optional, strengths } from "../client/game_description.js";
import { nextPuzzle } from "../client/puzzles.js";
import { botsOf, botText, capital, make } from "../client/state.js";
import { forget, makeTable, tables } from "./kept.js";

/** @returns {HTMLElement} */
const part = (selector) => document.querySelector(selector);
const site = await (await fetch("site.json")).json();

function select(name, label, choices, chosenValue) {
  const options = choices.map(([value, text]) => make("option", { value, text, selected: value === chosenValue }));
  return make("label", {}, make("span", { text: label }), make("select", { name }, ...options));
}

function form(game) {
  const bots = botsOf(game);
  const seats = game.seats.map((seat, number) => select(`seat ${seat}`, `Who plays ${capital(seat)}?`, [["", "a person here"], ...bots.map((name) => [name, botText(game, name, seat)])], number ? bots[0] : ""));
  const options = game.options.map(optional);
  const gameForm = make("form", { "data-game": game.id },
    select("scenario", "Scenario", game.scenarios.map((scenario) => [scenario.id, namedScenario(scenario)]), game.scenarios[0].id),
    ...seats,
    options.length ? make("details", {}, make("summary", { text: `Options (${options.length})` }), ...options) : null,
    make("button", { class: "go", text: "Play" }),
  );
  gameForm.addEventListener("submit", (event) => (event.preventDefault(), play(game, new FormData(gameForm))));
  return gameForm;
}

/** @param {Iterable<[string, any]>} formChoices what was chosen, by the names of the fields of `form` */
async function play(game, formChoices) {
  const wishes = { game: game.id, title: game.title, scenario: "", options: {}, bots: {} };
  for (const [name, value] of formChoices) {
    if (name === "scenario") wishes.scenario = value;
    const [kind, fieldName] = name.split(/ (.*)/s);
    if (kind === "option") wishes.options[fieldName] = value;
    if (kind === "seat" && value) wishes.bots[fieldName] = value;
  }
  location.href = `table.html#${await makeTable(wishes)}`;
}

/** Begin a lesson or a puzzle, which says scenario and dice itself. */
async function learn({ id, title, scenarios, seats, bots }, lesson) {
  const otherSeats = Object.fromEntries(seats.filter((seat) => seat !== lesson.seat).map((seat) => [seat, botsOf({ bots })[0]]));
  location.href = `table.html#${await makeTable({ game: id, title: `${title}: ${lesson.title}`, scenario: scenarios[0].id, options: {}, bots: otherSeats, lesson: lesson.id })}`;
}

/** What "Play now" begins: the first scenario, with the first seat for the person and bots in the others. @returns {[string, string][]} */
function usualWishes({ scenarios, seats, bots }) {
  const [bot] = botsOf({ bots });
  return [["scenario", scenarios[0].id], ...seats.slice(1).map((seat) => /** @type {[string, string]} */ ([`seat ${seat}`, bot]))];
}

function card(game) {
  const wishes = form(game);
  const shownScenarios = game.scenarios.filter((scenario) => scenario.picture).map((scenario) => {
    const chooseScenario = () => ((wishes.elements.scenario.value = scenario.id), wishes.scrollIntoView({ block: "nearest" }), wishes.querySelector(".go").focus());
    const picture = make("img", { src: scenario.picture, alt: "", loading: "lazy", width: 320, height: 200 });
    return make("li", {}, make("button", { type: "button", title: dated(scenario.help), onclick: chooseScenario }, picture, make("span", { text: scenario.title || scenario.id })));
  });
  const rows = facts(game).flatMap(([word, text]) => [make("dt", { text: word }), make("dd", { text })]);
  return make("article", { id: game.id, "data-game": game.id },
    make("h2", { text: game.title }),
    game.documents.length ? make("p", { class: "documents", text: game.documents.join("; ") }) : null,
    make("button", { type: "button", class: "play-now", text: `Play now: ${capital(game.seats[0])} against the bot`, onclick: () => play(game, usualWishes(game)) }),
    ...game.lessons.slice(0, 1).map((lesson) => make("button", { type: "button", class: "learn", text: `Learn it: about ${lesson.minutes} minutes, no rules to read`, onclick: () => learn(game, lesson) })),
    game.puzzles.length ? make("button", { type: "button", class: "puzzle", text: "A puzzle: find the best choice", onclick: () => learn(game, nextPuzzle(game)) }) : null,
    make("dl", {}, ...rows, make("dt", { text: "Bots" }), make("dd", {}, strengths(game))),
    wishes,
    make("ul", { class: "pictures", "aria-label": `Scenarios of ${game.title}` }, ...shownScenarios),
  );
}

/** Open a record that was saved somewhere: its text is kept, and the table plays it again. */
async function openFile(file) {
  const sayProblem = (text) => (part("#open .problem").textContent = text);
  try {
    const record = await file.text();
    const header = JSON.parse(record.slice(0, record.indexOf("\n")));
    const game = site.games.find(({ recorded }) => recorded === header.game);
    if (!["wargame", "wargame seat"].includes(header.record)) return sayProblem("This file is not a record of a game.");
    if (header.seat) return sayProblem("This is what one seat kept of a game. Only the full record, which everybody gets when the game is over, can be opened.");
    if (!game) return sayProblem(`The game of this record (${header.game}) is not on this site.`);
    location.href = `table.html#${await makeTable({ game: game.id, title: game.title, scenario: header.scenario, options: header.options, bots: {}, record })}`;
  } catch {
    sayProblem("This file is not a record of a game.");
  }
}

/** What the address asks for at once, as `#learn=GAME`, `#play=GAME` or `#puzzle=GAME`: the table of that kind that is kept here goes on, or one is made. */
async function atOnce() {
  const [, howToOpen, id] = /^#(learn|play|puzzle)=(.+)$/.exec(location.hash) ?? [];
  const game = site.games.find((listedGame) => listedGame.id === id);
  if (!game) return;
  if (howToOpen === "puzzle") return game.puzzles.length ? learn(game, nextPuzzle(game)) : undefined;
  const lesson = howToOpen === "learn" ? game.lessons[0] : undefined;
  const [keptTable] = (await ownTables()).filter((table) => table.game === id && table.lesson === lesson?.id && !table.record);
  if (keptTable) location.replace(`table.html#${keptTable.id}`);
  else if (lesson) await learn(game, lesson);
  else await play(game, usualWishes(game));
}

/** The tables in this browser, the last that was played at first. */
const ownTables = async () => (await tables()).sort((firstTable, secondTable) => secondTable.changed - firstTable.changed);

async function showOwnTables() {
  const tablesKept = await ownTables();
  part("#own").hidden = !tablesKept.length;
  part("#own ul").replaceChildren(...tablesKept.map((table) => {
    const dropTable = async () => confirm(`Delete ${table.title}?`) && (await forget(table.id), showOwnTables());
    return make("li", {}, make("a", { href: `table.html#${table.id}`, text: table.title }), make("small", { text: ` ${table.scenario}, ${new Date(table.changed).toLocaleString()} ` }), make("button", { type: "button", class: "small", text: "throw away", onclick: dropTable }));
  }));
}

async function offline() {
  const state = part("#offline");
  const workers = navigator.serviceWorker;
  if (!workers) return;
  workers.addEventListener("message", ({ data: { kept, of } }) => {
    state.dataset.ready = kept === of ? "yes" : "no";
    if (kept === of) return void (state.textContent = "Everything is here: the games play without a network from now on.");
    const keepAllButton = make("button", { type: "button", class: "small", text: `Keep all games now (${Math.ceil((of - kept) / 1e6)} MB)`, onclick: () => ((keepAllButton.disabled = true), workers.ready.then(({ active }) => active.postMessage({ take: true }))) });
    state.replaceChildren("A game that you have opened plays without a network. ", keepAllButton);
  });
  await workers.register("sw.js");
  (await workers.ready).active.postMessage({});
}

const chosenFile = /** @type {HTMLInputElement} */ (part("#open input"));
chosenFile.addEventListener("change", async () => {
  const [file] = chosenFile.files ?? [];
  if (file) await openFile(file);
  chosenFile.value = ""; // so that the same name can be chosen again
});
part("#games").replaceChildren(...(site.games.length ? site.games.map(card) : [make("p", { text: "This site has no games." })]));
part("#docs").hidden = !site.docs;
await showOwnTables().catch((problem) => (console.error(problem), part("#open .problem").textContent = "This browser refuses to keep games for this site: leave a private window, or allow the site to store data."));
await atOnce();
await offline();
