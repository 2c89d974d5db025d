// @ts-check
/** The board on the page: where it began, the moves played since, and those that were taken back. */

import { lettersOf } from "./blocks.js";
import { after, nameOn, turnOf } from "./puzzle.js";

/** @import {Opened} from "./conversation.js" */
/** @import {Board, Puzzle} from "./protocol.js" */

/**
 * Events: `puzzle` when another puzzle is open (a `board` follows), and `board` with the detail {move, isBack}: the move just played
 * or taken back, or null for any other board.
 */
export class Game extends EventTarget {
  /** @type {(Puzzle & Opened) | null} */
  puzzle = null;
  /** @type {Board} */
  start = [];
  /** @type {number[]} */
  moves = [];
  /** How many of the moves are played. */
  at = 0;
  /** @type {Board[]} The boards from the start to the last move. */
  #boards = [];
  /** The letters of the first of them. @type {string[][]} */
  #letters = [];

  /** The board shown. */
  get board() {
    return this.#boards[this.at];
  }

  /** Of blocks, the letter on each cell of the board shown: interchangeable ones keep those that they had at the start. */
  get letters() {
    const { puzzle } = this;
    if (!puzzle?.blocks) return [];
    for (let at = this.#letters.length; at <= this.at; at++) {
      const from = at === 0 ? null : turnOf(puzzle, this.#boards[at - 1], this.moves[at - 1])?.from;
      this.#letters.push(from ? from.map((cell) => this.#letters[at - 1][cell]) : lettersOf(puzzle, this.start));
    }
    return this.#letters[this.at];
  }

  /** The name of a move on the board shown. @param {number} move */
  nameOf(move) {
    const turn = this.puzzle?.blocks && turnOf(this.puzzle, this.board, move);
    return turn ? nameOn(/** @type {Puzzle} */ (this.puzzle), this.letters, turn) : (this.puzzle?.moves[move] ?? "");
  }

  /** What a question about the board shown depends on. */
  get question() {
    return [this.puzzle, String(this.board)];
  }

  /** The board after the first `at` moves. @param {number} at */
  boardAt(at) {
    return this.#boards[at];
  }

  /**
   * Opens a puzzle. Moves are played as far as they are legal.
   * @param {Puzzle & Opened} puzzle @param {Board} start @param {number[]} moves @param {number} at
   */
  open(puzzle, start, moves = [], at = 0) {
    this.puzzle = puzzle;
    this.#begin(start, moves, at);
    this.dispatchEvent(new Event("puzzle"));
    this.#changed(null, false);
  }

  /**
   * Shows another board of the puzzle.
   * @param {Board} start @param {number[]} moves @param {number} at
   */
  set(start, moves = [], at = 0) {
    this.#begin(start, moves, at);
    this.#changed(null, false);
  }

  /** Plays a move, if it is legal. @param {number} move */
  play(move) {
    const next = this.puzzle && after(this.puzzle, this.board, move);
    if (!next) return;
    if (this.moves[this.at] !== move) {
      this.moves = [...this.moves.slice(0, this.at), move];
      this.#boards = [...this.#boards.slice(0, this.at + 1), next];
      this.#letters.length = Math.min(this.#letters.length, this.at + 1);
    }
    this.at += 1;
    this.#changed(move, false);
  }

  undo() {
    if (this.at === 0) return;
    this.at -= 1;
    this.#changed(this.moves[this.at], true);
  }

  redo() {
    if (this.at < this.moves.length) this.play(this.moves[this.at]);
  }

  /** Shows the board after the first `at` moves. @param {number} at */
  goTo(at) {
    at = Math.max(0, Math.min(at, this.moves.length));
    if (at === this.at + 1) return this.redo();
    if (at === this.at - 1) return this.undo();
    if (at === this.at) return;
    this.at = at;
    this.#changed(null, false);
  }

  /** Replaces the moves from the start; `at` of them are played. @param {number[]} moves @param {number} at */
  retell(moves, at) {
    const isPlayed = (/** @type {number[]} */ own) => own.every((move, place) => move === this.moves[place]);
    if (moves.length === this.moves.length && isPlayed(moves)) this.goTo(at);
    else if (at === this.at + 1 && at === moves.length && isPlayed(moves.slice(0, -1))) this.play(moves[at - 1]);
    else this.set(this.start, moves, at);
  }

  /** Puts other moves after those that are played, without playing them. @param {number[]} moves */
  follow(moves) {
    const { start, at } = this;
    this.#begin(start, [...this.moves.slice(0, at), ...moves], at);
    this.#changed(null, false);
  }

  /** @param {Board} start @param {number[]} moves @param {number} at */
  #begin(start, moves, at) {
    this.start = start;
    this.moves = [];
    this.#boards = [start];
    this.#letters = [];
    for (const move of moves) {
      const next = this.puzzle && after(this.puzzle, this.#boards[this.moves.length], move);
      if (!next) break;
      this.moves.push(move);
      this.#boards.push(next);
    }
    this.at = Math.max(0, Math.min(at, this.moves.length));
  }

  /** @param {number | null} move @param {boolean} isBack */
  #changed(move, isBack) {
    this.dispatchEvent(new CustomEvent("board", { detail: { move, isBack } }));
  }
}
