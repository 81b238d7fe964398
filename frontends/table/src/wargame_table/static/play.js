// The page of a game that is played in this browser: `table.html#ID`. Several people take turns at it, with a curtain between.

import { make } from "../client/state.js";
import "../client/table.js";
import { showFailure, stumbled } from "./failure.js";
import { changeTable, makeTable, tableOf } from "./kept.js";
import { WorkerLine } from "./worker_line.js";

const id = location.hash.slice(1);
const mainElement = document.querySelector("main");
/** @type {HTMLElement} */
const curtain = document.querySelector("#curtain");
let seats = [];
let rested = false;
let strip = null;

function cover(...parts) {
  curtain.replaceChildren(...parts);
  curtain.hidden = false;
  document.body.dataset.covered = "yes";
}

function uncover() {
  curtain.hidden = true;
  delete document.body.dataset.covered;
}

/** The page cannot go on: the person reads why. */
function fail(problem) {
  document.querySelector(".stumbled")?.remove();
  cover(...showFailure(problem));
  curtain.dataset.failed = problem.at;
}

/** What has to be there before anything else; the page fails where it is not. */
async function neededPart(failedStep, name, work) {
  try {
    return await work();
  } catch (problem) {
    fail({ at: failedStep, name, details: String(problem.stack ?? problem) });
    return null;
  }
}

function stumble({ seat, bot, details }) {
  const title = seats.find((person) => person.seat === seat)?.title ?? seat;
  strip?.remove();
  document.body.append((strip = stumbled({ bot, title, details })));
}

function beginGame(game) {
  const scenario = game.scenarios.find((listedScenario) => listedScenario.id === keptTable.scenario) ?? game.scenarios[0];
  const words = make("p", { class: "progress", role: "status", text: "Loading …" });
  const picture = scenario.picture ? make("img", { src: scenario.picture, alt: `The board of ${scenario.title || game.title}` }) : null;
  cover(make("h1", { text: game.title }), make("p", { text: scenario.title }), words, picture);
  document.title = game.title;
  const line = new WorkerLine(id, { progress: (text) => (words.textContent = text), broken: fail, stumbled: stumble });
  const people = game.seats.filter((seat) => !(seat in keptTable.bots));
  sitAtSeat(line, people[0] ?? "spectator");
}

const sheets = (line) => ({
  sheet: async (digest) => (site.sheets.includes(digest) ? (await fetch(`sheets/${digest}.json`)).json() : JSON.parse(await line.ask("sheet", digest))),
  picture: async (digest, theme) => (site.sheets.includes(digest) && theme === "auto" ? (await fetch(`sheets/${digest}.svg`)).text() : line.ask("picture", digest, theme)),
});

function sitAtSeat(line, seat) {
  const element = /** @type {import("../client/table.js").WargameTable} */ (document.createElement("wargame-table"));
  element.dataset.puzzles = "index.html#puzzle=";
  mainElement.replaceChildren(element);
  const transport = line.screen();
  element.start({ transport, sheets: sheets(line), record: () => save(line, seat), anew: playAnew, hello: { table: id, key: seat }, entitle: (words) => (document.title = words) });
  const showMessage = transport.onmessage;
  transport.onmessage = (message) => {
    showMessage(message);
    if (message.seats) ({ seats } = message);
    if (message.kind === "update") turn(line, seat, message);
  };
}

/** The same game with fresh dice, and who plays a seat in the next one. */
async function playAnew() {
  const nextSeat = (seat) => game.seats[(game.seats.indexOf(seat) + 1) % game.seats.length];
  const bots = Object.fromEntries(seats.filter(({ bot }) => bot).map(({ seat, bot }) => [nextSeat(seat), bot]));
  const { title, scenario, options } = keptTable;
  location.hash = await makeTable({ game: keptTable.game, title, scenario, options, bots }); // which loads the page
}

/** The list on the first page is sorted by when something was done. */
async function touched() {
  await changeTable(id, () => ({ changed: Date.now() }));
}

/** After an update: whose turn is it? Somebody else of this machine gets the screen by way of a curtain. */
function turn(line, seat, update) {
  if (curtain.dataset.failed) return;
  uncover();
  if (!rested) restOfGame();
  touched();
  const waitingSeats = update.waiting ?? [];
  const askedPeople = seats.filter((person) => waitingSeats.includes(person.seat) && !person.bot);
  if (update.ask || !askedPeople.length || askedPeople.some((person) => person.seat === seat && !update.chosen)) return;
  const [nextPerson] = askedPeople.filter((person) => person.seat !== seat);
  if (!nextPerson || seat === "spectator") return;
  const takeSeat = () => (sitAtSeat(line, nextPerson.seat), uncover());
  cover(make("h1", { text: `${nextPerson.title} is to choose` }), make("p", { text: "Pass the screen on; it shows their side next." }), make("button", { type: "button", class: "go", text: `I am ${nextPerson.title}`, onclick: takeSeat }));
}

async function save(line, seat) {
  const [name, text] = JSON.parse(await line.ask("record", seat));
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

const site = await neededPart("file", "site.json", async () => (await fetch("site.json")).json());
const keptTable = site && (await neededPart("kept", "", () => tableOf(id)));
const game = keptTable && site.games.find((listedGame) => listedGame.id === keptTable.game);
if (game) beginGame(game);
else if (!curtain.dataset.failed) cover(make("h1", { text: "There is no such game in this browser" }), make("p", {}, make("a", { href: "index.html", text: "All games" })));
addEventListener("hashchange", () => location.reload());
navigator.serviceWorker?.register("sw.js");

/** The rest of the site comes when this game is there and the browser has nothing to do, unless data are to be saved. */
async function restOfGame() {
  rested = true;
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  (window.requestIdleCallback ?? setTimeout)(() => active?.postMessage({ take: true }));
}
