// @ts-check
import { el } from "../dom.js";

/**
 * Saves a file on the user's machine.
 * @param {string} name
 * @param {string} type  its media type
 * @param {...BlobPart} parts
 */
export function download(name, type, ...parts) {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  el("a", { href, download: name }).click();
  // The browser has to take it first.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * A name as part of a file's name: at most 90 bytes.
 * @param {string} name
 */
export function fileName(name) {
  return name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 30) || "puzzle";
}
