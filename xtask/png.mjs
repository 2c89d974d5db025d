// Pictures in PNG with few colours and a mark of their source.

import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

/** The most colours of a picture. */
const COLOURS = 64;
/** The keyword of the mark. */
const MARK = "Source\0";

/** The mark of a picture drawn from a text. Pixels differ between machines, so files are compared by it. */
export function markOf(svg, width) {
  return createHash("sha256").update(`${width} ${COLOURS} ${svg}`).digest("hex");
}

/** The file of a picture: its width, the bytes of its pixels, four each, and its mark. */
export function png(width, pixels, mark) {
  const { palette, places } = reduced(pixels);
  const height = places.length / width;
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row++) rows.set(places.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  // Eight bits, places in a palette.
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const source = Buffer.from(`${MARK}${mark}`, "latin1");
  const parts = [["IHDR", head], ["tEXt", source], ["PLTE", colours], ["IDAT", deflateSync(rows, { level: 9 })], ["IEND", Buffer.alloc(0)]];
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts.map(([name, data]) => chunk(name, data))]);
}

/** Returns true if a file has this mark. */
export function hasMark(file, mark) {
  return file.includes(`${MARK}${mark}`, 0, "latin1");
}

/** The picture with its most frequent colours only; others become the nearest of them. */
function reduced(pixels) {
  const all = new Uint32Array(pixels.length / 4).map((_, at) => (pixels[4 * at] << 16) | (pixels[4 * at + 1] << 8) | pixels[4 * at + 2]);
  const counts = new Map();
  for (const colour of all) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts].sort(([a, n], [b, m]) => m - n || a - b).slice(0, COLOURS).map(([colour]) => colour);
  const far = (a, b) => [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);
  const nearest = (colour) => palette.reduce((best, own, place) => (far(own, colour) < far(palette[best], colour) ? place : best), 0);
  const known = new Map([...counts.keys()].map((colour) => [colour, nearest(colour)]));
  return { palette, places: Uint8Array.from(all, (colour) => known.get(colour)) };
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length);
  whole.set(body, 4);
  whole.writeUInt32BE(crc(body), body.length + 4);
  return whole;
}

/** The checksum of PNG (ISO 3309). */
function crc(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
