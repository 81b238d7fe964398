// What a person reads when the page fails: what happened, what helps, and below, closed, what the program says.

import { make } from "../client/state.js";

const AGAIN = "Load the page again. If that does not help, ";
const TELL = "tell whoever runs this site.";
const SAVED = "Everything before is saved in this browser.";

/** By where the page failed: a title, what happened (of a file, with its name), and what helps. */
const WORDS = {
  wasm: ["This browser cannot play the games", "Python plays the games, and needs WebAssembly. This browser does not have it, or somebody has switched it off.", "Open the page in another browser or a newer one, or switch off the browser's strictest mode for this site."],
  worker: ["The games do not start in this browser", "The part of the page that plays the games did not start.", `${AGAIN}use another browser or a newer one, or ${TELL}`],
  file: ["A file of this site does not come", "The file NAME could not be loaded.", `Look whether you are connected, and load the page again. If that does not help, ${TELL}`],
  python: ["Python does not start in this browser", "Python plays the games, and could not be started.", `${AGAIN}close other pages, use another browser or a newer one, or ${TELL}`],
  wheel: ["A file of this site is damaged", "The file NAME could not be unpacked.", `${AGAIN}${TELL} It has to be put up anew.`],
  rules: ["The games do not start", "The programs of this site failed while Python read them.", `${AGAIN}use another browser, or ${TELL}`],
  kept: ["This browser does not keep the game", "The browser refuses to read or to save what it keeps of your games.", `Leave a private window, or allow this site to store data. Then load the page again.`],
  gone: ["There is no such game in this browser", "Somebody has thrown it away, perhaps in another window.", "Choose one of the other games."],
  game: ["This game does not start", "The program of the game failed while it set up the board.", `${AGAIN}play another game, and ${TELL}`],
  replay: ["This game cannot be continued now", "The program of the game failed while it played the saved choices again. They are still saved in this browser.", `${AGAIN}${TELL}`],
  record: ["This record cannot be played", "The program of the game failed while it played the record again. Your file is as it was.", `If you believe that it should be played, ${TELL}`],
  choice: ["This choice failed", `The program of the game made a mistake, and your choice was not played. ${SAVED}`, `Load the page again and choose once more. If the same choice fails again, choose another, and ${TELL}`],
  bot: ["The bot failed", `The program of the game made a mistake while the bot chose. ${SAVED}`, `${AGAIN}${TELL}`],
  answer: ["The page has no answer", `The program of the game made a mistake while it answered the page. ${SAVED}`, `${AGAIN}${TELL}`],
};

/** `said` is the sentence of an error that is not a mistake of a program: it takes the place of ours. */
export function words({ at, name = "", said = "" }) {
  const [title, happened, helps] = WORDS[at] ?? WORDS.worker;
  return { title, happened: said ? sentence(said) : happened.replace("NAME", () => name), helps };
}

function sentence(text) {
  const capitalised = /^[a-z]+[ ']/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}

const detailsOf = (details) => (details ? [make("details", { class: "said" }, make("summary", { text: "What the program says, for whoever mends it" }), make("pre", { text: details }))] : []);

/** What stands on the page when it cannot go on; programmers find the details in the console too. */
export function showFailure(problem) {
  const { title, happened, helps } = words(problem);
  console.error(problem.details);
  const reloadButton = make("button", { type: "button", class: "go", text: "Load the page again", onclick: () => location.reload() });
  const rows = [make("h1", { text: title }), make("p", { class: "problem", role: "alert", text: happened }), make("p", { text: helps })];
  return [...rows, make("p", {}, reloadButton, " ", make("a", { href: "index.html", text: "All games" })), ...detailsOf(problem.details)];
}

/** A strip at the foot of the page: a bot's program failed, and chance chose in its place. */
export function stumbled({ bot, title, details }) {
  console.error(details);
  const strip = make("section", { class: "stumbled", role: "status" });
  const text = `The program of the bot ${bot} (${title}) made a mistake. This choice was made by chance, and the game goes on. Please ${TELL}`;
  strip.append(make("p", { text }), make("button", { type: "button", class: "small", text: "Close", onclick: () => strip.remove() }), ...detailsOf(details));
  return strip;
}
