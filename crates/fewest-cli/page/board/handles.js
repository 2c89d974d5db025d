// @ts-check
/** Buttons on the board: an arrow at the end of each line that shifts, a turn in the middle of what turns. */
import { cyclesOf, plainTurns, shiftedLine } from "./carry.js";
import { between, length, middle, PITCH } from "./geometry.js";
import { flippedTop } from "./stack.js";

/**
 * @typedef {import("../protocol.js").Puzzle} Puzzle
 * @typedef {import("../protocol.js").Turn} Turn
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./layout.js").Spot} Spot
 *
 * @typedef {object} Handle
 * @property {number} move
 * @property {"line" | "clockwise" | "counterclockwise" | "flip"} kind
 * @property {number} x
 * @property {number} y
 * @property {number} size   half its width
 * @property {number} angle  of a line's direction, in degrees clockwise from the right
 */

const LINE_SIZE = 38;
/** Where four cells meet. */
const SMALL = 19;

/**
 * @param {Puzzle} puzzle
 * @param {Spot[]} spots
 * @returns {{handles: Handle[], taps: Map<number, number>}}
 */
export function handlesOf(puzzle, spots) {
  /** @type {Handle[]} */
  const handles = [];
  /** @type {Map<number, number>} */
  const taps = new Map();
  /** @type {Rotation[]} */
  const rotations = [];
  plainTurns(puzzle).forEach((turn, move) => {
    if (!turn) return;
    const flipped = spots[0].shape === "bar" ? flippedTop(turn.from) : null;
    if (flipped !== null && !taps.has(flipped - 1)) {
      taps.set(flipped - 1, move);
      const { x, y, width } = spots[flipped - 1];
      handles.push({ move, kind: "flip", x: x + width / 2 + 50, y, size: 28, angle: 0 });
      return;
    }
    const line = shiftedLine(spots, turn.from);
    if (line) handles.push(lineHandle(move, spots[line.cell], line.along));
    const rotation = line ? null : rotationOf(move, spots, turn.from);
    if (rotation) rotations.push(rotation);
  });
  const ring = rotations.find((rotation) => rotation.count === spots.length);
  const parts = ring ? partHandles(puzzle, spots, ring) : [];
  handles.push(...parts, ...turnHandles(rotations, parts.length > 0 ? 0.6 : 0));
  const isFree = (/** @type {Handle} */ handle, /** @type {number} */ place) =>
    handles.slice(0, place).every((other) => length(between(handle, other)) >= handle.size)
    && spots.every((spot) => length(between(handle, spot)) >= PITCH / 2);
  return { handles: handles.filter(isFree), taps };
}

/** @param {number} move @param {Spot} end @param {Point} along @returns {Handle} */
function lineHandle(move, end, along) {
  const reach = (PITCH * 1.09) / length(along);
  const angle = Math.round((Math.atan2(along.y, along.x) * 180) / Math.PI);
  return { move, kind: "line", x: end.x + along.x * reach, y: end.y + along.y * reach, size: LINE_SIZE, angle };
}

/**
 * @typedef {object} Rotation   a move that turns cells of a circle round by one
 * @property {number} move
 * @property {Point} centre
 * @property {number} radius
 * @property {boolean} isClockwise
 * @property {number} count     of cells
 */

/**
 * @param {number} move
 * @param {Spot[]} spots
 * @param {number[]} from
 * @returns {Rotation | null}
 */
function rotationOf(move, spots, from) {
  const cycles = cyclesOf(from);
  if (cycles.length !== 1 || cycles[0].length < 3) return null;
  const points = cycles[0].map((cell) => spots[cell]);
  const centre = middle(points);
  const radius = length(between(centre, points[0]));
  const count = points.length;
  const steps = points.map((point, place) => {
    const [a, b] = [between(centre, point), between(centre, points[(place + 1) % count])];
    return Math.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
  });
  const isRound = points.every((point) => Math.abs(length(between(centre, point)) - radius) < 1)
    && steps.every((step) => Math.abs(Math.abs(step) - (2 * Math.PI) / count) < 0.01 && step * steps[0] > 0);
  return isRound ? { move, centre, radius, isClockwise: steps[0] > 0, count } : null;
}

/**
 * Turns about one centre, side by side.
 * @param {Rotation[]} rotations
 * @param {number} down  how far below the centre, in sizes of a button
 * @returns {Handle[]}
 */
function turnHandles(rotations, down) {
  /** @type {Map<string, Rotation[]>} */
  const centres = new Map();
  for (const rotation of rotations) {
    const key = `${Math.round(rotation.centre.x)} ${Math.round(rotation.centre.y)}`;
    centres.set(key, [...(centres.get(key) ?? []), rotation]);
  }
  return [...centres.values()].flatMap((same) => {
    const size = sizeIn(same[0].radius);
    const step = size * 2 + (size > SMALL ? 12 : 3);
    const aside = freeOf(same[0], rotations);
    const inOrder = [...same].sort((a, b) => Number(a.isClockwise) - Number(b.isClockwise));
    return inOrder.map(({ move, centre, isClockwise }, place) => {
      const x = centre.x + aside + (place - (same.length - 1) / 2) * step;
      const kind = isClockwise ? /** @type {const} */ ("clockwise") : /** @type {const} */ ("counterclockwise");
      return { move, kind, x, y: centre.y + down * size, size, angle: 0 };
    });
  });
}

/**
 * What moves only part of a ring, inside of that part.
 * @param {Puzzle} puzzle
 * @param {Spot[]} spots
 * @param {Rotation} ring
 * @returns {Handle[]}
 */
function partHandles(puzzle, spots, { centre, radius }) {
  const size = sizeIn(radius);
  return plainTurns(puzzle).flatMap((turn, move) => {
    const cells = turn ? spots.filter((_, cell) => turn.from[cell] !== cell) : [];
    if (cells.length === 0 || cells.length === spots.length) return [];
    const out = between(centre, middle(cells));
    const reach = (radius - PITCH * 0.62 - size) / Math.max(1, length(out));
    return [{ move, kind: "flip", x: centre.x + out.x * reach, y: centre.y + out.y * reach, size, angle: 0 }];
  });
}

/**
 * How far to the right the middle of a ring is that no other ring beside it covers; 0 for small squares that meet.
 * @param {Rotation} own
 * @param {Rotation[]} rotations
 */
function freeOf({ centre, radius }, rotations) {
  const other = rotations.find((other) => Math.abs(other.centre.x - centre.x) > radius && radius > PITCH);
  if (!other) return 0;
  const far = Math.abs(other.centre.x - centre.x);
  return (Math.sign(other.centre.x - centre.x) * Math.min(0, far - other.radius - radius)) / 2;
}

/** How large a button may be inside of a circle of cells. @param {number} radius */
function sizeIn(radius) {
  return radius < PITCH ? SMALL : Math.min(50, (radius - PITCH / 2) * 0.29);
}
