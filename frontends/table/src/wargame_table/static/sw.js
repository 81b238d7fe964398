// Files of this folder are kept in this browser: pages and client at the first visit, a game when it is opened, the rest
// when a page asks for it. VERSION, POLICY, FILES (by name the digest and the bytes) and FIRST stand before.

const HERE = new URL("./", self.location.href).href;
const SCOPE = new URL(HERE).pathname;
const CACHE = `wargame ${VERSION} ${SCOPE}`;
let takingAll = null;

/** The name of a file of this folder; undefined for what is not in the list. */
function nameOf(url) {
  if (!url.startsWith(HERE)) return undefined;
  const name = url.slice(HERE.length).replace(/[?#].*$/s, "") || "index.html";
  return name in FILES ? name : undefined;
}

async function digestOf(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Keep an answer, if it is the file of this version: a site may be written anew while a page of the old one is open. */
async function keepFile(cache, name, answer) {
  const body = await answer.arrayBuffer();
  if ((await digestOf(body)) !== FILES[name][0]) return false;
  await cache.put(HERE + name, new Response(body, { headers: answer.headers }));
  return true;
}

async function takeFile(cache, name) {
  if (await cache.match(HERE + name)) return true;
  const answer = await fetch(HERE + name, { cache: "no-cache" });
  return answer.ok && keepFile(cache, name, answer);
}

async function formerCaches() {
  return (await caches.keys()).filter((name) => name.startsWith("wargame ") && name !== CACHE && name.endsWith(` ${SCOPE}`));
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  const filesTaken = await Promise.all(FIRST.map((name) => takeFile(cache, name)));
  if (!filesTaken.every(Boolean)) throw new Error("the site is being written anew");
  for (const oldCache of await formerCaches()) { // what was here before is to be here afterwards
    const cacheBefore = await caches.open(oldCache);
    for (const { url } of await cacheBefore.keys()) {
      const name = nameOf(url);
      if (name && !(await keepFile(cache, name, await cacheBefore.match(url)))) await takeFile(cache, name).catch(() => false);
    }
  }
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await formerCaches()) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(HERE)) return;
  event.respondWith(answer(event, request));
});

async function answer(event, request) {
  const cache = await caches.open(CACHE);
  const name = nameOf(request.url);
  const keptAnswer = await cache.match(name ? HERE + name : request);
  if (keptAnswer) return name ? strictAnswer(keptAnswer) : keptAnswer;
  const freshAnswer = await fetch(name ? HERE + name : request, name ? { cache: "no-cache" } : {});
  if (freshAnswer.ok && name) event.waitUntil(keepFile(cache, name, freshAnswer.clone()).catch(() => false));
  else if (freshAnswer.ok && request.url.startsWith(`${HERE}docs/`)) cache.put(request, freshAnswer.clone());
  return name ? strictAnswer(freshAnswer) : freshAnswer;
}

/** The same file under the policy of the pages: a host of plain files sends none for workers. */
function strictAnswer(answerKept) {
  const headers = new Headers(answerKept.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(answerKept.body, { status: answerKept.status, statusText: answerKept.statusText, headers });
}

/** A page asks how many bytes are here, or with `take` for all the rest. */
self.addEventListener("message", (event) => event.waitUntil((async () => {
  if (event.data.take) await (takingAll ??= takeAllFiles().finally(() => (takingAll = null)));
  const cache = await caches.open(CACHE);
  const names = new Set((await cache.keys()).map(({ url }) => nameOf(url)));
  const bytes = (isWanted) => Object.entries(FILES).filter(([name]) => isWanted(name)).reduce((sum, [, [, size]]) => sum + size, 0);
  const bytesKept = { kept: bytes((name) => names.has(name)), of: bytes(() => true) };
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(bytesKept);
})()));

/** Take what is not here yet, one file after the other: Python and the games first. */
async function takeAllFiles() {
  const cache = await caches.open(CACHE);
  const isLarge = (name) => Number(!/^(pyodide|python)\//.test(name));
  for (const name of Object.keys(FILES).sort((a, b) => isLarge(a) - isLarge(b))) await takeFile(cache, name).catch(() => false);
}
