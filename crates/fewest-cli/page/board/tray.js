// @ts-check
/** Blocks on a tray: where they are drawn, in which shape, and where a drag takes them. */
import { blocksOf } from "../blocks.js";
import { legalTurns } from "../puzzle.js";
import { destinations } from "./carry.js";
import { cellAt, panel } from "./cells.js";
import { between, length, middle, PITCH } from "./geometry.js";
import { svg } from "./svg.js";

/**
 * @import {Board, Puzzle} from "../protocol.js"
 * @import {Point} from "./geometry.js"
 * @import {Drawing, Spot} from "./layout.js"
 *
 * @typedef {[number, number][]} Parts  rows down and columns right of the first
 */

/** From the sides of a block's cells to its body's outline, and the width of the line that rounds its corners. */
const INSET = 17;
/** The sides of a cell, clockwise: column and row of the corner where each begins, and its direction. */
const SIDES = [[0, 0, 1, 0], [1, 0, 0, 1], [1, 1, -1, 0], [0, 1, 0, -1]];

/** @param {NonNullable<Puzzle["blocks"]>} blocks @param {Puzzle["cells"]} cells @returns {Drawing} */
export function trayLayout({ width, height }, cells) {
  const spots = cells.map((cell) => cellAt(cell.column * PITCH, cell.row * PITCH));
  const tray = panel([cellAt(0, 0), cellAt((width - 1) * PITCH, (height - 1) * PITCH)], 14, 22, "board-tray");
  const places = Array.from({ length: width * height }, (_, place) => /** @type {[number, number]} */ ([Math.floor(place / width), place % width]));
  const walls = places.filter(([row, column]) => !cells.some((cell) => cell.row === row && cell.column === column));
  return { spots, backs: [tray, { tag: "path", attributes: { d: outlineOf(walls, 4), class: "board-wall" } }] };
}

/**
 * The outline of cells about the first place, as a path.
 * @param {Parts} parts @param {number} inset  how far it is inside of their sides
 */
export function outlineOf(parts, inset) {
  const has = (/** @type {number} */ row, /** @type {number} */ column) => parts.some((own) => own[0] === row && own[1] === column);
  // Sides that no two cells share.
  const sides = parts.flatMap(([row, column]) => SIDES.filter(([, , right, down]) => !has(row - right, column + down))
    .map(([x, y, right, down]) => [column + x, row + y, right, down]));
  let d = "";
  while (sides.length > 0) {
    const around = sides.splice(0, 1);
    for (let next = 0; next >= 0; ) {
      const [x, y, right, down] = around[around.length - 1];
      next = sides.findIndex((own) => own[0] === x + right && own[1] === y + down);
      if (next >= 0) around.push(...sides.splice(next, 1));
    }
    const corners = around.map(([x, y, right, down], place) => {
      const [, , before, above] = around.at(place - 1) ?? [];
      // Inside is to the right of each side.
      const [inX, inY] = before === right ? [-down, right] : [-down - above, right + before];
      return `${(x - 0.5) * PITCH + inX * inset} ${(y - 0.5) * PITCH + inY * inset}`;
    });
    d += `M ${corners.join(" L ")} Z `;
  }
  return d.trim();
}

/**
 * A block's body, and the middle of its letter.
 * @param {Parts} parts
 */
export function bodyOfBlock(parts) {
  const points = parts.map(([down, right]) => ({ x: right * PITCH, y: down * PITCH }));
  const centre = middle(points);
  const far = (/** @type {Point} */ point) => length(between(centre, point));
  const [width, height] = [1, 0].map((line) => new Set(parts.map((part) => part[line])).size);
  const isFull = width * height === parts.length;
  const { x, y } = isFull ? centre : points.reduce((best, point) => (far(point) < far(best) ? point : best));
  return { body: svg("path", { d: outlineOf(parts, INSET), class: "is-block" }), across: x, middle: y, room: 44 };
}

/**
 * The legal moves of the block on a cell: where each carries the cell's part, and the cells that the block enters.
 * @param {Puzzle} puzzle @param {Spot[]} spots @param {Board} board @param {number} cell
 */
export function waysOf(puzzle, spots, board, cell) {
  return legalTurns(puzzle, board).flatMap((turn) => {
    const own = turn.needs.filter(([, symbol]) => symbol > 0).map(([own]) => own);
    if (!own.includes(cell)) return [];
    const to = destinations(turn.from);
    const entered = own.map((part) => to[part]).filter((part) => !own.includes(part));
    return { move: turn.move, to: to[cell], along: between(spots[cell], spots[to[cell]]), entered };
  });
}

/**
 * The way that ends nearest to where a drag has come; null if staying is nearer.
 * @param {ReturnType<typeof waysOf>} ways @param {Point} drag @param {Point} [still]  the block can stay
 */
export function nearestWay(ways, drag, still) {
  const far = (/** @type {Point} */ end) => length(between(end, drag));
  const [best] = [...ways].sort((a, b) => far(a.along) - far(b.along));
  return best && !(still && far(still) <= far(best.along)) ? best : null;
}

/**
 * A line around the block on a cell.
 * @param {Puzzle} puzzle @param {Spot[]} spots @param {Board} board @param {number} cell @param {string} name
 */
export function ringOfBlock(puzzle, spots, board, cell, name) {
  const block = blocksOf(puzzle, board)?.find(({ cells }) => cells.includes(cell));
  if (!block || !puzzle.blocks) return [];
  const { x, y } = spots[block.cells[0]];
  const d = outlineOf(puzzle.blocks.kinds[block.kind].parts, 2);
  return [svg("g", { class: name, transform: `translate(${x} ${y})` }, svg("path", { d, class: "ring-rim" }), svg("path", { d, class: "ring-line" }))];
}

/** A dot on each cell that ways enter. @param {Spot[]} spots @param {ReturnType<typeof waysOf>} ways */
export function dotsOf(spots, ways) {
  const cells = new Set(ways.flatMap(({ entered }) => entered));
  return [...cells].map((cell) => svg("circle", { cx: spots[cell].x, cy: spots[cell].y, r: 13, class: "board-dot" }));
}
