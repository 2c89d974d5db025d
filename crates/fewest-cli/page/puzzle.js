// @ts-check
/** What moves do to boards, and how boards and moves are written. */

/** @import {Board, Puzzle, Turn} from "./protocol.js" */

/**
 * What a move does on a board; null if it is not legal there.
 * @param {Puzzle} puzzle @param {Board} board @param {number} move
 * @returns {Turn | null}
 */
export function turnOf(puzzle, board, move) {
  const isLegal = (/** @type {Turn} */ turn) =>
    turn.move === move && (turn.needs === null || board[turn.needs[0]] === turn.needs[1]);
  return puzzle.turns.find(isLegal) ?? null;
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
 * The legal moves, in tie order.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function legalMoves(puzzle, board) {
  return puzzle.moves.flatMap((_, move) => (turnOf(puzzle, board, move) ? [move] : []));
}

/**
 * A solved board after random moves, none of which leads back to a board passed before where another can be made.
 * @param {Puzzle} puzzle @param {number} count @param {() => number} random  from 0 to less than 1
 */
export function walk(puzzle, count, random) {
  let board = puzzle.solved;
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

/**
 * The number of the goal that a board meets; null if it meets none.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function goalMet(puzzle, board) {
  const goal = puzzle.goals.findIndex((goal) =>
    goal.cells.every((symbol, cell) => symbol === null || symbol === board[cell]),
  );
  return goal < 0 ? null : goal;
}

/** @param {Puzzle} puzzle @param {Board} board */
export function isSolved(puzzle, board) {
  return goalMet(puzzle, board) !== null;
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
  return wrong.length ? `Not a board yet: ${wrong.join(", ")}.` : null;
}

/**
 * A board on one line, as the format `plain` has it.
 * @param {Puzzle} puzzle @param {Board} board
 */
export function boardText(puzzle, board) {
  return board.map((symbol) => puzzle.symbols[symbol]).join(" ");
}

/**
 * The names of moves that start from a board, as scrambles have them: knights are called by the cells that they come from.
 * @param {Puzzle} puzzle @param {Board} board @param {number[]} moves
 */
export function namesFrom(puzzle, board, moves) {
  return moves.map((move) => {
    const turn = turnOf(puzzle, board, move);
    if (puzzle.kind !== "knights" || !turn?.needs) return puzzle.moves[move];
    board = turn.from.map((cell) => board[cell]);
    return puzzle.cells[turn.from[turn.needs[0]]].name;
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
  if (!turn?.needs) return "";
  const [blank] = turn.needs;
  const from = turn.from[blank];
  if (puzzle.kind === "sliding") return `tile ${puzzle.symbols[board[from]]}`;
  return puzzle.kind === "knights" ? `${puzzle.cells[from].name} to ${puzzle.cells[blank].name}` : "";
}

/** `1 move`, `2 moves`. @param {number} count */
export function inMoves(count) {
  return `${count} ${count === 1 ? "move" : "moves"}`;
}

/** With commas between thousands. @param {string | number} number */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}
