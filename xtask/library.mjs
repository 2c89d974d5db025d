// The page's module, asked by the scripts that build what is served.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { unpack } from "../crates/fewest-cli/page/unpack.js";
import { listed } from "../crates/fewest-cli/page/entries.js";

const folder = fileURLToPath(new URL("../crates/fewest-cli/page/module/", import.meta.url));
export const packedModule = readFileSync(`${folder}fewest.wasm.lzma`);

const { default: init, answer } = await import(`${folder}fewest.js`);
globalThis.fewestEvent = () => {};
await init({ module_or_path: unpack(packedModule) });
const ask = (request) => JSON.parse(answer(JSON.stringify(request))).reply;

/** The built-in puzzles. */
export const all = listed(ask({ ask: "puzzles" }).puzzles);

/** Those with a name: sliding tiles of any size have none. */
export const named = all.filter(({ name }) => /^[\w-]+$/.test(name));

/** The description of a puzzle: the reply to `open`. */
export const opened = (puzzle) => ask({ ask: "open", puzzle });
