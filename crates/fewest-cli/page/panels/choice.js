// @ts-check
/** What searches can be chosen, and which are at first. */

/**
 * @import {Puzzle} from "../protocol.js"
 *
 * @typedef {{name: string, isBlind: boolean, takesWeight: boolean, isProving: boolean}} Algorithm
 * @typedef {{algorithms: Algorithm[], heuristics: string[]}} Contenders
 */

/** Puzzles of at most this many cells are small enough for every search. */
const FEW_CELLS = 9;
const FOR_FEW = ["breadth-first", "bidirectional", "a-star", "ida-star", "table"];
const FOR_MANY = ["a-star", "ida-star", "pruned-ida-star"];
/** The heuristics that tell most for their price. */
const USUAL = ["manhattan", "centre", "pattern"];

/** @param {Puzzle} puzzle @param {Contenders} contenders */
export function usualAlgorithms(puzzle, { algorithms }) {
  const usual = puzzle.cells.length <= FEW_CELLS ? FOR_FEW : FOR_MANY;
  return algorithms.map(({ name }) => name).filter((name) => usual.includes(name));
}

/** @param {Contenders} contenders */
export function usualHeuristics({ heuristics }) {
  const usual = heuristics.filter((name) => USUAL.includes(name));
  return usual.length > 0 ? usual : heuristics.filter((name) => name !== "blind").slice(0, 2);
}

/** The heuristic that shows most in a picture of a search. @param {Contenders} contenders */
export function shownHeuristic({ heuristics }) {
  return ["manhattan", "centre", "misplaced"].find((name) => heuristics.includes(name)) ?? heuristics[0] ?? "";
}
