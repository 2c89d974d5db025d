// @ts-check
/** Solids that twisty puzzles are cut from, and the places of a puzzle's cells on them, found from the cells' names and picture. */
import { facesOf, sizeOf } from "../triangles.js";
import { centre, clip, cross, dot, flipped, plus, scaled, unit } from "./space.js";

/**
 * @import {Cell, Puzzle} from "../../protocol.js"
 * @import {Plane, Vector} from "./space.js"
 *
 * @typedef {{middle: Vector, radius: number}} Ball
 *
 * @typedef {Plane & {colour: string}} Side  one side of a solid; its colour where symbols name none
 *
 * @typedef {object} Body
 * @property {Side[]} sides
 * @property {Plane[]} cuts
 * @property {Ball[]} balls    curved cuts: the part in a ball turns about the line from the middle of the solid to the ball's middle
 * @property {{side: number, at: Vector}[]} places  by cell: a point in the middle of its sticker, or near it
 * @property {[number, number]} look  how it is turned at first: to the right and down, in degrees
 */

/** Sides of a cube: outwards and, as its net has them, to the right. @type {[string, Vector, Vector, string][]} */
const CUBE = [
  ["U", [0, 1, 0], [1, 0, 0], "white"],
  ["L", [-1, 0, 0], [0, 0, 1], "orange"],
  ["F", [0, 0, 1], [1, 0, 0], "green"],
  ["R", [1, 0, 0], [0, 0, -1], "red"],
  ["B", [0, 0, -1], [-1, 0, 0], "blue"],
  ["D", [0, -1, 0], [1, 0, 0], "yellow"],
];
/** Towards the eight corners of a cube. */
const CORNERS = [1, -1].flatMap((x) => [1, -1].flatMap((y) => [1, -1].map((z) => unit([x, y, z]))));

/** Sides of a dodecahedron: U, its neighbours clockwise, starting with F, and the opposite of each. */
const AROUND = ["F", "L", "BL", "BR", "R"];
const OPPOSITE = ["B", "DR", "FR", "FL", "DL"];
const MEGAMINX = new Map(Object.entries({
  U: "white", F: "green", L: "purple", BL: "yellow", BR: "blue", R: "red", D: "grey", B: "lime", DR: "pink", FR: "cream", FL: "cyan", DL: "orange",
}));
/** By side: the neighbour at its first sticker, where that is not U. The others follow clockwise; edges have odd numbers. */
const FIRST = new Map(Object.entries({ U: "BL", FR: "D", FL: "DL", DR: "D", B: "D", DL: "D", D: "FR" }));
/** How deep a turn of a megaminx cuts, of 1 from the middle to a side. */
const DEPTH = 0.76;

/**
 * The solids that a puzzle's cells could be the stickers of.
 * @param {Puzzle} puzzle
 * @returns {Body[]}
 */
export function bodiesOf({ cells }) {
  const named = cells.map(({ name }) => name.match(/^(\D+)\d+$/)?.[1] ?? "");
  const known = new Set(named);
  if (CUBE.every(([name]) => known.has(name)) && known.size === CUBE.length) return cubes(cells, named);
  if (named.every((name) => MEGAMINX.has(name))) return [dodecahedron(cells, named)];
  const tetrahedron = pyramid(cells);
  return tetrahedron ? [tetrahedron] : [];
}

/**
 * The convex polygons that bound the space behind all planes, each counterclockwise as seen from outside.
 * @param {Plane[]} planes
 * @returns {Vector[][]}
 */
export function polygonsOf(planes) {
  return planes.map((plane) => {
    const { normal, offset } = plane;
    const right = unit(cross(Math.abs(normal[1]) > 0.9 ? [0, 0, -1] : [0, 1, 0], normal));
    const up = cross(normal, right);
    const corner = (/** @type {number} */ x, /** @type {number} */ y) => plus(plus(scaled(normal, offset), right, x * 99), up, y * 99);
    const square = [corner(-1, 1), corner(-1, -1), corner(1, -1), corner(1, 1)];
    return planes.reduce((polygon, other) => (other === plane ? polygon : clip(polygon, flipped(other))), square);
  });
}

/**
 * Six sides: cut in layers, or around corners where each side has places in three rows and columns.
 * @param {Cell[]} cells @param {string[]} named  by cell: its side
 * @returns {Body[]}
 */
function cubes(cells, named) {
  const tracks = CUBE.map(([name]) => {
    const own = cells.filter((_, cell) => named[cell] === name);
    const sorted = (/** @type {number[]} */ numbers) => [...new Set(numbers)].sort((a, b) => a - b);
    return { columns: sorted(own.map((cell) => cell.start)), rows: sorted(own.map((cell) => cell.line)) };
  });
  const [up, , front, right] = tracks;
  const size = /** @type {Vector} */ ([up.columns.length, front.rows.length, up.rows.length]);
  const areEven = CUBE.every(([, outward, rightward], side) => {
    const down = cross(rightward, outward);
    return Math.abs(dot(rightward, size)) === tracks[side].columns.length && Math.abs(dot(down, size)) === tracks[side].rows.length;
  });
  if (!areEven || right.rows.length !== size[1]) return [];
  const sides = CUBE.map(([, normal, , colour]) => ({ normal, offset: Math.abs(dot(normal, size)) / 2, colour }));
  const places = cells.map((cell, at) => {
    const side = CUBE.findIndex(([name]) => name === named[at]);
    const [, outward, rightward] = CUBE[side];
    const { columns, rows } = tracks[side];
    const x = columns.indexOf(cell.start) + 0.5 - columns.length / 2;
    const y = rows.indexOf(cell.line) + 0.5 - rows.length / 2;
    return { side, at: plus(plus(scaled(outward, sides[side].offset), rightward, x), cross(rightward, outward), y) };
  });
  const body = (/** @type {Plane[]} */ cuts, /** @type {Ball[]} */ balls = []) => ({ sides, cuts, balls, places, look: /** @type {[number, number]} */ ([-34, 27]) });
  const layers = [0, 1, 2].flatMap((axis) => {
    const normal = /** @type {Vector} */ ([0, 1, 2].map((other) => Number(other === axis)));
    return Array.from({ length: size[axis] - 1 }, (_, cut) => ({ normal, offset: cut + 1 - size[axis] / 2 }));
  });
  if (!size.every((length) => length === 3)) return [body(layers)];
  const halves = CORNERS.slice(0, 4).map((normal) => ({ normal, offset: 0 }));
  const corners = CORNERS.map((normal) => ({ normal, offset: 1.5 / Math.sqrt(3) }));
  // Every other corner.
  const balls = CORNERS.filter(([x, y, z]) => x * y * z > 0).map((corner) => ({ middle: scaled(corner, 1.5 * Math.sqrt(3)), radius: 3 }));
  return [body(layers), body(halves), body(corners), body([], balls)];
}

/**
 * A dodecahedron whose sides are cut along their edges.
 * @param {Cell[]} cells @param {string[]} named
 * @returns {Body}
 */
function dodecahedron(cells, named) {
  /** @type {Map<string, Vector>} */
  const normals = new Map([["U", [0, 1, 0]], ["D", [0, -1, 0]]]);
  AROUND.forEach((name, place) => {
    const angle = (-36 - 72 * place) * (Math.PI / 180);
    const normal = scaled(/** @type {Vector} */ ([2 * Math.sin(angle), 1, 2 * Math.cos(angle)]), 1 / Math.sqrt(5));
    normals.set(name, normal).set(OPPOSITE[place], scaled(normal, -1));
  });
  const of = (/** @type {string} */ name) => /** @type {Vector} */ (normals.get(name));
  const names = [...normals.keys()];
  const sides = names.map((name) => ({ normal: of(name), offset: 1, colour: MEGAMINX.get(name) ?? "" }));
  const places = cells.map(({ name }, cell) => {
    const normal = of(named[cell]);
    const first = of(FIRST.get(named[cell]) ?? "U");
    const along = unit(plus(first, normal, -dot(first, normal)));
    const steps = Number(name.slice(named[cell].length)) - 1;
    const [right, angle] = [cross(along, normal), (steps * Math.PI) / 5];
    const reach = steps % 2 === 0 ? 0.5 : 0.62;
    const at = plus(plus(normal, along, reach * Math.cos(angle)), right, reach * Math.sin(angle));
    return { side: names.indexOf(named[cell]), at };
  });
  return { sides, cuts: names.map((name) => ({ normal: of(name), offset: DEPTH })), balls: [], places, look: [0, 30] };
}

/**
 * A tetrahedron, if the cells are four triangles of three rows whose corners, by the beginnings of their names, are four.
 * @param {Cell[]} cells
 * @returns {Body | null}
 */
function pyramid(cells) {
  const faces = facesOf(cells);
  if (faces.length !== 4 || faces.some((face) => sizeOf(face.map((cell) => cells[cell])) !== 3)) return null;
  const piece = (/** @type {number} */ cell) => cells[cell].name.match(/^[\p{L}\p{N}]+/u)?.[0] ?? "";
  const corners = faces.map((face) => [face[0], face[3], face[5]].map(piece));
  const names = [...new Set(corners.flat())];
  if (names.length !== 4) return null;
  const height = Math.sqrt(6);
  // The first three are the top, left and right of the first face, which faces the viewer.
  const [low, near] = [-height / 4, Math.sqrt(3) / 2];
  /** @type {Vector[]} */
  const ends = [[0, (height * 3) / 4, 0], [-1.5, low, near], [1.5, low, near], [0, low, -2 * near]];
  const endOf = (/** @type {string} */ name) => ends[names.indexOf(name)];
  const opposite = corners.map((own) => names.find((name) => !own.includes(name)) ?? "");
  const colours = ["green", "blue", "red", "yellow"];
  const sides = opposite.map((name, side) => ({ normal: unit(scaled(endOf(name), -1)), offset: height / 4, colour: colours[side] }));
  /** @type {Body["places"]} */
  const places = cells.map(() => ({ side: 0, at: [0, 0, 0] }));
  faces.forEach((face, side) => {
    const [top, left, right] = corners[side].map(endOf);
    const middle = centre([top, left, right]);
    const points = [top, centre([top, left]), centre([top, right]), left, centre([left, right]), right];
    face.forEach((cell, place) => (places[cell] = { side, at: plus(middle, plus(points[place], middle, -1), 0.55) }));
  });
  const cuts = names.map((name) => ({ normal: unit(endOf(name)), offset: height / 12 }));
  return { sides, cuts, balls: [], places, look: [-53, 18] };
}
