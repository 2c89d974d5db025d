/** The package as installed: run in a folder with node_modules/fewest-check, and certificates in `stored`. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { check, checkFile, CheckError } from "fewest-check";

/** A module that the caller has compiled, as a page may do. */
const compiled = await WebAssembly.compile(await readFile("node_modules/fewest-check/fewest-check.wasm"));

const COMMAND = "node_modules/.bin/fewest-check";
const STORED = {
  cells: "verified for abab: 2 boards, none more than 1 move from a goal",
  fixed: "verified for fixed: no moves solve the board",
  merged: "the table does not have all distances",
  search: "verified for ring: 3 boards, none more than 2 moves from a goal",
  table: "verified for ring: 2 moves are enough, and 1 are not; shortest solutions: 1",
};

/** The exit status, the output and the errors of the command. @returns {Promise<[number, string, string]>} */
const run = (...files) =>
  new Promise((resolve) => {
    execFile("node", [COMMAND, ...files], (error, out, err) => resolve([error?.code ?? 0, out, err]));
  });

const fails = (promise, kind, message) =>
  assert.rejects(promise, (error) => error instanceof CheckError && error.kind === kind && message.test(error.message));

test("certificates are verified or refuted, all at the same time", async () => {
  const settled = await Promise.allSettled(Object.keys(STORED).map((name) => checkFile(`stored/${name}.cert`)));
  assert.deepEqual(settled.map(({ value, reason }) => value ?? reason.message), Object.values(STORED));
  assert.equal(settled[2].reason.kind, "refuted");
});

test("what is changed is refused", async () => {
  const text = await readFile("stored/table.cert", "utf8");
  const entries = new Uint8Array(await readFile("stored/table.cert.0"));
  assert.equal(await check(text, () => entries), STORED.table);
  assert.equal(await check(new TextEncoder().encode(text), async () => entries, compiled), STORED.table);
  for (const place of entries.keys()) {
    const changed = entries.with(place, entries[place] + 1);
    await fails(check(text, () => changed), "refuted", /^table.cert.0: entry \d+ is (too large|a target)$/);
  }
  await fails(check(text, () => entries.slice(1)), "unread", /^table.cert.0: expected \d+ bytes$/);
  await fails(check(text), "unread", /^table.cert.0: /);
  await fails(check(`${text}more\n`, () => entries), "malformed", /^line \d+: expected the end$/);
  await fails(check("é"), "malformed", /^line 1: expected plain ASCII text$/);
  await assert.rejects(check(text, () => { throw new RangeError("no table"); }), RangeError);
});

test("no name of a table leads out of the folder", async () => {
  const text = await readFile("stored/table.cert", "utf8");
  for (const name of ["../table.cert.0", "..", "/etc/passwd", "c:table"]) {
    const asked = [];
    const changed = text.replace("table table.cert.0", `table ${name}`);
    await fails(check(changed, (file) => void asked.push(file)), "malformed", /a file in the certificate's folder$/);
    assert.deepEqual(asked, []);
  }
});

test("the command has the output and the exit status of the program", async () => {
  assert.deepEqual(await run("stored/table.cert"), [0, `${STORED.table}\n`, ""]);
  assert.deepEqual(await run("stored/merged.cert"), [1, `not verified: ${STORED.merged}\n`, ""]);
  const [status, out, err] = await run("stored/none.cert");
  assert.deepEqual([status, out], [2, ""]);
  assert.match(err, /^error: .*none.cert/);
  assert.equal((await run())[0], 2);
});
