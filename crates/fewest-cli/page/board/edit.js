// @ts-check
/** A board set cell by cell: a palette of the puzzle's symbols below it. */
import { el } from "../dom.js";
import { drawPiece } from "./draw.js";
import { svg } from "./svg.js";

/**
 * @import {Board, Puzzle} from "../protocol.js"
 * @import {Look} from "./symbols.js"
 */

export class Editor {
  #puzzle;
  #looks;
  /** @type {Board} */
  #board;
  #onChange;
  #palette;
  /** @type {HTMLButtonElement[]} by symbol */
  #buttons;
  #cell = 0;

  /**
   * @param {HTMLElement} holder
   * @param {Puzzle} puzzle
   * @param {Look[]} looks
   * @param {Board} board
   * @param {(board: Board, next: number) => void} onChange  is given the board and the cell to go on with
   */
  constructor(holder, puzzle, looks, board, onChange) {
    this.#puzzle = puzzle;
    this.#looks = looks;
    this.#board = [...board];
    this.#onChange = onChange;
    this.#buttons = looks.map((look, symbol) => this.#button(look, symbol));
    this.#palette = el("div", { class: "palette", role: "group", "aria-label": "symbols for the cell" }, ...this.#buttons);
    this.#palette.addEventListener("keydown", (event) => this.#walk(event));
    holder.append(this.#palette);
    this.#count();
  }

  remove() {
    this.#palette.remove();
  }

  /** @param {number} cell */
  select(cell) {
    this.#cell = cell;
    this.#count();
  }

  /** Puts the focus on the symbol that the cell has. */
  focus() {
    this.#buttons[this.#board[this.#cell]].focus();
  }

  /**
   * Sets the cell. A symbol of which there is one piece comes from where it was, and what was here goes there.
   * @param {number} symbol
   */
  set(symbol) {
    const other = this.#puzzle.pieces[symbol] === 1 ? this.#board.indexOf(symbol) : -1;
    if (other >= 0) this.#board[other] = this.#board[this.#cell];
    this.#board[this.#cell] = symbol;
    this.#onChange([...this.#board], Math.min(this.#cell + 1, this.#board.length - 1));
    this.#count();
  }

  /** @param {Look} look @param {number} symbol */
  #button(look, symbol) {
    const spot = { x: 0, y: 0, width: 100, height: 100, shape: /** @type {const} */ ("square") };
    const image = svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
    const isBlank = symbol === this.#puzzle.blank;
    const drawn = isBlank ? [svg("rect", { x: -38, y: -38, width: 76, height: 76, rx: 13, class: "no-piece" })] : drawPiece(look, spot);
    image.append(svg("g", { class: `piece ${look.style}` }, ...drawn));
    const button = el("button", { type: "button", onclick: () => this.set(symbol) }, image);
    if (this.#puzzle.pieces[symbol] > 1) button.append(el("span", { class: "count" }));
    return button;
  }

  /** Shows how many of each symbol there are, and of how many, and which the cell has. */
  #count() {
    this.#buttons.forEach((button, symbol) => {
      const here = this.#board.filter((own) => own === symbol).length;
      const wanted = this.#puzzle.pieces[symbol];
      const isHere = this.#board[this.#cell] === symbol;
      const count = button.querySelector(".count");
      if (count) count.textContent = `${here} of ${wanted}`;
      button.classList.toggle("is-wrong", here !== wanted);
      button.setAttribute("aria-pressed", String(isHere));
      button.setAttribute("aria-label", `${this.#looks[symbol].name}, ${here} of ${wanted}`);
      button.tabIndex = isHere ? 0 : -1;
    });
  }

  /** Arrows go from symbol to symbol. @param {KeyboardEvent} event */
  #walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") this.#onChange([...this.#board], this.#cell);
    const at = this.#buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (step === undefined || at < 0) return;
    event.preventDefault();
    this.#buttons[(at + step + this.#buttons.length) % this.#buttons.length].focus();
  }
}
