// @ts-check
/**
 * The pieces on the board. Each is one element that travels from cell to cell; where they lie is always set
 * at once, and a style's transition is all that shows them on their way, so no haste can misplace them.
 */
import { carried, destinations } from "./carry.js";
import { drawPiece } from "./draw.js";
import { between, length, PITCH } from "./geometry.js";
import { spinOf } from "./spin.js";
import { svg } from "./svg.js";

/**
 * @import {Board, Puzzle} from "../protocol.js"
 * @import {Point} from "./geometry.js"
 * @import {Spot} from "./layout.js"
 * @import {Spin} from "./spin.js"
 * @import {Look} from "./symbols.js"
 */

/** Milliseconds until the image of a piece that has left the board is gone; board.css fades it in less. */
const LEAVING = 200;
/** Milliseconds that a turn takes. */
const TURNING = 200;
/** The longest way on which a piece is seen to slide. */
const FARTHEST = 4 * PITCH;

export class Pieces {
  #layer;
  #spots;
  #looks;
  /** @type {(number | null)[]} by cell: the only symbol that is at home there */
  #homes;
  /** @type {Piece[]} by cell */
  #pieces = [];
  /** @type {Animation[]} */
  #turning = [];

  /**
   * @param {SVGGElement} layer
   * @param {Puzzle} puzzle
   * @param {Spot[]} spots
   * @param {Look[]} looks
   */
  constructor(layer, puzzle, spots, looks) {
    this.#layer = layer;
    this.#spots = spots;
    this.#looks = looks;
    const [goal] = puzzle.goals;
    this.#homes = spots.map((_, cell) => (puzzle.goals.length === 1 ? goal.cells[cell] : null));
  }

  /**
   * Shows any board: pieces that lie right stay, others come from the nearest cell that can spare them.
   * @param {Board} board
   * @param {string[]} letters  of blocks, by cell
   */
  show(board, letters) {
    const before = this.#pieces;
    const isSame = (/** @type {Piece} */ piece, /** @type {number} */ cell) => piece.symbol === board[cell] && piece.letter === letters[cell];
    /** @type {(Piece | null)[]} */
    const now = board.map((_, cell) => (before[cell] && isSame(before[cell], cell) ? before[cell] : null));
    const spare = new Set(before.filter((piece, cell) => piece !== now[cell]));
    board.forEach((_, cell) => {
      now[cell] ??= this.#nearest(cell, [...spare].filter((piece) => isSame(piece, cell)));
      spare.delete(/** @type {Piece} */ (now[cell]));
    });
    this.#pieces = now.map((piece, cell) => piece ?? this.#create(board[cell], letters[cell], cell));
    spare.forEach((piece) => piece.element.remove());
    this.#place();
  }

  /**
   * Shows the board after a turn, each piece where it carries it.
   * @param {number[]} from
   * @param {boolean} isBack  whether the turn is taken back
   */
  turn(from, isBack) {
    const source = isBack ? destinations(from) : from;
    const isSliding = this.#looks.some(({ parts }) => parts);
    const spin = isSliding || this.#spots[0].shape === "bar" ? null : spinOf(this.#spots, source);
    this.#turning.forEach((animation) => animation.cancel());
    this.#turning = [];
    carried(this.#spots, source).forEach((way, cell) => {
      if (!way || isSliding) return;
      const [here, there] = [this.#spots[cell], this.#spots[way.to]];
      const isOnFace = here.face === there.face;
      if (isOnFace && spin?.cells.includes(cell)) this.#spin(this.#pieces[cell], spin, here, there);
      else if (way.wraps) this.#leave(this.#pieces[cell], cell, way.along);
      else if (isFar(between(here, there), isOnFace)) this.#leave(this.#pieces[cell], cell, { x: 0, y: 0 });
    });
    this.#pieces = source.map((cell) => this.#pieces[cell]);
    this.#place();
  }

  /**
   * Shows a piece on its way about the centre of a turn; what is written on it stays upright.
   * @param {Piece} piece @param {Spin} spin @param {Point} here @param {Point} there
   */
  #spin({ element }, { centre, angle }, here, there) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const out = between(centre, here);
    const start = Math.atan2(out.y, out.x);
    const at = (/** @type {number} */ turned, /** @type {number} */ reach) =>
      `translate(${centre.x}px, ${centre.y}px) rotate(${start + turned}rad) translate(${reach}px) rotate(${-start}rad)`;
    const ways = { transform: [at(0, length(out)), at(angle, length(between(centre, there)))] };
    const upright = { transform: ["rotate(0rad)", `rotate(${-angle}rad)`] };
    const timing = { duration: TURNING, easing: "ease-in-out" };
    this.#turning.push(element.animate(ways, timing));
    for (const text of element.querySelectorAll("text")) this.#turning.push(text.animate(upright, timing));
  }

  /** By cell: the symbol shown. @returns {Board} */
  get board() {
    return this.#pieces.map((piece) => piece.symbol);
  }

  /** @param {number} cell @param {Piece[]} pieces @returns {Piece | null} */
  #nearest(cell, pieces) {
    const { x, y } = this.#spots[cell];
    const far = (/** @type {Piece} */ piece) => Math.hypot(piece.x - x, piece.y - y);
    return pieces.reduce((best, piece) => (best && far(best) <= far(piece) ? best : piece), /** @type {Piece | null} */ (null));
  }

  /** Shows a piece away from its cell, until the next board. @param {number} cell @param {Point} way */
  lift(cell, way) {
    const { element, x, y } = this.#pieces[cell];
    moveTo(element, x + way.x, y + way.y);
  }

  /** Draws some pieces grey. @param {boolean[] | null} covered  by cell */
  cover(covered) {
    this.#pieces.forEach(({ element }, cell) => element.classList.toggle("is-covered", covered?.[cell] ?? false));
  }

  /** @param {number} symbol @param {string | undefined} letter @param {number} cell @returns {Piece} */
  #create(symbol, letter, cell) {
    const look = this.#looks[symbol];
    const element = svg("g", { class: `piece ${look.style}`, "data-symbol": symbol }, ...drawPiece(look, this.#spots[cell], letter));
    this.#layer.append(element);
    return { symbol, letter, element, x: 0, y: 0 };
  }

  #place() {
    this.#pieces.forEach((piece, cell) => {
      const { x, y } = this.#spots[cell];
      moveTo(piece.element, x, y);
      [piece.x, piece.y] = [x, y];
      piece.element.setAttribute("data-cell", String(cell));
      piece.element.classList.toggle("home", this.#homes[cell] === piece.symbol);
    });
  }

  /**
   * Lets a piece leave the board at one end; a new element of it appears at the other.
   * @param {Piece} piece
   * @param {number} cell
   * @param {Point} along
   */
  #leave(piece, cell, along) {
    const image = piece.element;
    piece.element = /** @type {SVGGElement} */ (image.cloneNode(true));
    piece.element.classList.add("appears");
    image.after(piece.element);
    image.classList.remove("appears");
    image.classList.add("leaves");
    image.removeAttribute("data-cell");
    const { x, y } = this.#spots[cell];
    moveTo(image, x + along.x * 0.7, y + along.y * 0.7);
    setTimeout(() => image.remove(), LEAVING);
  }
}

/**
 * @typedef {object} Piece
 * @property {number} symbol
 * @property {string | undefined} letter
 * @property {SVGGElement} element
 * @property {number} x
 * @property {number} y
 */

/**
 * Whether a piece would pass over others on its way: it is only seen to leave and to come. From face to face it slides in its row or column.
 * @param {Point} way @param {boolean} isOnFace
 */
function isFar(way, isOnFace) {
  const isAskew = Math.min(Math.abs(way.x), Math.abs(way.y)) > 1;
  return length(way) > FARTHEST || (isAskew && !isOnFace);
}

/** @param {SVGElement} element @param {number} x @param {number} y */
function moveTo(element, x, y) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}
