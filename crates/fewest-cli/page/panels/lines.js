// @ts-check
/** Lines of a text and places in them. */

/** @import {Problem} from "../protocol.js" */

/**
 * Where each line begins.
 * @param {string} text
 * @returns {number[]}
 */
export function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * A line without its end; empty where there is none.
 * @param {string} text @param {number[]} starts @param {number} line
 */
export function lineText(text, starts, line) {
  if (line < 0 || line >= starts.length) return "";
  return text.slice(starts[line], line + 1 < starts.length ? starts[line + 1] - 1 : text.length);
}

/**
 * Where a place lies in the text.
 * @param {string} text @param {number[]} starts @param {number} line @param {number} column
 */
export function offsetOf(text, starts, line, column) {
  const own = Math.max(0, Math.min(line, starts.length - 1));
  return starts[own] + Math.min(column, lineText(text, starts, own).length);
}

/**
 * The part of its first line that a problem is about; at least one column wide.
 * @param {Problem} problem @param {string} text  that line
 * @returns {{start: number, end: number}}
 */
export function markedPart({ line, column, endLine, endColumn }, text) {
  const start = Math.min(column, text.length);
  const end = endLine > line ? text.length : Math.min(endColumn, text.length);
  return { start, end: Math.max(end, start + 1) };
}

/**
 * Problems by the line they begin in.
 * @template {Problem} P
 * @param {P[]} problems
 * @returns {Map<number, P[]>}
 */
export function byLine(problems) {
  /** @type {Map<number, P[]>} */
  const lines = new Map();
  for (const problem of problems) lines.set(problem.line, [...(lines.get(problem.line) ?? []), problem]);
  return lines;
}

/**
 * The lines that are in view, and one more on either side.
 * @param {number} top      how far the text is scrolled, in pixels
 * @param {number} height   of the view
 * @param {number} line     height of a line
 * @param {number} count    of lines
 * @returns {{first: number, end: number}}
 */
export function linesInView(top, height, line, count) {
  const first = Math.max(0, Math.floor(top / line) - 1);
  return { first: Math.min(first, count), end: Math.min(count, Math.ceil((top + height) / line) + 1) };
}
