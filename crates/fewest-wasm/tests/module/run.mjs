// Answers requests with the module in the folder named: a line of JSON each, in and out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { unpack } from "../../../fewest-cli/page/unpack.js";

const [folder] = process.argv.slice(2);
globalThis.fewestEvent = () => {};
globalThis.fewestDefect = (message) => console.error(message);
const { default: init, answer } = await import(pathToFileURL(`${folder}/fewest.js`).href);
await init({ module_or_path: unpack(readFileSync(`${folder}/fewest.wasm.lzma`)) });
for await (const request of createInterface({ input: process.stdin })) {
  process.stdout.write(`${answer(request)}\n`);
}
