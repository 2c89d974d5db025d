// @ts-check
/** The list of keys, and the switch for letters that play moves. */

import { createKeys, shortcuts } from "./board/keys.js";
import { byId, el } from "./dom.js";
import { remember, remembered } from "./memory.js";

/** @param {import("./game.js").Game} game @param {import("./board/view.js").BoardView} view */
export function createHelp(game, view) {
  const letters = el("input", { type: "checkbox", id: "letters", checked: remembered("letters") !== "off" });
  letters.addEventListener("change", () => remember("letters", letters.checked ? "on" : "off"));
  createKeys(game, view, () => letters.checked);

  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  const show = () => {
    const pairs = game.puzzle ? shortcuts(game.puzzle) : [];
    help.replaceChildren(
      el("h2", { id: "help-title", text: "Keys" }),
      el("dl", {}, ...[...pairs, ["?", "this list"]].flatMap(([keys, what]) => [
        el("dt", {}, el("kbd", { text: keys })), el("dd", { text: what })])),
      el("p", {}, el("label", { for: "letters" }, letters, " Letters play moves")),
      el("form", { method: "dialog" }, el("button", { text: "Close", class: "main" })));
    if (!help.open) help.showModal();
  };
  byId("help-button").addEventListener("click", show);
  document.addEventListener("keydown", (event) => {
    const isField = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key === "?" && !isField && !document.querySelector("dialog[open]") && letters.checked) show();
  });
}
