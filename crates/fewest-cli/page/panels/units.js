// @ts-check
/** Figures and failures as people read them. */
import { grouped } from "../puzzle.js";

const UNITS = ["bytes", "kB", "MB", "GB"];

/** `12.3 MB`. @param {number} count */
export function bytes(count) {
  const power = count < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  return `${power === 0 ? count : digits(count / 1000 ** power)} ${UNITS[power]}`;
}

/** `1.2 ms`, `3.45 s`. @param {number} milliseconds */
export function time(milliseconds) {
  if (milliseconds === 0) return "0 ms";
  // Browsers' clocks know no more than tenths.
  if (milliseconds < 100) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${digits(milliseconds / 1000)} s`;
}

/** A count with its noun: `1 board`, `1,000 boards`. @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The reason for a failure, as a sentence. @param {unknown} failure */
export function reasonOf(failure) {
  return sentence(/** @type {import("../protocol.js").Failure} */ (failure).message);
}

/** A failure's message with a capital and a full stop. @param {string} message */
export function sentence(message) {
  return `${capital(message)}${/[.!?]$/.test(message) ? "" : "."}`;
}

/** A text with a capital. @param {string} text */
export function capital(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** `512 of 1,111 kB`. @param {import("../protocol.js").Progress} progress */
export function loadedOf({ done, total }) {
  const [arrived, whole] = [done, total].map((count) => grouped(Math.round((count ?? 0) / 1000)));
  return `${arrived}${total ? ` of ${whole}` : ""} kB`;
}

/** The progress of loading, as a line. @param {import("../protocol.js").Progress} progress */
export function loadingText(progress) {
  return `${capital(progress.title)}: ${loadedOf(progress)}`;
}

/** A format in a list, with the first of those that use it. @param {{name: string, usedBy: string}} format */
export function formatTitle({ name, usedBy }) {
  const [first, ...others] = usedBy.split(", ");
  return first ? `${name} (${first}${others.length ? " …" : ""})` : name;
}

/** A puzzle's title: what it is, and in what form, with the mark between them. @param {string} title */
export function titleParts(title) {
  // A size stays on one line.
  const text = capital(title).replace(/ x (?=\d)/g, "\u00a0x\u00a0");
  const [, head = text, mark = "", rest = ""] = /^(.*?)([:;,] )(.*)$/.exec(text) ?? [];
  return { head, mark, rest };
}

/** A number to three digits or all before the point. @param {number} number */
function digits(number) {
  return number >= 100 ? grouped(Math.round(number)) : number.toFixed(number >= 10 ? 1 : 2);
}
