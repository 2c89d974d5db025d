// @ts-check
/** One search at one of its steps: the board, what is known of it, the counts so far, the tree. */
import { describeBoard } from "../board/speech.js";
import { el } from "../dom.js";
import { grouped, namesFrom, separator } from "../puzzle.js";
import { Bars } from "./bars.js";
import { TreeDrawing } from "./drawing.js";
import { Picture } from "./picture.js";
import { countParts, endOfIteration, partsOf, wayTo } from "./story.js";
import { LEVELS, NODES, treeOf } from "./tree.js";
import { counted } from "./units.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Iteration, Scene, Story} from "./story.js"
 * @import {Tree} from "./tree.js"
 *
 * @typedef {{title: string, story: Story, isBlind: boolean}} Search
 */

export class SearchView {
  #puzzle;
  #search;
  #onChoose;
  #parts;
  #at = 0;
  #picture;
  /** @type {TreeDrawing | null} */
  #tree = null;
  #drawn = -1;
  #bars;

  #facts = el("dl", { class: "facts" });
  #way = el("p", { class: "way" });
  #iteration = el("p", { class: "iteration" });
  #treeBox = el("div", { class: "scroll tree-box", tabindex: 0, role: "region" });
  #treeNote = el("p", { class: "muted" });
  element;

  /** @param {Puzzle} puzzle @param {Search} search @param {(scene: number) => void} onChoose */
  constructor(puzzle, search, onChoose) {
    this.#puzzle = puzzle;
    this.#search = search;
    this.#onChoose = onChoose;
    this.#picture = new Picture(puzzle);
    this.#parts = partsOf(search.story);
    const { labels, starts } = this.#parts;
    const totals = countParts(this.#parts, this.length - 1);
    const bars = labels.map((label, part) => ({
      label: this.hasThresholds ? label : `g ${label}`,
      count: totals[part],
      onclick: this.hasThresholds ? () => onChoose(starts[part]) : undefined,
    }));
    this.#bars = new Bars(`Boards expanded, by ${this.hasThresholds ? "threshold of f" : "depth g"}`, bars);
    this.#treeBox.setAttribute("aria-label", `${search.title}: the first levels of the search tree`);
    this.element = el("section", { class: "search", "aria-label": search.title },
      el("h3", { text: search.title }),
      el("div", { class: "step" },
        el("div", { class: "picture-holder" }, this.#picture.element),
        el("div", {}, this.#facts, this.#way)),
      this.#iteration, this.#bars.element, this.#treeBox, this.#treeNote);
  }

  get length() {
    return this.#search.story.scenes.length;
  }

  get hasThresholds() {
    return this.#search.story.iterations[0].threshold !== null;
  }

  /** The first step of each iteration but the first one. */
  get beginnings() {
    return this.#search.story.iterations.slice(1).map(({ start }) => start);
  }

  /** Where the present iteration ends, or the next one if it has ended. */
  get nextEnd() {
    return endOfIteration(this.#search.story, this.#at);
  }

  /** Shows a step; the last one if the search is over by then. @param {number} at */
  goTo(at) {
    const { scenes, iterations } = this.#search.story;
    this.#at = Math.min(at, this.length - 1);
    const { step, iteration } = scenes[this.#at];
    this.#picture.show(step.board, describeBoard(this.#puzzle, step.board));
    const facts = this.#factsAt(at);
    this.#facts.replaceChildren(...facts.map(([name, value]) => el("div", {}, el("dt", { text: name }), el("dd", { text: value }))));
    this.#way.textContent = this.#wayText();
    this.#iteration.textContent = this.#iterationText(iterations, iteration);
    this.#bars.show(countParts(this.#parts, this.#at), this.#parts.partOf[this.#at]);
    this.#showTree(iteration);
  }

  /** The step in one sentence. @param {number} at */
  inWords(at) {
    const { step, iteration } = this.#search.story.scenes[this.#at];
    const [[, number], ...rest] = this.#factsAt(at);
    const facts = rest.map(([name, value]) => `${name} ${value}`).join(", ");
    const words = describeBoard(this.#puzzle, step.board);
    return `${this.#search.title}, step ${number}: ${facts}. ${this.#iterationText(this.#search.story.iterations, iteration)} ${this.#wayText()} ${words}`;
  }

  /** What is known of a step: labels and values. @param {number} at @returns {[string, string][]} */
  #factsAt(at) {
    const { step } = this.#search.story.scenes[this.#at];
    const over = at >= this.length ? ", ended" : "";
    /** @type {[string, string][]} */
    const facts = [["Step", `${grouped(this.#at + 1)} of ${grouped(this.length)}${over}`], ["g, moves so far", String(step.g)]];
    if (!this.#search.isBlind) facts.push(["h, at least to go", String(step.h)], ["f", step.f]);
    if (step.open !== null) facts.push(["Open boards", grouped(step.open)]);
    if (step.closed !== null) facts.push(["Closed boards", grouped(step.closed)]);
    if (step.isBackward) facts.push(["Side", "the goal's"]);
    return facts;
  }

  /** @param {Iteration[]} iterations @param {number} place */
  #iterationText(iterations, place) {
    const { threshold, start, end } = iterations[place];
    if (threshold === null) return "";
    const isLast = place === iterations.length - 1;
    const outcome = this.#at < end - 1 ? "" : isLast ? ": the search ends" : `: no answer, so the threshold rises to ${iterations[place + 1].threshold}`;
    return `Threshold ${threshold} (${place + 1} of ${iterations.length}): ${this.#at - start + 1} of ${counted(end - start, "board")}${outcome}.`;
  }

  /** How the board is reached. */
  #wayText() {
    const { scenes } = this.#search.story;
    const { step } = scenes[this.#at];
    const moves = wayTo(scenes, this.#at);
    if (step.g === 0) return step.isBackward ? "A goal: the search from the other end." : "The board where the search begins.";
    if (moves === null) return "";
    const start = step.isBackward ? step.board : scenes[0].step.board;
    const names = this.#puzzle.blocks ? namesFrom(this.#puzzle, start, moves) : moves.map((move) => this.#puzzle.moves[move]);
    const text = names.join(separator(this.#puzzle));
    return step.isBackward ? `From here to a goal: ${text}` : `Reached by ${text}`;
  }

  /** @param {number} iteration */
  #showTree(iteration) {
    const { isBlind, story: { scenes, iterations } } = this.#search;
    if (this.#drawn !== iteration) {
      this.#drawn = iteration;
      const { start, end } = iterations[iteration];
      const tree = treeOf(scenes, start, end);
      this.#tree = new TreeDrawing(tree, scenes, this.#puzzle, isBlind, this.#onChoose);
      this.#treeBox.replaceChildren(this.#tree.element);
      this.#treeNote.textContent = noteOf(iterations[iteration], tree, scenes, isBlind);
    }
    const node = this.#tree?.mark(this.#at);
    if (node) keepInView(this.#treeBox, node);
  }
}

/**
 * What a tree shows and what it leaves out.
 * @param {Iteration} iteration @param {Tree} tree @param {Scene[]} scenes @param {boolean} isBlind
 */
function noteOf({ threshold }, { nodes, left }, scenes, isBlind) {
  const which = threshold === null ? "of the search" : `of the iteration with threshold ${threshold}`;
  const isSum = nodes.every(({ scene }) => Number(scenes[scene].step.f) === scenes[scene].step.g + scenes[scene].step.h);
  const figures = isBlind ? "g" : isSum ? "f = g + h" : "f with g and h";
  const notes = [`The tree ${which}: in each box the step, the board, and ${figures}. A click shows that step.`];
  if (nodes.some(({ scene }) => scenes[scene].step.isBackward)) notes.push("Dashed boxes are on the goal's side.");
  if (left > 0) {
    const verb = left === 1 ? "is" : "are";
    notes.push(`${counted(left, "step")} more, deeper than ${LEVELS} levels or after the first ${NODES} boxes, ${verb} not drawn.`);
  }
  return notes.join(" ");
}

/** Scrolls a box so far that an element in it is seen. @param {HTMLElement} box @param {Element} element */
function keepInView(box, element) {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right) box.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
}
