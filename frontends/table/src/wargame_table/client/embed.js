// Sitting down at a table of a server, from a page of any site that the server knows.

import { read } from "./links.js";
import { CallRefused, call, changeSigner, device, drawnKey, dropKey, labelOf, sitterOf } from "./person.js";
import { speak } from "./phrases.js";
import { SocketTransport } from "./socket.js";
import "./table.js";

export { read, speak };

/** Printed sheets and their pictures, from the server of a table. */
const sheetsOf = (at) => ({
  sheet: async (digest) => (await fetch(`${at}/sheet/${digest}.json`)).json(),
  picture: async (digest, theme) => (await fetch(`${at}/sheet/${digest}.svg?theme=${theme}`)).text(),
});

/** The address at which anybody may read the turn that is read here. */
async function shared(at, key) {
  const answer = await fetch(`${at}/turn`, { method: "POST", headers: { Authorization: `Bearer ${key}` } });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.text);
  return { page: new URL(told.page, at).href, picture: new URL(told.picture, at).href };
}

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
    share: () => shared(at, key),
    renew,
    entitle,
    sitter,
    home: (other) => `${at.slice(0, at.lastIndexOf("/") + 1)}${other}#${read(address).key}`,
  });
  const startPolling = () => import("./polling.js").then(({ PollTransport }) => start(new PollTransport(at, key)));
  if (poll) return startPolling();
  const line = new SocketTransport(`${at.replace(/^http/, "ws")}/socket`);
  line.onblocked = () => {
    line.close();
    startPolling();
  };
  return start(line);
}

/**
 * The link that is good instead of one that was sent, and whether somebody else has taken its seat (`taken`). `address` is
 * what may stand in the address of the page, and `sitter` is for `sit`. The key of this device takes the seat where it
 * can sign; else one is a guest. With `renew` a guest's key before is void.
 */
export async function own(link, renew = false) {
  const by = renew ? null : await device();
  if (!by) return (await import("./guest.js")).asGuest(link, renew);
  const { at, key, table } = read(link);
  const home = at.slice(0, at.lastIndexOf("t/"));
  const [kept, fresh] = [`wargame-session ${table} ${key}`, drawnKey()];
  const asked = (kind, fields) => call(by, home, kind, fields);
  const sitter = (opens, taken = "") => sitterOf(at, opens, table, taken, asked, changeSigner(by, table));
  try {
    const told = await call(by, home, "sit", { table, key: fresh, label: labelOf() }, key);
    sessionStorage.setItem(kept, fresh);
    return { link: `${at}#${fresh}`, address: link, taken: told.taken, sitter: sitter(fresh, told.taken ? told.seat : "") };
  } catch (problem) {
    if (problem instanceof CallRefused && problem.code === "revoked") return (await dropKey(), own(link));
    if (problem instanceof CallRefused && ["wrong_key", "unknown_table"].includes(problem.code)) return { link, address: link, taken: false, sitter: null };
    if (!(problem instanceof TypeError)) return (await import("./guest.js")).asGuest(link);
    const opens = sessionStorage.getItem(kept) ?? key;
    return { link: `${at}#${opens}`, address: link, taken: false, sitter: sitter(opens) }; // no server now
  }
}
