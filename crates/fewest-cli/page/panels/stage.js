// @ts-check
/** How far the board is from a stage, such as the cross of a cube. */
import { button, el } from "../dom.js";
import { inMoves, separator } from "../puzzle.js";
import { showGoal } from "./picture.js";
import { capital, reasonOf } from "./units.js";

/**
 * @import {Entry, Progress, Verdict} from "../protocol.js"
 * @import {Session} from "../session.js"
 */

/** A moment that a search for another board may still take before it is ended. */
const GRACE = 400;

/**
 * The stages of a puzzle: the puzzles that extend it.
 * @param {Entry[]} entries  all puzzles
 * @param {string} name
 */
export function stagesOf(entries, name) {
  return entries.filter(({ definition }) => /^extends = "([^"]*)"$/m.exec(definition ?? "")?.[1] === name);
}

/** A stage's title without its puzzle's. @param {Entry} stage */
export function stageTitle({ title }) {
  return capital(title.split(/ of the |; /)[0]);
}

/** @param {HTMLElement} section @param {Session} session */
export function createStage(section, session) {
  const { game, staged: engine, asides } = session;
  const choice = el("select", { onchange: () => choose() });
  const picture = el("div", { class: "goal" });
  const distance = el("p", { class: "stage-distance", role: "status" });
  const answer = el("p", { class: "stage-answer" });
  const follow = button("Show these moves", () => game.follow(solution));
  const stop = button("Stop", () => engine.stop(), { hidden: true });
  const known = el("div", { class: "stage-known", hidden: true }, picture,
    el("div", {}, distance, answer, el("div", { class: "row" }, follow, stop)));
  section.append(el("div", { class: "row" }, el("label", { class: "field" }, "Stage", choice)), known);

  /** @type {number[]} */
  let solution = [];
  /** Counts boards: an answer for an earlier one comes too late. */
  let turn = 0;

  /** @param {string} text @param {number[]} moves */
  const show = (text, moves) => {
    solution = moves;
    distance.textContent = text;
    follow.disabled = moves.length === 0;
    const { puzzle } = game;
    answer.textContent = puzzle ? moves.map((move) => puzzle.moves[move]).join(separator(puzzle)) : "";
  };

  const choose = async () => {
    known.hidden = choice.value === "";
    const name = choice.value;
    look();
    if (name) showGoal(picture, await asides.ask({ ask: "look", puzzle: name }));
  };

  const look = async () => {
    const own = ++turn;
    const { board } = game;
    if (choice.value === "") return engine.stop();
    const onProgress = (/** @type {Progress} */ { search, title }) => {
      if (own === turn) distance.textContent = search ? `Searching: at least ${inMoves(search.threshold)}` : `${capital(title)}…`;
    };
    try {
      if (engine.isBusy) {
        await new Promise((resolve) => setTimeout(resolve, GRACE));
        if (own !== turn) return;
        engine.stop();
      }
      follow.disabled = true;
      stop.hidden = false;
      /** @type {{verdict: Verdict, solution: number[]}} */
      const reply = await engine.ask({ ask: "stage", puzzle: choice.value, board }, onProgress);
      if (own === turn) show(inShort(reply.verdict), reply.solution);
    } catch (failure) {
      if (own === turn) show(reasonOf(failure), []);
    } finally {
      if (own === turn) stop.hidden = true;
    }
  };

  game.addEventListener("puzzle", () => {
    const all = stagesOf(session.entries, session.name ?? "");
    section.hidden = all.length === 0;
    known.hidden = true;
    choice.replaceChildren(el("option", { value: "", text: "Whole puzzle" }), ...all.map((own) => el("option", { value: own.name, text: stageTitle(own) })));
  });
  game.addEventListener("board", look);
}

/** @param {Verdict} verdict */
function inShort(verdict) {
  if (verdict.kind === "unsolvable") return verdict.why;
  if (verdict.kind === "at-least") return `At least ${inMoves(verdict.moves)}`;
  return verdict.moves === 0 ? "This stage is solved." : `${inMoves(verdict.moves)} to this stage`;
}
