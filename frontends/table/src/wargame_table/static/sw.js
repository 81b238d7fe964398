// Everything of this folder is kept at the first visit, and given from there afterwards. VERSION and FILES stand before.

const CACHE = `wargame ${VERSION} ${new URL("./", self.location.href).pathname}`;
const HERE = new URL("./", self.location.href).href;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(HERE + name, { cache: "reload" })));
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const scope = new URL(HERE).pathname;
  for (const name of await caches.keys()) if (name.startsWith("wargame ") && name !== CACHE && name.endsWith(` ${scope}`)) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(HERE)) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const kept = await caches.match(request, { ignoreSearch: true, cacheName: CACHE }) ?? (new URL(request.url).href === HERE ? await caches.match(`${HERE}index.html`) : undefined);
  if (kept) return strict(kept);
  const fresh = await fetch(request);
  if (fresh.ok && request.url.startsWith(`${HERE}docs/`)) (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}

/** The same file under the policy of the pages: a host of plain files sends none for workers. */
function strict(kept) {
  if (kept.url.startsWith(`${HERE}docs/`)) return kept;
  const headers = new Headers(kept.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(kept.body, { status: kept.status, statusText: kept.statusText, headers });
}
