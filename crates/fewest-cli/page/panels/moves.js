// @ts-check
/**
 * The moves as a text. What is played is written here; what is typed or pasted here is played; and the board follows the cursor.
 */

import { inverted, mirrored, simplified } from "../algorithm.js";
import { solidOf } from "../board/solid/solid.js";
import { button, copy, el } from "../dom.js";
import { homeName, namesFrom, separator } from "../puzzle.js";
import { Shown } from "../shown.js";
import { sentence } from "./units.js";

/** @import {Board} from "../protocol.js" */

/** Milliseconds until a word that may not be complete yet counts as a mistake. */
const PATIENCE = 500;

/** @typedef {{moves: number[], ends: [number, number][], other: string | null, problem: string | null}} Reply */

/**
 * @param {HTMLElement} section @param {import("../session.js").Session} session
 * @param {(text: string) => Promise<string | null>} readBoards  shows the board of a text, or returns why it has none
 */
export function createMoves(section, session, readBoards) {
  const { game, asides } = session;
  const field = el("textarea", {
    id: "moves-text", rows: 2, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "moves-problem",
    placeholder: "Play, or type moves here, or paste a scramble or a board",
  });
  const count = el("span", { class: "muted" });
  const fromHere = el("input", { type: "checkbox", id: "from-here", onchange: () => turnAround() });
  const told = el("span", { role: "status" });
  const origin = el("p", { class: "row muted origin", hidden: true }, told, el("label", { for: "from-here" }, fromHere, " from this board"));
  const problem = el("p", { id: "moves-problem", class: "failure", "aria-live": "polite" });
  const copied = button("Copy moves", () => copy(copied, field.value));
  const copyLink = button("Copy link", () => {
    const link = session.link();
    if (link) copy(copyLink, link);
  }, { id: "copy-link" });
  const opener = button("", () => openOther(), { hidden: true });
  // Moves of a twisty puzzle as cubers change them.
  const changes = Object.entries({ Invert: inverted, Mirror: mirrored, Simplify: simplified, Expand: () => [...game.moves] }).map(([name, change]) => ({
    change, button: button(name, () => replace(change)),
  }));
  const changing = el("div", { class: "row changes", role: "group", "aria-label": "Change the moves" }, ...changes.map((own) => own.button));
  section.tabIndex = -1;
  section.append(
    el("div", { class: "row" }, el("label", { for: "moves-text", text: "Moves" }), count, el("span", { class: "spring" }), copied, copyLink),
    field, changing, origin, problem, opener);

  /** Where the words that were read end, each with the number of moves up to there. @type {[number, number][]} */
  let ends = [];
  /** The moves of the words. @type {number[]} */
  let moves = [];
  /** The board that they start from. @type {Board} */
  let start = [];
  /** The other board that they could start from: the home board, or the one before the paste. @type {Board | null} */
  let other = null;
  /** Where the cursor was put from here, or was seen. */
  let cursor = 0;
  /** True if the next text takes the place of the whole one: it is pasted over it, say, not typed. */
  let isReplaced = true;
  /** True if the end of the text could not be read. */
  let isBroken = false;
  let timer = 0;
  /** The puzzle that can read the text, if this one can't. @type {string | null} */
  let opened = null;
  /** The moves belong to the text and to the board where it starts. */
  const reading = new Shown(() => [game.puzzle, field.value, start]);

  const movesBefore = (/** @type {number} */ place) => ends.filter(([end]) => end <= place).at(-1)?.[1] ?? 0;
  const complain = (/** @type {string | null} */ message, /** @type {string | null} */ other = null) => {
    clearTimeout(timer);
    const show = () => {
      problem.textContent = message === null ? "" : sentence(message);
      field.setAttribute("aria-invalid", String(message !== null));
      opener.hidden = other === null;
      if (other) opener.textContent = `Open ${other.replace(/:.*/, "")}`;
      opened = other;
    };
    if (message === null) show();
    else timer = window.setTimeout(show, PATIENCE);
  };

  const read = () => {
    const { puzzle } = game;
    if (!puzzle) return;
    const text = field.value;
    const home = String(start) === String(puzzle.home) ? start : puzzle.home;
    if (isReplaced && text.trim() && start !== home) [start, other] = [home, start];
    if (start !== home) other ??= home;
    isReplaced = true;
    const ask = async (/** @type {() => boolean} */ isCurrent) => {
      const isLong = text.replace(/\s/g, "").length >= puzzle.cells.length;
      const refusal = isLong ? await readBoards(text) : "";
      // A board was shown, or a later text is read by then.
      if (refusal === null || !isCurrent()) return null;
      return { refusal, .../** @type {Reply} */ (await asides.about(puzzle, { ask: "moves", board: start, text })) };
    };
    const show = (/** @type {Reply & {refusal: string | null} | null} */ reply) => {
      if (!reply) return;
      ({ ends, moves } = reply);
      isBroken = reply.problem !== null;
      complain((ends.length === 0 && reply.refusal) || reply.problem, reply.other);
      cursor = field.selectionStart;
      if (start === game.start) game.retell(moves, movesBefore(cursor));
      else if (moves.length > 0) game.set(start, moves, movesBefore(cursor));
      tell();
      offer();
    };
    reading.answer(ask, show, ({ message }) => complain(message));
  };

  /** Says where the moves of a text start, if that could be another board. */
  const tell = () => {
    origin.hidden = other === null || !field.value.trim();
    const { puzzle } = game;
    fromHere.checked = String(start) !== String(puzzle?.home);
    const text = !puzzle || origin.hidden || fromHere.checked ? "" : `From ${homeName(puzzle)}.`;
    if (told.textContent !== text) told.textContent = text;
  };

  /** Opens the puzzle that can read the text, and reads it there. */
  const openOther = async () => {
    const [text, wanted] = [field.value, opened];
    await session.open({ puzzle: wanted });
    // A traffic jam is the puzzle itself. Another puzzle may have been opened by then.
    if (session.problem || session.name !== wanted || wanted?.includes(":")) return;
    field.value = text;
    isReplaced = true;
    read();
    keepFocus();
  };

  /** Keeps the focus in this panel if the button that had it is gone or has nothing left to do. */
  const keepFocus = () => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || (section.contains(activeElement) && activeElement?.matches(":disabled, [hidden]"));
    if (isLost) section.focus({ preventScroll: true });
  };

  /** Puts others in place of all moves. @param {(puzzle: import("../protocol.js").Puzzle, moves: number[]) => number[] | null} change */
  const replace = (change) => {
    const others = game.puzzle && change(game.puzzle, game.moves);
    if (!others) return;
    game.set(game.start, others, others.length);
    // The moves may be the same, and only their text another.
    write();
    offer();
    keepFocus();
  };

  /** Offers the changes that change something. */
  const offer = () => {
    const { puzzle, moves } = game;
    if (!puzzle || changing.hidden) return;
    for (const own of changes) {
      const others = isBroken ? null : own.change(puzzle, moves);
      const isText = others !== null && namesFrom(puzzle, game.start, others).join(separator(puzzle)) === field.value;
      own.button.disabled = others === null || moves.length === 0 || isText;
    }
  };

  /** Plays the text from the other board. */
  const turnAround = () => {
    if (other) [start, other] = [other, start];
    isReplaced = false;
    read();
  };

  /** Writes the game's moves. A rest that could not be read stays after them until another board is shown. */
  const write = () => {
    const { puzzle } = game;
    if (!puzzle) return;
    reading.end();
    const isSame = start === game.start;
    const rest = isBroken && isSame ? field.value.slice(ends.at(-1)?.[0] ?? 0).trim() : "";
    const between = separator(puzzle);
    const names = namesFrom(puzzle, game.start, game.moves);
    let end = -between.length;
    ends = names.map((name, place) => [(end += between.length + name.length), place + 1]);
    [moves, start] = [game.moves, game.start];
    if (!isSame) other = null;
    field.value = [names.join(between), rest].filter(Boolean).join(" ");
    isBroken = rest !== "";
    if (!isBroken) complain(null);
    tell();
  };

  field.addEventListener("beforeinput", ({ inputType, data }) => {
    const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    const isTyped = /^(delete|history|insertLine|insertComposition)/.test(inputType) || (inputType === "insertText" && (data ?? "").length < 2);
    isReplaced = isWhole && !isTyped;
  });
  field.addEventListener("input", read);
  game.addEventListener("puzzle", () => {
    start = [];
    const { puzzle } = game;
    changing.hidden = !puzzle || !solidOf(puzzle);
    changes[1].button.hidden = !puzzle || !mirrored(puzzle, []);
  });
  game.addEventListener("board", () => {
    const isWritten = start === game.start && moves.length === game.moves.length && moves.every((move, place) => move === game.moves[place]);
    if (!isWritten) write();
    if (movesBefore(field.selectionStart) !== game.at) {
      cursor = ends.find(([, own]) => own >= game.at)?.[0] ?? field.value.length;
      field.setSelectionRange(cursor, cursor);
    }
    count.textContent = game.moves.length ? `${game.at} of ${game.moves.length}` : "";
    copied.disabled = !field.value;
    offer();
  });
  document.addEventListener("selectionchange", () => {
    const { selectionStart, selectionEnd } = field;
    if (document.activeElement !== field || reading.isBusy || selectionStart !== selectionEnd || selectionStart === cursor) return;
    cursor = selectionStart;
    game.goTo(movesBefore(cursor));
  });
}
