// @ts-check
/** A small board that is only looked at. */
import { lettersOf } from "../blocks.js";
import { drawBack, drawPiece } from "../board/draw.js";
import { layoutOf } from "../board/layout.js";
import { solidOf } from "../board/solid/solid.js";
import { drawSolid } from "../board/solid/still.js";
import { describeBoard } from "../board/speech.js";
import { keepLegible, scaleOf, svg } from "../board/svg.js";
import { looksOf } from "../board/symbols.js";

/** @import {Board, Puzzle} from "../protocol.js" */

export class Picture {
  #pieces = svg("g", { class: "pieces" });
  #spots;
  #looks;
  #goal;
  #puzzle;
  element;

  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const { spots, backs, box } = layoutOf(puzzle);
    const edge = around(spots, box);
    this.#puzzle = puzzle;
    this.#spots = spots;
    this.#looks = looksOf(puzzle);
    this.#goal = puzzle.goals.length === 1 ? puzzle.goals[0].cells : null;
    this.element = svg("svg", { class: "board picture", viewBox: edge, role: "img" }, ...backs.map(drawBack), this.#pieces);
  }

  /** The height of the lowest cell. */
  get least() {
    return Math.min(...this.#spots.map(({ height }) => height));
  }

  /** @param {(number | null)[]} board  null: nothing is shown there @param {string} description */
  show(board, description) {
    const letters = lettersOf(this.#puzzle, board);
    const pieces = board.flatMap((symbol, cell) => {
      if (symbol === null) return [];
      const { x, y } = this.#spots[cell];
      const look = this.#looks[symbol];
      const home = this.#goal?.[cell] === symbol ? " home" : "";
      return svg("g", { class: `piece ${look.style}${home}`, transform: `translate(${x} ${y})` }, ...drawPiece(look, this.#spots[cell], letters[cell]));
    });
    this.#pieces.replaceChildren(...pieces);
    this.element.setAttribute("aria-label", description);
  }
}

/** A board as the page first draws it, without buttons. @param {Puzzle} puzzle @param {Board} board */
export function stillOf(puzzle, board) {
  const solid = solidOf(puzzle);
  return solid ? drawSolid(puzzle, solid, board) : netOf(puzzle, board);
}

/** A board as a net. @param {Puzzle} puzzle @param {Board} board */
export function netOf(puzzle, board) {
  const picture = new Picture(puzzle);
  picture.show(board, describeBoard(puzzle, board));
  return picture.element;
}

/** The least height of a cell with a text, in pixels. */
const LEAST_WRITTEN = 17;

/**
 * Draws boards as parts of a larger picture, only as large as their texts need.
 * @param {Puzzle} puzzle @param {number} least @param {number} most  their width; nothing is drawn where texts need more
 * @returns {{width: number, height: number, draw(board: Board, x: number, y: number): SVGGElement}} x and y: the upper left corner
 */
export function stampsOf(puzzle, least, most) {
  const { spots, backs, box } = layoutOf(puzzle);
  const [left, top, across, down] = around(spots, box).split(" ").map(Number);
  const looks = looksOf(puzzle);
  const legible = LEAST_WRITTEN / Math.min(...spots.map(({ height }) => height));
  // Plain pieces differ only in their text, unless they are bars.
  const isRead = spots[0].shape !== "bar" && looks.some(({ style }) => style === "piece-plain");
  const scale = Math.max(least / across, isRead ? legible : 0);
  if (scale * across > most) return { width: 0, height: 0, draw: () => svg("g") };
  const draw = (/** @type {Board} */ board, /** @type {number} */ x, /** @type {number} */ y) => {
    const letters = lettersOf(puzzle, board);
    const pieces = board.map((symbol, cell) => {
      const parts = drawPiece(looks[symbol], spots[cell], letters[cell]).filter(({ localName }) => scale >= legible || localName !== "text");
      const place = `translate(${spots[cell].x} ${spots[cell].y})`;
      return svg("g", { class: `piece ${looks[symbol].style}`, transform: place }, ...parts);
    });
    const transform = `translate(${x} ${y}) scale(${scale}) translate(${-left} ${-top})`;
    return svg("g", { class: "pieces", transform }, ...backs.map(drawBack), ...pieces);
  };
  return { width: across * scale, height: down * scale, draw };
}

/** Draws the puzzle's goal, the first if it has several. @param {HTMLElement} holder @param {Puzzle} puzzle */
export function showGoal(holder, puzzle) {
  const [{ cells }] = puzzle.goals;
  const picture = new Picture(puzzle);
  const isWhole = cells.every((symbol) => symbol !== null);
  picture.show(cells, isWhole ? `The goal. ${describeBoard(puzzle, /** @type {Board} */ (cells))}` : "The goal");
  holder.replaceChildren(picture.element);
  picture.element.classList.toggle("unlettered", scaleOf(picture.element) * picture.least < LEAST_WRITTEN);
  keepLegible(picture.element);
}

/**
 * The box of the cells: buttons for moves are not drawn.
 * @param {import("../board/layout.js").Spot[]} spots @param {import("../board/layout.js").Box} box
 */
function around(spots, box) {
  const margin = 30;
  const left = Math.max(box.x, Math.min(...spots.map(({ x, width }) => x - width / 2)) - margin);
  const top = Math.max(box.y, Math.min(...spots.map(({ y, height }) => y - height / 2)) - margin);
  const right = Math.min(box.x + box.width, Math.max(...spots.map(({ x, width }) => x + width / 2)) + margin);
  const bottom = Math.min(box.y + box.height, Math.max(...spots.map(({ y, height }) => y + height / 2)) + margin);
  return `${left} ${top} ${right - left} ${bottom - top}`;
}
