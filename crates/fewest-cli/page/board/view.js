// @ts-check
/** The board on the screen: drawn as SVG, played by pointer, walked by keyboard, marked and edited. */
import { movesByOne } from "../blocks.js";
import { turnOf } from "../puzzle.js";
import { destinations } from "./carry.js";
import { Editor } from "./edit.js";
import { between } from "./geometry.js";
import { listen } from "./gestures.js";
import { Scene } from "./scene.js";
import { chooseSlide } from "./slides.js";
import { SolidScene } from "./solid/scene.js";
import { solidOf } from "./solid/solid.js";
import { Tools } from "./solid/tools.js";
import { keepLegible, svg } from "./svg.js";

/**
 * @import {Board} from "../protocol.js"
 * @import {Game} from "../game.js"
 * @import {Point} from "./geometry.js"
 */

/**
 * Draws the game's board in a holder and lets it be played there.
 * @param {HTMLElement} holder
 * @param {Game} game
 * @param {HTMLElement} [coloured]  what the choice of colours is for
 */
export function createBoardView(holder, game, coloured = document.documentElement) {
  return new BoardView(holder, game, coloured);
}

export class BoardView {
  #holder;
  #game;
  #svg = svg("svg", { class: "board", role: "group" });
  /** @type {Scene | SolidScene | null} none until a puzzle is open */
  #scene = null;
  #tools;
  /** The cell or button that the focus is or was on. */
  #cursor = 0;
  /** @type {number[]} */
  #marked = [];
  /** @type {Editor | null} */
  #editor = null;
  /** By cell of the board shown: true if the piece is drawn grey. @type {boolean[] | null} */
  #covered = null;
  /** The board shown, as text. */
  #board = "";
  /** The block that follows a drag: where it is held, the way that it has gone by moves, and the move that it would make. */
  #held = /** @type {{cell: number, gone: Point, move: number | null} | null} */ (null);

  /** @param {HTMLElement} holder @param {Game} game @param {HTMLElement} coloured */
  constructor(holder, game, coloured) {
    this.#holder = holder;
    this.#game = game;
    this.#tools = new Tools(coloured, {
      change: () => this.#build(),
      redraw: () => this.#solid?.draw(),
      sway: (right, down) => this.#solid?.sway(right, down),
      reset: () => this.#solid?.reset(),
    });
    holder.append(this.#svg, this.#tools.element);
    listen(this.#svg, {
      drag: (cell, drag, held) => this.#drag(cell, drag, held),
      tap: (cell) => this.tap(cell),
      press: (move) => this.#play(move),
      follow: (cell, drag, isTouch) => this.#solid?.follow(game.board, cell, drag, isTouch) ?? (cell !== null && this.#follow(cell, drag)),
      drop: (isMeant) => this.#drop(isMeant),
    });
    new ResizeObserver(() => keepLegible(this.#svg)).observe(this.#svg);
    this.#svg.addEventListener("focusin", (event) => {
      const place = this.#scene?.stops.findIndex((stop) => stop.element === event.target) ?? -1;
      if (place >= 0) this.#setCursor(place);
    });
    game.addEventListener("puzzle", () => this.#open());
    game.addEventListener("board", (event) => {
      const { move, isBack } = /** @type {CustomEvent<{move: number | null, isBack: boolean}>} */ (event).detail;
      this.endEdit();
      this.mark([]);
      this.#announce(null);
      if (move !== null) this.#covered = this.#coveredAfter(isBack ? game.board : game.boardAt(game.at - 1), move, isBack);
      else if (String(game.board) !== this.#board) this.#covered = null;
      this.#board = String(game.board);
      this.#scene?.cover(this.#covered);
      if (move !== null) this.#scene?.play(game.board, move, isBack);
      this.#show();
    });
    this.#open();
  }

  /**
   * Marks moves on the board, until it changes.
   * @param {number[]} moves
   */
  mark(moves) {
    this.#marked = moves;
    this.#scene?.mark(this.#game.board, moves);
  }

  /**
   * Shows where a move leads, until the board changes.
   * @param {number | null} move  none: the board itself is shown again
   */
  preview(move) {
    if (this.#editor) return;
    const covered = move === null ? this.#covered : this.#coveredAfter(this.#game.board, move, false);
    this.#scene?.cover(covered);
    this.#scene?.preview(this.#game.board, move);
    this.#announce(move);
  }

  /**
   * Draws some pieces grey, until another board is shown; moves carry them along.
   * @param {boolean[] | null} covered  by cell
   */
  cover(covered) {
    this.#covered = covered;
    this.#scene?.cover(this.#editor ? null : covered);
    this.#show();
  }

  /** The grey pieces after a move on a board, or before it. @param {Board} board @param {number} move @param {boolean} isBack */
  #coveredAfter(board, move, isBack) {
    const { puzzle } = this.#game;
    const from = this.#covered && puzzle && turnOf(puzzle, board, move)?.from;
    return from ? (isBack ? destinations(from) : from).map((cell) => this.#covered?.[cell] ?? false) : null;
  }

  /** Says above the board that it shows what comes after a move. @param {number | null} move */
  #announce(move) {
    if (move === null) delete this.#holder.dataset.preview;
    else this.#holder.dataset.preview = `After ${this.#game.nameOf(move)}`;
  }

  /**
   * Lets the board be set cell by cell, until `endEdit`.
   * @param {(board: Board) => void} onChange  is given each board, whose pieces may not be the puzzle's
   */
  edit(onChange) {
    this.endEdit();
    this.#build(true);
    const scene = this.#scene;
    if (!scene) return;
    this.#editor = new Editor(this.#holder, scene.puzzle, scene.looks, this.#game.board, (board, cell) => {
      scene.show(board, true, []);
      this.#select(cell);
      this.#focus(cell);
      onChange(board);
    });
    this.#holder.classList.add("is-edited");
    this.#setCursor(Math.min(this.#cursor, scene.layout.spots.length - 1));
    this.#select(this.#cursor);
    this.#show();
  }

  /** Shows the game's board again. */
  endEdit() {
    if (!this.#editor) return;
    this.#editor.remove();
    this.#editor = null;
    this.#holder.classList.remove("is-edited");
    this.#build();
  }

  /** A picture of the solid as it is seen; null if there is none. */
  still() {
    return this.#solid?.still() ?? null;
  }

  get isEdited() {
    return this.#editor !== null;
  }

  /** Whether the focus is on a cell or a button of the board. */
  get hasFocus() {
    return this.#svg.matches(":focus-within");
  }

  /** Whether arrow keys slide tiles. */
  get isSliding() {
    return this.#scene?.isSliding ?? false;
  }

  /** Slides a tile. @param {Point} direction @returns {boolean} whether there is one to slide */
  slide(direction) {
    if (!this.#scene) return false;
    const move = chooseSlide(this.#scene.puzzle, this.#scene.layout, this.#game.board, direction);
    this.#play(move);
    return move !== null;
  }

  /** Does what a click on the cell or button under the cursor does. */
  press() {
    const stop = this.#scene?.stops[this.#cursor];
    if (!stop) return;
    if (stop.cell === null) this.#play(stop.move);
    else this.tap(stop.cell);
    this.#editor?.focus();
  }

  /** Drags the piece under the cursor. @param {Point} direction */
  pull(direction) {
    const cell = this.#scene?.stops[this.#cursor].cell ?? null;
    if (cell === null) return;
    const { puzzle, board } = this.#game;
    const move = this.#drag(cell, direction);
    const turn = puzzle?.blocks && move !== null ? turnOf(puzzle, board, move) : null;
    // The focus goes with a block.
    if (turn) this.#focus(destinations(turn.from)[cell]);
  }

  /** Moves the cursor to the nearest cell or button in a direction. @param {Point} direction */
  step(direction) {
    const stops = this.#scene?.stops.filter((stop) => stop.cell !== null || !this.#editor) ?? [];
    const place = nearestStop(stops, this.#cursor, direction);
    if (place !== null) this.#focus(place);
  }

  /** Sets the cell under the cursor, while the board is edited. @param {number} symbol */
  set(symbol) {
    const cell = this.#scene?.stops[this.#cursor].cell ?? null;
    if (cell === null || !this.#editor) return;
    this.#editor.select(cell);
    this.#editor.set(symbol);
  }

  /** @param {number | null} move */
  #play(move) {
    if (move !== null && !this.#editor) this.#game.play(move);
  }

  /** What a click on a cell does. @param {number} cell */
  tap(cell) {
    if (this.#editor) this.#select(cell);
    else if (this.#scene instanceof Scene) this.#play(this.#scene.tapped(this.#game.board, cell));
    else this.#play(this.#scene?.taps.get(cell) ?? null);
  }

  /** @param {number} cell @param {Point} drag @param {Point} [held] */
  #drag(cell, drag, held) {
    const move = this.#scene?.dragged(this.#game.board, cell, drag, held) ?? null;
    this.#play(move);
    return move;
  }

  /**
   * Lets a block follow a drag. Moves by one cell are played on the way, others at its end.
   * @param {number} cell @param {Point} drag @returns {boolean} false if there is no block to follow it
   */
  #follow(cell, drag) {
    const { puzzle, board } = this.#game;
    const scene = this.#scene;
    if (!puzzle?.blocks || !(scene instanceof Scene)) return false;
    this.#held ??= { cell, gone: { x: 0, y: 0 }, move: null };
    const held = this.#held;
    const way = scene.follow(board, held.cell, between(held.gone, drag));
    held.move = way?.move ?? null;
    if (!way || !movesByOne(puzzle)) return true;
    this.#held = { cell: way.to, gone: { x: held.gone.x + way.along.x, y: held.gone.y + way.along.y }, move: null };
    this.#play(way.move);
    return this.#follow(cell, drag);
  }

  /** @param {boolean} isMeant */
  #drop(isMeant) {
    const move = this.#solid?.drop(isMeant) ?? this.#held?.move ?? null;
    this.#held = null;
    if (isMeant && move !== null) this.#play(move);
    else this.#show();
  }

  #open() {
    this.endEdit();
    this.#cursor = 0;
    this.#marked = [];
    this.#covered = null;
    this.#build();
  }

  /** Draws the board: as a solid if the puzzle has one, unless the net is chosen. @param {boolean} [isEdited]  needs the net */
  #build(isEdited = false) {
    const { puzzle } = this.#game;
    if (!puzzle) return;
    const solid = solidOf(puzzle);
    const isSolid = solid !== null && !this.#tools.isNet && !isEdited;
    this.#scene = isSolid ? new SolidScene(this.#svg, puzzle, solid, () => this.#tools.areLettered) : new Scene(this.#svg, puzzle);
    this.#scene.cover(isEdited ? null : this.#covered);
    this.#tools.show(solid !== null && !isEdited, isSolid);
    keepLegible(this.#svg);
    this.#setCursor(Math.min(this.#cursor, this.#scene.stops.length - 1));
    this.#show();
    this.#scene.mark(this.#game.board, isEdited ? [] : this.#marked);
  }

  get #solid() {
    return this.#scene instanceof SolidScene ? this.#scene : null;
  }

  #show() {
    this.#scene?.show(this.#game.board, this.#editor !== null, this.#game.letters);
  }

  /** @param {number} cell */
  #select(cell) {
    this.#scene?.select(cell);
    this.#editor?.select(cell);
  }

  /** @param {number} place */
  #focus(place) {
    this.#setCursor(place);
    this.#solid?.reveal(this.#scene?.stops[place]?.cell ?? null);
    this.#scene?.stops[place]?.element.focus();
  }

  /** @param {number} place */
  #setCursor(place) {
    this.#scene?.stops[this.#cursor]?.element.setAttribute("tabindex", "-1");
    this.#cursor = place;
    this.#scene?.stops[place]?.element.setAttribute("tabindex", "0");
  }
}

/**
 * The nearest stop in a direction; being off to the side counts twice.
 * @param {Point[]} stops
 * @param {number} at
 * @param {Point} direction  of length 1
 * @returns {number | null}
 */
export function nearestStop(stops, at, direction) {
  const far = stops.map(({ x, y }) => {
    const [across, down] = [x - stops[at].x, y - stops[at].y];
    const ahead = across * direction.x + down * direction.y;
    const aside = Math.abs(across * direction.y - down * direction.x);
    return ahead > 1 && aside <= ahead * 1.8 ? ahead + 2 * aside : Infinity;
  });
  const best = far.indexOf(Math.min(...far));
  return far[best] === Infinity ? null : best;
}
