// Sitting down at a table of a server, from a page of any site that the server knows.

import { read } from "./links.js";
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
 * given the words that a page may have for its title.
 * @param {HTMLElement} element
 * @param {string} link
 * @param {{ name?: string, poll?: boolean, renew?: (() => void) | null, entitle?: ((words: string) => void) | null }} more
 */
export function sit(element, link, { name = "", poll = false, renew = null, entitle = null } = {}) {
  const { at, key, table } = read(link);
  const start = (transport) => /** @type {import("./table.js").WargameTable} */ (element).start({
    transport,
    sheets: sheetsOf(at),
    hello: { table, key, name },
    record: () => download(at, key, "record.jsonl", `${table}.jsonl`),
    packet: () => download(at, key, "packet.html", `${table}.html`),
    renew,
    entitle,
    home: (other) => `${at.slice(0, at.lastIndexOf("/") + 1)}${other}#${key}`,
  });
  if (poll) return start(new PollTransport(at, key));
  const line = new SocketTransport(`${at.replace(/^http/, "ws")}/socket`);
  line.onblocked = () => {
    line.close();
    start(new PollTransport(at, key));
  };
  return start(line);
}

/**
 * The link that is good instead of one that was sent, and whether somebody else has taken its seat. Who opens the link of
 * a seat first gets a key of their own, drawn here and kept before it is sent, so that a lost answer loses no seat; with
 * `renew` the key before is void.
 */
export async function own(link, renew = false) {
  const { at, key } = read(link);
  const drawn = JSON.parse(localStorage.getItem("wargame-keys") ?? "{}");
  const fresh = (!renew && drawn[key]) || btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))).replaceAll("+", "-").replaceAll("/", "_");
  localStorage.setItem("wargame-keys", JSON.stringify({ ...drawn, [key]: fresh }));
  const headers = { Authorization: `Bearer ${key}` };
  try {
    const answer = await fetch(`${at}/key`, { method: "POST", headers, body: JSON.stringify({ key: fresh, renew }) });
    const given = answer.ok ? await answer.json() : { key, taken: false };
    if (given.key !== fresh) localStorage.setItem("wargame-keys", JSON.stringify(drawn));
    return { link: `${at}#${given.key}`, taken: given.taken };
  } catch {
    return { link: `${at}#${drawn[key] ?? key}`, taken: false }; // no server now: the line comes back with the same key
  }
}
