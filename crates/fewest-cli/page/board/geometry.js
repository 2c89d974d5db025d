// @ts-check
/**
 * Lengths and directions on a board. Lengths are abstract: cells side by side are PITCH apart.
 *
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 */

export const PITCH = 100;

/** @param {Point} a @param {Point} b @returns {Point} */
export function between(a, b) {
  return { x: b.x - a.x, y: b.y - a.y };
}

/** @param {Point} vector */
export function length(vector) {
  return Math.hypot(vector.x, vector.y);
}

/**
 * Of the angle between two vectors; 0 if either has no length.
 * @param {Point} a
 * @param {Point} b
 */
export function cosine(a, b) {
  const product = length(a) * length(b);
  return product === 0 ? 0 : (a.x * b.x + a.y * b.y) / product;
}

/** @param {Point[]} points @returns {Point} */
export function middle(points) {
  const sum = points.reduce((sum, point) => ({ x: sum.x + point.x, y: sum.y + point.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
