import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inverted, mirrored, simplified } from "../page/algorithm.js";
import init, { answer } from "../page/module/fewest.js";
import { after } from "../page/puzzle.js";
import { unpack } from "../page/unpack.js";
import { rotation, tiles } from "./puzzles.mjs";

const module = new URL("../page/module/fewest.wasm.lzma", import.meta.url);
await init({ module_or_path: unpack(readFileSync(module)) });
const open = (name) => JSON.parse(answer(JSON.stringify({ ask: "open", puzzle: name }))).reply;
const changed = (puzzle, change, text) => {
  const moves = text.split(" ").filter(Boolean).map((name) => puzzle.moves.indexOf(name));
  return change(puzzle, moves)?.map((move) => puzzle.moves[move]).join(" ") ?? null;
};
const played = (puzzle, moves) => moves.reduce((board, move) => after(puzzle, board, move), puzzle.solved);

test("the inverse of moves undoes them", () => {
  const cube = open("cube3");
  assert.equal(changed(cube, inverted, "R U2 F'"), "F U2 R'");
  for (const puzzle of [cube, open("pyraminx"), open("megaminx3"), rotation]) {
    const moves = Array.from({ length: 30 }, (_, at) => (7 * at * at + 3 * at) % puzzle.moves.length);
    assert.deepEqual(played(puzzle, [...moves, ...inverted(puzzle, moves)]), puzzle.solved, puzzle.name);
  }
  // Moves of tiles depend on the board.
  assert.equal(inverted(tiles, [0]), null);
});

test("moves are simplified, and lead to the same board", () => {
  const cube = open("cube3");
  const cases = {
    "": "", "R R'": "", "R R": "R2", "R2 R": "R'", "R L R'": "L", "R L R": "R2 L", "U R L R' L' U": "U2", "R U R' U'": "R U R' U'",
    "F B F' B' D D2 D": "", "R U U' R' F": "F",
  };
  for (const [text, short] of Object.entries(cases)) assert.equal(changed(cube, simplified, text), short, text);
  for (const puzzle of [cube, open("skewb"), open("megaminx3"), open("cube3q"), rotation]) {
    const moves = Array.from({ length: 200 }, (_, at) => (at * at + (at >> 2)) % puzzle.moves.length);
    const short = simplified(puzzle, moves);
    assert.ok(short.length <= moves.length);
    assert.deepEqual(played(puzzle, short), played(puzzle, moves), puzzle.name);
    assert.deepEqual(simplified(puzzle, short), short, puzzle.name);
  }
});

test("a move that joins two stays before those that only the second passes", () => {
  // P = (a b)(c d), Q = (a b), S = (c d), X = (c e): P X Q is S X, not X S.
  const froms = [[1, 0, 3, 2, 4], [1, 0, 2, 3, 4], [0, 1, 3, 2, 4], [0, 1, 4, 3, 2]];
  const moves = "PQSX".split("");
  const made = Object.assign(structuredClone(open("cube2")), { moves, turns: froms.map((from, move) => ({ move, needs: [], from })) });
  made.cells.length = 5;
  const at = (text) => text.split("").map((name) => moves.indexOf(name));
  const after = (all) => all.reduce((board, move) => froms[move].map((from) => board[from]), [0, 1, 2, 3, 4]);
  const short = simplified(made, at("PXQ"));
  assert.deepEqual(short, at("SX"));
  assert.deepEqual(after(short), after(at("PXQ")));
});

test("a mirror shows left as right", () => {
  assert.equal(changed(open("cube3"), mirrored, "R U2 F' L D B2"), "L' U2 F R' D' B2");
  assert.equal(changed(open("pyraminx"), mirrored, "U L R' B"), "U' R' L B'");
  // One corner of this cube never moves, so L is not among its moves.
  assert.equal(mirrored(open("cube2"), []), null);
  assert.equal(mirrored(rotation, []), null);
});
