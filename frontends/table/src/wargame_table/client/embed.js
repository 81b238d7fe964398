// Sitting down at a table of a server, from a page of any site that the server knows.

import { read } from "./links.js";
import { CallRefused, call, changeSigner, device, drawnKey, dropKey, labelOf, sitterOf } from "./person.js";
import { speak } from "./phrases.js";
import { SocketTransport } from "./socket.js";
import "./table.js";

export { read, speak };

/** Printed sheets and their pictures, from the server of a table. */
const sheetsOf = (tableAddress) => ({
  sheet: async (digest) => (await fetch(`${tableAddress}/sheet/${digest}.json`)).json(),
  picture: async (digest, theme) => (await fetch(`${tableAddress}/sheet/${digest}.svg?theme=${theme}`)).text(),
});

/** The address at which anybody may read the turn that is read here. */
async function sharedFiles(tableAddress, key) {
  const answer = await fetch(`${tableAddress}/turn`, { method: "POST", headers: { Authorization: `Bearer ${key}` } });
  const reply = await answer.json();
  if (!answer.ok) throw new Error(reply.text);
  return { page: new URL(reply.page, tableAddress).href, picture: new URL(reply.picture, tableAddress).href };
}

async function download(tableAddress, key, path, name) {
  const answer = await fetch(`${tableAddress}/${path}`, { headers: { Authorization: `Bearer ${key}` } });
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
  const startTable = (transport) => /** @type {import("./table.js").WargameTable} */ (element).start({
    transport,
    sheets: sheetsOf(at),
    hello: { table, key, name },
    record: () => download(at, key, "record.jsonl", `${table}.jsonl`),
    packet: () => download(at, key, "packet.html", `${table}.html`),
    share: () => sharedFiles(at, key),
    renew,
    entitle,
    sitter,
    home: (otherTable) => `${at.slice(0, at.lastIndexOf("/") + 1)}${otherTable}#${read(address).key}`,
  });
  const startPolling = () => import("./polling.js").then(({ PollTransport }) => startTable(new PollTransport(at, key)));
  if (poll) return startPolling();
  const line = new SocketTransport(`${at.replace(/^http/, "ws")}/socket`);
  line.onblocked = () => {
    line.close();
    startPolling();
  };
  return startTable(line);
}

/**
 * The link that is good instead of one that was sent, and whether somebody else has taken its seat (`taken`). `address` is
 * what may stand in the address of the page, and `sitter` is for `sit`. The key of this device takes the seat where it
 * can sign; else one is a guest. With `renew` a guest's key before is void.
 */
export async function own(link, renew = false) {
  const browserDevice = renew ? null : await device();
  if (!browserDevice) return (await import("./guest.js")).asGuest(link, renew);
  const { at, key, table } = read(link);
  const homeAddress = at.slice(0, at.lastIndexOf("t/"));
  const [keptName, freshKey] = [`wargame-session ${table} ${key}`, drawnKey()];
  const askOfDevice = (kind, fields) => call(browserDevice, homeAddress, kind, fields);
  const sitter = (opens, takenSeat = "") => sitterOf(at, opens, table, takenSeat, askOfDevice, changeSigner(browserDevice, table));
  try {
    const reply = await call(browserDevice, homeAddress, "sit", { table, key: freshKey, label: labelOf() }, key);
    sessionStorage.setItem(keptName, freshKey);
    return { link: `${at}#${freshKey}`, address: link, taken: reply.taken, sitter: sitter(freshKey, reply.taken ? reply.seat : "") };
  } catch (problem) {
    if (problem instanceof CallRefused && problem.code === "revoked") return (await dropKey(), own(link));
    if (problem instanceof CallRefused && ["wrong_key", "unknown_table"].includes(problem.code)) return { link, address: link, taken: false, sitter: null };
    if (!(problem instanceof TypeError)) return (await import("./guest.js")).asGuest(link);
    const opens = sessionStorage.getItem(keptName) ?? key;
    return { link: `${at}#${opens}`, address: link, taken: false, sitter: sitter(opens) }; // no server now
  }
}
