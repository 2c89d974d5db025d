// @ts-check
/** A stack of which moves turn over the top, as pancakes: the first cell is the highest. */
import { plainTurns } from "./carry.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Drawing, Spot} from "./layout.js"
 */

const WIDTH = 560;
const HEIGHT = 66;
/** Higher ones would not fit a screen. */
const MOST = 16;

/**
 * @param {Puzzle} puzzle
 * @returns {Drawing | null}
 */
export function stackLayout(puzzle) {
  const turns = plainTurns(puzzle);
  const isStack = turns.length > 1 && turns.every((turn) => turn !== null && flippedTop(turn.from) !== null);
  const count = puzzle.cells.length;
  if (!isStack || count > MOST) return null;
  /** @type {Spot[]} */
  const spots = puzzle.cells.map((_, place) => ({ x: 0, y: place * HEIGHT, width: WIDTH, height: HEIGHT, shape: "bar" }));
  const plate = { x: -WIDTH / 2 - 24, y: (count - 0.5) * HEIGHT + 3, width: WIDTH + 48, height: 14, rx: 7, class: "board-plate" };
  return { spots, backs: [{ tag: "rect", attributes: plate }] };
}

/**
 * How many cells from the first on a move turns over; null if that is not what it does.
 * @param {number[]} from
 * @returns {number | null}
 */
export function flippedTop(from) {
  const count = from.reduce((last, source, cell) => (source === cell ? last : cell), -1) + 1;
  const isFlip = from.every((source, cell) => source === (cell < count ? count - 1 - cell : cell));
  return isFlip && count > 1 ? count : null;
}
