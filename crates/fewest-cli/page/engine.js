// @ts-check
/** Asks the library, which runs in a worker. */

/** @import {Failure, Progress} from "./protocol.js" */

/**
 * @typedef {object} Waiting
 * @property {(reply: any) => void} resolve
 * @property {(failure: Failure) => void} reject
 * @property {((progress: Progress) => void) | undefined} onProgress
 */

/** @returns {Failure} */
function stopped() {
  return /** @type {Failure} */ ({ message: "Stopped.", kind: "stopped", problems: [], place: null });
}

/** The library's module: loaded, unpacked and compiled once, for all workers. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

async function compile() {
  const answer = await fetch(new URL("./module/fewest.wasm.gz", import.meta.url));
  if (!answer.ok) throw new Error(`it could not be loaded (${answer.status})`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  // Some hosts say that the file is compressed, and the browser has unpacked it.
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = () => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  return WebAssembly.compile(isPacked ? await unpacked() : bytes);
}

/** Starts a worker and sends it the module. */
function load() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  compiled ??= compile();
  compiled.then(
    (module) => worker.postMessage({ module }),
    (error) => {
      compiled = null;
      worker.postMessage({ problem: String(error) });
    },
  );
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

/** One worker, and what it was asked. */
export class Engine {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Waiting>} What was asked and not answered yet, the first one first. */
  #waiting = new Map();
  #number = 0;
  /** How the puzzle was opened that all questions are about. @type {any} */
  #opened = null;
  /** Whether the worker has been asked to open it. */
  #isOpen = false;

  /**
   * Asks; the reply is what protocol.js says. A question is answered after all before it.
   * @param {any} request
   * @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<any>}
   */
  ask(request, onProgress) {
    if (request.ask === "open") {
      this.use(request);
      this.#isOpen = true;
    } else if (!this.#isOpen && this.#opened && !["puzzles", "look", "check"].includes(request.ask)) {
      this.#isOpen = true;
      this.#send(this.#opened).catch(() => {});
    }
    return this.#send(request, onProgress);
  }

  /** Which puzzle the next questions are about; it is opened when one is asked. @param {any} open */
  use(open) {
    this.#opened = open;
    this.#isOpen = false;
  }

  /** Whether a question waits for its answer. */
  get isBusy() {
    return this.#waiting.size > 0;
  }

  /** Ends what is under way, at once. What was asked fails with the kind `stopped`. */
  stop() {
    if (this.#waiting.size > 0) this.#end(stopped());
  }

  /** @param {any} request @param {(progress: Progress) => void} [onProgress] */
  #send(request, onProgress) {
    const id = ++this.#number;
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      worker.postMessage({ id, request });
    });
  }

  #start() {
    const worker = first ?? load();
    first = null;
    worker.onmessage = ({ data: { id, event, reply, error } }) => {
      // Whoever waits for a later answer waits for this one, too.
      if (event) return this.#waiting.forEach(({ onProgress }) => onProgress?.(event));
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (!error) return waiting?.resolve(reply);
      waiting?.reject(error);
      // The module is of no more use, for what waits, too.
      if (error.kind === "defect") this.#end(error);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const message = `The page's worker could not start${event.message ? `: ${event.message}` : ""}.`;
      this.#end(/** @type {Failure} */ ({ message, kind: "defect", problems: [], place: null }));
    };
    return worker;
  }

  /** @param {Failure} failure */
  #end(failure) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isOpen = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(failure);
  }
}
