// @ts-check
/** A search tree as SVG. */
import { label, svg } from "../board/svg.js";
import { namesFrom } from "../puzzle.js";
import { stampsOf } from "./picture.js";
import { formula } from "./story.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Scene} from "./story.js"
 * @import {Node, Tree} from "./tree.js"
 */

/** The least width of a box, the widths of the board in it, and the height of its two lines of text. */
const WIDTH = 84;
const BOARD = { least: 66, most: 110 };
const LINE = 18;
/** The room between boxes. */
const GAP = { across: 8, down: 32 };
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
   * @param {Tree} tree @param {Scene[]} scenes @param {Puzzle} puzzle @param {boolean} isBlind
   * @param {(scene: number) => void} onChoose
   */
  constructor(tree, scenes, puzzle, isBlind, onChoose) {
    this.#scenes = scenes;
    const stamps = stampsOf(puzzle, BOARD.least, BOARD.most);
    const box = { width: Math.max(WIDTH, stamps.width + 12), height: stamps.height + 2 * LINE + 4 };
    const width = tree.width * (box.width + GAP.across) + 2 * MARGIN;
    const height = tree.levels * (box.height + GAP.down) - GAP.down + 2 * MARGIN;
    this.element = svg("svg", { class: "tree", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    const middle = (/** @type {Node} */ { x, level }) =>
      ({ x: MARGIN + (x + 0.5) * (box.width + GAP.across), top: MARGIN + level * (box.height + GAP.down) });
    for (const node of tree.nodes) {
      if (!node.parent) continue;
      const [from, to] = [middle(node.parent), middle(node)];
      this.element.append(svg("line", { x1: from.x, y1: from.top + box.height, x2: to.x, y2: to.top, class: "edge" }));
    }
    for (const node of tree.nodes) {
      const { step, move } = scenes[node.scene];
      const { x, top } = middle(node);
      const text = formula(step, isBlind);
      const number = label(String(node.scene + 1), x, top + LINE / 2 + 1, 13);
      number.classList.add("number-text");
      const group = svg("g", { class: `node${step.isBackward ? " backward" : ""}` },
        svg("rect", { x: x - box.width / 2, y: top, ...box, rx: step.isBackward ? 0 : 8 }), number,
        stamps.draw(step.board, x - stamps.width / 2, top + LINE), label(text, x, top + box.height - LINE / 2 - 1, text.length > 12 ? 9 : 12));
      group.addEventListener("click", () => onChoose(node.scene));
      this.#groups.set(node.scene, group);
      this.element.append(group);
      if (move === null || !node.parent) continue;
      // Near the child, where lines lie apart.
      const [name] = puzzle.blocks ? namesFrom(puzzle, scenes[node.parent.scene].step.board, [move]) : [puzzle.moves[move]];
      const aside = middle(node.parent).x - x;
      const written = label(name, x + Math.sign(aside) * Math.min(Math.abs(aside) * 0.3, 22), top - 11, [...name].length > 4 ? 9 : 12);
      written.classList.add("edge-name");
      this.element.append(written);
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
