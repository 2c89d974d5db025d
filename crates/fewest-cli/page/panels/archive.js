// @ts-check
/** Archives of files, as tar reads them (POSIX.1-1988, "ustar"). */

/** The length that headers have, and of which files take a multiple. */
const BLOCK = 512;

/**
 * The parts of an archive.
 * @param {{name: string, bytes: Uint8Array<ArrayBuffer>}[]} files  names of at most 100 bytes
 * @param {number} time  of the files, in milliseconds since 1970
 */
export function archive(files, time) {
  const parts = files.flatMap(({ name, bytes }) => {
    const rest = new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [header(name, bytes.length, Math.floor(time / 1000)), bytes, rest];
  });
  return [...parts, new Uint8Array(2 * BLOCK)];
}

/** @param {string} name @param {number} size  in bytes @param {number} time  in seconds */
function header(name, size, time) {
  const bytes = new Uint8Array(BLOCK);
  const put = (/** @type {number} */ at, /** @type {string} */ text) => bytes.set(new TextEncoder().encode(text), at);
  const octal = (/** @type {number} */ number, /** @type {number} */ digits) => `${number.toString(8).padStart(digits, "0")}\0`;
  put(0, name);
  put(100, octal(0o644, 7)); // mode
  put(108, octal(0, 7)); // user
  put(116, octal(0, 7)); // group
  put(124, octal(size, 11));
  put(136, octal(time, 11));
  put(148, " ".repeat(8)); // the sum of all bytes, itself taken for spaces
  put(156, "0"); // a plain file
  put(257, "ustar\0" + "00");
  const sum = bytes.reduce((sum, byte) => sum + byte, 0);
  put(148, octal(sum, 6));
  return bytes;
}
