// @ts-check
/** Constants of the files that are served. xtask/page.mjs replaces them; these values fit the files of this folder, unbuilt. */

/**
 * @import {Listed} from "./entries.js"
 * @import {Puzzle} from "./protocol.js"
 */

/** The version of all files together. */
export const VERSION = "development";

/** The packed files: the bytes of each, their checksum, and the size of what it holds. @type {Record<string, [bytes: number, sum: number, size: number]>} */
export const PACKED = {};

/** The reply to `open` for the puzzle that the page begins with. @type {Puzzle | null} */
export const FIRST = null;

/** The built-in puzzles. @type {Listed[] | null} */
export const LISTED = null;

/** The files that the page needs without its host: their addresses and hashes; index.html has no hash. @type {[address: string, integrity: string][]} */
export const KEPT = [];
