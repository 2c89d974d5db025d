// @ts-check
/** What the page has open, the workers that answer about it, and the address that leads to it. */

import { boardOfWord, pack, read, write } from "./address.js";
import { LISTED } from "./build.js";
import { openingOf } from "./conversation.js";
import { spreadOf } from "./difficulty.js";
import { Engine, library } from "./engine.js";
import { listed } from "./entries.js";
import { described, pageOf } from "./files.js";
import { Game } from "./game.js";
import { firstBoard, miscount, movesNamed } from "./puzzle.js";
import { Shown } from "./shown.js";
import { Truths } from "./truths.js";

/**
 * @import {Opened} from "./conversation.js"
 * @import {Listed} from "./entries.js"
 * @import {Spread} from "./difficulty.js"
 * @import {Board, Failure, Figures, Progress, Puzzle} from "./protocol.js"
 *
 * @typedef {{puzzle?: string | null, definition?: string | null, goal?: Board | string | null, board?: Board | string | null,
 *   moves?: string[], at?: number, dealt?: Dealt | null}} Wanted  a puzzle by name or by definition, and what to show of it
 * @typedef {{day: string | null}} Dealt  of a board that was dealt: its day if it is the board of a day
 * @typedef {readonly [name: string, run: () => unknown]} Remedy  the name of a button, and what it does
 */

/**
 * Events: `problem`, when there is another one to show, or none any longer; `analysis`, when that begins or ends; `counted`, when the figures of
 * all boards are known; `progress`, with the `Progress` of opening a puzzle.
 */
export class Session extends EventTarget {
  game = new Game();
  answers = new Engine();
  jobs = new Engine();
  /** For small questions that no search and no job may keep waiting. */
  asides = new Engine();
  /** For distances to stages, which no other question delays. */
  staged = new Engine();
  /** Finds solutions that are not proven shortest, while `answers` searches for the proof. */
  quick = new Engine();
  truths = new Truths(this.game, this.answers, this.quick);
  /** Built-in puzzles. @type {Listed[]} */
  entries = [];
  /** What is wrong with the link or the puzzle that was to be opened. @type {string | null} */
  problem = null;
  /** What may help. @type {Remedy | null} */
  remedy = null;
  /** True if the page shows where each move leads. A dealt board is a game. */
  isAnalysed = true;
  /** The board dealt last. @type {({puzzle: Puzzle, start: Board} & Dealt) | null} */
  dealt = null;
  /** The figures of all boards, once they are counted. @type {{puzzle: Puzzle, figures: Figures} | null} */
  #counted = null;
  /** The tabs, once they are there. @type {import("./tabs.js").Tabs | null} */
  tabs = null;

  /** The text of the open puzzle, if it is not a built-in one. @type {string | null} */
  #definition = null;
  /** The same as the address has it. @type {string | null} */
  #packed = null;
  /** The goal, if it is not the puzzle's own. @type {Board | null} */
  #goal = null;
  /** The board that the page chose to begin with, unless an address named one. @type {Board | null} */
  #first = null;
  /** Any question to open a puzzle takes the place of the one before. */
  #opening = new Shown(() => []);
  /** False while the game follows the address. */
  #writes = false;
  /** A wrong link stays in the address bar, so that it can be corrected by hand, until another board is shown. */
  #isWrong = false;
  /** The number of moves when the address was written. */
  #written = 0;

  /** The board that the game began with, as text. */
  #start = "";

  constructor() {
    super();
    this.game.addEventListener("board", (event) => {
      const start = `${this.game.puzzle?.name} ${this.game.start}`;
      if (start !== this.#start) this.analyse(!this.isDealt);
      this.#start = start;
      const { move, isBack } = /** @type {CustomEvent} */ (event).detail;
      this.#isWrong = false;
      const { length } = this.game.moves;
      // Stepping through known moves is not worth an entry of the history.
      const isNew = length !== this.#written && !isBack;
      this.#written = length;
      this.writeAddress(isNew || (move === null && length === 0));
    });
    addEventListener("popstate", () => this.followAddress());
  }

  /** Finds the built-in puzzles. */
  async load() {
    this.entries = LISTED ?? listed((await this.answers.ask({ ask: "puzzles" })).puzzles);
  }

  /** Opens a puzzle. If its description is a file, the worker opens it only with the first question about it. @param {{puzzle?: string, definition?: string}} own */
  async #opened(own) {
    const opening = openingOf(own);
    // The service worker keeps the library instead.
    const isKept = library.isHere || Boolean(globalThis.navigator?.serviceWorker?.controller);
    const reply = own.puzzle && !isKept ? await described(own.puzzle) : null;
    return reply ? { ...reply, opening } : this.answers.open(opening, (progress) => this.dispatchEvent(new CustomEvent("progress", { detail: progress })));
  }

  /** The name of the open puzzle; null if a definition of the user's is open. */
  get name() {
    return this.#definition ? null : (this.game.puzzle?.name ?? null);
  }

  /** What is known of all boards of the open puzzle. @returns {Spread} */
  get spread() {
    if (this.#counted && this.#counted.puzzle === this.game.puzzle) return spreadOf(this.#counted.figures);
    const { farthest = null, nearer = null } = (!this.#goal && this.entries.find(({ name }) => name === this.name)) || {};
    return { farthest, nearer };
  }

  /** Counts all boards of the open puzzle, unless that is done. @param {Puzzle & Opened} puzzle @param {(progress: Progress) => void} onProgress @returns {Promise<Figures>} */
  async survey(puzzle, onProgress) {
    if (this.#counted?.puzzle !== puzzle) {
      const figures = await this.jobs.about(puzzle, { ask: "survey" }, onProgress);
      this.#counted = { puzzle, figures };
      this.dispatchEvent(new Event("counted"));
    }
    return this.#counted.figures;
  }

  /** Returns true if the board is the page's own choice. */
  get isUntouched() {
    return this.game.board === this.#first && this.game.moves.length === 0;
  }

  /** @param {string | null} problem @param {Remedy | null} remedy */
  say(problem, remedy = null) {
    this.problem = problem;
    this.remedy = remedy;
    this.dispatchEvent(new Event("problem"));
  }

  /** Reports what is wrong with the link, which stays as it is. @param {string} problem */
  refuse(problem) {
    this.#isWrong = true;
    this.say([this.problem, problem].filter(Boolean).join(" "));
  }

  /** Returns true if the game began with the board dealt last. */
  get isDealt() {
    const { dealt, game } = this;
    return dealt !== null && dealt.puzzle === game.puzzle && String(dealt.start) === String(game.start);
  }

  /** Shows a board as dealt: a game. @param {Board} start @param {string | null} day */
  deal(start, day) {
    const { puzzle } = this.game;
    if (!puzzle) return;
    this.dealt = { puzzle, start, day };
    this.game.set(start);
  }

  /** Shows where each move leads, or leaves that to the player. @param {boolean} isAnalysed */
  analyse(isAnalysed) {
    this.isAnalysed = isAnalysed;
    this.dispatchEvent(new Event("analysis"));
  }

  /** Opens a puzzle, and shows a board of it. @param {Wanted} wanted */
  async open(wanted) {
    const { puzzle: name, definition, goal, board, moves = [], at, dealt = null } = wanted;
    const isCurrent = this.#opening.begin();
    const { answers, jobs, staged, quick } = this;
    const own = definition ? { definition } : { puzzle: name ?? undefined };
    try {
      answers.stop();
      let puzzle = await this.#opened(own);
      /** @type {string[]} */
      const problems = [];
      const boardOf = (/** @type {Board | string} */ word, /** @type {string} */ what) => {
        const own = typeof word === "string" ? boardOfWord(puzzle, word) : word;
        const made = puzzle.blocks ? "letters of its blocks, row by row" : `the symbols ${puzzle.symbols.join(" ")}, one for each cell`;
        const problem = own ? miscount(puzzle, own) : `it is not made of ${made}.`;
        if (problem) problems.push(`The ${what} in the link was ignored: ${problem}`);
        return problem ? null : own;
      };
      const goalBoard = goal ? boardOf(goal, "goal") : null;
      if (goalBoard) puzzle = await answers.open(openingOf({ ...own, goal: goalBoard }));
      if (!isCurrent()) return;
      for (const engine of [jobs, staged, quick]) engine.stop();
      this.#definition = definition ?? null;
      this.#packed = definition ? await pack(definition) : null;
      this.#goal = goalBoard;
      const start = board ? boardOf(board, "board") : null;
      this.#first = start ? null : firstBoard(puzzle);
      const first = start ?? this.#first ?? puzzle.home;
      const numbers = movesNamed(puzzle, first, moves);
      if (numbers.includes(-1)) problems.push("Some moves in the link are not moves of this puzzle.");
      if (dealt) this.dealt = { puzzle, start: first, ...dealt };
      this.game.open(puzzle, first, numbers, at ?? moves.length);
      this.say(problems.join(" ") || null);
    } catch (failure) {
      const { message, kind } = /** @type {Failure & Error} */ (failure);
      if (!isCurrent() || kind === "stopped") return;
      if (!this.game.puzzle && name !== "rotation") await this.open({ puzzle: "rotation" });
      this.say(message, kind === "lost" ? ["Try again", () => this.open(wanted)] : null);
    }
  }

  /** Opens the same puzzle with another goal. @param {Board} goal @param {Board} board */
  changeGoal(goal, board) {
    return this.open({ puzzle: this.name, definition: this.#definition, goal, board });
  }

  #address() {
    const { puzzle, start, moves, at } = this.game;
    return puzzle ? write(puzzle, this.#packed, this.#goal, start, moves, at, this.tabs?.words() ?? {}) : "#";
  }

  /** @param {boolean} isNew  true if the back button comes back to what was shown before */
  writeAddress(isNew = false) {
    if (!this.#writes || this.#isWrong) return;
    const wanted = this.#address();
    // A link opens a board; only the history knows that it was dealt.
    const dealt = this.isDealt ? { day: this.dealt?.day ?? null } : null;
    // Browsers take their time for it: the board comes first.
    setTimeout(() => {
      if (location.hash === wanted && dealt?.day === history.state?.day) return;
      try {
        history[isNew && location.hash !== wanted ? "pushState" : "replaceState"](dealt, "", wanted);
      } catch {
        // Browsers limit the entries per second; the next move writes it.
      }
    });
  }

  /** The link to what is shown, over the puzzle's own page if it has one; null, with a problem, if there is none. */
  link() {
    this.writeAddress();
    const page = this.name && pageOf(this.name);
    if (page) return `${page}${this.#address().replace(/p=[^&]*&/, "")}`;
    if (!this.#definition || this.#packed) return new URL(this.#address(), location.href).href;
    this.say("This definition is too long for a link: share its file instead.");
    return null;
  }

  /** Shows what the address names. */
  async followAddress() {
    this.#writes = false;
    /** @type {Record<string, string>} */
    let panel = {};
    try {
      const wanted = { ...(await read(location.hash)), dealt: /** @type {Dealt | null} */ (history.state) };
      panel = wanted.panel;
      const { puzzle } = this.game;
      const isSame =
        puzzle &&
        (wanted.definition ?? null) === this.#definition &&
        (wanted.definition !== null || wanted.puzzle === puzzle.name) &&
        (wanted.goal ? boardOfWord(puzzle, wanted.goal)?.join() : undefined) === this.#goal?.join();
      const board = isSame && wanted.board ? boardOfWord(puzzle, wanted.board) : null;
      if (isSame && board && !miscount(puzzle, board)) {
        if (wanted.dealt) this.dealt = { puzzle, start: board, ...wanted.dealt };
        this.game.set(board, movesNamed(puzzle, board, wanted.moves), wanted.at);
      } else {
        await this.open({ ...wanted, puzzle: wanted.puzzle ?? (wanted.definition ? null : "rotation") });
      }
    } catch (error) {
      if (!this.game.puzzle) await this.open({ puzzle: "rotation" });
      this.say(/** @type {Error} */ (error).message);
    } finally {
      this.#isWrong = this.problem !== null;
      this.tabs?.follow(panel);
      this.#writes = true;
      this.#written = this.game.moves.length;
      this.writeAddress();
    }
  }
}
