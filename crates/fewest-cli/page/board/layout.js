// @ts-check
/**
 * Where each cell of a puzzle is drawn and in which shape: from its picture where it has one, from what its
 * moves do where its cells are only counted.
 */
import { PITCH } from "./geometry.js";
import { gridLayout, isGrid } from "./grid.js";
import { handlesOf, NAME_SIZE } from "./handles.js";
import { namesOf } from "./names.js";
import { chessLayout, freeLayout, rowsLayout } from "./plain.js";
import { ringLayout, twoRingsLayout } from "./rings.js";
import { stackLayout } from "./stack.js";
import { trayLayout } from "./tray.js";
import { trianglesLayout } from "./triangles.js";

/**
 * @import {Name} from "./names.js"
 * @import {Puzzle} from "../protocol.js"
 * @import {Handle} from "./handles.js"
 *
 * @typedef {"square" | "disc" | "triangle" | "bar" | "chess"} Shape
 *
 * @typedef {object} Spot   one cell; x and y are its middle
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {Shape} shape
 * @property {number} [face]  of a net
 *
 * @typedef {object} Back   something drawn behind the pieces
 * @property {"rect" | "circle" | "path"} tag
 * @property {Record<string, string | number>} attributes
 *
 * @typedef {object} Face   of a net
 * @property {string} name
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {number} heading  the middle of the room above its cells
 *
 * @typedef {object} Drawing
 * @property {Spot[]} spots
 * @property {Back[]} backs
 * @property {Name[]} [names]
 * @property {Face[]} [faces]
 * @property {number} [margin]  how far it reaches beyond its cells
 *
 * @typedef {object} Box
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Layout
 * @property {Spot[]} spots
 * @property {Back[]} backs
 * @property {Name[]} names      of cells, where moves are called by them
 * @property {Handle[]} handles  buttons on the board, for moves that can be drawn as one
 * @property {Map<number, number>} taps  by cell: the move that a click there plays, where no blank decides
 * @property {Box} box  all of it
 */

/** Around all that is drawn. */
const MARGIN = 6;

/**
 * @param {Puzzle} puzzle
 * @returns {Layout}
 */
export function layoutOf(puzzle) {
  const { spots, backs, names = namesOf(puzzle, spots), faces = [], margin = 0 } = drawingOf(puzzle);
  const { handles, taps } = handlesOf(puzzle, spots, faces);
  // Buttons take the place of a face's name.
  const isFree = (/** @type {Name} */ name) => !handles.some(({ x, y }) => y === name.y && Math.abs(x - name.x) < PITCH / 2);
  const edges = [
    ...spots.map((spot) => around(spot.x, spot.y, spot.width / 2 + margin, spot.height / 2 + margin)),
    ...handles.map(({ x, y, size, kind }) => around(x, y, size, kind === "name" ? NAME_SIZE : size)),
    ...backs.filter((back) => back.tag === "rect").map(({ attributes }) => {
      const [x, y, across, down] = ["x", "y", "width", "height"].map((name) => Number(attributes[name]));
      return around(x + across / 2, y + down / 2, across / 2, down / 2);
    }),
  ];
  const left = Math.min(...edges.map((edge) => edge.left)) - MARGIN;
  const top = Math.min(...edges.map((edge) => edge.top)) - MARGIN;
  const width = Math.max(...edges.map((edge) => edge.right)) + MARGIN - left;
  const height = Math.max(...edges.map((edge) => edge.bottom)) + MARGIN - top;
  return { spots, backs, names: names.filter(isFree), handles, taps, box: { x: left, y: top, width, height } };
}

/** @param {number} x @param {number} y @param {number} across @param {number} down */
function around(x, y, across, down) {
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}

/** @param {Puzzle} puzzle @returns {Drawing} */
function drawingOf(puzzle) {
  if (puzzle.kind === "knights") return chessLayout(puzzle);
  if (puzzle.blocks) return trayLayout(puzzle.blocks, puzzle.cells);
  if (puzzle.cells.every((cell) => cell.row === 0)) {
    return stackLayout(puzzle) ?? ringLayout(puzzle) ?? twoRingsLayout(puzzle) ?? rowsLayout(puzzle);
  }
  return trianglesLayout(puzzle) ?? (isGrid(puzzle.cells) ? gridLayout(puzzle) : freeLayout(puzzle));
}
