// As much of a document as the page's panels need to show their answers, without a browser.

class Element extends EventTarget {
  children = [];
  style = { setProperty() {} };
  dataset = {};
  classList = { add() {}, remove() {}, replace() {}, toggle() {} };
  hidden = false;
  disabled = false;
  parentElement = null;
  selectionStart = 0;
  selectionEnd = 0;
  validity = { valid: true };
  #value = "";

  constructor(name) {
    super();
    this.localName = name;
  }
  /** A list has the value of its first option until one is chosen. */
  get value() {
    return this.#value || (this.localName === "select" && this.children[0]?.value) || "";
  }
  set value(value) {
    this.#value = String(value);
    this.selectionStart = this.selectionEnd = this.#value.length;
  }
  get options() {
    return this.children;
  }
  get textContent() {
    return this.children.map((child) => (child instanceof Element ? (child.hidden ? "" : child.textContent) : String(child ?? ""))).join("");
  }
  set textContent(text) {
    this.children = text === "" ? [] : [text];
  }
  setAttribute(name, value) {
    if (["hidden", "disabled", "checked"].includes(name)) this[name] = true;
    else if (name === "value") this.value = value;
    else this[`@${name}`] = value;
  }
  removeAttribute(name) {
    delete this[`@${name}`];
  }
  append(...children) {
    children = children.flat();
    for (const child of children) if (child instanceof Element) child.parentElement = this;
    this.children.push(...children);
    if (this.localName === "select") this.#value ||= children.find((child) => child["@selected"] !== undefined)?.value ?? "";
  }
  after(...children) {
    this.parentElement?.append(...children);
  }
  replaceChildren(...children) {
    this.children = [];
    this.#value = this.localName === "select" ? "" : this.#value;
    this.append(...children);
  }
  /** All elements below. */
  get all() {
    return this.children.flatMap((child) => (child instanceof Element ? [child, ...child.all] : []));
  }
  querySelector() {
    return null;
  }
  setSelectionRange(start, end) {
    [this.selectionStart, this.selectionEnd] = [start, end];
  }
  cloneNode() {
    return new Element(this.localName);
  }
  focus() {}
  closest() {
    return null;
  }
  getBoundingClientRect() {
    return { width: 100, height: 100, left: 0, top: 0, right: 100, bottom: 100 };
  }
  getScreenCTM() {
    return { a: 1 };
  }
}

class Resizes {
  observe() {}
}

export function makeDocument() {
  const document = new Element("document");
  document.createElement = document.createElementNS = (...names) => new Element(names.at(-1));
  Object.assign(globalThis, { document, window: globalThis, HTMLElement: Element, ResizeObserver: Resizes, IntersectionObserver: Resizes });
}

/** The button with a text, below an element. */
export function buttonOf(section, text) {
  return section.all.find((own) => own.localName === "button" && own.textContent === text);
}

export function push(section, text) {
  const own = buttonOf(section, text);
  if (!own || own.disabled) throw new Error(`“${text}” can't be pushed`);
  own.dispatchEvent(new Event("click"));
}

/** Chooses or types, as a user. */
export function enter(element, value) {
  element.value = value;
  element.dispatchEvent(new Event("change"));
  element.dispatchEvent(new Event("input"));
}

/** Waits until all that has been answered is shown. */
export const settled = () => new Promise((resolve) => setTimeout(resolve));
