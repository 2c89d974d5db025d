// @ts-check
/** A picture of the board shown, as a file. */

import { svg } from "../board/svg.js";
import { button, el } from "../dom.js";
import { Shown } from "../shown.js";
import { download, fileName } from "./download.js";
import { netOf } from "./picture.js";

/** The width of a picture in pixels, and its margin in parts of that. */
const [WIDTH, MARGIN] = [1000, 0.04];
/** The properties that the sheets set: of lines around shapes, and of texts. */
const LINES = ["stroke", "stroke-width", "stroke-linejoin", "stroke-linecap"];
const TEXTS = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];

/** @param {HTMLElement} section @param {import("../session.js").Session} session @param {import("../board/view.js").BoardView} view */
export function createSaved(section, { game }, view) {
  const status = el("span", { role: "status" });
  const said = new Shown(() => game.question, () => (status.textContent = ""), game);
  const save = (/** @type {"PNG" | "SVG"} */ kind) => {
    const { puzzle, board } = game;
    if (!puzzle) return;
    const { text, width, height } = pictureOf(view.still() ?? netOf(puzzle, board), section);
    const name = `${fileName(puzzle.name)}.${kind.toLowerCase()}`;
    if (kind === "SVG") return download(name, "image/svg+xml", text);
    const show = (/** @type {Blob} */ file) => download(name, "image/png", file);
    said.answer(() => pixels(text, width, height), show, ({ message }) => (status.textContent = message));
  };
  const of = (/** @type {"PNG" | "SVG"} */ kind) => button(kind, () => save(kind), { "aria-label": `Save a picture of the board as ${kind}` });
  section.append(el("div", { class: "row muted" }, el("span", { text: "Save a picture" }), of("PNG"), of("SVG"), status));
}

/**
 * A drawing as a file of its own, which has no sheets.
 * @param {SVGSVGElement} drawing @param {HTMLElement} place  where the page's sheets style it
 */
function pictureOf(drawing, place) {
  const { x, y, width, height } = drawing.viewBox.baseVal;
  const margin = MARGIN * width;
  const holder = el("div", { class: "unseen" }, drawing);
  place.append(holder);
  for (const own of /** @type {NodeListOf<SVGElement>} */ (drawing.querySelectorAll(":not(g)"))) {
    const styles = getComputedStyle(own);
    const names = ["fill", ...(styles.stroke === "none" ? [] : LINES), ...(own.localName === "text" ? TEXTS : [])];
    for (const name of names) own.setAttribute(name, plainColour(styles.getPropertyValue(name)));
    // A sheet moves only the lower edge of a piece.
    if (own.classList.contains("lip")) own.setAttribute("transform", styles.transform);
  }
  const { backgroundColor } = getComputedStyle(document.body);
  holder.remove();
  for (const own of drawing.querySelectorAll("[class], [style]")) {
    own.removeAttribute("class");
    own.removeAttribute("style");
  }
  const box = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
  const size = { width: WIDTH, height: Math.round((WIDTH * box.height) / box.width) };
  const whole = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, ...size },
    svg("title", {}, drawing.getAttribute("aria-label") ?? ""), svg("rect", { ...box, fill: backgroundColor }), ...drawing.childNodes);
  return { text: new XMLSerializer().serializeToString(whole), ...size };
}

/** A mixed colour as all programs read it; other values stay as they are. @param {string} value */
function plainColour(value) {
  const [, parts] = /^color\(srgb ([^/]*)\)$/.exec(value) ?? [];
  return parts ? `rgb(${parts.trim().split(" ").map((part) => Math.round(Number(part) * 255)).join(", ")})` : value;
}

/** A picture in SVG as PNG. @param {string} text @param {number} width @param {number} height @returns {Promise<Blob>} */
async function pixels(text, width, height) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = el("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  const file = await new Promise((/** @type {(file: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
  if (!file) throw new Error("The browser can't draw this picture.");
  return file;
}
