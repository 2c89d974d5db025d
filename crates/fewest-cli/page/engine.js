// @ts-check
/** Asks the library, which runs in a worker of the page. */

import { Conversation, sendModule } from "./conversation.js";

/** Starts a worker and sends it the module. */
function load() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  sendModule((data) => worker.postMessage(data));
  return worker;
}

/**
 * The first worker, until an engine takes it: it starts while the rest of the page loads. If it can't start, the engine's own
 * worker says so.
 * @type {Worker | null}
 */
let first = load();
first.onerror = (event) => {
  event.preventDefault();
  first = null;
};

export class Engine extends Conversation {
  constructor() {
    super((onMessage, onEnd) => {
      const worker = first ?? load();
      first = null;
      worker.onmessage = ({ data }) => onMessage(data);
      worker.onerror = (event) => {
        event.preventDefault();
        onEnd(`The page's worker could not start${event.message ? `: ${event.message}` : ""}.`);
      };
      return { post: (data) => worker.postMessage(data), end: () => worker.terminate() };
    });
  }
}
