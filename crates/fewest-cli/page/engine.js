// @ts-check
/** Asks the library, which runs in a worker of the page. */

import { VERSION } from "./build.js";
import { Conversation, sendModule } from "./conversation.js";
import { addressOf, load } from "./files.js";

/** The longest time in which a worker starts, in milliseconds. */
const PATIENCE = 30_000;
/** The time after which the progress of loading is shown, in milliseconds. */
const UNSEEN = 200;

/** Functions of the engines that wait for the library, which get its progress. @type {Set<(data: any) => void>} */
const waiting = new Set();

/** @type {(value?: unknown) => void} */
let arrive = () => {};
/** The library's module. */
export const library = { isHere: false, arrives: new Promise((resolve) => (arrive = resolve)) };

function loadModule() {
  const start = performance.now();
  return load("module/fewest.wasm.lzma", (done, total) => {
    const time = performance.now() - start;
    if (time < UNSEEN) return;
    const event = { title: "loading the library", unit: "bytes", done, total, search: null, seconds: time / 1000 };
    for (const report of waiting) report({ event });
  });
}

/** Starts a worker. @param {(data: any) => void} onMessage @param {(problem: string) => void} onEnd */
function start(onMessage, onEnd) {
  const name = `fewest ${Math.random()}`;
  const worker = new Worker(addressOf("page-worker.js"), { type: "module", name });
  const ended = new AbortController();
  const late = setTimeout(() => onEnd("The page's worker has not started."), PATIENCE);
  worker.onerror = (event) => {
    event.preventDefault();
    onEnd(`The page's worker could not start${event.message ? `: ${event.message}` : ""}.`);
  };
  worker.onmessage = ({ data }) => {
    if (data.version === undefined) return onMessage(data);
    clearTimeout(late);
    if (data.version !== VERSION) return onEnd("The page's worker belongs to another version of the page.");
    // The worker holds this lock as long as it lives.
    navigator.locks?.request(name, { signal: ended.signal }, () => onEnd("The page's worker has ended unexpectedly.")).catch(() => {});
  };
  waiting.add(onMessage);
  sendModule((data) => worker.postMessage(data), loadModule).then((isSent) => {
    waiting.delete(onMessage);
    if (!isSent) return;
    library.isHere = true;
    arrive();
  });
  return {
    post: (/** @type {any} */ data) => worker.postMessage(data),
    end: () => {
      clearTimeout(late);
      ended.abort();
      waiting.delete(onMessage);
      worker.terminate();
    },
  };
}

export class Engine extends Conversation {
  constructor() {
    super(start);
  }
}
