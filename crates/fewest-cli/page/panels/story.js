// @ts-check
/** A search as a list of steps: one for each board expanded, in iterations where it begins again. */
import { after, legalMoves } from "../puzzle.js";

/**
 * @import {Puzzle, Step} from "../protocol.js"
 *
 * @typedef {object} Scene
 * @property {Step} step
 * @property {number} iteration
 * @property {number | null} parent  the scene that generated its board, in the same iteration
 * @property {number | null} move    the move from there; on the goal's side the move to there
 *
 * @typedef {object} Iteration
 * @property {string | null} threshold  null: the search does not begin again
 * @property {number} start             its first scene
 * @property {number} end               after its last
 *
 * @typedef {{scenes: Scene[], iterations: Iteration[]}} Story
 */

/**
 * The steps of a search that was shown.
 * @param {Puzzle} puzzle
 * @param {(Step | {threshold: string})[]} steps
 * @returns {Story}
 */
export function storyOf(puzzle, steps) {
  /** @type {Story} */
  const story = { scenes: [], iterations: [] };
  /** By place among the steps: the scene. @type {(number | null)[]} */
  const sceneAt = [];
  /** The goal's side, by board and moves made. @type {Map<string, number>} */
  const behind = new Map();
  const begin = (/** @type {string | null} */ threshold) => {
    const start = story.scenes.length;
    // One that expands no board is not shown.
    if (story.iterations.at(-1)?.start === start) story.iterations.pop();
    story.iterations.push({ threshold, start, end: start });
  };
  for (const step of steps) {
    if (!("board" in step)) {
      sceneAt.push(null);
      begin(step.threshold);
      continue;
    }
    if (story.iterations.length === 0) begin(null);
    const iteration = story.iterations.length - 1;
    const number = story.scenes.length;
    sceneAt.push(number);
    const parent = step.parent === null ? null : sceneAt[step.parent];
    const from = step.isBackward ? onGoalsSide(puzzle, step, behind) : { parent, move: step.move };
    if (step.isBackward) behind.set(key(step.board, step.g), number);
    story.scenes.push({ step, iteration, ...from });
    story.iterations[iteration].end = number + 1;
  }
  if (story.iterations.at(-1)?.start === story.scenes.length) story.iterations.pop();
  return story;
}

/** @param {number[]} board @param {number} g */
function key(board, g) {
  return `${g} ${board.join(" ")}`;
}

/**
 * Where a board on the goal's side comes from: the first expanded board that one of its moves leads to.
 * @param {Puzzle} puzzle @param {Step} step @param {Map<string, number>} behind
 */
function onGoalsSide(puzzle, { board, g }, behind) {
  const found = legalMoves(puzzle, board).flatMap((move) => {
    const next = after(puzzle, board, move);
    const parent = next && behind.get(key(next, g - 1));
    return parent === null || parent === undefined ? [] : [{ parent, move }];
  });
  found.sort((one, other) => one.parent - other.parent);
  return found[0] ?? { parent: null, move: null };
}

/**
 * The parts of a search that are counted: its iterations if it has thresholds, otherwise its depths.
 * @param {Story} story
 * @returns {{labels: string[], starts: number[], partOf: number[]}} starts: the first scene of each part; partOf: by scene
 */
export function partsOf({ scenes, iterations }) {
  if (iterations[0]?.threshold != null) {
    return {
      labels: iterations.map(({ threshold }) => String(threshold)),
      starts: iterations.map(({ start }) => start),
      partOf: scenes.map(({ iteration }) => iteration),
    };
  }
  const depths = [...new Set(scenes.map(({ step }) => step.g))].sort((one, other) => one - other);
  return {
    labels: depths.map(String),
    starts: depths.map((depth) => scenes.findIndex(({ step }) => step.g === depth)),
    partOf: scenes.map(({ step }) => depths.indexOf(step.g)),
  };
}

/**
 * The scenes of each part, up to and including one scene.
 * @param {{labels: string[], partOf: number[]}} parts @param {number} last
 */
export function countParts({ labels, partOf }, last) {
  const counts = labels.map(() => 0);
  for (const part of partOf.slice(0, last + 1)) counts[part] += 1;
  return counts;
}

/**
 * The scene where an iteration ends: the present one's, or the next one's if it has ended already.
 * @param {Story} story @param {number} at
 */
export function endOfIteration({ scenes, iterations }, at) {
  const { iteration } = scenes[at];
  const isOver = at === iterations[iteration].end - 1;
  return iterations[Math.min(iteration + Number(isOver), iterations.length - 1)].end - 1;
}

/**
 * The figures in a box of the tree: f as a sum if it is one, otherwise with g and h; only g without a heuristic.
 * @param {Step} step @param {boolean} isBlind
 */
export function formula({ f, g, h }, isBlind) {
  if (isBlind) return `g ${g}`;
  return Number(f) === g + h ? `${f} = ${g} + ${h}` : `${f}: ${g}, ${h}`;
}

/**
 * The moves between a scene's board and the start, or on the goal's side the goal.
 * @param {Scene[]} scenes
 * @param {number} number
 * @returns {number[] | null} null where they are not known
 */
export function wayTo(scenes, number) {
  const moves = [];
  let scene = scenes[number];
  while (scene.parent !== null && scene.move !== null) {
    moves.push(scene.move);
    scene = scenes[scene.parent];
  }
  if (moves.length !== scenes[number].step.g) return null;
  return scenes[number].step.isBackward ? moves : moves.reverse();
}
