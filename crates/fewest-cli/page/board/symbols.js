// @ts-check
/** What symbols look like and how they are read out. */
import { emptySymbol } from "./carry.js";

/**
 * @import {BlockKind, Puzzle} from "../protocol.js"
 *
 * @typedef {object} Look
 * @property {string} name    as read out
 * @property {string} text    as written on the piece
 * @property {string} style   class of the piece in board.css
 * @property {number} share   of the widest bar, where pieces are bars
 * @property {[number, number][]} [parts]  of a block: rows down and columns right of each part from the first
 */

/** Letters that stand for colours on cubes and the like. */
const COLOURS = new Map(Object.entries({
  w: "white", o: "orange", g: "green", r: "red", b: "blue", y: "yellow", k: "black", p: "purple", c: "cyan", m: "magenta",
}));

/** The symbol of pieces that no goal of a stage names, unless it is that of empty cells. */
const HIDDEN = ".";

/** Classes symbol-1 ... in board.css; with more symbols than that, text alone tells them apart. */
const PALETTE = 8;
/** The order in which kinds of blocks get them: those that goals name stand out. */
const OF_KINDS = [6, 1, 3, 2, 7, 4, 5, 8];

/**
 * By symbol.
 * @param {Puzzle} puzzle
 * @returns {Look[]}
 */
export function looksOf(puzzle) {
  if (puzzle.blocks) return looksOfBlocks(puzzle, puzzle.blocks.kinds);
  const empty = emptySymbol(puzzle);
  const isShown = (/** @type {number} */ symbol) => symbol !== empty && puzzle.symbols[symbol] !== HIDDEN;
  const places = puzzle.symbols.map((_, symbol) => symbol).filter(isShown);
  const colours = places.map((symbol) => colourOf(puzzle.symbols[symbol]));
  const areColours = colours.length > 1 && colours.every((colour) => colour !== null) && new Set(colours).size === colours.length;
  const areNumbers = places.every((symbol) => puzzle.pieces[symbol] === 1) && places.length > 2;
  return puzzle.symbols.map((text, symbol) => {
    const place = places.indexOf(symbol);
    const share = 0.32 + (0.68 * (place + 1)) / places.length;
    if (symbol === empty) return { name: "empty", text: "", style: "piece-blank", share };
    if (text === HIDDEN) return { name: "any other piece", text: "", style: "piece-hidden", share };
    if (puzzle.kind === "knights") {
      const colour = place === 0 ? "white" : "black";
      return { name: `${colour} knight`, text: "", style: `knight-${colour}`, share };
    }
    if (areColours) return { name: colours[place] ?? text, text, style: `piece-${colours[place]}`, share };
    if (areNumbers || places.length > PALETTE) return { name: text, text, style: "piece-plain", share };
    return { name: text, text, style: `symbol-${place + 1}`, share };
  });
}

/**
 * Blocks are drawn at their first parts. The letters of interchangeable ones depend on the board.
 * @param {Puzzle} puzzle @param {BlockKind[]} kinds @returns {Look[]}
 */
function looksOfBlocks({ symbols, goals }, kinds) {
  const isNamed = (/** @type {BlockKind} */ { letters, symbol }) => letters.length === 1 && goals.some(({ cells }) => cells.includes(symbol));
  const inOrder = [...kinds.filter(isNamed), ...kinds.filter((kind) => !isNamed(kind))];
  return symbols.map((name, symbol) => {
    const place = inOrder.findIndex((kind) => kind.symbol === symbol);
    if (place < 0) return { name, text: "", style: "piece-blank", share: 1 };
    const { letters, parts } = inOrder[place];
    return { name, text: letters.length > 1 ? "" : letters, style: `symbol-${OF_KINDS[place % PALETTE]}`, share: 1, parts };
  });
}

/** @param {string} symbol */
function colourOf(symbol) {
  const letter = symbol.toLowerCase();
  return COLOURS.get(letter) ?? ([...COLOURS.values()].includes(letter) ? letter : null);
}
