// @ts-check
/** The worker of the page: it posts its version, and holds the lock with its name as long as it lives. */

import { VERSION } from "./build.js";
import "./worker.js";

/** @type {any} */
const worker = self;
const begin = () => worker.postMessage({ version: VERSION });
// Without `https:`, there are no locks.
if (navigator.locks) {
  navigator.locks.request(worker.name, () => {
    begin();
    return new Promise(() => {});
  });
} else begin();
