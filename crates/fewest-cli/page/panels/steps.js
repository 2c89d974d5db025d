// @ts-check
/** One search on the board shown, step by step. */
import { describeBoard } from "../board/speech.js";
import { button, el } from "../dom.js";
import { grouped } from "../puzzle.js";
import { algorithmText, outcome, weightOf } from "./runs.js";
import { storyOf } from "./story.js";
import { counted, sentence } from "./units.js";
import { StepViewer } from "./viewer.js";

/**
 * @import {Engine} from "../engine.js"
 * @import {Game} from "../game.js"
 * @import {Failure, Puzzle, Run} from "../protocol.js"
 * @import {Contenders} from "./choice.js"
 */

/** Steps that are shown. */
const MOST = 2000;

/**
 * @param {HTMLElement} section
 * @param {{game: Game, jobs: Engine}} page
 */
export function createSteps(section, { game, jobs }) {
  /** @type {Contenders | null} */
  let contenders = null;
  let isOld = true;
  let isRunning = false;
  /** @type {StepViewer | null} */
  let current = null;

  const algorithm = el("select", { onchange: () => update() });
  const heuristic = el("select");
  const weight = el("input", { type: "text", size: 5, value: "3/2", inputmode: "decimal", oninput: () => update() });
  const heuristicLabel = el("label", { class: "field" }, "Heuristic", heuristic);
  const weightLabel = el("label", { class: "field" }, "Weight", weight);
  const show = button("Show", () => run(), { class: "main", disabled: true });
  const stop = button("Stop", () => jobs.stop(), { hidden: true });
  const status = el("p", { role: "status" });
  const viewer = el("div");
  section.append(
    el("p", {}, "Follow a search from the board shown, one expanded board after another, with all that it knows about each."),
    el("div", { class: "row" }, el("label", { class: "field" }, "Algorithm", algorithm), heuristicLabel, weightLabel, show, stop),
    status, viewer);

  function chosen() {
    return contenders?.algorithms.find(({ name }) => name === algorithm.value) ?? null;
  }

  function update() {
    const own = chosen();
    heuristicLabel.hidden = own?.isBlind ?? true;
    weightLabel.hidden = !own?.takesWeight;
    const isWeighed = !own?.takesWeight || weightOf(weight.value) !== null;
    show.disabled = isRunning || !own || !isWeighed;
    if (!isWeighed) status.textContent = "The weight must be a number of at least 1, like 3/2 or 1.5.";
    else if (!isRunning) status.textContent = "";
  }

  async function load() {
    if (!isOld || !game.puzzle) return;
    isOld = false;
    const { puzzle } = game;
    try {
      const found = /** @type {Contenders} */ (await jobs.ask({ ask: "contenders" }));
      if (puzzle !== game.puzzle) return;
      contenders = found;
      // A table is looked up: there are no steps.
      const names = found.algorithms.map(({ name }) => name).filter((name) => name !== "table");
      offer(algorithm, names, "a-star");
      offer(heuristic, found.heuristics, ["manhattan", "centre", "misplaced"].find((name) => found.heuristics.includes(name)) ?? "");
      update();
    } catch (error) {
      isOld = true;
      fail(error);
    }
  }

  /** @param {unknown} error */
  function fail(error) {
    const { kind, message } = /** @type {Failure} */ (error);
    status.textContent = kind === "stopped" ? "Stopped." : sentence(message);
  }

  async function run() {
    const { puzzle, board } = game;
    const own = chosen();
    if (!puzzle || !own || isRunning) return;
    const search = {
      algorithm: own.name,
      heuristic: own.isBlind ? null : heuristic.value,
      weight: own.takesWeight ? (weightOf(weight.value) ?? undefined) : undefined,
    };
    setRunning(true);
    status.textContent = "Searching…";
    try {
      const { steps, isCut, run } = await jobs.ask({ ask: "step", board, most: MOST, ...search });
      if (puzzle !== game.puzzle) return;
      const story = storyOf(puzzle, steps);
      const guide = search.heuristic ? ` with ${search.heuristic}` : "";
      const title = `${algorithmText({ ...search, weight: search.weight ?? null })}${guide}`;
      setRunning(false);
      status.textContent = summary(title, story.scenes.length, isCut, run);
      open(puzzle, board, story, own.isBlind);
    } catch (error) {
      setRunning(false);
      fail(error);
    }
  }

  /**
   * @param {Puzzle} puzzle @param {number[]} board
   * @param {import("./story.js").Story} story @param {boolean} isBlind
   */
  function open(puzzle, board, story, isBlind) {
    closeViewer();
    if (story.scenes.length === 0) return viewer.replaceChildren(el("p", { text: `No board is expanded. ${describeBoard(puzzle, board)}` }));
    current = new StepViewer(puzzle, story, isBlind);
    viewer.replaceChildren(current.element);
    current.goTo(0);
  }

  function closeViewer() {
    current?.pause();
    current = null;
    viewer.replaceChildren();
  }

  /** @param {boolean} value */
  function setRunning(value) {
    const hadFocus = document.activeElement === (value ? show : stop);
    isRunning = value;
    stop.hidden = !value;
    show.hidden = value;
    update();
    if (hadFocus) (value ? stop : show).focus();
  }

  game.addEventListener("puzzle", () => {
    isOld = true;
    if (isRunning) jobs.stop();
    closeViewer();
    status.textContent = "";
    if (!section.hidden) load();
  });
  section.addEventListener("shown", load);
}

/** @param {HTMLSelectElement} select @param {string[]} names @param {string} usual */
function offer(select, names, usual) {
  const before = names.includes(select.value) ? select.value : usual;
  select.replaceChildren(...names.map((name) => el("option", { value: name, text: name, selected: name === before })));
}

/** @param {string} title @param {number} shown @param {boolean} isCut @param {Run} run */
function summary(title, shown, isCut, run) {
  if (isCut) return `${title}: the first ${counted(shown, "step")}; the search continues.`;
  return `${title}: ${counted(shown, "board")} expanded, ${grouped(run.generated)} generated; moves: ${outcome(run)}.`;
}
