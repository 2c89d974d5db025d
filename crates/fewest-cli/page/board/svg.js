// @ts-check

/**
 * An SVG element with these attributes and children.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A text whose middle is at this place.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function label(text, x, y, size) {
  // A third of the size below the middle is where capitals and digits look centred in any font.
  const place = { x, y: y + size * 0.355, "font-size": size, "text-anchor": "middle" };
  return svg("text", place, document.createTextNode(text));
}
