// @ts-check
/** Counts as bars, each with its part that is done. */
import { button, el } from "../dom.js";
import { grouped } from "../puzzle.js";

/** @typedef {{label: string, count: number, note?: string, onclick?: () => void}} Bar */

export class Bars {
  #rows;
  element;

  /** Without a call of `show`, all bars are full. @param {string} title @param {Bar[]} bars */
  constructor(title, bars) {
    const greatest = Math.max(1, ...bars.map(({ count }) => count));
    this.#rows = bars.map(({ label, count, note = "", onclick }) => {
      const name = onclick ? button(label, onclick, { class: "threshold" }) : el("span", { text: label });
      const done = el("span", { class: "done" });
      done.style.width = "100%";
      const whole = el("span", { class: "whole" }, done);
      whole.style.width = `${(100 * count) / greatest}%`;
      const number = el("td", { class: "number", text: `${grouped(count)}${note}` });
      return { name, done, number, count, row: el("tr", {}, el("th", { scope: "row" }, name), el("td", { "aria-hidden": "true" }, whole), number) };
    });
    const table = el("table", {}, el("caption", { text: title }), el("tbody", {}, ...this.#rows.map(({ row }) => row)));
    this.element = el("div", { class: "scroll bars", tabindex: 0, role: "region", "aria-label": title }, table);
  }

  /** Shows how much of each bar is done, and marks one. @param {number[]} done @param {number} current */
  show(done, current) {
    this.#rows.forEach(({ name, done: part, number, count, row }, place) => {
      part.style.width = `${(100 * done[place]) / Math.max(1, count)}%`;
      number.textContent = done[place] === count ? grouped(count) : `${grouped(done[place])} of ${grouped(count)}`;
      if (place === current) name.setAttribute("aria-current", "step");
      else name.removeAttribute("aria-current");
      // Only the list scrolls, never the page.
      if (place === current) this.element.scrollTop = row.offsetTop - this.element.clientHeight / 2;
    });
  }
}
