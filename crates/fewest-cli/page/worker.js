// @ts-check
/**
 * The library, in a thread of its own. It first gets {module} or {problem}, then {id, request}. It posts {event}
 * while it works, then {id, reply} or {id, error}. After a defect it is replaced by another.
 */

import init, { answer } from "./module/fewest.js";

/** This thread, of which the compiler of types does not know. @type {any} */
const worker = self;
/** What a defect said before the module stopped. @type {string | null} */
let defect = null;

worker.fewestEvent = (/** @type {string} */ event) => {
  worker.postMessage({ event: JSON.parse(event) });
};
worker.fewestDefect = (/** @type {string} */ message) => {
  defect = message;
};

/** @type {(problem: string | null) => void} */
let begin = () => {};
/** The module's problem, or null, once it has arrived. @type {Promise<string | null>} */
const ready = new Promise((resolve) => (begin = resolve));

/** Puts quotes in place of a message's backquotes. @param {string} name @param {any} value */
function plain(name, value) {
  return ["message", "help", "problem"].includes(name) && value ? value.replace(/`([^`]*)`/g, "“$1”") : value;
}

worker.onmessage = async (/** @type {MessageEvent} */ { data: { module, problem, id, request } }) => {
  if (module) return init({ module_or_path: module }).then(() => begin(null), (/** @type {Error} */ error) => begin(`The library's module does not start: ${error}`));
  if (problem) return begin(problem);
  const wrong = await ready;
  if (wrong) return worker.postMessage({ id, error: { message: wrong, kind: "lost", problems: [], place: null } });
  try {
    const text = answer(JSON.stringify(request));
    worker.postMessage({ id, ...JSON.parse(text, text.includes("`") ? plain : undefined) });
  } catch (error) {
    const isMemory = error instanceof RangeError || /memory|unreachable/i.test(String(error));
    const message = defect
      ? `This is a bug in the program. Please report it: ${defect}`
      : isMemory
        ? "This needs more memory than WebAssembly can have. The program has no such limit: try it there."
        : `The library's module failed: ${error}`;
    worker.postMessage({ id, error: { message, kind: "defect", problems: [], place: null } });
  }
};
