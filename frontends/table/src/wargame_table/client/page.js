// The page of a table: its key stands after the # of the address, and never leaves this page but in the first message.

import { SocketTransport } from "./socket.js";
import { PollTransport } from "./poll.js";
import "./table.js";

const table = location.pathname.split("/").pop();
if (!location.hash) location.hash = own(table) ?? ""; // a link from elsewhere, which says only that it is one's turn
const key = location.hash.slice(1);
const element = /** @type {import("./table.js").WargameTable} */ (document.querySelector("wargame-table"));
const address = new URL(`/t/${table}/socket`, location.href);
address.protocol = address.protocol.replace("http", "ws");
address.hash = "";

const sheets = {
  sheet: async (digest) => (await fetch(`/t/${table}/sheet/${digest}.json`)).json(),
  picture: async (digest, theme) => (await fetch(`/t/${table}/sheet/${digest}.svg?theme=${theme}`)).text(),
};

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
element.start({ transport, sheets, record, packet, hello: { table, key, name: localStorage.getItem("wargame-name") ?? "" } });
if (transport instanceof SocketTransport) transport.onblocked = () => location.replace(`?poll#${key}`); // a network that lets no web socket through
const kept = setInterval(() => element.state.welcome && (clearInterval(kept), remember()), 500);
