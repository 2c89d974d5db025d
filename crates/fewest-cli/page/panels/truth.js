// @ts-check
/** What is true of the board shown: its distance, and the distance after every move. */

import { difficultyOf } from "../difficulty.js";
import { button, el } from "../dom.js";
import { grouped, homeName, inMoves, inWords, isSolved } from "../puzzle.js";
import { isSettled, leastAfter, optimalMoves } from "../truths.js";
import { capital, loadedOf, loadingText } from "./units.js";

/** @import {Progress, Puzzle, Verdict} from "../protocol.js" */
/** @import {Known} from "../truths.js" */
/** @import {Spread} from "../difficulty.js" */

/** Searches of more seconds are better left to the program. */
const PATIENCE = 10;
/** Milliseconds after which what was spoken is removed: the panel has it for those who read on. */
const SPOKEN = 3000;
/** Milliseconds without a report after which a search was not running. */
const GAP = 1000;

/**
 * @param {HTMLElement} section
 * @param {HTMLElement} summary  of the same, for small screens
 * @param {import("../session.js").Session} session @param {import("../board/view.js").BoardView} view
 */
export function createTruth(section, summary, session, view) {
  const { game, truths } = session;
  const verdict = el("p", { class: "verdict" });
  const live = el("p", { class: "unseen", "aria-live": "polite" });
  const detail = el("p", { class: "muted detail" });
  const change = el("p", { class: "change" });
  const bar = el("progress", { "aria-label": "Progress", hidden: true });
  const search = el("p", { class: "row", hidden: true });
  const searching = el("span", {});
  const stop = button("Stop", () => truths.stop());
  const again = button("Continue the search", () => truths.look(), { hidden: true });
  // The buttons come first, so that they stay in place while the text grows.
  search.append(stop, again, searching);
  const analyse = el("input", { type: "checkbox", id: "analyse", checked: true, onchange: () => session.analyse(analyse.checked) });
  const state = el("div", { class: "state" }, change, detail, search, bar);
  const list = el("ul", { class: "moves" });
  section.append(
    el("h2", { text: "The truth", class: "unseen" }),
    verdict, live, state,
    el("div", { class: "distances" },
      el("h3", { text: "After each move" }),
      el("label", { for: "analyse" }, analyse, " Analyse")),
    list,
  );

  // On small screens too, the verdict is seen once.
  new IntersectionObserver(([{ isIntersecting }]) => summary.classList.toggle("is-below", isIntersecting)).observe(verdict);

  /** What the speed of the search is measured from: the boards generated, when that was, and the last report. */
  const measured = { nodes: 0, since: 0, last: 0, progress: /** @type {Progress | null} */ (null) };
  /** The board that `live` was about last. @type {import("../truths.js").Known | null} */
  let announced = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let spoken;
  /** The best moves, unless the player has to find them. */
  const shownBest = () => (session.isAnalysed ? optimalMoves(truths.known) : []);
  /** The buttons by move: kept, so that the focus stays where it is. @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  game.addEventListener("puzzle", () => {
    const { puzzle } = game;
    buttons.clear();
    list.replaceChildren();
    // Which moves are legal changes with the empty cell: the list has room for all.
    list.classList.toggle("in-words", puzzle?.kind === "sliding" || puzzle?.kind === "knights");
    list.style.setProperty("--rows", String(Math.ceil((puzzle?.moves.length ?? 0) / 2)));
    state.classList.toggle("searches", !puzzle?.isTabulated);
  });

  const show = () => {
    const { puzzle } = game;
    const { known, before } = truths;
    if (!puzzle) return;
    verdict.replaceChildren(...verdictNodes(known));
    detail.textContent = detailsOf(puzzle, known, session.spread);
    const isIdle = game.moves.length === 0 && known.progress === null;
    change.replaceChildren(...(isIdle ? [el("span", { class: "muted", text: "Play on the board or from the list." })] : changes(before, known.verdict)));
    showWork(known.progress);
    if (known.failure && known.failure.kind !== "stopped") {
      detail.replaceChildren(el("span", { class: "failure", text: known.failure.message }));
    }
    showMoves();
    // Hints are marked in a game.
    if (session.isAnalysed) view.mark(shownBest());
    const best = shownBest().map((move) => inWords(puzzle, game.board, move) || game.nameOf(move));
    summary.replaceChildren(
      el("span", {}, ...verdictNodes(known)),
      el("span", { text: best.length ? `Best: ${best.join(", ")}` : inShort(known) }));
    // Each board is announced once: what is found out later is there to be read. The aim announces the end of a game.
    if (known === announced || (!isSettled(known) && !known.failure) || (game.at > 0 && isSolved(puzzle, game.board))) return;
    announced = known;
    const why = known.failure || known.verdict?.kind === "unsolvable" ? detail.textContent : "";
    const effect = isIdle ? "" : change.textContent?.replace(/^\W+/, "");
    live.textContent = [verdict.textContent, why, effect].filter(Boolean).join(" ");
    clearTimeout(spoken);
    spoken = setTimeout(() => (live.textContent = ""), SPOKEN);
  };

  /** @param {Progress | null} progress */
  const showWork = (progress) => {
    const { known } = truths;
    const isStopped = known.failure?.kind === "stopped";
    const isLost = known.failure?.kind === "lost";
    const isWorking = progress !== null && known.failure === null;
    bar.hidden = !isWorking || progress.search !== null;
    if (isWorking && progress.total) Object.assign(bar, { max: progress.total, value: progress.done });
    else bar.removeAttribute("value");
    search.hidden = !isWorking && !isStopped && !isLost;
    stop.hidden = !isWorking || progress.unit === "bytes";
    again.hidden = !isStopped && !isLost;
    again.textContent = isLost ? "Try again" : "Continue the search";
    if (isStopped || isLost) searching.textContent = isStopped ? "Stopped." : "";
    else if (progress?.search && progress !== measured.progress) {
      const { nodes } = progress.search;
      const proven = !isSettled(known) && known.verdict?.kind === "open" ? known.verdict.atLeast : 0;
      const threshold = Math.max(proven, progress.search.threshold);
      const now = performance.now();
      // Tables were built, or the search was stopped, since then.
      if (nodes < measured.nodes || now > measured.last + GAP) Object.assign(measured, { nodes, since: now });
      Object.assign(measured, { last: now, progress });
      const time = now - measured.since;
      // Over a shorter time, the speed is not worth much.
      const rate = time < GAP ? "" : `, ${((nodes - measured.nodes) / time / 1e3).toFixed(1)} million a second`;
      const faster = progress.seconds > PATIENCE ? " The program is faster: fewest solve." : "";
      searching.textContent = isSettled(known)
        ? `Searching each move: at least ${inMoves(threshold)}.`
        : `Searching: at least ${inMoves(threshold)}. ${grouped(nodes)} boards${rate}.${faster}`;
    } else if (progress && !progress.search) {
      const part = progress.total ? ` ${Math.floor((100 * progress.done) / progress.total)} %` : "";
      searching.textContent = progress.unit === "bytes" ? loadingText(progress) : `${capital(progress.title)}${part}`;
    }
  };

  const showMoves = () => {
    const { known } = truths;
    const { isAnalysed } = session;
    const optimal = new Set(shownBest());
    list.setAttribute("aria-label", isAnalysed ? "Moves, the best first" : "Moves");
    const distance = (/** @type {Verdict | null | undefined} */ next) =>
      next?.kind === "solved" ? next.distance : next?.kind === "unsolvable" ? 1e6 : 1e5;
    const order = [...known.moves].sort(([a, x], [b, y]) => (isAnalysed ? distance(x) - distance(y) : 0) || a - b);
    for (const [move, next] of order) {
      const name = game.nameOf(move);
      let own = buttons.get(move);
      if (!own) {
        own = button("", () => game.play(move));
        own.append(el("span", { class: "name" }), el("span", { class: "after", "aria-hidden": "true" }), el("span", { class: "unseen" }));
        buttons.set(move, own);
      }
      const what = game.puzzle ? inWords(game.puzzle, game.board, move) : "";
      /** @type {HTMLElement} */ (own.firstChild).textContent = what ? `${name} (${what})` : name;
      const [text, left] = afterWords(next, leastAfter(known, move));
      const [, after, words] = own.children;
      after.textContent = isAnalysed ? text : "";
      own.classList.toggle("optimal", optimal.has(move));
      words.textContent = isAnalysed ? `: ${left}${optimal.has(move) ? ", optimal" : ""}` : "";
    }
    const items = order.map(([move]) => {
      const own = /** @type {HTMLButtonElement} */ (buttons.get(move));
      return own.parentElement ?? el("li", {}, own);
    });
    if (items.length === list.children.length && items.every((item, place) => item === list.children[place])) return;
    // The focus survives, and a move that was just played is not previewed again.
    const focused = document.activeElement;
    previewed = undefined;
    list.replaceChildren(...items);
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
    previewed = null;
  };

  /** The move that the board shows the effect of; undefined: it shows none for now. @type {number | null | undefined} */
  let previewed = null;
  /** Where the pointer was when it was last heard of, and where it played a move: it has to leave that place. */
  let [pointer, played] = [{ x: 0, y: 0 }, { x: -99, y: -99 }];
  const preview = (/** @type {EventTarget | null} */ target) => {
    const own = target instanceof Element ? target.closest("button") : null;
    const [move] = [...buttons].find(([, other]) => other === own) ?? [null];
    if (previewed === undefined || move === previewed) return;
    previewed = move;
    view.preview(move);
  };
  list.addEventListener("pointermove", ({ target, pointerType, clientX: x, clientY: y }) => {
    const isStill = pointer.x === x && pointer.y === y;
    pointer = { x, y };
    if (pointerType === "mouse" && !isStill && Math.hypot(x - played.x, y - played.y) > 12) preview(target);
  });
  list.addEventListener("click", () => (played = pointer));
  list.addEventListener("pointerleave", () => preview(null));
  list.addEventListener("focusin", ({ target }) => /** @type {Element} */ (target).matches(":focus-visible") && preview(target));
  list.addEventListener("focusout", () => preview(null));
  list.addEventListener("keydown", ({ key }) => key === "Escape" && preview(null));
  game.addEventListener("board", () => (previewed = null));

  truths.addEventListener("change", show);
  session.addEventListener("counted", show);
  session.addEventListener("analysis", () => {
    analyse.checked = session.isAnalysed;
    view.mark(shownBest());
    show();
  });
}

/** What is known of the board after a move, in short and in words. @param {Verdict | null} next @param {number} least  the moves proven necessary */
function afterWords(next, least) {
  if (next?.kind === "solved") return [String(next.distance), next.distance ? `${inMoves(next.distance)} left` : "solved"];
  if (next?.kind === "unsolvable") return ["never", "can't be solved"];
  return least > 0 ? [`≥ ${least}`, `at least ${inMoves(least)} left`] : ["…", "not known yet"];
}

/** The state of the library, if that is why nothing is known. @param {Known} known */
function inShort({ progress, failure }) {
  if (failure?.kind === "lost") return "The library is not there: see below";
  return progress?.unit === "bytes" && !failure ? `Loading: ${loadedOf(progress)}` : "";
}

/** What else is known of a board, in sentences. @param {Pick<Puzzle, "goals" | "home" | "isTabulated" | "kind">} puzzle @param {Known} known @param {Spread} spread */
export function detailsOf(puzzle, { verdict, goal, answers, isReal }, spread) {
  const { goals } = puzzle;
  const parts = [];
  if (verdict?.kind === "unsolvable") parts.push(verdict.why);
  else if (isReal === false) parts.push(`Moves don't lead to this board from ${homeName(puzzle)}.`);
  const name = goal === null ? "" : (goals[goal]?.name ?? "");
  if (name && goals.length > 1 && verdict?.kind === "solved") parts.push(verdict.distance ? `Nearest goal: ${name}.` : `It shows ${name}.`);
  // First what is known first: the line grows at its end.
  if (verdict?.kind === "solved") parts.push(difficultyOf(verdict.distance, puzzle, spread));
  if (answers !== null && verdict?.kind === "solved" && verdict.distance > 0) {
    parts.push(answers === "1" ? "One shortest answer." : `${grouped(answers)} shortest answers.`);
  }
  return parts.filter(Boolean).join(" ");
}

/** @param {Known} known */
function verdictNodes({ verdict, found, failure }) {
  const badge = (/** @type {string} */ text, kind = "") => el("span", { class: `badge ${kind}`, text });
  const small = (/** @type {string} */ text) => el("small", { text });
  if (!verdict && found) return [small("At most "), `${inMoves(found.length)} `, badge("so far")];
  if (!verdict) return [failure ? "Not known" : "…"];
  if (verdict.kind === "unsolvable") return ["Can't be solved ", badge("proven", "bad")];
  if (verdict.kind === "open") {
    const bounds = found ? [String(verdict.atLeast), small(", at most "), `${found.length} `] : [`${inMoves(verdict.atLeast)} `];
    return [small("At least "), ...bounds, badge("so far")];
  }
  if (verdict.distance === 0) return ["Solved ", badge("exact", "good")];
  return [inMoves(verdict.distance), " ", small("to go "), badge("exact", "good")];
}

/** Whether a move gained or lost. @param {Verdict | null} before @param {Verdict | null} now */
function changes(before, now) {
  if (before?.kind !== "solved" || !now) return [];
  if (now.kind === "unsolvable") return [el("span", { class: "lost", text: "That move made it unsolvable." })];
  if (now.kind !== "solved") return [];
  const gained = before.distance - now.distance;
  if (gained > 0) return [el("span", { class: "gained", text: "▲ Optimal: one move closer." })];
  if (gained === 0) return [el("span", { class: "muted", text: "■ No gain: the distance is the same." })];
  return [el("span", { class: "lost", text: `▼ That move cost ${inMoves(-gained)}.` })];
}
