// @ts-check
/** Checks certificates with the module, in Node and browsers. The types are in index.d.ts. */

const isNode = typeof process === "object" && Boolean(process.versions?.node);
const KINDS = /** @type {const} */ (["verified", "refuted", "malformed", "unread"]);

export class CheckError extends Error {
  /** @param {"refuted" | "malformed" | "unread" | "stopped"} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.name = "CheckError";
    this.kind = kind;
  }
}

/** A module of Node, which no bundler looks for. @param {string} name @returns {Promise<any>} */
const ofNode = (name) => import(/* @vite-ignore */ `node:${name}`);

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

async function compile() {
  const url = new URL("./fewest-check.wasm", import.meta.url);
  if (isNode && url.protocol === "file:") {
    const { readFile } = await ofNode("fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The names of a certificate's tables. @param {Uint8Array} text */
function tablesOf(text) {
  const lines = new TextDecoder("latin1").decode(text).matchAll(/^ *table +([^\s/\\:]+) *\r?$/gm);
  return new Set([...lines].map(([, name]) => name).filter((name) => name !== ".."));
}

/** @param {string | Uint8Array} certificate @param {(name: string) => any} [read] @param {WebAssembly.Module} [module] @returns {Promise<string>} */
export async function check(certificate, read, module) {
  const text = typeof certificate === "string" ? new TextEncoder().encode(certificate) : certificate;
  /** @type {Map<string, Uint8Array>} */
  const tables = new Map();
  if (read) for (const name of tablesOf(text)) tables.set(name, await read(name));
  if (!module) {
    compiled ??= compile();
    compiled.catch(() => (compiled = undefined));
  }
  // Each check has memory of its own, which is free again after it.
  const instance = await WebAssembly.instantiate(module ?? (await /** @type {Promise<WebAssembly.Module>} */ (compiled)), {
    folder: {
      /** @param {number} name @param {number} nameLength @param {number} place @param {number} length */
      read(name, nameLength, place, length) {
        const table = tables.get(words(name, nameLength));
        if (table?.length !== length >>> 0) return 0;
        bytes(place, length).set(table);
        return 1;
      },
    },
  });
  const exports = /** @type {any} */ (instance.exports);
  const bytes = (/** @type {number} */ place, /** @type {number} */ length) => new Uint8Array(exports.memory.buffer, place >>> 0, length >>> 0);
  const words = (/** @type {number} */ place, /** @type {number} */ length) => new TextDecoder().decode(bytes(place, length));
  let kind;
  try {
    bytes(exports.reserve(text.length), text.length).set(text);
    kind = KINDS[exports.check()];
  } catch (error) {
    throw new CheckError("stopped", `the check needs more memory than the module has: ${error}`);
  }
  const message = words(exports.message(), exports.length());
  if (kind === "verified") return message;
  throw new CheckError(kind, message);
}

/** @param {string | URL} path @returns {Promise<string>} */
export async function checkFile(path) {
  const [{ readFile }, { dirname, join }, { fileURLToPath }] = await Promise.all(["fs/promises", "path", "url"].map(ofNode));
  const file = path instanceof URL ? fileURLToPath(path) : path;
  const bytes = async (/** @type {string} */ name) => {
    try {
      return await readFile(name);
    } catch (error) {
      throw new CheckError("unread", String(/** @type {Error} */ (error).message));
    }
  };
  return check(await bytes(file), (name) => bytes(join(dirname(file), name)));
}
