// @ts-check
/**
 * `<fewest-board>`: a board for other pages, which is played without the library. Attributes: `puzzle`, a name; `board` and `moves`, as in the page's
 * addresses; `at`, the number of moves that are played at first, or all. embed.html shows it in use.
 */

import { boardOfWord, write } from "./address.js";
import { createKeys } from "./board/keys.js";
import { createBoardView } from "./board/view.js";
import { button, el } from "./dom.js";
import { addressOf, described } from "./files.js";
import { Game } from "./game.js";
import { inMoves, isSolved, miscount, movesNamed, separator } from "./puzzle.js";
import { Shown } from "./shown.js";

/** @import {Puzzle} from "./protocol.js" */

/** What the page's sheet has no rules for. */
const OWN = `:host { display: block; background: var(--paper); color: var(--ink); padding: 0.75rem; border-radius: var(--radius); }
  #board-holder { margin-bottom: 0.5rem; } .row { justify-content: center; } p { margin: 0; } a { color: var(--accent); }`;

/** The page's sheet, for all boards: filled once it has arrived. */
const sheet = new CSSStyleSheet();
const styled = fetch(addressOf("style.css")).then((reply) => reply.text()).then((text) => sheet.replace(`${text.replaceAll(":root", ":host")} ${OWN}`));

class FewestBoard extends HTMLElement {
  static observedAttributes = ["puzzle", "board", "moves", "at"];
  #game = new Game();
  #status = el("p", { role: "status" });
  #link = el("a", { target: "_blank", rel: "noopener", text: "How few moves?" });
  #opened = new Shown(() => FewestBoard.observedAttributes.map((name) => this.getAttribute(name)));

  connectedCallback() {
    if (!this.shadowRoot) this.#build(this.attachShadow({ mode: "open" }));
    this.#open();
  }

  attributeChangedCallback() {
    if (this.shadowRoot) this.#open();
  }

  /** @param {ShadowRoot} root */
  #build(root) {
    const game = this.#game;
    const [undo, redo] = [button("Undo", () => game.undo()), button("Redo", () => game.redo())];
    const restart = button("Restart", () => game.goTo(0));
    const holder = el("div", { id: "board-holder" });
    const whole = el("div", { hidden: true }, holder, el("div", { class: "row" }, undo, redo, restart, this.#status, this.#link));
    root.append(whole);
    createKeys(game, createBoardView(holder, game, whole), () => false, root);
    game.addEventListener("board", () => {
      const { puzzle, board, at, moves } = game;
      if (!puzzle) return;
      undo.disabled = restart.disabled = at === 0;
      redo.disabled = at === moves.length;
      this.#status.textContent = `${isSolved(puzzle, board) ? "Solved. " : ""}${inMoves(at)} made.`;
      this.#link.href = new URL(`./${write(puzzle, null, null, game.start, moves, at, {})}`, import.meta.url).href;
    });
    root.adoptedStyleSheets = [sheet];
    // What is not styled yet is not shown.
    styled.catch(() => {}).then(() => (whole.hidden = false));
  }

  #open() {
    const [name, board, moves, at] = FewestBoard.observedAttributes.map((own) => this.getAttribute(own) ?? "");
    const show = (/** @type {Puzzle | null} */ puzzle) => {
      if (!puzzle) throw new Error(`There is no puzzle called “${name}”.`);
      const start = board ? boardOfWord(puzzle, board) : puzzle.home;
      const problem = start ? miscount(puzzle, start) : `“${board}” is not a board of ${name}.`;
      if (!start || problem) throw new Error(problem ?? "");
      const words = moves.split(" ").filter(Boolean).flatMap((word) => (separator(puzzle) === "" ? [...word] : word));
      const numbers = movesNamed(puzzle, start, words);
      const wrong = numbers.indexOf(-1);
      if (wrong >= 0) throw new Error(`“${words[wrong]}” is not a move of ${name}.`);
      this.#game.open({ ...puzzle, opening: { ask: "open", of: 0, puzzle: name } }, start, numbers, at ? Number(at) : numbers.length);
    };
    const refuse = (/** @type {{message: string}} */ { message }) => (this.#status.textContent = message);
    this.#opened.answer(async () => described(name).then(show), () => {}, refuse);
  }
}

customElements.define("fewest-board", FewestBoard);
