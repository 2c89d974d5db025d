// @ts-check
/** One search on the board shown, or two side by side, step by step. */
import { describeBoard } from "../board/speech.js";
import { button, el, swap } from "../dom.js";
import { grouped } from "../puzzle.js";
import { Shown } from "../shown.js";
import { Chooser, searchTitle, searchWords } from "./chooser.js";
import { findExample } from "./example.js";
import { outcome } from "./runs.js";
import { storyOf } from "./story.js";
import { counted, reasonOf } from "./units.js";
import { StepViewer } from "./viewer.js";

/**
 * @import {Opened} from "../conversation.js"
 * @import {Board, Run, Step} from "../protocol.js"
 * @import {Session} from "../session.js"
 * @import {Chosen} from "./chooser.js"
 * @import {Contenders} from "./choice.js"
 * @import {Search} from "./search.js"
 */

/** Steps that are shown. */
const MOST = 2000;

/**
 * @returns what the panel's part of an address is, and a function that follows one
 * @param {HTMLElement} section @param {Session} session
 */
export function createSteps(section, session) {
  const { game, asides, jobs } = session;
  let isRunning = false;
  /** @type {StepViewer | null} */
  let current = null;
  /** The searches shown, as the address has them. @type {Record<string, string>} */
  let words = {};
  /** True once the puzzle's searches can be chosen. */
  let isOffered = false;
  const offered = new Shown(() => [game.puzzle], () => (isOffered = false), game);

  const choosers = [new Chooser("Search", false, () => update()), new Chooser("Beside it", true, () => update())];
  const show = button("Show", () => run(0), { class: "main", disabled: true });
  const example = button("A board that branches", () => showExample(), { disabled: true });
  const stop = button("Stop", () => jobs.stop(), { hidden: true });
  const status = el("p", { role: "status" });
  const viewer = el("div");
  section.append(
    el("p", {}, "Follow a search from the board shown, one expanded board after another, with all that it knows about each."),
    el("div", { class: "columns" }, ...choosers.map(({ element }) => element)),
    el("div", { class: "row limits" }, show, stop, example), status, viewer);

  function update() {
    const isReady = choosers.every((own) => own.isReady) && choosers[0].chosen !== null;
    show.disabled = isRunning || !isReady;
    example.disabled = show.disabled;
    if (choosers.some((own) => !own.isReady)) status.textContent = "The weight must be a number of at least 1, like 3/2 or 1.5.";
    else if (!isRunning) status.textContent = "";
  }

  const shown = new Shown(() => game.question, () => {
    if (isRunning) jobs.stop();
    closeViewer();
    setRunning(false);
  }, game);

  /** Offers the searches of the open puzzle; false if that fails. */
  async function load() {
    const { puzzle } = game;
    if (!puzzle || isOffered) return isOffered;
    const show = (/** @type {Contenders} */ contenders) => {
      isOffered = true;
      choosers.forEach((own) => own.offer(contenders));
    };
    await offered.answer(() => asides.about(puzzle, { ask: "contenders" }), show, fail);
    return isOffered;
  }

  /** @param {unknown} failure */
  function fail(failure) {
    setRunning(false);
    status.textContent = reasonOf(failure);
  }

  /** @param {Opened} puzzle @param {Board} board @param {Chosen} search @param {number} most @returns {Promise<{steps: (Step | {threshold: string})[], isCut: boolean, run: Run}>} */
  function stepsOf(puzzle, board, { algorithm, heuristic, weight }, most) {
    return jobs.about(puzzle, { ask: "step", board, most, algorithm, heuristic, weight: weight ?? undefined });
  }

  /** Shows the searches that are chosen. @param {number} at  the step to begin with */
  async function run(at) {
    const { puzzle, board } = game;
    const searches = choosers.flatMap(({ chosen }) => chosen ?? []);
    if (!puzzle || searches.length === 0 || isRunning) return;
    const ask = async (/** @type {() => boolean} */ isCurrent) => {
      setRunning(true);
      status.textContent = "Searching…";
      const all = [];
      for (const search of searches) if (isCurrent()) all.push({ search, ...(await stepsOf(puzzle, board, search, MOST)) });
      return all.map(({ search, steps, isCut, run }) => {
        const story = storyOf(puzzle, steps);
        const title = searchTitle(search);
        return { title, story, isBlind: search.isBlind, summary: `${title}: ${summaryOf(story.scenes.length, isCut, run)}` };
      });
    };
    const show = (/** @type {(Search & {summary: string})[]} */ all) => {
      setRunning(false);
      closeViewer();
      status.textContent = all.map(({ summary }) => summary).join(" ");
      const drawn = all.filter(({ story }) => story.scenes.length > 0);
      if (drawn.length === 0) return void viewer.replaceChildren(el("p", { text: `No board is expanded. ${describeBoard(puzzle, board)}` }));
      const [s, s2 = ""] = searches.map(searchWords);
      words = { s, s2 };
      current = new StepViewer(puzzle, drawn, () => session.writeAddress());
      viewer.replaceChildren(current.element);
      current.goTo(at);
    };
    await shown.answer(ask, show, fail);
    session.writeAddress();
  }

  async function showExample() {
    const { puzzle } = game;
    const search = choosers[0].chosen;
    if (!puzzle || !search || isRunning) return;
    const ask = () => {
      setRunning(true);
      status.textContent = "Looking for a board…";
      return findExample(puzzle, async (board, most) => (await stepsOf(puzzle, board, search, most)).steps.filter((step) => "board" in step).length);
    };
    const show = (/** @type {Board} */ board) => {
      setRunning(false);
      game.set(board);
      run(0);
    };
    shown.end();
    shown.answer(ask, show, fail);
  }

  function closeViewer() {
    current?.pause();
    current = null;
    viewer.replaceChildren();
    status.textContent = "";
  }

  /** @param {boolean} value */
  function setRunning(value) {
    isRunning = value;
    update();
    swap(value ? stop : show, value ? show : stop);
  }

  game.addEventListener("puzzle", () => section.hidden || load());
  section.addEventListener("shown", async () => {
    if (await load() && session.isUntouched && !session.problem && !current && !wanted) showExample();
  });

  /** The part of an address that is being followed. @type {Record<string, string> | null} */
  let wanted = null;
  return {
    /** The panel's part of the address: the searches and the step, if they are of the board shown. */
    words() {
      if (wanted) return wanted;
      return current && shown.isCurrent ? { ...words, step: String(current.at + 1) } : {};
    },
    /** @param {Record<string, string>} others */
    async follow(others) {
      if (!others.s) return;
      const step = Math.max(0, Number(others.step) - 1 || 0);
      const now = this.words();
      if (current && now.s === others.s && now.s2 === others.s2) return current.goTo(step);
      wanted = others;
      const unknown = (await load()) ? choosers.flatMap((own, place) => own.choose(place === 0 ? others.s : others.s2)) : [];
      if (unknown.length > 0) session.refuse(`The link names a search that this puzzle does not have: “${unknown[0]}”.`);
      else if (isOffered) await run(step);
      wanted = null;
      session.writeAddress();
    },
  };
}

/** @param {number} shown @param {boolean} isCut @param {Run} run */
function summaryOf(shown, isCut, run) {
  if (isCut) return `the first ${counted(shown, "step")}; the search continues.`;
  return `${counted(shown, "board")} expanded, ${grouped(run.generated)} generated; moves: ${outcome(run)}.`;
}
