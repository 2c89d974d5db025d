// @ts-check
/** What to do: the goal and its rule; and once the board is solved, how well. */

import { button, copy, el } from "../dom.js";
import { inMoves, isSolved } from "../puzzle.js";
import { showGoal } from "./picture.js";

/**
 * @param {HTMLElement} section @param {import("../session.js").Session} session
 * @param {() => (() => void) | null} harder  what deals a harder board, if there are any
 */
export function createAim(section, session, harder) {
  const { game, truths } = session;
  const picture = el("div", { class: "goal" });
  const rules = el("p", {});
  const result = el("p", { role: "status" });
  const again = button("Again", () => game.set(game.start));
  const more = button("Harder", () => harder()?.(), { class: "main" });
  const copied = button("Copy the result", () => copy(copied, resultOf()));
  const solved = el("div", { class: "row" }, again, more, copied);
  section.append(picture, el("div", {}, rules, result, solved));

  const resultOf = () => `${game.puzzle?.name}, ${session.dealt?.day}: ${inMoves(game.at)}, fewest ${truths.distanceOf(game.start)}`;

  const show = () => {
    const { puzzle, board, at } = game;
    if (!puzzle) return;
    const isOver = at > 0 && isSolved(puzzle, board);
    const fewest = truths.distanceOf(game.start);
    const judged = fewest === null ? "" : fewest === at ? ", the fewest possible" : `; the fewest is ${fewest}`;
    const text = isOver ? `Solved in ${inMoves(at)}${judged}.` : "";
    // It is spoken when it changes.
    if (result.textContent !== text) result.textContent = text;
    section.classList.toggle("is-solved", isOver);
    rules.hidden = isOver;
    solved.hidden = !isOver;
    more.hidden = !harder();
    copied.hidden = !(session.isDealt && session.dealt?.day) || fewest === null;
  };
  game.addEventListener("puzzle", () => {
    const { puzzle } = game;
    if (!puzzle) return;
    showGoal(picture, puzzle);
    rules.textContent = puzzle.rules ?? "Make moves until the board looks like the goal.";
    if (puzzle.goals.length > 1) rules.append(" ", el("span", { class: "muted", text: `The goal shown is one of ${puzzle.goals.length}.` }));
  });
  game.addEventListener("board", show);
  truths.addEventListener("change", show);
}
