// @ts-check
/** Cells that are only counted and that moves shift round: drawn as a ring, or as two that cross. */
import { cyclesOf, plainTurns } from "./carry.js";
import { between, length, PITCH } from "./geometry.js";

/**
 * @import {Back, Drawing, Spot} from "./layout.js"
 * @import {Puzzle} from "../protocol.js"
 *
 * @typedef {{order: number[], x: number, radius: number, start: number}} Ring  its cells in order, its middle, the first cell's angle
 */

const DISC = 90;
/** How far the track of a ring reaches beyond its discs. */
const RIM = 9;

/**
 * One ring, if a move shifts all cells round.
 * @param {Puzzle} puzzle
 * @returns {Drawing | null}
 */
export function ringLayout(puzzle) {
  const count = puzzle.cells.length;
  const turns = plainTurns(puzzle).flatMap((turn) => (turn ? [turn] : []));
  const cycle = turns.map((turn) => cyclesOf(turn.from)[0]).find((first) => first?.length === count);
  if (!cycle || count < 3) return null;
  const order = ascending(cycle);
  // Moves of part of the ring are at the top.
  const parts = turns.map((turn) => order.flatMap((cell, place) => (turn.from[cell] === cell ? [] : [place])));
  const part = parts.find((places) => places.length > 0 && places.length < count);
  const top = part ? meanPlace(part, count) : 0;
  const radius = (PITCH * (count > 12 ? 1 : 1.3) * count) / (2 * Math.PI);
  const angle = (/** @type {number} */ place) => ((place - top) * 2 * Math.PI) / count - Math.PI / 2;
  const ring = { order, x: 0, radius, start: angle(0) };
  const backs = [track(ring)];
  if (part && part[part.length - 1] - part[0] === part.length - 1) {
    const ends = [angle(part[0]), angle(part[part.length - 1])];
    backs.push({ tag: "path", attributes: { d: arc(radius, ends[0], ends[1]), class: "board-turnstile" } });
  }
  return { spots: discsOf([ring]), backs, margin: RIM };
}

/**
 * Two rings that cross in two cells, if moves shift two sets of cells round.
 * @param {Puzzle} puzzle
 * @returns {Drawing | null}
 */
export function twoRingsLayout(puzzle) {
  /** @type {Map<string, number[]>} */
  const rings = new Map();
  for (const turn of plainTurns(puzzle)) {
    const cycles = turn ? cyclesOf(turn.from) : [];
    if (cycles.length !== 1) return null;
    rings.set([...cycles[0]].sort((a, b) => a - b).join(" "), ascending(cycles[0]));
  }
  const [left, right, ...more] = rings.values();
  if (!right || more.length > 0) return null;
  const shared = left.filter((cell) => right.includes(cell)).sort((a, b) => a - b);
  if (shared.length !== 2 || left.length + right.length - 2 !== puzzle.cells.length) return null;
  // Both go round clockwise; between the crossings lie the inner arcs, the left ring's downwards.
  const [upper, lower] = shared;
  const one = throughInner(left, upper, lower);
  const other = throughInner(right, lower, upper);
  const [radius, its] = [one, other].map((ring) => (PITCH * ring.order.length) / (2 * Math.PI));
  const [half, itsHalf] = [one, other].map((ring) => (Math.PI * ring.inner) / ring.order.length);
  if (Math.abs(radius * Math.sin(half) - its * Math.sin(itsHalf)) > 0.05 * PITCH) return null;
  const [x, itsX] = [-radius * Math.cos(half), its * Math.cos(itsHalf)];
  const pair = [{ order: one.order, x, radius, start: -half }, { order: other.order, x: itsX, radius: its, start: Math.PI - itsHalf }];
  // Small rings are drawn larger: their discs would overlap where they cross.
  const discs = discsOf(pair);
  const nearest = Math.min(...discs.flatMap((disc, place) => discs.slice(0, place).map((other) => length(between(disc, other)))));
  const scale = Math.max(1, (DISC + 4) / nearest);
  const drawn = pair.map((ring) => ({ ...ring, x: scale * ring.x, radius: scale * ring.radius }));
  return { spots: discsOf(drawn), backs: drawn.map(track), margin: RIM };
}

/**
 * A ring's cells in the order in which the shorter way leads from one crossing to the other, from the first on.
 * @param {number[]} ring
 * @param {number} from
 * @param {number} to
 */
function throughInner(ring, from, to) {
  const steps = (ring.indexOf(to) - ring.indexOf(from) + ring.length) % ring.length;
  const order = steps * 2 <= ring.length ? ring : [...ring].reverse();
  const start = order.indexOf(from);
  return { order: [...order.slice(start), ...order.slice(0, start)], inner: Math.min(steps, ring.length - steps) };
}

/**
 * A ring from its lowest cell on, in the direction in which cells are counted.
 * @param {number[]} cycle
 */
function ascending(cycle) {
  const start = cycle.indexOf(Math.min(...cycle));
  const order = [...cycle.slice(start), ...cycle.slice(0, start)];
  return order[1] <= order[order.length - 1] ? order : [order[0], ...order.slice(1).reverse()];
}

/**
 * The middle of places on a ring.
 * @param {number[]} places
 * @param {number} count
 */
function meanPlace(places, count) {
  const angles = places.map((place) => (place * 2 * Math.PI) / count);
  const x = angles.reduce((sum, angle) => sum + Math.cos(angle), 0);
  const y = angles.reduce((sum, angle) => sum + Math.sin(angle), 0);
  return Math.hypot(x, y) < 1e-6 ? 0 : (Math.atan2(y, x) * count) / (2 * Math.PI);
}

/** @param {Ring[]} rings */
function discsOf(rings) {
  /** @type {Spot[]} */
  const spots = [];
  for (const { order, x, radius, start } of rings) {
    order.forEach((cell, place) => {
      const angle = start + (place * 2 * Math.PI) / order.length;
      spots[cell] = { x: x + radius * Math.cos(angle), y: radius * Math.sin(angle), width: DISC, height: DISC, shape: "disc" };
    });
  }
  return spots;
}

/** @param {Ring} ring @returns {Back} */
function track({ x, radius }) {
  return { tag: "circle", attributes: { cx: x, cy: 0, r: radius, class: "board-track" } };
}

/** @param {number} radius @param {number} start @param {number} end */
function arc(radius, start, end) {
  const at = (/** @type {number} */ angle) => `${radius * Math.cos(angle)} ${radius * Math.sin(angle)}`;
  return `M ${at(start)} A ${radius} ${radius} 0 ${end - start > Math.PI ? 1 : 0} 1 ${at(end)}`;
}
