import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOfWord, read, write } from "../page/address.js";
import { boardOfRows, lettersOf, movesByOne } from "../page/blocks.js";
import { chooseDrag, tapsOn } from "../page/board/gestures.js";
import { layoutOf } from "../page/board/layout.js";
import { slides } from "../page/board/slides.js";
import { describeBoard } from "../page/board/speech.js";
import { looksOf } from "../page/board/symbols.js";
import { nearestWay, outlineOf, waysOf } from "../page/board/tray.js";
import { Game } from "../page/game.js";
import { after, boardText, isSolved, legalMoves, miscount, movesNamed, namesFrom, walk } from "../page/puzzle.js";
import { blocks, frogs } from "./puzzles.mjs";

const START = "AAB. ..B# CD.. EFF. EE..";
const layout = layoutOf(blocks);
const cellOf = (name) => blocks.cells.findIndex((cell) => cell.name === name);
const played = (...names) => {
  const moves = movesNamed(blocks, blocks.home, names);
  return { moves, board: moves.reduce((board, move) => after(blocks, board, move), blocks.home) };
};

test("boards of blocks are written and read as letters, with walls", () => {
  assert.equal(boardText(blocks, blocks.home), START);
  assert.deepEqual(boardOfWord(blocks, START), blocks.home);
  assert.deepEqual(boardOfRows(blocks, START.replaceAll(" ", "\n")), blocks.home);
  assert.equal(boardOfRows(blocks, "AAB."), null);
  assert.equal(boardOfRows(blocks, START.replace("F", "X")), null);
  const { board } = played("Bd", "Ar2");
  assert.equal(boardText(blocks, board), "..AA ..B# CDB. EFF. EE..");
  assert.ok(isSolved(blocks, board));
  assert.equal(miscount(blocks, board), null);
  // With the right letters, but torn.
  assert.notEqual(miscount(blocks, boardOfRows(blocks, "A.BA ..B# CD.. EFF. EE..")), null);
  assert.equal(describeBoard(blocks, blocks.home), "Board, 5 rows: A, A, B, empty; empty, empty, B; C, D, empty, empty; E, F, F, empty; E, E, empty, empty.");
});

test("interchangeable blocks keep their letters on the way, and get new ones on a board that is shown", () => {
  // C goes below and behind D.
  const names = ["Dr2", "Cr", "Cu", "Dl3"];
  const { moves, board } = played(...names);
  assert.equal(moves.includes(-1), false);
  assert.deepEqual(namesFrom(blocks, blocks.home, moves), names);
  assert.equal(boardText(blocks, board), "AAB. .CB# D... EFF. EE..");
  const game = new Game();
  game.open(blocks, blocks.home, moves, moves.length);
  assert.equal(game.letters[cellOf("r2c2")], "C");
  const swapped = played("Cu", "Dl", "Cr").moves;
  game.open(blocks, blocks.home, swapped, 3);
  assert.equal(game.letters.join(""), "AAB..CBD...EFF.EE..");
  game.play(legalMoves(blocks, game.board).find((move) => game.nameOf(move) === "Cd"));
  assert.equal(game.letters.join(""), "AAB...BDC..EFF.EE..");
  game.undo();
  assert.equal(game.letters[cellOf("r2c2")], "C");
  game.set(walk(blocks, 0, Math.random));
  assert.deepEqual(game.letters, lettersOf(blocks, blocks.home));
  assert.deepEqual(movesNamed(blocks, blocks.home, ["Zd", "Ar", "Bd"]).slice(0, 2), [-1, -1]);
});

test("a link has the letters and the names of a board's moves", async () => {
  const { moves } = played("Bd", "Ar2");
  const link = write(blocks, null, null, blocks.home, moves, 2, {});
  assert.equal(link, "#p=tray&b=AAB.+..B%23+CD..+EFF.+EE..&m=Bd+Ar2");
  const wanted = await read(link);
  assert.deepEqual(movesNamed(blocks, boardOfWord(blocks, wanted.board), wanted.moves), moves);
});

test("a drag takes a block along free cells to where it is dropped", () => {
  const drop = (name, x, y) => {
    const way = nearestWay(waysOf(blocks, layout.spots, blocks.home, cellOf(name)), { x, y }, { x: 0, y: 0 });
    return way && namesFrom(blocks, blocks.home, [way.move])[0];
  };
  assert.equal(drop("r3c2", 90, 10), "Dr");
  assert.equal(drop("r3c2", 170, -30), "Dr2");
  assert.equal(drop("r3c2", 900, 0), "Dr2");
  assert.equal(drop("r3c2", 40, 0), null);
  // By any of its cells, and never by a free one.
  assert.equal(drop("r4c3", 80, 0), "Fr");
  assert.equal(drop("r1c4", 0, 100), null);
  const pull = (name, x, y) => chooseDrag(blocks, layout, blocks.home, cellOf(name), { x, y });
  assert.equal(namesFrom(blocks, blocks.home, [pull("r3c2", 1, 0)])[0], "Dr");
  assert.equal(pull("r3c3", -1, 0), null);
  assert.equal(movesByOne(blocks), false);
  assert.equal(movesByOne({ ...blocks, turns: blocks.turns.filter(({ way }) => way.length === 1) }), true);
});

test("blocks are drawn as one, at their first parts, and walls on the tray", () => {
  assert.equal(outlineOf([[0, 0], [0, 1]], 10), "M -40 -40 L 50 -40 L 140 -40 L 140 40 L 50 40 L -40 40 Z");
  // An L has six corners, one of them to the inside.
  assert.match(outlineOf([[0, 0], [1, 0], [1, 1]], 10), /L 40 60 L 140 60/);
  // Two places that touch at a corner have two outlines or one, but all sides.
  assert.equal(outlineOf([[0, 0], [1, 1]], 0).match(/[ML] /g).length, 8);
  assert.deepEqual(layout.backs.map(({ attributes }) => attributes.class), ["board-tray", "board-wall"]);
  assert.deepEqual(layout.handles, []);
  const looks = looksOf(blocks);
  assert.deepEqual(looks.filter(({ parts }) => parts).map(({ text }) => text), ["A", "B", "", "E", "F"]);
  assert.equal(new Set(looks.map(({ style }) => style)).size, 6);
});

test("a click on a frog plays its step or its jump, and arrow keys do", () => {
  const [step, back, jump] = [0, 1, 2];
  const taps = (board) => [...tapsOn(frogs, layoutOf(frogs), board)];
  assert.deepEqual(taps(frogs.home), [[0, step], [2, back]]);
  assert.deepEqual(taps(after(frogs, frogs.home, step)), [[2, jump]]);
  assert.ok(slides(frogs, layoutOf(frogs)));
  assert.equal(looksOf(frogs)[1].style, "piece-blank");
});
