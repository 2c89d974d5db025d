// @ts-check
/** Finds the turn for a drag: it carries the sticker in the drag's direction on the screen, and its layer follows the pointer. */
import { legalMoves } from "../../puzzle.js";
import { cosine } from "../geometry.js";
import { MEANT, SAME } from "../gestures.js";
import { isIn } from "./solid.js";
import { cross, dot, scaled, times, turnAbout } from "./space.js";

/**
 * @import {Board, Puzzle} from "../../protocol.js"
 * @import {Point} from "../geometry.js"
 * @import {Camera} from "./camera.js"
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

/** A layer is let go where it was, if it has turned less: in radians. */
const STAYS = 0.15;
/** A part of a turn, small enough to be straight. */
const SMALL = 0.01;

/** A layer that follows the pointer. */
export class Grip {
  #speed;
  #angles;
  twist;
  /** How far the layer has turned. */
  angle = 0;

  /** @param {Puzzle} puzzle @param {Solid} solid @param {Board} board @param {number} cell @param {Camera} camera @param {number} move  as the drag chose it */
  constructor(puzzle, solid, board, cell, camera, move) {
    const own = (this.twist = solid.twists[move]);
    const { middle } = solid.regions[solid.cells[cell]];
    const at = (/** @type {number} */ angle) => camera.project(times(camera.matrix, times(turnAbout(own.axis, angle), middle)));
    const [here, there] = [at(0), at(SMALL)];
    /** The way of the sticker on the board, per radian. */
    this.#speed = { x: (there.x - here.x) / SMALL, y: (there.y - here.y) / SMALL };
    const isSame = (/** @type {number} */ other) => solid.regions.every((region) => isTurned(solid, region, other) === isTurned(solid, region, move));
    /** The legal moves of the same layers; a half turn goes either way. */
    this.#angles = legalMoves(puzzle, board).filter(isSame).flatMap((other) => {
      const { axis, angle } = solid.twists[other];
      const same = Math.sign(dot(axis, own.axis));
      const signs = Math.abs(angle) > Math.PI - SMALL ? [1, -1] : [1];
      return signs.map((sign) => ({ move: other, sign, same, angle: angle * same * sign }));
    });
  }

  /** Turns the layer with the pointer, along the way of the sticker. @param {Point} drag */
  follow({ x, y }) {
    const { x: across, y: down } = this.#speed;
    const farthest = Math.max(...this.#angles.map(({ angle }) => Math.abs(angle)));
    const angle = (x * across + y * down) / (across * across + down * down);
    this.angle = Math.max(-farthest, Math.min(farthest, angle));
  }

  /** The move that the layer is nearest to: which way it goes, and how much of it is done; null if the layer is let go where it was. */
  end() {
    if (Math.abs(this.angle) < STAYS) return null;
    const ahead = this.#angles.filter(({ angle }) => angle * this.angle > 0);
    const [best] = ahead.sort((a, b) => Math.abs(a.angle - this.angle) - Math.abs(b.angle - this.angle));
    return best ? { move: best.move, sign: best.sign, done: this.angle * best.same } : null;
  }
}

/** Whether a move turns a sticker. @param {Solid} solid @param {Pick<Region, "middle">} region @param {number} move */
export function isTurned({ twists }, { middle }, move) {
  const { axis, layers } = twists[move];
  return layers.some((layer) => layer.turns && isIn(layer, middle, axis));
}
