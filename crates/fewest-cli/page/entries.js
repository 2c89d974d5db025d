// @ts-check
/** The built-in puzzles in the page's list. */

/**
 * @import {Entry} from "./protocol.js"
 *
 * @typedef {Omit<Entry, "definition"> & {whole: string | null, nearer?: number[]}} Listed  whole: the puzzle that this is a stage of; nearer: how
 *   its boards are spread (difficulty.js), if a record in the atlas has it
 */

/** The list, without the definitions: they are much longer, and are only read in their tab. @param {Entry[]} entries @returns {Listed[]} */
export function listed(entries) {
  return entries.map(({ definition, ...entry }) => ({ ...entry, whole: /^extends = "([^"]*)"$/m.exec(definition ?? "")?.[1] ?? null }));
}
