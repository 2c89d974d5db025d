// @ts-check
/** A search tree as SVG. */
import { label, svg } from "../board/svg.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Scene} from "./story.js"
 * @import {Node, Tree} from "./tree.js"
 */

const ACROSS = 58;
const DOWN = 68;
const NODE = { width: 50, height: 34 };
const MARGIN = 6;

export class TreeDrawing {
  /** @type {Map<number, SVGGElement>} by scene */
  #groups = new Map();
  /** @type {SVGGElement | null} */
  #current = null;
  #way = /** @type {SVGGElement[]} */ ([]);
  #scenes;
  element;

  /**
   * @param {Tree} tree @param {Scene[]} scenes @param {Puzzle} puzzle
   * @param {"f" | "g"} figure  which is written in the boxes
   * @param {(scene: number) => void} onChoose
   */
  constructor(tree, scenes, puzzle, figure, onChoose) {
    this.#scenes = scenes;
    const width = tree.width * ACROSS + 2 * MARGIN;
    const height = (tree.levels - 1) * DOWN + NODE.height + 2 * MARGIN;
    this.element = svg("svg", { class: "tree", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    const lines = tree.nodes.flatMap((node) => (node.parent ? [line(node, node.parent)] : []));
    this.element.append(...lines);
    for (const node of tree.nodes) {
      const { step, move } = scenes[node.scene];
      const group = nodeOf(node, `${figure} ${step[figure]}`, step.isBackward);
      group.addEventListener("click", () => onChoose(node.scene));
      this.#groups.set(node.scene, group);
      this.element.append(group);
      if (move !== null && node.parent) this.element.append(nameOf(node, node.parent, puzzle.moves[move]));
    }
  }

  /**
   * Marks the node of a scene, and those above it as far as they are drawn. @param {number} scene
   * @returns {SVGGElement | null} the node, if it is drawn
   */
  mark(scene) {
    this.#current?.classList.remove("current");
    this.#way.forEach((group) => group.classList.remove("above"));
    this.#current = this.#groups.get(scene) ?? null;
    this.#current?.classList.add("current");
    this.#way = [];
    for (let above = this.#scenes[scene].parent; above !== null; above = this.#scenes[above].parent) {
      const group = this.#groups.get(above);
      if (group) this.#way.push(group);
    }
    this.#way.forEach((group) => group.classList.add("above"));
    this.#groups.forEach((group, own) => group.classList.toggle("later", own > scene));
    return this.#current;
  }
}

/** @param {Node} node */
function middle({ x, level }) {
  return { x: MARGIN + (x + 0.5) * ACROSS, y: MARGIN + level * DOWN + NODE.height / 2 };
}

/** @param {Node} node @param {Node} parent */
function line(node, parent) {
  const [from, to] = [middle(parent), middle(node)];
  return svg("line", { x1: from.x, y1: from.y + NODE.height / 2, x2: to.x, y2: to.y - NODE.height / 2, class: "edge" });
}

/** A move's name on its line. @param {Node} node @param {Node} parent @param {string} name */
function nameOf(node, parent, name) {
  const [from, to] = [middle(parent), middle(node)];
  // Near the child, where lines lie apart.
  const [x, y] = [to.x + (from.x - to.x) * 0.22, to.y - NODE.height / 2 - 11];
  const text = label(name, x, y, [...name].length > 4 ? 9 : 12);
  text.classList.add("edge-name");
  return text;
}

/** @param {Node} node @param {string} figure @param {boolean} isBackward */
function nodeOf(node, figure, isBackward) {
  const { x, y } = middle(node);
  const body = { x: x - NODE.width / 2, y: y - NODE.height / 2, width: NODE.width, height: NODE.height, rx: isBackward ? 0 : 8 };
  const number = label(String(node.scene + 1), x, y - 7, 13);
  number.classList.add("number-text");
  return svg("g", { class: `node${isBackward ? " backward" : ""}` }, svg("rect", body), number, label(figure, x, y + 8, 11));
}
