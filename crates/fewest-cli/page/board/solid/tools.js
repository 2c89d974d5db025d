// @ts-check
/** The controls below a solid: net or solid, the view, letters and colours. The browser keeps the choices. */
import { button, el } from "../../dom.js";
import { remember, remembered } from "../../memory.js";

/** By arrow key: degrees to the right and down, and what is read out. @type {Record<string, [number, number, string, string]>} */
const VIEWS = {
  ArrowLeft: [-45, 0, "←", "Turn the view left"],
  ArrowRight: [45, 0, "→", "Turn the view right"],
  ArrowUp: [0, -30, "↑", "Turn the view up"],
  ArrowDown: [0, 30, "↓", "Turn the view down"],
};

export class Tools {
  #kinds;
  #view;
  #letters;
  #palette;
  #coloured;
  isNet = remembered("net") === "on";
  element;

  /**
   * @param {HTMLElement} coloured  what the choice of colours is for
   * @param {object} on
   * @param {() => void} on.change  from solid to net, or back
   * @param {() => void} on.redraw
   * @param {(right: number, down: number) => void} on.sway
   * @param {() => void} on.reset
   */
  constructor(coloured, on) {
    this.#coloured = coloured;
    const setting = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ onchange) => {
      const box = el("input", { type: "checkbox", checked: remembered(key) === "on" });
      box.addEventListener("change", () => {
        remember(key, box.checked ? "on" : null);
        onchange();
      });
      return { box, label: el("label", {}, box, ` ${text}`) };
    };
    const [solid, net] = [false, true].map((isNet) => button(isNet ? "Net" : "Solid", () => {
      this.isNet = isNet;
      remember("net", isNet ? "on" : null);
      on.change();
    }));
    const letters = setting("lettered", "Letters", on.redraw);
    const palette = setting("clear-colours", "Colour-blind palette", () => this.#colour());
    this.#kinds = [solid, net];
    this.#letters = letters;
    this.#palette = palette.box;
    const arrows = Object.values(VIEWS).map(([right, down, text, title]) =>
      button(text, () => on.sway(right, down), { "aria-label": title, title, class: "plain" }));
    this.#view = el("span", { role: "group", "aria-label": "View", class: "solid-view" },
      ...arrows, button("⟲", on.reset, { "aria-label": "Reset the view", title: "Reset the view", class: "plain" }));
    this.#view.addEventListener("keydown", (event) => {
      const way = VIEWS[event.key];
      if (!way || event.shiftKey) return;
      event.preventDefault();
      on.sway(way[0], way[1]);
    });
    this.element = el("div", { class: "row solid-tools", hidden: true },
      el("span", { role: "group", "aria-label": "Board", class: "either" }, solid, net), this.#view,
      el("span", { class: "solid-looks" }, letters.label, palette.label));
    this.#colour();
  }

  get areLettered() {
    return this.#letters.box.checked;
  }

  /** @param {boolean} hasSolid  whether the puzzle has one @param {boolean} isSolid  whether it is shown */
  show(hasSolid, isSolid) {
    this.element.hidden = !hasSolid;
    this.#view.hidden = this.#letters.label.hidden = !isSolid;
    this.#kinds.forEach((kind, place) => kind.setAttribute("aria-pressed", String(isSolid === (place === 0))));
  }

  #colour() {
    this.#coloured.classList.toggle("clear-colours", this.#palette.checked);
  }
}
