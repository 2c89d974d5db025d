// @ts-check
/** The table of all runs so far: a group of rows for each board, ordered by any column. */
import { el } from "../dom.js";
import { COLUMNS, best, sorted } from "./runs.js";

/** @import {Column, Group, Row} from "./runs.js" */

export class Log {
  /** @type {Group[]} the newest last */
  groups = [];
  /** @type {Column | null} */
  #column = null;
  #isDescending = false;
  /** @type {Map<Group, HTMLTableSectionElement>} */
  #bodies = new Map();
  #heads = COLUMNS.map((column) => this.#head(column));
  #table = el("table", { class: "runs" },
    el("caption", { class: "unseen", text: "Searches that ran" }),
    el("thead", {}, el("tr", {}, ...this.#heads)));
  element = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Searches that ran" }, this.#table);

  /** Adds a row to the runs on a board. @param {Group} group @param {Row} row */
  add(group, row) {
    group.rows.push(row);
    if (!this.groups.includes(group)) this.groups.push(group);
    this.#fill(group);
  }

  clear() {
    this.groups = [];
    this.#bodies.forEach((body) => body.remove());
    this.#bodies.clear();
  }

  /** @param {Column} column */
  #head(column) {
    const button = el("button", { type: "button", class: "plain", onclick: () => this.#order(column), title: column.hint }, column.title);
    return el("th", { scope: "col", class: column.isNumber ? "number" : null }, button);
  }

  /** Orders by a column; a second time the other way round, a third time as they ran. @param {Column} column */
  #order(column) {
    if (this.#column !== column) [this.#column, this.#isDescending] = [column, false];
    else if (!this.#isDescending) this.#isDescending = true;
    else [this.#column, this.#isDescending] = [null, false];
    this.#heads.forEach((head, place) => {
      const isOwn = this.#column === COLUMNS[place];
      if (isOwn) head.setAttribute("aria-sort", this.#isDescending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    this.groups.forEach((group) => this.#fill(group));
  }

  /** @param {Group} group */
  #fill(group) {
    const body = this.#bodies.get(group) ?? el("tbody");
    if (!this.#bodies.has(group)) {
      this.#bodies.set(group, body);
      this.#table.append(body);
    }
    const title = el("th", { scope: "rowgroup", colspan: COLUMNS.length }, el("span", {}, el("b", { text: group.puzzle }), ` ${group.board}`));
    const marks = new Map(COLUMNS.map((column) => [column, best(group.rows, column)]));
    const rows = sorted(group.rows, this.#column, this.#isDescending);
    body.replaceChildren(el("tr", { class: "board-row" }, title), ...rows.map((row) => rowOf(row, marks)));
  }
}

/** @param {Row} row @param {Map<Column, Set<Row>>} marks */
function rowOf(row, marks) {
  const [name, heuristic, ...figures] = COLUMNS;
  const cells = row.failure === null
    ? figures.map((column) => figureOf(row, column, marks.get(column)?.has(row) ?? false))
    : [el("td", { colspan: figures.length, class: "failure", text: row.failure })];
  return el("tr", {}, el("th", { scope: "row", text: name.text(row) }), el("td", { text: heuristic.text(row) }), ...cells);
}

/** @param {Row} row @param {Column} column @param {boolean} isBest */
function figureOf(row, column, isBest) {
  const text = column.text(row);
  if (!isBest) return el("td", { class: "number", text });
  return el("td", { class: "number best" }, el("span", { class: "unseen", text: "best: " }), text);
}
