// The table of a page without a server: Python runs here, beside the page, and every row is kept before it is told.

import { changeTable, keepNote, keepRow, rowsOf, tableOf } from "./kept.js";

const PAUSE = 150; // milliseconds that a bot's choice takes at least, so that people can follow
const otherTabs = new BroadcastChannel("wargame-tables");
let id = "";
let table = null;
let seat = "";
let queue = Promise.resolve();
let module = null;
let hasBroken = false;
const facts = [navigator.userAgent]; // for whoever mends what fails

/** What went wrong, where (`WORDS` of failure.js), and in which file. */
class Failure extends Error {
  constructor(failedStep, name, cause) {
    super(String(cause?.message ?? cause));
    this.at = failedStep;
    this.name = name;
    this.cause = cause;
  }
}

const progress = (text) => postMessage({ progress: text });

/** One task after the other. What fails is told once: Python may have stopped halfway, so that nothing may follow. */
const inOrder = (failedStep, task) => (queue = queue.then(() => hasBroken || task()).catch((problem) => tellFailure(failedStep, problem)));

/** Says of what goes wrong in `work` where that was. */
async function during(failedStep, name, work) {
  try {
    return await work();
  } catch (problem) {
    throw problem instanceof Failure ? problem : new Failure(failedStep, name, problem);
  }
}

function tellFailure(stepOfFailure, problem) {
  hasBroken = true;
  const { at, name, cause } = /** @type {any} */ (problem instanceof Failure ? problem : new Failure(stepOfFailure, "", problem));
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
const readKept = (work) => during("kept", "", work);

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
  for (const [archiveNumber, archive] of archives.entries()) await during("wheel", names[archiveNumber], () => pyodide.unpackArchive(archive, names[archiveNumber] === site.own ? "zip" : "wheel"));
  progress("Reading the rules …");
  module = await during("rules", "", () => pyodide.pyimport("wargame_table.local"));
}

async function openTable(tableId) {
  id = tableId;
  const [keptTable, rows] = await Promise.all([readKept(() => tableOf(id)), readKept(() => rowsOf(id)), python()]);
  if (!keptTable) throw new Failure("gone", "", "there is no such game in this browser");
  facts.push(`${keptTable.game}, ${keptTable.scenario}, ${rows.length} choices`);
  progress(rows.length ? "Playing the game again up to here …" : "Setting up …");
  if (!keptTable.opening && keptTable.record) {
    progress("Playing the record again …");
    const madeTable = await during("record", "", () => JSON.parse(module.table_of_record(keptTable.record, keptTable.game)));
    for (const row of madeTable.rows) await readKept(() => keepRow(id, row));
    rows.push(...madeTable.rows);
    keptTable.opening = madeTable.opening;
    await readKept(() => changeTable(id, () => ({ opening: madeTable.opening, record: undefined })));
  } else if (!keptTable.opening) {
    keptTable.opening = module.new_opening(JSON.stringify({ game: keptTable.game, scenario: keptTable.scenario, options: keptTable.options, bots: keptTable.bots, lesson: keptTable.lesson }));
    await readKept(() => changeTable(id, () => ({ opening: keptTable.opening })));
  }
  table = await during(rows.length ? "replay" : "game", "", () => module.BrowserTable(keptTable.opening, JSON.stringify(rows)));
  postMessage({ state: "open" });
}

const postMessages = (messages) => messages.forEach((message) => postMessage({ hear: message }));

/** Keep what has to be kept, then tell. False when it could not be kept: then nothing has happened. */
async function settleAnswer(answer, sentText = "") {
  const { out, row, failed } = JSON.parse(answer);
  if (failed) postMessage({ stumbled: { ...failed, details: [...facts, failed.details].join("\n") } });
  if (row) {
    try {
      await keepRow(id, row);
    } catch (problem) {
      const text = problem.name === "ConstraintError" ? "Another window has chosen already: the game has moved on." : `This browser cannot save the game now (${problem.message}); it has saved everything before.`;
      postMessages(JSON.parse(table.restart_from(JSON.stringify(await rowsOf(id)), sentText, text)));
      return false;
    }
    otherTabs.postMessage({ table: id, n: row.n });
    out.push(...JSON.parse(table.confirm_row()));
  }
  postMessages(out);
  return true;
}

async function hearMessage(message) {
  const sentText = JSON.stringify(message);
  if (message.kind === "hello") seat = message.key;
  if (message.kind === "note") await readKept(() => keepNote(id, seat, message.text));
  if (await settleAnswer(table.hear(sentText), sentText)) inOrder("bot", bots);
  if (message.kind === "hello") postMessages([{ kind: "note", text: (await readKept(() => tableOf(id)))?.notes?.[seat] ?? "" }]);
}

/** One choice of a bot; others, and what people say, take turns with it. */
async function bots() {
  const began = performance.now();
  const answer = table.think();
  if (!answer) return;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, PAUSE - (performance.now() - began))));
  if (await settleAnswer(answer)) inOrder("bot", bots);
}

async function followMove({ table: movedTable }) {
  if (movedTable !== id || !table) return;
  postMessages(JSON.parse(table.catch_up(JSON.stringify(await rowsOf(id)))));
  inOrder("bot", bots);
}

otherTabs.onmessage = ({ data }) => inOrder("answer", () => followMove(data));
onmessage = ({ data }) => {
  if (data.open) inOrder("game", () => openTable(data.open));
  else if (data.say) inOrder(data.say.kind === "act" ? "choice" : "answer", () => hearMessage(data.say));
  else if (data.ask) inOrder("answer", () => postMessage({ answer: data.ask, value: table[data.what](...data.given) }));
};
