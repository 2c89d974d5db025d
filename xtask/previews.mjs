// Builds what links to a puzzle show elsewhere, for each built-in puzzle with a name: its picture and a page that names it and opens it,
// in crates/fewest-cli/page/served/p; and the icons in PNG. After page.mjs, with the folders of esbuild, the canvas and the fonts:
//     node xtask/previews.mjs target/esbuild target/@napi-rs/canvas target/dejavu-fonts-ttf [--check]
// With --check, it writes nothing, and fails if a file is not what it would write.

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { named, opened } from "./library.mjs";
import { hasMark, markOf, png } from "./png.mjs";
import { escaped, makeDocument, written } from "./still.mjs";

const [esbuild, canvas, fonts, check] = process.argv.slice(2);
const page = fileURLToPath(new URL("../crates/fewest-cli/page/", import.meta.url));
const required = (folder, name) => createRequire(resolve(folder, "node_modules/."))(name);

makeDocument();
const { stillOf } = await import(`${page}panels/picture.js`);
const { firstBoard, grouped } = await import(`${page}puzzle.js`);
const { titleParts } = await import(`${page}panels/units.js`);

/** The size of a picture, as previews of links have it, and of the square for the board. */
const [WIDTH, HEIGHT, SIDE] = [800, 420, 356];

/** The file of a picture in SVG. */
async function drawn(svg, width) {
  const { GlobalFonts, createCanvas, loadImage } = required(canvas, "@napi-rs/canvas");
  for (const name of ["DejaVuSans", "DejaVuSans-Bold"]) GlobalFonts.registerFromPath(resolve(fonts, `node_modules/dejavu-fonts-ttf/ttf/${name}.ttf`));
  const [, across, down] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg);
  const height = Math.round((width * Number(down)) / Number(across));
  // Without a size, an image is drawn at another one and stretched.
  const image = await loadImage(Buffer.from(svg.replace("<svg ", `<svg width="${width}" height="${height}" `)));
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0, width, height);
  return png(width, context.getImageData(0, 0, width, height).data, markOf(svg, width));
}

/** The sheets of boards, for a light page. */
function sheets() {
  const { buildSync } = required(esbuild, "esbuild");
  const contents = ["style.css", "board/board.css", "board/solid/solid.css"].map((path) => `@import "./${path}";`).join("\n");
  const { outputFiles } = buildSync({ stdin: { contents, resolveDir: page, loader: "css" }, bundle: true, write: false, target: "chrome100" });
  return outputFiles[0].text;
}

/** The lines of a text, with so many letters at most where its words allow that. */
function wrapped(text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + word.length >= most) lines.push("");
    lines[lines.length - 1] += `${lines.at(-1) ? " " : ""}${word}`;
  }
  return lines;
}

/** What is known of a puzzle's boards, in words. */
function figures({ boards, farthest }) {
  return [boards && boards.length < 19 ? `${grouped(boards)} boards` : "", farthest ? `at most ${farthest} moves to solve one` : ""].filter(Boolean);
}

/** The picture of a puzzle: its first board, its title and its figures. */
function preview(entry, puzzle, css) {
  const still = stillOf(puzzle, firstBoard(puzzle));
  for (const [name, value] of Object.entries({ x: 32, y: (HEIGHT - SIDE) / 2, width: SIDE, height: SIDE })) still.setAttribute(name, value);
  const { head, rest } = titleParts(entry.title);
  const [ink, muted, accent] = ["--ink", "--muted", "--accent"].map((name) => new RegExp(`${name}: (#\\w+)`).exec(css)[1]);
  let y = 112;
  const texts = (lines, size, colour, weight) => lines.map((line) => `<text x="424" y="${(y += size * 1.3)}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(line)}</text>`).join("");
  const body = [
    texts(wrapped(head, 19).slice(0, 4), 31, ink, 700), rest ? texts(wrapped(rest, 30).slice(0, 3), 20, muted, 400) : "",
    texts(figures(entry), 20, ink, 400),
  ].join("");
  const paper = /--paper: (#\w+)/.exec(css)[1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="DejaVu Sans"><rect width="100%" height="100%" fill="${paper}"/>`
    + `${written(still, css)}<text x="424" y="86" font-size="26" font-weight="700" fill="${accent}">fewest</text>${body}</svg>`;
}

/** The page of a puzzle, for programs that show what a link leads to; a browser goes on to the puzzle. */
function leading(entry, puzzle) {
  const { name, title } = entry;
  const { head, mark, rest } = titleParts(title);
  const description = [puzzle.rules, `${figures(entry).join(", ")}.`].filter((part) => part && part !== ".").join(" ");
  const meta = (property, content) => `  <meta property="${property}" content="${escaped(content)}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escaped(`${head}${mark}${rest}`)} - fewest</title>
  <meta name="description" content="${escaped(description)}">
${meta("og:title", `${head}${mark}${rest}`)}${meta("og:description", description)}${meta("og:type", "website")}${meta("og:image", `${name}.png`)}`
    + `${meta("og:image:width", WIDTH)}${meta("og:image:height", HEIGHT)}  <meta name="twitter:card" content="summary_large_image">
  <script src="../open.js"></script>
</head>
<body>
  <p><a href="../#p=${name}">${escaped(head)}</a></p>
</body>
</html>
`;
}

const css = sheets();
const made = new Map();
/** Pictures in SVG, and their widths. */
const pictures = new Map();
for (const entry of named) {
  const puzzle = opened(entry.name);
  pictures.set(`p/${entry.name}.png`, [preview(entry, puzzle, css), WIDTH]);
  made.set(`p/${entry.name}.html`, Buffer.from(leading(entry, puzzle)));
}
for (const [name, from, width] of [["icon-180", "icon-maskable", 180], ["icon-192", "icon", 192], ["icon-512", "icon-maskable", 512]]) {
  pictures.set(`${name}.png`, [String(readFileSync(`${page}${from}.svg`)), width]);
}

const served = `${page}served/`;
const present = (path) => (existsSync(`${served}${path}`) ? readFileSync(`${served}${path}`) : null);
const changed = [
  ...[...made].filter(([path, bytes]) => !present(path)?.equals(bytes)),
  ...[...pictures].filter(([path, [svg, width]]) => !hasMark(present(path) ?? Buffer.alloc(0), markOf(svg, width))),
].map(([path]) => path);
const all = [...made.keys(), ...pictures.keys()];
const others = existsSync(`${served}p`) ? readdirSync(`${served}p`).map((name) => `p/${name}`).filter((path) => !all.includes(path)) : [];
if (check) {
  if (changed.length + others.length) throw new Error(`not made of the present sources: ${[...changed, ...others].join(", ")}; \`cargo xtask page --scripts\` writes them`);
} else {
  mkdirSync(`${served}p`, { recursive: true });
  for (const path of changed) writeFileSync(`${served}${path}`, made.get(path) ?? (await drawn(...pictures.get(path))));
  for (const path of others) rmSync(`${served}${path}`);
}
const size = all.reduce((sum, path) => sum + present(path).length, 0);
console.log(`crates/fewest-cli/page/served: ${all.length} files of previews, ${size} bytes, ${check || !changed.length ? "of the present sources" : `${changed.length} written`}`);
