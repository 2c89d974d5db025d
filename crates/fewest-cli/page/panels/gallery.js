// @ts-check
/** All puzzles in groups, with pictures of their goals, or of how they begin, to choose one. */

import { keepLegible } from "../board/svg.js";
import { button, el } from "../dom.js";
import { grouped, inMoves } from "../puzzle.js";
import { stillOf } from "./picture.js";
import { capital, titleParts } from "./units.js";

/** @import {Listed} from "../entries.js" */
/** @import {Puzzle} from "../protocol.js" */

/** The groups, in order. */
const GROUPS = { tiles: "Tiles and others", blocks: "Blocks", solids: "Cubes and other solids", stages: "Stages", rings: "Rings" };

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
  /** By puzzle: its place for a picture, its tile, and the words by which it is found. */
  const tiles = session.entries.map((entry) => {
    const { name, title } = entry;
    const picture = el("span", { class: "thumb", "aria-hidden": "true" });
    const { head, rest } = titleParts(title);
    const text = el("span", {}, el("b", { text: head }), rest ? el("small", { text: rest }) : null, el("small", { class: "fewest", text: fewOf(entry) }));
    const words = `${name} ${title}`.toLowerCase();
    const found = { name, entry, picture, words };
    if (name !== SIZED) return { ...found, tile: el("button", { type: "button", class: "tile", "data-puzzle": name, onclick: () => choose(() => session.open({ puzzle: name })) }, picture, text) };
    const side = (/** @type {string} */ id, value = 4) => el("input", { id, type: "number", min: 2, max: 16, value, inputmode: "numeric", "aria-label": capital(id) });
    const [width, height] = [side("width"), side("height", 3)];
    const size = el("form", { id: "size", class: "tile", method: "dialog", onsubmit: () => session.open({ puzzle: `sliding:${width.value}x${height.value}` }) },
      picture, text, el("span", { class: "row" }, width, "x", height, el("button", { type: "submit", text: "Open" })));
    return { ...found, tile: size };
  });
  const own = el("button", { type: "button", class: "tile", id: "own-puzzle", onclick: () => choose(() => session.tabs?.define()) },
    el("span", { class: "thumb plus", "aria-hidden": "true", text: "+" }), el("span", {}, el("b", { text: "Your own" }), el("small", { text: "define it in a few lines" })));

  const groups = Object.entries(GROUPS).map(([group, title]) => groupOf(title, tiles.filter(({ entry }) => (entry.group ?? "tiles") === group)));
  const list = el("div", {}, ...groups.map(({ section }) => section), groupOf("Your own", [{ tile: own }]).section);
  const search = el("input", { type: "search", id: "gallery-search", "aria-label": "Search", placeholder: "Search", oninput: () => find() });
  const status = el("p", { role: "status", class: "muted" });
  dialog.append(
    el("div", { class: "row" }, el("h2", { id: "gallery-title", text: "Puzzles" }), search, el("span", { class: "spring" }), button("Close", () => dialog.close())),
    status, list);

  /** Shows the puzzles that have all words that are searched. */
  const find = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const { tile, words: own } of tiles) /** @type {HTMLElement} */ (tile.parentElement).hidden = !words.every((word) => own.includes(word));
    for (const { section, items } of groups) section.hidden = items.every(({ hidden }) => hidden);
    status.textContent = groups.every(({ section }) => section.hidden) ? "No puzzle has these words." : "";
  };

  // The arrow keys go from tile to tile.
  list.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(":is(button.tile, form button)")]).filter((tile) => tile.offsetParent);
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0) return;
    const places = all.map((tile) => tile.closest("li")?.getBoundingClientRect() ?? new DOMRect());
    const rows = [...new Set(places.map(({ top }) => top))];
    const beside = (/** @type {number} */ down) => {
      const top = rows[rows.indexOf(places[at].top) + down];
      const away = places.map((own) => (own.top === top ? Math.abs(own.left - places[at].left) : Infinity));
      return top === undefined ? at : away.indexOf(Math.min(...away));
    };
    const to = { ArrowRight: () => at + 1, ArrowLeft: () => at - 1, ArrowDown: () => beside(1), ArrowUp: () => beside(-1), Home: () => 0, End: () => all.length - 1 }[event.key];
    if (!to) return;
    event.preventDefault();
    all[to()]?.focus();
  });

  let isDrawn = false;
  const draw = async () => {
    if (isDrawn) return;
    isDrawn = true;
    for (const { name, picture } of tiles) {
      try {
        /** @type {Puzzle} */
        const puzzle = await session.asides.ask({ ask: "look", puzzle: name === SIZED ? DRAWN : name });
        // Goals of blocks look alike.
        const drawing = stillOf(puzzle, puzzle.blocks ? puzzle.home : puzzle.solved);
        picture.replaceChildren(drawing);
        keepLegible(drawing);
      } catch {
        // The title is enough.
      }
    }
  };

  opener.addEventListener("click", () => {
    const { name } = session;
    for (const { name: own, tile } of tiles) {
      const isOpen = own === name || (own === SIZED && name?.startsWith("sliding:"));
      if (isOpen) tile.setAttribute("aria-current", "true");
      else tile.removeAttribute("aria-current");
    }
    search.value = "";
    find();
    dialog.showModal();
    const shown = /** @type {HTMLElement | null} */ (list.querySelector("button[aria-current], [aria-current] button"));
    shown?.focus();
    draw();
  });
}

/** A group of tiles with its title. @param {string} title @param {{tile: HTMLElement}[]} tiles */
function groupOf(title, tiles) {
  const items = tiles.map(({ tile }) => el("li", {}, tile));
  return { items, section: el("section", { "aria-label": title }, el("h3", { text: title }), el("ul", { class: "tiles" }, ...items)) };
}

/** How few moves are enough for every board, and how many boards there are. @param {Listed} entry */
function fewOf({ farthest, boards }) {
  const many = boards && boards.length < 16 ? `${grouped(boards)} boards` : "";
  return [farthest ? `${inMoves(farthest)} at most` : "", many].filter(Boolean).join(", ");
}
