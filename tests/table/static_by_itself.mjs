// What a person reads when something fails in the worker: `node static_by_itself.mjs FOLDER` runs the site's own modules among a
// few stubs, lets one thing after the other fail, and prints for each what the worker told and what the page makes of it.

const folder = process.argv[2];
const { words } = await import(`${folder}/static/failure.js`);
const mistake = (type = "ZeroDivisionError") => Object.assign(new Error(`Traceback (most recent call last):\n  File "x.py"\n${type}: no`), { type });
const answer = (more = {}) => JSON.stringify({ out: [{ kind: "update" }], ...more });
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "node" }, configurable: true });
const webAssembly = globalThis.WebAssembly;

let fails = "";
const failing = (what, problem = mistake()) => {
  if (fails === what) throw problem;
};

const table = {
  hear: (text) => (failing("choice"), failing("welcome"), answer(JSON.parse(text).kind === "act" ? { row: { n: 0 } } : {})),
  think: () => (failing("bot"), fails === "stumble" ? ((fails = ""), answer({ failed: { seat: "red", bot: "normal", details: "Traceback" } })) : ""),
  confirm_row: () => "[]",
  picture: () => failing("picture"),
};
const module = {
  refusal: () => (fails === "record" ? "this record does not contain the seed of its dice" : ""),
  table_of_record: () => failing("record", mistake("RecordError")),
  new_opening: () => (failing("game"), "{}"),
  BrowserTable: () => (failing("replay"), table),
};

Object.assign(globalThis, {
  loadPyodide: async () => {
    failing("python", new Error("out of memory"));
    return { unpackArchive: () => failing("wheel", mistake("BadZipFile")), pyimport: () => (failing("rules"), module) };
  },
  tableOf: async () => (failing("kept", new Error("access denied")), fails === "gone" ? undefined : { game: "toy", scenario: "first", bots: {}, ...(fails === "record" ? { record: "{}" } : {}), ...(fails === "replay" ? { opening: "{}" } : {}) }),
  rowsOf: async () => (fails === "replay" ? [{ n: 0 }] : []),
  fetch: async (address) => {
    failing("network", new TypeError("Failed to fetch"));
    if (fails === "file" && address.endsWith(".whl")) return new Response("", { status: 404 });
    return new Response(address.endsWith(".json") ? JSON.stringify({ wheels: ["games-1-py3-none-any.whl"], pyodide: "314.0.7", own: null }) : "bytes");
  },
});

const SAID = { choice: { say: { kind: "act" } }, picture: { ask: 1, what: "picture", given: [] } };
const told = {};
for (const what of process.argv.slice(3)) {
  fails = what === "welcome" ? "" : what;
  const messages = [];
  globalThis.onmessage = null; // a name that a module may set
  globalThis.postMessage = (message) => messages.push(message);
  globalThis.WebAssembly = what === "wasm" ? undefined : webAssembly;
  if (what === "choice" || what === "picture" || what === "bot" || what === "stumble") fails = "";
  await import(`${folder}/static/worker.js?${what}`);
  const settled = async () => {
    for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve));
  };
  globalThis.onmessage({ data: { open: "t" } });
  await settled();
  fails = what;
  globalThis.onmessage({ data: SAID[what] ?? { say: { kind: "hello", key: "red" } } });
  await new Promise((resolve) => setTimeout(resolve, what === "stumble" ? 200 : 0));
  await settled();
  const before = messages.length;
  globalThis.onmessage({ data: { say: { kind: "ping" } } });
  await settled();
  const { broken } = messages.find((message) => message.broken) ?? {};
  told[what] = { broken, words: broken && words(broken), stumbled: messages.find((message) => message.stumbled)?.stumbled, hearsNothing: messages.length === before };
}
console.log(JSON.stringify(told));
process.exit(0);
