import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { read, write } from "../page/address.js";
import { howOf, titleOf } from "../page/panels/algorithms.js";
import { archive } from "../page/panels/archive.js";
import { shownHeuristic, usualAlgorithms, usualHeuristics } from "../page/panels/choice.js";
import { searchTitle, searchWords } from "../page/panels/chooser.js";
import { dayOf, seedOf } from "../page/panels/deal.js";
import { fileName } from "../page/panels/download.js";
import { findExample } from "../page/panels/example.js";
import { linesOf, summaryOf } from "../page/panels/judge.js";
import { byLine, lineStarts, lineText, linesInView, markedPart, offsetOf } from "../page/panels/lines.js";
import { COLUMNS, best, contendersOf, csv, outcome, sorted, weightOf } from "../page/panels/runs.js";
import { curveOf, hasProof, hintsOf, proofWords, provenSolution } from "../page/panels/solution.js";
import { groupOf, listed } from "../page/entries.js";
import { stageTitle, stagesOf } from "../page/panels/stage.js";
import { countParts, endOfIteration, formula, partsOf, storyOf, wayTo } from "../page/panels/story.js";
import { LEVELS, NODES, treeOf } from "../page/panels/tree.js";
import { detailsOf } from "../page/panels/truth.js";
import { bytes, formatTitle, time, titleParts } from "../page/panels/units.js";
import { seeded, walk } from "../page/puzzle.js";
import { cube, rings, rotation, tiles, topspin } from "./puzzles.mjs";

const column = (title) => COLUMNS.find((own) => own.title === title);

function row(algorithm, figures, failure = null) {
  const run = failure === null
    ? { algorithm, heuristic: null, stop: "solved", atMost: 4, atLeast: 4, expanded: 1, generated: 1, reopened: 0, memory: 0,
        milliseconds: 1, preparation: 0, branching: null, answer: "u d", ...figures }
    : null;
  return { algorithm, heuristic: null, weight: null, run, failure };
}

test("a saved table keeps commas, quotes and line breaks", () => {
  const rows = [row("a-star", { answer: 'a "b", c\nd' }), row("nbs", {}, "no such, really")];
  const text = csv([{ puzzle: "eight", board: "1 2 3", rows }]);
  const [head, ...lines] = text.split("\r\n");
  assert.equal(head.split(",").length, 17);
  assert.equal(lines[0], 'eight,1 2 3,a-star,,,solved,4,4,1,1,0,0,1,0,,"a ""b"", c\nd",');
  assert.equal(lines[1], 'eight,1 2 3,nbs,,,,,,,,,,,,,,"no such, really"');
  assert.equal(lines[2], "");
});

test("the best is the least of what was proven, unless all are alike", () => {
  const rows = [row("a", { expanded: 5 }), row("b", { expanded: 3 }), row("c", { expanded: 1, stop: "found" }), row("d", {}, "no")];
  assert.deepEqual([...best(rows, column("Expanded"))], [rows[1]]);
  assert.equal(best(rows, column("Generated")).size, 0);
  assert.equal(best(rows, column("Branching")).size, 0);
  assert.equal(best(rows.slice(0, 1), column("Expanded")).size, 0);
});

test("rows are ordered by any column, those without a value last", () => {
  const rows = [row("b", { expanded: 10 }), row("c", {}, "no"), row("a", { expanded: 9 })];
  const names = (own, isDescending) => sorted(rows, own, isDescending).map(({ algorithm }) => algorithm).join("");
  assert.equal(names(column("Expanded"), false), "abc");
  assert.equal(names(column("Expanded"), true), "bac");
  assert.equal(names(column("Algorithm"), true), "cba");
  assert.equal(names(null, true), "bca");
});

test("outcomes in words", () => {
  const said = (stop, atMost) => outcome({ stop, atMost, atLeast: 7 });
  assert.equal(said("solved", 9), "9, proven");
  assert.equal(said("found", 11), "11, not proven");
  assert.equal(said("exhausted", null), "no answer, proven");
  assert.equal(said("time", null), "at least 7: out of time");
});

test("weights", () => {
  const read = ["3/2", " 1.5 ", "2", "4/2", "1", "0.5", "1/2", "0", "x", "", "3/0", "-2"].map(weightOf);
  assert.deepEqual(read, ["3/2", "3/2", "2", "2", "1", null, null, null, null, null, null, null]);
});

test("searches without a heuristic run once", () => {
  const algorithms = [
    { name: "table", isBlind: true, takesWeight: false, isProving: true },
    { name: "weighted-a-star", isBlind: false, takesWeight: true, isProving: false },
  ];
  assert.deepEqual(contendersOf(algorithms, ["manhattan", "pattern"], "3/2"), [
    { algorithm: "table", heuristic: null, weight: null },
    { algorithm: "weighted-a-star", heuristic: "manhattan", weight: "3/2" },
    { algorithm: "weighted-a-star", heuristic: "pattern", weight: "3/2" },
  ]);
  const contenders = { algorithms: [...algorithms, { name: "a-star" }], heuristics: ["blind", "misplaced", "pattern"] };
  assert.deepEqual(usualAlgorithms({ cells: Array(9) }, contenders), ["table", "a-star"]);
  assert.deepEqual(usualAlgorithms({ cells: Array(16) }, contenders), ["a-star"]);
  assert.deepEqual(usualHeuristics(contenders), ["pattern"]);
  assert.deepEqual(usualHeuristics({ heuristics: ["blind", "misplaced"] }), ["misplaced"]);
});

test("figures", () => {
  assert.deepEqual([0, 999, 1000, 12_345, 123_456_789, 5e12].map(bytes), ["0 bytes", "999 bytes", "1.00 kB", "12.3 kB", "123 MB", "5,000 GB"]);
  assert.deepEqual([0, 0.126, 12.34, 999.4, 1500, 61_000].map(time), ["0 ms", "0.1 ms", "12.3 ms", "999 ms", "1.50 s", "61.0 s"]);
  assert.equal(fileName("2 x 2 cube: half/turns"), "2-x-2-cube-half-turns");
  assert.equal(fileName("..."), "puzzle");
});

test("places in a text", () => {
  const text = "ab\n\ncde\n";
  const starts = lineStarts(text);
  assert.deepEqual(starts, [0, 3, 4, 8]);
  assert.deepEqual([0, 1, 2, 3, 4].map((line) => lineText(text, starts, line)), ["ab", "", "cde", "", ""]);
  assert.equal(offsetOf(text, starts, 2, 1), 5);
  assert.equal(offsetOf(text, starts, 2, 99), 7);
  assert.equal(offsetOf(text, starts, 99, 0), 8);
  const mark = (column, endLine, endColumn) => markedPart({ line: 0, column, endLine, endColumn }, "abcdef");
  assert.deepEqual(mark(1, 0, 3), { start: 1, end: 3 });
  assert.deepEqual(mark(1, 4, 0), { start: 1, end: 6 });
  assert.deepEqual(mark(6, 0, 6), { start: 6, end: 7 });
  assert.deepEqual(mark(99, 0, 99), { start: 6, end: 7 });
  const lines = byLine([{ line: 3, message: "x" }, { line: 1, message: "y" }, { line: 3, message: "z" }]);
  assert.deepEqual(lines.get(3).map(({ message }) => message), ["x", "z"]);
});

test("only lines in view are drawn", () => {
  assert.deepEqual(linesInView(0, 300, 30, 5), { first: 0, end: 5 });
  assert.deepEqual(linesInView(3000, 300, 30, 100_000), { first: 99, end: 111 });
  assert.deepEqual(linesInView(1e9, 300, 30, 10), { first: 10, end: 10 });
});

const step = (g, more = {}) => ({ threshold: null, board: [], g, h: 1, f: "9", isBackward: false, parent: null, move: null, open: null, closed: null, ...more });

test("iterations begin trees of their own", () => {
  const steps = [{ threshold: "3" }, { threshold: "5" }, step(0), step(1, { parent: 2, move: 1 }), { threshold: "7" }, step(0), step(1, { parent: 5, move: 0 }), step(2, { parent: 6, move: 2 }), { threshold: "9" }];
  const { scenes, iterations } = storyOf(tiles, steps);
  assert.deepEqual(iterations, [{ threshold: "5", start: 0, end: 2 }, { threshold: "7", start: 2, end: 5 }]);
  assert.deepEqual(scenes.map(({ iteration, parent }) => [iteration, parent]), [[0, null], [0, 0], [1, null], [1, 2], [1, 3]]);
  assert.deepEqual(wayTo(scenes, 4), [0, 2]);
  assert.deepEqual(wayTo(scenes, 2), []);
  const tree = treeOf(scenes, 2, 5);
  assert.deepEqual(tree.nodes.map(({ scene, level, x }) => [scene, level, x]), [[2, 0, 0], [3, 1, 0], [4, 2, 0]]);
});

test("the goal's side is a tree of its own", () => {
  const [solved] = tiles.goals.map(({ cells }) => cells);
  const [turn] = tiles.turns.filter(({ needs }) => needs.every(([cell, symbol]) => solved[cell] === symbol));
  const next = turn.from.map((cell) => solved[cell]);
  const { scenes } = storyOf(tiles, [step(0, { board: next }), step(0, { board: solved, isBackward: true }), step(1, { board: next, isBackward: true })]);
  assert.equal(scenes[2].parent, 1);
  assert.equal(wayTo(scenes, 2).length, 1);
  assert.deepEqual(treeOf(scenes, 0, 3).nodes.map(({ level, x }) => [level, x]), [[0, 0], [0, 1], [1, 1]]);
});

test("a tree is cut by levels and nodes, and parents stand over their children", () => {
  const wide = [step(0), ...Array.from({ length: 200 }, () => step(1, { parent: 0, move: 0 }))];
  const { scenes } = storyOf(tiles, wide);
  const tree = treeOf(scenes, 0, scenes.length);
  assert.equal(tree.nodes.length, NODES);
  assert.equal(tree.left, scenes.length - NODES);
  assert.equal(tree.width, NODES - 1);
  assert.equal(tree.nodes[0].x, (NODES - 2) / 2);
  const deep = storyOf(tiles, Array.from({ length: 20 }, (_, at) => step(at, at > 0 ? { parent: at - 1, move: 0 } : {})));
  assert.equal(treeOf(deep.scenes, 0, 20).levels, 20);
  const both = storyOf(tiles, [...deep.scenes.map(({ step: own }) => own), ...wide.slice(1)]);
  assert.equal(treeOf(both.scenes, 0, both.scenes.length).levels, LEVELS);
  assert.deepEqual(treeOf([], 0, 0), { nodes: [], width: 0, levels: 0, left: 0 });
});

test("every algorithm and heuristic of the library is explained", () => {
  const source = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const algorithms = [...source("fewest-engine/src/search/algorithm.rs").matchAll(/Self::\w+(?:\(_\))? => "([a-z-]+)"/g)].map(([, name]) => name);
  const heuristics = [...source("fewest/src/solver/heuristic_name.rs").matchAll(/^ {4}[A-Z]\w+ "([a-z-]+)",$/gm)].map(([, name]) => name);
  assert.ok(algorithms.length >= 13 && heuristics.length >= 8);
  for (const name of algorithms) assert.notEqual(titleOf(name), name);
  for (const name of [...algorithms, ...heuristics]) assert.match(howOf(name), /\.$/, name);
  assert.deepEqual(["new", "toString"].map((name) => [titleOf(name), howOf(name)]), [["new", ""], ["toString", ""]]);
});

test("a search in words", () => {
  const weighted = { algorithm: "weighted-a-star", heuristic: "manhattan", weight: "3/2" };
  assert.equal(searchTitle(weighted), "Weighted A* (3/2) with manhattan");
  assert.equal(searchWords(weighted), "weighted-a-star manhattan 3/2");
  assert.equal(searchWords({ algorithm: "breadth-first", heuristic: null, weight: null }), "breadth-first");
  assert.equal(shownHeuristic({ heuristics: ["blind", "misplaced", "manhattan"] }), "manhattan");
  assert.equal(shownHeuristic({ heuristics: [] }), "");
});

test("iterations are counted by threshold, other searches by depth", () => {
  const deepening = storyOf(tiles, [{ threshold: "5" }, step(0), step(1), { threshold: "7" }, step(0), step(1), step(2)]);
  const parts = partsOf(deepening);
  assert.deepEqual([parts.labels, parts.starts], [["5", "7"], [0, 2]]);
  assert.deepEqual([0, 1, 2, 4].map((last) => countParts(parts, last)), [[1, 0], [2, 0], [2, 1], [2, 3]]);
  assert.deepEqual([0, 1, 2, 3, 4].map((at) => endOfIteration(deepening, at)), [1, 4, 4, 4, 4]);
  // Depths that nothing reaches yet come later than deeper ones that are reached first.
  const best = partsOf(storyOf(tiles, [step(0), step(2), step(1), step(2)]));
  assert.deepEqual([best.labels, best.starts], [["0", "1", "2"], [0, 2, 1]]);
  assert.deepEqual(countParts(best, 3), [1, 1, 2]);
});

test("f is written as a sum where it is one", () => {
  const written = (f, g, h, isBlind = false) => formula({ f, g, h }, isBlind);
  assert.deepEqual([written("8", 3, 5), written("15/2", 3, 3), written("9", 4, 4), written("3", 3, 0, true)], ["8 = 3 + 5", "15/2: 3, 3", "9: 4, 4", "g 3"]);
});

test("an example is a board that takes 30 to 60 expansions, or comes closest", async () => {
  const far = (board) => tiles.solved.filter((symbol, cell) => board[cell] !== symbol).length;
  const found = await findExample(tiles, async (board) => 6 * far(board));
  assert.ok(6 * far(found) >= 30 && 6 * far(found) <= 60);
  assert.deepEqual(await findExample(tiles, async (board) => 6 * far(board)), found);
  // Where every board takes as many, the first is as good as any.
  assert.deepEqual(await findExample(tiles, async () => 1), walk(tiles, 3, seeded(12)));
  // Few boards too few are better than any number too many.
  const few = await findExample(tiles, async (board, most) => (far(board) < 6 ? 3 * far(board) : most));
  assert.equal(far(few), 5);
  let asked = 0;
  await findExample(tiles, async (_, most) => ((asked += 1), most));
  assert.equal(asked, 4 * 5);
});

test("an address has the tab, the searches and the step", async () => {
  const panel = { t: "steps", s: "weighted-a-star manhattan 3/2", s2: "", step: "17" };
  const words = write(tiles, null, null, tiles.solved, [0], 1, panel);
  assert.equal(words, "#p=puzzle&b=12345678.&m=d&t=steps&s=weighted-a-star+manhattan+3%2F2&step=17");
  assert.deepEqual((await read(words)).panel, panel);
  assert.deepEqual((await read("#t=whole")).panel, { t: "whole", s: "", s2: "", step: "" });
  await assert.rejects(read("#x=whole"), /leads to no puzzle/);
});

test("the first wrong answer comes first", () => {
  const mistake = (board, line, problem) => ({ board, place: { line, column: 1 }, problem });
  const checked = { judged: 4, mistakes: [mistake(2, 3, "4 moves, but 2 suffice: AC"), mistake(4, 7, "no"), mistake(5, 9, "`x` is not a move")] };
  assert.deepEqual(linesOf(checked).map(({ board, verdict }) => [board, verdict]),
    [[2, "wrong"], [4, "wrong"], [5, "wrong"], [1, "right"], [3, "right"]]);
  assert.equal(linesOf(checked)[0].text, "Line 3: 4 moves, but 2 suffice: AC.");
  assert.equal(summaryOf(checked, 6), "2 of 6 right. The answers from board 5 on could not be judged.");
  assert.equal(summaryOf({ judged: 1, mistakes: [] }, 1), "Right: 1 board.");
  // What is wrong after all boards is wrong with none of them.
  assert.equal(summaryOf({ judged: 2, mistakes: [mistake(null, 5, "more output than boards")] }, 2), "2 of 2 right. More output than boards.");
});

test("the stages of a puzzle are those that extend it", () => {
  const folder = new URL("../../fewest-model/puzzles/", import.meta.url);
  const entries = readdirSync(folder).map((file) => {
    const definition = readFileSync(new URL(file, folder), "utf8");
    return { name: file.replace(".toml", ""), title: /^title = "(.*)"$/m.exec(definition)?.[1] ?? "", definition };
  });
  const titles = (name) => stagesOf(listed([...entries, { name: "eight", title: "", definition: null }]), name).map(stageTitle).sort();
  assert.deepEqual(titles("cube3"), ["A 2 x 2 x 2 block", "A 2 x 2 x 3 block", "Domino reduction", "Oriented edges", "The cross", "The cross and one pair",
    "The cross and one pair, all edges oriented", "The first layer", "The first two layers"]);
  assert.deepEqual([titles("cube2"), titles("pyraminx"), titles("skewb")], [["One face"], ["The first layer"], ["The first layer"]]);
  assert.deepEqual([titles("cube"), titles("eight"), titles("")], [[], [], []]);
});

test("a proof is of the shortest solution, or of none", () => {
  const known = (verdict, solution) => ({ verdict, solution });
  const solved = known({ kind: "solved", distance: 2 }, [3, 1]);
  const unsolvable = known({ kind: "unsolvable", why: "" }, []);
  assert.deepEqual([solved, unsolvable].map(hasProof), [true, true]);
  assert.deepEqual([solved, unsolvable].map(provenSolution), [[3, 1], null]);
  // A board that is solved needs no proof, and what is not proven has none.
  const others = [known(null, []), known({ kind: "solved", distance: 0 }, []), known({ kind: "open", atLeast: 3, why: "time" }, [])];
  assert.deepEqual(others.map(hasProof), [false, false, false]);
  const proof = { text: "fewest-certificate 2", tables: [] };
  assert.equal(proofWords("eight.cert", proof), "Saved. To check it: fewest-check eight.cert");
  const tables = [{ name: "skewb.cert.0", bytes: "" }];
  assert.equal(
    proofWords("skewb.cert", { ...proof, tables }),
    "Saved. To check it: tar -xf skewb.cert.tar && fewest-check skewb.cert",
  );
  assert.match(proofWords("cube3.cert", null), /too large for a page.*fewest solve --certificate/);
});

test("tar unpacks an archive", () => {
  const folder = mkdtempSync(join(tmpdir(), "fewest-"));
  const texts = { "würfel.cert": "text", "würfel.cert.0": "", "würfel.cert.1": "a".repeat(512), [`${"n".repeat(97)}.10`]: "b".repeat(513) };
  const files = Object.entries(texts).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
  const time = Date.UTC(2026, 10, 27);
  const unpacked = spawnSync("tar", ["-x"], { cwd: folder, input: Buffer.concat(archive(files, time)) });
  assert.equal(unpacked.stderr.toString(), "");
  const found = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  assert.deepEqual(Object.fromEntries(found), texts);
  assert.equal(statSync(join(folder, "würfel.cert")).mtimeMs, time);
  rmSync(folder, { recursive: true });
});

test("the curve of distances has dots between gaps, and the gaps are bridged", () => {
  assert.deepEqual(curveOf([2, 1, 2], 2), { line: "M 0 0 L 1 1 L 2 0", gaps: "" });
  assert.deepEqual(curveOf([null, 3, null, 2, 1, null], 3), { line: "M 1 0 h 0 M 3 1 L 4 2", gaps: "M 1 0 L 3 1" });
  assert.deepEqual(curveOf([null, null], 1), { line: "", gaps: "" });
});

test("a hint says more than the one before", () => {
  const nameOf = (move) => rotation.moves[move];
  const [far, alike, move, ...more] = hintsOf(rotation, rotation.solved, [2, 3], true, nameOf);
  assert.deepEqual(far, { text: "2 of 8 moves bring it closer.", moves: [] });
  assert.deepEqual(alike, { text: "One of C, H.", moves: [2, 7] });
  assert.deepEqual([move, more], [{ text: "Try C.", moves: [2] }, []]);
  // A tile slides in one way only.
  const [vague, ...others] = hintsOf(tiles, tiles.solved, [0], false, String);
  assert.match(vague.text, /^At least 1 of 2 moves brings/);
  assert.equal(others.length, 1);
});

test("the board of a day is the same wherever it is that day by UTC", () => {
  const [early, late, next] = ["2026-11-28T00:30:00Z", "2026-11-28T23:30:00Z", "2026-11-29T00:30:00Z"].map((time) => new Date(time));
  const eight = { name: "eight" };
  assert.equal(seedOf(eight, early), seedOf(eight, late));
  assert.notEqual(seedOf(eight, late), seedOf(eight, next));
  assert.notEqual(seedOf(eight, early), seedOf({ name: "cube2" }, early));
  assert.equal(dayOf(late), "28 November");
});

test("a format is listed with the first that uses it", () => {
  const texts = ["", "UVa 10181", "POJ 2286, HDU 1667, UVa 1343"].map((usedBy) => formatTitle({ name: "own", usedBy }));
  assert.deepEqual(texts, ["own", "own (UVa 10181)", "own (POJ 2286 …)"]);
});

test("puzzles are in the gallery's groups by how they are drawn", () => {
  const groups = (whole, ...all) => all.map((own) => groupOf(own, { whole }));
  assert.deepEqual(groups(null, tiles, rotation, topspin, rings, cube), ["tiles", "tiles", "rings", "rings", "solids"]);
  assert.deepEqual(groups("cube3", cube, { ...tiles, blocks: {} }), ["stages", "blocks"]);
});

test("a title is what the puzzle is, and in what form", () => {
  assert.deepEqual(titleParts("sliding tiles, 3 x 3"), { head: "Sliding tiles", mark: ", ", rest: "3\u00a0x\u00a03" });
  assert.deepEqual(titleParts("the Ivy Cube"), { head: "The Ivy Cube", mark: "", rest: "" });
});

test("a board that moves don't reach is said to be one, also while it is searched for", () => {
  const goals = ["front", "back"].map((name) => ({ name, cells: [0] }));
  const details = (known, home = [0]) => detailsOf({ ...tiles, goals, home }, known, { farthest: null, nearer: null });
  const known = { verdict: { kind: "open", atLeast: 3, why: "time" }, goal: null, answers: null, isReal: null };
  const unreal = "Moves don't lead to this board from the solved board.";
  assert.equal(details(known), "");
  assert.equal(details({ ...known, isReal: false }), unreal);
  assert.equal(details({ ...known, isReal: false }, [1]), unreal.replace("solved", "start"));
  const solved = { ...known, verdict: { kind: "solved", distance: 0 }, goal: 1, isReal: false };
  assert.equal(details(solved), `${unreal} It shows back.`);
  const unsolvable = { ...known, verdict: { kind: "unsolvable", why: "No moves lead from it to a goal." }, isReal: true };
  assert.equal(details(unsolvable), "No moves lead from it to a goal.");
});
