// @ts-check
/** Runs of searches as rows of a table: in words, ordered, compared, saved. */
import { grouped } from "../puzzle.js";
import { titleOf } from "./algorithms.js";
import { bytes, time } from "./units.js";

/**
 * @import {Run} from "../protocol.js"
 *
 * @typedef {object} Contender   a search that is to run
 * @property {string} algorithm
 * @property {string | null} heuristic
 * @property {string | null} weight
 *
 * @typedef {Contender & {run: Run | null, failure: string | null}} Row  a search that ran, or why it could not
 *
 * @typedef {object} Group       searches on one board
 * @property {string} puzzle     its name
 * @property {string} board      as text
 * @property {Row[]} rows
 *
 * @typedef {object} Column
 * @property {string} title
 * @property {string} [hint]
 * @property {boolean} isNumber
 * @property {(row: Row) => string} text
 * @property {(row: Row) => number | string | null} key  what rows are ordered by; null: to the end
 * @property {boolean} [isLessBetter]  whether the least value is marked
 */

/** Why a search ended without an answer. @type {Record<string, string>} */
const STOPS = {
  time: "out of time", nodes: "board limit reached", memory: "out of memory", moves: "depth limit reached", cancelled: "stopped",
};

/** How a run ended, in words: the moves of its answer, and whether no fewer do. @param {Run} run */
export function outcome({ stop, atMost, atLeast }) {
  if (stop === "solved") return `${atMost}, proven`;
  if (stop === "found") return `${atMost}, not proven`;
  if (stop === "exhausted") return "no answer, proven";
  return `at least ${atLeast}: ${STOPS[stop] ?? stop}`;
}

/** @param {Contender} contender */
export function algorithmText({ algorithm, weight }) {
  return weight === null ? titleOf(algorithm) : `${titleOf(algorithm)} (${weight})`;
}

/**
 * A column of numbers from runs.
 * @param {string} title
 * @param {(run: Run) => number | null} value
 * @param {(value: number) => string} text
 * @param {Partial<Column>} [more]
 * @returns {Column}
 */
function figure(title, value, text, more = {}) {
  const key = (/** @type {Row} */ row) => row.run && value(row.run);
  const shown = (/** @type {Row} */ row) => {
    const own = key(row);
    return own === null ? "" : text(own);
  };
  return { title, isNumber: true, text: shown, key, ...more };
}

/** @type {Column[]} */
export const COLUMNS = [
  { title: "Algorithm", isNumber: false, text: algorithmText, key: algorithmText },
  { title: "Heuristic", isNumber: false, text: (row) => row.heuristic ?? "none", key: (row) => row.heuristic ?? "" },
  figure("Moves", (run) => run.atMost ?? run.atLeast, String, { text: (row) => (row.run ? outcome(row.run) : "") }),
  figure("Expanded", (run) => run.expanded, grouped, { isLessBetter: true, hint: "boards whose moves were tried" }),
  figure("Generated", (run) => run.generated, grouped, { isLessBetter: true, hint: "boards reached by a move" }),
  figure("Peak memory", (run) => run.memory, bytes, { isLessBetter: true, hint: "for boards, at its peak" }),
  figure("Time", (run) => run.milliseconds, time, { isLessBetter: true }),
  figure("Preparation", (run) => run.preparation, time, { hint: "time to build tables before the search" }),
  figure("Branching", (run) => run.branching, (value) => value.toFixed(3), {
    hint: "effective branching factor: that of a uniform tree with as many boards and the same depth",
  }),
];

/**
 * The rows that have the best value of a column: of runs that proved their answer, since others did less.
 * @param {Row[]} rows
 * @param {Column} column
 * @returns {Set<Row>}
 */
export function best(rows, column) {
  const proven = rows.filter((row) => row.run?.stop === "solved");
  if (!column.isLessBetter || proven.length < 2) return new Set();
  const values = proven.map(column.key);
  const least = Math.min(...values.map(Number));
  const found = proven.filter((row) => column.key(row) === least);
  // What all share marks none.
  return new Set(found.length < proven.length ? found : []);
}

/**
 * Rows in the order of a column; those without a value last.
 * @param {Row[]} rows
 * @param {Column | null} column  null: as they ran
 * @param {boolean} isDescending
 */
export function sorted(rows, column, isDescending) {
  if (!column) return rows;
  const keyed = rows.map((row) => ({ row, key: column.key(row) }));
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
    const order = typeof one.key === "number" ? one.key - Number(other.key) : one.key.localeCompare(String(other.key));
    return isDescending ? -order : order;
  });
  return keyed.map(({ row }) => row);
}

/** @param {number} value */
function thousandths(value) {
  return Math.round(value * 1000) / 1000;
}

/** @type {[string, (group: Group, row: Row) => string | number | null | undefined][]} */
const FIELDS = [
  ["puzzle", (group) => group.puzzle],
  ["board", (group) => group.board],
  ["algorithm", (_, row) => row.algorithm],
  ["weight", (_, row) => row.weight],
  ["heuristic", (_, row) => row.heuristic],
  ["outcome", (_, row) => row.run?.stop],
  ["at_most", (_, row) => row.run?.atMost],
  ["at_least", (_, row) => row.run?.atLeast],
  ["boards expanded", (_, row) => row.run?.expanded],
  ["boards generated", (_, row) => row.run?.generated],
  ["boards reopened", (_, row) => row.run?.reopened],
  ["peak memory in bytes", (_, row) => row.run?.memory],
  ["milliseconds", (_, row) => row.run && thousandths(row.run.milliseconds)],
  ["milliseconds for tables", (_, row) => row.run && thousandths(row.run.preparation)],
  ["effective branching factor", (_, row) => row.run?.branching],
  ["answer", (_, row) => row.run?.answer],
  ["error", (_, row) => row.failure],
];

/**
 * All runs as comma-separated values (RFC 4180).
 * @param {Group[]} groups
 */
export function csv(groups) {
  const lines = [FIELDS.map(([name]) => name)];
  for (const group of groups) {
    for (const row of group.rows) lines.push(FIELDS.map(([, value]) => String(value(group, row) ?? "")));
  }
  return lines.map((fields) => `${fields.map(quoted).join(",")}\r\n`).join("");
}

/** @param {string} field */
function quoted(field) {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/**
 * The searches that a choice of algorithms and heuristics means: those without a heuristic once, others with each.
 * @param {{name: string, isBlind: boolean, takesWeight: boolean}[]} algorithms
 * @param {string[]} heuristics
 * @param {string} weight
 * @returns {Contender[]}
 */
export function contendersOf(algorithms, heuristics, weight) {
  return algorithms.flatMap(({ name, isBlind, takesWeight }) =>
    (isBlind ? [null] : heuristics).map((heuristic) => ({ algorithm: name, heuristic, weight: takesWeight ? weight : null })));
}

/**
 * A weight as a fraction, from `3/2`, `1.5` or `2`; null if it is none or below 1.
 * @param {string} text
 */
export function weightOf(text) {
  const decimal = /^(\d{1,5})(?:\.(\d{1,3}))?$/.exec(text.trim());
  const match = decimal
    ? [decimal[1] + (decimal[2] ?? ""), 10 ** (decimal[2] ?? "").length]
    : /^(\d{1,9})\s*\/\s*(\d{1,9})$/.exec(text.trim())?.slice(1);
  if (!match) return null;
  const [numerator, denominator] = match.map(Number);
  if (denominator === 0 || numerator < denominator) return null;
  const common = divisor(numerator, denominator);
  return denominator === common ? String(numerator / common) : `${numerator / common}/${denominator / common}`;
}

/** The greatest common divisor. @param {number} one @param {number} other @returns {number} */
function divisor(one, other) {
  return other === 0 ? one : divisor(other, one % other);
}
