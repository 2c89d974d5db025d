// @ts-check

/**
 * An SVG element with these attributes and children.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A text whose middle is at this place. `keepLegible` enlarges it on small screens, within its room.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} [room]  how wide it may be
 */
export function label(text, x, y, size, room = Infinity) {
  // A third of the size below the middle is where capitals and digits look centred in any font.
  const own = svg("text", { x, y, dy: "0.355em", "text-anchor": "middle" }, text);
  const most = Math.min(2.5 * size, room / (0.6 * [...text].length));
  own.style.fontSize = `clamp(${size}px, var(--least, 0) * 1px, ${Math.max(size, most)}px)`;
  return own;
}

/** The smallest text of a board, in pixels of the screen. */
const LEGIBLE = 11;

/** The pixels of a picture's unit; 0 while it is hidden. @param {SVGSVGElement} picture */
export function scaleOf({ clientWidth, clientHeight, viewBox }) {
  return Math.min(clientWidth / viewBox.baseVal.width, clientHeight / viewBox.baseVal.height);
}

/** Lets the labels of a picture know its scale. @param {SVGSVGElement} picture */
export function keepLegible(picture) {
  const scale = scaleOf(picture);
  if (scale > 0) picture.style.setProperty("--least", String(LEGIBLE / scale));
}
