// @ts-check
/** The library in a worker, for Node and browsers. The types are in index.d.ts. */

import { Conversation, FewestError, openingOf, sendModule } from "./conversation.js";

export { FewestError };

const isNode = typeof process === "object" && Boolean(process.versions?.node);

/** @param {(data: any) => void} onMessage @param {(problem: string) => void} onEnd */
function startWorker(onMessage, onEnd) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => onEnd(event.message || "the worker could not start");
  const post = (/** @type {any} */ data) => worker.postMessage(data);
  sendModule(post);
  return { post, end: () => worker.terminate() };
}

/** The same in Node. @param {(data: any) => void} onMessage @param {(problem: string) => void} onEnd */
function startThread(onMessage, onEnd) {
  const started = import("node:worker_threads").then(({ Worker }) => {
    const worker = new Worker(new URL("./node-worker.js", import.meta.url));
    worker.on("message", onMessage);
    worker.on("error", (error) => onEnd(String(error)));
    return worker;
  });
  started.catch((error) => onEnd(String(error)));
  const use = (/** @type {(worker: import("node:worker_threads").Worker) => void} */ then) => void started.then(then, () => {});
  const post = (/** @type {any} */ data) => use((worker) => worker.postMessage(data));
  sendModule(post, async () => {
    const { readFile } = await import("node:fs/promises");
    const { body } = new Response(await readFile(new URL("./module/fewest.wasm.lzma", import.meta.url)));
    return { body: /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body) };
  });
  return {
    post,
    end: () => use((worker) => worker.terminate()),
    // A program ends by itself if no question waits for its answer.
    wait: (/** @type {boolean} */ isWaiting) => use((worker) => (isWaiting ? worker.ref() : worker.unref())),
  };
}

/** @param {any} wanted  a name, or {puzzle} or {definition} with a goal */
const named = (wanted) => openingOf(typeof wanted === "string" ? { puzzle: wanted } : wanted);

/** A puzzle, and the questions about it. */
class OpenPuzzle {
  #worker;

  /** @param {Conversation} worker @param {any} description */
  constructor(worker, description) {
    this.#worker = worker;
    Object.assign(this, description);
  }

  /** @param {any} request @param {(event: any) => void} [onProgress] @returns {Promise<any>} */
  ask(request, onProgress) {
    return this.#worker.about(/** @type {any} */ (this), request, onProgress);
  }

  /** @param {(event: any) => void} [onProgress] @returns {Promise<any>} */
  survey(onProgress) {
    return this.ask({ ask: "survey" }, onProgress);
  }

  /** @param {string} text @param {((event: any) => void) | null} [onProgress] @param {any} [limits] @returns {Promise<any>} */
  async solve(text, onProgress, limits) {
    const { opening } = /** @type {any} */ (this);
    const { boards } = await this.ask({ ask: "read", text });
    // Boards of some formats have goals of their own.
    const openings = new Map([["null", opening]]);
    const truths = boards.map((/** @type {any} */ { board, goal }) => {
      const key = JSON.stringify(goal);
      if (!openings.has(key)) openings.set(key, named({ ...opening, goal }));
      return this.#worker.about({ opening: openings.get(key) }, { ask: "truth", board, maxTime: limits?.maxTime, quick: limits?.quick ?? false }, onProgress ?? undefined);
    });
    return (await Promise.all(truths)).map(({ verdict, names }) => ({ verdict, moves: names }));
  }
}

export class Fewest {
  #worker = new Conversation(isNode ? startThread : startWorker);

  /** @param {any} wanted @returns {Promise<any>} */
  async open(wanted) {
    return new OpenPuzzle(this.#worker, await this.#worker.open(named(wanted)));
  }

  /** @param {any} wanted @param {string} text @param {((event: any) => void) | null} [onProgress] @param {any} [limits] @returns {Promise<any>} */
  async solve(wanted, text, onProgress, limits) {
    return (await this.open(wanted)).solve(text, onProgress, limits);
  }

  /** @param {any} request @param {(event: any) => void} [onProgress] @returns {Promise<any>} */
  ask(request, onProgress) {
    return this.#worker.ask(request, onProgress);
  }

  close() {
    this.#worker.close();
  }
}
