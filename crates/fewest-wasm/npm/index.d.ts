/** Shortest solutions of puzzles, with proof: the library `fewest` in a worker. */

import type * as protocol from "./protocol.js";

export * from "./protocol.js";

/** A puzzle by its name or its definition, with a goal other than its own if there is one. */
export type Wanted = string | ({ puzzle: string } | { definition: string }) & { goal?: protocol.Board };

/** The answer to a board. */
export interface Answer {
  verdict: protocol.Verdict;
  /** The names of the moves: of the fewest, or of the best solution known if a limit left the board open. Empty if none is known. */
  moves: string[];
}

/** The reason why a question was refused, or stopped. */
export class FewestError extends Error {
  kind: protocol.Failure["kind"];
  /** The mistakes of a definition, with lines and columns from 1. */
  problems: protocol.Problem[];
  /** The place in a text of boards, from 1. */
  place: { line: number; column: number } | null;
}

/** Questions about no puzzle. */
export type General = protocol.AskPuzzles | protocol.AskLook | protocol.AskCheck;

/** Questions about a puzzle. */
export type About = Exclude<protocol.Request, General | protocol.AskOpen>;

/** What every call takes besides its question. */
export interface Control {
  /** Ends this call, which then fails with the signal's reason. The worker is started again, and builds tables again; other calls are not affected. */
  signal?: AbortSignal;
  /** Called with this call's progress. */
  onProgress?: Listener;
}

/** How boards are read and solved. */
export interface SolveOptions extends Control {
  /** The name of the boards' format; by default it is recognised. `"moves"`: each line is a scramble. */
  format?: string;
  /** The time of the search in seconds. If it leaves the board open, a solution that is not proven shortest may take as long again. */
  maxTime?: number;
  /** True for a solution that is found at once and need not be shortest. `maxTime` is used up to make it shorter. */
  quick?: boolean;
}

/** Called with the progress of a long call. */
export type Listener = (progress: protocol.Progress) => void;

/** An open puzzle: its description, and what can be asked about it. Any number of puzzles can be in use at once. */
export interface OpenPuzzle extends protocol.Puzzle {
  /** Solves each board in a text, in the notation of the puzzle or of one of its judges. */
  solve(text: string, options?: SolveOptions): Promise<Answer[]>;
  /** Counts all boards by distance. */
  survey(control?: Control): Promise<protocol.Figures>;
  /** Asks any question about the puzzle. */
  ask<R extends About>(request: R, control?: Control): Promise<protocol.Replies[R["ask"]]>;
}

/** Where the package's files are, if a bundler moved them. */
export interface Files {
  /** The file `module/fewest.wasm.lzma`. */
  module?: URL | string;
  /** The file `worker.js` for browsers, or `node-worker.js` for Node, with the files that it imports. */
  worker?: URL | string;
}

/** A worker with the library. It starts with the first call, and does one call after another. */
export class Fewest {
  constructor(files?: Files);
  /** Opens a puzzle. */
  open(puzzle: Wanted, control?: Control): Promise<OpenPuzzle>;
  /** Opens a puzzle and solves each board in a text. */
  solve(puzzle: Wanted, text: string, options?: SolveOptions): Promise<Answer[]>;
  /** Asks a question about no puzzle. */
  ask<R extends General>(request: R, control?: Control): Promise<protocol.Replies[R["ask"]]>;
  /** Ends the worker. Calls that have not ended fail with the kind `stopped`; the next call starts it again. */
  close(): void;
}
