// @ts-check
/** The first levels of a search tree, laid out. */

/**
 * @import {Scene} from "./story.js"
 *
 * @typedef {object} Node
 * @property {number} scene
 * @property {number} x       from 0, in widths of a node
 * @property {number} level   from 0
 * @property {Node | null} parent
 * @property {Node[]} children
 *
 * @typedef {object} Tree
 * @property {Node[]} nodes   parents before their children
 * @property {number} width   in widths of a node
 * @property {number} levels
 * @property {number} left    scenes of these that are not in it
 */

/** Levels and nodes that are drawn; so few nodes are drawn to any level. */
export const LEVELS = 5;
export const NODES = 60;

/**
 * The tree of the scenes from `start` on up to `end`: the first nodes in the order of their expansion, each side of a
 * search from both ends as a tree of its own, side by side.
 * @param {Scene[]} scenes @param {number} start @param {number} end
 * @returns {Tree}
 */
export function treeOf(scenes, start, end) {
  /** @type {Map<number, Node>} */
  const nodes = new Map();
  const levelsDrawn = end - start <= NODES ? NODES : LEVELS;
  for (let scene = start; scene < end && nodes.size < NODES; scene++) {
    const { parent, step } = scenes[scene];
    const above = parent === null ? null : nodes.get(parent);
    // A board whose parent is not drawn is not drawn, unless nothing led to it.
    if (above === undefined || (above === null && step.g > 0) || (above && above.level + 1 >= levelsDrawn)) continue;
    const node = { scene, x: 0, level: above ? above.level + 1 : 0, parent: above, children: [] };
    above?.children.push(node);
    nodes.set(scene, node);
  }
  const all = [...nodes.values()];
  let width = 0;
  for (const root of all.filter((node) => node.parent === null)) width = place(root, width);
  const levels = Math.max(0, ...all.map((node) => node.level + 1));
  return { nodes: all, width, levels, left: end - start - all.length };
}

/**
 * Places a node over the middle of its children, leaves side by side.
 * @param {Node} node
 * @param {number} from  where its first leaf lies
 * @returns {number} where the next leaf after it lies
 */
function place(node, from) {
  if (node.children.length === 0) {
    node.x = from;
    return from + 1;
  }
  const end = node.children.reduce((at, child) => place(child, at), from);
  node.x = (node.children[0].x + node.children[node.children.length - 1].x) / 2;
  return end;
}
