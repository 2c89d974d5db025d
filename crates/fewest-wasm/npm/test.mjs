/** The package as installed: run in a folder with node_modules/fewest-wasm. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Fewest, FewestError } from "fewest-wasm";

test("a board is solved, and the moves lead to the goal", async () => {
  const fewest = new Fewest();
  const [answer] = await fewest.solve("eight", "8 6 7 2 5 4 3 x 1");
  assert.deepEqual(answer.verdict, { kind: "solved", moves: 31 });
  const puzzle = await fewest.ask({ ask: "open", puzzle: "eight" });
  const { boards } = await fewest.ask({ ask: "read", text: "8 6 7 2 5 4 3 x 1" });
  let { board } = boards[0];
  for (const name of answer.moves) {
    const move = puzzle.moves.indexOf(name);
    const isLegal = ({ needs }) => !needs || board[needs[0]] === needs[1];
    const turn = puzzle.turns.find((turn) => turn.move === move && isLegal(turn));
    board = turn.from.map((cell) => board[cell]);
  }
  assert.deepEqual(board, puzzle.goals[0].cells);
  fewest.close();
});

test("a definition is a puzzle, and its mistakes have places", async () => {
  const fewest = new Fewest();
  const definition = `name = "pair"
cells = "a b"
pieces = "1 2"
goal = [{ board = "1 2" }]
move = [{ name = "swap", cycles = "(a b)" }]
`;
  const answers = await fewest.solve({ definition }, "2 1\n1 2\n");
  assert.deepEqual(
    answers.map(({ moves }) => moves),
    [["swap"], []],
  );
  const wrong = definition.replace("(a b)", "(a c)");
  await assert.rejects(fewest.solve({ definition: wrong }, "2 1"), (error) => {
    assert.ok(error instanceof FewestError);
    assert.equal(error.problems[0].line, 4);
    return true;
  });
  fewest.close();
});

test("a closed worker stops what is under way, and starts again", async () => {
  const fewest = new Fewest();
  await fewest.ask({ ask: "open", puzzle: "fifteen" });
  const waiting = fewest.ask({ ask: "survey" });
  fewest.close();
  await assert.rejects(waiting, { kind: "stopped" });
  const { puzzles } = await fewest.ask({ ask: "puzzles" });
  assert.ok(puzzles.some(({ name }) => name === "cube3"));
  // Without close: the idle worker does not keep the program alive.
});
