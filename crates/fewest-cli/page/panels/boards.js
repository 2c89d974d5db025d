// @ts-check
/** Boards of the user's: pasted, dropped, edited. */

import { button, copy, el } from "../dom.js";
import { boardText, grouped, inMoves, miscount } from "../puzzle.js";
import { Shown } from "../shown.js";
import { download, fileName } from "./download.js";
import { createJudge } from "./judge.js";
import { counted, formatTitle, reasonOf, sentence } from "./units.js";

/** @import {Board, Failure, Verdict} from "../protocol.js" */

/** The longest text that is read, in characters. */
const LONGEST = 4_000_000;
/** Boards that are answered between two reports. */
const SPOKEN = 25;
/** Boards of a text that are listed. */
const LISTED = 200;

/**
 * @returns a function that shows the board of a text, or returns the reason why it has none
 * @param {HTMLElement} section @param {import("../session.js").Session} session @param {import("../board/view.js").BoardView} view
 */
export function createBoards(section, session, view) {
  const { game, asides, jobs } = session;
  const text = el("textarea", { rows: 6, spellcheck: "false", id: "paste", "aria-describedby": "paste-help", placeholder: "Paste boards here" });
  const format = el("select", { "aria-label": "Format" });
  const file = el("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": "A file of boards" });
  const reading = el("p", { "aria-live": "polite" });
  const found = el("ul", { class: "boards scroll" });
  const to = el("select", { "aria-label": "Format of the answers", onchange: () => answering.check() });
  const answer = button("Answer all boards", () => answerAll(), { class: "main" });
  const halt = button("Stop", () => jobs.stop(), { hidden: true });
  const answered = el("p", { "aria-live": "polite" });
  const output = el("textarea", { rows: 6, readonly: true, spellcheck: "false", "aria-label": "Answers" });
  const copied = button("Copy answers", () => copy(copied, output.value));
  const save = button("Save to a file", () => download(`${fileName(game.puzzle?.name ?? "")}-answers.txt`, "text/plain", output.value));
  const answers = el("div", { hidden: true }, output, el("div", { class: "row" }, copied, save));
  const several = el("div", { hidden: true }, el("div", { class: "row" }, answer, to, halt), answered, answers, found);
  const judge = createJudge({ game, jobs, showBoard: (place) => cases[place] && use(cases[place]) });
  const editing = el("p", { "aria-live": "polite" });
  const edit = button("Edit this board", () => (isEditing ? endEdit(false) : startEdit()));
  const done = button("Use this board", () => endEdit(true), { hidden: true, class: "main" });
  const byCell = el("div", {}, el("h2", { text: "Edit" }), el("p", { class: "row" }, edit, done), editing);
  const drop = el("div", { class: "drop" },
    el("label", { for: "paste", text: "Boards as text, in any judge's format" }), text,
    el("p", { class: "muted", id: "paste-help" }),
    el("div", { class: "row" }, format, button("Read", () => readField(), { class: "main" }),
      button("Open a file", () => file.click()), file));
  section.append(
    el("div", { class: "columns" },
      el("div", {},
        el("h2", { text: "Paste or drop" }), drop, reading,
        byCell),
      several),
    judge.element);

  const use = async (/** @type {{board: Board, goal: Board | null}} */ { board, goal }) => {
    if (!goal || goal.join() === game.puzzle?.solved.join()) return game.set(board);
    isKept = true;
    await session.changeGoal(goal, board);
    isKept = false;
  };

  /**
   * Shows the first board of a text, and lists all.
   * @param {string} input @param {string} [name]  of its format
   * @returns {Promise<{message: string, place: Failure["place"]} | null>} why there is none
   */
  const read = async (input, name) => {
    const refused = (/** @type {string} */ message, place = null) => ({ message, place });
    const isCurrent = texts.begin();
    if (!input.trim()) return refused("No text to read.");
    if (input.length > LONGEST) return refused(`A text of over ${grouped(LONGEST)} characters is too long for the page: use the program instead.`);
    const { puzzle } = game;
    if (!puzzle) return null;
    try {
      /** @type {{boards: {board: Board, goal: Board | null}[], count: number, notes: string[]}} */
      const reply = await asides.about(puzzle, { ask: "read", text: input, format: name || undefined });
      if (!isCurrent()) return null;
      if (reply.boards.length === 0) return refused("The text has no board.");
      forget();
      // Another goal reopens the puzzle: afterwards, every goal has to be named.
      const isNamed = reply.boards.some(({ goal }) => goal !== null);
      cases = reply.boards.map(({ board, goal }) => ({ board, goal: isNamed ? (goal ?? puzzle.solved) : null }));
      judge.offer({ text: input, format: name || undefined, goal: isNamed ? puzzle.solved : null, count: reply.count });
      const cut = reply.count > cases.length ? ` The first ${grouped(cases.length)} can be answered here.` : "";
      const more = reply.count > LISTED ? ` The first ${LISTED} are listed.${cut}` : "";
      reading.textContent = `${reply.count === 1 ? "One board" : `${grouped(reply.count)} boards`} read.${more} ${reply.notes.join(" ")}`;
      if (reply.count > 1) {
        several.hidden = false;
        found.append(...cases.slice(0, LISTED).map((own, i) =>
          el("li", {}, button(`Board ${i + 1}`, () => use(own)), " ", el("code", { text: boardText(puzzle, own.board) }), " ", el("b"))));
      }
      use(cases[0]);
      return null;
    } catch (failure) {
      if (!isCurrent()) return null;
      const { place, message } = /** @type {Failure} */ (failure);
      const where = place ? `Line ${place.line}, column ${place.column}: ` : "";
      return { message: where + sentence(message), place };
    }
  };
  /** The boards that were read, where they are several. @type {{board: Board, goal: Board | null}[]} */
  let cases = [];
  /** True while one of them reopens the puzzle. */
  let isKept = false;
  /** A text is of the open puzzle; a later one takes its place. */
  const texts = new Shown(() => [game.puzzle]);
  const forget = () => {
    cases = [];
    several.hidden = true;
    answering.check();
    judge.offer(null);
    reading.textContent = "";
    found.replaceChildren();
  };
  /** @param {boolean} isWorking @param {string} text @param {string} all  the answers */
  const report = (isWorking, text, all) => {
    answer.disabled = isWorking;
    halt.hidden = !isWorking;
    answered.textContent = text;
    output.value = all;
    answers.hidden = !all;
  };
  const answering = new Shown(() => [cases, to.value], () => report(false, "", ""));
  const answerAll = () => {
    const { puzzle } = game;
    if (!puzzle) return;
    const all = /** @type {string[]} */ ([]);
    const done = () => `${all.length} of ${counted(cases.length, "board")} answered.`;
    const ask = async (/** @type {() => boolean} */ isCurrent) => {
      report(true, "", "");
      for (const [place, own] of cases.entries()) {
        /** @type {{text: string, verdict: Verdict}} */
        const { text, verdict } = await jobs.about(puzzle, { ask: "write", ...own, format: to.value, number: place + 1 });
        if (!isCurrent()) return;
        all.push(text);
        const distance = found.children[place]?.querySelector("b");
        if (distance) distance.textContent = inShort(verdict);
        if (all.length % SPOKEN === 0) answered.textContent = done();
      }
    };
    answering.answer(ask, () => report(false, done(), all.join("")), (failure) => report(false, `${done()} ${reasonOf(failure)}`, all.join("")));
  };
  const readField = async () => {
    const refusal = await read(text.value, format.value);
    if (!refusal) return;
    forget();
    reading.textContent = refusal.message;
    if (refusal.place) select(text, refusal.place.line, refusal.place.column);
  };
  const readFile = async (/** @type {File | undefined} */ own) => {
    if (!own) return;
    // The result of an earlier file would be out of date.
    const isCurrent = texts.begin();
    if (own.size > LONGEST) return void (reading.textContent = `${own.name} has over ${grouped(LONGEST)} bytes, too many for the page: use the program instead.`);
    const content = await own.text();
    if (!isCurrent()) return;
    text.value = content;
    await readField();
  };
  file.addEventListener("change", () => readFile(file.files?.[0]));
  for (const name of ["dragover", "dragenter", "dragleave", "drop"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", name === "dragover" || name === "dragenter");
      if (name === "drop") readFile(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
    });
  }

  let isEditing = false;
  /** @type {Board} */
  let edited = [];
  const startEdit = () => {
    isEditing = true;
    edit.textContent = "Cancel";
    done.hidden = false;
    edited = game.board;
    editing.textContent = "Choose a cell on the board, then what it holds.";
    view.edit((board) => {
      edited = board;
      const { puzzle } = game;
      const problem = puzzle && miscount(puzzle, board);
      editing.textContent = problem ?? "This is a board.";
      done.disabled = Boolean(problem);
    });
  };
  const endEdit = (/** @type {boolean} */ isUsed) => {
    if (!isEditing) return;
    isEditing = false;
    view.endEdit();
    edit.textContent = "Edit this board";
    done.hidden = true;
    editing.textContent = "";
    if (isUsed) game.set(edited);
  };
  game.addEventListener("board", () => endEdit(false));
  game.addEventListener("puzzle", () => {
    // Cell by cell, blocks would be torn: they are typed.
    byCell.hidden = Boolean(game.puzzle?.blocks);
    const formats = game.puzzle?.formats ?? [];
    format.replaceChildren(el("option", { value: "", text: "recognise the format" }),
      ...formats.map((own) => el("option", { value: own.name, text: formatTitle(own) })));
    const example = game.puzzle ? boardText(game.puzzle, game.puzzle.home) : "";
    const help = section.querySelector("#paste-help");
    if (help) help.textContent = `For example: ${example}`;
    to.replaceChildren(...formats.filter(({ isWritten }) => isWritten).map((own) => el("option", { value: own.name, text: `as ${formatTitle(own)}` })));
    if (!isKept) forget();
  });
  // The directions of blocks' moves are letters like those of blocks: a list of moves is not recognised as such here.
  return async (/** @type {string} */ input) => (await read(input, game.puzzle?.blocks ? "plain" : undefined))?.message ?? null;
}

/** @param {Verdict} verdict */
function inShort(verdict) {
  if (verdict.kind === "unsolvable") return "can't be solved";
  return verdict.kind === "open" ? `at least ${inMoves(verdict.atLeast)}` : inMoves(verdict.distance);
}

/** Shows a place in a text. @param {HTMLTextAreaElement} area @param {number} line @param {number} column */
function select(area, line, column) {
  const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const start = Math.min(before + column - 1, area.value.length);
  area.focus();
  area.setSelectionRange(start, Math.min(start + 1, area.value.length));
}
