// @ts-check
/** The page's own files, all of one version: their addresses, and the packed ones as they arrive. */

import { FIRST, PACKED, VERSION } from "./build.js";
import { checksum } from "./checksum.js";
import { isPacked, unpacked } from "./unpack.js";

/** @import {Puzzle} from "./protocol.js" */

/** The longest silence of a host, in milliseconds. */
const PATIENCE = 20_000;

/** The address of a file of this version. Hosts ignore the version; caches and the service worker compare it. @param {string} path */
export function addressOf(path) {
  return new URL(`./${path}?v=${VERSION}`, import.meta.url);
}

/**
 * A packed file as it arrives.
 * @param {string} path @param {(arrived: number, total: number | null) => void} [onBytes]
 * @returns {{body: ReadableStream<Uint8Array<ArrayBuffer>>, whole: Promise<void>}}  whole: fails, with a sentence, if not all of it arrives
 */
export function load(path, onBytes = () => {}) {
  const chunks = chunksOf(path, onBytes);
  /** @type {(problem?: Error) => void} */
  let end = () => {};
  /** @type {Promise<void>} */
  const whole = new Promise((resolve, reject) => (end = (problem) => (problem ? reject(problem) : resolve())));
  whole.catch(() => {});
  const body = new ReadableStream({
    async pull(to) {
      try {
        const { done, value } = await chunks.next();
        if (!done) return to.enqueue(value);
        end();
        to.close();
      } catch (problem) {
        // Readers of the stream get a reason of their own, after this one.
        end(/** @type {Error} */ (problem));
        to.error(problem);
      }
    },
    async cancel() {
      end();
      await chunks.return();
    },
  });
  return { body, whole };
}

/**
 * @param {string} path @param {(arrived: number, total: number | null) => void} onBytes
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>, void>}
 */
async function* chunksOf(path, onBytes) {
  const [bytes, expected, size] = PACKED[path] ?? [null, 0, 0];
  const silence = new AbortController();
  const inTime = async (/** @type {Promise<any>} */ part) => {
    const timer = setTimeout(() => silence.abort(), PATIENCE);
    try {
      return await part;
    } finally {
      clearTimeout(timer);
    }
  };
  let [arrived, sum, total] = [0, 0, bytes];
  /** @type {Response | null} */
  let reply = null;
  try {
    reply = /** @type {Response} */ (await inTime(fetch(addressOf(path), { signal: silence.signal })));
    if (!reply.ok || !reply.body) throw new Error(`the host answers ${reply.status}`);
    const reader = reply.body.getReader();
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) break;
      if (arrived === 0 && bytes && !isPacked(value)) total = size;
      arrived += value.length;
      sum = checksum(value, sum);
      onBytes(arrived, total);
      yield value;
    }
    if (bytes && sum !== expected && arrived !== size) throw new Error("it is damaged, or belongs to another version of the page");
  } catch (error) {
    const seconds = PATIENCE / 1000;
    const lost = reply ? `the connection broke off after ${arrived} bytes` : "the host can't be reached";
    const why = silence.signal.aborted ? `the host has sent nothing for ${seconds} seconds` : error instanceof TypeError ? lost : /** @type {Error} */ (error).message;
    throw new Error(`The file ${path} could not be loaded: ${why}.`);
  }
}

/** The file that describes a built-in puzzle; null if it has none. @param {string} puzzle */
function fileOf(puzzle) {
  const path = `puzzles/${puzzle}.json.lzma`;
  return path in PACKED ? path : null;
}

/** The page from which programs learn what a link to a puzzle opens; null if it has none. @param {string} puzzle */
export function pageOf(puzzle) {
  return fileOf(puzzle) && new URL(`./p/${puzzle}.html`, import.meta.url);
}

/** The description of a built-in puzzle, the reply to `open`, from a file; null if there is none, or it can't be had. @param {string} puzzle @returns {Promise<Puzzle | null>} */
export async function described(puzzle) {
  if (puzzle === FIRST?.name) return FIRST;
  const path = fileOf(puzzle);
  if (!path) return null;
  try {
    const { body, whole } = load(path);
    const [reply] = await Promise.all([new Response(await unpacked(body)).json(), whole]);
    return reply;
  } catch {
    return null;
  }
}
