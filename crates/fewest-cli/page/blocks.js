// @ts-check
/** Blocks of several cells on a tray: the cells of each, and the letters that people see on them. */

/** @import {Board, Puzzle, Turn} from "./protocol.js" */

/** @typedef {{kind: number, cells: number[]}} Block  the cells of its parts */

/**
 * The blocks of a board, or of a goal, by the cell of their first part; null if one is torn.
 * @param {Puzzle} puzzle @param {(number | null)[]} board
 * @returns {Block[] | null}
 */
export function blocksOf({ blocks, cells }, board) {
  const cellAt = new Map(cells.map(({ row, column }, cell) => [`${row} ${column}`, cell]));
  const all = board.flatMap((first, cell) => {
    const kind = blocks?.kinds.findIndex(({ symbol }) => symbol === first) ?? -1;
    if (!blocks || kind < 0) return [];
    const { row, column } = cells[cell];
    const own = blocks.kinds[kind].parts.map(([down, right]) => cellAt.get(`${row + down} ${column + right}`) ?? -1);
    return { kind, cells: own };
  });
  const isWhole = all.every(({ kind, cells }) => cells.every((cell, part) => board[cell] === (blocks?.kinds[kind].symbol ?? 0) + part));
  return isWhole ? all : null;
}

/**
 * The letter on each cell, `.` on free ones. Interchangeable blocks get theirs in reading order. Empty for puzzles without blocks, and
 * for goals that leave cells open.
 * @param {Puzzle} puzzle @param {(number | null)[]} board
 */
export function lettersOf(puzzle, board) {
  const { blocks } = puzzle;
  if (!blocks || board.includes(null)) return [];
  const letters = board.map(() => ".");
  const given = blocks.kinds.map(() => 0);
  for (const { kind, cells } of blocksOf(puzzle, board) ?? []) {
    const letter = blocks.kinds[kind].letters[given[kind]++] ?? "?";
    for (const cell of cells) letters[cell] = letter;
  }
  return letters;
}

/**
 * A board as letters row by row, with `#` for walls and a space between rows.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function rowsText(puzzle, board) {
  const { width = 0, height = 0 } = puzzle.blocks ?? {};
  const rows = Array.from({ length: height }, () => new Array(width).fill("#"));
  lettersOf(puzzle, board).forEach((letter, cell) => (rows[puzzle.cells[cell].row][puzzle.cells[cell].column] = letter));
  return rows.map((row) => row.join("")).join(" ");
}

/**
 * The board that such a text means; null if it is none.
 * @param {Puzzle} puzzle @param {string} text
 * @returns {Board | null}
 */
export function boardOfRows({ blocks, cells }, text) {
  const letters = text.replace(/\s/g, "");
  if (letters.length !== (blocks?.width ?? 0) * (blocks?.height ?? 0)) return null;
  /** @type {Map<string, number>} by letter: the next symbol */
  const next = new Map();
  const board = cells.map(({ row, column }) => {
    const letter = letters[row * (blocks?.width ?? 0) + column];
    if (letter === ".") return 0;
    const symbol = next.get(letter) ?? blocks?.kinds.find((kind) => kind.letters.includes(letter))?.symbol ?? -1;
    next.set(letter, symbol + 1);
    return symbol;
  });
  return board.includes(-1) ? null : board;
}

/** The cell of a block's first part before its turn. @param {Turn} turn */
export function firstCell({ needs }) {
  return needs.find(([, symbol]) => symbol > 0)?.[0] ?? 0;
}

/** True if every move takes a block by one cell. @param {Puzzle} puzzle */
export function movesByOne({ blocks, turns }) {
  return blocks !== null && turns.every(({ way }) => way?.length === 1);
}
