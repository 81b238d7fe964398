// Files of this folder are kept in this browser: pages and client at the first visit, a game when it is opened, the rest
// when a page asks for it. VERSION, POLICY, FILES (by name the digest and the bytes) and FIRST stand before.

const HERE = new URL("./", self.location.href).href;
const SCOPE = new URL(HERE).pathname;
const CACHE = `wargame ${VERSION} ${SCOPE}`;
let taking = null;

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
async function keep(cache, name, answer) {
  const body = await answer.arrayBuffer();
  if ((await digestOf(body)) !== FILES[name][0]) return false;
  await cache.put(HERE + name, new Response(body, { headers: answer.headers }));
  return true;
}

async function take(cache, name) {
  if (await cache.match(HERE + name)) return true;
  const answer = await fetch(HERE + name, { cache: "no-cache" });
  return answer.ok && keep(cache, name, answer);
}

async function former() {
  return (await caches.keys()).filter((name) => name.startsWith("wargame ") && name !== CACHE && name.endsWith(` ${SCOPE}`));
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  const taken = await Promise.all(FIRST.map((name) => take(cache, name)));
  if (!taken.every(Boolean)) throw new Error("the site is being written anew");
  for (const old of await former()) { // what was here before is to be here afterwards
    const before = await caches.open(old);
    for (const { url } of await before.keys()) {
      const name = nameOf(url);
      if (name && !(await keep(cache, name, await before.match(url)))) await take(cache, name).catch(() => false);
    }
  }
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await former()) await caches.delete(name);
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
  const kept = await cache.match(name ? HERE + name : request);
  if (kept) return name ? strict(kept) : kept;
  const fresh = await fetch(name ? HERE + name : request, name ? { cache: "no-cache" } : {});
  if (fresh.ok && name) event.waitUntil(keep(cache, name, fresh.clone()).catch(() => false));
  else if (fresh.ok && request.url.startsWith(`${HERE}docs/`)) cache.put(request, fresh.clone());
  return name ? strict(fresh) : fresh;
}

/** The same file under the policy of the pages: a host of plain files sends none for workers. */
function strict(kept) {
  const headers = new Headers(kept.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(kept.body, { status: kept.status, statusText: kept.statusText, headers });
}

/** A page asks how many bytes are here, or with `take` for all the rest. */
self.addEventListener("message", (event) => event.waitUntil((async () => {
  if (event.data.take) await (taking ??= all().finally(() => (taking = null)));
  const cache = await caches.open(CACHE);
  const names = new Set((await cache.keys()).map(({ url }) => nameOf(url)));
  const bytes = (wanted) => Object.entries(FILES).filter(([name]) => wanted(name)).reduce((sum, [, [, size]]) => sum + size, 0);
  const told = { kept: bytes((name) => names.has(name)), of: bytes(() => true) };
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(told);
})()));

/** Take what is not here yet, one file after the other: Python and the games first. */
async function all() {
  const cache = await caches.open(CACHE);
  const later = (name) => Number(!/^(pyodide|python)\//.test(name));
  for (const name of Object.keys(FILES).sort((a, b) => later(a) - later(b))) await take(cache, name).catch(() => false);
}
