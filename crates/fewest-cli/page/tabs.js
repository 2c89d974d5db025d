// @ts-check
/** The tabs below the board: one shows its panel, and is in the address. */

import { byId } from "./dom.js";

/** @typedef {ReturnType<typeof createTabs>} Tabs */

/**
 * @param {import("./session.js").Session} session
 * @param {{words(): Record<string, string>, follow(words: Record<string, string>): unknown}} steps  the panel that adds words to the address
 */
export function createTabs(session, steps) {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role="tab"]')]);
  const panelOf = (/** @type {HTMLElement | undefined} */ tab) => tab?.getAttribute("aria-controls") ?? "";
  const choose = (/** @type {HTMLElement} */ chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = byId(panelOf(tab));
      panel.hidden = !isChosen;
      if (isChosen) panel.dispatchEvent(new Event("shown"));
    }
    session.writeAddress();
  };
  const goTo = (/** @type {HTMLElement} */ tab) => {
    choose(tab);
    tab.focus();
  };
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      goTo(tabs[(to + tabs.length) % tabs.length]);
    });
  }
  return {
    /** The address's words of the open tab. @returns {Record<string, string>} */
    words() {
      const t = panelOf(tabs.find((tab) => tab.getAttribute("aria-selected") === "true"));
      return { t: t === "boards" ? "" : t, ...(t === "steps" ? steps.words() : {}) };
    },
    /** Opens the tab that an address names, if any. @param {Record<string, string>} words */
    follow(words) {
      const tab = tabs.find((own) => panelOf(own) === words.t);
      if (words.t === "steps") steps.follow(words);
      if (tab) choose(tab);
      else if (words.t) session.refuse(`The link names no tab of this page: “${words.t}”.`);
    },
    define: () => goTo(byId("tab-define")),
  };
}
