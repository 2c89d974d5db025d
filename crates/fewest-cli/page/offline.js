// @ts-check
/** The page's service worker: it passes on what the host sends, keeps it, and answers from there when the host can't be reached. */

/** This worker. The type checker has no type for it. @type {any} */
const worker = self;
const CACHE = "fewest";
/** What index.html does not name. */
const UNNAMED = ["./", "worker.js", "module/fewest.js", "module/fewest.wasm.gz"];

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
// The page that is open is the first to be served offline.
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(worker.registration.scope)) event.respondWith(answer(event));
});

async function fill() {
  const cache = await caches.open(CACHE);
  const html = await (await fetch("./")).text();
  const named = [...html.matchAll(/ (?:href|src)="([^"#]+)"/g)].map(([, path]) => path);
  await cache.addAll([...UNNAMED, ...named]);
  worker.skipWaiting();
}

/** The version of a file, if the host sends one. @param {Response} reply */
function versionOf({ headers }) {
  return headers.get("ETag") ?? headers.get("Last-Modified");
}

/** The versions of the files that are kept, by address: writing all of them again would slow down each visit. */
const versions = caches.open(CACHE).then(async (cache) => new Map((await cache.matchAll()).map((reply) => [reply.url, versionOf(reply)])));

/** Keeps a reply. If the browser has no room for it, the page still gets the reply. @param {Request} request @param {Response} reply */
async function keep(request, reply) {
  const [kept, version] = [await versions, versionOf(reply)];
  if (version !== null && kept.get(reply.url) === version) return;
  await (await caches.open(CACHE)).put(request, reply);
  kept.set(reply.url, version);
}

/** @param {any} event */
async function answer(event) {
  const { request } = event;
  try {
    const reply = await fetch(request);
    if (reply.ok) event.waitUntil(keep(request, reply.clone()));
    return reply;
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
