// @ts-check
/** One puzzle as drawn: its pieces, what the focus can stand on, and marks. */
import { blocksOf, firstCell } from "../blocks.js";
import { after, turnOf } from "../puzzle.js";
import { intoEmpty } from "./carry.js";
import { drawBack, drawHandle, ringAround } from "./draw.js";
import { chooseDrag, dragsOn, tapsOn } from "./gestures.js";
import { layoutOf } from "./layout.js";
import { Pieces } from "./pieces.js";
import { slides } from "./slides.js";
import { describeCell, describeKeys } from "./speech.js";
import { label, svg } from "./svg.js";
import { looksOf } from "./symbols.js";
import { dotsOf, nearestWay, ringOfBlock, waysOf } from "./tray.js";

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
  /** The cell whose block is chosen. @type {number | null} */
  #chosen = null;
  /** Of blocks, by cell. @type {string[]} */
  #letters = [];
  /** By cell: true if the piece is grey. @type {boolean[] | null} */
  #covered = null;

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
    board.setAttribute("aria-label", `${puzzle.title}. ${describeKeys(this.isSliding, puzzle.blocks !== null)}`);
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
   * @param {string[]} letters  of its blocks, by cell
   */
  show(board, isEdited, letters) {
    this.#letters = letters;
    this.preview(board, null);
    this.taps = tapsOn(this.puzzle, this.layout, board);
    if (this.puzzle.blocks) this.#ringBlocks(board);
    sayCells(this, board, isEdited, letters);
  }

  /** Draws some pieces grey. @param {boolean[] | null} covered  by cell of the board that is shown next */
  cover(covered) {
    this.#covered = covered;
  }

  /** Puts the focus ring of each cell around its block. @param {Board} board */
  #ringBlocks(board) {
    const { spots } = this.layout;
    spots.forEach((spot, cell) => {
      const [ring = ringAround(spot, "focus-ring")] = ringOfBlock(this.puzzle, spots, board, cell, "focus-ring");
      this.stops[cell].element.lastElementChild?.replaceWith(ring);
    });
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
    this.#pieces.show(board, this.#letters);
    this.#chosen = null;
    this.#marks.style.visibility = "";
    if (move !== null) this.play(next, move, false);
    const changed = next.flatMap((symbol, cell) => (symbol === board[cell] ? [] : [cell]));
    const entered = changed.find((cell) => next[cell] !== 0);
    const rings = this.puzzle.blocks
      ? ringOfBlock(this.puzzle, this.layout.spots, next, entered ?? -1, "preview")
      : changed.map((cell) => ringAround(this.layout.spots[cell], "preview"));
    this.#previews.replaceChildren(...rings);
    this.#pieces.cover(this.#covered);
  }

  /**
   * Marks moves: the buttons that play them, the pieces that go into the blank, or the blocks and where they go.
   * @param {Board} board
   * @param {number[]} moves
   */
  mark(board, moves) {
    markButtons(this.stops, moves);
    const { puzzle, layout: { spots } } = this;
    const marks = moves.flatMap((move) => {
      const turn = turnOf(puzzle, board, move);
      if (!turn) return [];
      if (puzzle.blocks) {
        const ways = waysOf(puzzle, spots, board, firstCell(turn)).filter((way) => way.move === move);
        return [...ringOfBlock(puzzle, spots, board, firstCell(turn), "mark"), ...dotsOf(spots, ways)];
      }
      const way = intoEmpty(puzzle, turn);
      return way ? ringAround(spots[way.from], "mark") : [];
    });
    this.#marks.replaceChildren(...marks);
  }

  /**
   * The move that a click on a cell means. A block with several is chosen first, and shows where it can go.
   * @param {Board} board @param {number} cell @returns {number | null}
   */
  tapped(board, cell) {
    const { puzzle, layout: { spots } } = this;
    if (!puzzle.blocks) return this.taps.get(cell) ?? null;
    const before = this.#chosen === null ? [] : waysOf(puzzle, spots, board, this.#chosen);
    if (board[cell] === 0) return nearestWay(before.filter(({ entered }) => entered.includes(cell)), { x: 0, y: 0 })?.move ?? null;
    const ways = waysOf(puzzle, spots, board, cell);
    if (ways.length === 1) return ways[0].move;
    this.#chosen = ways.length > 0 && before[0]?.move !== ways[0].move ? cell : null;
    const marks = this.#chosen === null ? [] : [...ringOfBlock(puzzle, spots, board, cell, "preview"), ...dotsOf(spots, ways)];
    this.#previews.replaceChildren(...marks);
    this.#marks.style.visibility = this.#chosen === null ? "" : "hidden";
    return null;
  }

  /**
   * Lets the block on a cell follow a drag.
   * @param {Board} board @param {number} cell @param {import("./geometry.js").Point} drag
   * @returns the way to where it would stay; null if that is where it was
   */
  follow(board, cell, drag) {
    const still = { x: 0, y: 0 };
    const way = nearestWay(waysOf(this.puzzle, this.layout.spots, board, cell), drag, still);
    const first = blocksOf(this.puzzle, board)?.find(({ cells }) => cells.includes(cell))?.cells[0];
    if (first !== undefined) this.#pieces.lift(first, way?.along ?? still);
    this.#marks.style.visibility = "hidden";
    return way;
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
 * @param {Board} board @param {boolean} isEdited @param {string[]} [letters]  of blocks, by cell
 */
export function sayCells({ puzzle, looks, stops, taps }, board, isEdited, letters = []) {
  board.forEach((symbol, cell) => {
    const { element } = stops[cell];
    const plays = isEdited || taps.has(cell);
    element.setAttribute("role", plays ? "button" : "img");
    element.classList.toggle("plays", plays);
    // A finger scrolls the page on free cells.
    if (puzzle.blocks) element.classList.toggle("drags", symbol !== 0);
    element.setAttribute("aria-label", describeCell(puzzle, cell, looks[symbol], letters[cell]));
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
