// @ts-check
/** New boards: dealt at a distance, or made by random moves where distances are not known. */

import { button, el } from "../dom.js";
import { inMoves, walk } from "../puzzle.js";
import { capital, counted, reasonOf } from "./units.js";

/** @import {Board, Figures, Progress} from "../protocol.js" */

/** The largest number of moves for a deal. */
const MOST_MOVES = 254;
/** Milliseconds after which the page shows that it draws a board. */
const UNSEEN = 300;
/** Levels, from one to the next harder one. */
const LEVELS = { easy: "Easy", medium: "Medium", hard: "Hard", hardest: "Hardest", random: "Any board", moves: "By number" };
/** Of a table: the moves to solve a board, as a share of God's number, and at most. */
const SHARES = { easy: [0.35, 5], medium: [0.6, 12], hard: [0.85, MOST_MOVES] };
/** Elsewhere: random moves. */
const RANDOM = { easy: 3, medium: 6, hard: 9 };
const SLIDES = { easy: 8, medium: 24, hard: 60 };

/**
 * @param {HTMLElement} section @param {import("../session.js").Session} session
 * @returns {() => (() => void) | null} what deals a harder board, if there are any
 */
export function createDeal(section, session) {
  const { game, jobs, truths } = session;
  const level = el("select", { id: "level", "aria-label": "Difficulty", onchange: () => show() });
  const number = el("input", { type: "number", min: 0, max: MOST_MOVES, value: 8, id: "deal-moves", inputmode: "numeric" });
  const unit = el("label", { for: "deal-moves" });
  const dealing = el("p", { id: "dealing", "aria-live": "polite" });
  const stop = button("Stop", () => jobs.stop(), { hidden: true });
  const start = button("New board", () => deal(), { class: "main" });
  section.append(start, level, number, unit, stop);
  section.parentElement?.after(dealing);

  const show = () => {
    number.hidden = unit.hidden = level.value !== "moves";
    unit.textContent = game.puzzle?.isTabulated ? "moves to solve it" : "random moves";
  };

  /** How far boards of the chosen level are, or how many random moves make them. @returns {Promise<number>} */
  const movesOf = async () => {
    const own = level.value;
    if (own !== "easy" && own !== "medium" && own !== "hard") return Math.max(0, Math.trunc(Number(number.value)) || 0);
    if (!game.puzzle?.isTabulated) return (game.puzzle?.kind === "sliding" ? SLIDES : RANDOM)[own];
    const greatest = session.godsNumber ?? /** @type {Figures} */ (await jobs.ask({ ask: "survey" }, onProgress)).greatest;
    const [share, most] = SHARES[own];
    return Math.min(most, Math.ceil(share * greatest));
  };

  const onProgress = (/** @type {Progress} */ { title, done, total }) => {
    if (!stop.hidden) dealing.textContent = `${capital(title)} ${total ? `${Math.floor((100 * done) / total)} %` : "…"}`;
  };

  const deal = async () => {
    const { puzzle } = game;
    if (!puzzle) return;
    mixed = null;
    const isDrawn = puzzle.isTabulated || level.value === "random";
    dealing.textContent = "";
    start.disabled = true;
    // Most boards are there before that could be read.
    const late = setTimeout(() => {
      dealing.textContent = "Drawing …";
      stop.hidden = false;
    }, UNSEEN);
    try {
      const wanted = level.value === "random" || level.value === "hardest" ? level.value : { moves: await movesOf() };
      if (!isDrawn && typeof wanted === "object") return mix(Math.min(wanted.moves, MOST_MOVES));
      const { board } = await jobs.ask({ ask: "deal", wanted, seed: Math.floor(Math.random() * 2 ** 52) }, onProgress);
      if (game.puzzle !== puzzle) return;
      dealing.textContent = "";
      game.set(board);
    } catch (failure) {
      if (game.puzzle === puzzle) dealing.textContent = reasonOf(failure);
    } finally {
      clearTimeout(late);
      start.disabled = false;
      stop.hidden = true;
    }
  };

  /** A board that random moves have made, and how many. @type {{board: Board, count: number} | null} */
  let mixed = null;
  const mix = (/** @type {number} */ count) => {
    if (!game.puzzle) return;
    mixed = { board: walk(game.puzzle, count, Math.random), count };
    game.set(mixed.board);
  };
  truths.addEventListener("change", () => {
    if (!mixed || game.at > 0) return;
    if (game.start !== mixed.board) {
      mixed = null;
      return void (dealing.textContent = "");
    }
    const { verdict } = truths.known;
    const found = verdict?.kind === "solved" ? `: ${inMoves(verdict.moves)} from solved` : "";
    dealing.textContent = `${counted(mixed.count, "random move")}${found}.`;
  });

  game.addEventListener("puzzle", () => {
    const before = level.value || "easy";
    const offered = Object.entries(LEVELS).filter(([own]) => own !== "hardest" || game.puzzle?.isTabulated);
    level.replaceChildren(...offered.map(([value, text]) => el("option", { value, text })));
    level.value = offered.some(([own]) => own === before) ? before : "hard";
    dealing.textContent = "";
    show();
  });

  return () => {
    const harder = { easy: "medium", medium: "hard", hard: game.puzzle?.isTabulated ? "hardest" : undefined }[level.value];
    if (level.value === "moves" && Number(number.value) < MOST_MOVES) {
      return () => {
        number.value = String(Number(number.value) + 1);
        deal();
      };
    }
    return harder === undefined ? null : () => {
      level.value = harder;
      show();
      deal();
    };
  };
}
