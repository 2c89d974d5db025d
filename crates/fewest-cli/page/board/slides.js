// @ts-check
/** Sliding tiles, by whatever name they come: the arrow keys slide them. */
import { legalMoves, turnOf } from "../puzzle.js";
import { intoEmpty } from "./carry.js";
import { between, cosine } from "./geometry.js";

/**
 * @import {Board, Puzzle, Turn} from "../protocol.js"
 * @import {Point} from "./geometry.js"
 * @import {Layout} from "./layout.js"
 */

/** @type {Record<string, Point>} */
export const ARROWS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/**
 * Whether all that moves do is to slide a piece up, down, left or right into the blank.
 * @param {Puzzle} puzzle
 * @param {Layout} layout
 */
export function slides(puzzle, layout) {
  return puzzle.turns.every((turn) => {
    const way = slideOf(puzzle, layout, turn);
    return way !== null && Object.values(ARROWS).some((arrow) => cosine(way, arrow) > 0.99);
  });
}

/**
 * The move that slides a piece in a direction.
 * @param {Puzzle} puzzle
 * @param {Layout} layout
 * @param {Board} board
 * @param {Point} direction
 * @returns {number | null}
 */
export function chooseSlide(puzzle, layout, board, direction) {
  const move = legalMoves(puzzle, board).find((move) => {
    const turn = turnOf(puzzle, board, move);
    const way = turn && slideOf(puzzle, layout, turn);
    return way && cosine(way, direction) > 0.99;
  });
  return move ?? null;
}

/** @param {Puzzle} puzzle @param {Layout} layout @param {Turn} turn @returns {Point | null} */
function slideOf(puzzle, { spots }, turn) {
  const way = intoEmpty(puzzle, turn);
  return way && between(spots[way.from], spots[way.to]);
}
