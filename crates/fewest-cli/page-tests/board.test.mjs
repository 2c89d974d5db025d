import assert from "node:assert/strict";
import { test } from "node:test";
import { carried, cyclesOf, destinations } from "../page/board/carry.js";
import { between, length } from "../page/board/geometry.js";
import { NAME_SIZE } from "../page/board/handles.js";
import { layoutOf } from "../page/board/layout.js";
import { describeBoard } from "../page/board/speech.js";
import { spinOf } from "../page/board/spin.js";
import { looksOf } from "../page/board/symbols.js";
import { matchTyped } from "../page/board/typing.js";
import { cube, pancakes, pyramid, rings, rotation, tiles, topspin, twiddle } from "./puzzles.mjs";

const all = { cube, pancakes, pyramid, rings, rotation, tiles, topspin, twiddle };

test("no two cells lie on one another, and all lie in the drawing", () => {
  for (const [name, puzzle] of Object.entries(all)) {
    const { spots, handles, box } = layoutOf(puzzle);
    assert.equal(spots.length, puzzle.cells.length, name);
    spots.forEach((spot, cell) => {
      for (const other of spots.slice(0, cell)) assert.ok(length(between(spot, other)) > 60, `${name} ${cell}`);
    });
    for (const { x, y } of [...spots, ...handles]) {
      assert.ok(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height, name);
    }
  }
});

test("rotation has its arrows at the ends of its lines", () => {
  const { spots, handles } = layoutOf(rotation);
  const ends = handles.map(({ move, x, y, angle }) => {
    const near = spots.findIndex((spot) => length(between(spot, { x, y })) < 120);
    return `${rotation.moves[move]} ${rotation.cells[near].name} ${angle}`;
  });
  assert.deepEqual(ends, ["A 1 -90", "B 2 -90", "C 11 0", "D 20 0", "E 24 90", "F 23 90", "G 14 180", "H 5 180"]);
});

test("rotation's centre is emphasised and a cube's faces stand apart", () => {
  const names = (puzzle) => layoutOf(puzzle).backs.map((back) => back.attributes.class);
  assert.deepEqual(names(rotation).filter((name) => name === "board-centre"), ["board-centre"]);
  assert.equal(names(cube).filter((name) => name === "board-tray").length, 6);
  const { spots } = layoutOf(cube);
  const across = (a, b) => between(spots[cube.cells.findIndex((c) => c.name === a)], spots[cube.cells.findIndex((c) => c.name === b)]).x;
  assert.equal(across("F1", "F2"), 100);
  assert.ok(across("F2", "R1") > 110);
});

test("rings are round", () => {
  const { spots, handles } = layoutOf(topspin);
  for (const spot of spots) assert.ok(Math.abs(length(spot) - length(spots[0])) < 1e-6);
  assert.deepEqual(handles.map(({ kind, move }) => `${topspin.moves[move]} ${kind}`).sort(), ["f flip", "l counterclockwise", "r clockwise"]);
  const two = layoutOf(rings);
  assert.equal(two.backs.filter((back) => back.tag === "circle").length, 2);
  assert.equal(two.handles.length, 4);
  // The balls of the crossings have neighbours on both rings.
  for (const crossing of [0, 5]) {
    assert.equal(two.spots.filter((spot) => length(between(spot, two.spots[crossing])) < 101).length, 5);
  }
});

test("a click on a pancake turns over all down to it", () => {
  assert.deepEqual([...layoutOf(pancakes).taps], [[1, 0], [2, 1], [3, 2], [4, 3]]);
});

test("faces drawn as triangles are triangles", () => {
  assert.ok(layoutOf(pyramid).spots.every((spot) => spot.shape === "triangle"));
});

test("every move has one button, and no two buttons overlap", () => {
  for (const [name, puzzle] of Object.entries(all)) {
    const { handles } = layoutOf(puzzle);
    const moves = name === "tiles" ? [] : puzzle.moves.map((_, move) => move);
    assert.deepEqual(handles.map((handle) => handle.move).sort((a, b) => a - b), moves, name);
    handles.forEach((one, place) => {
      for (const other of handles.slice(0, place)) {
        const { x, y } = between(one, other);
        const tall = one.kind === "name" ? NAME_SIZE * 2 : one.size + other.size;
        assert.ok(Math.abs(x) >= one.size + other.size || Math.abs(y) >= tall || length({ x, y }) >= one.size + other.size, name);
      }
    });
  }
});

test("turns are found where they are", () => {
  const turn = (name) => spinOf(layoutOf(cube).spots, cube.turns[cube.moves.indexOf(name)].from);
  assert.deepEqual(cube.moves.map((name) => Math.round((180 / Math.PI) * turn(name).angle)), [90, 180, -90]);
  const face = cube.cells.flatMap(({ name }, cell) => (name.startsWith("R") ? [cell] : []));
  for (const name of cube.moves) assert.ok(face.every((cell) => turn(name).cells.includes(cell)), name);
  // Two pieces that change places turn about no point.
  assert.equal(spinOf(layoutOf(pancakes).spots, pancakes.turns[0].from), null);
  assert.equal(layoutOf(twiddle).handles.length, 8);
});

test("what leaves a line at one end comes back at the other", () => {
  const { spots } = layoutOf(rotation);
  const [a] = rotation.turns;
  assert.equal(cyclesOf(a.from).length, 1);
  assert.equal(destinations(a.from)[2], 0);
  const pieces = carried(spots, a.from);
  assert.deepEqual(pieces[0], { to: 22, along: { x: 0, y: -100 }, wraps: true });
  assert.deepEqual(pieces[2], { to: 0, along: { x: 0, y: -100 }, wraps: false });
  assert.equal(pieces[1], null);
  assert.ok(carried(layoutOf(topspin).spots, topspin.turns[1].from).every((piece) => piece && !piece.wraps));
});

test("symbols look like what they are", () => {
  assert.deepEqual(looksOf(cube).map((look) => look.name), ["white", "orange", "green", "red", "blue", "yellow"]);
  assert.deepEqual(new Set(looksOf(tiles).map((look) => look.style)), new Set(["piece-plain", "piece-blank"]));
  assert.deepEqual(looksOf(rotation).map((look) => look.style), ["symbol-1", "symbol-2", "symbol-3"]);
});

test("boards are read out by rows", () => {
  assert.equal(describeBoard(tiles, tiles.solved), "Board, 3 rows: 1, 2, 3; 4, 5, 6; 7, 8, empty.");
  assert.equal(describeBoard(pancakes, pancakes.solved), "Board: 1, 2, 3, 4, 5.");
});

test("the longest name that is typed counts, in capitals or not unless names differ by them", () => {
  const names = ["R", "R2", "R'", "U"];
  assert.deepEqual(matchTyped(names, "R"), { found: 0, isOpen: true });
  assert.deepEqual(matchTyped(names, "R2"), { found: 1, isOpen: false });
  assert.deepEqual(matchTyped(names, "u"), { found: 3, isOpen: false });
  assert.deepEqual(matchTyped(names, "x"), { found: null, isOpen: false });
  assert.deepEqual(matchTyped(["a", "A"], "A"), { found: 1, isOpen: false });
  assert.deepEqual(matchTyped(["a", "b", "B"], "A"), { found: null, isOpen: false });
});
