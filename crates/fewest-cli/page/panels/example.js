// @ts-check
/** A board whose search is worth following. */
import { seeded, walk } from "../puzzle.js";

/** @import {Board, Puzzle} from "../protocol.js" */

/** Boards that its search expands: enough to branch, few enough to follow. */
const FEWEST = 30;
const MOST = 60;
/** The most random moves, and the boards tried after each number of them. */
const FARTHEST = 24;
const TRIES = 4;

/**
 * A board whose search expands 30 to 60 boards, or as close to that as one of the boards tried. It is the same every time.
 * @param {Puzzle} puzzle
 * @param {(board: Board, most: number) => Promise<number>} expanded  the boards that a search expands, counted up to `most`
 * @returns {Promise<Board>}
 */
export async function findExample(puzzle, expanded) {
  let [best, distance] = [puzzle.home, Infinity];
  for (let moves = 3; moves <= FARTHEST; moves++) {
    let isTooFar = true;
    for (let seed = 0; seed < TRIES; seed++) {
      const board = walk(puzzle, moves, seeded(moves * TRIES + seed));
      const count = await expanded(board, MOST + 1);
      // How many more than the most is not known.
      const off = count > MOST ? FEWEST : Math.max(FEWEST - count, 0);
      if (off < distance) [best, distance] = [board, off];
      if (off === 0) return board;
      if (count <= MOST) isTooFar = false;
    }
    // Farther boards take still more.
    if (isTooFar && moves > 6) break;
  }
  return best;
}
