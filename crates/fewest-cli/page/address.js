// @ts-check
/**
 * The page's address holds what it shows: puzzle, goal, board, moves and panel, after the `#`, so that no server sees them. Boards are written by
 * their symbols; where each is one character, without blanks between them.
 */

import { boardOfRows, rowsText } from "./blocks.js";
import { namesFrom } from "./puzzle.js";

/** @import {Board, Puzzle} from "./protocol.js" */

/**
 * What an address asks for. Its board and moves are words: only the puzzle knows what they mean.
 * @typedef {object} Address
 * @property {string | null} puzzle
 * @property {string | null} definition
 * @property {string | null} goal
 * @property {string | null} board
 * @property {string[]} moves
 * @property {number} at
 * @property {Record<string, string>} panel  the words of `PANEL`, empty where it has none
 */

/** The tab that is open; in `Step by step` the searches, each as its words, and the step. */
const PANEL = ["t", "s", "s2", "step"];

/** The longest definition that goes into an address, in characters of the address. */
const LONGEST = 200_000;

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text @param {"compress" | "decompress"} how */
async function deflated(text, how) {
  const bytes =
    how === "compress"
      ? new TextEncoder().encode(text)
      : Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const transform =
    how === "compress" ? new CompressionStream("deflate-raw") : new DecompressionStream("deflate-raw");
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * A board's symbols as one word.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function boardWord(puzzle, board) {
  if (puzzle.blocks) return rowsText(puzzle, board);
  const isShort = puzzle.symbols.every((symbol) => symbol.length === 1);
  return board.map((symbol) => puzzle.symbols[symbol]).join(isShort ? "" : " ");
}

/**
 * The board that such a word means; null if its symbols are none of the puzzle's.
 * @param {Puzzle} puzzle @param {string} word
 * @returns {Board | null}
 */
export function boardOfWord(puzzle, word) {
  if (puzzle.blocks) return boardOfRows(puzzle, word);
  const isShort = puzzle.symbols.every((symbol) => symbol.length === 1);
  const words = isShort ? [...word] : word.split(" ");
  const board = words.map((symbol) => puzzle.symbols.indexOf(symbol));
  return board.length === puzzle.cells.length && !board.includes(-1) ? board : null;
}

/**
 * Reads the part after the `#`. A fragment without any known word is an error.
 * @param {string} fragment
 * @returns {Promise<Address>}
 */
export async function read(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const [first] = words.keys();
  const isLink = first === undefined || ["p", "d", "g", "b", "m", "at", ...PANEL].some((word) => words.has(word));
  if (!isLink) throw new Error(`This link leads to no puzzle: “${first.slice(0, 40)}”. The name of a puzzle follows “#p=”.`);
  let definition = null;
  const packed = words.get("d");
  if (packed && packed.length <= LONGEST) {
    try {
      definition = new TextDecoder().decode(await deflated(packed, "decompress"));
    } catch {
      throw new Error("The definition in this link is damaged: it may have been cut when it was copied.");
    }
  }
  const at = Number(words.get("at") ?? NaN);
  const moves = words.get("m")?.split(" ").filter(Boolean) ?? [];
  return {
    puzzle: words.get("p"),
    definition,
    goal: words.get("g"),
    board: words.get("b"),
    moves,
    at: Number.isInteger(at) && at >= 0 ? at : moves.length,
    panel: Object.fromEntries(PANEL.map((word) => [word, words.get(word) ?? ""])),
  };
}

/**
 * The fragment for what is shown.
 * @param {Puzzle} puzzle @param {string | null} packed  the definition, packed
 * @param {Board | null} goal @param {Board} start @param {number[]} moves @param {number} at
 * @param {Record<string, string>} panel  the words of `PANEL`
 */
export function write(puzzle, packed, goal, start, moves, at, panel) {
  const words = new URLSearchParams();
  if (packed) words.set("d", packed);
  else words.set("p", puzzle.name);
  if (goal) words.set("g", boardWord(puzzle, goal));
  words.set("b", boardWord(puzzle, start));
  if (moves.length) words.set("m", (puzzle.blocks ? namesFrom(puzzle, start, moves) : moves.map((move) => puzzle.moves[move])).join(" "));
  if (at !== moves.length) words.set("at", String(at));
  for (const word of PANEL) if (panel[word]) words.set(word, panel[word]);
  return `#${words}`;
}

/** A definition, packed for an address; null if it is too long for one. @param {string} definition */
export async function pack(definition) {
  const packed = base64url(await deflated(definition, "compress"));
  return packed.length <= LONGEST ? packed : null;
}
