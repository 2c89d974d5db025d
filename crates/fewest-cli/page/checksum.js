// @ts-check
/** Checksums of files: CRC-32, as gzip and PNG have it. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** The checksum of bytes that follow others. @param {Uint8Array} bytes @param {number} [before]  the checksum of the others */
export function checksum(bytes, before = 0) {
  let sum = ~before;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return ~sum >>> 0;
}
