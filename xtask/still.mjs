// Elements without a browser, and the styles that a sheet gives them: as much as the drawings of boards need to become a file of SVG.

/** An element that can be filled and written. */
class Element {
  attributes = new Map();
  children = [];
  parent = null;
  style = { setProperty: (name, value) => (this.style[name] = value) };

  constructor(name) {
    this.localName = this.tagName = name;
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  append(...children) {
    for (const child of children) if (child instanceof Element) child.parent = this;
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  cloneNode() {
    const copy = new Element(this.localName);
    for (const [name, value] of this.attributes) copy.setAttribute(name, value);
    return copy;
  }
  get classes() {
    return (this.attributes.get("class") ?? "").split(" ").filter(Boolean);
  }
  get classList() {
    const set = (names) => this.setAttribute("class", names.join(" "));
    return {
      add: (name) => set([...this.classes, name]),
      replace: (old, name) => set(this.classes.map((own) => (own === old ? name : own))),
    };
  }
}

/** Lets the page's scripts make such elements. */
export function makeDocument() {
  globalThis.document = { createElementNS: (_, name) => new Element(name) };
}

/** The rules of a sheet without nesting: of its layers, but for no medium. */
function rulesOf(css) {
  const rules = [];
  const text = css.replace(/\/\*[^]*?\*\//g, "");
  for (let at = 0; at < text.length;) {
    const open = text.indexOf("{", at);
    if (open < 0) break;
    const head = text.slice(at, open).split(/[;}]/).at(-1).trim();
    if (head.startsWith("@layer")) {
      at = open + 1;
      continue;
    }
    let [end, depth] = [open + 1, 1];
    for (; depth > 0; end++) depth += { "{": 1, "}": -1 }[text[end]] ?? 0;
    if (!head.startsWith("@")) rules.push({ selectors: parts(head, ","), declarations: declarationsOf(text.slice(open + 1, end - 1)) });
    at = end;
  }
  return rules;
}

function declarationsOf(body) {
  return parts(body, ";").filter(Boolean).map((one) => [one.slice(0, one.indexOf(":")).trim(), one.slice(one.indexOf(":") + 1).trim()]);
}

/** The parts of a text between separators outside of parentheses. */
function parts(text, separator) {
  const found = [""];
  let depth = 0;
  for (const sign of text) {
    depth += { "(": 1, ")": -1 }[sign] ?? 0;
    if (sign === separator && depth === 0) found.push("");
    else found[found.length - 1] += sign;
  }
  return found.map((part) => part.trim());
}

/** Whether an element has a name, classes or one of several, as in `path`, `.piece.home`, `.lip:is(.a, .b)`. Other selectors match nothing. */
function fits(element, compound) {
  if (compound === ":root") return element.parent === null;
  const is = /:is\((.*)\)/.exec(compound);
  if (is) return parts(is[1], ",").some((one) => fits(element, one)) && fits(element, compound.replace(is[0], ""));
  if (/[^\w.-]/.test(compound)) return false;
  const [name, ...classes] = compound.split(".");
  return (!name || name === element.localName) && classes.every((own) => element.classes.includes(own));
}

/** Whether an element fits a selector: the last part itself, those before one of its ancestors each. */
function matches(element, selector) {
  const [last, ...before] = parts(selector, " ").filter(Boolean).reverse();
  if (!fits(element, last)) return false;
  let above = element.parent;
  return before.every((compound) => {
    while (above && !fits(above, compound)) above = above.parent;
    const found = above !== null;
    above = above?.parent ?? null;
    return found;
  });
}

/** A colour as its parts. */
function rgb(colour) {
  const [, digits] = /^#([0-9a-f]+)$/i.exec(colour) ?? [];
  if (!digits) throw new Error(`${colour} is not a colour of digits`);
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return [0, 2, 4].map((at) => parseInt(wide.slice(at, at + 2), 16));
}

/** The value of a property with its variables and mixtures worked out. */
function worked(value, variables) {
  const whole = value.replace(/var\((--[\w-]+)(?:, *([^()]*))?\)/g, (_, name, other) => variables.get(name) ?? other ?? "");
  if (/var\(/.test(whole)) return worked(whole, variables);
  const mixture = /^color-mix\(in srgb, *(\S+) ([\d.]+)%, *(\S+)\)$/.exec(whole);
  if (!mixture) return whole;
  const [one, other] = [mixture[1], mixture[3]].map((colour) => rgb(worked(colour, variables)));
  const share = Number(mixture[2]) / 100;
  return `#${one.map((part, at) => Math.round(part * share + other[at] * (1 - share)).toString(16).padStart(2, "0")).join("")}`;
}

/** The properties that a picture keeps. */
const KEPT = ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "font-weight", "font-size", "text-anchor", "opacity", "filter", "visibility"];

/** An element as SVG, with the styles that the sheets give it. @param {Element} root @param {string} css  without nesting */
export function written(root, css) {
  const rules = rulesOf(css);
  const write = (element, above) => {
    const own = new Map();
    const fitting = rules.flatMap(({ selectors, declarations }) => {
      const weights = selectors.filter((one) => matches(element, one)).map((one) => (one.match(/\./g) ?? []).length);
      return weights.length ? [{ weight: Math.max(...weights), declarations }] : [];
    });
    for (const { declarations } of fitting.sort((a, b) => a.weight - b.weight)) for (const [name, value] of declarations) own.set(name, value);
    const variables = new Map(above);
    for (const [name, value] of own) if (name.startsWith("--")) variables.set(name, worked(value, variables));
    for (const name of KEPT) {
      const value = worked(own.get(name) ?? "", variables);
      if (value) element.setAttribute(name, value.replace(/px$/, ""));
    }
    const moved = /^translateY\((\d+)px\)$/.exec(own.get("transform") ?? "");
    if (moved) element.setAttribute("transform", `translate(0 ${moved[1]})`);
    const size = /^clamp\((\d[\d.]*)px/.exec(element.style.fontSize ?? "");
    if (size) element.setAttribute("font-size", size[1]);
    const below = own.get("dominant-baseline") === "central" ? 0.36 : Number(/^([\d.]+)em$/.exec(element.attributes.get("dy") ?? "")?.[1] ?? 0);
    if (element.localName === "text" && below > 0) {
      // The drawer of pixels knows only the baseline of letters, and no sizes in letters.
      element.attributes.delete("dy");
      element.setAttribute("y", Number(element.attributes.get("y") ?? 0) + below * Number(element.attributes.get("font-size")));
    }
    const attributes = [...element.attributes].filter(([name]) => !["class", "role", "aria-label", "aria-hidden"].includes(name));
    const inside = element.children.map((child) => (child instanceof Element ? write(child, variables) : escaped(child))).join("");
    return `<${element.localName}${attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("")}>${inside}</${element.localName}>`;
  };
  return write(root, new Map());
}

/** A text in SVG or HTML. */
export function escaped(text) {
  return String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
