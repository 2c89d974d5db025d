// Times the page's module in node: loading it, the first answer of a puzzle, and what a page asks after each move. Milliseconds.
//
//     node crates/fewest-wasm/benches/speed.mjs [PUZZLE]...
import { readFileSync } from "node:fs";
import { unpack } from "../../fewest-cli/page/unpack.js";

const folder = new URL("../../fewest-cli/page/module/", import.meta.url);
const BOARDS = 200;
const COUNTED = 40;

/** @param {() => unknown} job */
const timed = (job) => {
  const begun = performance.now();
  job();
  return performance.now() - begun;
};
/** @param {number[]} times */
const summary = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  return `${sorted[sorted.length >> 1].toFixed(2)} median, ${sorted[sorted.length - 1].toFixed(2)} longest`;
};

globalThis.fewestEvent = () => {};
globalThis.fewestDefect = (message) => console.error(message);
const { initSync, answer } = await import(new URL("fewest.js", folder).href);
const packed = readFileSync(new URL("fewest.wasm.lzma", folder));
console.log(`load ${timed(() => initSync({ module: unpack(packed) })).toFixed(1)}`);
const ask = (request) => JSON.parse(answer(JSON.stringify(request))).reply;

const named = process.argv.slice(2);
for (const puzzle of named.length ? named : ["rotation", "eight", "knights", "cube2"]) {
  const { solved, turns } = ask({ ask: "open", puzzle });
  // A random walk, the same at every run.
  const boards = [];
  let [board, seed] = [solved, 7];
  for (let i = 0; i < BOARDS; i++) {
    const legal = turns.filter(({ needs }) => !needs || board[needs[0]] === needs[1]);
    seed = (seed * 16807) % 2147483647;
    const before = board;
    board = legal[seed % legal.length].from.map((cell) => before[cell]);
    boards.push(board);
  }
  const first = timed(() => ask({ ask: "truth", board: boards[0] }));
  const panels = boards.map((own) => timed(() => ask({ ask: "truth", board: own })));
  const answers = boards.slice(-COUNTED).map((own) => timed(() => ask({ ask: "answers", board: own })));
  console.log(`${puzzle}: first ${first.toFixed(1)}; panel ${summary(panels)}; answers ${summary(answers)}`);
}
