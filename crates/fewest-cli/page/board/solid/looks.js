// @ts-check
/** The looks of a solid's stickers: a symbol of one side only has that side's colour, unless it names a colour itself. */
import { looksOf } from "../symbols.js";

/**
 * @import {Board, Puzzle} from "../../protocol.js"
 * @import {Look} from "./figure.js"
 * @import {Region, Solid} from "./solid.js"
 */

const HIDDEN = "piece-hidden";
/** @type {Look} */
const COVERED = { style: HIDDEN, text: "" };
const COLOURLESS = ["piece-plain", "piece-blank"];

/**
 * The looks of a puzzle's stickers: by board, then by region. Covered ones are grey.
 * @param {Puzzle} puzzle @param {Solid} solid
 * @returns {(board: Board, covered?: boolean[] | null) => (region: Region) => Look}
 */
export function stickerLooks(puzzle, solid) {
  const onSide = solid.body.sides.map((_, side) =>
    new Set(solid.regions.flatMap((region) => (region.side === side && region.cell !== null ? [puzzle.solved[region.cell]] : []))));
  const looks = looksOf(puzzle).map(({ style, text }, symbol) => {
    const sides = solid.body.sides.filter((_, side) => onSide[side].has(symbol));
    const isOwn = !COLOURLESS.includes(style) && !style.startsWith("symbol-");
    return { text, style: isOwn || sides.length !== 1 ? style : `piece-${sides[0].colour}` };
  });
  // Stickers without a cell never leave their side: they look like the others of it.
  const bare = solid.body.sides.map(({ colour }, side) => {
    const [own, ...others] = [...onSide[side]].filter((symbol) => looks[symbol].style !== HIDDEN);
    if (onSide[side].size === 0) return { text: "", style: `piece-${colour}` };
    return own === undefined || others.length > 0 ? { text: "", style: HIDDEN } : { ...looks[own], text: "" };
  });
  return (board, covered) => ({ cell, side }) => (cell === null ? bare[side] : covered?.[cell] ? COVERED : looks[board[cell]]);
}
