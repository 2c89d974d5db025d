// The question changes while its reply is under way: no panel shows a reply, or leaves one, under another question.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../page/game.js";
import { createBoards } from "../page/panels/boards.js";
import { createCompare } from "../page/panels/compare.js";
import { createDeal } from "../page/panels/deal.js";
import { createJudge } from "../page/panels/judge.js";
import { createMoves } from "../page/panels/moves.js";
import { createSolution } from "../page/panels/solution.js";
import { createStage } from "../page/panels/stage.js";
import { createSteps } from "../page/panels/steps.js";
import { createWhole } from "../page/panels/whole.js";
import { after, boardText } from "../page/puzzle.js";
import { Shown } from "../page/shown.js";
import { Truths } from "../page/truths.js";
import { buttonOf, enter, makeDocument, push, settled } from "./dom.mjs";
import { tiles } from "./puzzles.mjs";

makeDocument();

const puzzle = (name) => ({ ...tiles, name, opening: { ask: "open", of: name } });
const [d, l, r, u] = ["d", "l", "r", "u"].map((name) => tiles.moves.indexOf(name));

/** An engine that answers when the test lets it. */
class Late {
  asked = [];
  about(_, request, onProgress) {
    return new Promise((resolve, reject) => this.asked.push({ request, onProgress, resolve, reject, isOpen: true }));
  }
  ask(request) {
    return this.about(null, request);
  }
  /** Answers the question with this number, or the last one. */
  async reply(reply, number = this.asked.length - 1) {
    this.asked[number].isOpen = false;
    this.asked[number].resolve(reply);
    await settled();
  }
  /** The questions that wait for an answer. */
  get open() {
    return this.asked.filter(({ isOpen }) => isOpen);
  }
  get isBusy() {
    return this.open.length > 0;
  }
  stop() {
    for (const own of this.open) {
      own.isOpen = false;
      own.reject({ kind: "stopped", message: "Stopped." });
    }
  }
}

/** A session without workers, one move from solved. */
function session() {
  const game = new Game();
  const engines = Object.fromEntries(["answers", "jobs", "asides", "staged", "quick"].map((name) => [name, new Late()]));
  const entries = ["first", "second"].map((name) => ({ name, title: `${name} stage; of`, whole: "eight" }));
  const truths = new Truths(game, engines.answers, engines.quick);
  const own = { game, truths, ...engines, entries, name: "eight", spread: { farthest: null, nearer: null }, isUntouched: false, writeAddress() {}, link: () => null };
  const page = {
    ...own, isAnalysed: true, addEventListener() {},
    analyse: (isAnalysed) => (page.isAnalysed = isAnalysed),
    deal: (start) => game.set(start),
    survey: (puzzle, onProgress) => engines.jobs.about(puzzle, { ask: "survey" }, onProgress),
    open: (name = "eight") => game.open(puzzle(name), tiles.solved, [u], 1),
  };
  return page;
}

/** A panel of a session that has a puzzle open. */
function panel(create, ...more) {
  const page = session();
  const section = document.createElement("section");
  document.createElement("div").append(section);
  const made = create(section, page, ...more);
  page.open();
  return { ...page, section, made, text: () => section.textContent };
}

const view = { mark() {}, edit() {}, endEdit() {} };
const found = (moves) => ({ verdict: { kind: "solved", distance: moves.length }, solution: moves });

test("what is shown is about the present question, and ends with it", async () => {
  let choice = "a";
  const seen = [];
  const shown = new Shown(() => [choice], () => seen.push("cleared"));
  const ask = (name) => {
    const late = {};
    const promise = new Promise((resolve, reject) => Object.assign(late, { resolve, reject }));
    shown.answer(() => promise, (reply) => seen.push(`${name} ${reply}`), (failure) => seen.push(`${name} ${failure}`));
    return late;
  };
  const first = ask("first");
  // The same question is under way already.
  ask("again");
  choice = "b";
  shown.check();
  assert.deepEqual(seen.splice(0), ["cleared"]);
  const second = ask("second");
  first.resolve("late");
  second.resolve("in time");
  await settled();
  assert.deepEqual(seen.splice(0), ["second in time"]);
  assert.ok(shown.isCurrent && !shown.isBusy);
  const third = ask("third");
  choice = "a";
  third.reject("late, too");
  await settled();
  assert.deepEqual(seen.splice(0), []);
  ask("fourth");
  assert.deepEqual(seen, ["cleared"]);
});

test("the pieces that a stage ignores are grey on the board that was asked about, and moves carry them", async () => {
  const seen = [];
  const { section, asides, game } = panel(createStage, { cover: (covered) => seen.push(covered) });
  const [choice] = section.all.filter(({ localName }) => localName === "select");
  const asked = () => asides.asked.findLastIndex(({ request }) => request.ask === "ignored");
  const reply = (ignored, number = asked()) => asides.reply({ ignored }, number);
  enter(choice, "first");
  await reply("one");
  assert.equal(seen.at(-1), "one");
  // Another stage, another board: what was grey is not, and a reply about what was there before comes too late.
  enter(choice, "second");
  const second = asked();
  assert.equal(seen.at(-1), null);
  game.set(after(tiles, tiles.solved, l));
  await reply("two", second);
  assert.equal(seen.at(-1), null);
  await reply("three");
  assert.equal(seen.at(-1), "three");
  const { length } = asides.asked;
  game.play(u);
  assert.deepEqual([asides.asked.length, seen.at(-1)], [length, "three"]);
  enter(choice, "");
  assert.equal(seen.at(-1), null);
});

test("the distance to a stage is never shown under another stage or board", async () => {
  const { section, text, staged, game } = panel(createStage, { cover() {} });
  const [choice] = section.all.filter(({ localName }) => localName === "select");
  enter(choice, "first");
  assert.equal(staged.open[0].request.puzzle, "first");
  await staged.reply(found([l, l, l]));
  assert.match(text(), /3 moves to this stage/);
  // Another stage: nothing is known of it yet, and what is said of the first one comes too late.
  enter(choice, "second");
  assert.doesNotMatch(text(), /moves to this stage/);
  staged.asked[0].onProgress({ search: { threshold: 9 } });
  assert.doesNotMatch(text(), /at least/);
  await settled();
  await staged.reply(found([l, l]));
  assert.match(text(), /2 moves to this stage/);
  game.play(l);
  assert.doesNotMatch(text(), /to this stage/);
  await settled();
  game.undo();
  await staged.reply(found([r, r, r, r]), 2);
  assert.doesNotMatch(text(), /4 moves/);
  // Moves that are put after the board leave it as it is.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await staged.reply(found([l, l]));
  const { length } = staged.asked;
  push(section, "Show these moves");
  assert.match(text(), /2 moves to this stage/);
  assert.equal(staged.asked.length, length);
});

const contenders = {
  algorithms: [{ name: "breadth-first", isBlind: true, takesWeight: false, isProving: true }],
  heuristics: ["manhattan"],
};
const STEPS = { isCut: false, run: { stop: "solved", length: 1, generated: 3 }, steps: [
  { board: tiles.solved, g: 0, h: 0, f: "0", isBackward: false, parent: null, move: null, open: 1, closed: 0, threshold: null },
] };

test("the steps of a search are never shown under another board", async () => {
  const { section, text, asides, jobs, game, made } = panel(createSteps);
  section.dispatchEvent(new Event("shown"));
  await asides.reply(contenders);
  const algorithm = section.all.find(({ localName }) => localName === "select");
  enter(algorithm, "breadth-first");
  push(section, "Show");
  assert.equal(jobs.open.length, 1);
  // It is dropped.
  game.play(l);
  assert.equal(jobs.open.length, 0);
  assert.equal(text().includes("Searching"), false);
  await jobs.reply(STEPS);
  assert.doesNotMatch(text(), /expanded,/);
  push(section, "Show");
  await jobs.reply(STEPS);
  assert.match(text(), /1 board expanded, 3 generated/);
  assert.equal(made.words().step, "1");
  game.play(r);
  assert.doesNotMatch(text(), /expanded,/);
  assert.deepEqual(made.words(), {});
});

const FIGURES = { boards: "9", solvable: "9", unsolvable: null, counts: ["1", "8"], farthest: 1, mean: 0.9, median: 1, peak: "8", hardest: [] };

test("figures of one puzzle are never shown under another", async () => {
  const { section, text, jobs, open } = panel(createWhole);
  await jobs.reply(FIGURES, jobs.asked.length - 1);
  assert.match(text(), /God's number1 move/);
  open("other");
  assert.doesNotMatch(text(), /God's number/);
  open("third");
  await jobs.reply(FIGURES, 1);
  assert.doesNotMatch(text(), /God's number/);
  await jobs.reply({ ...FIGURES, solvable: "24", farthest: 2 });
  assert.match(text(), /Boards from the solved board9Boards that can be solved24God's number2 moves/);
});

test("verdicts are never shown under another output", async () => {
  const { game, jobs } = panel(() => null);
  const judge = createJudge({ game, jobs, showBoard() {} });
  judge.offer({ text: "1 2 3", goal: null, count: 1 });
  const { element } = judge;
  const [output] = element.all.filter(({ localName }) => localName === "textarea");
  enter(output, "ul");
  push(element, "Check");
  enter(output, "ur");
  await jobs.reply({ judged: 1, mistakes: [] });
  assert.doesNotMatch(element.textContent, /Right|Checking/);
  push(element, "Check");
  await jobs.reply({ judged: 1, mistakes: [] });
  assert.match(element.textContent, /Right: 1 board/);
  // The boards are other ones.
  judge.offer({ text: "3 2 1", goal: null, count: 1 });
  assert.doesNotMatch(element.textContent, /Right/);
});

test("answers are never shown under another format or text", async () => {
  const { section, text, asides, jobs, game, open } = panel(createBoards, view);
  const formats = ["one", "other"].map((name) => ({ name, usedBy: "", isWritten: true }));
  game.open({ ...puzzle("eight"), formats }, tiles.solved);
  const [field, format, to] = section.all.filter(({ localName }) => ["textarea", "select"].includes(localName));
  const boards = [tiles.solved, after(tiles, tiles.solved, u)].map((board) => ({ board, goal: null }));
  enter(field, "two boards");
  push(section, "Read");
  await asides.reply({ boards, count: 2, notes: [] });
  push(section, "Answer all boards");
  enter(to, "other");
  await jobs.reply({ text: "u\n", verdict: found([u]).verdict });
  assert.equal(jobs.asked.length, 1);
  assert.doesNotMatch(text(), /answered/);
  push(section, "Answer all boards");
  await jobs.reply({ text: "u\n", verdict: found([u]).verdict });
  await jobs.reply({ text: "u\n", verdict: found([u]).verdict });
  assert.match(text(), /2 of 2 boards answered/);
  assert.deepEqual(jobs.asked.map(({ request }) => request.format), ["one", "other", "other"]);
  // A text of another puzzle comes too late, and a later text takes the place of the one before.
  enter(format, "");
  push(section, "Read");
  open("other");
  await asides.reply({ boards, count: 2, notes: [] });
  assert.doesNotMatch(text(), /boards read/);
});

test("the answer of an earlier file never replaces the refusal of a later one", async () => {
  const { section, text, asides, game } = panel(createBoards, view);
  game.open({ ...puzzle("eight"), formats: [] }, tiles.solved);
  const [drop] = section.all.filter((own) => own["@class"] === "drop");
  const files = [];
  const slow = () => new Promise((resolve) => files.push(resolve));
  const dropFile = (size, content) => {
    const dataTransfer = { files: [{ name: "boards.txt", size, text: () => content }] };
    drop.dispatchEvent(Object.assign(new Event("drop"), { dataTransfer }));
  };
  dropFile(20, "one");
  await settled();
  dropFile(9e6, "");
  assert.match(text(), /too many for the page/);
  await asides.reply({ boards: [], count: 0, notes: [] });
  assert.match(text(), /too many for the page/);
  // The browser reads the first file last.
  dropFile(20, slow());
  dropFile(20, slow());
  files[1]("three");
  await settled();
  files[0]("two");
  await settled();
  assert.deepEqual(asides.asked.map(({ request }) => request.text), ["one", "three"]);
});

test("a text that is pasted over all others starts from the solved board, and can start from the one before", async () => {
  const { section, text, asides, game } = panel(createMoves, async () => "");
  const dealt = after(tiles, tiles.solved, u);
  game.set(dealt);
  const [field] = section.all.filter(({ localName }) => localName === "textarea");
  const [here] = section.all.filter(({ localName }) => localName === "input");
  const read = (moves) => asides.reply({ moves, ends: moves.map((_, place) => [place + 1, place + 1]), problem: null });
  enter(field, "ul");
  assert.equal(asides.asked[0].request.board, tiles.solved);
  await read([u, l]);
  assert.equal(boardText(tiles, game.start), boardText(tiles, tiles.solved));
  assert.match(text(), /From the solved board/);
  here.dispatchEvent(new Event("change"));
  assert.equal(asides.asked[1].request.board, dealt);
  await read([u, l]);
  assert.deepEqual([game.start, game.moves, here.checked], [dealt, [u, l], true]);
  assert.doesNotMatch(text(), /From the solved board/);
  here.dispatchEvent(new Event("change"));
  await read([u, l]);
  assert.equal(game.start, tiles.solved);
  // What is typed goes on from there.
  game.set(dealt);
  field.dispatchEvent(Object.assign(new Event("beforeinput"), { inputType: "insertText", data: "l" }));
  enter(field, "l");
  assert.equal(asides.asked.at(-1).request.board, dealt);
  await read([l]);
  assert.deepEqual([game.start, game.moves], [dealt, [l]]);
  // Another board is shown while a text is read.
  enter(field, "ll");
  game.set(dealt);
  await read([l, l]);
  assert.deepEqual([game.moves, field.value], [[], ""]);
  // Nor is a text read that has changed.
  enter(field, "u");
  enter(field, "l");
  await asides.reply({ moves: [u], ends: [[1, 1]], problem: null }, asides.asked.length - 2);
  assert.deepEqual(game.moves, []);
  await read([l]);
  assert.deepEqual(game.moves, [l]);
});

test("a board of one puzzle is never dealt to another", async () => {
  const { section, jobs, game, open } = panel(createDeal);
  const [level] = section.all.filter(({ localName }) => localName === "select");
  enter(level, "random");
  push(section, "New board");
  open("other");
  const { board } = game;
  await jobs.reply({ board: tiles.solved });
  assert.equal(game.board, board);
  push(section, "New board");
  await jobs.reply({ board: tiles.solved });
  assert.equal(game.board, tiles.solved);
});

test("a note on a proof is never shown under another board", async () => {
  const { section, text, jobs, answers, game } = panel(createSolution, view);
  await answers.reply({ ...found([u]), goal: 0, method: "table", moves: [] });
  push(section, "Save the proof");
  assert.match(text(), /Writing the proof/);
  game.play(l);
  assert.doesNotMatch(text(), /proof …/);
  jobs.asked[0].reject({ kind: "limit", message: "No memory." });
  await settled();
  assert.doesNotMatch(text(), /No memory/);
});

test("hints of a game come one by one, and begin again on another board", async () => {
  const marked = [];
  const { section, text, answers, game, analyse } = panel(createSolution, { ...view, mark: (moves) => marked.push(moves) });
  const known = { ...found([d]), goal: 0, method: "table", moves: [[l, 2], [u, 2], [d, 0]].map(([move, distance]) => ({ move, verdict: { kind: "solved", distance } })) };
  analyse(false);
  await answers.reply(known);
  push(section, "Hint");
  assert.match(text(), /1 of 3 moves brings it closer/);
  assert.doesNotMatch(text(), /Try/);
  push(section, "Hint");
  push(section, "Hint");
  assert.match(text(), /Try d/);
  assert.deepEqual(marked, [[], [d], [d]]);
  game.play(l);
  assert.doesNotMatch(text(), /Try/);
  game.undo();
  await answers.reply(known);
  push(section, "Hint");
  assert.doesNotMatch(text(), /Try/);
  analyse(true);
  push(section, "Hint");
  assert.match(text(), /Try d/);
});

test("searches of one puzzle are never offered for another", async () => {
  const { section, text, asides, open } = panel(createCompare);
  section.dispatchEvent(new Event("shown"));
  open("other");
  await asides.reply(contenders, 0);
  assert.doesNotMatch(text(), /Breadth-first/);
  await asides.reply(contenders);
  assert.match(text(), /Breadth-first/);
  assert.equal(buttonOf(section, "Run").disabled, false);
});

test("a distance of one puzzle is never remembered for another", async () => {
  const { truths, answers, game, open } = panel(() => null);
  const [asked] = answers.open;
  assert.equal(asked.request.ask, "truth");
  open("other");
  const [first, ...others] = answers.open;
  first.resolve({ ...found([u]), goal: 0, method: "table", moves: [] });
  await settled();
  assert.equal(truths.known.verdict, null);
  assert.equal(truths.distanceOf(game.board), null);
  for (const own of others) own.resolve({ ...found([u, l]), goal: 0, method: "table", moves: [] });
  await settled();
  assert.equal(truths.known.verdict.distance, 2);
});
