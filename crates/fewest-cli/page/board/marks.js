// @ts-check
/** Where on the board a move can be pointed at that has no button: the piece that goes, the face that turns. */
import { cyclesOf, intoBlank } from "./carry.js";
import { between, length, middle, PITCH } from "./geometry.js";
import { drawHandle, ringAround } from "./draw.js";

/**
 * @typedef {import("../protocol.js").Puzzle} Puzzle
 * @typedef {import("../protocol.js").Turn} Turn
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./layout.js").Spot} Spot
 */

/**
 * @param {Puzzle} puzzle
 * @param {Layout} layout
 * @param {Turn} turn
 * @returns {SVGElement | null}
 */
export function drawMark(puzzle, layout, turn) {
  const cell = intoBlank(puzzle, turn);
  if (cell !== null) return ringAround(layout.spots[cell], "mark");
  const face = turnedFace(layout.spots, turn.from);
  if (!face) return null;
  const badge = drawHandle({ move: turn.move, size: 26, angle: 0, ...face }, puzzle.moves[turn.move]);
  badge.classList.add("mark-badge");
  return badge;
}

/**
 * The square of four cells that turns round, if just one does.
 * @param {Spot[]} spots
 * @param {number[]} from
 * @returns {{x: number, y: number, kind: "clockwise" | "counterclockwise" | "flip"} | null}
 */
export function turnedFace(spots, from) {
  const cycles = cyclesOf(from);
  const quarters = cycles.filter((cycle) => isSquare(cycle.map((cell) => spots[cell])));
  if (quarters.length === 1) {
    const points = quarters[0].map((cell) => spots[cell]);
    const [a, b] = [between(points[0], points[1]), between(points[1], points[2])];
    return { ...middle(points), kind: a.x * b.y - a.y * b.x > 0 ? "clockwise" : "counterclockwise" };
  }
  const diagonals = cycles.filter((cycle) => cycle.length === 2).map((cycle) => cycle.map((cell) => spots[cell]));
  for (const [place, [a, c]] of diagonals.entries()) {
    for (const [b, d] of diagonals.slice(place + 1)) {
      if (isSquare([a, b, c, d])) return { ...middle([a, c]), kind: "flip" };
    }
  }
  return null;
}

/** @param {Spot[]} points  in the order round it */
function isSquare(points) {
  const sides = points.map((point, place) => length(between(point, points[(place + 1) % points.length])));
  return points.length === 4 && sides.every((side) => Math.abs(side - PITCH) < 1)
    && Math.abs(length(between(points[0], points[2])) - PITCH * Math.SQRT2) < 1;
}
