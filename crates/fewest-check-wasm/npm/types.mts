/** What the package's types must accept, and what they must refuse. */

import { check, checkFile, CheckError } from "fewest-check";

const verified: string = await check("", (name) => new TextEncoder().encode(name));
const fromFile: string = await checkFile(new URL("file:///board.cert"));
const kind: "refuted" | "malformed" | "unread" | "stopped" = new CheckError().kind;

// @ts-expect-error: a table is bytes.
await check(verified + fromFile + kind, (name) => name);
