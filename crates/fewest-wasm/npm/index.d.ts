/** Shortest solutions of puzzles, with proof: the library `fewest` in a worker. */

import type * as protocol from "./protocol.js";

export * from "./protocol.js";

/** The answer to a board. */
export interface Answer {
  verdict: protocol.Verdict;
  /** The names of the moves; empty if there is no solution. */
  moves: string[];
}

/** The reason why a question was refused, or stopped. */
export class FewestError extends Error {
  kind: protocol.Failure["kind"];
  /** The mistakes of a definition. */
  problems: protocol.Problem[];
  /** The place in a text of boards, from 1. */
  place: { line: number; column: number } | null;
}

/** The replies to the questions, by their `ask`. */
export interface Replies {
  puzzles: {
    puzzles: {
      name: string;
      title: string;
      boards: string | null;
      godsNumber: number | null;
      definition: string | null;
    }[];
  };
  open: protocol.Puzzle;
  look: protocol.Puzzle;
  truth: protocol.Truth;
  answers: { answers: string | null };
  certificate: { text: string | null };
  read: { boards: { board: protocol.Board; goal: protocol.Board | null }[]; count: number; notes: string[] };
  moves: { moves: number[]; ends: [number, number][]; problem: string | null };
  write: { text: string; verdict: protocol.Verdict };
  survey: protocol.Figures;
  deal: { board: protocol.Board; distance: number | null };
  contenders: {
    algorithms: { name: string; isBlind: boolean; takesWeight: boolean; isProving: boolean }[];
    heuristics: string[];
  };
  run: protocol.Run;
  step: { steps: (protocol.Step | { threshold: string })[]; isCut: boolean; run: protocol.Run };
  check: protocol.Checked;
}

/** A question. */
export type Request =
  | protocol.AskPuzzles
  | protocol.AskOpen
  | protocol.AskLook
  | protocol.AskTruth
  | protocol.AskAnswers
  | protocol.AskCertificate
  | protocol.AskRead
  | protocol.AskMoves
  | protocol.AskWrite
  | protocol.AskSurvey
  | protocol.AskDeal
  | protocol.AskContenders
  | protocol.AskRun
  | protocol.AskStep
  | protocol.AskCheck;

/** A worker with the library. It starts with the first question. */
export class Fewest {
  /** Solves each board in a text, in the notation of the puzzle or of one of its judges. */
  solve(puzzle: string | { definition: string }, text: string): Promise<Answer[]>;
  /** Asks a question. Questions are answered in order, and are about the puzzle opened last. */
  ask<R extends Request>(
    request: R,
    onProgress?: (progress: protocol.Progress) => void,
  ): Promise<Replies[R["ask"]]>;
  /** Ends the worker. Open questions fail with the kind `stopped`; the next question starts it again. */
  close(): void;
}
