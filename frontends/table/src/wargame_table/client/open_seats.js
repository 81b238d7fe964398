// The list of open seats of the lobby: who waits for an opponent, in which game; a click sits down.

import { listed, phrase } from "./phrases.js";
import { capital, make } from "./state.js";

const EVERY = 15_000; // milliseconds between looks, while the page is in sight
let shown = "";
const section = /** @type {HTMLElement} */ (document.querySelector("#seats"));

/** The clock of a table in words; empty where it has none. @param {{ clock: number, time_limit: string }} row */
function clockOf({ clock, time_limit: limit }) {
  if (!clock) return "";
  const name = limit === "choice" ? "minutesForChoice" : limit === "game" ? "minutesThatLose" : "minutesForSide";
  return phrase(name, { minutes: Math.round(clock / 6) / 10 });
}

function row(one) {
  const problem = make("span", { class: "problem", role: "alert" });
  const who = listed(one.waiting.map(({ name, side }) => (name ? `${name} (${side})` : side)));
  const sit = make("button", { type: "button", text: phrase("playSide", { side: one.side }), "aria-label": phrase("playSideAgainst", { side: one.side, game: one.title, who }), onclick: async () => {
    const told = await ask({ table: one.table, seat: one.seat });
    if (told.link) location.assign(told.link);
    else problem.textContent = told.text;
  } });
  const about = [one.scenario, clockOf(one), one.referee ? phrase("refereeSees") : ""].filter(Boolean).join(" · ");
  return make("li", {}, make("b", { text: phrase("whoWaits", { game: one.title, who, count: one.waiting.length }) }), " ", sit, problem, make("p", {}, make("small", { text: about })));
}

/** Ask for the seat of a table, or offer it with the key of its link. */
async function ask(seat, key = "") {
  const headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  return (await fetch(key ? "open-seats" : "open-seats/taken", { method: "POST", headers, body: JSON.stringify(seat) })).json();
}

async function look() {
  if (document.hidden) return;
  const told = await (await fetch("open-seats")).json().catch(() => ({}));
  if (!told.seats) return;
  const text = JSON.stringify(told.seats);
  if (text === shown) return; // what is under a finger or a focus stays
  shown = text;
  section.hidden = !told.seats.length;
  section.querySelector("ul").replaceChildren(...told.seats.map(row));
}

/** Show the list, and keep it fresh. */
export async function openSeats() {
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  await look();
}

/** A button that offers the seat of a link to whoever comes. @param {string} seat @param {string} link */
export function offering(seat, link) {
  const said = make("span", { role: "status" });
  const offer = make("button", { type: "button", text: phrase("letAnybodyPlay", { side: capital(seat) }), onclick: async () => {
    const { pathname, hash } = new URL(link);
    const told = await ask({ table: pathname.split("/").at(-1), seat }, hash.slice(1));
    said.textContent = told.seconds ? ` ${phrase("seatIsOpen", { count: Math.round(told.seconds / 3600) })}` : ` ${told.text}`;
    offer.disabled = Boolean(told.seconds);
  } });
  return make("p", {}, offer, said);
}
