// @ts-check
/** Pictures of triangles whose rows have 1, 2, 3, ... cells, side by side: the faces of a pyramid. */
import { OF_FACE } from "./names.js";

/**
 * @import {Back, Drawing, Spot} from "./layout.js"
 * @import {Name} from "./names.js"
 * @import {Cell, Puzzle} from "../protocol.js"
 */

const SIDE = 120;
const HEIGHT = (SIDE * Math.sqrt(3)) / 2;
const GAP = 50;
/** Characters without a cell in any line that set two faces apart. */
const APART = 3;

/**
 * @param {Puzzle} puzzle
 * @returns {Drawing | null}
 */
export function trianglesLayout({ cells }) {
  const faces = facesOf(cells);
  const sizes = faces.map((face) => sizeOf(face.map((place) => cells[place])));
  if (sizes.some((size) => size === null || size !== sizes[0])) return null;
  const size = sizes[0] ?? 0;
  const columns = Math.ceil(Math.sqrt(faces.length));
  /** @type {Spot[]} */
  const spots = cells.map(() => ({ x: 0, y: 0, width: SIDE, height: HEIGHT, shape: "triangle" }));
  /** @type {Back[]} */
  const backs = [];
  /** @type {Name[]} */
  const names = [];
  faces.forEach((face, number) => {
    const left = (number % columns) * (size * SIDE + GAP);
    const top = Math.floor(number / columns) * (size * HEIGHT + GAP);
    const first = cells[face[0]].line;
    const inRow = new Array(size).fill(0);
    for (const place of face) {
      const row = cells[place].line - first;
      const x = left + (size * SIDE) / 2 + (inRow[row]++ - row / 2) * SIDE;
      spots[place] = { ...spots[place], x, y: top + (row + 0.5) * HEIGHT };
    }
    const d = `M ${left + (size * SIDE) / 2} ${top} l ${(size * SIDE) / 2} ${size * HEIGHT} h ${-size * SIDE} z`;
    backs.push({ tag: "path", attributes: { d, class: "board-face" } });
    names.push({ text: endOf(face.map((place) => cells[place].name)), x: left + (size * SIDE) / 2 - 58, y: top + 30, size: OF_FACE });
  });
  return { spots, backs, names, margin: 12 };
}

/**
 * The cells of each face: those that no blank column of the picture sets apart.
 * @param {Cell[]} cells
 * @returns {number[][]}
 */
export function facesOf(cells) {
  const places = cells.map((_, place) => place).sort((a, b) => cells[a].start - cells[b].start);
  /** @type {number[][]} */
  const faces = [];
  let end = -Infinity;
  for (const place of places) {
    if (cells[place].start >= end + APART) faces.push([]);
    faces[faces.length - 1].push(place);
    end = Math.max(end, cells[place].end);
  }
  return faces.map((face) => face.sort((a, b) => a - b));
}

/**
 * The number of rows, if they have 1, 2, 3, ... cells, one row's middle below the other's.
 * @param {Cell[]} cells
 * @returns {number | null}
 */
export function sizeOf(cells) {
  const first = Math.min(...cells.map((cell) => cell.line));
  const rows = Math.max(...cells.map((cell) => cell.line)) - first + 1;
  const lines = Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.line === first + row));
  if (rows < 2 || lines.some((line, row) => line.length !== row + 1)) return null;
  const middles = lines.map((line) => line.reduce((sum, cell) => sum + (cell.start + cell.end) / 2, 0) / line.length);
  return Math.max(...middles) - Math.min(...middles) <= 1 ? rows : null;
}

/**
 * What all these names end in, after a sign: `f` of `U.f` and `UL.f`.
 * @param {string[]} names
 */
function endOf(names) {
  const ends = new Set(names.map((name) => name.match(/[^\p{L}\p{N}](.+)$/u)?.[1] ?? ""));
  return ends.size === 1 ? [...ends][0] : "";
}
