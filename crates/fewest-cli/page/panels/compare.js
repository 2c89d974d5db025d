// @ts-check
/** Searches on the board shown, side by side. */
import { button, el, swap } from "../dom.js";
import { boardText, grouped } from "../puzzle.js";
import { Shown } from "../shown.js";
import { howOf, titleOf } from "./algorithms.js";
import { Bars } from "./bars.js";
import { usualAlgorithms, usualHeuristics } from "./choice.js";
import { searchTitle } from "./chooser.js";
import { download } from "./download.js";
import { Log } from "./log.js";
import { contendersOf, csv, outcome, weightOf } from "./runs.js";
import { reasonOf, sentence } from "./units.js";

/**
 * @import {Opened} from "../conversation.js"
 * @import {Failure, Progress, Run} from "../protocol.js"
 * @import {Session} from "../session.js"
 * @import {Contenders} from "./choice.js"
 * @import {Contender, Group} from "./runs.js"
 */

/** Seconds for each search, unless another limit is set. */
const SECONDS = 10;

/** @param {HTMLElement} section @param {Session} session */
export function createCompare(section, { game, asides, jobs }) {
  /** @type {Contenders | null} */
  let contenders = null;
  let isRunning = false;
  const offered = new Shown(() => [game.puzzle]);
  const running = new Shown(() => [game.puzzle]);

  const algorithms = new Choices("Algorithms", () => update());
  const heuristics = new Choices("Heuristics", () => update());
  const weight = el("input", { type: "text", size: 5, value: "3/2", inputmode: "decimal", oninput: () => update() });
  const seconds = el("input", { type: "number", min: 0.1, max: 3600, step: "any", value: SECONDS, oninput: () => update() });
  const nodes = el("input", { type: "number", min: 1, step: 1, placeholder: "any", oninput: () => update() });
  const weightLabel = el("label", { class: "field" }, "Weight", weight);
  const start = button("Run", () => run(), { class: "main", disabled: true });
  const stop = button("Stop", () => jobs.stop(), { hidden: true });
  const status = el("span", { role: "status" });
  const progress = el("span", { class: "muted", "aria-hidden": "true" });
  const log = new Log();
  const tools = el("div", { class: "row", hidden: true },
    button("Save as CSV", () => download("fewest-searches.csv", "text/csv", csv(log.groups))),
    button("Clear", () => clear()));
  const chart = el("div", { hidden: true });
  const legend = el("p", { class: "muted legend", hidden: true },
    "Bold and underlined: the best on its board, among searches that proved their answer. A click on a heading sorts.");

  section.append(
    el("p", {}, "Run search algorithms on the board shown, one after another, and compare their effort."),
    algorithms.element, heuristics.element,
    el("div", { class: "row limits" },
      weightLabel,
      el("label", { class: "field" }, "Limit in seconds", seconds),
      el("label", { class: "field" }, "Limit in boards generated", nodes)),
    el("div", { class: "row" }, start, stop, status, progress),
    chart, log.element, legend, tools);
  log.element.hidden = true;

  function load() {
    const { puzzle } = game;
    if (!puzzle || offered.isCurrent) return;
    const show = (/** @type {Contenders} */ found) => {
      if (JSON.stringify(found) === JSON.stringify(contenders)) return;
      contenders = found;
      algorithms.offer(contenders.algorithms.map(({ name }) => name), usualAlgorithms(puzzle, contenders));
      heuristics.offer(contenders.heuristics, usualHeuristics(contenders));
      update();
    };
    offered.answer(() => asides.about(puzzle, { ask: "contenders" }), show, (failure) => {
      offered.end();
      status.textContent = reasonOf(failure);
    });
  }

  function chosen() {
    return (contenders?.algorithms ?? []).filter(({ name }) => algorithms.chosen.includes(name));
  }

  /** What keeps the searches from running, in a sentence. */
  function problem() {
    const own = chosen();
    if (!contenders) return "";
    if (own.length === 0) return "Choose an algorithm.";
    const guided = own.filter(({ isBlind }) => !isBlind);
    if (guided.length > 0 && heuristics.chosen.length === 0) return `Choose a heuristic for ${titleOf(guided[0].name)}.`;
    if (own.some(({ takesWeight }) => takesWeight) && weightOf(weight.value) === null) {
      return "The weight must be a number of at least 1, like 3/2 or 1.5.";
    }
    if (!seconds.validity.valid) return "Seconds must be between 0.1 and 3,600.";
    return nodes.validity.valid ? null : "Boards must be a whole number of at least 1.";
  }

  function update() {
    const own = chosen();
    weightLabel.hidden = !own.some(({ takesWeight }) => takesWeight);
    heuristics.element.disabled = own.every(({ isBlind }) => isBlind);
    const why = problem();
    start.disabled = isRunning || why !== null;
    if (!isRunning) status.textContent = why;
  }

  async function run() {
    const { puzzle, board } = game;
    if (!puzzle || isRunning || problem() !== null) return;
    const own = contendersOf(chosen(), heuristics.chosen, weightOf(weight.value) ?? "1");
    const isCurrent = running.begin();
    setRunning(true);
    const text = boardText(puzzle, board);
    const last = log.groups.at(-1);
    const group = last?.puzzle === puzzle.name && last.board === text ? last : { puzzle: puzzle.name, board: text, rows: [] };
    const limits = { seconds: seconds.value ? Number(seconds.value) : undefined, nodes: nodes.value ? Number(nodes.value) : undefined };
    let done = 0;
    for (const contender of own) {
      status.textContent = `${done + 1} of ${own.length}: ${searchTitle(contender)}`;
      const result = await one(puzzle, contender, { board, ...limits });
      if (!result || !isCurrent()) break;
      show(group, contender, result);
      done += 1;
    }
    setRunning(false);
    status.textContent = `${done === own.length ? "Done" : "Stopped"}: ${done} of ${own.length}.`;
  }

  /**
   * Runs one search; null if it was stopped.
   * @param {Opened} puzzle
   * @param {Contender} contender
   * @param {Record<string, unknown>} limits
   * @returns {Promise<{run: Run | null, failure: string | null} | null>}
   */
  async function one(puzzle, { algorithm, heuristic, weight }, limits) {
    const begun = performance.now();
    const clock = setInterval(() => (progress.textContent = `${Math.round((performance.now() - begun) / 1000)} s`), 1000);
    try {
      const request = { ask: "run", ...limits, algorithm, heuristic, weight: weight ?? undefined };
      const run = await jobs.about(puzzle, request, (event) => (progress.textContent = inWords(event)));
      return { run, failure: null };
    } catch (error) {
      const { kind, message } = /** @type {Failure} */ (error);
      return kind === "stopped" ? null : { run: null, failure: sentence(message) };
    } finally {
      clearInterval(clock);
      progress.textContent = "";
    }
  }

  /** @param {Group} group @param {Contender} contender @param {{run: Run | null, failure: string | null}} result */
  function show(group, contender, result) {
    log.add(group, { ...contender, ...result });
    const bars = group.rows.flatMap((row) => row.run ? {
      label: searchTitle(row), count: row.run.expanded, note: row.run.stop === "solved" ? "" : ` (${outcome(row.run)})`,
    } : []);
    chart.replaceChildren(new Bars(`Boards expanded on ${group.board}`, bars).element);
    for (const element of [chart, log.element, legend, tools]) element.hidden = false;
  }

  function clear() {
    log.clear();
    for (const element of [chart, log.element, legend, tools]) element.hidden = true;
    start.focus();
  }

  /** @param {boolean} value */
  function setRunning(value) {
    isRunning = value;
    update();
    swap(value ? stop : start, value ? start : stop);
  }

  game.addEventListener("puzzle", () => {
    if (isRunning) jobs.stop();
    if (!section.hidden) load();
  });
  section.addEventListener("shown", load);
}

/** How far a search is. @param {Progress} event */
function inWords({ title, unit, done, total, search }) {
  if (search) return `${grouped(search.nodes)} boards${search.threshold > 0 ? `, threshold ${search.threshold}` : ""}`;
  return `${title}: ${grouped(done)}${total === null ? "" : ` of ${grouped(total)}`} ${unit}`;
}

/** Checkboxes under one heading. */
class Choices {
  #list = el("div", { class: "choices wide" });
  #onChange;
  /** @type {HTMLInputElement[]} */
  #boxes = [];
  /** @type {HTMLFieldSetElement} */
  element;

  /** @param {string} title @param {() => void} onChange */
  constructor(title, onChange) {
    this.#onChange = onChange;
    this.element = el("fieldset", {}, el("legend", { text: title }), this.#list);
  }

  /** @param {string[]} names @param {string[]} checked */
  offer(names, checked) {
    this.#boxes = names.map((name) =>
      el("input", { type: "checkbox", value: name, checked: checked.includes(name), onchange: this.#onChange }));
    this.#list.replaceChildren(...this.#boxes.map((box) =>
      el("label", {}, box, el("span", {}, titleOf(box.value), " ", el("small", { class: "muted", text: howOf(box.value) })))));
  }

  get chosen() {
    return this.#boxes.filter((box) => box.checked).map((box) => box.value);
  }
}
