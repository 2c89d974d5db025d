// @ts-check
/**
 * One rule for every puzzle: a drag plays the move that carries the piece that way; a click plays the move
 * that carries the piece into the blank.
 */
import { legalMoves, legalTurns, turnOf } from "../puzzle.js";
import { carried, intoEmpty } from "./carry.js";
import { between, cosine, length, middle } from "./geometry.js";

/**
 * @import {Board, Puzzle} from "../protocol.js"
 * @import {Point} from "./geometry.js"
 * @import {Layout} from "./layout.js"
 */

/** Moves that carry a piece further off the drag's direction than this are not meant: 50 degrees. */
export const MEANT = Math.cos((50 * Math.PI) / 180);
/** Differences of direction that no hand can tell. */
export const SAME = 0.02;
/** How far a pointer goes until it is a drag: a part of a cell, in pixels of the screen between these. Beside cells, the least is enough. */
const DRAG = { part: 0.25, least: 12, most: 28 };

/**
 * The legal move that carries a cell's piece best in a direction. Of those that carry it the same way, the
 * one that moves the fewest other pieces, then the one whose pieces are nearest to where the piece is held,
 * then the first in tie order.
 * @param {Puzzle} puzzle
 * @param {Layout} layout
 * @param {Board} board
 * @param {number} cell
 * @param {Point} drag
 * @param {Point} [held]  the middle of the cell if not given
 * @returns {number | null}
 */
export function chooseDrag(puzzle, layout, board, cell, drag, held = layout.spots[cell]) {
  // No block is held by a free cell.
  if (puzzle.blocks && board[cell] === 0) return null;
  const moves = legalMoves(puzzle, board).flatMap((move) => {
    const from = turnOf(puzzle, board, move)?.from ?? [];
    const along = carried(layout.spots, from)[cell]?.along;
    if (!along || cosine(along, drag) < MEANT) return [];
    const moved = layout.spots.filter((_, place) => from[place] !== place);
    const centre = middle(moved);
    const away = Math.hypot(centre.x - held.x, centre.y - held.y);
    return [{ move, fit: cosine(along, drag), count: moved.length, away, far: length(along) }];
  });
  const best = Math.max(...moves.map((move) => move.fit));
  const same = moves.filter((move) => move.fit > best - SAME);
  same.sort((a, b) => a.count - b.count || Math.round(a.away - b.away) || a.far - b.far || a.move - b.move);
  return same[0]?.move ?? null;
}

/**
 * The moves that clicks on cells play: the only one that carries a cell's piece into the blank.
 * @param {Puzzle} puzzle
 * @param {Layout} layout
 * @param {Board} board
 * @returns {Map<number, number>} by cell
 */
export function tapsOn(puzzle, layout, board) {
  const taps = new Map(layout.taps);
  // Blocks are chosen by a click.
  if (puzzle.blocks) for (const { needs, move } of legalTurns(puzzle, board)) for (const [cell, symbol] of needs) if (symbol > 0) taps.set(cell, move);
  const several = new Set();
  for (const move of legalMoves(puzzle, board)) {
    const turn = turnOf(puzzle, board, move);
    const cell = turn && intoEmpty(puzzle, turn)?.from;
    if (cell === null || cell === undefined) continue;
    if (taps.has(cell)) several.add(cell);
    taps.set(cell, move);
  }
  several.forEach((cell) => taps.delete(cell));
  return taps;
}

/**
 * By cell, the directions in which its piece can be dragged: `drags-across`, `drags-down`, `drags` for both, or none.
 * @param {Puzzle} puzzle
 * @param {Layout} layout
 * @returns {string[]} by cell
 */
export function dragsOn(puzzle, { spots }) {
  const ways = spots.map(() => ({ across: false, down: false }));
  for (const { from } of puzzle.turns) {
    carried(spots, from).forEach((piece, cell) => {
      if (!piece) return;
      // Diagonal moves count for both directions.
      const [x, y] = [Math.abs(piece.along.x), Math.abs(piece.along.y)];
      ways[cell].across ||= x > y * 0.3;
      ways[cell].down ||= y > x * 0.3;
    });
  }
  return ways.map(({ across, down }) => (across && down ? "drags" : across ? "drags-across" : down ? "drags-down" : ""));
}

/**
 * Listens to pointers on a board. A drag is played as soon as its direction is clear, unless its piece follows the pointer.
 * @param {SVGSVGElement} board
 * @param {object} on
 * @param {(cell: number | null, drag: Point, isTouch: boolean) => boolean} on.follow  whether the piece, or the view beside cells, follows: it
 *   is given the way on the board so far
 * @param {(isMeant: boolean) => void} on.drop  what has followed stays there, or not
 * @param {(cell: number, drag: Point, held: Point) => void} on.drag
 * @param {(cell: number) => void} on.tap
 * @param {(move: number) => void} on.press  a button on the board
 */
export function listen(board, on) {
  /** @type {{id: number, cell: number | null, move: number | null, start: Point, reach: number, follows: boolean} | null} */
  let held = null;
  board.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { cell, move } = targetOf(event);
    const target = /** @type {Element} */ (event.target);
    if (cell === null && move === null && !target.matches(".turntable")) return;
    const size = cell === null ? 0 : target.getBoundingClientRect().width;
    const reach = Math.min(DRAG.most, Math.max(DRAG.least, size * DRAG.part));
    held = { id: event.pointerId, cell, move, start: { x: event.clientX, y: event.clientY }, reach, follows: false };
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId || held.move !== null) return;
    const drag = { x: event.clientX - held.start.x, y: event.clientY - held.start.y };
    if (length(drag) < held.reach && !held.follows) return;
    const { cell, start } = held;
    const way = between(onBoard(board, start), onBoard(board, { x: event.clientX, y: event.clientY }));
    held.follows = on.follow(cell, way, event.pointerType === "touch");
    if (held.follows || cell === null) return;
    held = null;
    on.drag(cell, drag, onBoard(board, start));
  });
  board.addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { cell, move, start, follows } = held;
    held = null;
    if (follows) return on.drop(true);
    // A button that the pointer has left again is not pressed.
    const isStill = Math.hypot(event.clientX - start.x, event.clientY - start.y) < 2 * DRAG.most;
    if (move !== null && isStill) on.press(move);
    if (cell !== null) on.tap(cell);
  });
  board.addEventListener("pointercancel", () => {
    if (held?.follows) on.drop(false);
    held = null;
  });
  keepPage(board);
  // Screen readers click without a pointer.
  board.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    const { cell, move } = targetOf(event);
    if (move !== null) on.press(move);
    if (cell !== null) on.tap(cell);
  });
}

/** What a finger drags: anywhere, or to the left and right, or up and down. */
const DRAGGED = { any: ".drags", across: ".drags-across, .turntable", down: ".drags-down" };

/**
 * Keeps the page from scrolling while a finger drags something. Chromium heeds `touch-action` for a whole picture, not for its parts.
 * @param {SVGSVGElement} board
 */
function keepPage(board) {
  let start = { x: 0, y: 0 };
  /** @type {boolean | null} unknown until the finger moves */
  let isDrag = null;
  board.addEventListener("touchstart", ({ touches: [{ clientX: x, clientY: y }] }) => {
    [start, isDrag] = [{ x, y }, null];
  }, { passive: true });
  board.addEventListener("touchmove", (event) => {
    const { clientX, clientY, target } = event.touches[0];
    const isAcross = Math.abs(clientX - start.x) > Math.abs(clientY - start.y);
    const dragged = /** @type {Element} */ (target).closest(`${DRAGGED.any}, ${isAcross ? DRAGGED.across : DRAGGED.down}`);
    isDrag ??= dragged !== null && !dragged.closest(".is-edited");
    if (isDrag && event.touches.length === 1 && event.cancelable) event.preventDefault();
  }, { passive: false });
}

/** @param {Event} event */
function targetOf(event) {
  const target = /** @type {Element} */ (event.target);
  return { cell: numberOf(target.closest(".cell"), "data-cell"), move: numberOf(target.closest(".handle"), "data-move") };
}

/** @param {Element | null} element @param {string} name */
function numberOf(element, name) {
  const value = element?.getAttribute(name);
  return value ? Number(value) : null;
}

/** @param {SVGSVGElement} board @param {Point} point @returns {Point} */
function onBoard(board, point) {
  const matrix = board.getScreenCTM()?.inverse();
  return matrix ? new DOMPoint(point.x, point.y).matrixTransform(matrix) : point;
}
