// @ts-check
/**
 * A puzzle as a solid: each cell a polygon on it, and each move a turn of some of its layers. Nothing is taken on trust: a solid
 * that some move does not turn is not the puzzle's.
 */
import { plainTurns } from "../carry.js";
import { bodiesOf, polygonsOf } from "./bodies.js";
import { centre, clip, distance, dot, EPSILON, flipped, scaled, times, turnAbout } from "./space.js";

/**
 * @typedef {import("../../protocol.js").Puzzle} Puzzle
 * @typedef {import("./bodies.js").Body} Body
 * @typedef {import("./space.js").Plane} Plane
 * @typedef {import("./space.js").Vector} Vector
 *
 * @typedef {object} Region  a sticker
 * @property {number} side
 * @property {Vector[]} points   counterclockwise as seen from outside
 * @property {Vector} middle
 * @property {number | null} cell  none where the puzzle has no cell: it never leaves its side
 *
 * @typedef {object} Layer   what lies between two planes that face one another
 * @property {number} low    along the axis
 * @property {number} high
 * @property {boolean} turns
 *
 * @typedef {object} Twist   what a move does
 * @property {Vector} axis   towards the outer layer that turns, if only one does
 * @property {number} angle  counterclockwise as seen against the axis
 * @property {Layer[]} layers  along the axis
 *
 * @typedef {object} Solid
 * @property {Body} body
 * @property {Vector[][]} polygons  of its sides
 * @property {Region[]} regions
 * @property {number[]} cells   by cell: its region
 * @property {Twist[]} twists   by move
 */

/** How far a cell's place may be from the middle of its sticker, in the unit of the solid. */
const NEAR = 0.3;

/** @type {WeakMap<Puzzle, Solid | null>} */
const known = new WeakMap();

/**
 * The solid of a puzzle; null if it has none.
 * @param {Puzzle} puzzle
 */
export function solidOf(puzzle) {
  let solid = known.get(puzzle);
  if (solid === undefined) {
    solid = bodiesOf(puzzle).reduce((found, body) => found ?? fitted(puzzle, body), /** @type {Solid | null} */ (null));
    known.set(puzzle, solid);
  }
  return solid;
}

/** @param {Puzzle} puzzle @param {Body} body @returns {Solid | null} */
function fitted(puzzle, body) {
  const polygons = polygonsOf(body.sides);
  const regions = polygons.flatMap((polygon, side) => split(polygon, body.cuts).map((points) => ({
    side, points, middle: centre(points), cell: /** @type {number | null} */ (null),
  })));
  const cells = body.places.map(({ side, at }) => nearest(regions, at, side, NEAR));
  if (cells.includes(-1) || new Set(cells).size < cells.length) return null;
  cells.forEach((region, cell) => (regions[region].cell = cell));
  /** @type {Twist[]} */
  const twists = [];
  for (const turn of plainTurns(puzzle)) {
    const twist = turn && twistOf(body.cuts, regions, turn.from);
    if (!twist) return null;
    twists.push(twist);
  }
  return { body, polygons, regions, cells, twists };
}

/** @param {Vector[]} polygon @param {Plane[]} cuts */
function split(polygon, cuts) {
  return cuts.reduce(
    (parts, cut) => parts.flatMap((part) => [clip(part, cut), clip(part, flipped(cut))].filter((half) => half.length > 2)),
    [polygon],
  );
}

/** @param {Region[]} regions @param {Vector} at @param {number | null} side  any if null @param {number} reach */
function nearest(regions, at, side, reach) {
  const far = regions.map((region) => (side === null || region.side === side ? distance(region.middle, at) : Infinity));
  const least = Math.min(...far);
  return least < reach ? far.indexOf(least) : -1;
}

/**
 * The turn of layers that carries every sticker as a move does: of several, the smallest.
 * @param {Plane[]} cuts @param {Region[]} regions @param {number[]} from
 * @returns {Twist | null}
 */
function twistOf(cuts, regions, from) {
  const axes = cuts.flatMap(({ normal }) => [normal, scaled(normal, -1)]).filter((axis, at, all) => all.findIndex((other) => dot(axis, other) > 1 - EPSILON) === at);
  for (const axis of axes) {
    const layers = layersOf(cuts, regions, from, axis);
    if (!layers || (layers[0].turns && !layers[layers.length - 1].turns)) continue;
    const angle = ANGLES.find((angle) => turnsSo(regions, from, layers, axis, angle));
    if (angle) return { axis, angle, layers };
  }
  return null;
}

/** Fifths, quarters, thirds and halves of a turn, smallest first. A half turn is clockwise, as seen from where its layer is. */
const ANGLES = [1 / 5, 1 / 4, 1 / 3, 2 / 5, 1 / 2].flatMap((part) => [-2 * Math.PI * part, 2 * Math.PI * part]);

/**
 * The layers across an axis, those with a cell whose piece a move carries away as turning; null if there are none of these.
 * @param {Plane[]} cuts @param {Region[]} regions @param {number[]} from @param {Vector} axis
 */
function layersOf(cuts, regions, from, axis) {
  const along = cuts.flatMap(({ normal, offset }) => {
    const cosine = dot(normal, axis);
    return Math.abs(cosine) > 1 - EPSILON ? [offset * cosine] : [];
  });
  const ends = [-Infinity, ...along.sort((a, b) => a - b), Infinity];
  /** @type {Layer[]} */
  const layers = [];
  ends.slice(1).forEach((high, place) => {
    const low = ends[place];
    const turns = regions.some(({ cell, middle }) => cell !== null && from[cell] !== cell && isIn({ low, high }, dot(middle, axis)));
    const last = layers[layers.length - 1];
    if (last?.turns === turns) last.high = high;
    else layers.push({ low, high, turns });
  });
  return layers.some((layer) => layer.turns) ? layers : null;
}

/** @param {{low: number, high: number}} layer @param {number} height */
export function isIn({ low, high }, height) {
  return height > low && height < high;
}

/** @param {Region[]} regions @param {number[]} from @param {Layer[]} layers @param {Vector} axis @param {number} angle */
function turnsSo(regions, from, layers, axis, angle) {
  const matrix = turnAbout(axis, angle);
  return regions.every((region) => {
    const turns = layers.some((layer) => layer.turns && isIn(layer, dot(region.middle, axis)));
    if (!turns) return region.cell === null || from[region.cell] === region.cell;
    const there = regions[nearest(regions, times(matrix, region.middle), null, 1e-3)];
    if (!there || there.points.length !== region.points.length) return false;
    const isSame = region.points.every((point) => there.points.some((other) => distance(times(matrix, point), other) < 1e-3));
    if (there.cell === null || region.cell === null) return isSame && there.cell === region.cell && there.side === region.side;
    return isSame && from[there.cell] === region.cell;
  });
}
