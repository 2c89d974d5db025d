// @ts-check
/** The view of a solid: it turns about two axes in front of a fixed eye. */
import { product, turnAbout } from "./space.js";

/**
 * @import {Point} from "../geometry.js"
 * @import {Matrix, Vector} from "./space.js"
 */

const DEGREE = Math.PI / 180;
/** How far away the eye is, in units of the solid's radius: near enough for edges to converge a little. */
const AWAY = 8;
/** Further up or down, drags to the left and right would be hard to understand. */
const STEEPEST = 85;

export class Camera {
  #look;
  #scale;
  /** From the middle of the solid. */
  away;
  yaw = 0;
  pitch = 0;
  /** How the solid is turned. @type {Matrix} */
  matrix;

  /**
   * @param {[number, number]} look  yaw and pitch at first, in degrees
   * @param {number} radius  of the solid
   * @param {number} size    of the radius as drawn
   */
  constructor(look, radius, size) {
    this.#look = look;
    this.#scale = size / radius;
    this.away = AWAY * radius;
    [this.yaw, this.pitch] = look;
    this.matrix = this.#turned();
  }

  /** How it is turned at first. @returns {{yaw: number, pitch: number}} */
  get home() {
    const [yaw, pitch] = this.#look;
    return { yaw, pitch };
  }

  #turned() {
    return product(turnAbout([1, 0, 0], this.pitch * DEGREE), turnAbout([0, 1, 0], this.yaw * DEGREE));
  }

  /** @param {number} yaw @param {number} pitch  in degrees */
  set(yaw, pitch) {
    this.yaw = yaw;
    this.pitch = Math.max(-STEEPEST, Math.min(STEEPEST, pitch));
    this.matrix = this.#turned();
  }

  /** Where a point is drawn that has been turned by the matrix. @param {Vector} point @returns {Point} */
  project([x, y, z]) {
    const scale = (this.#scale * this.away) / (this.away - z);
    return { x: x * scale, y: -y * scale };
  }
}

/** The yaw at which a side faces the viewer. @param {Vector} normal */
export function yawTo([x, , z]) {
  return -Math.atan2(x, z) / DEGREE;
}
