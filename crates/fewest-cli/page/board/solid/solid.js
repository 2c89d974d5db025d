// @ts-check
/**
 * A puzzle as a solid: each cell is a polygon on it, and each move turns some of its layers. Every move is checked: if one is
 * not a turn of the solid, the solid is not the puzzle's.
 */
import { plainTurns } from "../carry.js";
import { bodiesOf, polygonsOf } from "./bodies.js";
import { clip, cross, distance, dot, EPSILON, flipped, measured, plus, scaled, times, turnAbout, unit } from "./space.js";

/**
 * @import {Puzzle} from "../../protocol.js"
 * @import {Body} from "./bodies.js"
 * @import {Plane, Vector} from "./space.js"
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
 * @property {import("./bodies.js").Ball} [ball]  that bounds it instead
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
/** Straight pieces of an arc. */
const ARC = 16;
/** In a ball's radius: up to here from behind, the part in the ball is drawn last, since the viewer sees one of its sides. */
const BEHIND = -3;

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
  const regions = polygons.flatMap((polygon, side) => split(polygon, body, body.sides[side].normal).map((points) => ({
    side, points, middle: measured(points, body.sides[side].normal).middle, cell: /** @type {number | null} */ (null),
  })));
  const cells = body.places.map(({ side, at }) => nearest(regions, at, side, NEAR));
  if (cells.includes(-1) || new Set(cells).size < cells.length) return null;
  cells.forEach((region, cell) => (regions[region].cell = cell));
  /** @type {Twist[]} */
  const twists = [];
  for (const turn of plainTurns(puzzle)) {
    const twist = turn && twistOf(body, regions, turn.from);
    if (!twist) return null;
    twists.push(twist);
  }
  return { body, polygons, regions, cells, twists };
}

/** @param {Vector[]} polygon @param {Body} body @param {Vector} normal */
function split(polygon, { cuts, balls }, normal) {
  const flat = cuts.reduce(
    (parts, cut) => parts.flatMap((part) => [clip(part, cut), clip(part, flipped(cut))].filter((half) => half.length > 2)),
    [polygon],
  );
  return balls.reduce((parts, ball) => parts.flatMap((part) => splitByBall(part, ball, normal)), flat);
}

/**
 * The two parts of a polygon inside and outside of a ball whose circle goes through two of its corners; else all of it.
 * @param {Vector[]} polygon @param {import("./bodies.js").Ball} ball @param {Vector} normal
 */
function splitByBall(polygon, { middle, radius }, normal) {
  const far = polygon.map((point) => distance(point, middle) - radius);
  const [one, other, ...more] = far.flatMap((height, at) => (Math.abs(height) < EPSILON ? [at] : []));
  if (other === undefined || more.length > 0) return [polygon];
  const inner = polygon.slice(one + 1, other);
  const outer = [...polygon.slice(other + 1), ...polygon.slice(0, one)];
  const sides = [far.slice(one + 1, other), [...far.slice(other + 1), ...far.slice(0, one)]].map((heights) => heights.every((height) => height > 0));
  if (sides[0] === sides[1]) return [polygon];
  const centre = plus(middle, normal, dot(plus(polygon[0], middle, -1), normal));
  const [from, to] = [plus(polygon[one], centre, -1), plus(polygon[other], centre, -1)];
  const angle = Math.acos(dot(from, to) / dot(from, from));
  const round = Math.sign(dot(cross(from, to), normal)) * angle;
  const arc = Array.from({ length: ARC - 1 }, (_, at) => plus(centre, times(turnAbout(normal, (round * (at + 1)) / ARC), from)));
  return [[polygon[one], ...inner, polygon[other], ...[...arc].reverse()], [polygon[other], ...outer, polygon[one], ...arc]];
}

/** @param {Region[]} regions @param {Vector} at @param {number | null} side  any if null @param {number} reach */
function nearest(regions, at, side, reach) {
  const far = regions.map((region) => (side === null || region.side === side ? distance(region.middle, at) : Infinity));
  const least = Math.min(...far);
  return least < reach ? far.indexOf(least) : -1;
}

/**
 * The turn of layers that carries every sticker as a move does: of several, the smallest.
 * @param {Body} body @param {Region[]} regions @param {number[]} from
 * @returns {Twist | null}
 */
function twistOf({ cuts, balls }, regions, from) {
  const axes = cuts.flatMap(({ normal }) => [normal, scaled(normal, -1)]).filter((axis, at, all) => all.findIndex((other) => dot(axis, other) > 1 - EPSILON) === at);
  const parts = [
    ...axes.map((axis) => ({ axis, layers: layersOf(cuts, regions, from, axis) })),
    ...balls.map((ball) => {
      const end = BEHIND * ball.radius;
      return { axis: unit(ball.middle), layers: [{ low: -Infinity, high: end, turns: false, ball }, { low: end, high: Infinity, turns: true, ball }] };
    }),
  ];
  for (const { axis, layers } of parts) {
    if (!layers || (layers[0].turns && !layers[layers.length - 1].turns)) continue;
    const angle = ANGLES.find((angle) => turnsSo(regions, from, layers, axis, angle));
    if (angle) return { axis, angle, layers };
  }
  return null;
}

/** Fifths, quarters, thirds and halves of a turn, smallest first. A half turn is clockwise, as seen from where its layer is. */
const ANGLES = [1 / 5, 1 / 4, 1 / 3, 2 / 5, 1 / 2].flatMap((part) => [-2 * Math.PI * part, 2 * Math.PI * part]);

/**
 * The layers across an axis. A layer turns if the move carries a piece away from one of its cells; null if no layer turns.
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
    const turns = regions.some(({ cell, middle }) => cell !== null && from[cell] !== cell && isIn({ low, high, turns: true }, middle, axis));
    const last = layers[layers.length - 1];
    if (last?.turns === turns) last.high = high;
    else layers.push({ low, high, turns });
  });
  return layers.some((layer) => layer.turns) ? layers : null;
}

/** Whether a layer has a point. @param {Layer} layer @param {Vector} point @param {Vector} axis */
export function isIn({ low, high, turns, ball }, point, axis) {
  if (ball) return turns === (distance(point, ball.middle) < ball.radius);
  const height = dot(point, axis);
  return height > low && height < high;
}

/** @param {Region[]} regions @param {number[]} from @param {Layer[]} layers @param {Vector} axis @param {number} angle */
function turnsSo(regions, from, layers, axis, angle) {
  const matrix = turnAbout(axis, angle);
  return regions.every((region) => {
    const turns = layers.some((layer) => layer.turns && isIn(layer, region.middle, axis));
    if (!turns) return region.cell === null || from[region.cell] === region.cell;
    const there = regions[nearest(regions, times(matrix, region.middle), null, 1e-3)];
    if (!there || there.points.length !== region.points.length) return false;
    const isSame = region.points.every((point) => there.points.some((other) => distance(times(matrix, point), other) < 1e-3));
    if (there.cell === null || region.cell === null) return isSame && there.cell === region.cell && there.side === region.side;
    return isSame && from[there.cell] === region.cell;
  });
}
