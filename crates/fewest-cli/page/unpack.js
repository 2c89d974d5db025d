// @ts-check
/** Unpacks files in gzip's format. */

/** The first byte of such a file. */
const MAGIC = 0x1f;

/** @param {Uint8Array} bytes  the first of a file */
export const isPacked = (bytes) => bytes[0] === MAGIC;

/**
 * Unpacks what arrives. Some hosts say that a file is compressed, and then the browser has unpacked it.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} packed
 */
export async function unpacked(packed) {
  const reader = packed.getReader();
  const { done, value } = await reader.read();
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  const whole = new ReadableStream({
    start: (to) => (done ? to.close() : to.enqueue(value)),
    pull: async (to) => {
      const { done, value } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return value && isPacked(value) ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
