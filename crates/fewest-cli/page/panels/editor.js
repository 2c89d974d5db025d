// @ts-check
/**
 * A text field with line numbers, in which mistakes are shown under their lines. Only the lines in view are drawn over the field,
 * so that long texts cost no more than short ones.
 */
import { el } from "../dom.js";
import { byLine, lineStarts, lineText, linesInView, markedPart, offsetOf } from "./lines.js";

/** Marks that are drawn in one line, and the most characters before them: what is further right is listed only. */
const MOST_MARKS = 20;
const WIDEST = 4000;

/**
 * @import {Problem} from "../protocol.js"
 * @typedef {Problem & {isWarning: boolean}} Mark
 */

export class Editor {
  #starts = [0];
  /** @type {Map<number, Mark[]>} */
  #marks = new Map();
  #gutter = el("div", { class: "editor-gutter", "aria-hidden": "true" });
  #overlay = el("div", { class: "editor-overlay", "aria-hidden": "true" });
  #field;
  element;

  /** @param {string} label @param {string} describedBy  id of the list of mistakes @param {() => void} onInput */
  constructor(label, describedBy, onInput) {
    this.#field = el("textarea", {
      class: "editor-field", "aria-label": label, "aria-describedby": describedBy, wrap: "off", spellcheck: "false", autocapitalize: "off",
      autocomplete: "off", rows: 18,
      oninput: () => {
        this.#follow();
        onInput();
      },
      onscroll: () => this.#draw(),
    });
    this.element = el("div", { class: "editor" }, this.#gutter, el("div", { class: "editor-page" }, this.#overlay, this.#field));
    new ResizeObserver(() => this.#draw()).observe(this.#field);
  }

  get text() {
    return this.#field.value;
  }

  set text(text) {
    this.#field.value = text;
    this.#field.setSelectionRange(0, 0);
    this.#field.scrollTo(0, 0);
    this.#marks = new Map();
    this.#follow();
  }

  /** Shows mistakes and warnings. @param {Mark[]} marks */
  mark(marks) {
    this.#marks = byLine(marks);
    this.#field.setAttribute("aria-invalid", String(marks.some(({ isWarning }) => !isWarning)));
    this.#draw();
  }

  /** Puts the caret to a mark, in view. @param {Mark} mark */
  goTo(mark) {
    const caret = offsetOf(this.text, this.#starts, mark.line, mark.column);
    this.#field.focus();
    this.#field.setSelectionRange(caret, caret);
    this.#field.scrollTop = (mark.line + 0.5) * this.#lineHeight() - this.#field.clientHeight / 2;
    this.#field.scrollLeft = 0;
    this.#draw();
  }

  /** The text has changed: marks move with their lines until it is checked. */
  #follow() {
    const before = this.#starts.length;
    this.#starts = lineStarts(this.#field.value);
    const more = this.#starts.length - before;
    if (more !== 0 && this.#marks.size > 0) this.#shift(more);
    this.#draw();
  }

  /** @param {number} more  lines than before, at the caret */
  #shift(more) {
    const caret = lineStarts(this.#field.value.slice(0, this.#field.selectionEnd)).length - 1;
    const shifted = [...this.#marks].map(([line, marks]) => /** @type {[number, Mark[]]} */ ([line > caret - Math.max(more, 0) ? line + more : line, marks]));
    this.#marks = new Map(shifted.filter(([line]) => line >= 0));
  }

  #lineHeight() {
    return Number.parseFloat(getComputedStyle(this.#field).lineHeight) || 30;
  }

  #draw() {
    const { scrollTop, scrollLeft, clientHeight, value } = this.#field;
    const height = this.#lineHeight();
    const { first, end } = linesInView(scrollTop, clientHeight, height, this.#starts.length);
    const numbers = el("div", { class: "editor-numbers" });
    const sheet = el("div", { class: "editor-sheet" });
    for (let line = first; line < end; line++) {
      const marks = this.#marks.get(line);
      numbers.append(el("div", { class: marks ? (isMistake(marks) ? "has-mistake" : "has-warning") : null, text: String(line + 1) }));
      if (marks) sheet.append(...this.#note(lineText(value, this.#starts, line), marks, line * height));
    }
    numbers.style.transform = `translateY(${first * height - scrollTop}px)`;
    sheet.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.#gutter.replaceChildren(numbers);
    this.#gutter.style.width = `${String(this.#starts.length).length + 2}ch`;
    this.#overlay.replaceChildren(sheet);
  }

  /** The marks of a line: what is marked is underlined, the message stands below. @param {string} text @param {Mark[]} marks @param {number} top */
  #note(text, marks, top) {
    if (marks[0].column > WIDEST) return [];
    const near = marks.filter(({ column }) => column <= WIDEST).slice(0, MOST_MARKS);
    const lines = near.map((mark) => {
      const { start, end } = markedPart(mark, text);
      const part = el("span", { class: "marked", text: text.slice(start, Math.min(end, start + WIDEST)) || " " });
      return el("div", { class: mark.isWarning ? "mark warning" : "mark mistake" }, text.slice(0, start), part);
    });
    const { start } = markedPart(marks[0], text);
    const rest = marks.length > 1 ? ` (and ${marks.length - 1} more)` : "";
    const kind = isMistake(marks) ? "mistake" : "warning";
    const message = el("div", { class: `mark message ${kind}` }, text.slice(0, start), el("span", { text: `${symbolOf(kind)} ${marks[0].message}${rest}` }));
    const all = [...lines, message];
    all.forEach((own) => (own.style.top = `${top}px`));
    return all;
  }
}

/** @param {Mark[]} marks */
function isMistake(marks) {
  return marks.some(({ isWarning }) => !isWarning);
}

/** A sign beside the colour. @param {"mistake" | "warning"} kind */
function symbolOf(kind) {
  return kind === "mistake" ? "✗" : "⚠";
}
