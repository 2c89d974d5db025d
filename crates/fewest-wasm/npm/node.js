// @ts-check
/** The package for Node. */

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { sendModule } from "./conversation.js";
import { FewestError, withWorkers } from "./fewest.js";

export { FewestError };

export const Fewest = withWorkers(({ module, worker: url }) => (onMessage, onEnd) => {
  const worker = new Worker(url ?? new URL("./node-worker.js", import.meta.url));
  worker.on("message", onMessage);
  worker.on("error", (error) => onEnd(String(error)));
  const post = (/** @type {any} */ data) => worker.postMessage(data);
  sendModule(post, async () => {
    const { body } = new Response(await readFile(module ?? new URL("./module/fewest.wasm.lzma", import.meta.url)));
    return { body: /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body) };
  });
  return {
    post,
    end: () => void worker.terminate(),
    // A program ends by itself if no question waits for its answer.
    wait: (/** @type {boolean} */ isWaiting) => (isWaiting ? worker.ref() : worker.unref()),
  };
});
