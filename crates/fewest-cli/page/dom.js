// @ts-check
/** Elements of the page, made and filled. */

/**
 * Makes an element. `class` and `text` are what they say, `on...` are listeners, `true` sets an attribute without a value,
 * and `false` or null leaves one out.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An element of index.html. @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** A button. @param {string} text @param {() => void} onclick @param {Record<string, any>} [attributes] */
export function button(text, onclick, attributes = {}) {
  return el("button", { type: "button", text, onclick, ...attributes });
}

/** Shows one button in place of another. @param {HTMLElement} shown @param {HTMLElement} other */
export function swap(shown, other) {
  // A hidden button would lose the focus.
  const hadFocus = document.activeElement === other;
  shown.hidden = false;
  other.hidden = true;
  if (hadFocus) shown.focus();
}

/**
 * Puts a text on the clipboard, and says so on the button for a moment.
 * @param {HTMLButtonElement} button @param {string} text
 */
export async function copy(button, text) {
  const before = button.dataset.text ?? button.textContent ?? "";
  button.dataset.text = before;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "The browser does not allow copying";
  }
  setTimeout(() => (button.textContent = before), 1500);
}
