// The section of the lobby with one's own games: how each stands, and the ways to another device and to a digest.

import { asked, handed, inStep, join, leave, locks, secret, standing, waits, withProof, words } from "./games.js";
import { carries, keep, kept } from "./kept_games.js";
import { beLetIn, vouch } from "./list_device.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";

const section = /** @type {HTMLElement} */ (document.querySelector("#own"));
const list = section.querySelector("ul");
const home = new URL(".", location.href).href;
const said = make("p", { class: "said", role: "status" });

function row(one) {
  const { head, turn, last } = words(one);
  const since = one.told?.since ? new Date(one.told.since * 1000).toLocaleString() : new Date(one.at).toLocaleString();
  const forget = make("button", { type: "button", class: "forget", text: "×", title: phrase("forgetGame"), "aria-label": phrase("forgetThis", { game: head }), onclick: async () => {
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
  const send = make("button", { type: "button", text: navigator.share ? phrase("send") : phrase("copyThis"), onclick: () => (navigator.share ? navigator.share({ url: link }) : navigator.clipboard?.writeText(link)) });
  said.replaceChildren(make("span", { text }), make("span", { class: "linked" }, field, send));
  field.focus();
}

async function carry() {
  if (!locks()) return void (said.textContent = phrase("listNeedsHttps"));
  const link = `${home}#games=${secret()}`;
  await inStep(home);
  await vouch(home).catch((problem) => (said.textContent = problem.message));
  tools();
  linked(phrase("listCarried"), link);
}

async function digest() {
  const body = JSON.stringify(await withProof(home, asked(kept())));
  const answer = await fetch("digests", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const told = await answer.json();
  if (!told.digest) return void (said.textContent = told.text);
  linked(phrase("digestMade"), new URL(told.digest, location.href).href);
}

/** Ask for letters: an address is typed in, and a letter asks its owner. */
function letters() {
  const address = make("input", { type: "email", required: true, maxlength: 254, autocomplete: "email", "aria-label": phrase("emailAddress"), placeholder: phrase("someAddress") });
  said.replaceChildren(make("form", { class: "letters", onsubmit: async (event) => {
    event.preventDefault();
    const body = JSON.stringify({ ...await withProof(home, asked(kept())), address: address.value });
    const told = await (await fetch("mail", { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
    said.textContent = told.asked ? phrase("letterSent") : told.text;
  } }, `${phrase("whereTo")} `, address, " ", make("button", { text: phrase("askMe") })));
  address.focus();
}

let mails = false;
const ways = make("p", { class: "ways" });
function tools() {
  ways.replaceChildren(
    make("button", { type: "button", class: "carry", text: phrase("onOtherDevice"), onclick: carry }),
    make("button", { type: "button", class: "digest", text: phrase("aDigest"), onclick: digest }),
    mails ? make("button", { type: "button", class: "mail", text: phrase("tellByMail"), onclick: letters }) : "",
    carries() ? make("button", { type: "button", class: "leave", text: phrase("keepHere"), onclick: () => (leave(), tools(), (said.textContent = phrase("keptHere"))) }) : "",
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
  document.title = mine ? `(${mine}) ${phrase("tables")}` : phrase("tables");
}

/** Show what there is, and look again whenever somebody comes back to the page. `sendsMail`: the server sends letters. */
export async function own(sendsMail = false) {
  mails = sendsMail;
  await arrived();
  section.append(ways, said);
  tools();
  await inStep(home).catch(() => {});
  await show();
  document.addEventListener("visibilitychange", () => document.hidden || inStep(home).catch(() => {}).then(show));
}
