// @ts-check
/** A puzzle's definition: written here, checked while it is typed, played. */
import { button, el } from "../dom.js";
import { Engine } from "../engine.js";
import { remember, remembered } from "../memory.js";
import { grouped } from "../puzzle.js";
import { Shown } from "../shown.js";
import { download, fileName } from "./download.js";
import { Editor } from "./editor.js";
import { counted, reasonOf, sentence } from "./units.js";

/**
 * @import {Checked, Entry} from "../protocol.js"
 * @import {Mark} from "./editor.js"
 */

/** Bytes of the longest definition that is read. */
const LONGEST = 1 << 20;
/** Milliseconds without a key until the text is checked. */
const PAUSE = 300;
/** Milliseconds after which a check is given up when the text has changed. */
const PATIENCE = 1000;
/** The name under which an edited text is kept. */
const DRAFT = "definition";
/** Mistakes that are listed. */
const LISTED = 50;

/** @param {HTMLElement} section @param {import("../session.js").Session} session */
export function createDefine(section, session) {
  const { game } = session;
  // An engine of its own: no search that runs keeps the editor waiting.
  const checker = new Engine();
  /** @type {Map<string, string>} by name */
  const examples = new Map();
  /** The text as it was loaded, to see whether it was edited. */
  let loaded = "";
  /** The text that another has replaced. @type {string | null} */
  let replaced = null;
  let timer = 0;
  let askedAt = 0;
  let name = "puzzle";

  const editor = new Editor("Definition", "define-problems", () => onInput());
  const choice = el("select", { onchange: () => startFrom(choice.value) }, el("option", { value: "", text: "Choose…" }));
  const file = el("input", { type: "file", class: "unseen", tabindex: -1, accept: ".toml,text/plain", "aria-label": "A file with a definition", onchange: () => openChosen() });
  const playIt = button("Play it", () => playText(), { class: "main" });
  const restore = button("Bring back my text", () => bringBack(), { hidden: true });
  /** Mistakes of the text before stay until the text is checked: they would flicker at every key. */
  const checked = new Shown(() => [editor.text]);
  const status = el("p", { role: "status", class: "check-status" });
  const list = el("ul", { class: "problems", id: "define-problems" });
  const report = el("div", { class: "report" });

  section.append(
    el("p", {}, "A definition lists the cells, pieces, moves and goals of a puzzle. It is checked while you type; nothing leaves your browser."),
    el("div", { class: "row" },
      el("label", { class: "field" }, "Start from", choice), restore,
      el("span", { class: "spring" }),
      button("Open a file", () => file.click()), file,
      button("Save to a file", () => download(`${fileName(name)}.toml`, "application/toml", editor.text)),
      playIt),
    el("div", { class: "define" },
      el("div", {}, editor.element, status, list),
      el("section", { "aria-label": "Report" }, el("h2", { text: "What it is" }), report)));

  async function load() {
    if (examples.size > 0) return;
    /** @type {Entry[]} */
    let puzzles = [];
    try {
      ({ puzzles } = await checker.ask({ ask: "puzzles" }));
    } catch (failure) {
      return showProblems([], reasonOf(failure));
    }
    if (examples.size > 0) return;
    for (const { name, title, definition } of puzzles) {
      if (definition === null) continue;
      examples.set(name, definition);
      choice.append(el("option", { value: name, text: `${name} - ${title}` }));
    }
    const draft = remembered(DRAFT);
    if (draft && !editor.text) show(draft, true);
    if (!editor.text) show(game.puzzle?.definition ?? examples.values().next().value ?? "");
  }

  /** Puts a text into the editor. @param {string} text @param {boolean} [isOwn]  whether another example must not drop it */
  function show(text, isOwn = false) {
    const before = editor.text;
    replaced = before && before !== loaded ? before : replaced;
    restore.hidden = replaced === null;
    editor.text = text;
    // As the editor has it: its lines end in one character.
    loaded = isOwn ? "" : editor.text;
    check();
  }

  /** @param {string} example */
  function startFrom(example) {
    const text = examples.get(example);
    if (text !== undefined) show(text);
    choice.value = "";
  }

  function bringBack() {
    if (replaced === null) return;
    const text = replaced;
    replaced = null;
    show(text, true);
    restore.hidden = replaced === null;
  }

  /** Keeps the edited text for the next visit, even if an example has replaced it. */
  function keep() {
    if (editor.text) remember(DRAFT, editor.text === loaded ? replaced : editor.text);
  }

  function openChosen() {
    const [own] = file.files ?? [];
    if (own) openFile(own);
    // The same file can be opened again.
    file.value = "";
  }

  /** @param {File} own */
  async function openFile(own) {
    if (own.size > LONGEST) return say(tooLong(own.size));
    try {
      show(await own.text());
    } catch {
      say(`The browser can't read the file ${own.name}.`);
    }
  }

  async function playText() {
    await session.open({ definition: editor.text });
    // The board is there, or why there is none.
    scrollTo({ top: 0 });
  }

  function onInput() {
    clearTimeout(timer);
    timer = window.setTimeout(check, PAUSE);
  }

  async function check() {
    clearTimeout(timer);
    keep();
    const { text } = editor;
    const size = text.length > LONGEST / 3 ? new Blob([text]).size : 0;
    if (size > LONGEST) return showProblems([], tooLong(size));
    if (!text.trim()) return showProblems([], "No definition yet: start from an example, or type one.");
    if (checker.isBusy && performance.now() - askedAt > PATIENCE) {
      checker.stop();
      checked.end();
    } else if (checker.isBusy) return void (timer = window.setTimeout(check, PAUSE));
    askedAt = performance.now();
    const slow = window.setTimeout(() => say("Checking…"), PAUSE);
    await checked.answer(() => checker.ask({ ask: "check", definition: text }), showChecked, ({ kind, message, problems }) => {
      if (kind !== "stopped") showProblems(marksOf(problems, false), sentence(message));
    });
    clearTimeout(slow);
  }

  /** @param {Checked} checked */
  function showChecked({ problems, warnings, name: title, report: lines }) {
    const marks = [...marksOf(problems, false), ...marksOf(warnings, true)];
    const counts = [problems.length && counted(problems.length, "mistake"), warnings.length && counted(warnings.length, "warning")];
    const said = counts.filter(Boolean).join(", ");
    name = title ?? name;
    showProblems(marks, said ? `${said}.` : "No mistakes.");
    if (problems.length === 0) report.replaceChildren(...reportOf(lines));
  }

  /** @param {Mark[]} marks @param {string} text */
  function showProblems(marks, text) {
    const isWrong = marks.some(({ isWarning }) => !isWarning);
    editor.mark(marks);
    say(text);
    playIt.disabled = isWrong;
    if (isWrong) report.replaceChildren(el("p", { class: "muted", text: "This is shown when the mistakes are fixed." }));
    const items = marks.slice(0, LISTED).map((mark) => itemOf(mark, () => editor.goTo(mark)));
    if (marks.length > LISTED) items.push(el("li", { text: `and ${grouped(marks.length - LISTED)} more` }));
    list.replaceChildren(...items);
  }

  /** @param {string} text */
  function say(text) {
    status.textContent = text;
  }

  editor.element.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  editor.element.addEventListener("drop", (event) => {
    const [own] = event.dataTransfer?.files ?? [];
    if (!own) return;
    event.preventDefault();
    openFile(own);
  });
  // The browser takes long to show such a text, and it is not a definition.
  editor.element.addEventListener("paste", (event) => {
    const { length } = event.clipboardData?.getData("text") ?? "";
    if (length <= LONGEST) return;
    event.preventDefault();
    say(tooLong(length));
  });
  game.addEventListener("puzzle", () => {
    // Who has not typed anything sees the definition of the puzzle that is open.
    const own = game.puzzle?.definition;
    if (own && examples.size > 0 && editor.text === loaded && own !== loaded) show(own);
  });
  section.addEventListener("shown", load);
  addEventListener("pagehide", keep);
}

/** @param {import("../protocol.js").Problem[]} problems @param {boolean} isWarning @returns {Mark[]} */
function marksOf(problems, isWarning) {
  return problems.map((problem) => ({ ...problem, isWarning }));
}

/** A mistake in the list, which leads to its place. @param {Mark} mark @param {() => void} onChoose */
function itemOf(mark, onChoose) {
  const { line, message, help, isWarning } = mark;
  const place = button(`line ${line + 1}`, onChoose, { class: "link" });
  const kind = el("span", { class: "kind", text: isWarning ? "Warning" : "Mistake" });
  return el("li", { class: isWarning ? "warning" : "mistake" }, kind, " ", place, `: ${message}`, help ? el("div", { class: "muted", text: help }) : null);
}

/** @param {number} size */
function tooLong(size) {
  return `A definition has at most ${grouped(LONGEST)} bytes, and this one has ${grouped(size)}: it is not checked.`;
}

/**
 * A report: its first line is the heading, an empty one ends a group.
 * @param {[string, string][]} lines
 */
function reportOf(lines) {
  const elements = [];
  let group = el("dl");
  for (const [place, [label, text]] of lines.entries()) {
    if (place === 0) {
      elements.push(el("p", {}, el("b", { text: label }), text && text !== label ? `: ${text}` : ""));
    } else if (!label && !text) {
      elements.push(group);
      group = el("dl");
    } else {
      // Without a label it belongs to the one above.
      if (label) group.append(el("dt", { class: label.startsWith(" ") ? "sub" : null, text: label.trim() }));
      group.append(el("dd", {}, ...breakable(text.replace(/`([^`]*)`/g, "“$1”"))));
    }
  }
  return [...elements, group].filter((own) => own.childNodes.length > 0);
}

/** A text in which very long numbers may break between their groups of digits. @param {string} text */
function breakable(text) {
  const parts = text.split(/([\d,]{25,})/);
  return parts.flatMap((part, place) => (place % 2 === 0 ? [part] : part.split(/(?<=,)/).flatMap((digits) => [digits, el("wbr")])));
}
