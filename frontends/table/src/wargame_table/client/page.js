// The page of a table: its key stands after the # of the address, and never leaves this page but in the first message.

import { SocketTransport } from "./socket.js";
import { PollTransport } from "./poll.js";
import "./table.js";

const table = location.pathname.split("/").pop();
if (!location.hash) location.hash = own(table) ?? ""; // a link from elsewhere, which says only that it is one's turn
const { key, taken } = await owned(location.hash.slice(1));
if (`#${key}` !== location.hash) history.replaceState(null, "", `#${key}`);
const element = /** @type {import("./table.js").WargameTable} */ (document.querySelector("wargame-table"));
const address = new URL(`/t/${table}/socket`, location.href);
address.protocol = address.protocol.replace("http", "ws");
address.hash = "";

const sheets = {
  sheet: async (digest) => (await fetch(`/t/${table}/sheet/${digest}.json`)).json(),
  picture: async (digest, theme) => (await fetch(`/t/${table}/sheet/${digest}.svg?theme=${theme}`)).text(),
};

/**
 * The key that is good for a link, and whether somebody else has taken its seat. Who opens the link of a seat first gets
 * a key of their own, drawn here and kept before it is sent, so that a lost answer loses no seat.
 */
async function owned(link, renew = false) {
  const drawn = JSON.parse(localStorage.getItem("wargame-keys") ?? "{}");
  const fresh = (!renew && drawn[link]) || btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))).replaceAll("+", "-").replaceAll("/", "_");
  localStorage.setItem("wargame-keys", JSON.stringify({ ...drawn, [link]: fresh }));
  const headers = { Authorization: `Bearer ${link}` };
  try {
    const answer = await fetch(`/t/${table}/key`, { method: "POST", headers, body: JSON.stringify({ key: fresh, renew }) });
    const given = answer.ok ? await answer.json() : { key: link, taken: false };
    if (given.key !== fresh) localStorage.setItem("wargame-keys", JSON.stringify(drawn));
    return given;
  } catch {
    return { key: drawn[link] ?? link, taken: false }; // no server now: the line comes back with the same key
  }
}

async function renew() {
  const fresh = await owned(key, true);
  history.replaceState(null, "", `#${fresh.key}`);
  location.reload();
}

const record = () => download("record.jsonl", `${table}.jsonl`);
const packet = () => download("packet.html", `${table}.html`);

async function download(path, name) {
  const answer = await fetch(`/t/${table}/${path}`, { headers: { Authorization: `Bearer ${key}` } });
  if (!answer.ok) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The key of this table that was used in this browser last. */
function own(table) {
  const links = Object.entries(JSON.parse(localStorage.getItem("wargame-tables") ?? "{}")).filter(([name]) => name.startsWith(`${table} `));
  return links.sort(([, a], [, b]) => b.at - a.at)[0]?.[1].link.split("#")[1];
}

function remember() {
  const own = JSON.parse(localStorage.getItem("wargame-tables") ?? "{}");
  const { you, title } = element.state.welcome;
  own[`${table} ${you}`] = { link: `/t/${table}#${key}`, title, you, at: Date.now() };
  localStorage.setItem("wargame-tables", JSON.stringify(own));
}

const plain = new URLSearchParams(location.search).has("poll");
const transport = plain ? new PollTransport(`/t/${table}`, key) : new SocketTransport(address);
element.start({ transport, sheets, record, packet, renew, hello: { table, key, name: localStorage.getItem("wargame-name") ?? "" } });
if (transport instanceof SocketTransport) transport.onblocked = () => location.replace(`?poll#${key}`); // a network that lets no web socket through
const kept = setInterval(() => element.state.welcome && (clearInterval(kept), remember(), taken && element.ask.say("Somebody has taken this seat: the link only watches.", "taken")), 500);
