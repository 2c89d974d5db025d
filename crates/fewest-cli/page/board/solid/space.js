// @ts-check
/**
 * Points, planes and turns in space: x to the right, y up, z towards the viewer.
 *
 * @typedef {[number, number, number]} Vector
 * @typedef {[Vector, Vector, Vector]} Matrix  its rows
 *
 * @typedef {object} Plane
 * @property {Vector} normal  of length 1
 * @property {number} offset  from the origin along the normal
 */

/** Lengths that are the same but for rounding; solids are some units wide. */
export const EPSILON = 1e-6;

/** @param {Vector} a @param {Vector} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** `a + times * b`. @param {Vector} a @param {Vector} b @param {number} times @returns {Vector} */
export const plus = (a, b, times = 1) => [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times];

/** @param {Vector} a @param {number} times @returns {Vector} */
export const scaled = (a, times) => [a[0] * times, a[1] * times, a[2] * times];

/** @param {Vector} a @param {Vector} b */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The vector of length 1 in this direction. @param {Vector} a */
export const unit = (a) => scaled(a, 1 / Math.hypot(...a));

/** The mean of points. @param {Vector[]} points @returns {Vector} */
export const centre = (points) => scaled(points.reduce((sum, point) => plus(sum, point), /** @type {Vector} */ ([0, 0, 0])), 1 / points.length);

/**
 * The area of a flat polygon, and its middle.
 * @param {Vector[]} points  counterclockwise as seen against the normal @param {Vector} normal
 */
export function measured([first, ...points], normal) {
  const parts = points.slice(1).map((point, at) => {
    const area = dot(cross(plus(points[at], first, -1), plus(point, first, -1)), normal) / 2;
    return { area, middle: scaled(centre([first, points[at], point]), area) };
  });
  const area = parts.reduce((sum, part) => sum + part.area, 0);
  const middle = parts.reduce((sum, part) => plus(sum, part.middle), /** @type {Vector} */ ([0, 0, 0]));
  return { area, middle: scaled(middle, 1 / area) };
}

/** @param {Matrix} matrix @param {Vector} a @returns {Vector} */
export const times = (matrix, a) => [dot(matrix[0], a), dot(matrix[1], a), dot(matrix[2], a)];

/** First `second`, then `first`. @param {Matrix} first @param {Matrix} second @returns {Matrix} */
export function product(first, second) {
  const columns = /** @type {Matrix} */ ([0, 1, 2].map((at) => second.map((row) => row[at])));
  return /** @type {Matrix} */ (first.map((row) => columns.map((column) => dot(row, column))));
}

/** The turn by an angle, counterclockwise as seen against the axis. @param {Vector} axis  of length 1 @param {number} angle @returns {Matrix} */
export function turnAbout([x, y, z], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ];
}

/**
 * The part of a convex polygon on the side of a plane that its normal points to; no points if there is none.
 * @param {Vector[]} polygon @param {Plane} plane @returns {Vector[]}
 */
export function clip(polygon, { normal, offset }) {
  const above = polygon.map((point) => dot(point, normal) - offset);
  const kept = polygon.flatMap((point, at) => {
    const next = (at + 1) % polygon.length;
    const isCut = Math.min(above[at], above[next]) < -EPSILON && Math.max(above[at], above[next]) > EPSILON;
    const there = isCut ? [plus(point, plus(polygon[next], point, -1), above[at] / (above[at] - above[next]))] : [];
    return above[at] > -EPSILON ? [point, ...there] : there;
  });
  return above.some((height) => height > EPSILON) ? kept : [];
}

/** The same plane with its normal turned round. @param {Plane} plane @returns {Plane} */
export const flipped = ({ normal, offset }) => ({ normal: scaled(normal, -1), offset: -offset });
