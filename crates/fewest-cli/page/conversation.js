// @ts-check
/**
 * The library in a worker, asked by the page or by a program with the npm package. A worker has one puzzle open at a time: questions
 * name theirs, which is opened if it is not the one. So callers with different puzzles each get their own answers.
 */

import { unpacked } from "./unpack.js";

/** @import {AskOpen, Failure, Progress, Puzzle} from "./protocol.js" */

/**
 * @typedef {{opening: AskOpen}} Opened  a puzzle, and the request that opens it
 * @typedef {{post(data: any): void, end(): void, wait?(isWaiting: boolean): void}} Link  to a worker; `wait` tells it that a question waits
 * @typedef {{resolve(reply: any): void, reject(failure: FewestError): void, onProgress?(progress: Progress): void}} Waiting
 */

/** The reason why a question was refused, or stopped. */
export class FewestError extends Error {
  /** @param {{message: string, kind: Failure["kind"], problems?: Failure["problems"], place?: Failure["place"]}} failure */
  constructor({ message, kind, problems = [], place = null }) {
    super(message);
    this.name = "FewestError";
    this.kind = kind;
    this.problems = problems;
    this.place = place;
  }
}

/** Puzzles that were named. */
let named = 0;

/** A name for a puzzle. @param {Omit<AskOpen, "ask" | "of">} wanted @returns {AskOpen} */
export function openingOf(wanted) {
  return { ...wanted, ask: "open", of: ++named };
}

/** One worker, and what it was asked. */
export class Conversation {
  #start;
  /** @type {Link | null} */
  #worker = null;
  /** @type {Map<number, Waiting>} What was asked and not answered yet, the first one first. */
  #waiting = new Map();
  #number = 0;
  /** The name of the puzzle that the worker opened last. */
  #open = 0;

  /** @param {(onMessage: (data: any) => void, onEnd: (problem: string) => void) => Link} start */
  constructor(start) {
    this.#start = start;
  }

  /**
   * Asks a question that needs no puzzle. protocol.js describes the replies. Questions are answered in order.
   * @param {any} request @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<any>}
   */
  async ask(request, onProgress) {
    const id = ++this.#number;
    this.#worker ??= this.#started();
    this.#worker.wait?.(true);
    this.#worker.post({ id, request });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, onProgress }));
  }

  /** Opens a puzzle. @param {AskOpen} opening @param {(progress: Progress) => void} [onProgress] @returns {Promise<Puzzle & Opened>} */
  async open(opening, onProgress) {
    const before = this.#open;
    this.#open = opening.of;
    try {
      return { ...(await this.ask(opening, onProgress)), opening };
    } catch (failure) {
      // The one before is still open.
      if (this.#open === opening.of) this.#open = before;
      throw failure;
    }
  }

  /**
   * Asks a question about a puzzle.
   * @param {Opened} puzzle @param {any} request @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<any>}
   */
  async about({ opening }, request, onProgress) {
    const opened = this.#open === opening.of ? null : this.open(opening);
    // Both are posted at once, so that no other question comes between them. If the puzzle can't be opened, that is the failure.
    const reply = this.ask({ ...request, of: opening.of }, onProgress);
    reply.catch(() => {});
    await opened;
    return reply;
  }

  /** Whether a question waits for its answer. */
  get isBusy() {
    return this.#waiting.size > 0;
  }

  /** Ends what is under way, at once: what was asked fails with the kind `stopped`, and the next question starts another worker. */
  stop() {
    if (this.isBusy) this.close();
  }
  close() {
    this.#end({ message: "Stopped.", kind: "stopped" });
  }

  #started() {
    const worker = this.#start(
      ({ id, event, reply, error }) => {
        // Callers that wait for a later answer also wait for this one.
        if (event) return this.#waiting.forEach(({ onProgress }) => onProgress?.(event));
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (!this.isBusy) worker.wait?.(false);
        if (!error) return waiting?.resolve(reply);
        waiting?.reject(new FewestError(error));
        // The worker can't be used any more, so all waiting questions fail.
        if (error.kind === "defect" || error.kind === "lost") this.#end(error);
      },
      (message) => worker === this.#worker && this.#end({ message, kind: "lost" }),
    );
    return worker;
  }

  /** @param {ConstructorParameters<typeof FewestError>[0]} failure */
  #end(failure) {
    this.#worker?.end();
    this.#worker = null;
    this.#open = 0;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new FewestError(failure));
  }
}

/** The library's module: loaded, unpacked and compiled once, for all workers. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @typedef {{body: ReadableStream<Uint8Array<ArrayBuffer>>, whole?: Promise<void>}} Arriving  whole: fails if not all of it arrives */

/** @param {() => Arriving | Promise<Arriving>} load */
async function compile(load) {
  const { body, whole } = await load();
  const compiling = unpacked(body).then((module) => WebAssembly.compileStreaming(new Response(module, { headers: { "Content-Type": "application/wasm" } })));
  compiling.catch(() => {});
  await whole;
  try {
    return await compiling;
  } catch (error) {
    throw new Error(`The library could not be compiled: ${/** @type {Error} */ (error).message}`);
  }
}

/** Sends a worker the module. Returns true if it has arrived. @param {(data: any) => void} post @param {() => Arriving | Promise<Arriving>} load */
export async function sendModule(post, load = fetched) {
  try {
    post({ module: await (compiled ??= compile(load)) });
    return true;
  } catch (error) {
    compiled = null;
    post({ problem: /** @type {Error} */ (error).message });
    return false;
  }
}

async function fetched() {
  const { ok, status, body } = await fetch(new URL("./module/fewest.wasm.lzma", import.meta.url));
  if (!ok || !body) throw new Error(`The library could not be loaded: the host answers ${status}.`);
  return { body };
}
