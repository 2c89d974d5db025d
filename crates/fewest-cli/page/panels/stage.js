// @ts-check
/** How far the board is from a stage, such as the cross of a cube. On the board, the pieces that the stage ignores are grey. */
import { button, el } from "../dom.js";
import { inMoves, separator } from "../puzzle.js";
import { Shown } from "../shown.js";
import { showGoal } from "./picture.js";
import { capital, reasonOf } from "./units.js";

/**
 * @import {Listed} from "../entries.js"
 * @import {Verdict} from "../protocol.js"
 * @import {Session} from "../session.js"
 */

/** A moment that a search for another board may still take before it is ended. */
const GRACE = 400;

/**
 * The stages of a puzzle.
 * @param {Listed[]} entries  all puzzles
 * @param {string} name
 */
export function stagesOf(entries, name) {
  return entries.filter(({ whole }) => whole === name);
}

/** A stage's title without its puzzle's. @param {Listed} stage */
export function stageTitle({ title }) {
  return capital(title.split(/ of the |; /)[0]);
}

/** @param {HTMLElement} section @param {Session} session @param {Pick<import("../board/view.js").BoardView, "cover">} view */
export function createStage(section, session, view) {
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

  /** @param {string} text @param {number[]} moves */
  const show = (text, moves) => {
    stop.hidden = true;
    solution = moves;
    distance.textContent = text;
    follow.disabled = moves.length === 0;
    const { puzzle } = game;
    answer.textContent = puzzle ? moves.map((move) => puzzle.moves[move]).join(separator(puzzle)) : "";
  };

  const pictured = new Shown(() => [choice.value], () => picture.replaceChildren());
  const shown = new Shown(() => [...game.question, choice.value], () => show("", []), game);
  /** The pieces that the stage ignores are grey. Moves carry them along, so only another board needs a new question. */
  const covered = new Shown(() => [...game.question, choice.value], () => put(null));
  let isCovered = false;
  const put = (/** @type {boolean[] | null} */ own) => {
    isCovered = own !== null;
    view.cover(own);
  };
  const cover = () => {
    const { puzzle, board } = game;
    const name = choice.value;
    if (!puzzle || name === "") return covered.end();
    covered.answer(() => asides.about(puzzle, { ask: "ignored", puzzle: name, board }), ({ ignored }) => put(ignored), () => {});
  };

  const choose = () => {
    const name = choice.value;
    known.hidden = name === "";
    look();
    cover();
    pictured.answer(async () => name && asides.ask({ ask: "look", puzzle: name }), (stage) => stage && showGoal(picture, stage), () => {});
  };

  const look = () => {
    const { puzzle, board } = game;
    shown.check();
    if (!puzzle || choice.value === "") return engine.stop();
    const ask = async (/** @type {() => boolean} */ isCurrent) => {
      if (engine.isBusy) {
        await new Promise((resolve) => setTimeout(resolve, GRACE));
        if (!isCurrent()) return null;
        engine.stop();
      }
      stop.hidden = false;
      return engine.about(puzzle, { ask: "stage", puzzle: choice.value, board }, ({ search, title }) => {
        if (isCurrent()) distance.textContent = search ? `Searching: at least ${inMoves(search.threshold)}` : `${capital(title)}…`;
      });
    };
    shown.answer(ask, ({ verdict, solution }) => show(inShort(verdict), solution), (failure) => show(reasonOf(failure), []));
  };

  game.addEventListener("puzzle", () => {
    const all = stagesOf(session.entries, session.name ?? "");
    section.hidden = all.length === 0;
    known.hidden = true;
    choice.replaceChildren(el("option", { value: "", text: "Whole puzzle" }), ...all.map((own) => el("option", { value: own.name, text: stageTitle(own) })));
  });
  // Moves that are put after the board don't ask again.
  game.addEventListener("board", (event) => {
    if (!shown.isCurrent) look();
    if (/** @type {CustomEvent} */ (event).detail.move === null || !isCovered) cover();
  });
}

/** @param {Verdict} verdict */
function inShort(verdict) {
  if (verdict.kind === "unsolvable") return verdict.why;
  if (verdict.kind === "open") return `At least ${inMoves(verdict.atLeast)}`;
  return verdict.distance === 0 ? "This stage is solved." : `${inMoves(verdict.distance)} to this stage`;
}
