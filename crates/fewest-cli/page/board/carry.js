// @ts-check
/**
 * Where a move carries the pieces: the one place that knows that what leaves a line at one end comes
 * back at the other. Gestures, arrows and animations all ask it.
 *
 * @import {Puzzle, Turn} from "../protocol.js"
 * @import {Point} from "./geometry.js"
 *
 * @typedef {import("./geometry.js").Point} Point
 *
 * @typedef {object} Carried   what happens to the piece of one cell
 * @property {number} to       the cell it comes to
 * @property {Point} along     how far and which way it is seen to go; for a piece that comes back at a line's
 *   other end, as the other pieces of its line
 * @property {boolean} wraps   whether it comes back at the other end
 */
import { between, cosine, length } from "./geometry.js";

/**
 * By cell: the cell that its piece goes to.
 * @param {number[]} from  by cell: the cell whose piece comes here
 * @returns {number[]}
 */
export function destinations(from) {
  const to = from.slice();
  from.forEach((source, cell) => {
    to[source] = cell;
  });
  return to;
}

/**
 * The cycles of two or more cells, each in the order in which its pieces go on.
 * @param {number[]} from
 * @returns {number[][]}
 */
export function cyclesOf(from) {
  const to = destinations(from);
  const seen = new Set();
  /** @type {number[][]} */
  const cycles = [];
  to.forEach((_, first) => {
    if (seen.has(first) || to[first] === first) return;
    const cycle = [];
    for (let cell = first; !seen.has(cell); cell = to[cell]) {
      seen.add(cell);
      cycle.push(cell);
    }
    cycles.push(cycle);
  });
  return cycles;
}

/**
 * What happens to the piece of each cell; null where it stays.
 * @param {Point[]} spots  where the cells are drawn
 * @param {number[]} from
 * @returns {(Carried | null)[]}
 */
export function carried(spots, from) {
  /** @type {(Carried | null)[]} */
  const all = from.map(() => null);
  for (const cycle of cyclesOf(from)) {
    const steps = cycle.map((cell, place) => between(spots[cell], spots[cycle[(place + 1) % cycle.length]]));
    const wrap = wrapOf(steps);
    cycle.forEach((cell, place) => {
      const wraps = place === wrap;
      const along = wraps ? steps[(place + 1) % steps.length] : steps[place];
      all[cell] = { to: cycle[(place + 1) % cycle.length], along, wraps };
    });
  }
  return all;
}

/**
 * The one step of a cycle that leads back along a line on which all others go forward.
 * @param {Point[]} steps
 * @returns {number | null}
 */
function wrapOf(steps) {
  if (steps.length < 3) return null;
  const longest = steps.reduce((best, step, place) => (length(step) > length(steps[best]) ? place : best), 0);
  const others = steps.filter((_, place) => place !== longest);
  const isLine = others.every((step) => cosine(step, others[0]) > 0.99);
  return isLine && cosine(steps[longest], others[0]) < -0.99 ? longest : null;
}

/**
 * The line that a move shifts by one, if that is all it does: its last cell in the direction it goes.
 * @param {Point[]} spots
 * @param {number[]} from
 * @returns {{cell: number, along: Point} | null}
 */
export function shiftedLine(spots, from) {
  if (cyclesOf(from).length !== 1) return null;
  const all = carried(spots, from);
  const cell = all.findIndex((piece) => piece?.wraps);
  const along = all[cell]?.along;
  return along ? { cell, along } : null;
}

/**
 * Moves that do one thing only, on any board: by move, what they do.
 * @param {Puzzle} puzzle
 * @returns {(Turn | null)[]}
 */
export function plainTurns(puzzle) {
  return puzzle.moves.map((_, move) => {
    const turns = puzzle.turns.filter((turn) => turn.move === move);
    return turns.length === 1 && turns[0].needs.length === 0 ? turns[0] : null;
  });
}

/**
 * The symbol of empty cells, if there are any: the blank, or the dot of puzzles whose moves need it.
 * @param {Puzzle} puzzle
 */
export function emptySymbol({ blank, symbols, turns }) {
  const dot = symbols.indexOf(".");
  return blank ?? (turns.some(({ needs }) => needs.some(([, symbol]) => symbol === dot)) ? dot : null);
}

/**
 * The cell whose piece a turn carries into the only empty cell that it needs, if it does, and that cell: knights, tiles, frogs.
 * @param {Puzzle} puzzle
 * @param {Turn} turn
 * @returns {{from: number, to: number} | null}
 */
export function intoEmpty(puzzle, turn) {
  const empty = emptySymbol(puzzle);
  const entered = turn.needs.filter(([cell, symbol]) => symbol === empty && turn.from[cell] !== cell);
  return entered.length === 1 && !puzzle.blocks ? { from: turn.from[entered[0][0]], to: entered[0][0] } : null;
}
