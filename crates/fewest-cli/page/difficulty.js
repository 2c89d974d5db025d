// @ts-check
/** How hard boards are: the levels of deals, and the words for a board at a distance. */

/** @import {Figures} from "./protocol.js" */

/**
 * The most moves of a level's boards: as a share of God's number, and at all.
 * @type {Record<"easy" | "medium" | "hard", [share: number, most: number]>}
 */
const LEVELS = { easy: [0.35, 5], medium: [0.6, 12], hard: [0.85, 254] };

/** The most moves to solve a board of a level. @param {keyof typeof LEVELS} level @param {number | null} farthest  God's number, if it is known */
export function mostMoves(level, farthest) {
  const [share, most] = LEVELS[level];
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

/** How hard a board is among those of its puzzle, in a sentence; nothing is said of a solved one. @param {number} distance @param {Spread} spread */
export function difficultyOf(distance, { farthest, nearer }) {
  if (distance === 0) return "";
  const level = /** @type {(keyof typeof LEVELS)[]} */ (["easy", "medium", "hard"]).find((own) => distance <= mostMoves(own, farthest));
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
