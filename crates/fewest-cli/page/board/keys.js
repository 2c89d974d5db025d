// @ts-check
/** Played by keyboard: names of moves, arrows, undo and redo. */
import { legalMoves } from "../puzzle.js";
import { layoutOf } from "./layout.js";
import { ARROWS, slides } from "./slides.js";
import { Typing } from "./typing.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Game} from "../game.js"
 * @import {Point} from "./geometry.js"
 * @import {BoardView} from "./view.js"
 */

/**
 * Listens to the keyboard. Letters can be switched off: who speaks to the machine may not want them.
 * @param {Game} game
 * @param {BoardView} view
 * @param {() => boolean} areLettersOn
 * @param {Document | ShadowRoot} [scope]  what it listens to
 */
export function createKeys(game, view, areLettersOn, scope = document) {
  let moves = new Typing([], () => {});
  let symbols = new Typing([], () => {});
  const open = () => {
    moves.forget();
    symbols.forget();
    // Names of blocks' moves depend on the board.
    const legal = game.puzzle?.blocks ? legalMoves(game.puzzle, game.board) : null;
    const names = legal?.map((move) => game.nameOf(move)) ?? game.puzzle?.moves ?? [];
    // Answers name the cells that knights come from.
    const cells = game.puzzle?.kind === "knights" ? game.puzzle.cells.map((cell) => cell.name) : [];
    moves = new Typing([...names, ...cells], (place) => {
      if (place < names.length) game.play(legal ? legal[place] : place);
      else view.tap(place - names.length);
    });
    symbols = new Typing(game.puzzle?.symbols ?? [], (symbol) => view.set(symbol));
  };
  game.addEventListener("puzzle", open);
  game.addEventListener("board", () => game.puzzle?.blocks && open());
  open();

  /** @param {KeyboardEvent} event @returns {boolean} whether the key did something */
  const onKey = (event) => {
    const isOnBoard = view.hasFocus;
    if (event.ctrlKey || event.metaKey) return !view.isEdited && travel(game, event);
    const direction = ARROWS[event.key];
    if (direction) return onArrow(direction, event.shiftKey, isOnBoard);
    if (isOnBoard && (event.key === "Enter" || event.key === " ")) {
      view.press();
      return true;
    }
    if (view.isEdited) return isOnBoard && event.key.length === 1 && symbols.take(event.key);
    if (event.key === "Backspace") {
      game.undo();
      return true;
    }
    return areLettersOn() && event.key.length === 1 && event.key !== " " && moves.take(event.key);
  };

  /** @param {Point} direction @param {boolean} isPull @param {boolean} isOnBoard */
  const onArrow = (direction, isPull, isOnBoard) => {
    const isFree = isOnBoard || document.activeElement === document.body || document.activeElement === null;
    if (isFree && !isPull && !view.isEdited && view.isSliding) return view.slide(direction) || isOnBoard;
    if (isOnBoard && isPull) view.pull(direction);
    else if (isOnBoard) view.step(direction);
    return isOnBoard;
  };

  scope.addEventListener("keydown", (own) => {
    const event = /** @type {KeyboardEvent} */ (own);
    if (!game.puzzle || event.defaultPrevented || event.isComposing || event.altKey || isTaken(event.target)) return;
    if (onKey(event)) event.preventDefault();
  });
}

/**
 * Ctrl+Z, Ctrl+Y and the like.
 * @param {Game} game
 * @param {KeyboardEvent} event
 */
function travel(game, event) {
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) game.undo();
  else if (key === "y" || key === "z") game.redo();
  else return false;
  return true;
}

/** What letters are for something else than moves. */
const TYPED = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea, dialog, [contenteditable]";

/** @param {EventTarget | null} target */
function isTaken(target) {
  return target instanceof Element && target.closest(TYPED) !== null;
}

/**
 * Keys and what they do, for the page's help.
 * @param {Puzzle} puzzle
 * @returns {[string, string][]}
 */
export function shortcuts(puzzle) {
  const names = puzzle.blocks ? "B d, B d 2 ..." : puzzle.moves.length > 9 ? `${puzzle.moves.slice(0, 8).join(" ")} ...` : puzzle.moves.join(" ");
  /** @type {[string, string][]} */
  const arrows = slides(puzzle, layoutOf(puzzle))
    ? [["Arrow keys", "slide a tile in that direction"]]
    : [
      ["Arrow keys", "go from cell to cell, when the board has the focus"],
      ["Shift + arrow key", "pull the piece in that direction"],
      ["Enter or Space", "click the cell or the arrow"],
    ];
  /** @type {[string, string][]} */
  const cells = puzzle.kind === "knights" ? [[`${puzzle.cells[0].name} and so on`, "move the knight of that cell"]] : [];
  return [
    [names, puzzle.blocks ? "move block B down, by two cells, and so on" : "play the move of that name"],
    ...cells,
    ...arrows,
    ["Backspace or Ctrl + Z", "undo"],
    ["Ctrl + Y or Shift + Ctrl + Z", "redo"],
  ];
}
