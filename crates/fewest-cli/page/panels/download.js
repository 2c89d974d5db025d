// @ts-check
import { el } from "../dom.js";

/**
 * Saves a text as a file on the user's machine.
 * @param {string} name
 * @param {string} type  its media type
 * @param {string} text
 */
export function download(name, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href, download: name }).click();
  // The browser has to take it first.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * A name as part of a file's name.
 * @param {string} name
 */
export function fileName(name) {
  return name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "puzzle";
}
