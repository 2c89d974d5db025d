// @ts-check
/**
 * What is known of the board shown. For puzzles with a table one question answers everything at once; elsewhere the board is searched
 * first, then the boards a move away, one by one, and what a solution passes through is known for free.
 */

import { after, legalMoves } from "./puzzle.js";

/** @import {Board, Failure, Progress, Truth, Verdict} from "./protocol.js" */
/** @import {Engine} from "./engine.js" */
/** @import {Game} from "./game.js" */

/**
 * @typedef {object} Known
 * @property {Verdict | null} verdict     null: not known yet
 * @property {number[]} solution
 * @property {number | null} goal
 * @property {string} method
 * @property {Map<number, Verdict | null>} moves  by legal move: of the board after it
 * @property {string | null} answers      how many shortest answers there are
 * @property {Progress | null} progress   of what is under way
 * @property {Failure | null} failure
 */

/** A moment that a search for another board may still take before it is ended. */
const GRACE = 400;
/** Until then nobody sees that a table has not been asked yet: the panel would be drawn twice. */
const UNSEEN = 50;
/** Answers are counted once the player rests. */
const REST = 150;
/** The most boards of the game that are looked up. */
const MOST_AROUND = 1000;
/** Boards that are remembered. */
const REMEMBERED = 5000;

const sleep = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

/** Event: `change`, whenever more is known of the board shown. */
export class Truths extends EventTarget {
  #game;
  #engine;
  /** @type {Map<string, {verdict: Verdict, solution: number[], goal: number | null, method: string}>} */
  #remembered = new Map();
  /** Counts boards shown: what was asked for an earlier one is nobody's business any more. */
  #turn = 0;
  /** @type {Known} */
  known = nothing();
  /** What was known of the board before the last move. @type {Verdict | null} */
  before = null;

  /** @param {Game} game @param {Engine} engine */
  constructor(game, engine) {
    super();
    this.#game = game;
    this.#engine = engine;
    game.addEventListener("puzzle", () => {
      this.#remembered.clear();
      this.known = nothing();
      // Drawing a puzzle takes a while: its table is built meanwhile.
      const { puzzle, board } = game;
      if (puzzle?.isTabulated) engine.ask({ ask: "truth", board }).catch(() => {});
    });
    game.addEventListener("board", (event) => {
      const { move, isBack } = /** @type {CustomEvent} */ (event).detail;
      this.before = move === null || isBack ? null : this.known.verdict;
      this.look(move !== null);
    });
  }

  /** Finds out about the board shown. @param {boolean} [isNext]  whether it is a move away from the last one */
  async look(isNext = false) {
    const turn = ++this.#turn;
    const isCurrent = () => turn === this.#turn;
    const { puzzle, board } = this.#game;
    if (!puzzle) return;
    this.known = nothing();
    for (const move of legalMoves(puzzle, board)) this.known.moves.set(move, null);
    const known = this.known;
    const changed = () => this.dispatchEvent(new Event("change"));
    const onProgress = (/** @type {Progress} */ progress) => {
      if (!isCurrent()) return;
      known.progress = progress;
      changed();
    };
    this.#recall(board, known);
    const isSoon = isNext && puzzle.isTabulated;
    if (!isSoon) changed();
    const late = isSoon ? setTimeout(() => isCurrent() && changed(), UNSEEN) : 0;
    try {
      if (!puzzle.isTabulated && this.#engine.isBusy) {
        await sleep(GRACE);
        if (!isCurrent()) return;
        this.#engine.stop();
      }
      if (puzzle.isTabulated || !known.verdict) {
        /** @type {Truth} */
        const truth = await this.#engine.ask({ ask: "truth", board }, onProgress);
        clearTimeout(late);
        this.#remember(board, truth);
        if (!isCurrent()) return;
        for (const { move, verdict } of truth.moves) if (verdict) known.moves.set(move, verdict);
        const { verdict, solution, goal, method } = truth;
        Object.assign(known, { verdict, solution, goal, method, progress: null });
        changed();
      }
      if (puzzle.isTabulated) {
        await sleep(REST);
        if (!isCurrent()) return;
        known.answers = (await this.#engine.ask({ ask: "answers", board })).answers;
        if (!isCurrent()) return;
        changed();
        if (await this.#lookAround(isCurrent)) changed();
        return;
      }
      this.#recall(board, known);
      for (const [move, verdict] of known.moves) {
        if (verdict) continue;
        const next = /** @type {Board} */ (after(puzzle, board, move));
        const truth = await this.#engine.ask({ ask: "truth", board: next }, onProgress);
        this.#remember(next, truth);
        if (!isCurrent()) return;
        known.moves.set(move, truth.verdict);
        known.progress = null;
        changed();
      }
    } catch (failure) {
      if (!isCurrent()) return;
      known.failure = /** @type {Failure} */ (failure);
      changed();
    }
  }

  /**
   * Looks up the other boards of the game, for as long as the one shown is.
   * @param {() => boolean} isCurrent @returns {Promise<boolean>} whether something was found out
   */
  async #lookAround(isCurrent) {
    const all = Array.from({ length: Math.min(this.#game.moves.length + 1, MOST_AROUND) }, (_, at) => this.#game.boardAt(at));
    const unknown = all.filter((board) => !this.#remembered.has(board.join()));
    for (const board of unknown) {
      this.#remember(board, await this.#engine.ask({ ask: "truth", board }));
      if (!isCurrent()) return false;
    }
    return unknown.length > 0;
  }

  /** The distance of a board, null if it is not known. @param {Board} board */
  distanceOf(board) {
    const verdict = this.#remembered.get(board.join())?.verdict;
    return verdict?.kind === "solved" ? verdict.moves : null;
  }

  /** Ends the search under way. */
  stop() {
    this.#engine.stop();
  }

  /** Takes over what is remembered of a board and of those a move away. @param {Board} board @param {Known} known */
  #recall(board, known) {
    const { puzzle } = this.#game;
    if (!puzzle) return;
    const own = this.#remembered.get(board.join());
    if (own) Object.assign(known, own);
    for (const move of known.moves.keys()) {
      const next = this.#remembered.get(/** @type {Board} */ (after(puzzle, board, move)).join());
      if (next) known.moves.set(move, next.verdict);
    }
  }

  /** Remembers a board, and all on its solution. @param {Board} board @param {Truth} truth */
  #remember(board, { verdict, solution, goal, method }) {
    const { puzzle } = this.#game;
    if (!puzzle || this.#remembered.size > REMEMBERED) this.#remembered.clear();
    if (verdict.kind === "at-least" || !puzzle) return;
    this.#remembered.set(board.join(), { verdict, solution, goal, method });
    if (puzzle.isTabulated) return;
    /** @type {Board | null} */
    let next = board;
    for (let made = 1; made <= solution.length; made++) {
      next = after(puzzle, next, solution[made - 1]);
      if (!next) return;
      const left = { kind: /** @type {const} */ ("solved"), moves: solution.length - made };
      this.#remembered.set(next.join(), { verdict: left, solution: solution.slice(made), goal, method });
    }
  }
}

/** @returns {Known} */
function nothing() {
  return {
    verdict: null,
    solution: [],
    goal: null,
    method: "",
    moves: new Map(),
    answers: null,
    progress: null,
    failure: null,
  };
}

/**
 * The moves that begin a shortest answer.
 * @param {Known} known
 */
export function optimalMoves({ verdict, moves }) {
  if (verdict?.kind !== "solved") return [];
  const isNearer = (/** @type {Verdict | null} */ next) => next?.kind === "solved" && next.moves < verdict.moves;
  return [...moves].filter(([, next]) => isNearer(next)).map(([move]) => move);
}
