// @ts-check
/** The library in a worker, for Node and browsers. The types are in index.d.ts. */

const isNode = typeof process === "object" && Boolean(process.versions?.node);

/** The module, unpacked and compiled once for all workers. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

async function compile() {
  const address = new URL("./module/fewest.wasm.gz", import.meta.url);
  let bytes;
  if (isNode) {
    const { readFile } = await import("node:fs/promises");
    bytes = new Uint8Array(await readFile(address));
  } else {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} could not be loaded (${answer.status})`);
    bytes = new Uint8Array(await answer.arrayBuffer());
  }
  // Some hosts say that the file is compressed, and the browser has unpacked it.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return WebAssembly.compile(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/**
 * A worker that reports its messages and its end.
 * @param {(message: any) => void} onMessage @param {(problem: string) => void} onEnd
 */
async function start(onMessage, onEnd) {
  if (!isNode) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = (event) => onEnd(event.message || "the worker could not start");
    return { post: (/** @type {any} */ data) => worker.postMessage(data), end: () => worker.terminate(), wait: () => {} };
  }
  const threads = await import("node:worker_threads");
  const worker = new threads.Worker(new URL("./node-worker.js", import.meta.url));
  worker.on("message", onMessage);
  worker.on("error", (error) => onEnd(String(error)));
  return {
    post: (/** @type {any} */ data) => worker.postMessage(data),
    end: () => worker.terminate(),
    // A program ends by itself if no question waits for its answer.
    wait: (/** @type {boolean} */ isWaiting) => (isWaiting ? worker.ref() : worker.unref()),
  };
}

/** A question was refused or stopped. */
export class FewestError extends Error {
  /** @param {any} failure */
  constructor(failure) {
    super(failure.message);
    this.name = "FewestError";
    this.kind = failure.kind;
    this.problems = failure.problems;
    this.place = failure.place;
  }
}

export class Fewest {
  /** @type {Promise<any> | null} */
  #worker = null;
  /** @type {Map<number, {resolve: (reply: any) => void, reject: (error: Error) => void, onProgress?: (event: any) => void}>} */
  #waiting = new Map();
  #number = 0;

  /** @param {any} request @param {(event: any) => void} [onProgress] @returns {Promise<any>} */
  async ask(request, onProgress) {
    this.#worker ??= this.#start();
    const current = this.#worker;
    const id = ++this.#number;
    const reply = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, onProgress }));
    current.then(
      (worker) => {
        worker.wait(true);
        worker.post({ id, request });
      },
      (error) => this.#end(String(error)),
    );
    return reply;
  }

  /** @param {string | {definition: string}} puzzle @param {string} text @returns {Promise<any>} */
  async solve(puzzle, text) {
    const open = typeof puzzle === "string" ? { puzzle } : puzzle;
    const opened = this.ask({ ask: "open", ...open });
    const read = this.ask({ ask: "read", text });
    const [{ moves }, { boards }] = await Promise.all([opened, read]);
    const answers = [];
    let current = "null";
    for (const { board, goal } of boards) {
      // Boards of some formats have goals of their own.
      if (JSON.stringify(goal) !== current) await this.ask({ ask: "open", ...open, ...(goal && { goal }) });
      current = JSON.stringify(goal);
      const { verdict, solution } = await this.ask({ ask: "truth", board });
      answers.push({ verdict, moves: solution.map((/** @type {number} */ move) => moves[move]) });
    }
    return answers;
  }

  close() {
    this.#end("Stopped.", "stopped");
  }

  async #start() {
    const worker = await start(
      ({ id, event, reply, error }) => {
        if (event) return this.#waiting.forEach(({ onProgress }) => onProgress?.(event));
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0) worker.wait(false);
        if (!error) return waiting?.resolve(reply);
        waiting?.reject(new FewestError(error));
        // After a defect, the module is of no more use.
        if (error.kind === "defect") this.#end(error.message);
      },
      (problem) => this.#end(problem),
    );
    try {
      compiled ??= compile();
      worker.post({ module: await compiled });
    } catch (error) {
      compiled = null;
      worker.end();
      throw error;
    }
    return worker;
  }

  /** @param {string} message @param {string} [kind] */
  #end(message, kind = "defect") {
    this.#worker?.then(
      (worker) => worker.end(),
      () => {},
    );
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new FewestError({ message, kind, problems: [], place: null }));
  }
}
