// @ts-check
/** One puzzle as drawn: its pieces, what the focus can stand on, and marks. */
import { after, turnOf } from "../puzzle.js";
import { intoBlank } from "./carry.js";
import { drawBack, drawHandle, ringAround } from "./draw.js";
import { chooseDrag, dragsOn, tapsOn } from "./gestures.js";
import { layoutOf } from "./layout.js";
import { Pieces } from "./pieces.js";
import { slides } from "./slides.js";
import { describeCell, describeKeys } from "./speech.js";
import { label, svg } from "./svg.js";
import { looksOf } from "./symbols.js";

/**
 * @import {Board, Puzzle} from "../protocol.js"
 * @import {Handle} from "./handles.js"
 * @import {Spot} from "./layout.js"
 *
 * @typedef {object} Stop   a cell or a button: what the focus can stand on
 * @property {number} x
 * @property {number} y
 * @property {number | null} cell
 * @property {number | null} move
 * @property {SVGGElement} element
 */

export class Scene {
  #marks = svg("g", { "aria-hidden": "true" });
  /** Rings around the cells that a preview changes. */
  #previews = svg("g", { "aria-hidden": "true" });
  #pieces;
  /** By cell: the move that a click plays. @type {Map<number, number>} */
  taps = new Map();

  /**
   * @param {SVGSVGElement} board  is emptied and filled
   * @param {Puzzle} puzzle
   */
  constructor(board, puzzle) {
    this.puzzle = puzzle;
    this.layout = layoutOf(puzzle);
    this.looks = looksOf(puzzle);
    this.isSliding = slides(puzzle, this.layout);
    const { box, backs, names, spots, handles } = this.layout;
    const drags = dragsOn(puzzle, this.layout);
    /** Cells, then buttons. @type {Stop[]} */
    this.stops = [...spots.map((spot, cell) => cellStop(spot, cell, drags[cell])), ...handles.map((handle) => buttonStop(handle, puzzle.moves[handle.move]))];
    const hidden = (/** @type {string} */ name, /** @type {Node[]} */ children) =>
      svg("g", { class: name, "aria-hidden": "true" }, ...children);
    const layer = hidden("pieces", []);
    this.#pieces = new Pieces(layer, puzzle, spots, this.looks);
    board.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    board.setAttribute("aria-label", `${puzzle.title}. ${describeKeys(this.isSliding)}`);
    // As large as the screen has room for, but a cell no larger than two fingers.
    const aspect = (box.width / box.height).toFixed(3);
    board.style.maxWidth = `min(${Math.round(box.width * 1.05)}px, ${aspect} * min(72vh, 40rem))`;
    board.replaceChildren(
      hidden("board-backs", backs.map(drawBack)),
      layer,
      hidden("board-names", names.map(({ text, x, y, size }) => label(text, x, y, size))),
      this.#marks,
      this.#previews,
      ...this.stops.map((stop) => stop.element),
    );
  }

  /**
   * @param {Board} board
   * @param {boolean} isEdited  whether a click on a cell chooses it
   */
  show(board, isEdited) {
    this.preview(board, null);
    this.taps = tapsOn(this.puzzle, this.layout, board);
    sayCells(this, board, isEdited);
  }

  /**
   * Lets the pieces go where a move carries them, if it leads from the board shown to this one.
   * @param {Board} board
   * @param {number} move
   * @param {boolean} isBack  whether it is taken back
   */
  play(board, move, isBack) {
    const shown = this.#pieces.board;
    const [before, later] = isBack ? [board, shown] : [shown, board];
    const from = turnOf(this.puzzle, before, move)?.from;
    if (from?.every((source, cell) => before[source] === later[cell])) this.#pieces.turn(from, isBack);
  }

  /**
   * Shows where a move leads, and which cells it changes.
   * @param {Board} board
   * @param {number | null} move  none: the board itself is shown again
   */
  preview(board, move) {
    const next = (move === null ? null : after(this.puzzle, board, move)) ?? board;
    this.#pieces.show(board);
    if (move !== null) this.play(next, move, false);
    const changed = next.flatMap((symbol, cell) => (symbol === board[cell] ? [] : [cell]));
    this.#previews.replaceChildren(...changed.map((cell) => ringAround(this.layout.spots[cell], "preview")));
  }

  /**
   * Marks moves: the buttons that play them, or the pieces that go into the blank.
   * @param {Board} board
   * @param {number[]} moves
   */
  mark(board, moves) {
    markButtons(this.stops, moves);
    const cells = moves.flatMap((move) => {
      const turn = turnOf(this.puzzle, board, move);
      return (turn && intoBlank(this.puzzle, turn)) ?? [];
    });
    this.#marks.replaceChildren(...cells.map((cell) => ringAround(this.layout.spots[cell], "mark")));
  }

  /**
   * The legal move that a drag of a cell's piece means.
   * @param {Board} board @param {number} cell
   * @param {import("./geometry.js").Point} drag @param {import("./geometry.js").Point} [held]
   */
  dragged(board, cell, drag, held) {
    return chooseDrag(this.puzzle, this.layout, board, cell, drag, held);
  }

  /** Shows which cell is chosen. @param {number | null} cell */
  select(cell) {
    for (const stop of this.stops) stop.element.classList.toggle("is-selected", stop.cell !== null && stop.cell === cell);
  }
}

/** @param {Spot} spot @param {number} cell @param {string} drags  which ways it can be dragged @returns {Stop} */
function cellStop(spot, cell, drags) {
  const { x, y, width, height } = spot;
  const hit = svg("rect", { x: x - width / 2, y: y - height / 2, width, height, class: "hit" });
  const element = svg("g", { class: `cell ${drags}`, tabindex: -1, "data-cell": cell }, hit, ringAround(spot, "focus-ring"));
  return { x, y, cell, move: null, element };
}

/**
 * Says what each cell holds, and whether a click on it does something.
 * @param {{puzzle: Puzzle, looks: import("./symbols.js").Look[], stops: Stop[], taps: Map<number, number>}} scene
 * @param {Board} board @param {boolean} isEdited
 */
export function sayCells({ puzzle, looks, stops, taps }, board, isEdited) {
  board.forEach((symbol, cell) => {
    const { element } = stops[cell];
    const plays = isEdited || taps.has(cell);
    element.setAttribute("role", plays ? "button" : "img");
    element.classList.toggle("plays", plays);
    element.setAttribute("aria-label", describeCell(puzzle, cell, looks[symbol]));
  });
}

/** Shows which buttons play one of these moves. @param {Stop[]} stops @param {number[]} moves */
export function markButtons(stops, moves) {
  for (const { element, move } of stops) if (move !== null) element.classList.toggle("best", moves.includes(move));
}

/** @param {Handle} handle @param {string} name  of its move @returns {Stop} */
export function buttonStop(handle, name) {
  const { x, y, move } = handle;
  const element = drawHandle(handle, name);
  const attributes = { role: "button", tabindex: "-1", "aria-label": `move ${name}`, "data-move": move };
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return { x, y, cell: null, move, element };
}
