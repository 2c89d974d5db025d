// @ts-check
/**
 * The page's service worker. It keeps one whole version of the page, and answers from it. A newer version is fetched meanwhile, and
 * used from the next visit on if all of its files have arrived.
 */

import { KEPT, VERSION } from "./build.js";
import { unpacked } from "./unpack.js";

/** This worker. The type checker has no type for it. @type {any} */
const worker = self;
const { scope } = worker.registration;
/** All versions that are kept have such names. */
const NAME = `fewest at ${scope} `;
const CACHE = NAME + VERSION;
/** The time in which a host has to answer, in milliseconds: for a new version, and for what the page waits for. */
const [BEHIND, AWAITED] = [60_000, 10_000];

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope)) event.respondWith(answer(event.request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(KEPT.map(async ([address, integrity]) => {
      const reply = await fetch(address, { cache: "no-cache", integrity, signal: AbortSignal.timeout(BEHIND) });
      // Some hosts add to index.html, which has no hash: it names its version.
      const isOurs = reply.ok && (integrity || (await reply.clone().text()).includes(VERSION));
      if (!isOurs) throw new Error(`${address} is not of this version`);
      await cache.put(address, await lasting(address, reply));
    }));
  } catch (problem) {
    await caches.delete(CACHE);
    throw problem;
  }
  worker.skipWaiting();
}

/** A reply as it is kept. @param {string} address @param {Response} reply */
async function lasting(address, reply) {
  // Unpacked once, not at each visit.
  if (reply.body && address.includes(".lzma")) return new Response(await new Response(await unpacked(reply.body)).arrayBuffer());
  // A page may not be answered with a reply that was redirected.
  return reply.redirected ? new Response(await reply.blob(), { headers: reply.headers }) : reply;
}

async function takeOver() {
  const versions = (await caches.keys()).filter((name) => name.startsWith(NAME));
  // An open page of the version before may still start a worker.
  await Promise.all(versions.slice(0, -2).map((name) => caches.delete(name)));
  // The page that is open is the first to be served offline.
  await worker.clients.claim();
}

/** In place of the pages of puzzles, which are only for programs. */
const LEADING = '<!doctype html><script src="../open.js"></script>';

/** @param {Request} request */
async function answer(request) {
  const isPage = request.mode === "navigate";
  const path = request.url.slice(scope.length).replace(/[?#].*/, "");
  if (isPage && /^p\/[\w-]+(\.html)?$/.test(path)) return new Response(LEADING, { headers: { "Content-Type": "text/html" } });
  const isIndex = isPage && (path === "" || path === "index.html");
  const kept = await (await caches.open(CACHE)).match(isIndex ? scope : request, { ignoreVary: true });
  // Addresses name their version, so this can only be a file of the version that asks.
  const found = kept ?? (await caches.match(request, { ignoreVary: true }));
  if (found) return found;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), AWAITED);
  try {
    const reply = await fetch(request, { signal: silence.signal });
    return reply.status < 500 || isPage ? reply : Response.error();
  } catch {
    return Response.error();
  } finally {
    clearTimeout(timer);
  }
}
