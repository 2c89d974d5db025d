// @ts-check
/** One search on the board shown, or two side by side, step by step. */
import { describeBoard } from "../board/speech.js";
import { button, el, swap } from "../dom.js";
import { grouped } from "../puzzle.js";
import { Chooser, searchTitle, searchWords } from "./chooser.js";
import { findExample } from "./example.js";
import { outcome } from "./runs.js";
import { storyOf } from "./story.js";
import { counted, reasonOf } from "./units.js";
import { StepViewer } from "./viewer.js";

/**
 * @import {Board, Puzzle, Run, Step} from "../protocol.js"
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
  /** The puzzle whose searches can be chosen. @type {Puzzle | null} */
  let offered = null;
  let isRunning = false;
  /** @type {StepViewer | null} */
  let current = null;
  /** The searches shown, and their board: as the address has them. @type {{board: string, words: Record<string, string>} | null} */
  let shown = null;

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

  /** Offers the searches of the open puzzle; false if that fails. */
  async function load() {
    const { puzzle } = game;
    if (!puzzle || offered === puzzle) return offered !== null;
    try {
      const contenders = /** @type {Contenders} */ (await asides.ask({ ask: "contenders" }));
      if (puzzle !== game.puzzle) return false;
      offered = puzzle;
      choosers.forEach((own) => own.offer(contenders));
      return true;
    } catch (error) {
      status.textContent = reasonOf(error);
      return false;
    }
  }

  /** @param {Board} board @param {Chosen} search @param {number} most @returns {Promise<{steps: (Step | {threshold: string})[], isCut: boolean, run: Run}>} */
  function stepsOf(board, { algorithm, heuristic, weight }, most) {
    return jobs.ask({ ask: "step", board, most, algorithm, heuristic, weight: weight ?? undefined });
  }

  /** Shows the searches that are chosen. @param {number} at  the step to begin with */
  async function run(at) {
    const { puzzle, board } = game;
    const searches = choosers.flatMap(({ chosen }) => chosen ?? []);
    if (!puzzle || searches.length === 0 || isRunning) return;
    setRunning(true);
    status.textContent = "Searching…";
    try {
      /** @type {Search[]} */
      const found = [];
      const summaries = [];
      for (const search of searches) {
        const { steps, isCut, run } = await stepsOf(board, search, MOST);
        if (puzzle !== game.puzzle) return;
        const story = storyOf(puzzle, steps);
        found.push({ title: searchTitle(search), story, isBlind: search.isBlind });
        summaries.push(`${searchTitle(search)}: ${summaryOf(story.scenes.length, isCut, run)}`);
      }
      setRunning(false);
      closeViewer();
      status.textContent = summaries.join(" ");
      const drawn = found.filter(({ story }) => story.scenes.length > 0);
      if (drawn.length === 0) return void viewer.replaceChildren(el("p", { text: `No board is expanded. ${describeBoard(puzzle, board)}` }));
      const [s, s2 = ""] = searches.map(searchWords);
      shown = { board: board.join(), words: { s, s2 } };
      current = new StepViewer(puzzle, drawn, () => session.writeAddress());
      viewer.replaceChildren(current.element);
      current.goTo(at);
    } catch (error) {
      setRunning(false);
      status.textContent = reasonOf(error);
    }
    session.writeAddress();
  }

  async function showExample() {
    const { puzzle } = game;
    const search = choosers[0].chosen;
    if (!puzzle || !search || isRunning) return;
    setRunning(true);
    status.textContent = "Looking for a board…";
    try {
      const board = await findExample(puzzle, async (board, most) => (await stepsOf(board, search, most)).steps.filter((step) => "board" in step).length);
      setRunning(false);
      if (puzzle !== game.puzzle) return;
      game.set(board);
      await run(0);
    } catch (error) {
      setRunning(false);
      status.textContent = reasonOf(error);
    }
  }

  function closeViewer() {
    shown = null;
    current?.pause();
    current = null;
    viewer.replaceChildren();
  }

  /** @param {boolean} value */
  function setRunning(value) {
    isRunning = value;
    update();
    swap(value ? stop : show, value ? show : stop);
  }

  game.addEventListener("puzzle", () => {
    if (isRunning) jobs.stop();
    closeViewer();
    status.textContent = "";
    if (!section.hidden) load();
  });
  section.addEventListener("shown", async () => {
    if (await load() && session.isUntouched && !shown && !wanted) showExample();
  });

  /** The part of an address that is being followed. @type {Record<string, string> | null} */
  let wanted = null;
  return {
    /** The panel's part of the address: the searches and the step, if they are of the board shown. */
    words() {
      if (wanted) return wanted;
      return shown && current && shown.board === game.board?.join() ? { ...shown.words, step: String(current.at + 1) } : {};
    },
    /** @param {Record<string, string>} words */
    async follow(words) {
      if (!words.s) return;
      const step = Math.max(0, Number(words.step) - 1 || 0);
      const now = this.words();
      if (current && now.s === words.s && now.s2 === words.s2) return current.goTo(step);
      wanted = words;
      if (await load()) {
        choosers[0].choose(words.s);
        choosers[1].choose(words.s2);
        await run(step);
      }
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
