// Builds the served files of the page, crates/fewest-cli/page/served, from the files beside that folder, with esbuild from the folder named:
//     node xtask/page.mjs target/esbuild [--check]
// With --check, it writes nothing, and fails if a file is not what it would write.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checksum } from "../crates/fewest-cli/page/checksum.js";
import { groupOf } from "../crates/fewest-cli/page/entries.js";
import { spreadOf } from "../crates/fewest-cli/page/difficulty.js";
import { unpack } from "../crates/fewest-cli/page/unpack.js";
import { all, named, opened } from "./library.mjs";

const [folder, check] = process.argv.slice(2);
const { build } = createRequire(resolve(folder, "node_modules/."))("esbuild");
const page = fileURLToPath(new URL("../crates/fewest-cli/page/", import.meta.url));
const served = `${page}served/`;
const read = (path) => readFileSync(`${page}${path}`);

/** The puzzle that the page begins with. */
const FIRST = "rotation";
const MODULE = "module/fewest.wasm.lzma";
/** The files that the page needs without its host, with index.html: their addresses name the version, or do not. */
const [VERSIONED, PLAIN] = [["page.js", "page-worker.js", "style.css", MODULE], ["icon.svg", "icon-maskable.svg", "manifest.json", "open.js"]];
/** Takes the place of the version, which depends on all files, until they are known. */
const PLACEHOLDER = "@version@";

/** The built-in puzzles: their list, and by path the reply to `open` for each that has a file. */
function puzzles() {
  // The picture of sliding tiles of any size has some size.
  const list = all.map((entry) => ({ ...entry, ...spread(entry), group: groupOf(opened(entry.name.replace("WxH", "4x3")), entry) }));
  return { list, replies: new Map(named.map(({ name }) => [`puzzles/${name}.json.lzma`, opened(name)])) };
}

/** How a puzzle's boards are spread, if the atlas has a record of all of them. */
function spread({ name, boards }) {
  const record = new URL(`../record/atlas/${name.replace(":", "-")}.json`, import.meta.url);
  if (!existsSync(record)) return {};
  const { survey } = JSON.parse(readFileSync(record));
  // Where goals are many, or others' boards are counted too, the record is not of the boards that the page deals.
  if (String(survey.boards) !== boards) return {};
  return { nearer: spreadOf({ boards, counts: survey.counts.map(({ boards }) => boards) }).nearer };
}

/** A packed file. Versions of the packer differ, so the present one is kept if it holds the same. */
function packed(path, text) {
  const present = existsSync(path) ? readFileSync(path) : null;
  if (present && Buffer.from(unpack(present)).toString() === text) return present;
  const folder = mkdtempSync(`${tmpdir()}/page-`);
  const [from, to] = [`${folder}/text`, `${folder}/packed`];
  writeFileSync(from, text);
  execFileSync("python3", [fileURLToPath(new URL("pack.py", import.meta.url)), from, to]);
  const bytes = readFileSync(to);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Bundles a script, with these values in place of those in build.js. */
async function bundled(entry, values) {
  const constants = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join("\n");
  const plugin = { name: "build.js", setup: ({ onLoad }) => onLoad({ filter: /[\\/]page[\\/]build\.js$/ }, () => ({ contents: constants })) };
  const { outputFiles } = await build({
    entryPoints: [`${page}${entry}`], bundle: true, minify: true, write: false, format: "esm", target: "es2022", legalComments: "none", logLevel: "warning", plugins: [plugin],
  });
  return outputFiles[0].text;
}

/** The sheets of index.html, as one. */
async function bundledSheets(html) {
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, path]) => path);
  const contents = sheets.map((path) => `@import "./${path}";`).join("\n");
  const { outputFiles } = await build({ stdin: { contents, resolveDir: page, loader: "css" }, bundle: true, minify: true, write: false, target: "es2022", logLevel: "warning" });
  return outputFiles[0].text;
}

/** The first script, minified for old browsers. */
async function boot() {
  const { outputFiles } = await build({ entryPoints: [`${page}boot.js`], minify: true, write: false, target: "es5", logLevel: "warning" });
  return outputFiles[0].text.trim();
}

const digest = (bytes) => createHash("sha256").update(bytes).digest();
const integrity = (bytes) => `sha256-${digest(bytes).toString("base64")}`;

/** All files that are served from here, by path. */
async function files() {
  const { list, replies } = puzzles();
  const made = new Map([...replies].map(([path, reply]) => [path, packed(`${served}${path}`, JSON.stringify(reply))]));
  const ends = Object.fromEntries([[MODULE, read(MODULE)], ...made].map(([path, bytes]) => [path, [bytes.length, checksum(bytes), bytes.readUInt32LE(5)]]));
  const values = { VERSION: PLACEHOLDER, PACKED: ends, FIRST: replies.get(`puzzles/${FIRST}.json.lzma`), LISTED: list, KEPT: [] };
  const source = String(read("index.html"));
  const first = await boot();
  const drafts = {
    "page.js": await bundled("app.js", values),
    "page-worker.js": await bundled("page-worker.js", values),
    "element.js": await bundled("element.js", { ...values, FIRST: null, LISTED: null }),
    "style.css": await bundledSheets(source),
  };
  const offline = await bundled("offline.js", values);
  const parts = [source, first, offline, ...Object.values(drafts), read(MODULE), ...PLAIN.map(read)];
  const version = digest(Buffer.concat(parts.map((part) => digest(part)))).toString("hex").slice(0, 12);
  for (const [path, text] of Object.entries(drafts)) made.set(path, Buffer.from(text.replaceAll(PLACEHOLDER, version)));

  const whole = (path) => made.get(path) ?? read(path);
  const address = (path) => `${path}?v=${version}`;
  const hash = (path) => `integrity="${integrity(whole(path))}"`;
  const sheet = `<link rel="stylesheet" href="${address("style.css")}" ${hash("style.css")}>`;
  const html = source
    .replace('<script src="boot.js"></script>', () => `<script>${first}</script>`)
    .replace(/ *<link rel="stylesheet"[^]*<link rel="stylesheet"[^>]*>/, () => `  ${sheet}`)
    .replace('<script type="module" src="app.js"></script>', () => `<script type="module" src="${address("page.js")}" ${hash("page.js")}></script>`);
  made.set("index.html", Buffer.from(html));
  const kept = [["./", ""], ...VERSIONED.map((path) => [address(path), integrity(whole(path))]), ...PLAIN.map((path) => [path, integrity(whole(path))])];
  made.set("offline.js", Buffer.from(await bundled("offline.js", { ...values, VERSION: version, KEPT: kept })));

  // Headers may only allow this script, by its hash.
  const policy = `'${integrity(first)}'`;
  for (const path of ["served/policy", "../../../docs/page.md"]) {
    made.set(`../${path}`, Buffer.from(String(read(path)).replace(/'sha256-[^']*'/, policy)));
  }
  return made;
}

/** The files of puzzles that have none any longer. */
function others(made) {
  const present = existsSync(`${served}puzzles`) ? readdirSync(`${served}puzzles`).map((name) => `puzzles/${name}`) : [];
  return present.filter((path) => !made.has(path));
}

const made = await files();
const changed = [...made].filter(([path, bytes]) => !existsSync(`${served}${path}`) || !readFileSync(`${served}${path}`).equals(bytes));
const stale = [...changed.map(([path]) => path), ...others(made)];
if (check) {
  if (stale.length) throw new Error(`not made of the present sources: ${stale.join(", ")}; \`cargo xtask page --scripts\` writes them`);
} else {
  for (const [path, bytes] of changed) {
    mkdirSync(dirname(`${served}${path}`), { recursive: true });
    writeFileSync(`${served}${path}`, bytes);
  }
  for (const path of others(made)) rmSync(`${served}${path}`);
}
const size = [...made].reduce((sum, [path, bytes]) => sum + (path.startsWith("..") ? 0 : bytes.length), 0);
console.log(`crates/fewest-cli/page/served: ${made.size - 2} files, ${size} bytes, ${check || !stale.length ? "of the present sources" : `${stale.length} written`}`);
