// @ts-check
/** The built-in puzzles in the page's list. */

import { ringLayout, twoRingsLayout } from "./board/rings.js";
import { solidOf } from "./board/solid/solid.js";

/**
 * @import {Entry, Puzzle} from "./protocol.js"
 *
 * @typedef {Omit<Entry, "definition"> & {whole: string | null, nearer?: number[], group?: Group}} Listed  whole: the puzzle that this is a stage of;
 *   nearer: how its boards are spread (difficulty.js), if a record in the atlas has it
 * @typedef {"tiles" | "blocks" | "solids" | "stages" | "rings"} Group  in the gallery
 */

/** The list, without the definitions: they are much longer, and are only read in their tab. @param {Entry[]} entries @returns {Listed[]} */
export function listed(entries) {
  return entries.map(({ definition, ...entry }) => ({ ...entry, whole: /^extends = "([^"]*)"$/m.exec(definition ?? "")?.[1] ?? null }));
}

/** The group of a puzzle, by how it is drawn. @param {Puzzle} puzzle @param {Pick<Listed, "whole">} entry @returns {Group} */
export function groupOf(puzzle, { whole }) {
  if (puzzle.blocks) return "blocks";
  if (whole) return "stages";
  if (solidOf(puzzle)) return "solids";
  return ringLayout(puzzle) || twoRingsLayout(puzzle) ? "rings" : "tiles";
}
