// The table of a page without a server: Python runs here, beside the page, and every row is kept before it is told.

import { changeTable, keepNote, keepRow, rowsOf, tableOf } from "./kept.js";

const PAUSE = 150; // milliseconds that a bot's choice takes at least, so that people can follow
const others = new BroadcastChannel("wargame-tables");
let id = "";
let table = null;
let seat = "";
let queue = Promise.resolve();
let module = null;
let broken = false;
const facts = [navigator.userAgent]; // for whoever mends what fails

/** What went wrong, where (`WORDS` of failure.js), and in which file. */
class Failure extends Error {
  constructor(at, name, cause) {
    super(String(cause?.message ?? cause));
    this.at = at;
    this.name = name;
    this.cause = cause;
  }
}

const progress = (text) => postMessage({ progress: text });

/** One task after the other. What fails is told once: Python may have stopped halfway, so that nothing may follow. */
const inOrder = (at, task) => (queue = queue.then(() => broken || task()).catch((problem) => tell(at, problem)));

/** Says of what goes wrong in `work` where that was. */
async function during(at, name, work) {
  try {
    return await work();
  } catch (problem) {
    throw problem instanceof Failure ? problem : new Failure(at, name, problem);
  }
}

function tell(here, problem) {
  broken = true;
  const { at, name, cause } = /** @type {any} */ (problem instanceof Failure ? problem : new Failure(here, "", problem));
  const details = [`${at} ${name}`.trim(), ...facts, String(cause?.stack ?? cause)].join("\n");
  postMessage({ broken: { at, name, said: cause?.type ? refusal() : "", details } });
}

/** The sentence of what Python raised last (an error of Pyodide has a type), unless it is a mistake of a program. */
function refusal() {
  try {
    return module.refusal();
  } catch {
    return "";
  }
}

const fetched = (name) => during("file", name, async () => {
  const answer = await fetch(`../${name}`);
  if (!answer.ok) throw new Error(`${name} does not come (${answer.status})`);
  return answer;
});
const bytesOf = async (name) => during("file", name, async () => (await fetched(name)).arrayBuffer());
const kept = (work) => during("kept", "", work);

async function python() {
  if (typeof WebAssembly !== "object") throw new Failure("wasm", "", "there is no WebAssembly");
  const site = await during("file", "site.json", async () => (await fetched("site.json")).json());
  facts.push(`Pyodide ${site.pyodide}`);
  progress("Loading Python: seven megabytes, once …");
  const started = during("python", "", async () => {
    const { loadPyodide } = await import("../pyodide/pyodide.mjs");
    return loadPyodide({ indexURL: new URL("../pyodide/", import.meta.url).href });
  });
  const names = site.wheels.map((name) => `python/${name}`).concat(site.own ? [site.own] : []);
  const [pyodide, ...archives] = await Promise.all([started, ...names.map(bytesOf)]);
  progress("Unpacking the games …");
  for (const [n, archive] of archives.entries()) await during("wheel", names[n], () => pyodide.unpackArchive(archive, names[n] === site.own ? "zip" : "wheel"));
  progress("Reading the rules …");
  module = await during("rules", "", () => pyodide.pyimport("wargame_table.local"));
}

async function open(wanted) {
  id = wanted;
  const [known, rows] = await Promise.all([kept(() => tableOf(id)), kept(() => rowsOf(id)), python()]);
  if (!known) throw new Failure("gone", "", "there is no such game in this browser");
  facts.push(`${known.game}, ${known.scenario}, ${rows.length} choices`);
  progress(rows.length ? "Playing the game again up to here …" : "Setting up …");
  if (!known.opening && known.record) {
    progress("Playing the record again …");
    const made = await during("record", "", () => JSON.parse(module.table_of_record(known.record, known.game)));
    for (const row of made.rows) await kept(() => keepRow(id, row));
    rows.push(...made.rows);
    known.opening = made.opening;
    await kept(() => changeTable(id, () => ({ opening: made.opening, record: undefined })));
  } else if (!known.opening) {
    known.opening = module.new_opening(JSON.stringify({ game: known.game, scenario: known.scenario, options: known.options, bots: known.bots, lesson: known.lesson }));
    await kept(() => changeTable(id, () => ({ opening: known.opening })));
  }
  table = await during(rows.length ? "replay" : "game", "", () => module.BrowserTable(known.opening, JSON.stringify(rows)));
  postMessage({ state: "open" });
}

const told = (messages) => messages.forEach((message) => postMessage({ hear: message }));

/** Keep what has to be kept, then tell. False when it could not be kept: then nothing has happened. */
async function settle(answer, said = "") {
  const { out, row, failed } = JSON.parse(answer);
  if (failed) postMessage({ stumbled: { ...failed, details: [...facts, failed.details].join("\n") } });
  if (row) {
    try {
      await keepRow(id, row);
    } catch (problem) {
      const text = problem.name === "ConstraintError" ? "Another window has chosen already: the game has moved on." : `This browser cannot save the game now (${problem.message}); it has saved everything before.`;
      told(JSON.parse(table.restart_from(JSON.stringify(await rowsOf(id)), said, text)));
      return false;
    }
    others.postMessage({ table: id, n: row.n });
    out.push(...JSON.parse(table.confirm_row()));
  }
  told(out);
  return true;
}

async function hear(message) {
  const said = JSON.stringify(message);
  if (message.kind === "hello") seat = message.key;
  if (message.kind === "note") await kept(() => keepNote(id, seat, message.text));
  if (await settle(table.hear(said), said)) inOrder("bot", bots);
  if (message.kind === "hello") told([{ kind: "note", text: (await kept(() => tableOf(id)))?.notes?.[seat] ?? "" }]);
}

/** One choice of a bot; others, and what people say, take turns with it. */
async function bots() {
  const began = performance.now();
  const answer = table.think();
  if (!answer) return;
  await new Promise((after) => setTimeout(after, Math.max(0, PAUSE - (performance.now() - began))));
  if (await settle(answer)) inOrder("bot", bots);
}

async function follow({ table: moved }) {
  if (moved !== id || !table) return;
  told(JSON.parse(table.catch_up(JSON.stringify(await rowsOf(id)))));
  inOrder("bot", bots);
}

others.onmessage = ({ data }) => inOrder("answer", () => follow(data));
onmessage = ({ data }) => {
  if (data.open) inOrder("game", () => open(data.open));
  else if (data.say) inOrder(data.say.kind === "act" ? "choice" : "answer", () => hear(data.say));
  else if (data.ask) inOrder("answer", () => postMessage({ answer: data.ask, value: table[data.what](...data.given) }));
};
