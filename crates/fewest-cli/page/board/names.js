// @ts-check
/** Names of cells on the board, for puzzles whose moves are called by them. */

/**
 * @import {Cell, Puzzle} from "../protocol.js"
 * @import {Spot} from "./layout.js"
 *
 * @typedef {object} Name
 * @property {string} text
 * @property {number} x
 * @property {number} y
 * @property {number} size
 */

const OF_CELL = 17;
export const OF_FACE = 25;

/**
 * The name of each cell in its corner, if every move is called like a cell: where the blank goes.
 * @param {Puzzle} puzzle
 * @param {Spot[]} spots
 * @returns {Name[]}
 */
export function namesOf({ cells, moves }, spots) {
  const names = cells.map((cell) => cell.name);
  if (!moves.every((move) => names.includes(move)) || spots[0].shape === "bar") return [];
  const isCornered = spots[0].shape === "square";
  return names.map((text, cell) => {
    const { x, y, width, height } = spots[cell];
    return isCornered
      ? { text, x: x - width * 0.33, y: y - height * 0.33, size: OF_CELL }
      : { text, x, y: y - height * 0.3, size: OF_CELL };
  });
}

/**
 * Letters and numbers on the frame of a chessboard, if that is how its cells are called.
 * @param {Cell[]} cells
 * @param {Spot[]} spots
 * @param {number} frame  how wide that is
 * @returns {Name[]}
 */
export function coordinatesOf(cells, spots, frame) {
  const isChess = cells.every((cell) =>
    cells.every((other) =>
      (cell.column === other.column) === (cell.name[0] === other.name[0])
      && (cell.row === other.row) === (cell.name.slice(1) === other.name.slice(1))));
  if (!isChess) return [];
  const left = Math.min(...spots.map((spot) => spot.x - spot.width / 2)) - frame / 2;
  const bottom = Math.max(...spots.map((spot) => spot.y + spot.height / 2)) + frame / 2;
  const last = Math.max(...cells.map((cell) => cell.row));
  return cells.flatMap((cell, place) => [
    ...(cell.column === 0 ? [{ text: cell.name.slice(1), x: left, y: spots[place].y, size: OF_CELL }] : []),
    ...(cell.row === last ? [{ text: cell.name[0], x: spots[place].x, y: bottom, size: OF_CELL }] : []),
  ]);
}
