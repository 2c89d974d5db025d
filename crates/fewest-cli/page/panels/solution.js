// @ts-check
/** A shortest solution: played, paused, stepped through, copied. */

import { button, copy, el } from "../dom.js";
import { inMoves, movesText } from "../puzzle.js";
import { optimalMoves } from "../truths.js";

/**
 * @param {HTMLElement} section
 * @param {{game: import("../game.js").Game, truths: import("../truths.js").Truths,
 *   answers: import("../engine.js").Engine, view: {mark(moves: number[]): void}}} page
 */
export function createSolution(section, { game, truths, answers, view }) {
  const show = button("Show the solution", () => follow(), { class: "main" });
  const hint = button("Hint", () => hinted());
  const hinting = el("p", { "aria-live": "polite" });
  const line = el("ol", { class: "line", "aria-label": "Moves" });
  const slider = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moves played" });
  slider.addEventListener("input", () => {
    pause();
    game.goTo(Number(slider.value));
  });
  const first = iconed("M5 5v14M19 5v14L8 12z", () => go(0), "To the start");
  const back = iconed("M17 5v14L6 12z", () => go(game.at - 1), "One move back");
  const play = button("Play", () => (timer === null ? start() : pause()));
  const next = iconed("M7 5v14l11-7z", () => go(game.at + 1), "One move on");
  const last = iconed("M19 5v14M5 5v14l11-7z", () => go(game.moves.length), "To the end");
  const speed = el("select", { "aria-label": "Speed" });
  for (const [text, time] of [["slow", 1200], ["normal", 600], ["fast", 250]]) {
    speed.append(el("option", { value: time, text, selected: time === 600 }));
  }
  const format = el("select", { "aria-label": "Format of the copy" });
  const copied = button("Copy", () => copyText());
  const transport = el("div", { class: "row" }, first, back, play, next, last, speed);
  const copying = el("div", { class: "row" }, copied, format);
  section.append(
    el("h2", { text: "Solution" }),
    el("div", { class: "row" }, show, hint), hinting, line, slider, transport, copying,
  );

  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;
  const pause = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    play.textContent = "Play";
  };
  const tick = () => {
    game.redo();
    timer = game.at < game.moves.length ? setTimeout(tick, Number(speed.value)) : null;
    if (timer === null) pause();
  };
  const start = () => {
    if (game.at === game.moves.length && truths.known.solution.length) follow();
    if (game.at === game.moves.length) return;
    play.textContent = "Pause";
    timer = setTimeout(tick, 50);
  };
  const go = (/** @type {number} */ at) => {
    pause();
    game.goTo(at);
  };
  const follow = () => game.follow(truths.known.solution);
  const hinted = () => {
    const [best] = optimalMoves(truths.known);
    if (best === undefined || !game.puzzle) return;
    view.mark([best]);
    hinting.textContent = `Try ${game.puzzle.moves[best]}.`;
  };
  const copyText = async () => {
    if (!game.puzzle) return;
    if (format.value) {
      try {
        const { text } = await answers.ask({ ask: "write", board: game.board, format: format.value });
        await copy(copied, text);
      } catch (failure) {
        hinting.textContent = /** @type {{message: string}} */ (failure).message;
      }
    } else await copy(copied, movesText(game.puzzle, truths.known.solution));
  };

  /** The moves that have a button in the line: it is long, so those buttons stay. @type {number[]} */
  let shown = [];
  const showLine = () => {
    const { puzzle, moves, at } = game;
    if (!puzzle) return;
    const same = moves.findIndex((move, place) => move !== shown[place]);
    const kept = same < 0 ? moves.length : same;
    const old = [...line.querySelectorAll("button")];
    const focused = old.findIndex((own) => own === document.activeElement);
    for (const own of old.slice(kept)) own.parentElement?.remove();
    line.append(...moves.slice(kept).map((move, i) => {
      const name = `${kept + i + 1}. ${puzzle.moves[move]}`;
      return el("li", {}, button(puzzle.moves[move], () => go(kept + i + 1), { "aria-label": name }));
    }));
    shown = moves;
    const steps = [...line.querySelectorAll("button")];
    if (focused >= kept) steps[Math.min(focused, steps.length - 1)]?.focus();
    for (const [place, own] of steps.entries()) {
      own.parentElement?.classList.toggle("played", place < at);
      if (place === at - 1) own.setAttribute("aria-current", "step");
      else own.removeAttribute("aria-current");
    }
    // With the frame's own layout, and without moving the page.
    requestAnimationFrame(() => scrollTo(line, line.querySelector("[aria-current]")));
    const { length } = game.moves;
    slider.max = String(length);
    slider.value = String(game.at);
    slider.setAttribute("aria-valuetext", `${game.at} of ${inMoves(length)}`);
    slider.hidden = line.hidden = length === 0;
    first.disabled = back.disabled = game.at === 0;
    next.disabled = last.disabled = game.at === length;
  };

  const showKnown = () => {
    const { verdict, solution } = truths.known;
    const canSolve = verdict?.kind === "solved" && verdict.moves > 0 && solution.length > 0;
    const rest = game.moves.slice(game.at);
    const isShown = rest.length === solution.length && rest.every((move, i) => move === solution[i]);
    show.disabled = !canSolve || isShown;
    hint.disabled = !optimalMoves(truths.known).length;
    play.disabled = !canSolve && game.at === game.moves.length;
    copied.disabled = verdict?.kind !== "solved" && !format.value;
  };

  game.addEventListener("puzzle", () => {
    pause();
    shown = [];
    line.replaceChildren();
    const formats = game.puzzle?.formats.filter((own) => own.isWritten) ?? [];
    format.replaceChildren(
      el("option", { value: "", text: "the moves" }),
      ...formats.map(({ name, usedBy }) => el("option", { value: name, text: `as ${name}${usedBy ? ` (${usedBy})` : ""}` })),
    );
  });
  game.addEventListener("board", (event) => {
    const { move, isBack } = /** @type {CustomEvent} */ (event).detail;
    hinting.textContent = "";
    // A move of the player's own ends the playing.
    if (timer !== null && (move === null || isBack)) pause();
    showLine();
  });
  truths.addEventListener("change", showKnown);
}

/** Scrolls a list until an element in it is seen. @param {HTMLElement} list @param {Element | null} element */
function scrollTo(list, element) {
  if (!element) return;
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** A button with a drawing in place of a word. @param {string} path @param {() => void} onclick @param {string} label */
function iconed(path, onclick, label) {
  const own = button("", onclick, { "aria-label": label, class: "icon" });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "path");
  drawn.setAttribute("d", path);
  svg.append(drawn);
  own.append(svg);
  return own;
}
