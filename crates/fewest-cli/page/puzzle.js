// @ts-check
/** What moves do to boards, and how boards and moves are written. */

import { blocksOf, firstCell, lettersOf, rowsText } from "./blocks.js";

/** @import {Board, Puzzle, Turn} from "./protocol.js" */

/** @param {Turn} turn @param {Board} board */
function isLegal({ needs }, board) {
  return needs.every(([cell, symbol]) => board[cell] === symbol);
}

/**
 * What a move does on a board; null if it is not legal there.
 * @param {Puzzle} puzzle @param {Board} board @param {number} move
 * @returns {Turn | null}
 */
export function turnOf(puzzle, board, move) {
  return puzzle.turns.find((turn) => turn.move === move && isLegal(turn, board)) ?? null;
}

/**
 * The board after a move; null if the move is not legal.
 * @param {Puzzle} puzzle @param {Board} board @param {number} move
 * @returns {Board | null}
 */
export function after(puzzle, board, move) {
  const turn = turnOf(puzzle, board, move);
  return turn && turn.from.map((cell) => board[cell]);
}

/**
 * What each legal move does, in tie order.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function legalTurns(puzzle, board) {
  /** @type {Map<number, Turn>} */
  const turns = new Map();
  for (const turn of puzzle.turns) if (!turns.has(turn.move) && isLegal(turn, board)) turns.set(turn.move, turn);
  return [...turns.values()].sort((a, b) => a.move - b.move);
}

/**
 * The legal moves, in tie order.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function legalMoves(puzzle, board) {
  return legalTurns(puzzle, board).map(({ move }) => move);
}

/**
 * The home board after random moves, none of which leads back to a board passed before where another can be made.
 * @param {Puzzle} puzzle @param {number} count @param {() => number} random  from 0 to less than 1
 */
export function walk(puzzle, count, random) {
  let board = puzzle.home;
  const passed = new Set([String(board)]);
  for (let made = 0; made < count; made++) {
    const next = legalMoves(puzzle, board).map((move) => /** @type {Board} */ (after(puzzle, board, move)));
    const onward = next.filter((other) => !passed.has(String(other)));
    const choice = onward.length > 0 ? onward : next;
    if (choice.length === 0) break;
    board = choice[Math.floor(random() * choice.length)];
    passed.add(String(board));
  }
  return board;
}

/** Random numbers from 0 to less than 1, the same for the same seed. @param {number} seed */
export function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A board to begin with: the start board, or an easy one, near enough to be searched in no time. @param {Puzzle} puzzle */
export function firstBoard(puzzle) {
  if (!isSolved(puzzle, puzzle.home)) return puzzle.home;
  const count = puzzle.isTabulated ? 6 : puzzle.kind === "sliding" ? 12 : 4;
  // Whoever opens a puzzle sees the same board.
  return walk(puzzle, count, seeded(puzzle.cells.length * 7919 + puzzle.moves.length));
}

/**
 * The number of the goal that a board meets; null if it meets none.
 * @param {Pick<Puzzle, "goals">} puzzle @param {Board} board
 */
export function goalMet({ goals }, board) {
  const goal = goals.findIndex((goal) =>
    goal.cells.every((symbol, cell) => symbol === null || symbol === board[cell]),
  );
  return goal < 0 ? null : goal;
}

/** @param {Pick<Puzzle, "goals">} puzzle @param {Board} board */
export function isSolved(puzzle, board) {
  return goalMet(puzzle, board) !== null;
}

/** Where scrambles begin, in words. @param {Pick<Puzzle, "goals" | "home">} puzzle */
export function homeName(puzzle) {
  return isSolved(puzzle, puzzle.home) ? "the solved board" : "the start board";
}

/**
 * What is wrong with the pieces of a board, in a sentence; null if it is a board.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function miscount(puzzle, board) {
  if (board.length !== puzzle.cells.length) {
    return `A board has ${puzzle.cells.length} cells, this has ${board.length}.`;
  }
  const wrong = puzzle.pieces.flatMap((count, symbol) => {
    const found = board.filter((own) => own === symbol).length;
    return found === count ? [] : [`${found} of ${puzzle.symbols[symbol]} where there must be ${count}`];
  });
  if (puzzle.blocks) return wrong.length || !blocksOf(puzzle, board) ? "It does not have the blocks of this puzzle." : null;
  return wrong.length ? `Not a board yet: ${wrong.join(", ")}.` : null;
}

/**
 * A board on one line, as the format `plain` has it.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function boardText(puzzle, board) {
  if (puzzle.blocks) return rowsText(puzzle, board);
  return board.map((symbol) => puzzle.symbols[symbol]).join(" ");
}

/**
 * The names of moves that start from a board, as scrambles have them: knights are called by the cells that they come from, and blocks
 * keep their letters.
 * @param {Puzzle} puzzle @param {Board} board @param {number[]} moves
 */
export function namesFrom(puzzle, board, moves) {
  let letters = lettersOf(puzzle, board);
  return moves.map((move) => {
    const turn = puzzle.kind === "knights" || puzzle.blocks ? turnOf(puzzle, board, move) : null;
    if (!turn) return puzzle.moves[move];
    const name = puzzle.blocks ? nameOn(puzzle, letters, turn) : puzzle.cells[turn.from[turn.needs[0][0]]].name;
    [board, letters] = [turn.from.map((cell) => board[cell]), letters.length ? turn.from.map((cell) => letters[cell]) : []];
    return name;
  });
}

/** The name of a move on a board whose blocks have these letters. @param {Puzzle} puzzle @param {string[]} letters @param {Turn} turn */
export function nameOn({ moves }, letters, turn) {
  return turn.way === undefined ? moves[turn.move] : letters[firstCell(turn)] + turn.way;
}

/**
 * The moves of these names, made from a board on; -1 for other words.
 * @param {Puzzle} puzzle @param {Board} board @param {string[]} names
 */
export function movesNamed(puzzle, board, names) {
  if (!puzzle.blocks) return names.map((name) => puzzle.moves.indexOf(name));
  let letters = lettersOf(puzzle, board);
  return names.map((name) => {
    const turn = legalTurns(puzzle, board).find((turn) => nameOn(puzzle, letters, turn) === name);
    if (turn) [board, letters] = [turn.from.map((cell) => board[cell]), turn.from.map((cell) => letters[cell])];
    return turn?.move ?? -1;
  });
}

/** What stands between the names of moves. @param {Puzzle} puzzle */
export function separator({ kind, moves }) {
  return kind !== "knights" && moves.every((name) => name.length === 1) ? "" : " ";
}

/**
 * What a move does on a board, where its name says only where the blank goes: the tile that it slides, or from where to where the knight
 * jumps. Empty elsewhere.
 * @param {Puzzle} puzzle @param {Board} board @param {number} move
 */
export function inWords(puzzle, board, move) {
  const turn = turnOf(puzzle, board, move);
  if (!turn || puzzle.kind === "rotation" || puzzle.kind === "defined") return "";
  const [[blank]] = turn.needs;
  const from = turn.from[blank];
  if (puzzle.kind === "sliding") return `tile ${puzzle.symbols[board[from]]}`;
  return `${puzzle.cells[from].name} to ${puzzle.cells[blank].name}`;
}

/** `1 move`, `2 moves`. @param {number} count */
export function inMoves(count) {
  return `${count} ${count === 1 ? "move" : "moves"}`;
}

/** With commas between thousands. @param {string | number} number */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}
