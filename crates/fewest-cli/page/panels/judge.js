// @ts-check
/** The output of the user's own program, judged board by board. */
import { button, el } from "../dom.js";
import { grouped } from "../puzzle.js";
import { Shown } from "../shown.js";
import { counted, reasonOf, sentence } from "./units.js";

/**
 * @import {Engine} from "../engine.js"
 * @import {Game} from "../game.js"
 * @import {Board, CheckedAnswers} from "../protocol.js"
 *
 * @typedef {object} Input
 * @property {string} text
 * @property {string} [format]    recognised if there is none
 * @property {Board | null} goal  of boards without one; null: the puzzle's own
 * @property {number} count       of its boards
 *
 * @typedef {{board: number | null, verdict: "right" | "wrong", text: string}} Line  board: from 1
 */

/** Boards that are listed. */
const LISTED = 200;
/** Which answers are right. */
const POLICIES = { "": "as its judge does", least: "the first in dictionary order", shortest: "any shortest answer", valid: "any answer that solves the board" };

/** @param {{game: Game, jobs: Engine, showBoard: (place: number) => void}} page  place: from 0 */
export function createJudge({ game, jobs, showBoard }) {
  /** @type {Input | null} */
  let input = null;
  const output = el("textarea", { rows: 6, spellcheck: "false", id: "own-output", placeholder: "Paste the output of your program here", oninput: () => judged.check() });
  const policy = el("select", { onchange: () => judged.check() }, ...Object.entries(POLICIES).map(([value, text]) => el("option", { value, text })));
  const check = button("Check", () => judge(), { class: "main" });
  const stop = button("Stop", () => jobs.stop(), { hidden: true });
  const result = el("p", { role: "status" });
  const list = el("ul", { class: "boards scroll" });
  const element = el("div", { class: "judge", hidden: true },
    el("h2", { text: "Check your program" }),
    el("label", { for: "own-output", text: "Its output for the boards above, as their judge reads it" }), output,
    el("div", { class: "row" }, check, stop, el("label", { class: "field" }, "Accept", policy)), result, list);

  /** @param {string} text @param {Line[]} lines @param {boolean} [isWorking] */
  function show(text, lines, isWorking = false) {
    check.disabled = isWorking;
    stop.hidden = !isWorking;
    result.textContent = `${text}${lines.length > LISTED ? ` The first ${LISTED} are listed.` : ""}`;
    list.replaceChildren(...lines.slice(0, LISTED).map(({ board, verdict, text }) => el("li", {},
      board === null ? null : button(`Board ${grouped(board)}`, () => showBoard(board - 1)), " ",
      el("span", { class: `badge ${verdict === "right" ? "good" : "bad"}`, text: verdict }), " ", text)));
  }
  const judged = new Shown(() => [input, output.value, policy.value], () => show("", []));

  function judge() {
    const { puzzle } = game;
    if (!input || !puzzle) return;
    const { count, ...asked } = input;
    const request = { ask: "judge", ...asked, output: output.value, policy: policy.value || undefined };
    const ask = async () => {
      if (!output.value.trim()) return null;
      show("Checking…", [], true);
      return jobs.about(puzzle, request);
    };
    const tell = (/** @type {CheckedAnswers | null} */ checked) =>
      checked ? show(summaryOf(checked, count), linesOf(checked)) : show("No output to check.", []);
    judged.answer(ask, tell, (failure) => show(reasonOf(failure), []));
  }

  return {
    element,
    /** The boards whose answers are checked; null if there are none. @param {Input | null} other */
    offer(other) {
      input = other;
      element.hidden = other === null;
      judged.check();
    },
  };
}

/**
 * The verdict on each answer: the mistakes first, then what is right.
 * @param {CheckedAnswers} checked
 * @returns {Line[]}
 */
export function linesOf({ judged, mistakes }) {
  const wrong = mistakes.map(({ board, place, problem }) =>
    ({ board, verdict: /** @type {const} */ ("wrong"), text: sentence(`line ${grouped(place.line)}: ${problem}`) }));
  const isWrong = new Set(mistakes.map(({ board }) => board));
  const all = Array.from({ length: judged }, (_, place) => place + 1);
  return [...wrong, ...all.filter((board) => !isWrong.has(board)).map((board) => ({ board, verdict: /** @type {const} */ ("right"), text: "" }))];
}

/** @param {CheckedAnswers} checked @param {number} count  of boards */
export function summaryOf({ judged, mistakes }, count) {
  if (mistakes.length === 0) return `Right: ${counted(judged, "board")}.`;
  const wrong = new Set(mistakes.flatMap(({ board }) => (board !== null && board <= judged ? board : [])));
  const last = mistakes[mistakes.length - 1];
  const rest = last.board === null ? ` ${sentence(last.problem)}` : judged < count ? ` The answers from board ${grouped(judged + 1)} on could not be judged.` : "";
  return `${grouped(judged - wrong.size)} of ${grouped(count)} right.${rest}`;
}
