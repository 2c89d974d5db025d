#!/usr/bin/env node
// @ts-check
/** The command `fewest-check FILE`, with the output and the exit status of the program of this name. */

import { CheckError, checkFile } from "./index.js";

const files = process.argv.slice(2);
try {
  if (files.length !== 1 || files[0].startsWith("-")) throw new CheckError("malformed", "expected one file: `fewest-check FILE`");
  console.log(await checkFile(files[0]));
} catch (error) {
  if (!(error instanceof CheckError)) throw error;
  const isRefuted = error.kind === "refuted";
  if (isRefuted) console.log(`not verified: ${error.message}`);
  else console.error(`error: ${error.message}`);
  process.exitCode = isRefuted ? 1 : 2;
}
