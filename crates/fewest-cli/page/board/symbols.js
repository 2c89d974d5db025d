// @ts-check
/** What symbols look like and how they are read out. */

/**
 * @import {Puzzle} from "../protocol.js"
 *
 * @typedef {object} Look
 * @property {string} name    as read out
 * @property {string} text    as written on the piece
 * @property {string} style   class of the piece in board.css
 * @property {number} share   of the widest bar, where pieces are bars
 */

/** Letters that stand for colours on cubes and the like. */
const COLOURS = new Map(Object.entries({
  w: "white", o: "orange", g: "green", r: "red", b: "blue", y: "yellow", k: "black", p: "purple", c: "cyan", m: "magenta",
}));

/** The symbol of pieces that no goal of a stage names. */
const HIDDEN = ".";

/** Classes symbol-1 ... in board.css; with more symbols than that, text alone tells them apart. */
const PALETTE = 8;

/**
 * By symbol.
 * @param {Puzzle} puzzle
 * @returns {Look[]}
 */
export function looksOf(puzzle) {
  const isShown = (/** @type {number} */ symbol) => symbol !== puzzle.blank && puzzle.symbols[symbol] !== HIDDEN;
  const places = puzzle.symbols.map((_, symbol) => symbol).filter(isShown);
  const colours = places.map((symbol) => colourOf(puzzle.symbols[symbol]));
  const areColours = colours.length > 1 && colours.every((colour) => colour !== null) && new Set(colours).size === colours.length;
  const areNumbers = places.every((symbol) => puzzle.pieces[symbol] === 1) && places.length > 2;
  return puzzle.symbols.map((text, symbol) => {
    const place = places.indexOf(symbol);
    const share = 0.32 + (0.68 * (place + 1)) / places.length;
    if (symbol === puzzle.blank) return { name: "empty", text: "", style: "piece-blank", share };
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

/** @param {string} symbol */
function colourOf(symbol) {
  const letter = symbol.toLowerCase();
  return COLOURS.get(letter) ?? ([...COLOURS.values()].includes(letter) ? letter : null);
}
