// @ts-check
/** The page: opens puzzles, keeps the address true, and puts the parts together. */

import { boardOfWord, pack, read, write } from "./address.js";
import { createKeys, shortcuts } from "./board/keys.js";
import { createBoardView } from "./board/view.js";
import { button, copy, el } from "./dom.js";
import { Engine } from "./engine.js";
import { Game } from "./game.js";
import { remember, remembered } from "./memory.js";
import { createAim } from "./panels/aim.js";
import { createBoards } from "./panels/boards.js";
import { createCompare } from "./panels/compare.js";
import { createDeal } from "./panels/deal.js";
import { createDefine } from "./panels/define.js";
import { createGallery } from "./panels/gallery.js";
import { createMoves } from "./panels/moves.js";
import { createSolution } from "./panels/solution.js";
import { createStage, stagesOf } from "./panels/stage.js";
import { createSteps } from "./panels/steps.js";
import { createTruth } from "./panels/truth.js";
import { capital } from "./panels/units.js";
import { createWhole } from "./panels/whole.js";
import { miscount, seeded, walk } from "./puzzle.js";
import { Truths } from "./truths.js";

/** @import {Board, Failure, Puzzle} from "./protocol.js" */

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const game = new Game();
const answers = new Engine();
const jobs = new Engine();
/** For small questions that no search and no job may keep waiting. */
const asides = new Engine();
/** For distances to stages, which no other question delays. */
const staged = new Engine();
/** Finds solutions that are not proven shortest, while `answers` searches for the proof. */
const quick = new Engine();
const truths = new Truths(game, answers, quick);

/** What is open besides the game: a definition as it stands in the address, and a goal that is not the puzzle's own. */
const open = {
  /** @type {string | null} */ definition: null,
  /** @type {string | null} */ packed: null,
  /** @type {Board | null} */ goal: null,
  /** The board that the page chose to begin with, unless an address named one. @type {Board | null} */ first: null,
  /** How it was opened. @type {any} */ request: null,
};
/** Whether the address follows the game: not while the game follows the address. */
let writes = false;
/** Counts what was opened: an answer for an earlier one comes too late. */
let opened = 0;

/** @param {string | null} text */
function notice(text) {
  const own = byId("notice");
  own.replaceChildren(text ?? "", " ", button("Close", () => notice(null), { class: "link" }));
  own.hidden = !text;
}

const view = createBoardView(byId("board-holder"), game);
const letters = el("input", { type: "checkbox", id: "letters", checked: remembered("letters") !== "off" });
letters.addEventListener("change", () => remember("letters", letters.checked ? "on" : "off"));
createKeys(game, view, () => letters.checked);

/**
 * Opens a puzzle by name or by definition, and shows a board of it.
 * @param {{puzzle?: string | null, definition?: string | null, goal?: Board | string | null, board?: Board | string | null, moves?: string[], at?: number}} wanted
 */
async function openPuzzle({ puzzle: name, definition, goal, board, moves = [], at }) {
  const turn = ++opened;
  const named = definition ? { ask: "open", definition } : { ask: "open", puzzle: name };
  try {
    answers.stop();
    /** @type {Puzzle} */
    let puzzle = await answers.ask(named);
    let request = named;
    /** @type {string[]} */
    const problems = [];
    const boardOf = (/** @type {Board | string} */ word, /** @type {string} */ what) => {
      const own = typeof word === "string" ? boardOfWord(puzzle, word) : word;
      const problem = own ? miscount(puzzle, own) : `it is not made of the symbols ${puzzle.symbols.join(" ")}, one for each cell.`;
      if (problem) problems.push(`The ${what} in the link was ignored: ${problem}`);
      return problem ? null : own;
    };
    const goalBoard = goal ? boardOf(goal, "goal") : null;
    if (goalBoard) {
      request = /** @type {any} */ ({ ...named, goal: goalBoard });
      puzzle = await answers.ask(request);
    }
    if (turn !== opened) return;
    jobs.stop();
    jobs.use(request);
    asides.use(request);
    staged.stop();
    staged.use(request);
    quick.stop();
    quick.use(request);
    open.request = request;
    open.definition = definition ?? null;
    open.packed = definition ? await pack(definition) : null;
    open.goal = goalBoard;
    const start = board ? boardOf(board, "board") : null;
    const numbers = moves.map((move) => puzzle.moves.indexOf(move));
    if (numbers.includes(-1)) problems.push("Some moves in the link are not moves of this puzzle.");
    byId("title").textContent = puzzle.title === puzzle.name ? puzzle.name : capital(puzzle.title);
    byId("loading").hidden = true;
    byId("main").hidden = false;
    document.title = `${puzzle.name} - fewest`;
    open.first = start ? null : firstBoard(puzzle);
    game.open(puzzle, start ?? open.first ?? puzzle.solved, numbers, at ?? moves.length);
    notice(problems.join(" ") || null);
  } catch (failure) {
    const { message, kind } = /** @type {Failure & Error} */ (failure);
    // The worker may have opened what the page does not show.
    if (turn === opened && open.request) answers.use(open.request);
    if (turn !== opened || kind === "stopped") return;
    if (!game.puzzle && name !== "rotation") await openPuzzle({ puzzle: "rotation" });
    notice(message);
  }
}

/** A board to begin with: easy, and near enough to be searched in no time. @param {Puzzle} puzzle */
function firstBoard(puzzle) {
  const count = puzzle.isTabulated ? 6 : puzzle.kind === "sliding" ? 12 : 4;
  // Whoever opens a puzzle sees the same board.
  return walk(puzzle, count, seeded(puzzle.cells.length * 7919 + puzzle.moves.length));
}

// The address.

function address() {
  if (!game.puzzle) return "#";
  const tab = tabs.find((own) => own.getAttribute("aria-selected") === "true")?.getAttribute("aria-controls") ?? "";
  const words = tab === "steps" ? steps.words() : {};
  return write(game.puzzle, open.packed, open.goal, game.start, game.moves, game.at, { t: tab === "boards" ? "" : tab, ...words });
}

/** @param {boolean} isNew  whether the back button comes back to what was shown before */
function writeAddress(isNew) {
  if (!writes) return;
  const wanted = address();
  // Browsers take their time for it: the board comes first.
  setTimeout(() => {
    if (location.hash === wanted) return;
    try {
      history[isNew ? "pushState" : "replaceState"](null, "", wanted);
    } catch {
      // Browsers allow so many entries a second; the next move writes it.
    }
  });
}

/** The moves up to which the address was written. */
let written = 0;
game.addEventListener("board", (event) => {
  const { move, isBack } = /** @type {CustomEvent} */ (event).detail;
  // Stepping through known moves is not worth an entry of the history.
  const isNew = move === null ? game.moves.length !== written : !isBack && game.moves.length !== written;
  written = game.moves.length;
  writeAddress(isNew || (move === null && game.moves.length === 0));
});

async function followAddress() {
  writes = false;
  /** @type {Record<string, string>} */
  let panel = {};
  try {
    const wanted = await read(location.hash);
    panel = wanted.panel;
    const { puzzle } = game;
    const isSame =
      puzzle &&
      (wanted.definition ?? null) === open.definition &&
      (wanted.definition !== null || wanted.puzzle === puzzle.name) &&
      (wanted.goal ? boardOfWord(puzzle, wanted.goal)?.join() : undefined) === open.goal?.join();
    const board = isSame && wanted.board ? boardOfWord(puzzle, wanted.board) : null;
    if (isSame && board && !miscount(puzzle, board)) {
      const moves = wanted.moves.map((move) => puzzle.moves.indexOf(move));
      game.set(board, moves, wanted.at);
    } else {
      await openPuzzle({ ...wanted, puzzle: wanted.puzzle ?? (wanted.definition ? null : "rotation") });
    }
  } catch (error) {
    if (!game.puzzle) await openPuzzle({ puzzle: "rotation" });
    notice(/** @type {Error} */ (error).message);
  } finally {
    const tab = tabs.find((own) => own.getAttribute("aria-controls") === panel.t);
    if (tab) {
      if (panel.t === "steps") steps.follow(panel);
      showTab(tab);
    }
    writes = true;
    written = game.moves.length;
    // A wrong link stays in the address bar, so that it can be corrected by hand.
    if (byId("notice").hidden) writeAddress(false);
  }
}
window.addEventListener("popstate", followAddress);

const copyLink = button("Copy link", () => {
  writeAddress(false);
  if (open.definition && !open.packed) notice("This definition is too long for a link: share its file instead.");
  else copy(copyLink, new URL(address(), location.href).href);
}, { id: "copy-link" });

// Below the board.

const undo = button("Undo", () => game.undo());
const redo = button("Redo", () => game.redo());
const restart = button("Restart", () => game.goTo(0));
byId("controls").append(undo, redo, restart);
game.addEventListener("board", () => {
  undo.disabled = restart.disabled = game.at === 0;
  redo.disabled = game.at === game.moves.length;
});

// Panels and tabs.

const harder = createDeal(byId("deal"), { game, jobs, truths, godsNumber });
createAim(byId("aim"), { game, truths, harder });
createTruth(byId("truth"), byId("bar"), { game, truths, view });
createSolution(byId("solution"), { game, truths, answers, asides, view });
const readBoards = createBoards(byId("boards"), { game, asides, jobs, view, toGoal: (goal, board) => openPuzzle({ ...current(), goal, board }) });
createMoves(byId("moves"), { game, asides, readBoards, copyLink });
createWhole(byId("whole"), { game, truths, jobs });
createCompare(byId("compare"), { game, jobs });
const steps = createSteps(byId("steps"), {
  game, jobs, isUntouched: () => game.board === open.first && game.moves.length === 0, onChange: () => writeAddress(false),
});
createDefine(byId("define"), { game, play: (/** @type {string} */ definition) => openPuzzle({ definition }) });

/** Built-in puzzles. @type {(import("./panels/gallery.js").Entry & import("./panels/stage.js").Entry)[]} */
let entries = [];
createStage(byId("stage"), {
  game, engine: staged, asides, stages: () => (open.definition ? [] : stagesOf(entries, game.puzzle?.name ?? "")),
});
/** Of the puzzle that is open, if it is known. */
function godsNumber() {
  const isOwn = open.definition !== null || open.goal !== null;
  return (!isOwn && entries.find(({ name }) => name === game.puzzle?.name)?.godsNumber) || null;
}

function current() {
  return open.definition ? { definition: open.definition } : { puzzle: game.puzzle?.name };
}

const tabs = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[role="tab"]')]);
/** @param {HTMLButtonElement} chosen */
function showTab(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = byId(tab.getAttribute("aria-controls") ?? "");
    panel.hidden = !isChosen;
    if (isChosen) panel.dispatchEvent(new Event("shown"));
  }
  writeAddress(false);
}
for (const [place, tab] of tabs.entries()) {
  tab.addEventListener("click", () => showTab(tab));
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(to + tabs.length) % tabs.length];
    showTab(next);
    next.focus();
  });
}

// Help.

const help = /** @type {HTMLDialogElement} */ (byId("help"));
function showHelp() {
  const pairs = game.puzzle ? shortcuts(game.puzzle) : [];
  help.replaceChildren(
    el("h2", { id: "help-title", text: "Keys" }),
    el("dl", {}, ...[...pairs, ["?", "this list"]].flatMap(([keys, what]) => [
      el("dt", {}, el("kbd", { text: keys })), el("dd", { text: what })])),
    el("p", {}, el("label", { for: "letters" }, letters, " Letters play moves")),
    el("form", { method: "dialog" }, el("button", { text: "Close", class: "main" })));
  if (!help.open) help.showModal();
}
byId("help-button").addEventListener("click", showHelp);
document.addEventListener("keydown", (event) => {
  const isField = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key === "?" && !isField && !document.querySelector("dialog[open]") && letters.checked) showHelp();
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement | null} */ (byId("board-holder").querySelector('[tabindex="0"]'))?.focus();
});

// Offline, and as an installed app, the page is what it was when it was last loaded.
addEventListener("load", () => navigator.serviceWorker?.register(new URL("./offline.js", import.meta.url)).catch(() => {}));

answers.ask({ ask: "puzzles" })
  .then(({ puzzles }) => {
    entries = puzzles;
    createGallery(/** @type {HTMLDialogElement} */ (byId("gallery")), /** @type {HTMLButtonElement} */ (byId("puzzle")), {
      entries, asides,
      current: () => (open.definition ? null : (game.puzzle?.name ?? null)),
      open: (puzzle) => openPuzzle({ puzzle }),
      define: () => {
        const tab = /** @type {HTMLButtonElement} */ (byId("tab-define"));
        showTab(tab);
        tab.focus();
      },
    });
    return followAddress();
  })
  .catch((failure) => {
    byId("loading").hidden = true;
    notice(/** @type {Failure} */ (failure).message);
  });
