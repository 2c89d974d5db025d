// @ts-check
/**
 * Where each cell of a puzzle is drawn and in which shape: from its picture where it has one, from what its
 * moves do where its cells are only counted.
 */
import { PITCH } from "./geometry.js";
import { handlesOf } from "./handles.js";
import { coordinatesOf, namesOf, OF_FACE } from "./names.js";
import { ringLayout, twoRingsLayout } from "./rings.js";
import { stackLayout } from "./stack.js";
import { trianglesLayout } from "./triangles.js";

/**
 * @typedef {import("./names.js").Name} Name
 * @typedef {import("../protocol.js").Cell} Cell
 * @typedef {import("../protocol.js").Puzzle} Puzzle
 * @typedef {import("./handles.js").Handle} Handle
 *
 * @typedef {"square" | "disc" | "triangle" | "triangle-down" | "bar" | "chess"} Shape
 *
 * @typedef {object} Spot   one cell; x and y are its middle
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {Shape} shape
 *
 * @typedef {object} Back   something drawn behind the pieces
 * @property {"rect" | "circle" | "path"} tag
 * @property {Record<string, string | number>} attributes
 *
 * @typedef {object} Drawing
 * @property {Spot[]} spots
 * @property {Back[]} backs
 * @property {Name[]} [names]
 * @property {number} [margin]  free space around the cells
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

const MARGIN = 20;
/** Of a chessboard: room for its coordinates. */
const FRAME = 30;
/** Between parts of a board. */
const GAP = 24;
/** Above a face: room for its name. */
const HEADING = 26;
/** Longer single rows are wrapped. */
const LONGEST_ROW = 12;

/**
 * @param {Puzzle} puzzle
 * @returns {Layout}
 */
export function layoutOf(puzzle) {
  const { spots, backs, names, margin = MARGIN } = drawingOf(puzzle);
  const { handles, taps } = handlesOf(puzzle, spots);
  const edges = spots.map((spot) => around(spot.x, spot.y, spot.width / 2 + margin, spot.height / 2 + margin));
  edges.push(...handles.map((handle) => around(handle.x, handle.y, handle.size + 8, handle.size + 8)));
  const left = Math.min(...edges.map((edge) => edge.left));
  const top = Math.min(...edges.map((edge) => edge.top));
  const width = Math.max(...edges.map((edge) => edge.right)) - left;
  const height = Math.max(...edges.map((edge) => edge.bottom)) - top;
  return { spots, backs, names: names ?? namesOf(puzzle, spots), handles, taps, box: { x: left, y: top, width, height } };
}

/** @param {number} x @param {number} y @param {number} across @param {number} down */
function around(x, y, across, down) {
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}

/** @param {Puzzle} puzzle @returns {Drawing} */
function drawingOf(puzzle) {
  if (puzzle.kind === "knights") return chessLayout(puzzle);
  if (puzzle.cells.every((cell) => cell.row === 0)) {
    return stackLayout(puzzle) ?? ringLayout(puzzle) ?? twoRingsLayout(puzzle) ?? rowsLayout(puzzle);
  }
  return trianglesLayout(puzzle) ?? (isGrid(puzzle.cells) ? gridLayout(puzzle) : freeLayout(puzzle));
}

/**
 * A square cell in its place of the grid.
 * @param {number} x
 * @param {number} y
 * @param {Shape} [shape]
 * @returns {Spot}
 */
function cellAt(x, y, shape = "square") {
  return { x, y, width: PITCH, height: PITCH, shape };
}

/** @param {Puzzle} puzzle @returns {Drawing} */
function chessLayout({ cells }) {
  const spots = cells.map((cell) => cellAt(cell.column * PITCH, cell.row * PITCH, "chess"));
  const backs = [panel(spots, FRAME, 12, "board-frame")];
  cells.forEach((cell, place) => {
    // The corners are dark on a chessboard of odd width.
    const shade = (cell.row + cell.column) % 2 === 0 ? "board-dark" : "board-light";
    backs.push(panel([spots[place]], 0, 0, shade));
  });
  return { spots, backs, names: coordinatesOf(cells, spots, FRAME), margin: FRAME + 4 };
}

/**
 * The row and column of the picture, with gaps between the faces of a net or about a centre.
 * @param {Puzzle} puzzle
 * @returns {Drawing}
 */
function gridLayout(puzzle) {
  const { cells } = puzzle;
  const faces = facesOf(cells);
  const seen = lookedAt(puzzle);
  const apart = faces ?? cells.map((_, place) => String(seen?.includes(place)));
  const columns = tracks(cells, apart, GAP, (cell) => cell.column, (cell) => cell.row);
  const rows = tracks(cells, apart, faces ? GAP + HEADING : GAP, (cell) => cell.row, (cell) => cell.column);
  const spots = cells.map((cell) => cellAt(columns[cell.column], rows[cell.row]));
  const width = columns.length;
  const isFull = cells.length === width * rows.length;
  if (faces) return netDrawing(spots, groups(cells, faces), faces);
  const parts = isFull ? [cells.map((_, place) => place)] : runs(cells);
  const backs = parts.map((part) => panel(part.map((place) => spots[place]), isFull ? 14 : 8, 22, "board-tray"));
  const hasGaps = columns[width - 1] > (width - 1) * PITCH;
  if (seen) backs.push(panel(seen.map((place) => spots[place]), hasGaps ? 7 : 0, 20, "board-centre"));
  return { spots, backs };
}

/**
 * @param {Spot[]} spots
 * @param {number[][]} parts  the cells of each face
 * @param {string[]} faces    by cell
 * @returns {Drawing}
 */
function netDrawing(spots, parts, faces) {
  const panels = parts.map((part) => panel(part.map((place) => spots[place]), 8, 18, "board-tray", HEADING));
  const names = panels.map(({ attributes: { x, y } }, face) => ({
    text: faces[parts[face][0]], x: Number(x) + PITCH / 2 + 8, y: Number(y) + HEADING / 2 + 6, size: OF_FACE,
  }));
  return { spots, backs: panels, names, margin: HEADING + 12 };
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
export function facesOf(cells) {
  const faces = cells.map((cell) => cell.name.replace(/\d+$/, ""));
  const isBlock = groups(cells, faces).every((face) => {
    const spans = (/** @type {(cell: Cell) => number} */ along) => new Set(face.map((place) => along(cells[place]))).size;
    const [rows, columns] = [spans((cell) => cell.row), spans((cell) => cell.column)];
    return rows > 1 && columns > 1 && face.length > (rows * columns) / 2;
  });
  return isBlock && new Set(faces).size > 1 ? faces : null;
}

/** @param {Cell[]} cells @param {string[]} faces @returns {number[][]} */
function groups(cells, faces) {
  const names = [...new Set(faces)];
  return names.map((name) => cells.map((_, place) => place).filter((place) => faces[place] === name));
}

/**
 * Rows and columns of two or more cells without a hole: the bars of a #.
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
  return found.length > 0 ? found : cells.map((_, place) => [place]);
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

/** @param {Puzzle} puzzle @returns {Drawing} */
function rowsLayout({ cells }) {
  const rows = Math.ceil(cells.length / LONGEST_ROW);
  const width = Math.ceil(cells.length / rows);
  const spots = cells.map((_, place) => cellAt((place % width) * PITCH, Math.floor(place / width) * PITCH));
  return { spots, backs: [panel(spots, 14, 22, "board-tray")] };
}

/**
 * Each cell where the picture's text has it; lines closer together where each lies between the cells of the next.
 * @param {Puzzle} puzzle
 * @returns {Drawing}
 */
function freeLayout({ cells }) {
  const at = cells.map((cell) => (cell.start + cell.end) / 2);
  const steps = cells.slice(1).flatMap((cell, place) => (cell.line === cells[place].line ? [at[place + 1] - at[place]] : []));
  const unit = PITCH / Math.max(1, Math.min(...steps, 12));
  const areBetween = cells.every((cell, place) =>
    cells.every((other, its) => other.line !== cell.line + 1 || Math.abs(at[place] - at[its]) * unit > PITCH * 0.45));
  const height = areBetween ? (PITCH * Math.sqrt(3)) / 2 : PITCH;
  const spots = cells.map((cell, place) => cellAt(at[place] * unit, cell.line * height, "disc"));
  /** @type {Back[]} */
  const backs = spots.map(({ x, y }) => ({ tag: "circle", attributes: { cx: x, cy: y, r: PITCH / 2 + 4, class: "board-tray" } }));
  return { spots, backs };
}

/**
 * Whether the picture is one of rows and columns: some cells stand side by side, and those of a column begin,
 * end or have their middle below one another.
 * @param {Cell[]} cells
 */
function isGrid(cells) {
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
 * A rounded rectangle around cells.
 * @param {Spot[]} spots
 * @param {number} margin
 * @param {number} radius
 * @param {string} name
 * @param {number} [above]  more room at the top
 * @returns {Back}
 */
function panel(spots, margin, radius, name, above = 0) {
  const left = Math.min(...spots.map((spot) => spot.x - spot.width / 2)) - margin;
  const top = Math.min(...spots.map((spot) => spot.y - spot.height / 2)) - margin - above;
  const right = Math.max(...spots.map((spot) => spot.x + spot.width / 2)) + margin;
  const bottom = Math.max(...spots.map((spot) => spot.y + spot.height / 2)) + margin;
  const attributes = { x: left, y: top, width: right - left, height: bottom - top, rx: radius, class: name };
  return { tag: "rect", attributes };
}
