// @ts-check
/** One puzzle drawn as a solid, which moves turn and the view shows from any side. */
import { after, turnOf } from "../../puzzle.js";
import { namesBelow } from "../handles.js";
import { layoutOf } from "../layout.js";
import { buttonStop, markButtons, sayCells } from "../scene.js";
import { describeKeys } from "../speech.js";
import { svg } from "../svg.js";
import { looksOf } from "../symbols.js";
import { arrowOf, linesOf } from "./arrow.js";
import { yawTo } from "./camera.js";
import { alongOf, chooseTurn, Grip } from "./drag.js";
import { Figure, outlined, reuse } from "./figure.js";
import { stickerLooks } from "./looks.js";
import { ROOM, boxOf, cameraOf, drawSolid } from "./still.js";

/**
 * @import {Board, Puzzle} from "../../protocol.js"
 * @import {Point} from "../geometry.js"
 * @import {Stop} from "../scene.js"
 * @import {Solid, Twist} from "./solid.js"
 */

/** Milliseconds that a turn takes; of layers, and of the view by a button. */
const TURNING = 200;
/** More arrows would cross one another. */
const MOST_ARROWS = 2;
/** How far a ring around a sticker is from its edge to its middle. */
const INSET = 0.18;
/** Degrees that the view turns for a drag by one on the board. */
const PER_UNIT = 0.3;

export class SolidScene {
  isSliding = false;
  /** No click on a sticker plays a move. @type {Map<number, number>} */
  taps = new Map();
  /** @type {Stop[]} */
  stops;
  #solid;
  #areLettered;
  #camera;
  #figure;
  #looksOf;
  #lookOf;
  /** @type {Board} */
  #board = [];
  /** A turn under way, and the angle still to go at its start. @type {{twist: Twist, angle: number, start: number | null} | null} */
  #turning = null;
  /** What follows a drag: a layer, or the view from where it was. @type {Grip | {yaw: number, pitch: number} | null} */
  #held = null;
  /** The view on its way. @type {{from: {yaw: number, pitch: number}, to: {yaw: number, pitch: number}, start: number | null} | null} */
  #swaying = null;
  /** @type {Twist[]} */
  #marked = [];
  /** By cell: true if the sticker is grey. @type {boolean[] | null} */
  #covered = null;
  /** The cells that a preview changes; null without one. @type {number[] | null} */
  #changed = null;
  #drawing = svg("g", { class: "solid", "aria-hidden": "true" });
  #marks = svg("g", { class: "mark", "aria-hidden": "true" });
  /** Around the cell that has the focus. */
  #ring = svg("g", { class: "solid-focus", "aria-hidden": "true" }, svg("path", { class: "ring-rim" }), svg("path", { class: "ring-line" }));
  #focused = 0;
  #frame = 0;
  /** The last drag: a half turn follows its direction, and a layer continues from its present angle. */
  #way = { move: -1, sign: 1, done: 0 };

  /**
   * @param {SVGSVGElement} board  to fill
   * @param {Puzzle} puzzle @param {Solid} solid @param {() => boolean} areLettered
   */
  constructor(board, puzzle, solid, areLettered) {
    this.puzzle = puzzle;
    this.layout = layoutOf(puzzle);
    this.looks = looksOf(puzzle);
    this.#solid = solid;
    this.#areLettered = areLettered;
    this.#looksOf = stickerLooks(puzzle, solid);
    this.#lookOf = this.#looksOf([]);
    this.#camera = cameraOf(solid);
    this.#figure = new Figure(solid, this.#camera);
    const box = boxOf(solid, this.#figure);
    const { x, y, width, height } = box;
    const handles = namesBelow(puzzle, [{ x: x + width / 2, y: y + height / 2, width, height, shape: "square" }], []);
    // Arrow keys step as on the net, which shows every cell. The buttons are below it.
    const net = this.layout.box;
    this.stops = [
      ...this.layout.spots.map((spot, cell) => this.#cellStop(spot, cell)),
      ...handles.map((handle) => ({
        ...buttonStop(handle, puzzle.moves[handle.move]),
        x: net.x + ((handle.x - x) / width) * net.width,
        y: net.y + net.height + handle.y - y - height,
      })),
    ];
    const whole = Math.max(height, ...handles.map((handle) => handle.y + 40 - y));
    // The arrows of a flat solid rise above it.
    const rise = Math.max(0, ...solid.twists.flatMap((twist) => linesOf(solid, twist, this.#camera).flat(2).map((point) => y + ROOM / 2 - point.y)));
    board.setAttribute("viewBox", `${x} ${y - rise} ${width} ${whole + rise}`);
    board.setAttribute("aria-label", `${puzzle.title}. ${describeKeys(false, false)}`);
    board.style.maxWidth = `min(${Math.round(width * 1.05)}px, ${(width / (whole + rise)).toFixed(3)} * min(72vh, 40rem))`;
    const ground = svg("rect", { ...box, class: "turntable" });
    const shadow = { cx: x + width / 2, cy: y + height - ROOM, rx: width * 0.36, ry: width * 0.07, class: "solid-shadow" };
    board.replaceChildren(svg("ellipse", shadow), ground, this.#drawing, this.#marks, ...this.stops.map((stop) => stop.element), this.#ring);
    this.#place();
  }

  /**
   * @param {Board} board
   * @param {boolean} isEdited  whether a click on a cell chooses it
   */
  show(board, isEdited) {
    this.preview(board, null);
    sayCells(this, board, isEdited);
  }

  /** Draws some stickers grey. @param {boolean[] | null} covered  by cell of the board that is shown next */
  cover(covered) {
    this.#covered = covered;
  }

  /** A picture of the board from where it is seen. */
  still() {
    return drawSolid(this.puzzle, this.#solid, this.#board, { figure: this.#figure, areLettered: this.#areLettered() });
  }

  /**
   * Turns the layers of a move, if it leads from the board shown to this one. A turn under way is then over.
   * @param {Board} board
   * @param {number} move
   * @param {boolean} isBack  whether it is undone
   */
  play(board, move, isBack) {
    const [before, after] = isBack ? [board, this.#board] : [this.#board, board];
    const from = turnOf(this.puzzle, before, move)?.from;
    if (!from?.every((source, cell) => before[source] === after[cell])) return;
    const twist = this.#solid.twists[move];
    const { sign: own, done } = this.#way.move === move && !isBack ? this.#way : { sign: 1, done: 0 };
    const sign = (isBack ? -1 : 1) * own;
    this.#way = { move: -1, sign: 1, done: 0 };
    this.#board = board;
    this.#lookOf = this.#looksOf(board, this.#covered);
    this.#turning = isStill() ? null : { twist, angle: done - sign * twist.angle, start: null };
  }

  /**
   * Shows where a move leads, and which cells it changes. The marks are of the board itself, so they wait.
   * @param {Board} board
   * @param {number | null} move  none: the board itself is shown again
   */
  preview(board, move) {
    const next = move === null ? null : after(this.puzzle, board, move);
    if (board.some((symbol, cell) => symbol !== this.#board[cell])) this.#turning = null;
    this.#lookOf = this.#looksOf(board, this.#covered);
    this.#board = board;
    if (next && move !== null) this.play(next, move, false);
    this.#changed = next?.flatMap((symbol, cell) => (symbol === board[cell] ? [] : [cell])) ?? null;
    this.draw();
    this.#point();
  }

  /**
   * Marks moves by their buttons, and by arrows around the layers that they turn.
   * @param {Board} board
   * @param {number[]} moves
   */
  mark(board, moves) {
    markButtons(this.stops, moves);
    this.#marked = (moves.length > MOST_ARROWS ? [] : moves).flatMap((move) => (turnOf(this.puzzle, board, move) ? [this.#solid.twists[move]] : []));
    this.#point();
  }

  select() {
    // Boards are edited on the net.
  }

  /** Turns the view until a cell can be seen. @param {number | null} cell */
  reveal(cell) {
    const region = cell === null ? null : this.#solid.regions[this.#solid.cells[cell]];
    if (!region || this.#figure.outline(region)) return;
    const { normal } = this.#solid.body.sides[region.side];
    const { home } = this.#camera;
    const isLevel = Math.abs(normal[1]) < 0.5;
    const yaw = isLevel ? nearTo(yawTo(normal) + home.yaw, this.#camera.yaw) : this.#camera.yaw;
    const pitch = isLevel ? home.pitch : Math.sign(normal[1]) * Math.max(35, home.pitch);
    this.turnView(yaw, pitch);
  }

  /** Turns the view. @param {number} right @param {number} down  in degrees */
  sway(right, down) {
    const { yaw, pitch } = this.#swaying?.to ?? this.#camera;
    this.turnView(yaw + right, pitch + down);
  }

  /** Turns the view back to how it was at first. */
  reset() {
    const { yaw, pitch } = this.#camera.home;
    this.turnView(nearTo(yaw, this.#camera.yaw), pitch);
  }

  /** @param {number} yaw @param {number} pitch */
  turnView(yaw, pitch) {
    const { yaw: fromYaw, pitch: fromPitch } = this.#camera;
    this.#swaying = { from: { yaw: fromYaw, pitch: fromPitch }, to: { yaw, pitch }, start: isStill() ? -Infinity : null };
    this.draw();
  }

  /** Draws the next frame, and all that follow until nothing moves. */
  draw() {
    if (this.#turning || this.#swaying) this.#next();
    else this.#render(0);
  }

  #next() {
    this.#frame ||= requestAnimationFrame((now) => this.#tick(now));
  }

  /** The legal move that a drag of a cell's sticker means. @param {Board} board @param {number} cell @param {Point} drag */
  dragged(board, cell, drag) {
    const turn = chooseTurn(this.puzzle, this.#solid, board, cell, this.#camera.matrix, drag);
    if (turn) this.#way = { ...turn, done: 0 };
    return turn?.move ?? null;
  }

  /**
   * Lets a layer follow a drag of a sticker, or the view if no move carries it that way.
   * @param {Board} board @param {number | null} cell  none beside the stickers @param {Point} drag @param {boolean} isTouch
   */
  follow(board, cell, drag, isTouch) {
    if (!this.#held) {
      const turn = cell === null ? null : chooseTurn(this.puzzle, this.#solid, board, cell, this.#camera.matrix, drag);
      const { yaw, pitch } = this.#camera;
      this.#held = turn && cell !== null ? new Grip(this.puzzle, this.#solid, board, cell, this.#camera, turn.move) : { yaw, pitch };
      if (this.#swaying) {
        this.#swaying = null;
        this.#place();
      }
    }
    const held = this.#held;
    if (held instanceof Grip) {
      held.follow(drag);
      this.#turning = { twist: held.twist, angle: held.angle, start: null };
    } else {
      // A finger that goes up or down beside the stickers scrolls the page.
      this.#camera.set(held.yaw + drag.x * PER_UNIT, held.pitch + (isTouch && cell === null ? 0 : drag.y * PER_UNIT));
    }
    this.#next();
    return true;
  }

  /** Lets go what follows a drag. Returns the move that it made. @param {boolean} isMeant */
  drop(isMeant) {
    const held = this.#held;
    this.#held = null;
    if (!(held instanceof Grip)) {
      this.#place();
      return null;
    }
    const end = isMeant ? held.end() : null;
    if (!end || isStill()) this.#turning = isStill() ? null : { twist: held.twist, angle: held.angle, start: null };
    if (end) this.#way = end;
    return end?.move ?? null;
  }

  /** @param {number} now */
  #tick(now) {
    this.#frame = 0;
    const turning = this.#turning;
    const swaying = this.#swaying;
    let angle = 0;
    if (turning) {
      turning.start ??= now;
      const done = this.#held instanceof Grip ? 0 : (now - turning.start) / TURNING;
      if (done >= 1) this.#turning = null;
      else angle = turning.angle * (1 - eased(done));
    }
    if (swaying) {
      swaying.start ??= now;
      const done = Math.min(1, (now - swaying.start) / TURNING);
      const { from, to } = swaying;
      const part = eased(done);
      this.#camera.set(from.yaw + (to.yaw - from.yaw) * part, from.pitch + (to.pitch - from.pitch) * part);
      if (done >= 1) this.#swaying = null;
    }
    this.#render(angle);
    if ((this.#turning && !(this.#held instanceof Grip)) || this.#swaying) this.#next();
    if (swaying && !this.#swaying) this.#place();
    else this.#point();
  }

  /** @param {number} angle */
  #render(angle) {
    reuse(this.#drawing, this.#figure.drawn(this.#lookOf, this.#turning?.twist ?? null, angle, this.#areLettered()));
  }

  /** Moves hit areas, focus ring and marks to where the view shows their cells. While the view turns, only marks follow. */
  #place() {
    const outlines = this.#solid.cells.map((region) => outlined(this.#figure.outline(this.#solid.regions[region]) ?? []));
    outlines.forEach((d, cell) => this.stops[cell].element.firstElementChild?.setAttribute("d", d));
    for (const path of this.#ring.children) path.setAttribute("d", outlines[this.#focused]);
    this.#point();
  }

  /** Draws the marks, or what a preview changes, unless layers turn. */
  #point() {
    const marks = () => this.#changed?.flatMap((cell) => this.#ringOf(cell)) ?? this.#marked.flatMap((twist) => arrowOf(this.#solid, twist, this.#camera));
    this.#marks.replaceChildren(...(this.#turning ? [] : marks()));
  }

  /** @param {number} cell @returns {SVGElement[]} none if it cannot be seen */
  #ringOf(cell) {
    const points = this.#figure.outline(this.#solid.regions[this.#solid.cells[cell]]);
    if (!points) return [];
    const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
    // Within its sticker: on the edges, rings would cover one another.
    const d = outlined(points.map(({ x, y }) => ({ x: x + (middle.x - x) * INSET, y: y + (middle.y - y) * INSET })));
    return [svg("g", { class: "preview" }, svg("path", { d, class: "ring-rim" }), svg("path", { d, class: "ring-line" }))];
  }

  /** @param {Point} spot @param {number} cell @returns {Stop} */
  #cellStop({ x, y }, cell) {
    // Drags of a sticker that no move carries turn the view.
    const isDragged = this.puzzle.moves.some((_, move) => alongOf(this.#solid, cell, move, this.#camera.matrix));
    const element = svg("g", { class: isDragged ? "cell drags" : "cell is-middle", tabindex: -1, "data-cell": cell }, svg("path", { class: "hit" }));
    element.addEventListener("focus", () => {
      this.#focused = cell;
      this.#place();
    });
    return { x, y, cell, move: null, element };
  }
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Whether the user prefers no motion. */
function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {number} part */
function eased(part) {
  return part * part * (3 - 2 * part);
}

/** The same angle, as near to another as there is. @param {number} angle @param {number} other */
function nearTo(angle, other) {
  return angle + 360 * Math.round((other - angle) / 360);
}
