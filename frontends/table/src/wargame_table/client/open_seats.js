// The list of open seats of the lobby: who waits for an opponent, in which game; a click sits down.

import { listedNames, phrase } from "./phrases.js";
import { capital, make } from "./state.js";

const EVERY = 15_000; // milliseconds between looks, while the page is in sight
let shownText = "";
const section = /** @type {HTMLElement} */ (document.querySelector("#seats"));

/** The clock of a table in words; empty where it has none. @param {{ clock: number, time_limit: string }} row */
function clockOf({ clock, time_limit: limit }) {
  if (!clock) return "";
  const name = limit === "choice" ? "minutesForChoice" : limit === "game" ? "minutesThatLose" : "minutesForSide";
  return phrase(name, { minutes: Math.round(clock / 6) / 10 });
}

function row(listedGame) {
  const problem = make("span", { class: "problem", role: "alert" });
  const namesWaiting = listedNames(listedGame.waiting.map(({ name, side }) => (name ? `${name} (${side})` : side)));
  const playButton = make("button", { type: "button", text: phrase("playSide", { side: listedGame.side }), "aria-label": phrase("playSideAgainst", { side: listedGame.side, game: listedGame.title, who: namesWaiting }), onclick: async () => {
    const reply = await ask({ table: listedGame.table, seat: listedGame.seat });
    if (reply.link) location.assign(reply.link);
    else problem.textContent = reply.text;
  } });
  const descriptionText = [listedGame.scenario, clockOf(listedGame), listedGame.referee ? phrase("refereeSees") : ""].filter(Boolean).join(" · ");
  return make("li", {}, make("b", { text: phrase("whoWaits", { game: listedGame.title, who: namesWaiting, count: listedGame.waiting.length }) }), " ", playButton, problem, make("p", {}, make("small", { text: descriptionText })));
}

/** Ask for the seat of a table, or offer it with the key of its link. */
async function ask(seat, key = "") {
  const headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  return (await fetch(key ? "open-seats" : "open-seats/taken", { method: "POST", headers, body: JSON.stringify(seat) })).json();
}

async function lookForSeats() {
  if (document.hidden) return;
  const reply = await (await fetch("open-seats")).json().catch(() => ({}));
  if (!reply.seats) return;
  const text = JSON.stringify(reply.seats);
  if (text === shownText) return; // what is under a finger or a focus stays
  shownText = text;
  section.hidden = !reply.seats.length;
  section.querySelector("ul").replaceChildren(...reply.seats.map(row));
}

/** Show the list, and keep it fresh. */
export async function openSeats() {
  setInterval(lookForSeats, EVERY);
  document.addEventListener("visibilitychange", lookForSeats);
  await lookForSeats();
}

/** A button that offers the seat of a link to whoever comes. @param {string} seat @param {string} link */
export function offering(seat, link) {
  const statusSpan = make("span", { role: "status" });
  const offer = make("button", { type: "button", text: phrase("letAnybodyPlay", { side: capital(seat) }), onclick: async () => {
    const { pathname, hash } = new URL(link);
    const reply = await ask({ table: pathname.split("/").at(-1), seat }, hash.slice(1));
    statusSpan.textContent = reply.seconds ? ` ${phrase("seatIsOpen", { count: Math.round(reply.seconds / 3600) })}` : ` ${reply.text}`;
    offer.disabled = Boolean(reply.seconds);
  } });
  return make("p", {}, offer, statusSpan);
}
