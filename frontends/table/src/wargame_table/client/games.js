// My games: how each stands whose link this browser keeps. One secret link carries the list to another device,
// where both keep in step: the server holds it locked by the secret, which stands behind the # and never goes there.

import { asks } from "./agreements.js";
import { MOST, SECRET, TABLES, carries, keptTables, mergedTables } from "./kept_games.js";
import { proof } from "./person.js";
import { listedNames, opposed, phrase } from "./phrases.js";

/** The tables to ask for, the latest first, and each with its id and key. @param {Record<string, import("./kept_games.js").Kept>} tables */
export function tablesAsked(tables) {
  const rows = Object.entries(tables).filter(([, table]) => !table.gone).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  return rows.map(([name, table]) => ({ name, ...table, table: name.split(" ")[0], key: table.link.split("#")[1] ?? "" }));
}

/** Games as one link hands them to somebody, behind its `#take=`. @param {{ link: string, title: string, seat: string }[]} games */
export const toHand = (games) => encodeURIComponent(JSON.stringify(games.map(({ link, title, seat }) => [link, title, seat])));

/** The games that such a link hands over, by name. @param {string} givenLinks @returns {Record<string, import("./kept_games.js").Kept>} */
export function handed(givenLinks, timeNow = Date.now()) {
  const rows = JSON.parse(decodeURIComponent(givenLinks));
  return Object.fromEntries(rows.map(([link, title, you]) => [`${link.split("#")[0].split("/").at(-1)} ${you}`, { link, title, you, at: timeNow }]));
}

/** Whether a game waits for a choice of mine, or for a yes or no. */
export const waits = (standing) => Boolean(standing?.yours || standing?.offer);

/** In which order they stand: what waits for me, the longest first; then what goes on; then what is over. */
export function ordered(rows) {
  const rank = ({ told }) => (waits(told) ? 0 : told?.over ? 2 : 1);
  const time = ({ told, at }) => (told?.since ?? 0) * 1000 || at;
  return [...rows].sort((a, b) => rank(a) - rank(b) || (rank(a) ? time(b) - time(a) : time(a) - time(b)));
}

/** What a row says: whose turn, against whom, what happened last. */
export function words({ told, title, you }) {
  if (!told || told.gone) return { head: `${title}: ${you}`, turn: told?.gone ?? "", last: "" };
  const side = (seat) => told.seats.find((row) => row.seat === seat)?.title ?? seat;
  const nameOfSeat = (row) => (row.bot ? phrase("theBot", { bot: row.bot }) : row.name ?? row.title);
  const otherSeats = told.seats.filter(({ seat }) => seat !== told.you).map(nameOfSeat);
  const isSeated = told.seats.some(({ seat }) => seat === told.you);
  const head = `${title}${told.scenario && !title.includes(told.scenario) ? `, ${told.scenario}` : ""}: ${isSeated ? phrase("against", { one: side(told.you), other: otherSeats.join(", ") }) : opposed(told.seats.map((row) => `${row.title}, ${nameOfSeat(row)}`))}`;
  const waited = told.seats.filter(({ seat }) => told.waiting.includes(seat)).map(nameOfSeat);
  const offered = told.offer && `${nameOfSeat(told.seats.find(({ seat }) => seat === told.offer.seat))} ${asks(told.offer.what)}`;
  const turn = offered ? [told.yours && phrase("yourTurn"), offered].filter(Boolean).join(" · ") : told.over ? phrase("overWith", { text: told.over.text }) : told.yours ? phrase("yourTurn") : waited.length ? phrase("waitingFor", { who: listedNames(waited) }) : "";
  return { head, turn, last: told.over ? "" : told.last };
}

const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const digest = async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** Whether the browser lets this page lock a list: only where nobody can read on the way. */
export const locks = () => Boolean(globalThis.crypto?.subtle);

/** The list as the server may hold it. */
export async function lock(secret, tables) {
  const initialBytes = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: initialBytes }, await lockOf(secret), new TextEncoder().encode(JSON.stringify(tables)));
  return base64([...initialBytes, ...new Uint8Array(sealed)]);
}

export async function unlock(secret, text) {
  const bytes = bytesOf(text);
  const decrypted = await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytes.slice(0, 12) }, await lockOf(secret), bytes.slice(12));
  return JSON.parse(new TextDecoder().decode(decrypted));
}

/** The name of the list for the server, from which nobody comes back to the secret. */
export const nameOf = async (secret) => base64(await digest(`wargame list name ${secret}`));

async function lockOf(secret) {
  return crypto.subtle.importKey("raw", await digest(`wargame list lock ${secret}`), "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** The secret of the list, drawn now if there is none. */
export function secret() {
  const keptSecret = localStorage.getItem(SECRET);
  if (keptSecret) return keptSecret;
  const drawnSecret = base64(crypto.getRandomValues(new Uint8Array(24)));
  localStorage.setItem(SECRET, drawnSecret);
  return drawnSecret;
}

/** This browser takes part in another device's list from now on. */
export function join(otherSecret) {
  localStorage.setItem(SECRET, otherSecret);
}

/** This browser keeps its list for itself again. */
export function leave() {
  localStorage.removeItem(SECRET);
}

/** Bring this browser and the server's copy together; `homeAddress` is where the server's pages are. Nothing where the list is not carried. */
export async function inStep(homeAddress) {
  if (!carries() || !locks()) return;
  const ownSecret = secret();
  const headers = { Authorization: `Bearer ${await nameOf(ownSecret)}`, "Content-Type": "application/json" };
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answer = await fetch(new URL("list", homeAddress), { headers });
    if (!answer.ok) return;
    const { version, body } = await answer.json();
    const tablesThere = body ? await unlock(ownSecret, body) : {};
    const tablesOfBoth = mergedTables(keptTables(), tablesThere);
    localStorage.setItem(TABLES, JSON.stringify(tablesOfBoth));
    if (isSameList(tablesOfBoth, tablesThere)) return;
    const reply = await fetch(new URL("list", homeAddress), { method: "POST", headers, body: JSON.stringify({ version, body: await lock(ownSecret, tablesOfBoth) }) });
    if (reply.ok || (await reply.json()).code !== "stale") return;
  }
}

function isSameList(ownList, otherList) {
  const text = (tables) => JSON.stringify(Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1)));
  return text(ownList) === text(otherList);
}

/** A request about games: their tables and keys, and who asks. @param {string} homeAddress @param {{ table: string, key: string }[]} rows */
export async function withProof(homeAddress, rows) {
  const person = await proof(homeAddress);
  return { tables: rows.map(({ table, key }) => ({ table, key })), ...(person ? { person } : {}) };
}

/** How the games stand, as the server tells whoever has their keys. @param {string} homeAddress */
export async function standingOfTables(homeAddress) {
  const rows = tablesAsked(keptTables());
  if (!rows.length) return [];
  const rowsWithProof = await withProof(homeAddress, rows);
  const answer = await fetch(new URL("mine", homeAddress), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(rowsWithProof) });
  const reply = answer.ok ? (await answer.json()).tables : [];
  return ordered(rows.map((row, number) => ({ ...row, told: reply[number] })));
}
