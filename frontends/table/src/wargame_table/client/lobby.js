// The lobby: all games as a gallery, each with a table against a bot in one click; a new table of any game, scenario and
// options, with bots in empty seats; links to one's own tables.

import { dated, facts, named, optional, sentence, strengths } from "./game_description.js";
import { toHand } from "./games.js";
import { lettered } from "./lettered.js";
import { own } from "./my_games.js";
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
  document.querySelector(".masthead").prepend(drawn(game));
}

/** Every game as a card: how it looks, what it is about, who sits there, and a table against the first of its bots. */
function cards() {
  gallery.hidden = false;
  gallery.querySelector("ul").replaceChildren(...games.map((game) => {
    const [seat, ...others] = game.seats;
    const problem = make("p", { class: "problem", role: "alert" });
    const play = make("button", { type: "button", class: "play", text: phrase("playNow", { side: capital(seat) }), "aria-label": phrase("playGameNow", { side: capital(seat), game: game.title }), onclick: async () => {
      if (form.dataset.key) return void furtherOf(game);
      const told = await table({ game: game.id, bots: Object.fromEntries(others.map((other) => [other, botsOf(game)[0]])) });
      if (told.links) location.assign(told.links[seat]);
      else problem.textContent = told.text;
    } });
    const learn = game.lessons.map((lesson) => make("button", { type: "button", class: "learn", title: phrase("lessonLasts", { title: lesson.title, count: lesson.minutes }), text: phrase("learnIt"), "aria-label": phrase("learnGame", { game: game.title }), onclick: () => taught(game, lesson, problem) }));
    const puzzle = make("button", { type: "button", class: "puzzle", hidden: !game.puzzles.length, title: phrase("puzzleMeans"), text: phrase("puzzle"), "aria-label": phrase("puzzleOfGame", { game: game.title }), onclick: () => taught(game, nextPuzzle(game), problem) });
    const further = make("button", { type: "button", text: phrase("choose"), "aria-label": phrase("chooseOf", { game: game.title }), onclick: () => furtherOf(game) });
    const rows = facts(game).flatMap(([word, text]) => [make("dt", { text: word }), make("dd", { text })]);
    rows.push(make("dt", { text: phrase("bots") }), make("dd", {}, strengths(game)));
    return make("li", {}, drawn(game, "", true), make("h3", { text: game.title }), make("p", { text: sentence(game) }), make("dl", {}, ...rows), make("div", { class: "do" }, play, ...learn.slice(0, 1), puzzle, further), problem);
  }));
}

/** Begin a lesson or a puzzle: its table is made, and this page becomes the learner's screen. */
async function taught(game, lesson, problem) {
  const told = await table({ game: game.id, lesson: lesson.id });
  if (told.links) location.assign(told.links[lesson.seat]);
  else problem.textContent = told.text;
}

/** Go on to the form, with this game in it. */
function furtherOf(game) {
  choose(game.id);
  form.scrollIntoView();
  form.querySelector("select").focus({ preventScroll: true });
}

/** A game as it is set up, in its usual scenario or in another, whole or close where the counters are; nothing where nobody draws it. */
function drawn(game, scenario = "", close = false) {
  const wanted = new URLSearchParams({ ...(scenario ? { scenario } : {}), ...(close ? { close: "yes" } : {}) }).toString();
  const address = `games/${encodeURIComponent(game.id)}.svg${wanted && `?${wanted}`}`;
  const picture = make("img", { src: address, alt: "", loading: "lazy", onerror: () => picture.remove() });
  const letter = async () => {
    const sheet = await lettered(await (await fetch(address, { cache: "force-cache" })).text());
    picture.src = URL.createObjectURL(new Blob([sheet], { type: "image/svg+xml" }));
  };
  picture.addEventListener("load", letter, { once: true }); // as soon as somebody sees it
  return picture;
}

function select(name, label, options, chosen) {
  const made = make("select", { name }, ...options.map(([value, text]) => make("option", { value, text, selected: value === chosen })));
  return make("label", {}, make("span", { text: label }), made);
}

/** Offer a game, with the house rules that are ticked: their options and bots come with them. */
function choose(id, ticked = []) {
  const game = games.find((one) => one.id === id) ?? games[0];
  const played = game.variants.filter((variant) => ticked.includes(variant.id));
  const bots = [...new Set([...botsOf(game), ...played.flatMap((variant) => variant.bots)])];
  const seats = game.seats.map((seat, number) => select(`seat ${seat}`, phrase("whoPlays", { side: capital(seat) }), [["", phrase("aPerson")], ...bots.map((bot) => [bot, botText(game, bot, seat)])], number ? bots[0] : ""));
  const options = [...game.options, ...played.flatMap((variant) => variant.options)].map(optional);
  const name = make("input", { name: "name", maxlength: 24, autocomplete: "nickname", value: localStorage.getItem("wargame-name") ?? "" });
  form.replaceChildren(
    select("game", phrase("game"), games.map((one) => [one.id, one.title]), game.id),
    scenario(game),
    houseRules(game, ticked),
    ...seats,
    make("details", {}, make("summary", { text: phrase("timeAndWatchers") }), ...more(game)),
    ...(game.seats.length === 2 ? [tournament(game)] : []),
    make("label", { class: "line" }, make("input", { type: "checkbox", name: "referee", value: "yes" }), make("span", { text: phrase("refereeOffered") })),
    make("label", {}, make("span", { text: phrase("yourName") }), name),
    options.length ? make("details", {}, make("summary", { text: phrase("options", { count: options.length }) }), ...options) : "",
    ...(form.dataset.key ? [make("label", {}, make("span", { text: phrase("serverKey") }), make("input", { name: "creation", type: "password" }))] : []),
    make("p", { class: "problem", role: "alert" }),
    make("button", { class: "go", text: phrase("makeTable") }),
  );
  const chosen = form.querySelector("select");
  chosen.addEventListener("change", () => choose(chosen.value));
}

/** The scenarios, and of the chosen one how it is set up and what it is about. */
function scenario(game) {
  const shown = make("figure", { class: "about" });
  const row = select("scenario", phrase("scenario"), game.scenarios.map((one) => [one.id, named(one)]), "");
  const show = (id) => shown.replaceChildren(drawn(game, id), make("figcaption", { text: dated(game.scenarios.find((one) => one.id === id)?.help ?? "") }));
  const list = row.querySelector("select");
  list.addEventListener("change", () => show(list.value));
  show(list.value);
  return make("div", { class: "scenario" }, row, shown);
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
  const given = new FormData(form);
  const here = /** @type {HTMLInputElement} */ (document.activeElement);
  const open = [...form.querySelectorAll("details")].map((part) => part.open);
  choose(game.id, given.getAll("variant"));
  for (const [name, value] of given) {
    const field = /** @type {any} */ (form.elements.namedItem(name));
    if (name === "referee") field.checked = true;
    else if (field instanceof RadioNodeList) field.value = String(value);
    else if (["INPUT", "TEXTAREA"].includes(field?.tagName) || [...(field?.options ?? [])].some((option) => option.value === value)) field.value = value;
  }
  form.querySelectorAll("details").forEach((part, number) => (part.open = open[number] ?? false));
  /** @type {HTMLElement | null} */ (form.querySelector(`[name=variant][value="${here.value}"]`))?.focus();
}

/** Many tables at once: everybody against everybody, or the pairs that are given. */
function tournament(game) {
  const names = make("textarea", { name: "names", rows: 5, placeholder: phrase("someNames") });
  return make("details", {}, make("summary", { text: phrase("tournamentOfClub") }),
    make("label", {}, make("span", { text: phrase("namesOrPairs", { side: capital(game.seats[0]) }) }), names),
    make("label", { class: "line" }, make("input", { type: "checkbox", name: "twice", value: "yes" }), make("span", { text: phrase("pairsTwice") })),
    make("label", {}, make("span", { text: phrase("tournamentTitle") }), make("input", { name: "title", maxlength: 80, value: phrase("tournament") })));
}

function more(game) {
  const number = (name, label, most) => make("label", {}, make("span", { text: label }), make("input", { name, type: "number", min: 0, max: most, value: 0 }));
  const hooks = form.dataset.hooks ? game.seats.map((seat) => make("label", {}, make("span", { text: phrase("webhook", { side: capital(seat) }) }), make("input", { name: `hook ${seat}`, type: "url" }))) : [];
  const limit = select("time_limit", phrase("minutesFor"), LIMITS.map(([value, name]) => [value, phrase(name)]), "none");
  return [number("clock", phrase("minutesEach"), 80_000), ...(game.seats.length === 2 ? [limit] : []), number("delay", phrase("turnsBehind"), 20), ...hooks];
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(form);
  const wanted = { game: [given.get("game"), ...given.getAll("variant")].join("+"), scenario: given.get("scenario"), options: {}, bots: {}, referee: given.get("referee") === "yes", clock: 60 * Number(given.get("clock")), time_limit: given.get("time_limit") ?? "none", delay: Number(given.get("delay")), hooks: {} };
  for (const [name, value] of given) {
    const [kind, what] = name.split(/ (.*)/s);
    if (kind === "option") wanted.options[what] = value;
    if (kind === "seat" && value) wanted.bots[what] = value;
    if (kind === "hook" && value) wanted.hooks[what] = value;
  }
  localStorage.setItem("wargame-name", String(given.get("name")));
  const key = String(given.get("creation") ?? "");
  const lines = String(given.get("names") ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
  if (lines.length) return void meet(lines, { title: given.get("title"), both_sides: given.get("twice") === "yes", game: wanted }, key);
  const told = await table(wanted, key);
  if (!told.links) return void (form.querySelector(".problem").textContent = told.text);
  show(told, wanted.bots);
});

/** Make a table: its links, or a refusal with its text. */
async function table(wanted, key = "", what = "tables") {
  const headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  return (await fetch(what, { method: "POST", headers, body: JSON.stringify(wanted) })).json();
}

/** Make a tournament of names or pairs, and show the one link of each player. */
async function meet(lines, wanted, key) {
  const pairs = lines.map((line) => line.split(/\s+[-–]\s+/)).filter((pair) => pair.length === 2);
  const names = [...new Set(pairs.length ? pairs.flat() : lines)];
  const told = await table({ ...wanted, game: { ...wanted.game, bots: {} }, names, pairs }, key, "tournaments");
  if (!told.links) return void (form.querySelector(".problem").textContent = told.text);
  links.querySelector(".side").replaceChildren();
  const home = new URL(".", location.href).href;
  const each = Object.entries(told.links).map(([name, games]) => [name, `${home}#take=${toHand(games)}`, phrase("gamesOf", { name, count: games.length })]);
  give(wanted.title, [["standings", new URL(told.page, location.href).href, phrase("resultsForAll")], ...each]);
}

function show(made, bots) {
  const people = Object.keys(made.links).filter((role) => !(role in OTHERS) && !bots[role]);
  const seats = people.map((seat) => /** @type {[string, string]} */ ([seat, new URL(made.links[seat], location.href).href]));
  links.querySelector(".side").replaceChildren(sideQuestion(made.title, seats, offers));
  give(made.title, Object.entries(made.links).map(([role, path]) => [role, new URL(path, location.href).href, role in OTHERS ? phrase(OTHERS[role]) : bots[role] ? phrase("nowTheBot", { side: capital(role), bot: bots[role] }) : capital(role)]));
}

/** Show links to be sent: each `[whose, link, words]`. */
function give(title, rows) {
  document.querySelector("#links .title").textContent = title;
  document.querySelector("#links ul").replaceChildren(...rows.map(([role, whole, text]) => {
    const copy = make("button", { type: "button", text: phrase("copy"), "aria-label": phrase("copyLinkOf", { whose: role }), onclick: () => navigator.clipboard?.writeText(whole) });
    return make("li", { "data-role": role }, make("a", { href: whole, target: "_blank", rel: "noopener", text }), " ", copy);
  }));
  links.hidden = false;
  links.scrollIntoView();
}

const told = await (await fetch("games")).json();
games = told.games;
if (!told.open) form.dataset.key = "yes";
if (told.hooks) form.dataset.hooks = "yes";
if (told.open_seats) import("./open_seats.js").then(({ openSeats, offering }) => (openSeats(), (offers = offering)));
if (games.length) (choose(games[0].id), masthead(), cards());
else form.replaceChildren(make("p", { text: phrase("noGames") }));
const asked = (what) => games.find(({ id }) => id === new URLSearchParams(location.search).get(what));
const [learnt, puzzled] = [asked("learn"), asked("puzzle")];
if (learnt?.lessons.length) taught(learnt, learnt.lessons[0], form.querySelector(".problem"));
if (puzzled?.puzzles.length) taught(puzzled, nextPuzzle(puzzled), form.querySelector(".problem"));
own(told.mail);
