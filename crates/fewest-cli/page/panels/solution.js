// @ts-check
/** The best solution known, proven shortest or not: played, paused, stepped through, copied, and its proof saved. */

import { svg } from "../board/svg.js";
import { button, copy, el } from "../dom.js";
import { inMoves, legalTurns, namesFrom, separator } from "../puzzle.js";
import { Shown } from "../shown.js";
import { isSettled, optimalMoves } from "../truths.js";
import { download, fileName } from "./download.js";
import { archive } from "./archive.js";
import { formatTitle } from "./units.js";

/** @import {Board, Failure, Proof, Puzzle, Turn} from "../protocol.js" */
/** @import {Known} from "../truths.js" */

/** With more moves, their distances are not drawn. */
const MOST_DRAWN = 1000;
/** The width of the curve, by its height. */
const WIDE = 8;

/**
 * @param {HTMLElement} section @param {import("../session.js").Session} session @param {import("../board/view.js").BoardView} view
 */
export function createSolution(section, session, view) {
  const { game, truths, answers, jobs } = session;
  const show = button("Show the solution", () => follow(), { class: "main" });
  const hint = button("Hint", () => hinted());
  const proof = el("span");
  const saved = button("Save the proof", () => saveProof(), { class: "link", hidden: true });
  const hinting = el("span", { "aria-live": "polite" });
  const slider = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moves played" });
  const line = svg("path", { class: "distance" });
  const gaps = svg("path", { class: "distance unknown" });
  const graph = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "none" }, line, gaps);
  const top = el("span", { class: "top" });
  const curve = el("div", { class: "graph", hidden: true }, top, el("span", { class: "bottom", text: "0" }), graph, slider);
  slider.addEventListener("input", () => {
    pause();
    game.goTo(Number(slider.value));
  });
  const play = button("Play", () => (timer === null ? start() : pause()));
  const speed = el("select", { "aria-label": "Speed" });
  for (const [text, time] of [["slow", 1200], ["normal", 600], ["fast", 250]]) {
    speed.append(el("option", { value: time, text, selected: time === 600 }));
  }
  const format = el("select", { "aria-label": "Format of the copy" });
  const copied = button("Copy", () => copyText());
  const transport = el("div", { class: "row" }, play, speed);
  const copying = el("div", { class: "row" }, copied, format);
  section.append(
    el("h2", { text: "Solution" }),
    el("div", { class: "row" }, show, hint, hinting), el("p", { class: "muted proof" }, proof, " ", saved), transport, copying, curve,
  );

  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;
  const pause = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    play.textContent = "Play";
  };
  const tick = () => {
    game.redo();
    timer = game.at < game.moves.length ? setTimeout(tick, Number(speed.value)) : null;
    if (timer === null) pause();
  };
  const start = () => {
    if (game.at === game.moves.length && best().length) follow();
    if (game.at === game.moves.length) return;
    play.textContent = "Pause";
    timer = setTimeout(tick, 50);
  };
  /** The shortest solution known. */
  const best = () => (truths.known.solution.length ? truths.known.solution : (truths.known.found ?? []));
  const follow = () => game.follow(best());
  const note = (/** @type {string} */ text) => (hinting.textContent = text);
  /** What is noted is about the board shown. */
  const noted = new Shown(() => game.question, () => note(""), game);
  /** The hints for the board shown, the next one first. @type {{text: string, moves: number[]}[]} */
  let hints = [];
  game.addEventListener("board", () => (hints = []));
  const hinted = () => {
    const optimal = optimalMoves(truths.known);
    if (optimal.length === 0 || !game.puzzle) return;
    const isWhole = [...truths.known.moves.values()].every((next) => next && next.kind !== "open");
    const all = hintsOf(game.puzzle, game.board, optimal, isWhole, (move) => game.nameOf(move));
    // Who analyses the board sees the rest.
    if (session.isAnalysed) hints = all.slice(-1);
    else if (hints.length === 0) hints = all;
    const [{ text, moves }] = hints;
    if (hints.length > 1) hints.shift();
    view.mark(moves);
    noted.begin();
    note(text);
  };
  const saveProof = async () => {
    const { puzzle } = game;
    const { known } = truths;
    if (!puzzle) return;
    const name = `${fileName(puzzle.name.replace(/[^ -~]+/g, "-"))}.cert`;
    const ask = async () => {
      saved.disabled = true;
      note("Writing the proof …");
      const request = { ask: "certificate", board: known.board, solution: provenSolution(known), name };
      const { proof } = /** @type {{proof: Proof | null}} */ (await jobs.about(puzzle, request));
      if (proof?.tables.length) download(`${name}.tar`, "application/x-tar", ...archive(filesOf(name, proof), Date.now()));
      else if (proof) download(name, "text/plain", proof.text);
      return proofWords(name, proof);
    };
    await noted.answer(ask, note, ({ message }) => note(message));
    saved.disabled = false;
  };
  const copyText = async () => {
    const { puzzle, board } = game;
    if (!puzzle) return;
    if (!format.value) return copy(copied, namesFrom(puzzle, board, best()).join(separator(puzzle)));
    const isCurrent = noted.begin();
    try {
      await copy(copied, (await answers.about(puzzle, { ask: "write", board, format: format.value })).text);
    } catch (failure) {
      if (isCurrent()) note(/** @type {Failure} */ (failure).message);
    }
  };

  const showPlace = () => {
    const { length } = game.moves;
    slider.max = String(length);
    slider.value = String(game.at);
    curve.hidden = length === 0;
    showCurve();
  };

  /** Draws how far each board of the game is from solved. */
  const showCurve = () => {
    const { length } = game.moves;
    const known = game.moves.length > MOST_DRAWN ? [] : [...game.moves, 0].map((_, at) => truths.distanceOf(game.boardAt(at)));
    const most = Math.max(1, ...known.map((distance) => distance ?? 0));
    // Units of nearly the same size both ways: the ends of a line that is stretched far more one way are seen beyond it.
    const step = (WIDE * most) / Math.max(1, length);
    const paths = curveOf(known, most, step);
    graph.setAttribute("viewBox", `0 0 ${WIDE * most} ${most}`);
    line.setAttribute("d", paths.line);
    gaps.setAttribute("d", paths.gaps);
    top.textContent = String(most);
    const left = known[game.at] ?? null;
    slider.setAttribute("aria-valuetext", `${game.at} of ${inMoves(length)}${left === null ? "" : `, ${left} to go`}`);
  };

  const showKnown = () => {
    showCurve();
    const { verdict } = truths.known;
    const solution = best();
    const canSolve = solution.length > 0;
    const isProven = verdict?.kind === "solved";
    proof.textContent = !canSolve ? "" : isProven ? "Proven shortest." : `${inMoves(solution.length)}, not proven shortest.`;
    saved.hidden = !hasProof(truths.known);
    const rest = game.moves.slice(game.at);
    const isShown = rest.length === solution.length && rest.every((move, i) => move === solution[i]);
    show.disabled = !canSolve || isShown;
    hint.disabled = !optimalMoves(truths.known).length;
    play.disabled = !canSolve && game.at === game.moves.length;
    copied.disabled = !isProven && !canSolve && !format.value;
  };

  game.addEventListener("puzzle", () => {
    pause();
    const formats = game.puzzle?.formats.filter((own) => own.isWritten) ?? [];
    format.replaceChildren(
      el("option", { value: "", text: "the moves" }),
      ...formats.map((own) => el("option", { value: own.name, text: `as ${formatTitle(own)}` })),
    );
  });
  game.addEventListener("board", (event) => {
    const { move, isBack } = /** @type {CustomEvent} */ (event).detail;
    // A move of the player's own ends the playing.
    if (timer !== null && (move === null || isBack)) pause();
    showPlace();
  });
  truths.addEventListener("change", showKnown);
}

/**
 * Hints for a board, from vague to exact: the number of right moves, the moves that change the same cells as one of them, that one.
 * @param {Puzzle} puzzle @param {Board} board @param {number[]} optimal  the first is the last hint
 * @param {boolean} isWhole  false if more moves may be optimal @param {(move: number) => string} nameOf
 */
export function hintsOf(puzzle, board, optimal, isWhole, nameOf) {
  const [best] = optimal;
  const turns = legalTurns(puzzle, board);
  const changed = (/** @type {Turn | undefined} */ turn) => String(turn?.from.flatMap((from, cell) => (from === cell ? [] : [cell])));
  const own = changed(turns.find(({ move }) => move === best));
  const alike = turns.filter((turn) => changed(turn) === own).map(({ move }) => move);
  const right = `${isWhole ? "" : "At least "}${optimal.length} of ${inMoves(turns.length)} ${optimal.length === 1 ? "brings" : "bring"} it closer.`;
  return [
    { text: right, moves: [] },
    ...(alike.length > 1 ? [{ text: `One of ${alike.map(nameOf).join(", ")}.`, moves: alike }] : []),
    { text: `Try ${nameOf(best)}.`, moves: [best] },
  ];
}

/** Returns true if the page can prove something about the board, and it is not solved. @param {Known} known */
export function hasProof(known) {
  return isSettled(known) && (known.verdict?.kind === "unsolvable" || known.solution.length > 0);
}

/**
 * The curve of distances, and dashed lines to bridge its gaps: null is not known yet.
 * @param {(number | null)[]} distances @param {number} most  is at the top @param {number} [step]  from one to the next
 */
export function curveOf(distances, most, step = 1) {
  const points = distances.flatMap((distance, at) => (distance === null ? [] : { at, place: `${at * step} ${most - distance}` }));
  const isNext = (/** @type {number} */ own) => points[own]?.at === points[own - 1]?.at + 1;
  const line = points.map(({ place }, own) => {
    if (isNext(own)) return `L ${place}`;
    // A line of no length is a dot.
    return `M ${place}${isNext(own + 1) ? "" : " h 0"}`;
  });
  const gaps = points.flatMap(({ place }, own) => (own === 0 || isNext(own) ? [] : `M ${points[own - 1].place} L ${place}`));
  return { line: line.join(" "), gaps: gaps.join(" ") };
}

/** The moves that a proof is about; null if no moves solve the board. @param {Known} known */
export function provenSolution({ verdict, solution }) {
  return verdict?.kind === "unsolvable" ? null : solution;
}

/** The files of a proof. @param {string} name  of the first one @param {Proof} proof */
function filesOf(name, { text, tables }) {
  const own = tables.map(({ name, bytes }) => ({ name, bytes: Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0)) }));
  return [{ name, bytes: new TextEncoder().encode(text) }, ...own];
}

/** The message after a request for a proof. @param {string} name  of its file @param {Proof | null} proof */
export function proofWords(name, proof) {
  if (proof === null) return "This proof needs tables that are too large for a page. Try the program: fewest solve --certificate.";
  const unpack = proof.tables.length ? `tar -xf ${name}.tar && ` : "";
  return `Saved. To check it: ${unpack}fewest-check ${name}`;
}
