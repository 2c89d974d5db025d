// @ts-check
/** All boards of the puzzle by distance, and where the board shown stands among them. */

import { svg } from "../board/svg.js";
import { button, el } from "../dom.js";
import { boardText, grouped, homeName, inMoves } from "../puzzle.js";
import { Shown } from "../shown.js";
import { stillOf } from "./picture.js";
import { capital } from "./units.js";

/** @import {Figures, Puzzle} from "../protocol.js" */

/** @param {HTMLElement} section @param {import("../session.js").Session} session */
export function createWhole(section, session) {
  const { game, truths, jobs } = session;
  const status = el("p", { "aria-live": "polite" });
  const bar = el("progress", { "aria-label": "Counting", hidden: true });
  const stop = button("Stop", () => jobs.stop(), { hidden: true });
  const result = el("div", {});
  section.append(el("h2", { text: "All boards of this puzzle" }), status, bar, stop, result);
  /** @type {Figures | null} */
  let figures = null;

  /** @param {string} text @param {boolean} [isWorking] */
  const say = (text, isWorking = false) => {
    status.textContent = text;
    stop.hidden = !isWorking;
    bar.hidden = bar.hidden || !isWorking;
  };
  const counted = new Shown(() => [game.puzzle], () => {
    figures = null;
    say("");
    result.replaceChildren();
  }, game);

  const count = () => {
    const { puzzle } = game;
    if (figures || !puzzle) return;
    const ask = async (/** @type {() => boolean} */ isCurrent) => {
      say("Counting all boards by their distance …", true);
      return session.survey(puzzle, ({ title, done, total }) => {
        if (!isCurrent()) return;
        bar.hidden = false;
        if (total) Object.assign(bar, { max: total, value: done });
        else bar.removeAttribute("value");
        say(`${capital(title)} …`, true);
      });
    };
    const show = (/** @type {Figures} */ reply) => {
      figures = reply;
      say("");
      draw();
    };
    counted.answer(ask, show, ({ message, kind }) => say(kind === "limit"
      ? `There are too many boards to count in a page: ${message}. The program can count more: fewest survey ${puzzle.name}.`
      : message));
  };

  const draw = () => {
    const { puzzle } = game;
    if (!figures || !puzzle || section.hidden) return;
    const { verdict } = truths.known;
    const here = verdict?.kind === "solved" ? verdict.distance : null;
    const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
      el("div", {}, el("dt", { text: name }), el("dd", { text: value }));
    const place = here === null ? [] : [fact("This board", inMoves(here)), fact("Boards nearer than it", share(figures, here))];
    result.replaceChildren(
      el("dl", { class: "facts" },
        ...(figures.solvable === null || figures.solvable === figures.boards
          ? [fact("Boards that can be solved", grouped(figures.boards))]
          : [fact(`Boards from ${homeName(puzzle)}`, grouped(figures.boards)), fact("Boards that can be solved", grouped(figures.solvable))]),
        figures.unsolvable === null || figures.unsolvable === "0" ? null : fact("Boards that can't", grouped(figures.unsolvable)),
        fact("God's number", inMoves(figures.farthest)),
        fact("Mean", figures.mean.toFixed(2)),
        fact("Median", String(figures.median)),
        fact("Boards at the greatest distance", grouped(figures.peak)),
        ...place),
      histogram(figures, here, result.clientWidth),
      table(figures),
      hardest(puzzle, figures),
    );
  };

  /** @param {Puzzle} puzzle @param {Figures} figures */
  const hardest = (puzzle, { hardest }) =>
    el("div", {},
      el("h3", { text: "The hardest boards" }),
      el("ul", { class: "tiles hardest" },
        ...hardest.map(({ board, distance, answers }) => {
          const text = `${inMoves(distance)}, ${answers === "1" ? "one shortest answer" : `${grouped(answers)} shortest answers`}`;
          const picture = el("span", { class: "thumb", "aria-hidden": "true" }, stillOf(puzzle, board));
          const name = el("span", { class: "unseen", text: `Show ${boardText(puzzle, board)}: ` });
          return el("li", {}, el("button", { type: "button", class: "tile", onclick: () => game.set(board) }, picture, name, el("small", { text })));
        })));

  game.addEventListener("puzzle", () => section.hidden || count());
  truths.addEventListener("change", draw);
  section.addEventListener("shown", () => {
    count();
    draw();
  });
}

/** The share of boards nearer than a distance. @param {Figures} figures @param {number} distance */
function share({ counts, boards }, distance) {
  const nearer = counts.slice(0, distance).reduce((sum, count) => sum + BigInt(count), 0n);
  const permille = Number((nearer * 10000n) / BigInt(boards)) / 100;
  return `${permille.toFixed(permille < 10 || permille > 99 ? 2 : 1)} %`;
}

/** @param {Figures} figures @param {number | null} here @param {number} room  in pixels: on a small screen its labels are no smaller */
function histogram({ counts }, here, room) {
  const [width, height, left, right, bottom, top] = [Math.max(240, Math.min(720, room)), 240, 44, 8, 24, 18];
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "histogram", role: "img" });
  const most = counts.reduce((most, count) => Math.max(most, Number(count)), 1);
  const step = (width - left - right) / counts.length;
  const where = here === null ? "" : ` The board shown is at ${here}.`;
  chart.setAttribute("aria-label", `Boards by distance: most at ${counts.findIndex((c) => Number(c) === most)}.${where} The table below has the numbers.`);
  for (const part of [0, 0.5, 1]) {
    const y = height - bottom - part * (height - bottom - top);
    const count = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(part * most);
    chart.append(svg("line", { x1: left, x2: width - right, y1: y, y2: y, class: "axis" }), svg("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, count));
  }
  const every = Math.ceil(26 / step);
  counts.forEach((count, distance) => {
    const tall = Number(count) === 0 ? 0 : Math.max(1.5, (Number(count) / most) * (height - bottom - top));
    const x = left + distance * step;
    const isHere = distance === here;
    const bar = svg("rect", { x: x + step * 0.1, y: height - bottom - tall, width: step * 0.8, height: tall, class: isHere ? "bar here" : "bar" });
    bar.append(svg("title", {}, `${inMoves(distance)}: ${grouped(count)} boards`));
    chart.append(bar);
    // No label touches the label of the board shown.
    if (isHere || (distance % every === 0 && Math.abs(distance - (here ?? -every)) * step > 18)) {
      chart.append(svg("text", { x: x + step / 2, y: height - 8, "text-anchor": "middle" }, String(distance)));
    }
    if (isHere) chart.append(svg("text", { x: x + step / 2, y: height - bottom - tall - 5, "text-anchor": "middle" }, "here"));
  });
  return chart;
}

/** The same in numbers. @param {Figures} figures */
function table({ counts }) {
  const row = (/** @type {string} */ count, /** @type {number} */ distance) =>
    el("tr", {}, el("td", { class: "number", text: String(distance) }), el("td", { class: "number", text: grouped(count) }));
  return el("details", {},
    el("summary", { text: "In numbers" }),
    el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Boards by distance" },
      el("table", {},
        el("thead", {}, el("tr", {}, el("th", { text: "Moves", scope: "col" }), el("th", { text: "Boards", scope: "col" }))),
        el("tbody", {}, ...counts.map(row)))));
}
