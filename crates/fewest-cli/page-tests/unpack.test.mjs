// Packed files are read whole, in pieces, and in part.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checksum } from "../page/checksum.js";
import { unpack, unpacked } from "../page/unpack.js";

const packed = readFileSync(new URL("../page/served/puzzles/traffic.json.lzma", import.meta.url));
const traffic = Buffer.from(unpack(packed)).toString();

/** What arrives in pieces of this size. @param {Uint8Array} bytes @param {number} size */
async function inPieces(bytes, size) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) => bytes.slice(place * size, (place + 1) * size));
  const stream = new ReadableStream({ start: (to) => (pieces.forEach((piece) => to.enqueue(piece)), to.close()) });
  return new Response(await unpacked(stream)).text();
}

test("a file holds the same, however it arrives", async () => {
  assert.equal(JSON.parse(traffic).name, "traffic");
  for (const size of [1, 2, 17, 20, 1000, packed.length]) assert.equal(await inPieces(packed, size), traffic, `${size}`);
  // The service worker keeps it unpacked.
  assert.equal(await inPieces(Buffer.from(traffic), 1000), traffic);
});

test("what is missing or wrong ends soon", async () => {
  for (const end of [0, 1, 12, 18, 19, 100, packed.length - 1]) {
    const part = Buffer.from(unpack(packed.subarray(0, end))).toString();
    assert.equal(part.length <= traffic.length, true, `${end}`);
    await inPieces(packed.subarray(0, end), 50);
  }
  const wrong = Buffer.from(packed);
  for (let at = 13; at < wrong.length; at += 7) wrong[at] ^= at;
  assert.notEqual(Buffer.from(unpack(wrong)).toString(), traffic);
  assert.throws(() => unpack(Buffer.from(packed).fill(0xff, 5, 13)), /damaged/);
});

test("checksums are those of gzip", () => {
  const text = Buffer.from("123456789");
  assert.equal(checksum(text), 0xcbf43926);
  assert.equal(checksum(text.subarray(4), checksum(text.subarray(0, 4))), 0xcbf43926);
});
