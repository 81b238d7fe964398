// The section of the lobby with one's own games: how each stands, and the ways to another device and to a digest.

import { tablesAsked, handed, inStep, join, leave, locks, secret, standingOfTables, waits, withProof, words } from "./games.js";
import { carries, keepTable, keptTables } from "./kept_games.js";
import { beLetIn, vouch } from "./list_device.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";

const section = /** @type {HTMLElement} */ (document.querySelector("#own"));
const gameList = section.querySelector("ul");
const homeAddress = new URL(".", location.href).href;
const statusLine = make("p", { class: "said", role: "status" });

function row(listedGame) {
  const { head, turn, last } = words(listedGame);
  const sinceText = listedGame.told?.since ? new Date(listedGame.told.since * 1000).toLocaleString() : new Date(listedGame.at).toLocaleString();
  const forgetButton = make("button", { type: "button", class: "forget", text: "×", title: phrase("forgetGame"), "aria-label": phrase("forgetThis", { game: head }), onclick: async () => {
    keepTable(listedGame.name, { ...keptTables()[listedGame.name], gone: true, link: "", at: Date.now() });
    await inStep(homeAddress).catch(() => {});
    await show();
  } });
  return make("li", { "data-turn": waits(listedGame.told) ? "mine" : listedGame.told?.over ? "over" : "theirs" },
    make("a", { href: listedGame.link, text: head }), forgetButton,
    make("p", {}, turn ? make("b", { text: turn }) : "", make("small", { text: ` ${[sinceText, last].filter(Boolean).join(" · ")}` })));
}

/** The link in a field of its own, to be copied or sent. */
function linked(text, link) {
  const field = /** @type {HTMLInputElement} */ (make("input", { readonly: true, value: link, "aria-label": text, onfocus: () => field.select() }));
  const send = make("button", { type: "button", text: navigator.share ? phrase("send") : phrase("copyThis"), onclick: () => (navigator.share ? navigator.share({ url: link }) : navigator.clipboard?.writeText(link)) });
  statusLine.replaceChildren(make("span", { text }), make("span", { class: "linked" }, field, send));
  field.focus();
}

async function carry() {
  if (!locks()) return void (statusLine.textContent = phrase("listNeedsHttps"));
  const link = `${homeAddress}#games=${secret()}`;
  await inStep(homeAddress);
  await vouch(homeAddress).catch((problem) => (statusLine.textContent = problem.message));
  tools();
  linked(phrase("listCarried"), link);
}

async function digest() {
  const body = JSON.stringify(await withProof(homeAddress, tablesAsked(keptTables())));
  const answer = await fetch("digests", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const reply = await answer.json();
  if (!reply.digest) return void (statusLine.textContent = reply.text);
  linked(phrase("digestMade"), new URL(reply.digest, location.href).href);
}

/** Ask for letters: an address is typed in, and a letter asks its owner. */
function letters() {
  const address = make("input", { type: "email", required: true, maxlength: 254, autocomplete: "email", "aria-label": phrase("emailAddress"), placeholder: phrase("someAddress") });
  statusLine.replaceChildren(make("form", { class: "letters", onsubmit: async (event) => {
    event.preventDefault();
    const body = JSON.stringify({ ...await withProof(homeAddress, tablesAsked(keptTables())), address: address.value });
    const reply = await (await fetch("mail", { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
    statusLine.textContent = reply.asked ? phrase("letterSent") : reply.text;
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
    carries() ? make("button", { type: "button", class: "leave", text: phrase("keepHere"), onclick: () => (leave(), tools(), (statusLine.textContent = phrase("keptHere"))) }) : "",
  );
}

/** Links that came with the address: of another device's list, or the games of a tournament. */
async function takeHandedGames() {
  const [handedKind, handedText] = location.hash.slice(1).split(/=(.*)/s);
  if (handedKind === "games" && handedText) {
    join(handedText);
    await beLetIn(homeAddress).catch((problem) => (statusLine.textContent = problem.message));
  }
  if (handedKind === "take" && handedText) {
    for (const [name, table] of Object.entries(handed(handedText))) if (!keptTables()[name]) keepTable(name, table);
  }
  if (handedKind === "games" || handedKind === "take") history.replaceState(null, "", location.pathname);
}

async function show() {
  const rows = await standingOfTables(homeAddress).catch(() => tablesAsked(keptTables()));
  section.hidden = !rows.length;
  gameList.replaceChildren(...rows.map(row));
  const waitingCount = rows.filter(({ told }) => waits(told)).length;
  document.title = waitingCount ? `(${waitingCount}) ${phrase("tables")}` : phrase("tables");
}

/** Show what there is, and look again whenever somebody comes back to the page. `sendsMail`: the server sends letters. */
export async function showOwnGames(sendsMail = false) {
  mails = sendsMail;
  await takeHandedGames();
  section.append(ways, statusLine);
  tools();
  await inStep(homeAddress).catch(() => {});
  await show();
  document.addEventListener("visibilitychange", () => document.hidden || inStep(homeAddress).catch(() => {}).then(show));
}
