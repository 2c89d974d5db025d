import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseDrag, tapsOn } from "../page/board/gestures.js";
import { layoutOf } from "../page/board/layout.js";
import { chooseSlide, slides } from "../page/board/slides.js";
import { nearestStop } from "../page/board/view.js";
import { Game } from "../page/game.js";
import { isSolved, namesFrom, separator, walk } from "../page/puzzle.js";
import { cube, pancakes, rings, rotation, tiles, topspin, twiddle } from "./puzzles.mjs";

const [up, down, left, right] = [[0, -1], [0, 1], [-1, 0], [1, 0]].map(([x, y]) => ({ x, y }));

/** The name of the move that a drag of a cell plays on the solved board. */
function drag(puzzle, name, direction, held) {
  const layout = layoutOf(puzzle);
  const cell = puzzle.cells.findIndex((own) => own.name === name);
  const spot = layout.spots[cell];
  const at = held && { x: spot.x + held.x, y: spot.y + held.y };
  const move = chooseDrag(puzzle, layout, puzzle.solved, cell, direction, at);
  return move === null ? null : puzzle.moves[move];
}

test("a drag shifts the line that it goes along, from its ends, too", () => {
  assert.equal(drag(rotation, "1", up), "A");
  assert.equal(drag(rotation, "1", down), "F");
  assert.equal(drag(rotation, "23", down), "F");
  assert.equal(drag(rotation, "7", right), "C");
  assert.equal(drag(rotation, "7", up), "A");
  assert.equal(drag(rotation, "7", { x: 3, y: -10 }), "A");
  assert.equal(drag(rotation, "2", left), null);
});

test("a drag plays the move that moves the fewest other pieces", () => {
  assert.equal(drag(topspin, "1", right), "f");
  assert.equal(drag(topspin, "11", right), "l");
  assert.equal(drag(rings, "29", down), "B");
});

test("a piece held near a square turns that square", () => {
  assert.equal(drag(twiddle, "5", right), "B");
  assert.equal(drag(twiddle, "5", right, { x: 0, y: 30 }), "d");
  assert.equal(drag(twiddle, "5", right, { x: 0, y: -30 }), "B");
});

test("a face is turned by a quarter, and a tile is slid into the blank only", () => {
  assert.equal(drag(cube, "F2", up), "R");
  assert.equal(drag(cube, "F2", down), "R'");
  assert.equal(drag(tiles, "8", right), "l");
  assert.equal(drag(tiles, "8", left), null);
  assert.equal(drag(tiles, "5", right), null);
});

test("a click plays the only move that carries a piece into the blank", () => {
  const taps = (puzzle) => [...tapsOn(puzzle, layoutOf(puzzle), puzzle.solved)].map(([cell, move]) => `${puzzle.cells[cell].name} ${puzzle.moves[move]}`);
  assert.deepEqual(taps(tiles).sort(), ["6 u", "8 l"]);
  assert.deepEqual(taps(rotation), []);
  assert.deepEqual(taps(pancakes), ["2 2", "3 3", "4 4", "5 5"]);
  // Two moves that do the same leave it open which is meant.
  const twice = { ...tiles, moves: [...tiles.moves, "again"], turns: [...tiles.turns, { ...tiles.turns.find((turn) => turn.move === 1 && turn.needs[0][0] === 8), move: 4 }] };
  assert.deepEqual(taps(twice), ["6 u"]);
});

test("arrow keys slide tiles where the blank lets them", () => {
  const layout = layoutOf(tiles);
  assert.ok(slides(tiles, layout));
  assert.ok(!slides(rotation, layoutOf(rotation)));
  const slide = (direction) => chooseSlide(tiles, layout, tiles.solved, direction);
  assert.deepEqual([up, down, left, right].map(slide), [null, 3, null, 1]);
});

test("arrow keys go to the nearest cell or button in their direction", () => {
  const { spots, handles } = layoutOf(rotation);
  const stops = [...spots, ...handles];
  const step = (name, direction) => nearestStop(stops, rotation.cells.findIndex((cell) => cell.name === name), direction);
  assert.equal(rotation.cells[step("7", right)].name, "8");
  assert.equal(rotation.cells[step("1", right)].name, "2");
  assert.equal(rotation.moves[handles[step("1", up) - spots.length].move], "A");
  assert.equal(nearestStop([{ x: 0, y: 0 }, { x: 1, y: 50 }], 0, up), null);
});

test("moves are called as in scrambles: knights by where they come from", () => {
  const knights = { ...tiles, kind: "knights" };
  const [u, l, d] = ["u", "l", "d"].map((name) => tiles.moves.indexOf(name));
  assert.deepEqual(namesFrom(tiles, tiles.solved, [u, l]), ["u", "l"]);
  // The blank goes from 9 to 6, to 5 and to 8.
  assert.deepEqual(namesFrom(knights, tiles.solved, [u, l, d]), ["6", "5", "8"]);
  assert.deepEqual([tiles, knights, cube].map(separator), ["", " ", " "]);
});

test("other moves from the same start are walked to, played or set", () => {
  const game = new Game();
  const seen = [];
  game.addEventListener("board", ({ detail: { move, isBack } }) => seen.push([move === null ? null : tiles.moves[move], isBack, game.at]));
  game.open(tiles, tiles.solved);
  const [u, l] = ["u", "l"].map((name) => tiles.moves.indexOf(name));
  for (const [moves, at] of [[[u], 1], [[u, l], 2], [[u, l], 1], [[u, l], 1], [[u, u], 2], [[l, u], 2], [[], 0]]) {
    game.retell(moves, at);
    assert.deepEqual([game.moves, game.at], [moves, at]);
  }
  assert.deepEqual(seen, [[null, false, 0], ["u", false, 1], ["l", false, 2], ["l", true, 1], ["u", false, 2], [null, false, 2], [null, false, 0]]);
  assert.deepEqual(game.board, tiles.solved);
});

test("random moves never lead back to the solved board", () => {
  const chances = [0, 0.4, 0.9];
  for (const first of chances) {
    for (const second of chances) {
      for (const third of chances) {
        const random = [first, second, third];
        assert.equal(isSolved(cube, walk(cube, 3, () => random.shift())), false, `${first} ${second} ${third}`);
      }
    }
  }
});
