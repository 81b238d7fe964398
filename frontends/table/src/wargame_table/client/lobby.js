// The lobby: all games as a gallery, each with a table against a bot in one click; a new table of any game, scenario and
// options, with bots in empty seats; links to one's own tables.

import { dated, facts, namedScenario, optional, sentence, strengths } from "./game_description.js";
import { toHand } from "./games.js";
import { lettered } from "./lettered.js";
import { showOwnGames } from "./my_games.js";
import { phrase, speakToReader } from "./phrases.js";
import { nextPuzzle } from "./puzzles.js";
import { sideQuestion } from "./sides.js";
import { botsOf, botText, capital, make } from "./state.js";

await speakToReader();
const form = /** @type {HTMLFormElement} */ (document.querySelector("#new"));
const links = /** @type {HTMLElement} */ (document.querySelector("#links"));
const gallery = /** @type {HTMLElement} */ (document.querySelector("#gallery"));
/** What the links are for that are not player's. @type {Record<string, import("./phrases.js").PhraseName>} */
const OTHERS = { spectator: "toWatch", referee: "refereeLink", author: "makerLink" };
/** What becomes of who uses up the minutes of a clock. @type {[string, import("./phrases.js").PhraseName][]} */
const LIMITS = [["none", "limitNone"], ["game", "limitGame"], ["choice", "limitChoice"]];
let games = [];
/** What makes a button that offers a seat to whoever comes, where this server has a list of open seats. */
let offers = null;

/** A strip of a map above everything, every day of another game. */
function masthead() {
  const game = games[Math.floor(Date.now() / 86_400_000) % games.length];
  document.querySelector(".masthead").prepend(drawnMap(game));
}

/** Every game as a card: how it looks, what it is about, who sits there, and a table against the first of its bots. */
function cards() {
  gallery.hidden = false;
  gallery.querySelector("ul").replaceChildren(...games.map((game) => {
    const [seat, ...otherSeats] = game.seats;
    const problem = make("p", { class: "problem", role: "alert" });
    const play = make("button", { type: "button", class: "play", text: phrase("playNow", { side: capital(seat) }), "aria-label": phrase("playGameNow", { side: capital(seat), game: game.title }), onclick: async () => {
      if (form.dataset.key) return void furtherOf(game);
      const reply = await table({ game: game.id, bots: Object.fromEntries(otherSeats.map((otherSeat) => [otherSeat, botsOf(game)[0]])) });
      if (reply.links) location.assign(reply.links[seat]);
      else problem.textContent = reply.text;
    } });
    const learn = game.lessons.map((lesson) => make("button", { type: "button", class: "learn", title: phrase("lessonLasts", { title: lesson.title, count: lesson.minutes }), text: phrase("learnIt"), "aria-label": phrase("learnGame", { game: game.title }), onclick: () => taught(game, lesson, problem) }));
    const puzzle = make("button", { type: "button", class: "puzzle", hidden: !game.puzzles.length, title: phrase("puzzleMeans"), text: phrase("puzzle"), "aria-label": phrase("puzzleOfGame", { game: game.title }), onclick: () => taught(game, nextPuzzle(game), problem) });
    const furtherButton = make("button", { type: "button", text: phrase("choose"), "aria-label": phrase("chooseOf", { game: game.title }), onclick: () => furtherOf(game) });
    const rows = facts(game).flatMap(([word, text]) => [make("dt", { text: word }), make("dd", { text })]);
    rows.push(make("dt", { text: phrase("bots") }), make("dd", {}, strengths(game)));
    return make("li", {}, drawnMap(game, "", true), make("h3", { text: game.title }), make("p", { text: sentence(game) }), make("dl", {}, ...rows), make("div", { class: "do" }, play, ...learn.slice(0, 1), puzzle, furtherButton), problem);
  }));
}

/** Begin a lesson or a puzzle: its table is made, and this page becomes the learner's screen. */
async function taught(game, lesson, problem) {
  const reply = await table({ game: game.id, lesson: lesson.id });
  if (reply.links) location.assign(reply.links[lesson.seat]);
  else problem.textContent = reply.text;
}

/** Go on to the form, with this game in it. */
function furtherOf(game) {
  chooseGame(game.id);
  form.scrollIntoView();
  form.querySelector("select").focus({ preventScroll: true });
}

/** A game as it is set up, in its usual scenario or in another, whole or close where the counters are; nothing where nobody draws it. */
function drawnMap(game, scenario = "", isCloseUp = false) {
  const wantedQuery = new URLSearchParams({ ...(scenario ? { scenario } : {}), ...(isCloseUp ? { close: "yes" } : {}) }).toString();
  const address = `games/${encodeURIComponent(game.id)}.svg${wantedQuery && `?${wantedQuery}`}`;
  const picture = make("img", { src: address, alt: "", loading: "lazy", onerror: () => picture.remove() });
  const letter = async () => {
    const sheet = await lettered(await (await fetch(address, { cache: "force-cache" })).text());
    picture.src = URL.createObjectURL(new Blob([sheet], { type: "image/svg+xml" }));
  };
  picture.addEventListener("load", letter, { once: true }); // as soon as somebody sees it
  return picture;
}

function select(name, label, options, chosenValue) {
  const selectField = make("select", { name }, ...options.map(([value, text]) => make("option", { value, text, selected: value === chosenValue })));
  return make("label", {}, make("span", { text: label }), selectField);
}

/** Offer a game, with the house rules that are ticked: their options and bots come with them. */
function chooseGame(id, ticked = []) {
  const game = games.find((listedGame) => listedGame.id === id) ?? games[0];
  const playedVariants = game.variants.filter((variant) => ticked.includes(variant.id));
  const bots = [...new Set([...botsOf(game), ...playedVariants.flatMap((variant) => variant.bots)])];
  const seats = game.seats.map((seat, number) => select(`seat ${seat}`, phrase("whoPlays", { side: capital(seat) }), [["", phrase("aPerson")], ...bots.map((bot) => [bot, botText(game, bot, seat)])], number ? bots[0] : ""));
  const options = [...game.options, ...playedVariants.flatMap((variant) => variant.options)].map(optional);
  const name = make("input", { name: "name", maxlength: 24, autocomplete: "nickname", value: localStorage.getItem("wargame-name") ?? "" });
  form.replaceChildren(
    select("game", phrase("game"), games.map((listedGame) => [listedGame.id, listedGame.title]), game.id),
    scenario(game),
    houseRules(game, ticked),
    ...seats,
    make("details", {}, make("summary", { text: phrase("timeAndWatchers") }), ...moreOptions(game)),
    ...(game.seats.length === 2 ? [tournament(game)] : []),
    make("label", { class: "line" }, make("input", { type: "checkbox", name: "referee", value: "yes" }), make("span", { text: phrase("refereeOffered") })),
    make("label", {}, make("span", { text: phrase("yourName") }), name),
    options.length ? make("details", {}, make("summary", { text: phrase("options", { count: options.length }) }), ...options) : "",
    ...(form.dataset.key ? [make("label", {}, make("span", { text: phrase("serverKey") }), make("input", { name: "creation", type: "password" }))] : []),
    make("p", { class: "problem", role: "alert" }),
    make("button", { class: "go", text: phrase("makeTable") }),
  );
  const gameField = form.querySelector("select");
  gameField.addEventListener("change", () => chooseGame(gameField.value));
}

/** The scenarios, and of the chosen one how it is set up and what it is about. */
function scenario(game) {
  const shownPicture = make("figure", { class: "about" });
  const row = select("scenario", phrase("scenario"), game.scenarios.map((listedScenario) => [listedScenario.id, namedScenario(listedScenario)]), "");
  const show = (id) => shownPicture.replaceChildren(drawnMap(game, id), make("figcaption", { text: dated(game.scenarios.find((listedScenario) => listedScenario.id === id)?.help ?? "") }));
  const scenarioField = row.querySelector("select");
  scenarioField.addEventListener("change", () => show(scenarioField.value));
  show(scenarioField.value);
  return make("div", { class: "scenario" }, row, shownPicture);
}

/** What else it can be played with, each with a box to tick; nothing where no house rules are installed. */
function houseRules(game, ticked) {
  if (!game.variants.length) return "";
  const boxes = game.variants.map((variant) => {
    const box = make("input", { type: "checkbox", name: "variant", value: variant.id, checked: ticked.includes(variant.id), onchange: () => tick(game) });
    return make("label", { class: "line" }, box, make("span", {}, make("b", { text: variant.title }), ` ${variant.help}`));
  });
  return make("fieldset", { class: "house" }, make("legend", { text: phrase("houseRules") }), ...boxes);
}

/** Offer the game again with what is ticked now; what has been filled in stays. */
function tick(game) {
  const formValues = new FormData(form);
  const focusedField = /** @type {HTMLInputElement} */ (document.activeElement);
  const openParts = [...form.querySelectorAll("details")].map((part) => part.open);
  chooseGame(game.id, formValues.getAll("variant"));
  for (const [name, value] of formValues) {
    const field = /** @type {any} */ (form.elements.namedItem(name));
    if (name === "referee") field.checked = true;
    else if (field instanceof RadioNodeList) field.value = String(value);
    else if (["INPUT", "TEXTAREA"].includes(field?.tagName) || [...(field?.options ?? [])].some((option) => option.value === value)) field.value = value;
  }
  form.querySelectorAll("details").forEach((part, number) => (part.open = openParts[number] ?? false));
  /** @type {HTMLElement | null} */ (form.querySelector(`[name=variant][value="${focusedField.value}"]`))?.focus();
}

/** Many tables at once: everybody against everybody, or the pairs that are given. */
function tournament(game) {
  const names = make("textarea", { name: "names", rows: 5, placeholder: phrase("someNames") });
  return make("details", {}, make("summary", { text: phrase("tournamentOfClub") }),
    make("label", {}, make("span", { text: phrase("namesOrPairs", { side: capital(game.seats[0]) }) }), names),
    make("label", { class: "line" }, make("input", { type: "checkbox", name: "twice", value: "yes" }), make("span", { text: phrase("pairsTwice") })),
    make("label", {}, make("span", { text: phrase("tournamentTitle") }), make("input", { name: "title", maxlength: 80, value: phrase("tournament") })));
}

function moreOptions(game) {
  const number = (name, label, largest) => make("label", {}, make("span", { text: label }), make("input", { name, type: "number", min: 0, max: largest, value: 0 }));
  const hooks = form.dataset.hooks ? game.seats.map((seat) => make("label", {}, make("span", { text: phrase("webhook", { side: capital(seat) }) }), make("input", { name: `hook ${seat}`, type: "url" }))) : [];
  const limit = select("time_limit", phrase("minutesFor"), LIMITS.map(([value, name]) => [value, phrase(name)]), "none");
  return [number("clock", phrase("minutesEach"), 80_000), ...(game.seats.length === 2 ? [limit] : []), number("delay", phrase("turnsBehind"), 20), ...hooks];
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const formValues = new FormData(form);
  const wantedTable = { game: [formValues.get("game"), ...formValues.getAll("variant")].join("+"), scenario: formValues.get("scenario"), options: {}, bots: {}, referee: formValues.get("referee") === "yes", clock: 60 * Number(formValues.get("clock")), time_limit: formValues.get("time_limit") ?? "none", delay: Number(formValues.get("delay")), hooks: {} };
  for (const [name, value] of formValues) {
    const [kind, fieldName] = name.split(/ (.*)/s);
    if (kind === "option") wantedTable.options[fieldName] = value;
    if (kind === "seat" && value) wantedTable.bots[fieldName] = value;
    if (kind === "hook" && value) wantedTable.hooks[fieldName] = value;
  }
  localStorage.setItem("wargame-name", String(formValues.get("name")));
  const key = String(formValues.get("creation") ?? "");
  const lines = String(formValues.get("names") ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
  if (lines.length) return void meet(lines, { title: formValues.get("title"), both_sides: formValues.get("twice") === "yes", game: wantedTable }, key);
  const reply = await table(wantedTable, key);
  if (!reply.links) return void (form.querySelector(".problem").textContent = reply.text);
  show(reply, wantedTable.bots);
});

/** Make a table: its links, or a refusal with its text. */
async function table(wantedTable, key = "", path = "tables") {
  const headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(wantedTable) })).json();
}

/** Make a tournament of names or pairs, and show the one link of each player. */
async function meet(lines, wantedTable, key) {
  const pairs = lines.map((line) => line.split(/\s+[-–]\s+/)).filter((pair) => pair.length === 2);
  const names = [...new Set(pairs.length ? pairs.flat() : lines)];
  const reply = await table({ ...wantedTable, game: { ...wantedTable.game, bots: {} }, names, pairs }, key, "tournaments");
  if (!reply.links) return void (form.querySelector(".problem").textContent = reply.text);
  links.querySelector(".side").replaceChildren();
  const homeAddress = new URL(".", location.href).href;
  const playerLinks = Object.entries(reply.links).map(([name, games]) => [name, `${homeAddress}#take=${toHand(games)}`, phrase("gamesOf", { name, count: games.length })]);
  giveLinks(wantedTable.title, [["standings", new URL(reply.page, location.href).href, phrase("resultsForAll")], ...playerLinks]);
}

function show(madeTable, bots) {
  const people = Object.keys(madeTable.links).filter((role) => !(role in OTHERS) && !bots[role]);
  const seats = people.map((seat) => /** @type {[string, string]} */ ([seat, new URL(madeTable.links[seat], location.href).href]));
  links.querySelector(".side").replaceChildren(sideQuestion(madeTable.title, seats, offers));
  giveLinks(madeTable.title, Object.entries(madeTable.links).map(([role, path]) => [role, new URL(path, location.href).href, role in OTHERS ? phrase(OTHERS[role]) : bots[role] ? phrase("nowTheBot", { side: capital(role), bot: bots[role] }) : capital(role)]));
}

/** Show links to be sent: each `[whose, link, words]`. */
function giveLinks(title, rows) {
  document.querySelector("#links .title").textContent = title;
  document.querySelector("#links ul").replaceChildren(...rows.map(([role, wholeLink, text]) => {
    const copy = make("button", { type: "button", text: phrase("copy"), "aria-label": phrase("copyLinkOf", { whose: role }), onclick: () => navigator.clipboard?.writeText(wholeLink) });
    return make("li", { "data-role": role }, make("a", { href: wholeLink, target: "_blank", rel: "noopener", text }), " ", copy);
  }));
  links.hidden = false;
  links.scrollIntoView();
}

const reply = await (await fetch("games")).json();
games = reply.games;
if (!reply.open) form.dataset.key = "yes";
if (reply.hooks) form.dataset.hooks = "yes";
if (reply.open_seats) import("./open_seats.js").then(({ openSeats, offering }) => (openSeats(), (offers = offering)));
if (games.length) (chooseGame(games[0].id), masthead(), cards());
else form.replaceChildren(make("p", { text: phrase("noGames") }));
const gameAsked = (queryName) => games.find(({ id }) => id === new URLSearchParams(location.search).get(queryName));
const [learnt, puzzled] = [gameAsked("learn"), gameAsked("puzzle")];
if (learnt?.lessons.length) taught(learnt, learnt.lessons[0], form.querySelector(".problem"));
if (puzzled?.puzzles.length) taught(puzzled, nextPuzzle(puzzled), form.querySelector(".problem"));
showOwnGames(reply.mail);
