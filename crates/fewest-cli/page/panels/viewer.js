// @ts-check
/** The steps of a search, one at a time. */
import { describeBoard } from "../board/speech.js";
import { button, el } from "../dom.js";
import { grouped, separator } from "../puzzle.js";
import { TreeDrawing } from "./drawing.js";
import { Picture } from "./picture.js";
import { wayTo } from "./story.js";
import { LEVELS, NODES, treeOf } from "./tree.js";
import { counted } from "./units.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Iteration, Scene, Story} from "./story.js"
 * @import {Tree} from "./tree.js"
 */

/** Milliseconds of a step that is played: at most, at least, and of all steps together. */
const SLOWEST = 700;
const QUICKEST = 40;
const WHOLE = 60_000;

export class StepViewer {
  #puzzle;
  #scenes;
  #iterations;
  #isBlind;
  #at = -1;
  #timer = 0;
  #picture;
  /** @type {TreeDrawing | null} */
  #tree = null;
  #drawn = -1;

  #slider = el("input", { type: "range", min: 1, value: 1, "aria-label": "Step", oninput: () => this.#choose(Number(this.#slider.value) - 1) });
  #marks = el("div", { class: "ticks", "aria-hidden": "true" });
  #play = button("Play", () => (this.#timer ? this.pause() : this.#start()));
  #back = [button("First", () => this.#choose(0)), button("Previous", () => this.#choose(this.#at - 1))];
  #forth = [button("Next", () => this.#choose(this.#at + 1)), button("Last", () => this.#choose(this.#scenes.length - 1))];
  #iterationRow = el("div", { class: "row iterations", hidden: true });
  /** @type {HTMLButtonElement[]} */
  #iterationButtons = [];
  #sentence = el("p", { class: "unseen", "aria-live": "polite" });
  #facts = el("dl", { class: "facts" });
  #way = el("p", { class: "way" });
  #treeBox = el("div", { class: "scroll tree-box", tabindex: 0, role: "region", "aria-label": "The first levels of the search tree" });
  #treeNote = el("p", { class: "muted" });
  element = el("div", { class: "steps", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) });

  /** @param {Puzzle} puzzle @param {Story} story @param {boolean} isBlind */
  constructor(puzzle, { scenes, iterations }, isBlind) {
    this.#puzzle = puzzle;
    this.#scenes = scenes;
    this.#iterations = iterations;
    this.#isBlind = isBlind;
    this.#picture = new Picture(puzzle);
    this.#slider.max = String(scenes.length);
    this.#showIterations();
    this.element.append(
      el("div", { class: "slider" }, this.#slider, this.#marks),
      el("div", { class: "row" }, ...this.#back, this.#play, ...this.#forth),
      this.#iterationRow,
      el("div", { class: "step" },
        el("div", { class: "picture-holder" }, this.#picture.element),
        el("div", {}, this.#facts, this.#way, this.#sentence)),
      this.#treeBox, this.#treeNote);
  }

  /** Shows a step. @param {number} at */
  goTo(at) {
    const { length } = this.#scenes;
    at = Math.max(0, Math.min(at, length - 1));
    if (at === this.#at) return;
    this.#at = at;
    const scene = this.#scenes[at];
    this.#slider.value = String(at + 1);
    const words = describeBoard(this.#puzzle, scene.step.board);
    this.#picture.show(scene.step.board, words);
    this.#slider.setAttribute("aria-valuetext", `${at + 1} of ${length}`);
    const facts = factsOf(scene, at, length, this.#isBlind);
    this.#facts.replaceChildren(...facts.map(([name, value]) => el("div", {}, el("dt", { text: name }), el("dd", { text: value }))));
    this.#way.textContent = this.#wayText(at);
    // While it plays, a reader could not keep up.
    if (!this.#timer) this.#sentence.textContent = this.#inWords(at);
    this.#back.forEach((own) => (own.disabled = at === 0));
    this.#forth.forEach((own) => (own.disabled = at === length - 1));
    this.#iterationButtons.forEach((own, place) => {
      if (place === scene.iteration) own.setAttribute("aria-current", "step");
      else own.removeAttribute("aria-current");
    });
    this.#showTree(scene.iteration);
  }

  pause() {
    clearInterval(this.#timer);
    if (!this.#timer) return;
    this.#timer = 0;
    this.#play.textContent = "Play";
    this.#sentence.textContent = this.#inWords(this.#at);
  }

  /** A step that the user goes to. @param {number} at */
  #choose(at) {
    this.pause();
    this.goTo(at);
  }

  #start() {
    const last = this.#scenes.length - 1;
    if (this.#at === last) this.goTo(0);
    this.#play.textContent = "Pause";
    const pause = Math.min(SLOWEST, Math.max(QUICKEST, WHOLE / this.#scenes.length));
    this.#timer = window.setInterval(() => {
      // A panel that nobody sees any longer stops.
      if (this.#at >= last || !this.element.isConnected || this.element.closest("[hidden]")) this.pause();
      else this.goTo(this.#at + 1);
    }, pause);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { target, key } = event;
    // The slider has these keys already, and the tree scrolls by them.
    if (event.ctrlKey || event.metaKey || event.altKey || target === this.#slider || target === this.#treeBox) return;
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#scenes.length - 1 };
    if (!(key in places)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(places[key]);
  }

  #showIterations() {
    if (this.#iterations[0].threshold === null) return;
    const { length } = this.#scenes;
    this.#iterationButtons = this.#iterations.map(({ threshold, start }) =>
      button(threshold ?? "", () => this.#choose(start), { title: `from step ${grouped(start + 1)}`, class: "threshold" }));
    this.#iterationRow.replaceChildren(el("span", { class: "muted", text: "Thresholds of f:" }), ...this.#iterationButtons);
    this.#iterationRow.hidden = false;
    const ticks = this.#iterations.slice(1).map(({ start }) => {
      const tick = el("span", { class: "tick" });
      tick.style.left = `${(100 * start) / Math.max(1, length - 1)}%`;
      return tick;
    });
    this.#marks.replaceChildren(...ticks);
  }

  /** @param {number} iteration */
  #showTree(iteration) {
    if (this.#drawn !== iteration) {
      this.#drawn = iteration;
      const { start, end } = this.#iterations[iteration];
      const tree = treeOf(this.#scenes, start, end);
      const figure = this.#isBlind ? "g" : "f";
      this.#tree = new TreeDrawing(tree, this.#scenes, this.#puzzle, figure, (scene) => this.#choose(scene));
      this.#treeBox.replaceChildren(this.#tree.element);
      this.#treeNote.textContent = noteOf(this.#iterations[iteration], tree, this.#scenes, figure);
    }
    const node = this.#tree?.mark(this.#at);
    if (node) keepInView(this.#treeBox, node);
  }

  /** How the board is reached. @param {number} at */
  #wayText(at) {
    const { step } = this.#scenes[at];
    const moves = wayTo(this.#scenes, at);
    if (step.g === 0) return step.isBackward ? "A goal: the search from the other end." : "The board where the search begins.";
    if (moves === null) return "";
    const text = moves.map((move) => this.#puzzle.moves[move]).join(separator(this.#puzzle));
    return step.isBackward ? `From here to a goal: ${text}` : `Reached by ${text}`;
  }

  /** @param {number} at */
  #inWords(at) {
    const facts = factsOf(this.#scenes[at], at, this.#scenes.length, this.#isBlind);
    const [, ...rest] = facts.map(([name, value]) => `${name} ${value}`);
    const words = describeBoard(this.#puzzle, this.#scenes[at].step.board);
    return `Step ${at + 1} of ${this.#scenes.length}: ${rest.join(", ")}. ${this.#wayText(at)} ${words}`;
  }
}

/**
 * What is known of a step: labels and values.
 * @param {Scene} scene @param {number} at @param {number} count @param {boolean} isBlind
 * @returns {[string, string][]}
 */
function factsOf({ step }, at, count, isBlind) {
  /** @type {[string, string][]} */
  const facts = [["Step", `${grouped(at + 1)} of ${grouped(count)}`], ["g, moves so far", String(step.g)]];
  if (!isBlind) facts.push(["h, at least to go", String(step.h)], ["f", step.f]);
  if (step.open !== null) facts.push(["Open boards", grouped(step.open)]);
  if (step.closed !== null) facts.push(["Closed boards", grouped(step.closed)]);
  if (step.isBackward) facts.push(["Side", "the goal's"]);
  return facts;
}

/**
 * What a tree shows and what it leaves out.
 * @param {Iteration} iteration @param {Tree} tree @param {Scene[]} scenes @param {"f" | "g"} figure
 */
function noteOf({ threshold }, { nodes, left }, scenes, figure) {
  const which = threshold === null ? "of the search" : `of the iteration with threshold ${threshold}`;
  const notes = [`The tree ${which}: in each box the number of the step and its ${figure}. A click shows that step.`];
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
