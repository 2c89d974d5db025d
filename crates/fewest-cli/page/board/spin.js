// @ts-check
/** Moves that turn cells about a point of the picture: a face of a net, a square, a ring. */
import { cyclesOf } from "./carry.js";
import { between, length, middle } from "./geometry.js";

/**
 * @import {Point} from "./geometry.js"
 *
 * @typedef {object} Spin
 * @property {Point} centre
 * @property {number} radius  of the innermost cells
 * @property {number} angle   in radians, clockwise if over 0; half a turn is always clockwise
 * @property {number[]} cells
 */

/**
 * What a move turns: about several points, the nearest cells.
 * @param {Point[]} spots  where the cells are drawn
 * @param {number[]} from  by cell: the cell whose piece comes here
 * @returns {Spin | null}
 */
export function spinOf(spots, from) {
  /** @type {Map<string, Spin & {cycles: number}>} by centre and angle */
  const found = new Map();
  for (const cycle of cyclesOf(from)) {
    const points = cycle.map((cell) => spots[cell]);
    const centre = middle(points);
    const radius = length(between(centre, points[0]));
    const count = points.length;
    const steps = points.map((point, place) => angleAbout(centre, point, points[(place + 1) % count]));
    const angle = count === 2 ? Math.PI : steps[0];
    const isRound = points.every((point) => Math.abs(length(between(centre, point)) - radius) < 1)
      && steps.every((step) => count === 2 || Math.abs(step - angle) < 0.01);
    if (!isRound || Math.abs(angle) < 0.01) continue;
    const key = [centre.x, centre.y, angle * 100].map(Math.round).join(" ");
    const own = found.get(key) ?? { centre, radius, angle, cells: [], cycles: 0 };
    found.set(key, { ...own, radius: Math.min(radius, own.radius), cells: [...own.cells, ...cycle], cycles: own.cycles + 1 });
  }
  // Two pieces that change places turn about no point in particular.
  const turned = [...found.values()].filter(({ cells, cycles }) => cells.length > 2 || cycles > 1);
  return turned.reduce((best, spin) => (best && best.radius <= spin.radius ? best : spin), /** @type {Spin | null} */ (null));
}

/** @param {Point} centre @param {Point} from @param {Point} to */
function angleAbout(centre, from, to) {
  const [a, b] = [between(centre, from), between(centre, to)];
  return Math.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
}
