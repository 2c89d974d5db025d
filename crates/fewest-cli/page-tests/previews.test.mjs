// The scripts that draw pictures for links, in xtask.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { crc32, inflateSync } from "node:zlib";
import { hasMark, markOf, png } from "../../../xtask/png.mjs";
import { makeDocument, written } from "../../../xtask/still.mjs";

/** The parts of a PNG file, by name. */
function partsOf(file) {
  const parts = {};
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const end = at + 8 + file.readUInt32BE(at);
    parts[file.toString("latin1", at + 4, at + 8)] = file.subarray(at + 8, end);
    if (crc32) assert.equal(file.readUInt32BE(end), crc32(file.subarray(at + 4, end)));
  }
  return parts;
}

test("a picture is written with a palette", () => {
  const [red, blue] = [[200, 0, 0, 255], [0, 0, 200, 255]];
  const file = png(2, Uint8Array.from([red, blue, red, red].flat()), markOf("<svg/>", 2));
  const { IHDR, PLTE, IDAT } = partsOf(file);
  assert.deepEqual([IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), ...IHDR.subarray(8)], [2, 2, 8, 3, 0, 0, 0]);
  assert.deepEqual([...PLTE], [200, 0, 0, 0, 0, 200]);
  // Each row begins with its filter: none.
  assert.deepEqual([...inflateSync(IDAT)], [0, 0, 1, 0, 0, 0]);
  assert.ok(hasMark(file, markOf("<svg/>", 2)));
  for (const other of [markOf("<svg/>", 3), markOf("<svg />", 2)]) assert.ok(!hasMark(file, other));
});

test("rare colours become the nearest of the others", () => {
  const greys = Array.from({ length: 64 }, (_, at) => [at, at, at, 255]);
  const { PLTE, IDAT } = partsOf(png(129, Uint8Array.from([...greys, ...greys, [60, 61, 60, 255]].flat())));
  assert.equal(PLTE.length, 3 * 64);
  const places = inflateSync(IDAT).subarray(1);
  assert.equal(places[128], places[60]);
});

test("styles of a sheet are written into the elements", () => {
  makeDocument();
  const svg = (name, kind, ...children) => {
    const own = document.createElementNS("", name);
    own.setAttribute("class", kind);
    own.append(...children);
    return own;
  };
  const sheet = `@layer base, board;
    @layer base { :root { --ink: #102030; --paper: #fff; } @media (prefers-color-scheme: dark) { :root { --ink: #fff; } } }
    @layer board { .tray { fill: color-mix(in srgb, var(--ink) 50%, var(--paper)); } .piece .body:is(.a, .b) { fill: var(--fill); stroke: var(--edge, none); }
      .red { --fill: #c8102e; } .body { fill: #000; } .piece:has(.a) .body { fill: #0f0; } }`;
  const whole = svg("svg", "board", svg("rect", "tray"), svg("g", "piece red", svg("path", "body a")), svg("path", "body"));
  assert.equal(written(whole, sheet), '<svg><rect fill="#889098"></rect><g><path fill="#c8102e" stroke="none"></path></g><path fill="#000"></path></svg>');
});

test("every puzzle's page names its own picture", () => {
  const folder = new URL("../page/served/p/", import.meta.url);
  const names = readdirSync(folder);
  const pages = names.filter((name) => name.endsWith(".html"));
  assert.ok(pages.length > 40);
  for (const page of pages) {
    const text = readFileSync(new URL(page, folder), "utf8");
    const picture = page.replace("html", "png");
    assert.ok(names.includes(picture) && text.includes(`property="og:image" content="${picture}"`), page);
    assert.match(text, /<title>[^<]+ - fewest<\/title>\n  <meta name="description" content="[^"]{20,}">/, page);
  }
});
