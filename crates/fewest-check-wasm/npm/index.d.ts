/** Checks certificates of shortest solutions of puzzles, which `fewest` writes, without `fewest`. */

/** The reason why a certificate is not accepted. */
export class CheckError extends Error {
  /**
   * - `refuted`: the claim does not hold, or the certificate does not prove it
   * - `malformed`: the text is not a certificate
   * - `unread`: a file can't be read, or has the wrong length
   * - `stopped`: the module has too little memory for the check; the program has no such limit
   */
  kind: "refuted" | "malformed" | "unread" | "stopped";
}

/**
 * Checks the text of a certificate. `read` returns the contents of a table's file, given its name. The result is the
 * puzzle's name and the verified claim, in words. Rejects with a `CheckError`, or with what `read` throws. `module` is
 * `fewest-check.wasm`, compiled; by default, it is loaded from beside this script.
 */
export function check(
  certificate: string | Uint8Array,
  read?: (name: string) => Uint8Array | Promise<Uint8Array>,
  module?: WebAssembly.Module,
): Promise<string>;

/** Checks a certificate in a file, and its tables, which are in the same folder. Needs Node. */
export function checkFile(path: string | URL): Promise<string>;
