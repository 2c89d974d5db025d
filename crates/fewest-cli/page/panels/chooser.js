// @ts-check
/** Fields that choose one search: algorithm, heuristic, weight. */
import { el } from "../dom.js";
import { howOf, titleOf } from "./algorithms.js";
import { shownHeuristic } from "./choice.js";
import { algorithmText, weightOf } from "./runs.js";

/**
 * @import {Contenders} from "./choice.js"
 * @import {Contender} from "./runs.js"
 *
 * @typedef {Contender & {isBlind: boolean}} Chosen
 */

export class Chooser {
  #onChange;
  #isOptional;
  /** @type {Contenders} */
  #contenders = { algorithms: [], heuristics: [] };
  #algorithm = el("select", { onchange: () => this.#update() });
  #heuristic = el("select", { onchange: () => this.#update() });
  #weight = el("input", { type: "text", size: 5, value: "3/2", inputmode: "decimal", oninput: () => this.#update() });
  #heuristicLabel = el("label", { class: "field" }, "Heuristic", this.#heuristic);
  #weightLabel = el("label", { class: "field" }, "Weight", this.#weight);
  #how = el("p", { class: "muted how" });
  element;

  /** @param {string} legend @param {boolean} isOptional @param {() => void} onChange */
  constructor(legend, isOptional, onChange) {
    this.#isOptional = isOptional;
    this.#onChange = onChange;
    this.element = el("fieldset", {}, el("legend", { text: legend }),
      el("div", { class: "row" }, el("label", { class: "field" }, "Algorithm", this.#algorithm), this.#heuristicLabel, this.#weightLabel),
      this.#how);
    this.#show();
  }

  /** @param {Contenders} contenders */
  offer(contenders) {
    this.#contenders = contenders;
    // A lookup in a table has no steps.
    const names = contenders.algorithms.map(({ name }) => name).filter((name) => name !== "table");
    if (this.#isOptional) names.unshift("");
    fill(this.#algorithm, names, this.#isOptional ? "" : "a-star", (name) => (name ? titleOf(name) : "none"));
    fill(this.#heuristic, contenders.heuristics, shownHeuristic(contenders), (name) => name);
    this.#update();
  }

  /** Chooses a search by its words in an address. @param {string} words @returns {string[]} words unknown to this puzzle, which change nothing */
  choose(words) {
    const unknown = words.split(" ").filter((word, place) => {
      const field = place > 0 && weightOf(word) ? this.#weight : place > 0 ? this.#heuristic : this.#algorithm;
      const isKnown = !(field instanceof HTMLSelectElement) || [...field.options].some(({ value }) => value === word);
      if (isKnown) field.value = word;
      return !isKnown;
    });
    this.#update();
    return unknown;
  }

  /** The search that is chosen; null if none is. @returns {Chosen | null} */
  get chosen() {
    const own = this.#contenders.algorithms.find(({ name }) => name === this.#algorithm.value);
    return own ? {
      algorithm: own.name,
      heuristic: own.isBlind ? null : this.#heuristic.value,
      weight: own.takesWeight ? weightOf(this.#weight.value) : null,
      isBlind: own.isBlind,
    } : null;
  }

  get isReady() {
    return this.#weightLabel.hidden || weightOf(this.#weight.value) !== null;
  }

  #update() {
    this.#show();
    this.#onChange();
  }

  #show() {
    const { algorithms } = this.#contenders;
    const own = algorithms.find(({ name }) => name === this.#algorithm.value);
    this.#heuristicLabel.hidden = own?.isBlind ?? true;
    this.#weightLabel.hidden = !own?.takesWeight;
    const heuristic = own?.isBlind ? "" : ` h: ${howOf(this.#heuristic.value)}`;
    this.#how.textContent = own ? `${howOf(own.name)}${heuristic}` : "Choose an algorithm to see two searches side by side.";
  }
}

/** A search in one line. @param {Contender} search */
export function searchTitle(search) {
  return `${algorithmText(search)}${search.heuristic ? ` with ${search.heuristic}` : ""}`;
}

/** The words of a search in an address. @param {Contender} search */
export function searchWords({ algorithm, heuristic, weight }) {
  return [algorithm, heuristic, weight].filter(Boolean).join(" ");
}

/** @param {HTMLSelectElement} select @param {string[]} names @param {string} usual @param {(name: string) => string} text */
function fill(select, names, usual, text) {
  const before = select.options.length > 0 && names.includes(select.value) ? select.value : usual;
  select.replaceChildren(...names.map((name) => el("option", { value: name, text: text(name), selected: name === before })));
}
