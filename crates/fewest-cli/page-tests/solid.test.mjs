import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Camera } from "../page/board/solid/camera.js";
import { linesOf } from "../page/board/solid/arrow.js";
import { chooseTurn, Grip } from "../page/board/solid/drag.js";
import { Figure } from "../page/board/solid/figure.js";
import { stickerLooks } from "../page/board/solid/looks.js";
import { solidOf } from "../page/board/solid/solid.js";
import init, { answer } from "../page/module/fewest.js";
import { unpack } from "../page/unpack.js";
import { puzzle, rotation, tiles, twiddle } from "./puzzles.mjs";

const module = new URL("../page/module/fewest.wasm.lzma", import.meta.url);
await init({ module_or_path: unpack(readFileSync(module)) });
const open = (name) => JSON.parse(answer(JSON.stringify({ ask: "open", puzzle: name }))).reply;
const named = JSON.parse(answer(JSON.stringify({ ask: "puzzles" }))).reply.puzzles.filter(({ definition }) => definition);
const solids = named.map(({ name }) => open(name)).filter((own) => solidOf(own));

const minus = (a, b) => a.map((part, at) => part - b[at]);
const dot = (a, b) => a.reduce((sum, part, at) => sum + part * b[at], 0);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** O. Rodrigues' formula. */
const turned = (point, axis, angle) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const aside = cross(axis, point);
  return point.map((part, at) => part * c + aside[at] * s + axis[at] * dot(axis, point) * (1 - c));
};
const area = (polygon) => {
  const pairs = polygon.slice(1, -1).map((point, at) => cross(minus(point, polygon[0]), minus(polygon[at + 2], polygon[0])));
  return Math.hypot(...[0, 1, 2].map((at) => pairs.reduce((sum, pair) => sum + pair[at], 0))) / 2;
};
const isNear = (a, b) => Math.hypot(...minus(a, b)) < 1e-3;

test("these puzzles are solids", () => {
  assert.deepEqual(solids.map((own) => own.name).sort(), [
    "block222", "block223", "corners", "cross", "cube2", "cube2-face", "cube2q", "cube3", "cube3q", "dino", "domino", "domino-cube", "eo",
    "eo-xcross", "f2l", "first-layer", "floppy", "ivy", "megaminx3", "pyraminx", "pyraminx-layer", "skewb", "skewb-layer", "tower", "xcross",
  ]);
  for (const other of [rotation, tiles, twiddle]) assert.equal(solidOf(other), null);
});

test("each cell has one polygon, and those of a side cover it once", () => {
  for (const own of solids) {
    const { regions, cells, polygons } = solidOf(own);
    cells.forEach((region, cell) => assert.equal(regions[region].cell, cell, own.name));
    assert.equal(regions.filter((region) => region.cell !== null).length, own.cells.length, own.name);
    polygons.forEach((polygon, side) => {
      const parts = regions.filter((region) => region.side === side);
      const sum = parts.reduce((sum, part) => sum + area(part.points), 0);
      assert.ok(Math.abs(sum - area(polygon)) < 1e-6, `${own.name} ${side}`);
      // The middle of each is in no other: by how often a line to the right of it is crossed.
      const right = minus(polygon[1], polygon[0]);
      const up = cross(cross(right, minus(polygon[2], polygon[1])), right);
      const flat = (point) => [dot(point, right), dot(point, up)];
      for (const { points } of parts) {
        const inside = parts.filter(({ middle }) => {
          const [x, y] = flat(middle);
          const crossed = points.filter((point, at) => {
            const [[a, b], [c, d]] = [flat(point), flat(points[(at + 1) % points.length])];
            return b > y !== d > y && x < a + ((y - b) * (c - a)) / (d - b);
          });
          return crossed.length % 2 === 1;
        });
        assert.equal(inside.length, 1, `${own.name} ${side}`);
      }
    });
  }
});

test("each move is a turn of the solid, clockwise where its name says nothing else", () => {
  for (const own of solids) {
    const { regions, cells, twists } = solidOf(own);
    own.turns.forEach(({ move, from }) => {
      const { axis, angle, layers } = twists[move];
      from.forEach((source, cell) => {
        const { points, middle } = regions[cells[source]];
        const height = dot(middle, axis);
        const carries = layers.some(({ low, high, turns, ball }) =>
          turns && (ball ? Math.hypot(...minus(middle, ball.middle)) < ball.radius : height > low && height < high));
        const there = points.map((point) => (carries ? turned(point, axis, angle) : point));
        const target = regions[cells[cell]].points;
        assert.ok(there.every((point) => target.some((other) => isNear(point, other))), `${own.name} ${own.moves[move]}`);
      });
      const name = own.moves[move];
      const isOuter = layers[layers.length - 1].turns;
      if (isOuter) assert.equal(angle < 0, !name.endsWith("'"), `${own.name} ${name}`);
    });
  }
});

test("a puzzle that no solid turns like is drawn as its net", () => {
  const cube = open("cube3");
  const turns = cube.turns.map((turn) => ({ ...turn, from: [...turn.from] }));
  [turns[0].from[0], turns[0].from[1]] = [turns[0].from[1], turns[0].from[0]];
  assert.equal(solidOf({ ...cube, turns }), null);
  const mirrored = cube.cells.map((cell) => ({ ...cell, name: cell.name.replace(/^[LR]/, (side) => (side === "L" ? "R" : "L")) }));
  assert.equal(solidOf({ ...cube, cells: mirrored }), null);
  const flat = puzzle("U1 U2\nF1 F2", "a b c d", { x: "(U1 U2 F2 F1)" });
  assert.equal(solidOf(flat), null);
});

/** The net of a cube, and moves that turn layers about the axis up, counted from below: clockwise from above. */
function layered(size, moves) {
  const [low, high] = [1 - size, size - 1];
  const faces = {
    U: (row, column) => [low + 2 * column, size, low + 2 * row],
    L: (row, column) => [-size, high - 2 * row, low + 2 * column],
    F: (row, column) => [low + 2 * column, high - 2 * row, size],
    R: (row, column) => [size, high - 2 * row, high - 2 * column],
    B: (row, column) => [high - 2 * column, high - 2 * row, -size],
    D: (row, column) => [low + 2 * column, -size, high - 2 * row],
  };
  const name = (face, row, column) => `${face}${row * size + column + 11}`;
  const line = (inRow, row) => inRow.map((face) => (face === " "
    ? " ".repeat(4 * size) : Array.from({ length: size }, (_, column) => name(face, row, column).padEnd(4)).join(""))).join("");
  const picture = [[" ", "U"], ["L", "F", "R", "B"], [" ", "D"]]
    .flatMap((inRow) => Array.from({ length: size }, (_, row) => line(inRow, row))).join("\n");
  const places = new Map(Object.entries(faces).flatMap(([face, at]) =>
    Array.from({ length: size * size }, (_, cell) => [at(Math.floor(cell / size), cell % size).join(), name(face, Math.floor(cell / size), cell % size)])));
  const turn = (layers) => {
    const carried = [...places].filter(([at]) => layers.some((layer) => Math.abs(Number(at.split(",")[1]) - (low + 2 * layer)) < 2));
    const next = new Map(carried.map(([at, own]) => {
      const [x, y, z] = at.split(",").map(Number);
      return [own, places.get([-z, y, x].join())];
    }).filter(([own, there]) => own !== there));
    const seen = new Set();
    return [...next.keys()].map((first) => {
      const cycle = [];
      for (let at = first; !seen.has(at); at = next.get(at)) cycle.push(at) && seen.add(at);
      return cycle.length > 0 ? `(${cycle.join(" ")})` : "";
    }).join("");
  };
  const pieces = picture.match(/[A-Z]/g).join(" ");
  return puzzle(picture, pieces, Object.fromEntries(Object.entries(moves).map(([own, layers]) => [own, turn(layers)])));
}

test("cubes of any size have slices", () => {
  const own = layered(4, { U: [3], Uw: [2, 3], u: [2], E: [1, 2], y: [0, 1, 2, 3] });
  const twists = solidOf(own).twists.map(({ axis, angle, layers }) =>
    [Math.round((axis[1] * angle * 180) / Math.PI), layers.map(({ turns }) => Number(turns)).join("")].join(" "));
  assert.deepEqual(twists, ["-90 01", "-90 01", "-90 010", "-90 010", "-90 1"]);
  const heights = solidOf(own).twists.map(({ layers }) => layers.slice(1).map(({ low }) => low).join());
  assert.deepEqual(heights.slice(0, 4), ["1", "0", "0,1", "-1,1"]);
});

test("layers are drawn from the farthest to the nearest, with the stickers that can be seen", () => {
  for (const own of solids) {
    const solid = solidOf(own);
    const camera = new Camera(solid.body.look, 3, 100);
    const figure = new Figure(solid, camera);
    for (const twist of [null, ...solid.twists]) {
      const drawn = figure.drawn(stickerLooks(own, solid)(own.solved), twist, (twist?.angle ?? 0) / 3, false);
      assert.equal(drawn.filter(({ attributes }) => attributes.class === "solid-body").length, twist?.layers.length ?? 1, own.name);
      assert.ok(drawn.every(({ attributes }) => !/NaN|undefined/.test(attributes.d)), own.name);
    }
  }
  const cube = open("cube3");
  const solid = solidOf(cube);
  const camera = new Camera(solid.body.look, 3, 100);
  const look = ({ side }) => ({ style: `side-${side}`, text: "" });
  const nearest = (pitch) => {
    camera.set(-34, pitch);
    const [, ...drawn] = new Figure(solid, camera).drawn(look, solid.twists[cube.moves.indexOf("U")], 0.5, false);
    const bodies = drawn.findIndex(({ attributes }) => attributes.class === "solid-body");
    const stickers = (part) => part.map(({ attributes }) => attributes).filter(({ class: name }) => name.startsWith("side")).map(({ d }) => d.split("Z").length - 1);
    return [drawn.slice(0, bodies), drawn.slice(bodies)].map((part) => stickers(part).sort().join());
  };
  // From above: two sides of two layers, then U and two sides of its layer. From below, U's layer comes first, then D.
  assert.deepEqual([nearest(27), nearest(-27)], [["6,6", "3,3,9"], ["3,3", "6,6,9"]]);
});

test("a drag turns the layer that carries the sticker that way", () => {
  const drag = (own, name, x, y) => {
    const solid = solidOf(own);
    const camera = new Camera(solid.body.look, 1, 1);
    const turn = chooseTurn(own, solid, own.solved, own.cells.findIndex((cell) => cell.name === name), camera.matrix, { x, y });
    return turn && `${own.moves[turn.move]} ${turn.sign}`;
  };
  const cube = open("cube3");
  const seen = [["F1", 1, 0.3], ["F1", -1, -0.3], ["F3", 0, -1], ["F3", 0, 1], ["R1", 1, -0.3], ["R1", 0, 1], ["U9", 1, 0.3], ["F5", 1, 0]];
  assert.deepEqual(seen.map((way) => drag(cube, ...way)), ["U' 1", "U 1", "R 1", "R' 1", "U' 1", "F 1", "F 1", null]);
  assert.equal(drag(open("floppy"), "F3", 0, -1), "R2 1");
  assert.equal(drag(open("floppy"), "F3", 0, 1), "R2 -1");
  assert.equal(drag(open("pyraminx"), "U.f", 1, 0), "U' 1");
});

test("a layer follows the pointer, and goes on to the nearest turn", () => {
  const grip = (own, name, ...way) => {
    const solid = solidOf(own);
    const cell = own.cells.findIndex((cell) => cell.name === name);
    const camera = new Camera(solid.body.look, 1, 1);
    const [x, y] = way[0];
    const { move } = chooseTurn(own, solid, own.solved, cell, camera.matrix, { x, y });
    const held = new Grip(own, solid, own.solved, cell, camera, move);
    for (const [x, y] of way) held.follow({ x, y });
    const end = held.end();
    return end && [own.moves[end.move], end.sign, Math.sign(end.done)].join(" ");
  };
  const cube = open("cube3");
  const seen = [[[0, -1]], [[0, -7]], [[0, 1]], [[0, 7]], [[0, -7], [0, -0.1]], [[0, -1], [0, 1]]];
  assert.deepEqual(seen.map((way) => grip(cube, "F3", ...way)), ["R 1 -1", "R2 1 -1", "R' 1 1", "R2 -1 1", null, "R' 1 1"]);
  // A puzzle that has only half turns.
  assert.deepEqual([[[0, -1]], [[0, 1]]].map((way) => grip(open("floppy"), "F3", ...way)), ["R2 1 -1", "R2 -1 1"]);
});

test("the arrow of a half turn has two heads", () => {
  const cube = open("cube3");
  const solid = solidOf(cube);
  const heads = (name) => linesOf(solid, solid.twists[cube.moves.indexOf(name)], new Camera(solid.body.look, 3, 100))[0].length - 1;
  assert.deepEqual(["F", "F2", "F'"].map(heads), [1, 2, 1]);
});
