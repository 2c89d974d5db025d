// @ts-check
/** Cells of one size, and panels behind them. */
import { PITCH } from "./geometry.js";

/** @import {Back, Shape, Spot} from "./layout.js" */

/**
 * A cell about this place.
 * @param {number} x
 * @param {number} y
 * @param {Shape} [shape]
 * @returns {Spot}
 */
export function cellAt(x, y, shape = "square") {
  return { x, y, width: PITCH, height: PITCH, shape };
}

/**
 * A rounded rectangle around cells.
 * @param {Spot[]} spots
 * @param {number} margin
 * @param {number} radius
 * @param {string} name
 * @param {number} [above]  more room at the top
 * @returns {Back}
 */
export function panel(spots, margin, radius, name, above = 0) {
  const left = Math.min(...spots.map((spot) => spot.x - spot.width / 2)) - margin;
  const top = Math.min(...spots.map((spot) => spot.y - spot.height / 2)) - margin - above;
  const right = Math.max(...spots.map((spot) => spot.x + spot.width / 2)) + margin;
  const bottom = Math.max(...spots.map((spot) => spot.y + spot.height / 2)) + margin;
  const attributes = { x: left, y: top, width: right - left, height: bottom - top, rx: radius, class: name };
  return { tag: "rect", attributes };
}
