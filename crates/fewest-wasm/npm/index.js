// @ts-check
/** The package for browsers, their bundlers and addresses of a CDN. */

import { sendModule } from "./conversation.js";
import { FewestError, withWorkers } from "./fewest.js";

export { FewestError };

/** @param {string | URL} url */
function other(url) {
  // A page may start only workers of its own origin, but they may import scripts of other origins.
  const script = new Blob([`import ${JSON.stringify(String(url))};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

/** @param {string | URL | undefined} wanted */
function started(wanted) {
  const url = new URL(wanted ?? new URL("./worker.js", import.meta.url), globalThis.location?.href);
  // Firefox would report a worker of another origin later, by an event.
  if (url.protocol.startsWith("http") && url.origin !== globalThis.location?.origin) return other(url);
  try {
    // Bundlers look for the second of these expressions.
    return wanted ? new Worker(url, { type: "module" }) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    return other(url);
  }
}

/** @param {string | URL} url */
async function fetched(url) {
  const { ok, status, body } = await fetch(url);
  if (!ok || !body) throw new Error(`The library could not be loaded: the host answers ${status}.`);
  return { body };
}

export const Fewest = withWorkers(({ module, worker: url }) => (onMessage, onEnd) => {
  const worker = started(url);
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => onEnd(event.message || "the worker could not start");
  const post = (/** @type {any} */ data) => worker.postMessage(data);
  sendModule(post, module && (() => fetched(module)));
  return { post, end: () => worker.terminate() };
});
