// @ts-check
/** The page: puts the parts together. */

import { createBoardView } from "./board/view.js";
import { button, byId, el } from "./dom.js";
import { library } from "./engine.js";
import { createHelp } from "./help.js";
import { createAim } from "./panels/aim.js";
import { createBoards } from "./panels/boards.js";
import { createCompare } from "./panels/compare.js";
import { createDeal } from "./panels/deal.js";
import { createDefine } from "./panels/define.js";
import { createGallery } from "./panels/gallery.js";
import { createMoves } from "./panels/moves.js";
import { createSaved } from "./panels/saved.js";
import { createSolution } from "./panels/solution.js";
import { createStage } from "./panels/stage.js";
import { createSteps } from "./panels/steps.js";
import { createTruth } from "./panels/truth.js";
import { loadingText, titleParts } from "./panels/units.js";
import { createWhole } from "./panels/whole.js";
import { isSolved } from "./puzzle.js";
import { Session } from "./session.js";
import { createTabs } from "./tabs.js";

async function main() {
  dispatchEvent(new Event("started"));
  const session = new Session();
  const { game } = session;
  createFrame(session);
  const view = createBoardView(byId("board-holder"), game);
  createHelp(game, view);
  createControls(byId("controls"), session);
  createAim(byId("aim"), session, createDeal(byId("deal"), session));
  createTruth(byId("truth"), byId("bar"), session, view);
  createSolution(byId("solution"), session, view);
  createMoves(byId("moves"), session, createBoards(byId("boards"), session, view));
  createSaved(byId("moves"), session, view);
  createWhole(byId("whole"), session);
  createCompare(byId("compare"), session);
  createDefine(byId("define"), session);
  createStage(byId("stage"), session, view);
  session.tabs = createTabs(session, createSteps(byId("steps"), session));
  await session.load();
  createGallery(/** @type {HTMLDialogElement} */ (byId("gallery")), byId("puzzle"), session);
  await session.followAddress();
  if (!session.game.puzzle) throw new Error(session.problem ?? "");
  dispatchEvent(new Event("begun"));
  library.arrives.then(() => keepOffline(session));
}

/** Keeps the page, so that it works without its host. Later visits begin with the kept version; a newer one is fetched meanwhile. @param {Session} session */
function keepOffline(session) {
  const kept = navigator.serviceWorker;
  if (!kept) return;
  const isKept = kept.controller !== null;
  kept.addEventListener("controllerchange", () => {
    if (isKept) session.say("There is a newer version of this page.", ["Show it", () => location.reload()]);
  });
  kept.register(new URL("./offline.js", import.meta.url)).catch(() => {});
}

/** Everything around the panels: the title, notices, and the link to the board. @param {Session} session */
function createFrame(session) {
  session.game.addEventListener("puzzle", () => {
    const { puzzle } = session.game;
    if (!puzzle) return;
    const { head, mark, rest } = puzzle.title === puzzle.name ? { head: puzzle.name, mark: "", rest: "" } : titleParts(puzzle.title);
    byId("title").replaceChildren(head, el("span", { text: `${mark}${rest}` }));
    byId("main").hidden = false;
    document.title = `${head}${mark}${rest} - fewest`;
  });
  session.addEventListener("progress", (event) => {
    byId("loading").textContent = loadingText(/** @type {CustomEvent} */ (event).detail);
  });
  session.addEventListener("problem", () => {
    const notice = byId("notice");
    const remedies = [session.remedy, /** @type {const} */ (["Close", () => session.say(null)])].flatMap((own) => (own ? [" ", button(own[0], own[1], { class: "link" })] : []));
    notice.replaceChildren(session.problem ?? "", ...remedies);
    notice.hidden = !session.problem;
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    /** @type {HTMLElement | null} */ (byId("board-holder").querySelector('[tabindex="0"]'))?.focus();
  });
}

/** @param {HTMLElement} section @param {Session} session */
function createControls(section, { game }) {
  const undo = button("Undo", () => game.undo());
  const redo = button("Redo", () => game.redo());
  const restart = button("Restart", () => game.goTo(0));
  const home = button("Solved", () => game.puzzle && game.set(game.puzzle.home));
  section.append(undo, redo, restart, home);
  game.addEventListener("puzzle", () => {
    home.textContent = game.puzzle && isSolved(game.puzzle, game.puzzle.home) ? "Solved" : "Start board";
  });
  game.addEventListener("board", () => {
    undo.disabled = restart.disabled = game.at === 0;
    redo.disabled = game.at === game.moves.length;
    home.disabled = game.moves.length === 0 && String(game.board) === String(game.puzzle?.home);
  });
}

main();
