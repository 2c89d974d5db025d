// @ts-check
/** The library in a worker, which index.js starts in browsers and node.js in Node. The types are in index.d.ts. */

import { Conversation, FewestError, openingOf } from "./conversation.js";

export { FewestError };

/** @typedef {import("./conversation.js").Link} Link @typedef {{signal?: AbortSignal, onProgress?: (event: any) => void}} Control */

/** @param {any} wanted  a name, or {puzzle} or {definition} with a goal */
const named = (wanted) => openingOf(typeof wanted === "string" ? { puzzle: wanted } : wanted);

/** Mistakes in a definition, with lines and columns from 1 as editors show them. @param {any[]} problems */
const fromOne = (problems) =>
  problems.map((problem) => ({
    ...problem,
    line: problem.line + 1,
    column: problem.column + 1,
    endLine: problem.endLine + 1,
    endColumn: problem.endColumn + 1,
  }));

/** One worker, which does one call after another. So an abort ends only its own call, and each call hears its own progress. */
class Calls {
  #worker;
  /** The end of the last call. @type {Promise<void>} */
  #last = Promise.resolve();
  /** How often it was closed. */
  #closed = 0;

  /** @param {Conversation} worker */
  constructor(worker) {
    this.#worker = worker;
  }

  /** @param {(worker: Conversation) => Promise<any>} work @param {AbortSignal} [signal] */
  async run(work, signal) {
    const [before, closed] = [this.#last, this.#closed];
    /** @type {() => void} */
    let end = () => {};
    this.#last = new Promise((resolve) => (end = resolve));
    /** @type {() => void} */
    let stop = () => {};
    const aborted = new Promise((_, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop);
    });
    aborted.catch(() => {});
    let hasTurn = false;
    try {
      signal?.throwIfAborted();
      await Promise.race([before, aborted]);
      if (closed !== this.#closed) throw new FewestError({ message: "Stopped.", kind: "stopped" });
      hasTurn = true;
      return await Promise.race([work(this.#worker), aborted]);
    } catch (failure) {
      // Only this call's questions wait.
      if (hasTurn && signal?.aborted) this.#worker.stop();
      if (failure instanceof FewestError) failure.problems = fromOne(failure.problems);
      throw failure;
    } finally {
      signal?.removeEventListener("abort", stop);
      before.then(end);
    }
  }

  close() {
    this.#closed += 1;
    this.#worker.close();
  }
}

/** A puzzle, and the questions about it. */
class OpenPuzzle {
  #calls;

  /** @param {Calls} calls @param {any} description */
  constructor(calls, description) {
    this.#calls = calls;
    Object.assign(this, description);
  }

  /** @param {any} request @param {Control} [control] @returns {Promise<any>} */
  ask(request, { signal, onProgress } = {}) {
    return this.#calls.run((worker) => worker.about(/** @type {any} */ (this), request, onProgress), signal);
  }

  /** @param {Control} [control] @returns {Promise<any>} */
  survey(control) {
    return this.ask({ ask: "survey" }, control);
  }

  /** @param {string} text @param {Control & {format?: string, maxTime?: number, quick?: boolean}} [options] @returns {Promise<any>} */
  solve(text, { format, maxTime, quick = false, signal, onProgress } = {}) {
    const { opening } = /** @type {any} */ (this);
    return this.#calls.run(async (worker) => {
      const { boards } = await worker.about({ opening }, { ask: "read", text, format });
      // Boards of some formats have goals of their own.
      const openings = new Map([["null", opening]]);
      const truths = boards.map((/** @type {any} */ { board, goal }) => {
        const key = JSON.stringify(goal);
        if (!openings.has(key)) openings.set(key, named({ ...opening, goal }));
        return worker.about({ opening: openings.get(key) }, { ask: "truth", board, maxTime, quick }, onProgress);
      });
      // If a board is refused, the others' searches end before the next call begins.
      const replies = await Promise.allSettled(truths);
      const refused = replies.find(({ status }) => status === "rejected");
      if (refused) throw /** @type {PromiseRejectedResult} */ (refused).reason;
      return replies.map((reply) => {
        const { verdict, names } = /** @type {PromiseFulfilledResult<any>} */ (reply).value;
        return { verdict, moves: names };
      });
    }, signal);
  }
}

/** The class `Fewest` with workers that this function starts. @param {(options: any) => ConstructorParameters<typeof Conversation>[0]} starting */
export const withWorkers = (starting) =>
  class Fewest {
    #calls;

    /** @param {{module?: URL | string, worker?: URL | string}} [options] */
    constructor(options = {}) {
      this.#calls = new Calls(new Conversation(starting(options)));
    }

    /** @param {any} wanted @param {Control} [control] @returns {Promise<any>} */
    open(wanted, { signal, onProgress } = {}) {
      return this.#calls.run(async (worker) => new OpenPuzzle(this.#calls, await worker.open(named(wanted), onProgress)), signal);
    }

    /** @param {any} wanted @param {string} text @param {any} [options] @returns {Promise<any>} */
    async solve(wanted, text, options) {
      return (await this.open(wanted, options)).solve(text, options);
    }

    /** @param {any} request @param {Control} [control] @returns {Promise<any>} */
    async ask(request, { signal, onProgress } = {}) {
      const reply = await this.#calls.run((worker) => worker.ask(request, onProgress), signal);
      if (request.ask !== "check") return reply;
      return { ...reply, problems: fromOne(reply.problems), warnings: fromOne(reply.warnings) };
    }

    close() {
      this.#calls.close();
    }
  };
