// @ts-check
/** The steps of one search or of two at once, one at a time. */
import { button, el } from "../dom.js";
import { SearchView } from "./search.js";

/**
 * @import {Puzzle} from "../protocol.js"
 * @import {Search} from "./search.js"
 */

/** Milliseconds of a step that is played: at most, at least, and of all steps together; and of an iteration. */
const SLOWEST = 700;
const QUICKEST = 40;
const WHOLE = 60_000;
const ITERATION = 1500;

export class StepViewer {
  #views;
  #length;
  #onStep;
  #at = -1;
  #timer = 0;

  #slider = el("input", { type: "range", min: 1, value: 1, "aria-label": "Step", oninput: () => this.#choose(Number(this.#slider.value) - 1) });
  #marks = el("div", { class: "ticks", "aria-hidden": "true" });
  #play = button("Play", () => this.#startOrPause(this.#play));
  #playThresholds = button("Play thresholds", () => this.#startOrPause(this.#playThresholds), { class: "unless-still" });
  #back = [button("First", () => this.#choose(0)), button("Previous", () => this.#choose(this.#at - 1))];
  #forth = [button("Next", () => this.#choose(this.#at + 1)), button("Last", () => this.#choose(this.#length - 1))];
  #sentence = el("p", { class: "unseen", "aria-live": "polite" });
  element = el("div", { class: "steps", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) });

  /** @param {Puzzle} puzzle @param {Search[]} searches @param {() => void} onStep  when the user goes to a step */
  constructor(puzzle, searches, onStep) {
    this.#onStep = onStep;
    this.#views = searches.map((search) => new SearchView(puzzle, search, (at) => this.#choose(at)));
    this.#length = Math.max(...this.#views.map(({ length }) => length));
    this.#slider.max = String(this.#length);
    const guide = this.#guide;
    const ticks = (guide?.beginnings ?? []).map((start) => {
      const tick = el("span", { class: "tick" });
      tick.style.left = `${(100 * start) / Math.max(1, this.#length - 1)}%`;
      return tick;
    });
    this.#marks.replaceChildren(...ticks);
    const thresholds = guide ? [button("Next threshold", () => this.#choose(guide.nextEnd)), this.#playThresholds] : [];
    this.element.append(
      el("div", { class: "slider" }, this.#slider, this.#marks),
      el("div", { class: "row" }, ...this.#back, this.#play, ...this.#forth, ...thresholds),
      this.#sentence,
      el("div", { class: "followed" }, ...this.#views.map((view) => view.element)));
  }

  /** The step shown, from 0. */
  get at() {
    return this.#at;
  }

  /** The search whose thresholds are played: the first that has any. */
  get #guide() {
    return this.#views.find(({ hasThresholds }) => hasThresholds) ?? null;
  }

  /** Shows a step. @param {number} at */
  goTo(at) {
    at = Math.max(0, Math.min(at, this.#length - 1));
    if (at === this.#at) return;
    this.#at = at;
    this.#slider.value = String(at + 1);
    this.#slider.setAttribute("aria-valuetext", `${at + 1} of ${this.#length}`);
    this.#views.forEach((view) => view.goTo(at));
    // While it plays, a reader could not keep up.
    if (!this.#timer) this.#speak();
    this.#back.forEach((own) => (own.disabled = at === 0));
    this.#forth.forEach((own) => (own.disabled = at === this.#length - 1));
  }

  pause() {
    clearInterval(this.#timer);
    if (!this.#timer) return;
    this.#timer = 0;
    this.#play.textContent = "Play";
    this.#playThresholds.textContent = "Play thresholds";
    this.#speak();
    this.#onStep();
  }

  #speak() {
    this.#sentence.textContent = this.#views.map((view) => view.inWords(this.#at)).join(" ");
  }

  /** A step that the user goes to. @param {number} at */
  #choose(at) {
    this.pause();
    this.goTo(at);
    this.#onStep();
  }

  /** @param {HTMLButtonElement} by  the button pressed: its text changes */
  #startOrPause(by) {
    if (this.#timer) return this.pause();
    const last = this.#length - 1;
    if (this.#at === last) this.goTo(0);
    by.textContent = "Pause";
    const isSteps = by === this.#play;
    const next = () => (isSteps ? this.#at + 1 : (this.#guide?.nextEnd ?? last));
    const pause = isSteps ? Math.min(SLOWEST, Math.max(QUICKEST, WHOLE / this.#length)) : ITERATION;
    this.#timer = window.setInterval(() => {
      const to = next();
      // A panel that nobody sees any longer stops.
      if (to === this.#at || to > last || !this.element.isConnected || this.element.closest("[hidden]")) this.pause();
      else this.goTo(to);
    }, pause);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { target, key } = event;
    // The slider has these keys already, and what scrolls does so by them.
    const isTaken = target === this.#slider || (target instanceof HTMLElement && target.matches(".scroll"));
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken) return;
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#length - 1 };
    if (!(key in places)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(places[key]);
  }
}
