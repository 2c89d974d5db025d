// @ts-check
/** Boards that are drawn as their picture or their number of cells has it. */
import { cellAt, panel } from "./cells.js";
import { PITCH } from "./geometry.js";
import { coordinatesOf } from "./names.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Back, Drawing} from "./layout.js"
 */

/** Of a chessboard: room for its coordinates. */
const FRAME = 30;
/** Longer single rows are wrapped. */
const LONGEST_ROW = 12;

/** @param {Puzzle} puzzle @returns {Drawing} */
export function chessLayout({ cells }) {
  const spots = cells.map((cell) => cellAt(cell.column * PITCH, cell.row * PITCH, "chess"));
  const backs = [panel(spots, FRAME, 12, "board-frame")];
  cells.forEach((cell, place) => {
    // The corners are dark on a chessboard of odd width.
    const shade = (cell.row + cell.column) % 2 === 0 ? "board-dark" : "board-light";
    backs.push(panel([spots[place]], 0, 0, shade));
  });
  return { spots, backs, names: coordinatesOf(cells, spots, FRAME) };
}

/** @param {Puzzle} puzzle @returns {Drawing} */
export function rowsLayout({ cells }) {
  const rows = Math.ceil(cells.length / LONGEST_ROW);
  const width = Math.ceil(cells.length / rows);
  const spots = cells.map((_, place) => cellAt((place % width) * PITCH, Math.floor(place / width) * PITCH));
  return { spots, backs: [panel(spots, 14, 22, "board-tray")] };
}

/**
 * Each cell where the picture's text has it; lines closer together where each lies between the cells of the next.
 * @param {Puzzle} puzzle
 * @returns {Drawing}
 */
export function freeLayout({ cells }) {
  const at = cells.map((cell) => (cell.start + cell.end) / 2);
  const steps = cells.slice(1).flatMap((cell, place) => (cell.line === cells[place].line ? [at[place + 1] - at[place]] : []));
  const unit = PITCH / Math.max(1, Math.min(...steps, 12));
  const areBetween = cells.every((cell, place) =>
    cells.every((other, its) => other.line !== cell.line + 1 || Math.abs(at[place] - at[its]) * unit > PITCH * 0.45));
  const height = areBetween ? (PITCH * Math.sqrt(3)) / 2 : PITCH;
  const spots = cells.map((cell, place) => cellAt(at[place] * unit, cell.line * height, "disc"));
  /** @type {Back[]} */
  const backs = spots.map(({ x, y }) => ({ tag: "circle", attributes: { cx: x, cy: y, r: PITCH / 2 + 4, class: "board-tray" } }));
  return { spots, backs };
}
