import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../page/", import.meta.url);
const read = (url) => readFileSync(url, "utf8");

/** The modules that a module imports, and those that they import. */
function imported(url, found = new Set()) {
  for (const [, path] of read(url).matchAll(/^(?:import|export) .*?from "(\.[^"]+)";$/gm)) {
    const next = new URL(path, url).href;
    if (found.has(next)) continue;
    found.add(next);
    imported(new URL(next), found);
  }
  return found;
}

test("every module is asked for at once, not when another one turns out to need it", () => {
  const html = read(new URL("index.html", page));
  const named = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">|<script type="module" src="([^"]+)"/g)];
  const asked = named.map(([, link, script]) => new URL(link ?? script, page).href);
  assert.deepEqual(asked.sort(), [new URL("app.js", page).href, ...imported(new URL("app.js", page))].sort());
});
