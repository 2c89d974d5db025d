// @ts-check
/** What the build knows of the files that are served: xtask/page.mjs puts other values in place of these, which fit the files as they are here. */

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

/** What the page needs without its host: addresses, each with the hash of the file. @type {[address: string, integrity: string][]} */
export const KEPT = [];
