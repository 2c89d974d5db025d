// @ts-check
/**
 * What is known of the board shown. For puzzles with a table one question answers everything at once; elsewhere the board is searched
 * first, then the boards a move away, one by one, and what a solution passes through is known for free. A long search proves more and more
 * moves necessary; meanwhile another worker finds solutions that are not proven shortest, until both meet.
 */

import { after, goalMet, legalMoves, seeded, walk } from "./puzzle.js";
import { Shown } from "./shown.js";

/** @import {Board, Failure, Progress, Puzzle, Truth, Verdict} from "./protocol.js" */
/** @import {Opened} from "./conversation.js" */
/** @import {Engine} from "./engine.js" */
/** @import {Game} from "./game.js" */

/**
 * @typedef {object} Known
 * @property {Board} board
 * @property {Verdict | null} verdict     null: not known yet
 * @property {number[]} solution          a shortest one
 * @property {number[] | null} found      a solution that is not proven shortest
 * @property {number | null} goal
 * @property {string} method
 * @property {boolean | null} isReal      false if moves do not lead to it from the solved board; null: not known yet
 * @property {Map<number, Verdict | null>} moves  by legal move: of the board after it
 * @property {string | null} answers      how many shortest answers there are
 * @property {Progress | null} progress   of what is under way
 * @property {Failure | null} failure
 *
 * @typedef {Pick<Known, "solution" | "goal" | "method" | "isReal"> & {verdict: Verdict}} Found
 */

/** A moment that a search may take to pause before it is ended. */
const GRACE = 600;
/** The same for a round of other solutions: another worker would first compute its tables, which takes seconds for a cube. */
const ROUND = 2000;
/** This round and later ones take longer than building tables, so another board ends them at once. */
const LATE = 3;
/** The same when it is stopped and nothing waits for its end: it is resumed with its tables. */
const STOPPING = 5000;
/** After a search of this time, solutions that are not proven shortest are of interest. */
const LONG = 100;
/** Random moves that lead far enough for tables to be needed. */
const FAR = 30;
/** Until then nobody sees that a table has not been asked yet: the panel would be drawn twice. */
const UNSEEN = 50;
/** Answers are counted once the player rests. */
const REST = 150;
/** The most boards of the game that are looked up. */
const MOST_AROUND = 1000;
/** Boards that are remembered. */
const REMEMBERED = 5000;

/** Solutions that are not proven shortest: of how many boards they are remembered. */
const SHORTENED = 1000;

const sleep = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

/** Event: `change`, whenever more is known of the board shown. */
export class Truths extends EventTarget {
  #game;
  #engine;
  #quick;
  /** @type {Map<string, Found>} */
  #remembered = new Map();
  /** What is known is about the board shown. */
  #shown = new Shown(() => this.#game.question);
  /** The puzzle that the other worker has its tables for. @type {Puzzle | null} */
  #prepared = null;
  /** The round that the other worker is in. */
  #round = 0;
  /** By board: a solution that is not proven shortest, and the rounds in which it was made shorter. @type {Map<string, {moves: number[], rounds: number}>} */
  #found = new Map();
  /** @type {Known} */
  known = nothing();
  /** What was known of the board before the last move. @type {Verdict | null} */
  before = null;

  /** @param {Game} game @param {Engine} engine @param {Engine} quick  for solutions that are not proven shortest */
  constructor(game, engine, quick) {
    super();
    this.#game = game;
    this.#engine = engine;
    this.#quick = quick;
    game.addEventListener("puzzle", () => {
      this.#remembered.clear();
      this.#found.clear();
      this.known = nothing();
      // Drawing a puzzle takes a while: its table is built meanwhile.
      const { puzzle, board } = game;
      if (puzzle?.isTabulated) engine.about(puzzle, { ask: "truth", board }).catch(() => {});
    });
    game.addEventListener("board", (event) => {
      const { move, isBack } = /** @type {CustomEvent} */ (event).detail;
      this.before = move === null || isBack ? null : this.known.verdict;
      // Moves that are put after the board do not resume a search that was stopped.
      if (this.#shown.isCurrent && this.known.failure?.kind === "stopped") return this.dispatchEvent(new Event("change"));
      this.look(move !== null);
    });
  }

  /** Finds out about the board shown. @param {boolean} [isNext]  whether it is a move away from the last one */
  async look(isNext = false) {
    const { puzzle, board } = this.#game;
    if (!puzzle) return;
    if (this.#shown.isCurrent) Object.assign(this.known, { board, failure: null });
    else {
      this.known = nothing(board);
      for (const move of legalMoves(puzzle, board)) this.known.moves.set(move, null);
    }
    const isCurrent = this.#shown.begin();
    const isFree = this.#pause(this.#quick, isCurrent, this.#round < LATE ? ROUND : 0);
    const known = this.known;
    const changed = () => this.dispatchEvent(new Event("change"));
    this.#recall(board, known);
    const isSoon = isNext && puzzle.isTabulated;
    if (!isSoon) changed();
    const late = isSoon ? setTimeout(() => isCurrent() && changed(), UNSEEN) : 0;
    try {
      if (!puzzle.isTabulated) await this.#pause(this.#engine, isCurrent, GRACE);
      if (!isCurrent()) return;
      if (puzzle.isTabulated || !isSettled(known)) {
        const narrowing = puzzle.isTabulated ? 0 : setTimeout(() => isFree.then(() => this.#narrow(puzzle, known, isCurrent)).catch(() => {}), LONG);
        const truth = await this.#search(puzzle, board, known, isCurrent);
        clearTimeout(narrowing);
        clearTimeout(late);
        if (!truth || !isCurrent()) return;
        for (const { move, verdict } of truth.moves) if (verdict) known.moves.set(move, verdict);
        const { verdict, solution, goal, method, isReal } = truth;
        Object.assign(known, { verdict, solution, goal, method, isReal, progress: null });
        changed();
      }
      if (puzzle.isTabulated) {
        await sleep(REST);
        if (!isCurrent()) return;
        known.answers = (await this.#engine.about(puzzle, { ask: "answers", board })).answers;
        if (!isCurrent()) return;
        changed();
        if (await this.#lookAround(puzzle, isCurrent)) changed();
        return;
      }
      this.#recall(board, known);
      for (const [move, verdict] of known.moves) {
        if (verdict) continue;
        const next = /** @type {Board} */ (after(puzzle, board, move));
        const truth = await this.#search(puzzle, next, known, isCurrent);
        if (!truth || !isCurrent()) return;
        known.moves.set(move, truth.verdict);
        known.progress = null;
        changed();
      }
      this.#prepare(puzzle);
    } catch (failure) {
      if (!isCurrent()) return;
      known.failure = /** @type {Failure} */ (failure);
      changed();
    }
  }

  /** Waits for what is under way to pause, and ends it if it does not. @param {Engine} engine @param {() => boolean} isCurrent @param {number} grace */
  async #pause(engine, isCurrent, grace) {
    for (let waited = 0; engine.isBusy && isCurrent(); waited += UNSEEN) {
      if (waited >= grace) return engine.stop();
      await sleep(UNSEEN);
    }
  }

  /**
   * Asks for a board until its search has ended. It pauses now and then; the worker resumes it where it was.
   * @param {Puzzle & Opened} puzzle @param {Board} board @param {Known} known  of the board shown, for the progress @param {() => boolean} isCurrent
   * @returns {Promise<(Found & Pick<Truth, "moves">) | null>}
   */
  async #search(puzzle, board, known, isCurrent) {
    const isOwn = board === known.board;
    const changed = () => this.dispatchEvent(new Event("change"));
    const onProgress = (/** @type {Progress} */ progress) => {
      if (!isCurrent() || (isOwn && isSettled(known))) return;
      if (progress.search && isOwn) this.#prove(known, progress.search.threshold);
      known.progress = progress;
      changed();
    };
    for (;;) {
      /** @type {Truth} */
      const truth = await this.#engine.about(puzzle, { ask: "truth", board, pauses: true }, onProgress);
      this.#remember(puzzle, board, truth);
      const { verdict } = truth;
      if (!isCurrent()) return null;
      if (isOwn) known.isReal = truth.isReal;
      if (isOwn && known.verdict?.kind === "solved") return { ...known, verdict: known.verdict, moves: truth.moves };
      if (verdict.kind !== "open" || verdict.why !== "time") return truth;
      if (isOwn) this.#prove(known, verdict.atLeast);
      changed();
    }
  }

  /** Raises the proven bound. A solution of no more moves is a shortest one. @param {Known} known @param {number} moves */
  #prove(known, moves) {
    const before = known.verdict?.kind === "open" ? known.verdict.atLeast : 0;
    const verdict = { kind: /** @type {const} */ ("open"), atLeast: Math.max(before, moves), atMost: null, why: "time" };
    if (!isSettled(known)) known.verdict = verdict;
    this.#meet(known);
  }

  /** @param {Known} known */
  #meet(known) {
    if (known.verdict?.kind !== "open" || !known.found || known.verdict.atLeast < known.found.length) return;
    const { puzzle } = this.#game;
    if (!puzzle) return;
    const verdict = { kind: /** @type {const} */ ("solved"), distance: known.found.length };
    const end = known.found.reduce((board, move) => after(puzzle, board, move) ?? board, known.board);
    Object.assign(known, { verdict, solution: known.found, goal: goalMet(puzzle, end), progress: null });
    this.#remember(puzzle, known.board, { ...known, verdict });
  }

  /** Lets the other worker build its tables while nothing is searched. @param {Puzzle & Opened} puzzle */
  #prepare(puzzle) {
    if (this.#prepared === puzzle) return;
    this.#prepared = puzzle;
    this.#round = 0;
    this.#quick.about(puzzle, { ask: "quick", board: walk(puzzle, FAR, seeded(FAR)), known: null, round: 0 }).catch(() => {});
  }

  /** Finds solutions that are not proven shortest, each shorter than the one before. @param {Puzzle & Opened} puzzle @param {Known} known @param {() => boolean} isCurrent */
  async #narrow(puzzle, known, isCurrent) {
    const { board } = known;
    const key = board.join();
    for (let { rounds } = this.#found.get(key) ?? { rounds: 0 }; isCurrent() && !isSettled(known); rounds++) {
      this.#round = rounds;
      const { moves, isLast } = await this.#quick.about(puzzle, { ask: "quick", board, known: known.found, round: rounds });
      if (!isCurrent() || isSettled(known)) return;
      if (moves) {
        this.#keep(board, moves, rounds + 1);
        known.found = moves;
        this.#meet(known);
        this.dispatchEvent(new Event("change"));
      }
      if (isLast) return;
    }
  }

  /** Remembers a solution that is not proven shortest, for all boards on it. @param {Board} board @param {number[]} moves @param {number} rounds */
  #keep(board, moves, rounds) {
    const { puzzle } = this.#game;
    if (this.#found.size > SHORTENED) this.#found.clear();
    /** @type {Board | null} */
    let next = board;
    for (let made = 0; puzzle && next && made < moves.length; made++) {
      const rest = moves.slice(made);
      const known = this.#found.get(next.join());
      if (made === 0 || !known || known.moves.length > rest.length) this.#found.set(next.join(), { moves: rest, rounds: made === 0 ? rounds : 0 });
      next = after(puzzle, next, moves[made]);
    }
  }

  /**
   * Looks up the other boards of the game, for as long as the one shown is.
   * @param {Puzzle & Opened} puzzle @param {() => boolean} isCurrent @returns {Promise<boolean>} whether something was found out
   */
  async #lookAround(puzzle, isCurrent) {
    const all = Array.from({ length: Math.min(this.#game.moves.length + 1, MOST_AROUND) }, (_, at) => this.#game.boardAt(at));
    const unknown = all.filter((board) => !this.#remembered.has(board.join()));
    for (const board of unknown) {
      this.#remember(puzzle, board, await this.#engine.about(puzzle, { ask: "truth", board }));
      if (!isCurrent()) return false;
    }
    return unknown.length > 0;
  }

  /** The distance of a board, null if it is not known. @param {Board} board */
  distanceOf(board) {
    const verdict = this.#remembered.get(board.join())?.verdict;
    return verdict?.kind === "solved" ? verdict.distance : null;
  }

  /** Ends the search under way; `look` resumes it. */
  stop() {
    const isCurrent = this.#shown.begin();
    this.#quick.stop();
    this.known.failure = /** @type {Failure} */ ({ message: "Stopped.", kind: "stopped", problems: [], place: null });
    this.dispatchEvent(new Event("change"));
    this.#pause(this.#engine, isCurrent, STOPPING);
  }

  /** Takes over what is remembered of a board and of those a move away. @param {Board} board @param {Known} known */
  #recall(board, known) {
    const { puzzle } = this.#game;
    if (!puzzle) return;
    const own = this.#remembered.get(board.join());
    if (own) Object.assign(known, own);
    const found = this.#found.get(board.join())?.moves;
    if (found) known.found = found;
    for (const move of known.moves.keys()) {
      const next = this.#remembered.get(/** @type {Board} */ (after(puzzle, board, move)).join());
      if (next) known.moves.set(move, next.verdict);
    }
  }

  /** Remembers a board, and all on its solution. @param {Puzzle} puzzle @param {Board} board @param {Found} found */
  #remember(puzzle, board, { verdict, solution, goal, method, isReal }) {
    // Another puzzle may be open by now.
    if (verdict.kind === "open" || puzzle !== this.#game.puzzle) return;
    if (this.#remembered.size > REMEMBERED) this.#remembered.clear();
    this.#remembered.set(board.join(), { verdict, solution, goal, method, isReal });
    if (puzzle.isTabulated) return;
    /** @type {Board | null} */
    let next = board;
    for (let made = 1; made <= solution.length; made++) {
      next = after(puzzle, next, solution[made - 1]);
      if (!next) return;
      const left = { kind: /** @type {const} */ ("solved"), distance: solution.length - made };
      this.#remembered.set(next.join(), { verdict: left, solution: solution.slice(made), goal, method, isReal });
    }
  }
}

/** @param {Board} board @returns {Known} */
function nothing(board = []) {
  return {
    board,
    verdict: null,
    solution: [],
    found: null,
    goal: null,
    method: "",
    isReal: null,
    moves: new Map(),
    answers: null,
    progress: null,
    failure: null,
  };
}

/** Whether the distance is known, or that there is none. @param {Known} known */
export function isSettled({ verdict }) {
  return verdict !== null && verdict.kind !== "open";
}

/** The moves proven necessary after a move: at most one fewer than before it. @param {Known} known @param {number} move */
export function leastAfter({ verdict, moves }, move) {
  const next = moves.get(move);
  const least = verdict?.kind === "solved" ? verdict.distance : verdict?.kind === "open" ? verdict.atLeast : 0;
  return Math.max(least - 1, next?.kind === "open" ? next.atLeast : 0);
}

/**
 * The moves that begin a shortest answer.
 * @param {Known} known
 */
export function optimalMoves({ verdict, moves }) {
  if (verdict?.kind !== "solved") return [];
  const isNearer = (/** @type {Verdict | null} */ next) => next?.kind === "solved" && next.distance < verdict.distance;
  return [...moves].filter(([, next]) => isNearer(next)).map(([move]) => move);
}
