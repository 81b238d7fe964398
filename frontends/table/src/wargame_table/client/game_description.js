// What is said of a game to somebody who chooses one: what it is about, how long it lasts, who plays, what its options change.

import { botsOf, capital, make } from "./state.js";

const DATE = /^\d{4}-\d\d-\d\d$/;

/** A day as people write it; anything else as it is. @param {string} text */
export function dated(text) {
  return DATE.test(text) ? new Date(`${text}T00:00Z`).toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" }) : text;
}

/** What a game is about, in a sentence. */
export function sentence({ about, scenarios: [{ title, help } = { title: "", help: "" }] }) {
  if (about) return about;
  if (DATE.test(help) || !help) return [title, dated(help)].filter(Boolean).join(", ");
  return help.match(/^.*?\.(?= |$)/s)?.[0] ?? help;
}

/** A scenario in a list: its title, with its day where it has one. */
export function named({ id, title, help }) {
  return [title || id, ...(DATE.test(help) ? [dated(help)] : [])].join(" · ");
}

/** The facts of a game, each a word and what is said of it. @returns {[string, string][]} */
export function facts(game) {
  const strength = (bot) => {
    const measured = game.strengths[bot];
    if (!measured) return bot === "random" ? "random (by chance)" : bot;
    const won = Object.entries(measured.won).map(([seat, part]) => `${Math.round(100 * part)} % as ${capital(seat)}`);
    return `${bot} (wins ${won.join(", ")} against ${measured.against})`;
  };
  const days = game.scenarios.map(({ help }) => help).filter((help) => DATE.test(help)).sort();
  const span = days.length > 1 ? `, ${dated(days[0])} to ${dated(days.at(-1))}` : "";
  return [
    ...(game.length ? [/** @type {[string, string]} */ (["Length", `${game.length}, measured with bots`])] : []),
    ["Seats", game.seats.map(capital).join(", ")],
    ["Bots", botsOf(game).map(strength).join(", ")],
    ...(game.scenarios.length > 1 ? [/** @type {[string, string]} */ (["Scenarios", `${game.scenarios.length}${span}`])] : []),
  ];
}

/**
 * What an option may be: each choice with what it changes, as far as the help tells it of each ("any: …; most: …"); `about` is
 * what the help says of all.
 * @returns {{ about: string, choices: { choice: string, words: string }[] }}
 */
export function choicesOf({ help, choices }) {
  const told = help.split("; ").map((part) => part.match(/^([\w ]+): (.*)$/s)?.slice(1) ?? ["", part]);
  const words = (choice) => told.find(([name]) => name === choice)?.[1] ?? told.find(([name]) => name === "any other")?.[1] ?? "";
  const all = choices.every(words) && told.every(([name]) => name === "any other" || choices.includes(name));
  return { about: all ? "" : help, choices: choices.map((choice) => ({ choice, words: all ? words(choice) : "" })) };
}

/** An option: what each choice changes, in words, and which is usual. */
export function optional(option) {
  const { about, choices } = choicesOf(option);
  const boxes = choices.map(({ choice, words }) => make("label", { class: "line" },
    make("input", { type: "radio", name: `option ${option.name}`, value: choice, checked: choice === option.default }),
    make("span", {}, make("b", { text: choice.replaceAll("_", " ") }), `${choice === option.default ? " (usual)" : ""}${words ? `: ${words}` : ""}`)));
  return make("fieldset", { class: "option" }, make("legend", { text: capital(option.name.replaceAll("_", " ")) }), about ? make("p", { text: capital(about) }) : "", ...boxes);
}
