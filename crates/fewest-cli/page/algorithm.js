// @ts-check
/** Inverses, mirror images and shorter forms of move sequences: for puzzles whose moves do the same on every board. */

import { plainTurns } from "./board/carry.js";
import { isTurned } from "./board/solid/drag.js";
import { solidOf } from "./board/solid/solid.js";
import { dot } from "./board/solid/space.js";

/**
 * @import {Puzzle} from "./protocol.js"
 * @import {Solid} from "./board/solid/solid.js"
 * @import {Vector} from "./board/solid/space.js"
 *
 * @typedef {object} Moves  what moves are to each other; -1 if there is no such move
 * @property {number[]} inverse
 * @property {number[]} mirror
 * @property {(number | null)[][]} joined  the move that has the effect of two; null if they cancel each other
 * @property {boolean[][]} commute  true if two may be exchanged
 */

/** @type {WeakMap<Puzzle, Moves | null>} */
const known = new WeakMap();

/** @param {Puzzle} puzzle @returns {Moves | null} */
function movesOf(puzzle) {
  let moves = known.get(puzzle);
  if (moves === undefined) known.set(puzzle, (moves = compared(puzzle)));
  return moves;
}

/** @param {Puzzle} puzzle @returns {Moves | null} */
function compared(puzzle) {
  const all = plainTurns(puzzle).flatMap((turn) => (turn ? [turn.from] : []));
  if (all.length < puzzle.moves.length) return null;
  const numbers = new Map(all.map((from, move) => [String(from), move]));
  const still = String(puzzle.cells.map((_, cell) => cell));
  const pairs = all.map((first) => all.map((then) => String(then.map((cell) => first[cell]))));
  const solid = solidOf(puzzle);
  return {
    inverse: pairs.map((own) => own.indexOf(still)),
    mirror: all.map((_, move) => (solid ? imageOf(solid, move) : -1)),
    joined: pairs.map((own) => own.map((effect) => (effect === still ? null : (numbers.get(effect) ?? -1)))),
    commute: pairs.map((own, one) => own.map((effect, other) => effect === pairs[other][one])),
  };
}

/** The moves that undo these; null if there are none. @param {Puzzle} puzzle @param {number[]} moves */
export function inverted(puzzle, moves) {
  const all = movesOf(puzzle);
  const back = all && [...moves].reverse().map((move) => all.inverse[move]);
  return back?.includes(-1) ? null : back;
}

/** The moves as a mirror beside the puzzle shows them; null if it does not have all of them. @param {Puzzle} puzzle @param {number[]} moves */
export function mirrored(puzzle, moves) {
  const all = movesOf(puzzle);
  return all && !all.mirror.includes(-1) ? moves.map((move) => all.mirror[move]) : null;
}

/**
 * The same without moves that cancel each other, and with one move for two that have its effect, also if moves are between them
 * with which they may be exchanged.
 * @param {Puzzle} puzzle @param {number[]} moves
 */
export function simplified(puzzle, moves) {
  const all = movesOf(puzzle);
  if (!all) return null;
  /** @type {number[]} */
  const made = [];
  const add = (/** @type {number} */ move) => {
    for (let at = made.length - 1; at >= 0; at--) {
      const one = all.joined[made[at]][move];
      if (one !== -1) {
        // The moves between may be exchanged with the second, not always with the first.
        const [, ...between] = made.splice(at);
        if (one !== null) add(one);
        between.forEach(add);
        return;
      }
      if (!all.commute[made[at]][move]) break;
    }
    made.push(move);
  };
  moves.forEach(add);
  return made;
}

/** The move that turns the mirrored layers the other way. @param {Solid} solid @param {number} move */
function imageOf(solid, move) {
  const image = (/** @type {Vector} */ [x, y, z]) => /** @type {Vector} */ ([-x, y, z]);
  const own = solid.twists[move];
  return solid.twists.findIndex(({ axis, angle }, other) => {
    const same = dot(axis, image(own.axis));
    // Of the angle it matters only where it ends: a half turn goes either way.
    const far = (angle + Math.sign(same) * own.angle) / (2 * Math.PI);
    const isBack = Math.abs(Math.abs(same) - 1) < 1e-3 && Math.abs(far - Math.round(far)) < 1e-3;
    return isBack && solid.regions.every((region) => isTurned(solid, region, move) === isTurned(solid, { middle: image(region.middle) }, other));
  });
}
