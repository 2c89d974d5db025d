// @ts-check
/** New boards: dealt at a distance, or made by random moves where distances are not known. */

import { mostMoves } from "../difficulty.js";
import { button, el } from "../dom.js";
import { seeded, walk } from "../puzzle.js";
import { Shown } from "../shown.js";
import { capital, counted, reasonOf } from "./units.js";

/** @import {Board, Progress, Puzzle} from "../protocol.js" */
/** @import {Opened} from "../conversation.js" */

/** The largest number of moves for a deal. */
const MOST_MOVES = 254;
/** Milliseconds after which the page shows that it draws a board. */
const UNSEEN = 300;
/** Levels, from one to the next harder one. */
const LEVELS = { easy: "Easy", medium: "Medium", hard: "Hard", hardest: "Hardest", random: "Any board", daily: "Today's board", moves: "By number" };
/** The random moves of the board of the day, where all boards are in a table: about any board. */
const DAILY = 100;

/**
 * @param {HTMLElement} section @param {import("../session.js").Session} session
 * @returns {() => (() => void) | null} what deals a harder board, if there are any
 */
export function createDeal(section, session) {
  const { game, jobs } = session;
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

  /** How far boards of the chosen level are, or how many random moves make them. @param {Puzzle & Opened} puzzle @returns {Promise<number>} */
  const movesOf = async (puzzle) => {
    if (level.value === "daily" && puzzle.isTabulated) return DAILY;
    const own = level.value === "daily" ? "hard" : level.value;
    if (own !== "easy" && own !== "medium" && own !== "hard") return Math.max(0, Math.trunc(Number(number.value)) || 0);
    const isNeeded = puzzle.isTabulated && session.spread.farthest === null;
    const { farthest } = isNeeded ? await session.survey(puzzle, onProgress) : session.spread;
    return mostMoves(own, puzzle, farthest);
  };

  const onProgress = (/** @type {Progress} */ { title, done, total }) => {
    if (!stop.hidden) dealing.textContent = `${capital(title)} ${total ? `${Math.floor((100 * done) / total)} %` : "…"}`;
  };

  const say = (/** @type {string} */ text) => (dealing.textContent = text);
  const dealt = new Shown(() => [game.puzzle], () => say(""), game);
  /** The board made by random moves. */
  const mixed = new Shown(() => [game.start], () => say(""), game);

  const deal = async () => {
    const { puzzle } = game;
    if (!puzzle) return;
    const today = level.value === "daily" ? new Date() : null;
    const seed = today ? seedOf(puzzle, today) : Math.floor(Math.random() * 2 ** 52);
    mixed.end();
    start.disabled = true;
    // Most boards are there before that could be read.
    const late = setTimeout(() => {
      say("Drawing …");
      stop.hidden = false;
    }, UNSEEN);
    const ask = async () => {
      const wanted = level.value === "random" || level.value === "hardest" ? level.value : { moves: await movesOf(puzzle) };
      // What the worker deals depends on what it dealt before.
      if (typeof wanted === "object" && (today || !puzzle.isTabulated)) {
        const count = Math.min(wanted.moves, MOST_MOVES);
        return { mixedBy: count, board: walk(puzzle, count, seeded(seed)) };
      }
      return { mixedBy: null, board: (await jobs.about(puzzle, { ask: "deal", wanted, seed }, onProgress)).board };
    };
    const show = (/** @type {{mixedBy: number | null, board: Board}} */ reply) => {
      say("");
      session.deal(reply.board, today && dayOf(today));
      if (reply.mixedBy === null) return;
      mixed.begin();
      say(`${counted(reply.mixedBy, "random move")}.`);
    };
    await dealt.answer(ask, show, (failure) => say(reasonOf(failure)));
    clearTimeout(late);
    start.disabled = false;
    stop.hidden = true;
  };

  game.addEventListener("puzzle", () => {
    const before = level.value || "easy";
    const offered = Object.entries(LEVELS).filter(([own]) => own !== "hardest" || game.puzzle?.isTabulated);
    level.replaceChildren(...offered.map(([value, text]) => el("option", { value, text })));
    level.value = offered.some(([own]) => own === before) ? before : "hard";
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

/** A number for a puzzle and a day, the same everywhere. @param {Pick<Puzzle, "name">} puzzle @param {Date} date */
export function seedOf({ name }, date) {
  const text = `${name} ${date.toISOString().slice(0, 10)}`;
  // FNV-1a (Fowler, Noll and Vo, 1991).
  return [...text].reduce((hash, sign) => Math.imul(hash ^ /** @type {number} */ (sign.codePointAt(0)), 0x01000193) >>> 0, 0x811c9dc5);
}

/** `28 November`, the same everywhere. @param {Date} date */
export function dayOf(date) {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).format(date);
}
