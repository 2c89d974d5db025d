import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../page/game.js";
import { isSolved } from "../page/puzzle.js";
import { Truths, leastAfter } from "../page/truths.js";
import { tiles } from "./puzzles.mjs";

const puzzle = { ...tiles, isTabulated: false };
const [l, r, u] = ["l", "r", "u"].map((name) => puzzle.moves.indexOf(name));
/** Once the blank has gone left and up, it goes back, or ten moves round its square the other way. */
const [SHORTEST, DETOUR] = ["dr", "rdlurdlurd"].map((names) => [...names].map((name) => puzzle.moves.indexOf(name)));

/** An engine that answers with the next of these replies, and fails once it is stopped. */
class Answering {
  asked = [];
  stops = 0;
  isBusy = false;
  #fail = null;
  constructor(replies) {
    this.replies = replies;
  }
  about(_, request, onProgress) {
    this.asked.push(request);
    const reply = this.replies(request, this.asked.length, onProgress);
    if (reply) return new Promise((resolve) => setTimeout(() => resolve(reply)));
    this.isBusy = true;
    return new Promise((_, reject) => (this.#fail = reject));
  }
  stop() {
    this.stops += 1;
    this.isBusy = false;
    this.#fail?.({ kind: "stopped", message: "Stopped." });
    this.#fail = null;
  }
}

const atLeast = (moves) => ({ verdict: { kind: "open", atLeast: moves, why: "time" }, solution: [], goal: null, method: "ida-star", isReal: false, moves: [] });
const solved = (solution) => ({ verdict: { kind: "solved", distance: solution.length }, solution, goal: 0, method: "ida-star", moves: [] });

/** The page's truth about the board two moves from solved. */
function looking(answers, quick) {
  const game = new Game();
  const truths = new Truths(game, answers, quick);
  game.open(puzzle, puzzle.solved, [l, u], 2);
  return { game, truths };
}

/** Waits until a board is known as well as it should be. */
async function until(truths, isSo) {
  for (let waited = 0; !isSo(truths.known); waited++) {
    assert.ok(waited < 300, JSON.stringify(truths.known));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test("the bound and a solution that is not proven shortest narrow the distance until they meet", async () => {
  const seen = [];
  // The search alone would go on forever.
  const answers = new Answering(({ board }, count) => (isSolved(puzzle, board) ? solved([]) : atLeast(Math.min(count - 1, 2))));
  const quick = new Answering(({ round }) => ({ moves: round < 3 ? DETOUR : SHORTEST, isLast: false }));
  const { truths, game } = looking(answers, quick);
  truths.addEventListener("change", () => {
    const { verdict, found } = truths.known;
    if (verdict?.kind === "open" && found) seen.push([verdict.atLeast, found.length]);
  });
  await until(truths, ({ verdict }) => verdict?.kind === "solved");
  assert.ok(seen.some(([, most]) => most === 10), "the detour was shown");
  assert.ok(seen.every(([least, most]) => least < most), "neither shown as exact nor crossed");
  assert.equal(truths.known.verdict.distance, 2);
  game.follow(truths.known.solution);
  game.goTo(game.moves.length);
  assert.ok(isSolved(puzzle, game.board));
  // What a shortest solution passes through is known.
  assert.equal(truths.distanceOf(game.boardAt(3)), 1);
  truths.stop();
});

test("a stopped search is resumed with all that was known", async () => {
  let isStuck = false;
  const answers = new Answering(() => (isStuck ? null : atLeast(1)));
  const quick = new Answering(({ round }) => (round < 2 ? { moves: DETOUR, isLast: false } : null));
  const { truths } = looking(answers, quick);
  await until(truths, () => quick.asked.length === 3);
  truths.stop();
  const { known } = truths;
  assert.equal(known.failure.kind, "stopped");
  assert.equal(known.found.length, 10);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const count = answers.asked.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(answers.asked.length, count, "nothing is asked while it is stopped");
  truths.look();
  assert.equal(truths.known, known);
  assert.deepEqual([known.failure, known.verdict.atLeast, known.found.length, known.isReal], [null, 1, 10, false]);
  await until(truths, () => quick.asked.length === 4);
  assert.equal(quick.asked[3].round, 2);
  assert.deepEqual(quick.asked[3].known, DETOUR);
  isStuck = true;
  truths.stop();
});

test("a board on a solution has the rest of it at once, another board has none", async () => {
  const answers = new Answering(() => atLeast(1));
  const quick = new Answering(({ round }) => (round === 0 ? { moves: DETOUR, isLast: true } : null));
  const { game, truths } = looking(answers, quick);
  await until(truths, ({ found }) => found !== null);
  game.play(r);
  assert.deepEqual(truths.known.found, DETOUR.slice(1));
  game.goTo(1);
  assert.equal(truths.known.found, null);
  truths.stop();
});

test("no solution is asked for if the search ends at once, or none is found", async () => {
  const quick = new Answering(() => ({ moves: null, isLast: true }));
  const { truths } = looking(new Answering(() => solved(SHORTEST)), quick);
  await until(truths, ({ verdict }) => verdict?.kind === "solved");
  assert.equal(quick.asked.length, 0);
  const other = looking(new Answering(() => atLeast(1)), quick).truths;
  await until(other, () => quick.asked.length === 1);
  await until(other, ({ verdict }) => verdict?.kind === "open");
  assert.equal(other.known.found, null);
  other.stop();
});

test("a round that ends soon after a move leaves its worker to the next board", async () => {
  const quick = new Answering(() => null);
  const { game, truths } = looking(new Answering(() => atLeast(1)), quick);
  await until(truths, () => quick.asked.length === 1);
  game.play(r);
  setTimeout(() => (quick.isBusy = false), 400);
  await until(truths, () => quick.asked.length === 2);
  assert.equal(quick.stops, 0);
  assert.equal(quick.asked[1].board, game.board);
  truths.stop();
  assert.equal(quick.stops, 1);
});

test("a move saves no more than one move, so a board's bound is one for the boards after it", () => {
  const known = (verdict, ...moves) => ({ verdict, moves: new Map(moves) });
  assert.equal(leastAfter(known({ kind: "solved", distance: 9 }, [l, null]), l), 8);
  assert.equal(leastAfter(known(atLeast(15).verdict, [l, null]), l), 14);
  assert.equal(leastAfter(known(atLeast(15).verdict, [l, atLeast(16).verdict]), l), 16);
  assert.ok(leastAfter(known(null, [l, null]), l) <= 0);
});

test("the worker for other solutions is prepared once, with a board that is far from solved", async () => {
  const quick = new Answering(() => ({ moves: null, isLast: true }));
  const { truths, game } = looking(new Answering(() => solved(SHORTEST)), quick);
  await until(truths, () => quick.asked.length === 1);
  assert.ok(!isSolved(puzzle, quick.asked[0].board));
  game.undo();
  await until(truths, ({ moves }) => ![...moves.values()].includes(null));
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(quick.asked.length, 1);
});

test("a late round takes too long to wait for its end", async () => {
  const quick = new Answering(({ round }) => (round < 3 ? { moves: DETOUR, isLast: false } : null));
  const { game, truths } = looking(new Answering(() => atLeast(1)), quick);
  await until(truths, () => quick.isBusy);
  assert.equal(quick.asked.at(-1).round, 3);
  game.undo();
  assert.equal(quick.stops, 1);
  truths.stop();
});
