// @ts-check
/** Node's thread as the worker of a page. */

import { parentPort } from "node:worker_threads";

/** @type {any} */
const worker = globalThis;
worker.self = worker;
worker.postMessage = (/** @type {any} */ message) => parentPort?.postMessage(message);
/** What arrives before the worker listens. @type {any[]} */
const early = [];
parentPort?.on("message", (data) => (worker.onmessage ? worker.onmessage({ data }) : early.push(data)));

await import("./worker.js");
for (const data of early) worker.onmessage({ data });
