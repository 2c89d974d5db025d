// @ts-check
/** Finds the turn for a drag: it carries the sticker in the drag's direction on the screen. */
import { legalMoves } from "../../puzzle.js";
import { cosine } from "../geometry.js";
import { MEANT, SAME } from "../gestures.js";
import { isIn } from "./solid.js";
import { cross, dot, scaled, times } from "./space.js";

/**
 * @import {Board, Puzzle} from "../../protocol.js"
 * @import {Point} from "../geometry.js"
 * @import {Region, Solid} from "./solid.js"
 * @import {Matrix} from "./space.js"
 */

/**
 * The legal move that carries a cell's sticker best in a direction. Of several, it carries the fewest stickers and turns least.
 * Half turns go either way: `sign` is -1 against the twist's angle.
 * @param {Puzzle} puzzle @param {Solid} solid @param {Board} board @param {number} cell
 * @param {Matrix} matrix  of the camera
 * @param {Point} drag
 * @returns {{move: number, sign: number} | null}
 */
export function chooseTurn(puzzle, solid, board, cell, matrix, drag) {
  const moves = legalMoves(puzzle, board).flatMap((move) => {
    const along = alongOf(solid, cell, move, matrix);
    if (!along) return [];
    const size = Math.abs(solid.twists[move].angle);
    const sign = size > Math.PI - 0.01 && cosine(along, drag) < 0 ? -1 : 1;
    const count = solid.regions.filter((region) => isTurned(solid, region, move)).length;
    return [{ move, sign, fit: cosine(along, drag) * sign, count, size }];
  });
  const best = Math.max(MEANT, ...moves.map((move) => move.fit));
  const same = moves.filter((move) => move.fit > best - SAME && move.fit > MEANT);
  same.sort((a, b) => a.count - b.count || a.size - b.size || a.move - b.move);
  return same[0] ?? null;
}

/**
 * The direction in which a move begins to carry a cell's sticker on the screen; null if it carries none, or turns only its side.
 * @param {Solid} solid @param {number} cell @param {number} move @param {Matrix} matrix
 * @returns {Point | null}
 */
export function alongOf(solid, cell, move, matrix) {
  const region = solid.regions[solid.cells[cell]];
  const { axis, angle } = solid.twists[move];
  if (!isTurned(solid, region, move) || Math.abs(dot(axis, solid.body.sides[region.side].normal)) > 0.99) return null;
  const [x, y] = times(matrix, scaled(cross(axis, region.middle), Math.sign(angle)));
  return { x, y: -y };
}

/** @param {Solid} solid @param {Region} region @param {number} move */
function isTurned({ twists }, { middle }, move) {
  const { axis, layers } = twists[move];
  return layers.some((layer) => layer.turns && isIn(layer, middle, axis));
}
