// @ts-check
/** A solid as it is first seen. */
import { describeBoard } from "../speech.js";
import { svg } from "../svg.js";
import { Camera } from "./camera.js";
import { Figure } from "./figure.js";
import { stickerLooks } from "./looks.js";

/**
 * @import {Board, Puzzle} from "../../protocol.js"
 * @import {Solid} from "./solid.js"
 */

/** The radius of a solid as drawn. */
const SIZE = 330;
/** The margin around it, also above the buttons. */
export const ROOM = 26;

/** @param {Solid} solid */
export function cameraOf(solid) {
  const radius = Math.max(...solid.polygons.flat().map((point) => Math.hypot(...point)));
  return new Camera(solid.body.look, radius, SIZE);
}

/** The box of what is seen, with some room around it. @param {Solid} solid @param {Figure} figure @returns {import("../layout.js").Box} */
export function boxOf(solid, figure) {
  const points = solid.regions.flatMap((region) => figure.outline(region) ?? []);
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...across) - ROOM, Math.min(...down) - ROOM];
  return { x, y, width: Math.max(...across) + ROOM - x, height: Math.max(...down) + ROOM - y };
}

/**
 * A picture of a board, without buttons.
 * @param {Puzzle} puzzle @param {Solid} solid @param {Board} board
 * @param {{figure?: Figure, areLettered?: boolean}} [seen]  how it is seen, if not as at first
 */
export function drawSolid(puzzle, solid, board, { figure = new Figure(solid, cameraOf(solid)), areLettered = false } = {}) {
  const { x, y, width, height } = boxOf(solid, figure);
  const drawn = figure.drawn(stickerLooks(puzzle, solid)(board), null, 0, areLettered);
  const parts = drawn.map(({ tag, attributes, text = "" }) => svg(/** @type {"path"} */ (tag), attributes, text));
  const looks = { viewBox: `${x} ${y} ${width} ${height}`, class: "board picture", role: "img", "aria-label": describeBoard(puzzle, board) };
  return svg("svg", looks, svg("g", { class: "solid" }, ...parts));
}
