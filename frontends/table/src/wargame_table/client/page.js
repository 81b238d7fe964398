// The page of a table: its key stands after the # of the address, and never leaves this page but in the first message.

import { own, read, sit } from "./embed.js";
import { carries, keepTable, keptTables as games } from "./kept_games.js";
import { speakToReader } from "./phrases.js";

const { table } = read(location.href);
if (!location.hash && keptKey(table)) history.replaceState(null, "", `#${keptKey(table)}`); // a link from elsewhere, which says only that it is one's turn
const { link, address, sitter } = await own(location.href);
const { key } = read(address);
if (`#${key}` !== location.hash) history.replaceState(null, "", `#${key}`);
await speakToReader(); // before there is an element, which says things as soon as it is made
const element = /** @type {import("./table.js").WargameTable} */ (document.createElement("wargame-table"));
element.dataset.puzzles = "../?puzzle=";
document.querySelector("main").append(element);

addEventListener("hashchange", () => location.reload()); // another link of this table was opened here

async function renew() {
  const renewed = await own(link, true);
  history.replaceState(null, "", `#${read(renewed.link).key}`);
  location.reload();
}

/** The key of this table that was used in this browser last. */
function keptKey(table) {
  const links = Object.entries(games()).filter(([name, { gone }]) => name.startsWith(`${table} `) && !gone);
  return links.sort(([, a], [, b]) => b.at - a.at)[0]?.[1].link.split("#")[1];
}

function remember() {
  const { you, title } = element.state.welcome;
  keepTable(`${table} ${you}`, { link: `${location.pathname}#${key}`, title, you, at: Date.now() });
  if (carries()) import("./games.js").then(({ inStep }) => inStep(new URL("..", location.href).href)).catch(() => {}); // the list goes along when the server is there again
}

element.addEventListener("again", (event) => location.assign(/** @type {CustomEvent} */ (event).detail));
let isKnown = false;
element.addEventListener("told", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.kind !== "update" || isKnown) return;
  isKnown = true;
  remember();
  if (new URLSearchParams(location.search).has("replay")) /** @type {HTMLElement} */ (element.root.querySelector(".replay")).click();
});
element.toggleAttribute("plain", new URLSearchParams(location.search).has("plain"));
sit(element, link, { name: localStorage.getItem("wargame-name") ?? "", poll: new URLSearchParams(location.search).has("poll"), renew: sitter?.call ? null : renew, entitle: (words) => (document.title = words), address, sitter });
