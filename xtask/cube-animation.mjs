// Draws a cube that is solved in the fewest moves, as an animated SVG:
//     node xtask/cube-animation.mjs > docs/images/cube.svg
// The page's modules find the moves and draw each frame.

import { readFileSync } from "node:fs";
import { Camera } from "../crates/fewest-cli/page/board/solid/camera.js";
import { Figure } from "../crates/fewest-cli/page/board/solid/figure.js";
import { stickerLooks } from "../crates/fewest-cli/page/board/solid/looks.js";
import { solidOf } from "../crates/fewest-cli/page/board/solid/solid.js";
import init, { answer } from "../crates/fewest-cli/page/module/fewest.js";
import { after } from "../crates/fewest-cli/page/puzzle.js";
import { unpack } from "../crates/fewest-cli/page/unpack.js";

const SCRAMBLE = "R U2 F' L D B2 U' R2 F";
/** Frames of a turn, and how long each is seen; the pauses between turns and at the end. In milliseconds. */
const FRAMES = 7;
const FRAME = 40;
const [PAUSE, END] = [260, 2600];
/** Half the side of the picture. */
const HALF = 205;

const page = new URL("../crates/fewest-cli/page/", import.meta.url);
await init({ module_or_path: unpack(readFileSync(new URL("module/fewest.wasm.lzma", page))) });
globalThis.fewestEvent = () => {};
const ask = (request) => JSON.parse(answer(JSON.stringify(request))).reply;
const puzzle = ask({ ask: "open", puzzle: "cube3" });
const scrambled = SCRAMBLE.split(" ").reduce((board, name) => after(puzzle, board, puzzle.moves.indexOf(name)), puzzle.solved);
const { solution } = ask({ ask: "truth", board: scrambled });

/** The same path in whole numbers, each from the point before. */
function shorter(d) {
  let [x, y] = [0, 0];
  return [...d.matchAll(/([MLQ])([^A-Z]*)|Z/g)].map(([, command, numbers]) => {
    if (!command) return "z";
    const points = numbers.match(/-?[\d.]+/g).map((number) => Math.round(Number(number)));
    const moved = points.map((number, at) => number - (at % 2 === 0 ? x : y));
    [x, y] = points.slice(-2);
    return command === "M" ? `M${points.join(" ")}` : command.toLowerCase() + moved.join(" ");
  }).join("").replace(/ -/g, "-");
}

const solid = solidOf(puzzle);
const figure = new Figure(solid, new Camera(solid.body.look, Math.sqrt(6.75), 195));
const looks = stickerLooks(puzzle, solid);
const draw = (board, twist, angle) => figure.drawn(looks(board), twist, angle, false).map(({ attributes }) => {
  const { d, class: style, "fill-opacity": opacity } = attributes;
  return `<path class="${style.replace(/^(piece|solid)-/, "")}" d="${shorter(d)}"${opacity ? ` fill-opacity="${Number(opacity).toFixed(2)}"` : ""}/>`;
}).join("");

/** Pictures, each with how long it is seen. */
const shots = [{ picture: draw(scrambled, null, 0), time: 4 * PAUSE }];
let board = scrambled;
for (const move of solution) {
  const twist = solid.twists[move];
  for (let frame = 1; frame < FRAMES; frame++) {
    const part = frame / FRAMES;
    shots.push({ picture: draw(board, twist, twist.angle * part * part * (3 - 2 * part)), time: FRAME });
  }
  board = after(puzzle, board, move);
  shots.push({ picture: draw(board, null, 0), time: PAUSE });
}
shots[shots.length - 1].time = END;

const whole = shots.reduce((sum, { time }) => sum + time, 0);
let begin = 0;
const groups = shots.map(({ picture, time }) => {
  const [from, to] = [begin / whole, (begin + time) / whole].map((part) => part.toFixed(5));
  begin += time;
  const times = from === "0.00000" ? { keys: `0;${to}`, values: "inline;none" } : { keys: `0;${from};${to}`, values: "none;inline;none" };
  return `<g display="none"><animate attributeName="display" dur="${whole}ms" repeatCount="indefinite" calcMode="discrete" `
    + `keyTimes="${times.keys}" values="${times.values}"/>${picture}</g>`;
});
const css = readFileSync(new URL("board/board.css", page), "utf8").split(".clear-colours")[0];
const colours = [...css.matchAll(/\.piece-(\w+) \{ --fill: (#\w+)/g)].filter(([, name]) => groups.some((group) => group.includes(`class="${name}"`)));
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}" role="img">
<title>A cube is solved in ${solution.length} moves: ${solution.map((move) => puzzle.moves[move]).join(" ")}</title>
<style>.body{fill:#17181b;stroke:#17181b;stroke-width:6;stroke-linejoin:round}${colours.map(([, name, fill]) => `.${name}{fill:${fill}}`).join("")}</style>
${groups.join("\n")}
</svg>
`);
