// @ts-check
/** Boards and cells in words. */
import { lettersOf } from "../blocks.js";
import { looksOf } from "./symbols.js";

/**
 * @import {Board, Puzzle} from "../protocol.js"
 * @import {Look} from "./symbols.js"
 */

/**
 * A board as one sentence, line by line of its picture.
 * @param {Puzzle} puzzle
 * @param {Board} board
 * @returns {string}
 */
export function describeBoard(puzzle, board) {
  const looks = looksOf(puzzle);
  const letters = lettersOf(puzzle, board).map((letter) => (letter === "." ? "empty" : letter));
  /** @type {Map<number, string[]>} */
  const lines = new Map();
  puzzle.cells.forEach((cell, place) => {
    lines.set(cell.line, [...(lines.get(cell.line) ?? []), letters[place] ?? looks[board[place]].name]);
  });
  const texts = [...lines.values()].map((names) => names.join(", "));
  if (texts.length === 1) return `Board: ${texts[0]}.`;
  return `Board, ${texts.length} rows: ${texts.join("; ")}.`;
}

/**
 * @param {Puzzle} puzzle
 * @param {number} cell
 * @param {Look} look
 * @param {string} [letter]  of its block
 */
export function describeCell(puzzle, cell, look, letter) {
  if (letter) return `cell ${puzzle.cells[cell].name}, ${letter === "." ? "empty" : `block ${letter}`}`;
  return `cell ${puzzle.cells[cell].name}, ${look.name === look.text ? "piece " : ""}${look.name}`;
}

/**
 * How to play by keyboard.
 * @param {boolean} isSliding  whether the arrow keys slide tiles
 * @param {boolean} areBlocks
 */
export function describeKeys(isSliding, areBlocks) {
  if (areBlocks) return "The arrow keys go from cell to cell; Shift and an arrow key slides a block; Enter chooses it, then where it goes.";
  return isSliding
    ? "The arrow keys slide tiles."
    : "The arrow keys go from cell to cell; Shift and an arrow key pulls a piece; Enter presses an arrow of the board.";
}
