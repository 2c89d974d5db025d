// @ts-check
/** Ties what a panel shows to the question that it answers, such as a puzzle, a board and a choice. */

/** @import {Failure} from "./protocol.js" */

export class Shown {
  #question;
  #clear;
  /** What the last question depended on; null if nothing is asked or shown. @type {unknown[] | null} */
  #asked = null;
  /** The answer that is under way. @type {Promise<void> | null} */
  #pending = null;

  /**
   * @param {() => unknown[]} question  what the present question depends on: values, compared one by one
   * @param {() => void} [clear]  removes what is shown
   * @param {EventTarget} [game]  the game, if the question depends on it: what is shown is removed when the question changes
   */
  constructor(question, clear = () => {}, game) {
    this.#question = question;
    this.#clear = clear;
    for (const change of ["puzzle", "board"]) game?.addEventListener(change, () => this.check());
  }

  /** Returns true if the last question is the present one: what is shown answers it, or an answer is under way. */
  get isCurrent() {
    const now = this.#question();
    return this.#asked?.every((part, place) => part === now[place]) ?? false;
  }

  /** Returns true if an answer to the present question is under way. */
  get isBusy() {
    return this.#pending !== null && this.isCurrent;
  }

  /** Removes what is shown if it answers another question than the present one. */
  check() {
    if (this.#asked && !this.isCurrent) this.end();
  }

  /** Removes what is shown; an answer that is under way comes too late. */
  end() {
    this.#asked = this.#pending = null;
    this.#clear();
  }

  /** Begins with the present question. Returns a function: does an answer that is under way still matter? */
  begin() {
    this.check();
    this.#pending = null;
    const asked = (this.#asked = this.#question());
    return () => this.#asked === asked && this.isCurrent;
  }

  /**
   * Asks the present question, unless its answer is under way, and shows the reply or the failure if it is still the present one.
   * @template T
   * @param {(isCurrent: () => boolean) => Promise<T>} ask @param {(reply: T) => void} show @param {(failure: Failure) => void} refuse
   * @returns {Promise<void>}
   */
  answer(ask, show, refuse) {
    if (this.#pending && this.isCurrent) return this.#pending;
    const isCurrent = this.begin();
    const end = (/** @type {() => void} */ then) => {
      if (!isCurrent()) return;
      this.#pending = null;
      then();
    };
    this.#pending = ask(isCurrent).then((reply) => end(() => show(reply)), (failure) => end(() => refuse(failure)));
    return this.#pending;
  }
}
