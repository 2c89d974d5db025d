// @ts-check
/** Pictures of rows and columns: whole boards, the bars of a #, nets of cubes. */
import { plainTurns } from "./carry.js";
import { cellAt, panel } from "./cells.js";
import { PITCH } from "./geometry.js";
import { NAME_SIZE } from "./handles.js";
import { OF_FACE } from "./names.js";
import { spinOf } from "./spin.js";

/**
 * @import {Cell, Puzzle} from "../protocol.js"
 * @import {Drawing, Spot} from "./layout.js"
 */

/** Between parts of a board. */
const GAP = 24;
/** About the cells of a face. */
const MARGIN = 8;
/** Above a face: room for its name, or for buttons that turn it. */
const HEADING = 26;
const TURNS = 2 * NAME_SIZE + 10;

/**
 * Whether the picture is one of rows and columns: some cells stand side by side, and those of a column begin,
 * end or have their middle below one another.
 * @param {Cell[]} cells
 */
export function isGrid(cells) {
  const rows = Math.max(...cells.map((cell) => cell.row)) + 1;
  const isEven = cells.every((cell) => cells.filter((other) => other.row === cell.row).length * rows === cells.length);
  if (isEven) return true;
  const places = new Set(cells.map((cell) => `${cell.row} ${cell.column}`));
  const areBeside = cells.some((cell) => places.has(`${cell.row} ${cell.column + 1}`));
  return areBeside && cells.every((cell) =>
    cells.every((other) => {
      if (cell === other || cell.column !== other.column) return true;
      const isBelow = cell.start === other.start || cell.end === other.end
        || Math.abs(cell.start + cell.end - other.start - other.end) <= 1;
      return cell.row !== other.row && isBelow;
    }),
  );
}

/**
 * The row and column of the picture, with gaps between the faces of a net or about a centre.
 * @param {Puzzle} puzzle
 * @returns {Drawing}
 */
export function gridLayout(puzzle) {
  const { cells } = puzzle;
  const faces = facesOf(cells);
  const seen = lookedAt(puzzle);
  const apart = faces ?? cells.map((_, place) => String(seen?.includes(place)));
  const columns = tracks(cells, apart, GAP, (cell) => cell.column, (cell) => cell.row);
  const spotsBelow = (/** @type {number} */ heading) => {
    const rows = tracks(cells, apart, GAP + heading, (cell) => cell.row, (cell) => cell.column);
    return cells.map((cell) => cellAt(columns[cell.column], rows[cell.row]));
  };
  if (faces) {
    const areTurned = plainTurns(puzzle).some((turn) => turn && spinOf(spotsBelow(0), turn.from));
    const heading = areTurned ? TURNS : HEADING;
    return netDrawing(spotsBelow(heading), groups(cells, faces), faces, heading);
  }
  const spots = spotsBelow(0);
  const width = columns.length;
  const isFull = cells.length === width * (Math.max(...cells.map((cell) => cell.row)) + 1);
  const parts = isFull ? [cells.map((_, place) => place)] : runs(cells);
  const backs = parts.map((part) => panel(part.map((place) => spots[place]), isFull ? 14 : 8, 22, "board-tray"));
  const hasGaps = columns[width - 1] > (width - 1) * PITCH;
  if (seen) backs.push(panel(seen.map((place) => spots[place]), hasGaps ? 7 : 0, 20, "board-centre"));
  return { spots, backs };
}

/**
 * @param {Spot[]} spots
 * @param {number[][]} parts  the cells of each face
 * @param {string[]} names    by cell: its face
 * @param {number} heading
 * @returns {Drawing}
 */
function netDrawing(spots, parts, names, heading) {
  parts.forEach((part, face) => part.forEach((place) => (spots[place].face = face)));
  const backs = parts.map((part) => panel(part.map((place) => spots[place]), MARGIN, 18, "board-tray", heading));
  const faces = backs.map(({ attributes }, face) => {
    const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(attributes[name]));
    const own = { left: left + MARGIN, right: left + width - MARGIN, top: top + heading, bottom: top + height, heading: top + heading / 2 + 6 };
    return { ...own, name: names[parts[face][0]] };
  });
  const titles = faces.map(({ name, left, heading }) => ({ text: name, x: left + PITCH / 2, y: heading, size: OF_FACE }));
  return { spots, backs, faces, names: titles };
}

/**
 * Where each row or column of the grid lies: a little further on where a part ends.
 * @param {Cell[]} cells
 * @param {string[]} parts  by cell
 * @param {number} gap
 * @param {(cell: Cell) => number} along
 * @param {(cell: Cell) => number} across
 */
function tracks(cells, parts, gap, along, across) {
  const ends = new Set();
  const joins = new Set();
  cells.forEach((cell, place) => {
    const next = cells.findIndex((other) => along(other) === along(cell) + 1 && across(other) === across(cell));
    if (next >= 0) (parts[place] === parts[next] ? joins : ends).add(along(cell));
  });
  let at = 0;
  const count = Math.max(...cells.map(along)) + 1;
  return Array.from({ length: count }, (_, track) => {
    const own = at;
    at += PITCH + (ends.has(track) && !joins.has(track) ? gap : 0);
    return own;
  });
}

/**
 * The faces of a net by its cells' names (U1 U2 F1 F2: U and F); null if they do not name blocks of cells.
 * @param {Cell[]} cells
 * @returns {string[] | null}
 */
function facesOf(cells) {
  const faces = cells.map((cell) => cell.name.replace(/\d+$/, ""));
  const blocks = groups(cells, faces).map((face) => {
    const [rows, columns] = [face.map((place) => cells[place].row), face.map((place) => cells[place].column)];
    return { top: Math.min(...rows), bottom: Math.max(...rows), left: Math.min(...columns), right: Math.max(...columns) };
  });
  const isApart = blocks.every((one, place) =>
    one.bottom > one.top && one.right > one.left
    && blocks.slice(0, place).every((other) =>
      one.left > other.right || other.left > one.right || one.top > other.bottom || other.top > one.bottom));
  return isApart && blocks.length > 1 ? faces : null;
}

/** @param {Cell[]} cells @param {string[]} faces @returns {number[][]} */
function groups(cells, faces) {
  const names = [...new Set(faces)];
  return names.map((name) => cells.map((_, place) => place).filter((place) => faces[place] === name));
}

/**
 * Rows and columns of two or more cells without a hole, the bars of a #; and cells that stand alone.
 * @param {Cell[]} cells
 * @returns {number[][]}
 */
function runs(cells) {
  /** @type {number[][]} */
  const found = [];
  const at = new Map(cells.map((cell, place) => [`${cell.row} ${cell.column}`, place]));
  for (const [down, right] of [[0, 1], [1, 0]]) {
    for (const cell of cells) {
      if (at.has(`${cell.row - down} ${cell.column - right}`)) continue;
      const run = [];
      for (let step = 0; ; step++) {
        const place = at.get(`${cell.row + step * down} ${cell.column + step * right}`);
        if (place === undefined) break;
        run.push(place);
      }
      if (run.length > 1) found.push(run);
    }
  }
  const alone = cells.map((_, place) => place).filter((place) => !found.some((run) => run.includes(place)));
  return [...found, ...alone.map((place) => [place])];
}

/**
 * The cells that goals look at, where they leave the same others out and form a block.
 * @param {Puzzle} puzzle
 * @returns {number[] | null}
 */
function lookedAt({ cells, goals }) {
  const seen = cells.map((_, place) => goals.some((goal) => goal.cells[place] !== null));
  const places = cells.map((_, place) => place).filter((place) => seen[place]);
  if (places.length === 0 || places.length === cells.length) return null;
  const rows = places.map((place) => cells[place].row);
  const columns = places.map((place) => cells[place].column);
  const isInside = (/** @type {Cell} */ cell) =>
    cell.row >= Math.min(...rows) && cell.row <= Math.max(...rows)
    && cell.column >= Math.min(...columns) && cell.column <= Math.max(...columns);
  return cells.every((cell, place) => seen[place] === isInside(cell)) ? places : null;
}
