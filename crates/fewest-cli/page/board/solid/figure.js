// @ts-check
/**
 * A solid as SVG, layer by layer from the farthest to the nearest. Layers are convex, so each is drawn as its outline and the
 * stickers that face the viewer. Stickers need no sorting.
 */
import { svg } from "../svg.js";
import { isIn } from "./solid.js";
import { clip, cross, dot, flipped, measured, plus, product, times, turnAbout, unit } from "./space.js";

/**
 * @import {Point} from "../geometry.js"
 * @import {Camera} from "./camera.js"
 * @import {Layer, Region, Solid, Twist} from "./solid.js"
 * @import {Matrix, Vector} from "./space.js"
 *
 * @typedef {{style: string, text: string}} Look  of a sticker
 *
 * @typedef {object} Part  a layer, as drawn
 * @property {Layer} layer
 * @property {Vector[]} corners
 * @property {number[]} regions
 * @property {{matrix: Matrix, lookOf: (region: Region) => Look, areLettered: boolean, drawn: Drawn[]} | null} last  what was drawn of it
 */

/** The gap around a sticker and the radius of its corners, as parts of its width. */
const MARGIN = 0.055;
const ROUND = 0.11;
/** The direction of the light, as the viewer sees it, and how much black covers a side that faces away from it. */
const LIGHT = unit([-0.4, 0.8, 0.55]);
const DARKEST = 0.2;

/** A solid that is not turning. @type {Twist} */
const STILL = { axis: [0, 1, 0], angle: 0, layers: [{ low: -Infinity, high: Infinity, turns: false }] };

export class Figure {
  #solid;
  #camera;
  /** By region: points in threes, the middle one a corner between where its curve begins and ends. */
  #stickers;
  /** @type {Twist | null} */
  #twist = null;
  /** @type {Part[]} */
  #parts = [];

  /** @param {Solid} solid @param {Camera} camera */
  constructor(solid, camera) {
    this.#solid = solid;
    this.#camera = camera;
    this.#stickers = solid.regions.map(({ points, side }) => sticker(points, solid.body.sides[side].normal));
  }

  /**
   * What is drawn, the farthest first.
   * @param {(region: Region) => Look} lookOf
   * @param {Twist | null} twist  a turn under way
   * @param {number} angle        how far it has gone
   * @param {boolean} areLettered
   * @returns {Drawn[]}
   */
  drawn(lookOf, twist, angle, areLettered) {
    this.#set(twist ?? STILL);
    const { axis } = twist ?? STILL;
    const still = this.#camera.matrix;
    const turned = product(still, turnAbout(axis, angle));
    const eye = times(still, axis)[2] * this.#camera.away;
    const far = (/** @type {Part} */ { layer: { low, high } }) => Math.max(low - eye, eye - high, 0);
    const order = [...this.#parts].sort((a, b) => far(b) - far(a));
    return order.flatMap((part) => {
      const matrix = part.layer.turns ? turned : still;
      if (part.last?.matrix !== matrix || part.last.lookOf !== lookOf || part.last.areLettered !== areLettered) {
        part.last = { matrix, lookOf, areLettered, drawn: this.#drawPart(part, matrix, lookOf, areLettered) };
      }
      return part.last.drawn;
    });
  }

  /** The outline of a region at rest; null if it faces away. @param {Region} region @returns {Point[] | null} */
  outline({ side, points }) {
    const matrix = this.#camera.matrix;
    return this.#isSeen(side, matrix) ? points.map((point) => this.#camera.project(times(matrix, point))) : null;
  }

  /** @param {Twist} twist */
  #set(twist) {
    if (this.#twist === twist) return;
    this.#twist = twist;
    const { regions, polygons } = this.#solid;
    this.#parts = twist.layers.map((layer) => ({
      last: null,
      layer,
      corners: polygons.flatMap((polygon) => between(polygon, twist.axis, layer)),
      regions: regions.flatMap(({ middle }, at) => (isIn(layer, middle, twist.axis) ? [at] : [])),
    }));
  }

  /** @param {number} side @param {Matrix} matrix */
  #isSeen(side, matrix) {
    const { normal, offset } = this.#solid.body.sides[side];
    return times(matrix, normal)[2] * this.#camera.away > offset;
  }

  /** @param {Part} part @param {Matrix} matrix @param {(region: Region) => Look} lookOf @param {boolean} areLettered @returns {Drawn[]} */
  #drawPart({ layer, corners, regions }, matrix, lookOf, areLettered) {
    const at = (/** @type {Vector} */ point) => this.#camera.project(times(matrix, point));
    const seen = this.#solid.body.sides.map((_, side) => this.#isSeen(side, matrix));
    /** @type {Map<string, string>} */
    const fills = new Map();
    /** @type {Map<number, string>} */
    const shades = new Map();
    /** @type {Drawn[]} */
    const texts = [];
    for (const place of regions) {
      const region = this.#solid.regions[place];
      if (!seen[region.side]) continue;
      const d = rounded(this.#stickers[place].map(at));
      const { style, text } = lookOf(region);
      fills.set(style, (fills.get(style) ?? "") + d);
      shades.set(region.side, (shades.get(region.side) ?? "") + d);
      if (areLettered && text) {
        const { x, y } = at(region.middle);
        texts.push({ tag: "text", attributes: { x: x.toFixed(1), y: y.toFixed(1), class: style }, text });
      }
    }
    // Draw only the sides of a part that a ball cuts off: its outline would cover the rest of the solid.
    const own = regions.map((place) => this.#solid.regions[place]);
    const onSide = seen.map((isSeen, side) => own.filter((region) => isSeen && region.side === side).flatMap(({ points }) => points));
    const bodies = layer.ball && layer.turns ? onSide : [corners];
    return [
      { tag: "path", attributes: { d: bodies.map((points) => outlined(hull(points.map(at)))).join(""), class: "solid-body" } },
      ...[...fills].map(([style, d]) => ({ tag: "path", attributes: { d, class: style } })),
      ...[...shades].map(([side, d]) => {
        const light = Math.max(0, dot(times(matrix, this.#solid.body.sides[side].normal), LIGHT));
        return { tag: "path", attributes: { d, class: "solid-shade", "fill-opacity": (DARKEST * (1 - light)).toFixed(3) } };
      }),
      ...texts,
    ];
  }
}

/**
 * @typedef {{tag: string, attributes: Record<string, string | number>, text?: string}} Drawn
 */

/** Fills a group with elements, and uses its present ones again. @param {SVGElement} group @param {Drawn[]} drawn */
export function reuse(group, drawn) {
  const there = [...group.children];
  drawn.forEach(({ tag, attributes, text }, place) => {
    let element = there[place];
    if (element?.tagName !== tag) {
      const made = svg(/** @type {"path"} */ (tag));
      if (element) element.replaceWith(made);
      else group.append(made);
      element = made;
    }
    if (!("fill-opacity" in attributes)) element.removeAttribute("fill-opacity");
    for (const [name, value] of Object.entries(attributes)) {
      // Browsers repeat the layout even if an attribute keeps its value. Layers that don't turn keep theirs.
      if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
    }
    if (text !== undefined && element.textContent !== text) element.textContent = text;
  });
  there.slice(drawn.length).forEach((element) => element.remove());
}

/** The part of a polygon in a layer. @param {Vector[]} polygon @param {Vector} axis @param {Layer} layer */
function between(polygon, axis, { low, high, ball }) {
  if (ball) return polygon;
  const above = low === -Infinity ? polygon : clip(polygon, { normal: axis, offset: low });
  return high === Infinity ? above : clip(above, flipped({ normal: axis, offset: high }));
}

/** @param {Vector[]} points @param {Vector} normal */
function sticker(points, normal) {
  const width = Math.sqrt(measured(points, normal).area);
  const margin = MARGIN * width;
  return points.flatMap((point, at) => {
    const count = points.length;
    const before = unit(plus(points[(at + count - 1) % count], point, -1));
    const after = unit(plus(points[(at + 1) % count], point, -1));
    const sine = dot(cross(after, before), normal);
    const half = Math.atan2(Math.abs(sine), dot(before, after)) / 2;
    const corner = plus(point, plus(before, after), margin / sine);
    const reach = Math.min((ROUND * width) / Math.tan(half), 0.3 * width);
    // A cusp has no room for the margins of both its sides.
    const isSharp = Math.abs(sine) < 0.3 && dot(before, after) > 0;
    const isCrowded = isSharp || points.some((other, its) => fromLine(corner, other, points[(its + 1) % count]) < margin * 0.95);
    return isCrowded ? [] : [plus(corner, before, reach), corner, plus(corner, after, reach)];
  });
}

/** The distance of a point from a segment. @param {Vector} point @param {Vector} start @param {Vector} end */
function fromLine(point, start, end) {
  const [along, there] = [plus(end, start, -1), plus(point, start, -1)];
  const part = Math.max(0, Math.min(1, dot(along, there) / dot(along, along)));
  return Math.hypot(...plus(there, along, -part));
}

/** @param {Point[]} points */
export function outlined(points) {
  return points.length > 0 ? `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z` : "";
}

/** @param {Point[]} points  in threes */
function rounded(points) {
  const write = (/** @type {Point} */ { x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  let d = "";
  for (let at = 0; at < points.length; at += 3) {
    d += `${at === 0 ? "M" : "L"}${write(points[at])}Q${write(points[at + 1])} ${write(points[at + 2])}`;
  }
  return `${d}Z`;
}

/** The convex polygon around points (A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979). @param {Point[]} points */
function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (/** @type {Point[]} */ inOrder) => {
    /** @type {Point[]} */
    const chain = [];
    for (const point of inOrder) {
      while (chain.length > 1 && bend(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** @param {Point} a @param {Point} b @param {Point} c */
function bend(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
