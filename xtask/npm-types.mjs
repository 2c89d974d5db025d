/** Writes the types in the comment of a script as declarations: node xtask/npm-types.mjs SCRIPT > DECLARATIONS */

import { readFileSync } from "node:fs";

const script = readFileSync(process.argv[2], "utf8");
const comment = script
  .slice(script.indexOf("/**\n"), script.indexOf("*/"))
  .replace(/^\/\*\*| \* ?/gm, "")
  // The package counts the lines of mistakes as editors do.
  .replace("in UTF-16 units from 0", "in UTF-16 units from 1");

/** The text in braces at the start of another, and the text after it. */
function braced(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    depth += { "{": 1, "}": -1 }[text[at]] ?? 0;
    if (depth === 0) return [text.slice(1, at), text.slice(at + 1).trim()];
  }
  throw new Error(`braces without an end: ${text}`);
}

/** A name and the description after it, up to an empty line. */
function named(all) {
  const [text] = all.split(/\n\s*\n/, 1);
  const [name] = text.split(/\s/, 1);
  const about = text.slice(name.length).replace(/\s+/g, " ").trim();
  return [name, about && `/** ${about} */\n`];
}

/** The questions and their replies, which follow an arrow. @type {[string, string, string][]} */
const questions = [];

/** The type at the start of a text. */
function typeOf(text) {
  return text.startsWith("{") ? `{${braced(text)[0]}}` : /^\w+/.exec(text)[0];
}

console.log("/** What the worker is asked, and its replies. Symbols, cells, moves and goals are numbers from 0. */\n");
for (const entry of comment.split("@typedef").slice(1)) {
  const [head, ...properties] = entry.split("@property").map((part) => braced(part.trim()));
  const [name, about] = named(head[1]);
  const [, ask] = /ask: "(.*?)"/.exec(head[0]) ?? [];
  if (ask) questions.push([ask, name, typeOf(head[1].slice(name.length).replace(/\s+/g, " ").replace(" -> ", ""))]);
  if (properties.length === 0) {
    console.log(`${about}export type ${name} = ${head[0].replace(/\s+/g, " ")};\n`);
    continue;
  }
  console.log(`${about}export interface ${name} {`);
  for (const [type, rest] of properties) {
    const [name, what] = named(rest);
    const key = name.replace(/^\[(.*)\]$/, "$1?");
    console.log(`${what && `  ${what}`}  ${key}: ${type.replace(/\s+/g, " ")};`);
  }
  console.log("}\n");
}
console.log(`/** A question. */
export type Request = ${questions.map(([, name]) => name).join(" | ")};

/** The replies to the questions, by their \`ask\`. */
export interface Replies {
${questions.map(([ask, , reply]) => `  ${ask}: ${reply};`).join("\n")}
}`);
