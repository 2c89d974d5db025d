// @ts-check
/** What is true of the board shown: its distance, and the distance after every move. */

import { button, el } from "../dom.js";
import { grouped, inMoves, inWords } from "../puzzle.js";
import { optimalMoves } from "../truths.js";

/** @import {Progress, Verdict} from "../protocol.js" */

/** Searches of more seconds are better left to the program. */
const PATIENCE = 10;

/**
 * @param {HTMLElement} section
 * @param {{game: import("../game.js").Game, truths: import("../truths.js").Truths, view: {mark(moves: number[]): void}}} page
 */
export function createTruth(section, { game, truths, view }) {
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
  const mark = el("input", { type: "checkbox", id: "mark", checked: true, onchange: () => marked() });
  const list = el("ul", { class: "moves", "aria-label": "Moves, the best first" });
  section.append(
    el("h2", { text: "The truth", class: "unseen" }),
    verdict, live, detail, change, search, bar,
    el("div", { class: "row" },
      el("h3", { text: "Moves and the distance after them" }), el("span", { class: "spring" }),
      el("label", { for: "mark" }, mark, " mark on the board")),
    list,
  );

  const marked = () => view.mark(mark.checked ? optimalMoves(truths.known) : []);
  /** The buttons by move: kept, so that the focus stays where it is. @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  game.addEventListener("puzzle", () => {
    buttons.clear();
    list.replaceChildren();
  });

  const show = () => {
    const { puzzle } = game;
    const { known, before } = truths;
    if (!puzzle) return;
    verdict.replaceChildren(...verdictNodes(known.verdict, known.failure !== null));
    detail.textContent = details();
    change.replaceChildren(...changes(before, known.verdict));
    showWork(known.progress);
    if (known.failure && known.failure.kind !== "stopped") {
      detail.replaceChildren(el("span", { class: "failure", text: known.failure.message }));
    }
    showMoves();
    marked();
    const said = [verdict.textContent, detail.textContent, change.textContent].join(" ");
    if (known.verdict || known.failure) live.textContent = said;

    function details() {
      const parts = [];
      if (known.verdict?.kind === "unsolvable") parts.push(known.verdict.why);
      const goal = known.goal === null ? "" : (puzzle?.goals[known.goal]?.name ?? "");
      if (goal && (puzzle?.goals.length ?? 0) > 1 && known.verdict?.kind === "solved") {
        parts.push(known.verdict.moves ? `The first shortest answer reaches ${goal}.` : `It shows ${goal}.`);
      }
      if (known.answers !== null && known.verdict?.kind === "solved" && known.verdict.moves > 0) {
        parts.push(known.answers === "1" ? "One shortest answer." : `${grouped(known.answers)} shortest answers.`);
      }
      return parts.join(" ");
    }
  };

  /** @param {Progress | null} progress */
  const showWork = (progress) => {
    const { known } = truths;
    const isStopped = known.failure?.kind === "stopped";
    const isWorking = progress !== null && known.failure === null;
    bar.hidden = !isWorking || progress.search !== null;
    if (isWorking && progress.total) {
      bar.max = progress.total;
      bar.value = progress.done;
    } else bar.removeAttribute("value");
    search.hidden = !isWorking && !isStopped;
    stop.hidden = !isWorking;
    again.hidden = !isStopped;
    if (isStopped) searching.textContent = "Stopped.";
    else if (progress?.search) {
      const { threshold, nodes } = progress.search;
      const rate = progress.seconds > 0 ? nodes / progress.seconds / 1e6 : 0;
      searching.textContent =
        (known.verdict ? "Searching the boards after each move: at least " : "Searching: at least ") +
        `${inMoves(threshold)} so far. ${grouped(nodes)} boards generated, ${rate.toFixed(1)} million a second.` +
        (progress.seconds > PATIENCE ? " The program searches on all cores, with larger tables: fewest solve." : "");
    } else if (progress) {
      const part = progress.total ? ` ${Math.floor((100 * progress.done) / progress.total)} %` : "";
      searching.textContent = `${progress.title.replace(/^./, (c) => c.toUpperCase())}${part}`;
    }
  };

  const showMoves = () => {
    const { known } = truths;
    const optimal = new Set(optimalMoves(known));
    const distance = (/** @type {Verdict | null | undefined} */ next) =>
      next?.kind === "solved" ? next.moves : next?.kind === "unsolvable" ? 1e6 : 1e5;
    const order = [...known.moves].sort(([a, x], [b, y]) => distance(x) - distance(y) || a - b);
    for (const [move, next] of order) {
      const name = game.puzzle?.moves[move] ?? "";
      let own = buttons.get(move);
      if (!own) {
        own = button("", () => game.play(move));
        own.append(el("span", { class: "name" }), el("span", { class: "after" }), el("span", { class: "unseen" }));
        buttons.set(move, own);
      }
      const what = game.puzzle ? inWords(game.puzzle, game.board, move) : "";
      /** @type {HTMLElement} */ (own.firstChild).textContent = what ? `${name} (${what})` : name;
      const text = next === null ? "…" : next.kind === "solved" ? String(next.moves) : next.kind === "unsolvable" ? "never" : `≥ ${next.moves}`;
      const left = next === null ? "not known yet" : next.kind === "solved" ? (next.moves ? `${inMoves(next.moves)} left` : "solved") : next.kind === "unsolvable" ? "can't be solved" : `at least ${inMoves(next.moves)} left`;
      const [, after, words] = own.children;
      after.textContent = text;
      own.classList.toggle("optimal", optimal.has(move));
      words.textContent = `: ${left}${optimal.has(move) ? ", optimal" : ""}`;
    }
    const items = order.map(([move]) => {
      const own = /** @type {HTMLButtonElement} */ (buttons.get(move));
      return own.parentElement ?? el("li", {}, own);
    });
    if (items.length === list.children.length && items.every((item, place) => item === list.children[place])) return;
    // The focus survives.
    const focused = document.activeElement;
    list.replaceChildren(...items);
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
  };

  truths.addEventListener("change", show);
}

/** @param {Verdict | null} verdict @param {boolean} isOver */
function verdictNodes(verdict, isOver) {
  const badge = (/** @type {string} */ text, kind = "") => el("span", { class: `badge ${kind}`, text });
  if (!verdict) return [isOver ? "Not known" : "…"];
  if (verdict.kind === "unsolvable") return ["Can't be solved ", badge("proven", "bad")];
  if (verdict.kind === "at-least") return [`At least ${inMoves(verdict.moves)} `, badge("so far")];
  if (verdict.moves === 0) return ["Solved ", badge("exact", "good")];
  return [inMoves(verdict.moves), " ", el("small", { text: "to go " }), badge("exact", "good")];
}

/** Whether a move gained or lost. @param {Verdict | null} before @param {Verdict | null} now */
function changes(before, now) {
  if (before?.kind !== "solved" || !now) return [];
  if (now.kind === "unsolvable") return [el("span", { class: "lost", text: "That move made it unsolvable." })];
  if (now.kind !== "solved") return [];
  const gained = before.moves - now.moves;
  if (gained > 0) return [el("span", { class: "gained", text: "▲ That move was optimal: one move closer." })];
  if (gained === 0) return [el("span", { class: "muted", text: "■ That move gained nothing: the distance is the same." })];
  return [el("span", { class: "lost", text: `▼ That move lost: ${-gained} further away.` })];
}
