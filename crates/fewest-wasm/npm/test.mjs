/** The package as installed: run in a folder with node_modules/fewest-wasm. */

import assert from "node:assert/strict";
import { resolveObjectURL } from "node:buffer";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { test } from "node:test";

import { Fewest, FewestError } from "fewest-wasm";

test("a board is solved, and the moves lead to the goal", async () => {
  const fewest = new Fewest();
  const [answer] = await fewest.solve("eight", "8 6 7 2 5 4 3 x 1");
  assert.deepEqual(answer.verdict, { kind: "solved", distance: 31 });
  const puzzle = await fewest.open("eight");
  const { boards } = await puzzle.ask({ ask: "read", text: "8 6 7 2 5 4 3 x 1" });
  let { board } = boards[0];
  for (const name of answer.moves) {
    const move = puzzle.moves.indexOf(name);
    const isLegal = ({ needs }) => needs.every(([cell, symbol]) => board[cell] === symbol);
    const turn = puzzle.turns.find((turn) => turn.move === move && isLegal(turn));
    board = turn.from.map((cell) => board[cell]);
  }
  assert.deepEqual(board, puzzle.goals[0].cells);
  fewest.close();
});

/** What each of these questions is answered alone, by a worker of its own. */
async function alone(questions) {
  const answers = [];
  for (const [puzzle, text] of questions) {
    const fewest = new Fewest();
    answers.push(await fewest.solve(puzzle, text));
    fewest.close();
  }
  return answers;
}

const ring = (name, moves) => ({ definition: `name = "${name}"
cells = "a b c d"
pieces = "1 2 3 4"
goal = [{ board = "1 2 3 4" }]
move = [{ name = "turn", cycles = "(a b c d)" }${moves}]
` });
/** Two quarter turns, or one half turn. */
const QUARTERS = ring("quarters", "");
const HALVES = ring("halves", ', { name = "half", cycles = "(a c)(b d)" }');
/** The third text has a goal of its own. */
const QUESTIONS = [
  [QUARTERS, "3 4 1 2"],
  [HALVES, "3 4 1 2"],
  ["eight", "1\n564178X23\n7568X4123\n"],
  ["eight", "1 2 3 4 5 6 7 x 8"],
];

test("questions at the same time about different puzzles are answered as if alone", async () => {
  const expected = await alone(QUESTIONS);
  assert.deepEqual(expected.map(([{ verdict }]) => verdict.distance), [2, 1, 8, 1]);
  const fewest = new Fewest();
  const ask = () => Promise.all(QUESTIONS.map(([puzzle, text]) => fewest.solve(puzzle, text)));
  assert.deepEqual(await ask(), expected);
  // The same with puzzles that are opened once, and asked in turn.
  const puzzles = await Promise.all(QUESTIONS.map(([puzzle]) => fewest.open(puzzle)));
  const inTurn = puzzles.map((puzzle, place) => puzzle.solve(QUESTIONS[place][1]));
  assert.deepEqual(await Promise.all([...inTurn, ...inTurn.reverse()]), [...expected, ...expected.toReversed()]);
  fewest.close();
});

test("a question that was interrupted or refused changes no later answer", async () => {
  const [expected] = await alone([[QUARTERS, "3 4 1 2"]]);
  const fewest = new Fewest();
  const [quarters, fifteen] = [await fewest.open(QUARTERS), await fewest.open("fifteen")];
  const interrupted = assert.rejects(fifteen.survey(), { kind: "stopped" });
  fewest.close();
  await interrupted;
  assert.deepEqual(await quarters.solve("3 4 1 2"), expected);
  // A puzzle that can't be opened, a text that can't be read, and a question about no open puzzle.
  const refused = [fewest.open("nothing"), fifteen.solve("1 2 3"), fewest.ask({ ask: "truth", board: quarters.solved })];
  const later = quarters.solve("3 4 1 2");
  const failures = await Promise.allSettled(refused);
  assert.deepEqual(failures.map(({ reason }) => reason.kind), ["input", "input", "closed"]);
  assert.deepEqual(await later, expected);
  fewest.close();
});

test("a limit of time leaves both bounds, and a solution", async () => {
  const fewest = new Fewest();
  const fifteen = await fewest.open("fifteen");
  const [{ verdict, moves }] = await fifteen.solve("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", { maxTime: 1 });
  assert.equal(verdict.kind, "open");
  assert.ok(verdict.atLeast <= 80 && (verdict.atMost === null || verdict.atMost >= 80));
  assert.equal(moves.length, verdict.atMost ?? 0);
  fewest.close();
});

test("a quick solution need not be shortest", async () => {
  const fewest = new Fewest();
  const cube = await fewest.open("cube3");
  const { board } = await cube.ask({ ask: "deal", wanted: "random", seed: 5 });
  const truth = await cube.ask({ ask: "truth", board, quick: true });
  assert.equal(truth.verdict.kind, "open");
  assert.equal(truth.verdict.why, "found");
  assert.ok(truth.verdict.atLeast > 5 && truth.verdict.atMost < 30 && truth.solution.length === truth.verdict.atMost);
  const near = await cube.ask({ ask: "deal", wanted: { moves: 3 }, seed: 5 });
  assert.equal((await cube.ask({ ask: "truth", board: near.board, quick: true })).verdict.kind, "solved");
  fewest.close();
});

test("moves have the names that can be read back", async () => {
  const fewest = new Fewest();
  const text = "1 1 1 1 1\n0 1 1 1 1\n0 0 0 1 1\n0 0 0 0 1\n0 0 * 0 0\n";
  const knights = await fewest.open("knights");
  const [{ verdict, moves }] = await knights.solve(text);
  assert.equal(verdict.kind, "solved");
  const { boards } = await knights.ask({ ask: "read", text });
  const read = await knights.ask({ ask: "moves", board: boards[0].board, text: moves.join(" ") });
  assert.deepEqual([read.moves.length, read.problem], [verdict.distance, null]);
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
    assert.equal(error.problems[0].line, 5);
    return true;
  });
  fewest.close();
});

const HARD15 = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";

test("a signal ends its own call only", async () => {
  const [expected] = await alone([[QUARTERS, "3 4 1 2"]]);
  const fewest = new Fewest();
  const [quarters, fifteen] = [await fewest.open(QUARTERS), await fewest.open("fifteen")];
  const [running, queued, early] = [new AbortController(), new AbortController(), AbortSignal.abort("no")];
  const calls = [
    fifteen.solve(HARD15, { signal: running.signal }),
    quarters.solve("3 4 1 2"),
    fifteen.survey({ signal: queued.signal }),
    fewest.solve(QUARTERS, "3 4 1 2", { signal: early }),
    quarters.solve("3 4 1 2", { signal: new AbortController().signal }),
  ];
  queued.abort("not any more");
  setTimeout(() => running.abort(), 300);
  const ends = await Promise.allSettled(calls);
  assert.equal(ends[0].reason.name, "AbortError");
  assert.deepEqual([ends[2].reason, ends[3].reason], ["not any more", "no"]);
  assert.deepEqual([ends[1].value, ends[4].value], [expected, expected]);
  // A signal after the end of its call changes nothing.
  const late = new AbortController();
  assert.deepEqual(await quarters.solve("3 4 1 2", { signal: late.signal }), expected);
  const other = quarters.solve("3 4 1 2");
  late.abort();
  assert.deepEqual(await other, expected);
  const timeout = { name: "TimeoutError" };
  await assert.rejects(fifteen.solve(HARD15, { signal: AbortSignal.timeout(200) }), timeout);
  fewest.close();
});

test("progress is that of the own call", async () => {
  const fewest = new Fewest();
  const [eight, fifteen] = [await fewest.open("eight"), await fewest.open("fifteen")];
  const heard = { hard: 0, easy: 0, near: 0 };
  const count = (name) => ({ onProgress: () => (heard[name] += 1) });
  await Promise.all([
    eight.solve("1 2 3 4 5 6 7 x 8", count("easy")),
    fifteen.solve(HARD15, { maxTime: 1.5, ...count("hard") }),
    eight.solve("1 2 3 4 5 6 7 8 x", count("near")),
  ]);
  assert.ok(heard.hard > 0);
  assert.deepEqual([heard.easy, heard.near], [0, 0]);
  fewest.close();
});

test("a call that waits for another ends when the worker is closed", async () => {
  const fewest = new Fewest();
  const fifteen = await fewest.open("fifteen");
  const waiting = [fifteen.survey(), fifteen.solve(HARD15), fifteen.survey()];
  fewest.close();
  const ends = await Promise.allSettled([...waiting, fifteen.solve("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15")]);
  assert.deepEqual(ends.slice(0, 3).map(({ reason }) => reason.kind), ["stopped", "stopped", "stopped"]);
  assert.equal(ends[3].value[0].verdict.distance, 1);
  fewest.close();
});

test("scrambles are boards in the format moves", async () => {
  const fewest = new Fewest();
  const answers = await fewest.solve("cube3", "R U R' U'\nF2\n", { format: "moves" });
  assert.deepEqual(answers.map(({ moves }) => moves.join(" ")), ["U R U' R'", "F2"]);
  fewest.close();
});

test("mistakes have lines and columns from 1, thrown or checked", async () => {
  const fewest = new Fewest();
  const definition = "name = \"x\"\n  colour = 3\n";
  const { problems } = await fewest.ask({ ask: "check", definition });
  assert.deepEqual([problems[0].line, problems[0].column], [2, 3]);
  await assert.rejects(fewest.open({ definition }), (error) => {
    assert.deepEqual(error.problems, problems);
    return true;
  });
  fewest.close();
});

test("a page of another origin starts the worker by a script of its own", async () => {
  const started = [];
  class Worker {
    constructor(url, options) {
      started.push([String(url), options.type]);
      if (!String(url).startsWith("blob:")) throw new DOMException("another origin", "SecurityError");
    }
    postMessage() {}
    terminate() {}
  }
  Object.assign(globalThis, { Worker });
  const entry = new URL("node_modules/fewest-wasm/index.js", import.meta.url);
  const browsers = new (await import(entry)).Fewest({ module: "data:," });
  const waiting = assert.rejects(browsers.open("eight"), { kind: "stopped" });
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(started.map(([, type]) => type), ["module", "module"]);
  const script = await resolveObjectURL(started[1][0]).text();
  assert.equal(script, `import ${JSON.stringify(new URL("worker.js", entry).href)};`);
  browsers.close();
  await waiting;
  // Of an address, the origin is known before, and no browser has to refuse it.
  Object.assign(globalThis, { location: new URL("https://page.example/lesson/") });
  const { Fewest: Remote } = await import(entry);
  const start = async (/** @type {string} */ worker) => {
    started.length = 0;
    const fewest = new Remote({ module: "data:,", worker });
    const stopped = assert.rejects(fewest.open("eight"), { kind: "stopped" });
    await new Promise((resolve) => setTimeout(resolve, 10));
    fewest.close();
    await stopped;
    return started.map(([url]) => url.split(":")[0]);
  };
  assert.deepEqual(await start("https://cdn.example/fewest/worker.js"), ["blob"]);
  assert.deepEqual(await start("../worker.js"), ["https", "blob"]);
  delete globalThis.location;
});

const esbuild = process.env.FEWEST_ESBUILD;

test("bundles for browsers and for Node", { skip: !esbuild && "esbuild is not here" }, async () => {
  writeFileSync("program.mjs", `
import { Fewest } from "fewest-wasm";
const fewest = new Fewest();
const [{ verdict }] = await fewest.solve("eight", "8 6 7 2 5 4 3 x 1");
console.log(verdict.distance);
fewest.close();
`);
  const bundle = (...options) => execFileSync(esbuild, ["program.mjs", "--bundle", "--format=esm", "--log-level=warning", ...options], { encoding: "utf8" });
  assert.ok(!/node:/.test(bundle("--platform=browser")));
  // Node's worker and module stay where they are installed.
  bundle("--platform=node", "--external:fewest-wasm", "--outfile=external.mjs");
  assert.equal(execFileSync("node", ["external.mjs"], { encoding: "utf8" }).trim(), "31");
  // Or the program says where they are.
  const files = `new Fewest({
    module: new URL("node_modules/fewest-wasm/module/fewest.wasm.lzma", import.meta.url),
    worker: new URL("node_modules/fewest-wasm/node-worker.js", import.meta.url),
  })`;
  const program = bundle("--platform=node").replace("new Fewest()", files);
  assert.ok(program.includes(files));
  writeFileSync("bundled.mjs", program);
  assert.equal(execFileSync("node", ["bundled.mjs"], { encoding: "utf8" }).trim(), "31");
});

test("a closed worker stops what is under way, and starts again", async () => {
  const fewest = new Fewest();
  const fifteen = await fewest.open("fifteen");
  const waiting = fifteen.survey();
  fewest.close();
  await assert.rejects(waiting, { kind: "stopped" });
  const { puzzles } = await fewest.ask({ ask: "puzzles" });
  assert.ok(puzzles.some(({ name }) => name === "cube3"));
  // Without close: the idle worker does not keep the program alive.
});
