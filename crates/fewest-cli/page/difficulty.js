// @ts-check
/** How hard boards are: the levels of deals, and the words for a board at a distance. */

/** @import {Figures, Puzzle} from "./protocol.js" */

/** @typedef {"easy" | "medium" | "hard"} Level */
/** @typedef {Pick<Puzzle, "isTabulated" | "kind">} Kind */

/** The most moves of a level's boards, if all distances are known: as a share of God's number, and at all. @type {Record<Level, [share: number, most: number]>} */
const SHARES = { easy: [0.35, 5], medium: [0.6, 12], hard: [0.85, 254] };
/** Elsewhere, boards are made by so many random moves. @type {Record<Level, number>} */
const RANDOM = { easy: 3, medium: 6, hard: 9 };
/** @type {Record<Level, number>} */
const SLIDES = { easy: 8, medium: 24, hard: 60 };

/** The most moves to solve a board of a level. @param {Level} level @param {Kind} puzzle @param {number | null} farthest  God's number, if it is known */
export function mostMoves(level, { isTabulated, kind }, farthest) {
  if (!isTabulated) return (kind === "sliding" ? SLIDES : RANDOM)[level];
  const [share, most] = SHARES[level];
  return farthest === null ? most : Math.min(most, Math.ceil(share * farthest));
}

/** @typedef {{farthest: number | null, nearer: number[] | null}} Spread  of a puzzle's boards; nearer: by distance, the share of boards at a smaller one, in thousandths */

/** The spread of boards that were counted. @param {Pick<Figures, "boards" | "counts">} figures @returns {Spread} */
export function spreadOf({ boards, counts }) {
  let passed = 0n;
  const nearer = counts.map((count) => {
    const share = Number((passed * 1000n) / BigInt(boards));
    passed += BigInt(count);
    return share;
  });
  return { farthest: counts.length - 1, nearer };
}

/** How hard a board is among those of its puzzle, in a sentence; nothing is said of a solved one. @param {number} distance @param {Kind} puzzle @param {Spread} spread */
export function difficultyOf(distance, puzzle, { farthest, nearer }) {
  if (distance === 0) return "";
  const level = /** @type {Level[]} */ (["easy", "medium", "hard"]).find((own) => distance <= mostMoves(own, puzzle, farthest));
  const word = level ? `${level[0].toUpperCase()}${level.slice(1)}` : "Very hard";
  if (distance === farthest) return `${word}: no board is farther from solved.`;
  if (!nearer || nearer[distance] === undefined) return `${word}.`;
  const [below, above] = [nearer[distance], 1000 - (nearer[distance + 1] ?? 1000)];
  return below > above ? `${word}: farther than ${percent(below)} of all boards.` : `${word}: nearer than ${percent(above)} of all boards.`;
}

/** @param {number} thousandths */
function percent(thousandths) {
  return thousandths >= 990 ? "99 %" : `${Math.floor(thousandths / 10)} %`;
}
