// @ts-check
/** All puzzles with pictures of their goals, or of how they begin, to choose one. */

import { button, el } from "../dom.js";
import { showGoal } from "./picture.js";
import { capital, titleParts } from "./units.js";

/** @import {Puzzle} from "../protocol.js" */

/** The entry of sliding tiles of any size, and the size in its picture. */
const SIZED = "sliding:WxH";
const DRAWN = "sliding:4x3";

/**
 * @param {HTMLDialogElement} dialog @param {HTMLElement} opener
 * @param {import("../session.js").Session} session
 */
export function createGallery(dialog, opener, session) {
  const choose = (/** @type {() => unknown} */ then) => {
    dialog.close();
    then();
  };
  /** @type {[string, HTMLElement, HTMLElement][]} by puzzle: its place for a picture, and what has the focus */
  const tiles = session.entries.map(({ name, title }) => {
    const picture = el("span", { class: "thumb", "aria-hidden": "true" });
    const { head, rest } = titleParts(title);
    const text = el("span", {}, el("b", { text: head }), rest ? el("small", { text: rest }) : null);
    if (name !== SIZED) return [name, picture, el("button", { type: "button", class: "tile", "data-puzzle": name, onclick: () => choose(() => session.open({ puzzle: name })) }, picture, text)];
    const side = (/** @type {string} */ id, value = 4) => el("input", { id, type: "number", min: 2, max: 16, value, inputmode: "numeric", "aria-label": capital(id) });
    const [width, height] = [side("width"), side("height", 3)];
    const size = el("form", { id: "size", class: "tile", method: "dialog", onsubmit: () => session.open({ puzzle: `sliding:${width.value}x${height.value}` }) },
      picture, text, el("span", { class: "row" }, width, "x", height, el("button", { type: "submit", text: "Open" })));
    return [name, picture, size];
  });
  const own = el("button", { type: "button", class: "tile", onclick: () => choose(() => session.tabs?.define()) },
    el("span", { class: "thumb plus", "aria-hidden": "true", text: "+" }), el("span", {}, el("b", { text: "Your own" }), el("small", { text: "define it in a few lines" })));
  const list = el("ul", { class: "tiles" }, ...[...tiles.map(([, , tile]) => tile), own].map((tile) => el("li", {}, tile)));
  dialog.append(
    el("div", { class: "row" }, el("h2", { id: "gallery-title", text: "Puzzles" }), el("span", { class: "spring" }), button("Close", () => dialog.close())),
    list);

  // The arrow keys go from tile to tile.
  list.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(":is(button.tile, form button)")]);
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const tops = all.map((tile) => tile.closest("li")?.offsetTop);
    const across = tops.filter((top) => top === tops[0]).length;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + across, ArrowUp: at - across, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  });

  let isDrawn = false;
  const draw = async () => {
    if (isDrawn) return;
    isDrawn = true;
    for (const [name, place] of tiles) {
      try {
        /** @type {Puzzle} */
        const puzzle = await session.asides.ask({ ask: "look", puzzle: name === SIZED ? DRAWN : name });
        // Goals of blocks look alike.
        showGoal(place, puzzle, puzzle.blocks ? puzzle.home : undefined);
      } catch {
        // The title is enough.
      }
    }
  };

  opener.addEventListener("click", () => {
    const { name } = session;
    for (const [own, , tile] of tiles) {
      const isOpen = own === name || (own === SIZED && name?.startsWith("sliding:"));
      if (isOpen) tile.setAttribute("aria-current", "true");
      else tile.removeAttribute("aria-current");
    }
    dialog.showModal();
    const shown = /** @type {HTMLElement | null} */ (list.querySelector("button[aria-current], [aria-current] button"));
    shown?.focus();
    draw();
  });
}
