// What is said of a game to somebody who chooses one: what it is about, how long it lasts, who plays, what its options change.

import { language, phrase } from "./phrases.js";
import { botsOf, capital, make } from "./state.js";

const DATE = /^\d{4}-\d\d-\d\d$/;

/** A day as people write it; anything else as it is. @param {string} text */
export function dated(text) {
  return DATE.test(text) ? new Date(`${text}T00:00Z`).toLocaleDateString(language(), { dateStyle: "long", timeZone: "UTC" }) : text;
}

/** What a game is about, in a sentence. */
export function sentence({ about, scenarios: [{ title, help } = { title: "", help: "" }] }) {
  if (about) return about;
  if (DATE.test(help) || !help) return [title, dated(help)].filter(Boolean).join(", ");
  return help.match(/^.*?\.(?= |$)/s)?.[0] ?? help;
}

/** A scenario in a list: its title, with its day where it has one. */
export function namedScenario({ id, title, help }) {
  return [title || id, ...(DATE.test(help) ? [dated(help)] : [])].join(" · ");
}

const LEVELS = ["easy", "normal", "hard"];
/** @type {import("./phrases.js").PhraseName[]} */
const STARS = ["oneStar", "twoStars", "threeStars"];

/** The bots of a game, the weakest first: each with its stars, none for what is no level of skill, and with words on its strength. */
export function opponents(game) {
  const rank = (bot) => (bot === "random" ? -1 : LEVELS.indexOf(bot) < 0 ? LEVELS.length : LEVELS.indexOf(bot));
  return botsOf(game).sort((firstBot, secondBot) => rank(firstBot) - rank(secondBot)).map((bot) => {
    const [stars, measuredStrength] = [LEVELS.indexOf(bot) + 1, game.strengths[bot]];
    const sharesWon = Object.entries(measuredStrength?.won ?? {}).map(([seat, part]) => phrase("percentAs", { percent: Math.round(100 * part), side: capital(seat) }));
    const words = [stars ? phrase(STARS[stars - 1]) : "", bot === "random" ? phrase("playsByChance") : "", measuredStrength ? phrase("winsAgainst", { part: sharesWon.join(", "), other: measuredStrength.against }) : ""];
    return { bot, stars, words: words.filter(Boolean).join("; ") };
  });
}

/** The bots of a game with their strength in stars, which readers aloud have in words. */
export function strengths(game) {
  return make("ul", { class: "bots" }, ...opponents(game).map(({ bot, stars, words }) => make("li", { title: words },
    bot, stars ? make("span", { class: "stars", role: "img", "aria-label": words, text: "★★★".slice(0, stars) + "☆☆☆".slice(stars) }) : make("span", { class: "alone", text: words && ` (${words})` }))));
}

/** The facts of a game, each a word and what is said of it. @returns {[string, string][]} */
export function facts(game) {
  const days = game.scenarios.map(({ help }) => help).filter((help) => DATE.test(help)).sort();
  const span = days.length > 1 ? `, ${phrase("fromTo", { first: dated(days[0]), last: dated(days.at(-1)) })}` : "";
  return [
    ...(game.length ? [/** @type {[string, string]} */ ([phrase("length"), game.length])] : []),
    [phrase("seats"), game.seats.map(capital).join(", ")],
    ...(game.scenarios.length > 1 ? [/** @type {[string, string]} */ ([phrase("scenarios"), `${game.scenarios.length}${span}`])] : []),
  ];
}

/**
 * What an option may be: each choice with what it changes, as far as the help tells it of each ("any: …; most: …"); `about` is
 * what the help says of all.
 * @returns {{ about: string, choices: { choice: string, words: string }[] }}
 */
export function choicesOf({ help, choices }) {
  const partsTold = help.split("; ").map((part) => part.match(/^([\w ]+): (.*)$/s)?.slice(1) ?? ["", part]);
  const words = (choice) => partsTold.find(([name]) => name === choice)?.[1] ?? partsTold.find(([name]) => name === "any other")?.[1] ?? "";
  const allListed = choices.every(words) && partsTold.every(([name]) => name === "any other" || choices.includes(name));
  return { about: allListed ? "" : help, choices: choices.map((choice) => ({ choice, words: allListed ? words(choice) : "" })) };
}

/** An option: what each choice changes, in words, and which is usual. */
export function optional(option) {
  const { about, choices } = choicesOf(option);
  const boxes = choices.map(({ choice, words }) => make("label", { class: "line" },
    make("input", { type: "radio", name: `option ${option.name}`, value: choice, checked: choice === option.default }),
    make("span", {}, make("b", { text: choice.replaceAll("_", " ") }), `${choice === option.default ? ` ${phrase("usual")}` : ""}${words ? `: ${words}` : ""}`)));
  return make("fieldset", { class: "option" }, make("legend", { text: capital(option.name.replaceAll("_", " ")) }), about ? make("p", { text: capital(about) }) : "", ...boxes);
}
