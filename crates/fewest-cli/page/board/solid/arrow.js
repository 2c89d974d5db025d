// @ts-check
/** An arrow around the layer that a move turns, on the viewer's side. */
import { svg } from "../svg.js";
import { clip, dot, flipped, plus, scaled, times, turnAbout, unit } from "./space.js";

/**
 * @import {Point} from "../geometry.js"
 * @import {Camera} from "./camera.js"
 * @import {Solid, Twist} from "./solid.js"
 * @import {Vector} from "./space.js"
 */

/** Its radius, as a part of the distance of the layer's corners: these would carry it far out of the picture. */
const REACH = 0.9;
/** Radians of the longest arrow: about what is visible of a half turn. */
const LONGEST = 2.3;
/** Straight pieces of an arrow. */
const PIECES = 14;
/** The length of its head, in radians. A half turn has two heads, one behind the other. */
const HEAD = 0.26;

/** @param {Solid} solid @param {Twist} twist @param {Camera} camera @returns {SVGElement[]} */
export function arrowOf(solid, twist, camera) {
  return linesOf(solid, twist, camera).flatMap(([shaft, ...heads]) => ["rim", "line"].flatMap((name) => [
    svg("path", { d: `M${written(shaft)}`, class: `arrow-${name}` }),
    svg("path", { d: heads.map((head) => `M${written(head)}Z`).join(""), class: `arrow-${name} arrow-head` }),
  ]));
}

/** The shafts and heads of a move's arrows. @param {Solid} solid @param {Twist} twist @param {Camera} camera @returns {Point[][][]} */
export function linesOf({ polygons }, { axis, angle, layers }, camera) {
  const heights = polygons.flat().map((point) => dot(point, axis));
  const [least, most] = [Math.min(...heights), Math.max(...heights)];
  return layers.filter((layer) => layer.turns).map((layer) => {
    const [low, high] = [Math.max(layer.low, least), Math.min(layer.high, most)];
    const height = low + (high - low) * 0.5;
    const rim = polygons.flatMap((polygon) => section(polygon, axis, height));
    const radius = REACH * Math.max(...rim.map((point) => Math.hypot(...plus(point, axis, -height))));
    // Its middle is the point of the circle nearest to the viewer.
    const viewer = /** @type {Vector} */ (camera.matrix[2]);
    const aside = plus(viewer, axis, -dot(viewer, axis));
    const towards = unit(Math.hypot(...aside) > 1e-3 ? aside : plus([0, 1, 0], axis, -axis[1]));
    const on = (/** @type {number} */ turned, /** @type {number} */ reach, /** @type {number} */ up) =>
      camera.project(times(camera.matrix, plus(scaled(times(turnAbout(axis, turned), towards), reach), axis, height + up)));
    const end = (Math.sign(angle) * Math.min(Math.abs(angle), LONGEST)) / 2;
    const back = Math.sign(angle) * HEAD;
    const isHalf = Math.abs(angle) > Math.PI - 0.01;
    const tips = isHalf ? [end, end - back * 1.25] : [end];
    const neck = (tips.at(-1) ?? end) - back;
    const shaft = Array.from({ length: PIECES + 1 }, (_, place) => on(-end + ((neck + end) * place) / PIECES, radius, 0));
    const heads = tips.map((tip) => [on(tip - back, radius, HEAD * radius * 0.55), on(tip, radius, 0), on(tip - back, radius, -HEAD * radius * 0.55)]);
    return [shaft, ...heads];
  });
}

/** @param {Point[]} points */
function written(points) {
  return points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
}

/** Where a polygon meets a plane across the axis. @param {Vector[]} polygon @param {Vector} axis @param {number} height */
function section(polygon, axis, height) {
  const above = clip(polygon, { normal: axis, offset: height - 1e-3 });
  return clip(above, flipped({ normal: axis, offset: height + 1e-3 }));
}
