// The section of the lobby with one's own games: how each stands, and the ways to another device and to a digest.

import { asked, carries, handed, inStep, join, keep, kept, leave, locks, secret, standing, waits, withProof, words } from "./games.js";
import { beLetIn, vouch } from "./list_device.js";
import { make } from "./state.js";

const section = /** @type {HTMLElement} */ (document.querySelector("#own"));
const list = section.querySelector("ul");
const home = new URL(".", location.href).href;
const said = make("p", { class: "said", role: "status" });

function row(one) {
  const { head, turn, last } = words(one);
  const since = one.told?.since ? new Date(one.told.since * 1000).toLocaleString() : new Date(one.at).toLocaleString();
  const forget = make("button", { type: "button", class: "forget", text: "×", title: "forget this game", "aria-label": `forget ${head}`, onclick: async () => {
    keep(one.name, { ...kept()[one.name], gone: true, link: "", at: Date.now() });
    await inStep(home).catch(() => {});
    await show();
  } });
  return make("li", { "data-turn": waits(one.told) ? "mine" : one.told?.over ? "over" : "theirs" },
    make("a", { href: one.link, text: head }), forget,
    make("p", {}, turn ? make("b", { text: turn }) : "", make("small", { text: ` ${[since, last].filter(Boolean).join(" · ")}` })));
}

/** The link in a field of its own, to be copied or sent. */
function linked(text, link) {
  const field = /** @type {HTMLInputElement} */ (make("input", { readonly: true, value: link, "aria-label": text, onfocus: () => field.select() }));
  const send = make("button", { type: "button", text: navigator.share ? "Send" : "Copy", onclick: () => (navigator.share ? navigator.share({ url: link }) : navigator.clipboard?.writeText(link)) });
  said.replaceChildren(make("span", { text }), make("span", { class: "linked" }, field, send));
  field.focus();
}

async function carry() {
  if (!locks()) return void (said.textContent = "The browser encrypts the list before it sends it, which browsers do only on pages with https.");
  const link = `${home}#games=${secret()}`;
  await inStep(home);
  await vouch(home).catch((problem) => (said.textContent = problem.message));
  tools();
  linked("Open this on the other device; from then on both lists stay the same. Whoever has the link can play all your games: send it to nobody else.", link);
}

async function digest() {
  const body = JSON.stringify(await withProof(home, asked(kept())));
  const answer = await fetch("digests", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const told = await answer.json();
  if (!told.digest) return void (said.textContent = told.text);
  linked("A page of plain text with the games of today's list that wait for you; with .atom added to its address, a feed. It opens no game.", new URL(told.digest, location.href).href);
}

const ways = make("p", { class: "ways" });
function tools() {
  ways.replaceChildren(
    make("button", { type: "button", class: "carry", text: "These games on another device", onclick: carry }),
    make("button", { type: "button", class: "digest", text: "A digest of them", onclick: digest }),
    carries() ? make("button", { type: "button", class: "leave", text: "Keep them in this browser alone", onclick: () => (leave(), tools(), (said.textContent = "This browser has a list of its own again; the other devices continue without it.")) }) : "",
  );
}

/** Links that came with the address: of another device's list, or the games of a tournament. */
async function arrived() {
  const [what, given] = location.hash.slice(1).split(/=(.*)/s);
  if (what === "games" && given) {
    join(given);
    await beLetIn(home).catch((problem) => (said.textContent = problem.message));
  }
  if (what === "take" && given) {
    for (const [name, table] of Object.entries(handed(given))) if (!kept()[name]) keep(name, table);
  }
  if (what === "games" || what === "take") history.replaceState(null, "", location.pathname);
}

async function show() {
  const rows = await standing(home).catch(() => asked(kept()));
  section.hidden = !rows.length;
  list.replaceChildren(...rows.map(row));
  const mine = rows.filter(({ told }) => waits(told)).length;
  document.title = mine ? `(${mine}) Tables` : "Tables";
}

/** Show what there is, and look again whenever somebody comes back to the page. */
export async function own() {
  await arrived();
  section.append(ways, said);
  tools();
  await inStep(home).catch(() => {});
  await show();
  document.addEventListener("visibilitychange", () => document.hidden || inStep(home).catch(() => {}).then(show));
}
