// Sitting down at a table of a server, from a page of any site that the server knows.

import { read } from "./links.js";
import { CallRefused, call, device, dropKey, labelOf } from "./person.js";
import { PollTransport } from "./polling.js";
import { SocketTransport } from "./socket.js";
import "./table.js";

export { read };

/** Printed sheets and their pictures, from the server of a table. */
const sheetsOf = (at) => ({
  sheet: async (digest) => (await fetch(`${at}/sheet/${digest}.json`)).json(),
  picture: async (digest, theme) => (await fetch(`${at}/sheet/${digest}.svg?theme=${theme}`)).text(),
});

async function download(at, key, path, name) {
  const answer = await fetch(`${at}/${path}`, { headers: { Authorization: `Bearer ${key}` } });
  if (!answer.ok) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Sit down: `element` is a `<wargame-table>`, `link` one of a table with its key (`https://games.example.org/t/ID#KEY`).
 * Where no web socket gets through, plain requests carry the messages; `poll` does so from the beginning. `entitle` is
 * given the words that a page may have for its title; `address` is the page's own where it is not the link, `sitter` what
 * `own` found of who sits there.
 * @param {HTMLElement} element
 * @param {string} link
 * @param {{ name?: string, poll?: boolean, renew?: (() => void) | null, entitle?: ((words: string) => void) | null, address?: string, sitter?: import("./devices.js").Sitter | null }} more
 */
export function sit(element, link, { name = "", poll = false, renew = null, entitle = null, address = link, sitter = null } = {}) {
  const { at, key, table } = read(link);
  const start = (transport) => /** @type {import("./table.js").WargameTable} */ (element).start({
    transport,
    sheets: sheetsOf(at),
    hello: { table, key, name },
    record: () => download(at, key, "record.jsonl", `${table}.jsonl`),
    packet: () => download(at, key, "packet.html", `${table}.html`),
    renew,
    entitle,
    sitter,
    home: (other) => `${at.slice(0, at.lastIndexOf("/") + 1)}${other}#${read(address).key}`,
  });
  if (poll) return start(new PollTransport(at, key));
  const line = new SocketTransport(`${at.replace(/^http/, "ws")}/socket`);
  line.onblocked = () => {
    line.close();
    start(new PollTransport(at, key));
  };
  return start(line);
}

const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
const drawnKey = () => base64(crypto.getRandomValues(new Uint8Array(18)));

/**
 * The link that is good instead of one that was sent, and whether somebody else has taken its seat (`taken`). `address` is
 * what may stand in the address of the page, and `sitter` is for `sit`. The key of this device takes the seat where it
 * can sign; else one is a guest. With `renew` a guest's key before is void.
 */
export async function own(link, renew = false) {
  const by = renew ? null : await device();
  if (!by) return asGuest(link, renew);
  const { at, key, table } = read(link);
  const home = at.slice(0, at.lastIndexOf("t/"));
  const [kept, fresh] = [`wargame-session ${table} ${key}`, drawnKey()];
  try {
    const told = await call(by, home, "sit", { table, key: fresh, label: labelOf() }, key);
    sessionStorage.setItem(kept, fresh);
    const asked = (kind, fields) => call(by, home, kind, fields);
    return { link: `${at}#${fresh}`, address: link, taken: told.taken, sitter: sitterOf(at, fresh, table, told.taken ? told.seat : "", asked) };
  } catch (problem) {
    if (problem instanceof CallRefused && problem.code === "revoked") return (await dropKey(), own(link));
    if (problem instanceof CallRefused && ["wrong_key", "unknown_table"].includes(problem.code)) return { link, address: link, taken: false, sitter: null };
    if (!(problem instanceof TypeError)) return asGuest(link, false);
    return { link: `${at}#${sessionStorage.getItem(kept) ?? key}`, address: link, taken: false, sitter: null }; // no server now
  }
}

/** @returns {import("./devices.js").Sitter} */
function sitterOf(at, key, table, taken, asked) {
  const free = async (seat) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const answer = await fetch(`${at}/free`, { method: "POST", headers, body: JSON.stringify({ seat }) });
    const told = await answer.json();
    if (!answer.ok) throw new CallRefused(told);
    return told.link;
  };
  return { call: asked, free, taken, table };
}

/** A guest who opens the link of a seat first has a key drawn here, kept before it is sent: a lost answer loses no seat. */
async function asGuest(link, renew) {
  const { at, key, table } = read(link);
  const drawn = JSON.parse(localStorage.getItem("wargame-keys") ?? "{}");
  const fresh = (!renew && drawn[key]) || drawnKey();
  localStorage.setItem("wargame-keys", JSON.stringify({ ...drawn, [key]: fresh }));
  const headers = { Authorization: `Bearer ${key}` };
  const answered = (good, taken) => ({ link: `${at}#${good}`, address: `${at}#${good}`, taken: Boolean(taken), sitter: sitterOf(at, good, table, taken, null) });
  try {
    const answer = await fetch(`${at}/key`, { method: "POST", headers, body: JSON.stringify({ key: fresh, renew }) });
    const given = answer.ok ? await answer.json() : { key, taken: false };
    if (given.key !== fresh) localStorage.setItem("wargame-keys", JSON.stringify(drawn));
    return answered(given.key, given.taken ? given.seat : "");
  } catch {
    return answered(drawn[key] ?? key, ""); // no server now: the line comes back with the same key
  }
}
