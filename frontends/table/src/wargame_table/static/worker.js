// The table of a page without a server: Python runs here, beside the page, and every row is kept before it is told.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { changeTable, keepNote, keepRow, rowsOf, tableOf } from "./kept.js";

const PAUSE = 150; // milliseconds that a bot's choice takes at least, so that people can follow
const others = new BroadcastChannel("wargame-tables");
let id = "";
let table = null;
let seat = "";
let queue = Promise.resolve();

const progress = (text) => postMessage({ progress: text });
const inOrder = (task) => (queue = queue.then(task).catch((problem) => postMessage({ broken: String(problem.message ?? problem) })));
const bytesOf = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} does not come (${answer.status})`);
  return answer.arrayBuffer();
};

async function python() {
  const site = await (await fetch("../site.json")).json();
  progress("Loading Python: seven megabytes, once …");
  const started = loadPyodide({ indexURL: new URL("../pyodide/", import.meta.url).href });
  const wheels = await Promise.all(site.wheels.map((name) => bytesOf(`../python/${name}`)));
  const pyodide = await started;
  progress("Unpacking the games …");
  for (const wheel of wheels) pyodide.unpackArchive(wheel, "wheel");
  if (site.own) pyodide.unpackArchive(await bytesOf(`../${site.own}`), "zip");
  progress("Reading the rules …");
  return pyodide.pyimport("wargame_table.local");
}

async function open(wanted) {
  id = wanted;
  const [kept, rows, module] = await Promise.all([tableOf(id), rowsOf(id), python()]);
  if (!kept) throw new Error("there is no such game in this browser");
  progress(rows.length ? "Playing the game again up to here …" : "Setting up …");
  if (!kept.opening && kept.record) {
    progress("Playing the record again …");
    const made = JSON.parse(module.opened(kept.record, kept.game));
    for (const row of made.rows) await keepRow(id, row);
    rows.push(...made.rows);
    kept.opening = made.opening;
    await changeTable(id, () => ({ opening: made.opening, record: undefined }));
  } else if (!kept.opening) {
    kept.opening = module.new_opening(JSON.stringify({ game: kept.game, scenario: kept.scenario, options: kept.options, bots: kept.bots }));
    await changeTable(id, () => ({ opening: kept.opening }));
  }
  table = module.BrowserTable(kept.opening, JSON.stringify(rows));
  postMessage({ state: "open" });
}

const told = (messages) => messages.forEach((message) => postMessage({ hear: message }));

/** Keep what has to be kept, then tell. False when it could not be kept: then nothing has happened. */
async function settle(answer, said = "") {
  const { out, row } = JSON.parse(answer);
  if (row) {
    try {
      await keepRow(id, row);
    } catch (problem) {
      const text = problem.name === "ConstraintError" ? "Another window has chosen already: the game has moved on." : `This browser cannot save the game now (${problem.message}); it has saved everything before.`;
      told(JSON.parse(table.lost(JSON.stringify(await rowsOf(id)), said, text)));
      return false;
    }
    others.postMessage({ table: id, n: row.n });
    out.push(...JSON.parse(table.kept()));
  }
  told(out);
  return true;
}

async function hear(message) {
  const said = JSON.stringify(message);
  if (message.kind === "hello") seat = message.key;
  if (message.kind === "note") await keepNote(id, seat, message.text);
  if (await settle(table.hear(said), said)) inOrder(bots);
  if (message.kind === "hello") told([{ kind: "note", text: (await tableOf(id)).notes?.[seat] ?? "" }]);
}

/** One choice of a bot; others, and what people say, take turns with it. */
async function bots() {
  const began = performance.now();
  const answer = table.think();
  if (!answer) return;
  await new Promise((after) => setTimeout(after, Math.max(0, PAUSE - (performance.now() - began))));
  if (await settle(answer)) inOrder(bots);
}

async function follow({ table: moved }) {
  if (moved !== id || !table) return;
  told(JSON.parse(table.catch_up(JSON.stringify(await rowsOf(id)))));
  inOrder(bots);
}

others.onmessage = ({ data }) => inOrder(() => follow(data));
onmessage = ({ data }) => {
  if (data.open) inOrder(() => open(data.open));
  else if (data.say) inOrder(() => hear(data.say));
  else if (data.ask) inOrder(() => postMessage({ answer: data.ask, value: table[data.what](...data.given) }));
};
