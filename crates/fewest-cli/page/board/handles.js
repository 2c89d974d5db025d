// @ts-check
/**
 * Buttons on the board, one for each move: an arrow at the end of a line that shifts, a turn in the middle of what turns, and a name above
 * a face that turns or below the board.
 */
import { intoEmpty, plainTurns, shiftedLine } from "./carry.js";
import { between, length, middle, PITCH } from "./geometry.js";
import { spinOf } from "./spin.js";
import { flippedTop } from "./stack.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Point} from "./geometry.js"
 * @import {Face, Spot} from "./layout.js"
 * @import {Spin} from "./spin.js"
 *
 * @typedef {object} Handle
 * @property {number} move
 * @property {"line" | "clockwise" | "counterclockwise" | "flip" | "name"} kind
 * @property {number} x
 * @property {number} y
 * @property {number} size   half its width
 * @property {number} angle  of a line's direction, in degrees clockwise from the right
 */

const LINE_SIZE = 38;
/** Where four cells meet: of two buttons, and of more. */
const SMALL = 19;
const SMALLEST = 17;
/** Half the height of a name, and the room that it takes with its margin. */
export const NAME_SIZE = 30;
const NAME_ROOM = 2 * NAME_SIZE + 10;
/** More names below a board would hide it. */
const MOST_NAMES = 64;

/**
 * @param {Puzzle} puzzle
 * @param {Spot[]} spots
 * @param {Face[]} faces
 * @returns {{handles: Handle[], taps: Map<number, number>}}
 */
export function handlesOf(puzzle, spots, faces) {
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
    const spin = line ? null : spinOf(spots, turn.from);
    if (spin) rotations.push({ move, ...spin });
  });
  const named = faces.flatMap((face) => faceHandles(face, rotations));
  const others = rotations.filter(({ move }) => !named.some((handle) => handle.move === move) && faces.length === 0);
  const ring = others.find(({ cells, angle }) => cells.length === spots.length && angle < Math.PI);
  const parts = ring ? partHandles(puzzle, spots, ring) : [];
  const whole = others.filter(({ move }) => !parts.some((handle) => handle.move === move));
  const turns = turnHandles(whole, parts.length > 0 ? 0.6 : 0);
  handles.push(...parts, ...turns);
  const isFree = (/** @type {Handle} */ handle) =>
    handles.slice(0, handles.indexOf(handle)).every((other) => length(between(handle, other)) >= handle.size + other.size)
    && spots.every((spot) => length(between(handle, spot)) >= (spot.shape === "disc" ? spot.width / 2 + handle.size : PITCH * 0.4));
  // Turns are all on the board or all below it.
  const areFree = turns.every(isFree);
  const all = [...named, ...handles.filter((handle) => (turns.includes(handle) ? areFree : isFree(handle)))];
  return { handles: [...all, ...namesBelow(puzzle, spots, all)], taps };
}

/** @param {number} move @param {Spot} end @param {Point} along @returns {Handle} */
function lineHandle(move, end, along) {
  const reach = (PITCH * 1.09) / length(along);
  const angle = Math.round((Math.atan2(along.y, along.x) * 180) / Math.PI);
  return { move, kind: "line", x: end.x + along.x * reach, y: end.y + along.y * reach, size: LINE_SIZE, angle };
}

/** @typedef {Spin & {move: number}} Rotation */

/**
 * The moves that turn a face, by name, side by side above it.
 * @param {Face} face
 * @param {Rotation[]} rotations
 * @returns {Handle[]}
 */
function faceHandles({ left, right, top, bottom, heading }, rotations) {
  const own = rotations.filter(({ centre }) => centre.x > left && centre.x < right && centre.y > top && centre.y < bottom);
  const step = (right - left) / own.length;
  return own.map(({ move }, place) => nameHandle(move, left + (place + 0.5) * step, heading, Math.min(48, step / 2 - 4)));
}

/**
 * Moves that have no other button, by name, in rows below the board.
 * @param {Puzzle} puzzle
 * @param {Spot[]} spots
 * @param {Handle[]} handles  the buttons that it already has
 * @returns {Handle[]}
 */
export function namesBelow(puzzle, spots, handles) {
  const isNameless = (/** @type {number} */ move) =>
    !puzzle.blocks && !handles.some((handle) => handle.move === move)
    && puzzle.turns.some((turn) => turn.move === move && intoEmpty(puzzle, turn) === null);
  const moves = puzzle.moves.map((_, move) => move).filter(isNameless);
  if (moves.length > MOST_NAMES) return [];
  const [left, right] = [Math.min(...spots.map((spot) => spot.x - spot.width / 2)), Math.max(...spots.map((spot) => spot.x + spot.width / 2))];
  const bottom = Math.max(...spots.map((spot) => spot.y + spot.height / 2), ...handles.map((handle) => handle.y + handle.size));
  const size = Math.max(40, ...moves.map((move) => 16 + 10 * puzzle.moves[move].length));
  const most = Math.max(1, Math.floor((right - left) / (2 * size + 10)));
  const rows = Math.ceil(moves.length / most);
  // Rows of the same length; a move and its inverse stay together.
  const inRow = Math.min(most, Math.ceil(moves.length / rows / 2) * 2);
  return moves.map((move, place) => {
    const row = Math.floor(place / inRow);
    const count = Math.min(inRow, moves.length - row * inRow);
    const x = (left + right) / 2 + ((place % inRow) - (count - 1) / 2) * (2 * size + 10);
    return nameHandle(move, x, bottom + 30 + (row + 0.5) * NAME_ROOM, size);
  });
}

/** @param {number} move @param {number} x @param {number} y @param {number} size @returns {Handle} */
function nameHandle(move, x, y, size) {
  return { move, kind: "name", x, y, size, angle: 0 };
}

/**
 * Turns about one centre, side by side, or in rows of two.
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
    const isSmall = same[0].radius < PITCH;
    const size = isSmall && same.length > 2 ? SMALLEST : sizeIn(same[0].radius);
    const step = size * 2 + (isSmall ? 2 : 12);
    const aside = freeOf(same[0], rotations);
    const kindOf = (/** @type {number} */ angle) => (angle >= Math.PI ? "flip" : angle > 0 ? "clockwise" : "counterclockwise");
    const inOrder = [...same].sort((a, b) => a.angle - b.angle);
    const rows = Math.ceil(same.length / 2);
    return inOrder.map(({ move, centre, angle }, place) => {
      const row = Math.floor(place / 2);
      const count = Math.min(2, same.length - 2 * row);
      const x = centre.x + aside + ((place % 2) - (count - 1) / 2) * step;
      const y = centre.y + down * size + (row - (rows - 1) / 2) * step;
      return { move, kind: /** @type {Handle["kind"]} */ (kindOf(angle)), x, y, size, angle: 0 };
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
