// @ts-check
/**
 * The library, in a thread of its own. It takes {id, request}, posts {event} while it works, and then {id, reply} or
 * {id, error}. After a defect it is of no more use: the page starts another.
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

const ready = load();

/** Loads the module, unpacks and compiles it. */
async function load() {
  const answer = await fetch(new URL("./module/fewest.wasm.gz", import.meta.url));
  if (!answer.ok) throw new Error(`the module could not be loaded (${answer.status})`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  // Some hosts say that the file is compressed, and the browser has unpacked it.
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = () => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  await init({ module_or_path: isPacked ? await unpacked() : bytes });
}

worker.onmessage = async (/** @type {MessageEvent} */ { data: { id, request } }) => {
  try {
    await ready;
    worker.postMessage({ id, ...JSON.parse(answer(JSON.stringify(request))) });
  } catch (error) {
    const isMemory = error instanceof RangeError || /memory|unreachable/i.test(String(error));
    const message = defect
      ? `This is a bug in the program. Please report it: ${defect}`
      : isMemory
        ? "This needs more memory than a page can have. The program `fewest` has no such limit: try it there."
        : `The page's module failed: ${error}`;
    worker.postMessage({ id, error: { message, kind: "defect", problems: [], place: null } });
  }
};
