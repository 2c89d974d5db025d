// @ts-check
/**
 * The moves as a text. What is played is written here; what is typed or pasted here is played; and the board follows the cursor.
 */

import { button, copy, el } from "../dom.js";
import { namesFrom, separator } from "../puzzle.js";
import { sentence } from "./units.js";

/** @import {Board, Failure} from "../protocol.js" */

/** Milliseconds until a word that may not be complete yet counts as a mistake. */
const PATIENCE = 500;

/**
 * @param {HTMLElement} section @param {import("../session.js").Session} session
 * @param {(text: string) => Promise<string | null>} readBoards  shows the board of a text, or returns why it has none
 */
export function createMoves(section, session, readBoards) {
  const { game, asides } = session;
  const field = el("textarea", {
    id: "moves-text", rows: 2, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "moves-problem",
    placeholder: "Play, or type moves here, or paste a scramble or a board", oninput: () => read(),
  });
  const count = el("span", { class: "muted" });
  const problem = el("p", { id: "moves-problem", class: "failure", "aria-live": "polite" });
  const copied = button("Copy moves", () => copy(copied, field.value));
  const copyLink = button("Copy link", () => {
    const link = session.link();
    if (link) copy(copyLink, link);
  }, { id: "copy-link" });
  section.append(
    el("div", { class: "row" }, el("label", { for: "moves-text", text: "Moves" }), count, el("span", { class: "spring" }), copied, copyLink),
    field, problem);

  /** Where the words that were read end, each with the number of moves up to there. @type {[number, number][]} */
  let ends = [];
  /** The moves of the words, and the board before them. @type {number[]} */
  let moves = [];
  /** @type {Board | null} */
  let start = null;
  /** Where the cursor was put from here, or was seen. */
  let cursor = 0;
  /** Counts texts: an answer about an earlier one comes too late. */
  let version = 0;
  let isReading = false;
  /** True if the end of the text could not be read. */
  let isBroken = false;
  let timer = 0;

  const movesBefore = (/** @type {number} */ place) => ends.filter(([end]) => end <= place).at(-1)?.[1] ?? 0;
  const complain = (/** @type {string | null} */ message) => {
    clearTimeout(timer);
    const show = () => {
      problem.textContent = message === null ? "" : sentence(message);
      field.setAttribute("aria-invalid", String(message !== null));
    };
    if (message === null) show();
    else timer = window.setTimeout(show, PATIENCE);
  };

  const read = async () => {
    const { puzzle, start: board } = game;
    if (!puzzle) return;
    const turn = ++version;
    const text = field.value;
    isReading = true;
    try {
      const isLong = text.replace(/\s/g, "").length >= puzzle.cells.length;
      const refusal = isLong ? await readBoards(text) : "";
      // A later text is read by then, or a board is shown.
      if (turn !== version || refusal === null) return;
      /** @type {{moves: number[], ends: [number, number][], problem: string | null}} */
      const reply = await asides.ask({ ask: "moves", board, text });
      if (turn !== version) return;
      ({ ends, moves } = reply);
      isBroken = reply.problem !== null;
      complain((ends.length === 0 && refusal) || reply.problem);
      cursor = field.selectionStart;
      game.retell(moves, movesBefore(cursor));
    } catch (failure) {
      if (turn === version) complain(/** @type {Failure} */ (failure).message);
    } finally {
      if (turn === version) isReading = false;
    }
  };

  /** Writes the game's moves. A rest that could not be read stays after them until another board is shown. */
  const write = () => {
    const { puzzle } = game;
    if (!puzzle) return;
    version += 1;
    isReading = false;
    const rest = isBroken && start === game.start ? field.value.slice(ends.at(-1)?.[0] ?? 0).trim() : "";
    const between = separator(puzzle);
    const names = namesFrom(puzzle, game.start, game.moves);
    let end = -between.length;
    ends = names.map((name, place) => [(end += between.length + name.length), place + 1]);
    [moves, start] = [game.moves, game.start];
    field.value = [names.join(between), rest].filter(Boolean).join(" ");
    isBroken = rest !== "";
    if (!isBroken) complain(null);
  };

  game.addEventListener("puzzle", () => (start = null));
  game.addEventListener("board", () => {
    const isWritten = start === game.start && moves.length === game.moves.length && moves.every((move, place) => move === game.moves[place]);
    if (!isWritten) write();
    if (movesBefore(field.selectionStart) !== game.at) {
      cursor = ends.find(([, own]) => own >= game.at)?.[0] ?? field.value.length;
      field.setSelectionRange(cursor, cursor);
    }
    count.textContent = game.moves.length ? `${game.at} of ${game.moves.length}` : "";
    copied.disabled = !field.value;
  });
  document.addEventListener("selectionchange", () => {
    const { selectionStart, selectionEnd } = field;
    if (document.activeElement !== field || isReading || selectionStart !== selectionEnd || selectionStart === cursor) return;
    cursor = selectionStart;
    game.goTo(movesBefore(cursor));
  });
}
