import assert from "node:assert/strict";
import { test } from "node:test";
import { difficultyOf, mostMoves, spreadOf } from "../page/difficulty.js";

/** All distances are in a table. */
const table = { isTabulated: true, kind: "defined" };

test("difficulty in words goes by the distance, and by God's number if it is known", () => {
  const words = (distances, farthest) => distances.map((distance) => difficultyOf(distance, table, { farthest, nearer: null }));
  assert.deepEqual(words([0, 1, 5, 6, 12, 13, 27, 28], 31), ["", "Easy.", "Easy.", "Medium.", "Medium.", "Hard.", "Hard.", "Very hard."]);
  assert.deepEqual(words([2, 3, 4, 5], 5), ["Easy.", "Medium.", "Hard.", "Hard: no board is farther from solved."]);
  assert.deepEqual(words([5, 12, 13, 200], null), ["Easy.", "Medium.", "Hard.", "Hard."]);
});

test("a board of a level has the difficulty of its name", () => {
  const others = ["defined", "sliding"].map((kind) => ({ isTabulated: false, kind }));
  for (const [puzzle, farthest] of [[table, 11], [table, 31], [table, 188], [others[0], 20], [others[0], null], [others[1], 80]]) {
    for (const level of ["easy", "medium", "hard"]) {
      const most = mostMoves(level, puzzle, farthest);
      assert.equal(difficultyOf(most, puzzle, { farthest, nearer: null }).toLowerCase(), `${level}.`, `${farthest}`);
      assert.notEqual(difficultyOf(most + 1, puzzle, { farthest, nearer: null }).toLowerCase(), `${level}.`);
    }
  }
});

test("a board's place among all boards is named if they are counted", () => {
  const spread = spreadOf({ boards: "1000", counts: ["1", "9", "40", "450", "495", "5"] });
  assert.deepEqual(spread, { farthest: 5, nearer: [0, 1, 10, 50, 500, 995] });
  const words = [1, 2, 3, 4, 5].map((distance) => difficultyOf(distance, table, spread));
  assert.deepEqual(words, [
    "Easy: nearer than 99 % of all boards.", "Easy: nearer than 95 % of all boards.", "Medium: nearer than 50 % of all boards.",
    "Hard: farther than 50 % of all boards.", "Hard: no board is farther from solved.",
  ]);
});
