// @ts-check
/** Pieces, what lies behind them, and buttons, as SVG. Colours are in board.css. */
import { NAME_SIZE } from "./handles.js";
import { label, svg } from "./svg.js";
import { bodyOfBlock } from "./tray.js";

/**
 * @import {Handle} from "./handles.js"
 * @import {Back, Spot} from "./layout.js"
 * @import {Look} from "./symbols.js"
 */

/** A knight that looks to the left, in a square of 100 about 0. */
const KNIGHT = "M -24 33 C -24 16 -10 8 -5 -8 C -11 -5 -15 -1 -22 3 C -28 6 -34 2 -33 -4 C -30 -12 -21 -20 -19 -28 "
  + "C -17 -33 -14 -35 -11 -36 L -10 -45 L -1 -38 C 18 -36 31 -19 31 6 C 31 17 29 25 29 33 Z";

/** @param {Back} back */
export function drawBack({ tag, attributes }) {
  return svg(tag, attributes);
}

/**
 * What a piece consists of, about 0.
 * @param {Look} look
 * @param {Spot} spot
 * @param {string} [text]  if it is not the same on all pieces
 * @returns {SVGElement[]}
 */
export function drawPiece(look, spot, text = look.text) {
  if (look.style === "piece-blank") return [];
  if (look.style.startsWith("knight")) return drawKnight();
  const { body, middle, room, across = 0 } = bodyOf(look, spot);
  body.classList.add("body");
  const lip = /** @type {SVGElement} */ (body.cloneNode());
  lip.classList.replace("body", "lip");
  const size = Math.min(room, (room * 2.6) / Math.max(1, [...text].length));
  return [lip, body, label(text, across, middle, size, spot.width * 0.85)];
}

/**
 * @param {Look} look
 * @param {Spot} spot
 * @returns {{body: SVGElement, middle: number, room: number, across?: number}} with the place and size of its text
 */
function bodyOf(look, { shape, width, height }) {
  if (look.parts) return bodyOfBlock(look.parts);
  if (shape === "disc") return { body: svg("circle", { r: width / 2 - 2 }), middle: 0, room: width * 0.42 };
  if (shape === "triangle") {
    const [across, top, base] = [width * 0.385, -height * 0.33, height * 0.42];
    const points = `0,${top} ${across},${base} ${-across},${base}`;
    return { body: svg("polygon", { points, class: "is-rounded" }), middle: height * 0.18, room: width * 0.26 };
  }
  if (shape === "bar") {
    const own = width * look.share;
    const size = { x: -own / 2, y: -height / 2 + 4, width: own, height: height - 8, rx: height / 2 - 8, class: "is-bar" };
    return { body: svg("rect", size), middle: 0, room: height * 0.52 };
  }
  const size = { x: 4 - width / 2, y: 4 - height / 2, width: width - 8, height: height - 8, rx: 13 };
  return { body: svg("rect", size), middle: 0, room: look.style === "piece-plain" ? 44 : 36 };
}

function drawKnight() {
  return [
    svg("path", { d: KNIGHT, class: "body" }),
    svg("path", { d: "M -31 42 C -31 36 -27 34 -24 33 H 29 C 33 34 36 37 36 42 Z", class: "body" }),
    svg("circle", { cx: -12, cy: -21, r: 3.2, class: "eye" }),
  ];
}

/**
 * @param {Handle} handle
 * @param {string} name  of its move
 */
export function drawHandle(handle, name) {
  const { x, y, size, kind, angle } = handle;
  const group = svg("g", { class: `handle handle-${kind}`, transform: `translate(${x} ${y})` });
  if (kind === "name") {
    const body = { x: -size, y: -NAME_SIZE, width: 2 * size, height: 2 * NAME_SIZE, rx: 14, class: "handle-body" };
    group.append(svg("rect", body), label(name, 0, 0, Math.min(34, size * 0.85, (size * 3) / [...name].length), 2 * size));
    return group;
  }
  // Fingers need more room than eyes, where there is some.
  if (kind === "line" || kind === "flip") group.append(svg("circle", { r: kind === "line" ? size + 10 : size + 4, class: "hit" }));
  if (kind === "line") {
    // A square with a point, which says where its line goes.
    const d = `M ${-size} ${-size * 0.72} q 0 -8 8 -8 H ${size * 0.28} L ${size * 1.1} 0 L ${size * 0.28} ${size * 0.72 + 8} `
      + `H ${8 - size} q -8 0 -8 -8 Z`;
    group.append(svg("path", { d, transform: `rotate(${angle})`, class: "handle-body" }));
  } else {
    const arrow = { d: turnArrow(size * 0.82, kind), class: "handle-arrow", "stroke-width": Math.max(2.5, size * 0.085) };
    group.append(svg("circle", { r: size, class: "handle-body" }), svg("path", arrow));
  }
  const room = kind === "line" ? size * 0.95 : size * 0.8;
  const back = kind === "line" ? -size * 0.14 : 0;
  const [across, down] = [Math.cos((angle * Math.PI) / 180) * back, Math.sin((angle * Math.PI) / 180) * back];
  group.append(label(name, across, down, Math.min(room, (room * 1.7) / [...name].length), 1.7 * size));
  return group;
}

/**
 * An arrow nearly all round a button; two of half the length for what turns over.
 * @param {number} radius
 * @param {Handle["kind"]} kind
 */
function turnArrow(radius, kind) {
  if (kind === "flip") return `${rimArrow(radius, 200, 130)} ${rimArrow(radius, 20, 130)}`;
  return kind === "clockwise" ? rimArrow(radius, -60, 290) : rimArrow(radius, 240, -290);
}

/**
 * @param {number} radius
 * @param {number} start  in degrees clockwise from the right
 * @param {number} turn   degrees from there, clockwise if over 0
 */
function rimArrow(radius, start, turn) {
  const at = (/** @type {number} */ degrees, reach = radius) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  };
  const end = start + turn;
  const barb = radius * 0.22;
  const behind = end - Math.sign(turn) * 13;
  const head = `M ${at(behind, radius + barb)} L ${at(end)} L ${at(behind, radius - barb)}`;
  return `M ${at(start)} A ${radius} ${radius} 0 ${Math.abs(turn) > 180 ? 1 : 0} ${turn > 0 ? 1 : 0} ${at(end)} ${head}`;
}

/**
 * A line around a cell, as a mark or for the focus: on pieces of any colour, so it has a light and a dark part.
 * @param {Spot} spot
 * @param {string} name
 */
export function ringAround(spot, name) {
  return svg("g", { class: name }, outline(spot, -3, "ring-rim"), outline(spot, -3, "ring-line"));
}

/**
 * A line around a cell.
 * @param {Spot} spot
 * @param {number} margin
 * @param {string} name
 */
function outline({ shape, width, height, x, y }, margin, name) {
  if (shape === "disc") return svg("circle", { cx: x, cy: y, r: width / 2 + margin, class: name });
  if (shape === "triangle") {
    const points = `${x},${y - height / 2} ${x + width / 2},${y + height / 2} ${x - width / 2},${y + height / 2}`;
    return svg("polygon", { points, class: name });
  }
  const [across, down] = [width + 2 * margin, height + 2 * margin];
  return svg("rect", { x: x - across / 2, y: y - down / 2, width: across, height: down, rx: 14, class: name });
}
