// @ts-check
/** The board on the screen: drawn as SVG, played by pointer, walked by keyboard, marked and edited. */
import { turnOf } from "../puzzle.js";
import { drawBack, drawHandle, ringAround } from "./draw.js";
import { Editor } from "./edit.js";
import { chooseDrag, listen, tapsOn } from "./gestures.js";
import { layoutOf } from "./layout.js";
import { drawMark } from "./marks.js";
import { Pieces } from "./pieces.js";
import { slides } from "./slides.js";
import { describeCell, describeKeys } from "./speech.js";
import { label, svg } from "./svg.js";
import { looksOf } from "./symbols.js";

/**
 * @typedef {import("../protocol.js").Board} Board
 * @typedef {import("../protocol.js").Puzzle} Puzzle
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./symbols.js").Look} Look
 */

/**
 * Draws the game's board in a holder and lets it be played there.
 * @param {HTMLElement} holder
 * @param {Game} game
 */
export function createBoardView(holder, game) {
  return new BoardView(holder, game);
}

export class BoardView {
  #holder;
  #game;
  #svg = svg("svg", { class: "board", role: "group" });
  #marks = svg("g", { "aria-hidden": "true" });
  /** @type {Puzzle} */
  #puzzle;
  /** @type {Layout} */
  layout = { spots: [], backs: [], names: [], handles: [], taps: new Map(), box: { x: 0, y: 0, width: 1, height: 1 } };
  /** @type {Look[]} */
  #looks = [];
  /** @type {Pieces | null} */
  #pieces = null;
  /** @type {Stop[]} cells, then buttons: what the focus can stand on */
  #stops = [];
  #cursor = 0;
  /** @type {Map<number, number>} by cell: the move that a click plays */
  #taps = new Map();
  /** @type {Editor | null} */
  #editor = null;

  /** @param {HTMLElement} holder @param {Game} game */
  constructor(holder, game) {
    this.#holder = holder;
    this.#game = game;
    this.#puzzle = game.puzzle;
    holder.append(this.#svg);
    listen(this.#svg, {
      drag: (cell, drag, held) => this.drag(cell, drag, held),
      tap: (cell) => this.tap(cell),
      press: (move) => this.#play(move),
    });
    this.#svg.addEventListener("focusin", (event) => {
      const place = this.#stops.findIndex((stop) => stop.element === event.target);
      if (place >= 0) this.#setCursor(place);
    });
    game.addEventListener("puzzle", () => this.#open());
    game.addEventListener("board", (event) => {
      const { move, isBack } = /** @type {CustomEvent<{move: number | null, isBack: boolean}>} */ (event).detail;
      this.#update(move, isBack);
    });
    if (game.puzzle) this.#open();
  }

  /**
   * Marks moves on the board, until it changes.
   * @param {number[]} moves
   */
  mark(moves) {
    const marked = new Set(moves);
    const buttons = this.#stops.filter((stop) => stop.move !== null);
    for (const { element, move } of buttons) element.classList.toggle("best", marked.has(move ?? -1));
    const drawn = moves.flatMap((move) => {
      const turn = turnOf(this.#puzzle, this.#game.board, move);
      const mark = turn && !buttons.some((stop) => stop.move === move) && drawMark(this.#puzzle, this.layout, turn);
      return mark ? [mark] : [];
    });
    this.#marks.replaceChildren(...drawn);
  }

  /**
   * Lets the board be set cell by cell, until `endEdit`.
   * @param {(board: Board) => void} onChange  is given each board, whose pieces may not be the puzzle's
   */
  edit(onChange) {
    this.endEdit();
    this.mark([]);
    this.#editor = new Editor(this.#holder, this.#puzzle, this.#looks, this.#game.board, (board, cell) => {
      this.#show(board);
      this.#select(cell);
      this.focus(cell);
      onChange(board);
    });
    this.#holder.classList.add("is-edited");
    const cell = Math.min(this.#cursor, this.layout.spots.length - 1);
    this.#setCursor(cell);
    this.#select(cell);
    this.#show(this.#game.board);
  }

  /** Shows the game's board again. */
  endEdit() {
    if (!this.#editor) return;
    this.#editor.remove();
    this.#editor = null;
    this.#holder.classList.remove("is-edited");
    this.#svg.querySelector(".is-selected")?.classList.remove("is-selected");
    this.#show(this.#game.board);
  }

  get isEdited() {
    return this.#editor !== null;
  }

  /** The element whose focus means that keys are for the board. */
  get element() {
    return this.#holder;
  }

  /** Whether the focus is on a cell or a button of the board. */
  get hasFocus() {
    return this.#svg.contains(document.activeElement);
  }

  /** What a click on a cell does. @param {number} cell */
  tap(cell) {
    if (this.#editor) return this.#select(cell);
    this.#play(this.#taps.get(cell) ?? null);
  }

  /** What a drag of a cell does. @param {number} cell @param {Point} drag @param {Point} [held] */
  drag(cell, drag, held) {
    if (this.#editor) return;
    this.#play(chooseDrag(this.#puzzle, this.layout, this.#game.board, cell, drag, held));
  }

  /** Does what a click on the cell or button under the cursor does. */
  press() {
    const { move, cell } = this.#stops[this.#cursor];
    if (cell !== null && this.#editor) {
      this.#select(cell);
      this.#editor.focus();
    } else if (cell !== null) this.tap(cell);
    else this.#play(move);
  }

  /** Drags the piece under the cursor. @param {Point} direction */
  pull(direction) {
    const { cell } = this.#stops[this.#cursor];
    if (cell !== null) this.drag(cell, direction);
  }

  /** Moves the cursor to the nearest cell or button in a direction. @param {Point} direction */
  step(direction) {
    const stops = this.#editor ? this.#stops.slice(0, this.layout.spots.length) : this.#stops;
    const place = nearestStop(stops, this.#cursor, direction);
    if (place !== null) this.focus(place);
  }

  /** Sets the cell under the cursor while the board is edited. @param {string} text  of a symbol */
  type(text) {
    const { cell } = this.#stops[this.#cursor];
    if (cell !== null) this.#select(cell);
    this.#editor?.type(text);
  }

  /** @param {number} place  a cell, or a button after the cells */
  focus(place) {
    this.#setCursor(place);
    this.#stops[place]?.element.focus();
  }

  /** @param {number | null} move */
  #play(move) {
    if (move !== null && !this.#editor) this.#game.play(move);
  }

  #open() {
    this.endEdit();
    const puzzle = this.#game.puzzle;
    this.#puzzle = puzzle;
    this.layout = layoutOf(puzzle);
    this.#looks = looksOf(puzzle);
    const { box, backs, names, spots, handles } = this.layout;
    this.#svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.#svg.setAttribute("aria-label", `${puzzle.title}. ${describeKeys(slides(puzzle, this.layout))}`);
    // As large as the screen has room for, but a cell no larger than two fingers.
    this.#svg.style.maxWidth = `min(${Math.round(box.width * 1.05)}px, ${(box.width / box.height).toFixed(3)} * min(72vh, 40rem))`;
    const back = svg("g", { "aria-hidden": "true" }, ...backs.map(drawBack));
    const layer = svg("g", { class: "pieces", "aria-hidden": "true" });
    this.#pieces = new Pieces(layer, puzzle, spots, this.#looks);
    const cells = spots.map((spot, cell) => {
      const hit = svg("rect", {
        x: spot.x - spot.width / 2, y: spot.y - spot.height / 2, width: spot.width, height: spot.height, class: "hit",
      });
      return svg("g", { class: "cell", tabindex: -1, "data-cell": cell }, hit, ringAround(spot, "focus-ring"));
    });
    const buttons = handles.map((handle) => {
      const name = puzzle.moves[handle.move];
      const button = drawHandle(handle, name);
      for (const [key, value] of [["role", "button"], ["tabindex", "-1"], ["aria-label", `move ${name}`]]) button.setAttribute(key, value);
      button.setAttribute("data-move", String(handle.move));
      return button;
    });
    this.#stops = [
      ...spots.map(({ x, y }, cell) => ({ x, y, cell, move: null, element: cells[cell] })),
      ...handles.map(({ x, y, move }, place) => ({ x, y, cell: null, move, element: buttons[place] })),
    ];
    this.#setCursor(0);
    this.#marks.replaceChildren();
    const labels = svg("g", { class: "board-names", "aria-hidden": "true" }, ...names.map(({ text, x, y }) => label(text, x, y, 17)));
    this.#svg.replaceChildren(back, layer, labels, this.#marks, svg("g", {}, ...cells), svg("g", {}, ...buttons));
  }

  /** @param {number | null} move @param {boolean} isBack */
  #update(move, isBack) {
    if (!this.#pieces) return;
    this.endEdit();
    const board = this.#game.board;
    const shown = this.#pieces.board;
    const turn = move === null ? null : turnOf(this.#puzzle, isBack ? board : shown, move);
    if (turn && turn.from.every((source, cell) => (isBack ? board[source] === shown[cell] : shown[source] === board[cell]))) {
      this.#pieces.turn(turn.from, isBack);
    }
    this.mark([]);
    this.#show(board);
  }

  /** @param {Board} board */
  #show(board) {
    this.#pieces?.show(board);
    this.#taps = tapsOn(this.#puzzle, this.layout, board);
    board.forEach((symbol, cell) => {
      const { element } = this.#stops[cell];
      const plays = this.#editor !== null || this.#taps.has(cell);
      element.setAttribute("role", plays ? "button" : "img");
      element.classList.toggle("plays", plays);
      element.setAttribute("aria-label", describeCell(this.#puzzle, cell, this.#looks[symbol]));
    });
  }

  /** @param {number} cell */
  #select(cell) {
    this.#svg.querySelector(".is-selected")?.classList.remove("is-selected");
    this.#stops[cell].element.classList.add("is-selected");
    this.#editor?.select(cell);
  }

  /** @param {number} place */
  #setCursor(place) {
    this.#stops[this.#cursor]?.element.setAttribute("tabindex", "-1");
    this.#cursor = place;
    this.#stops[place]?.element.setAttribute("tabindex", "0");
  }
}

/**
 * @typedef {object} Stop
 * @property {number} x
 * @property {number} y
 * @property {number | null} cell
 * @property {number | null} move
 * @property {SVGGElement} element
 */

/**
 * The nearest stop in a direction; being off to the side counts twice.
 * @param {Point[]} stops
 * @param {number} at
 * @param {Point} direction  of length 1
 * @returns {number | null}
 */
export function nearestStop(stops, at, direction) {
  const far = stops.map(({ x, y }) => {
    const [ahead, aside] = [
      (x - stops[at].x) * direction.x + (y - stops[at].y) * direction.y,
      (x - stops[at].x) * direction.y - (y - stops[at].y) * direction.x,
    ];
    return ahead > 1 && Math.abs(aside) <= ahead * 1.8 ? ahead + 2 * Math.abs(aside) : Infinity;
  });
  const best = far.indexOf(Math.min(...far));
  return far[best] === Infinity ? null : best;
}
