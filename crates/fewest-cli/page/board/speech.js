// @ts-check
/** Boards and cells in words. */
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
  /** @type {Map<number, string[]>} */
  const lines = new Map();
  puzzle.cells.forEach((cell, place) => {
    lines.set(cell.line, [...(lines.get(cell.line) ?? []), looks[board[place]].name]);
  });
  const texts = [...lines.values()].map((names) => names.join(", "));
  if (texts.length === 1) return `Board: ${texts[0]}.`;
  return `Board, ${texts.length} rows: ${texts.join("; ")}.`;
}

/**
 * @param {Puzzle} puzzle
 * @param {number} cell
 * @param {Look} look
 */
export function describeCell(puzzle, cell, look) {
  return `cell ${puzzle.cells[cell].name}, ${look.name === look.text ? "piece " : ""}${look.name}`;
}

/**
 * How to play by keyboard.
 * @param {boolean} isSliding  whether the arrow keys slide tiles
 */
export function describeKeys(isSliding) {
  return isSliding
    ? "The arrow keys slide tiles."
    : "The arrow keys go from cell to cell; Shift and an arrow key pulls a piece; Enter presses an arrow of the board.";
}
