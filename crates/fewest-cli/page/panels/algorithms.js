// @ts-check
/** Search algorithms and heuristics in plain words. */

/** The usual name of each algorithm, and how it works. @type {Map<string, string[]>} */
const ALGORITHMS = new Map(Object.entries({
  "depth-first": ["Depth-first search", "Follows one line of moves to the depth limit, then backs up. Its answer may be long."],
  "iterative-deepening": ["Iterative deepening", "Depth-first search to depth 1, then 2, then 3, until a board is solved."],
  "breadth-first": ["Breadth-first search", "Expands all boards one move away, then two, then three."],
  bidirectional: ["Bidirectional search", "Breadth-first search from the board and from the goal, until both sides meet."],
  "uniform-cost": ["Uniform-cost search", "Expands the board with the smallest g first: the moves so far (Dijkstra)."],
  greedy: ["Greedy search", "Expands the board with the smallest h first. It is quick, but its answer may be long."],
  "a-star": ["A*", "Expands the board with the smallest f = g + h first: moves so far, plus moves still needed."],
  "weighted-a-star": ["Weighted A*", "A* with h times the weight: fewer boards, and an answer longer by at most that factor."],
  "ida-star": ["IDA*", "Depth-first search that turns back where f exceeds a threshold, and starts again with the next."],
  "pruned-ida-star": ["IDA* with pruning", "IDA* that skips move sequences with the same effect as an earlier one."],
  "weighted-ida-star": ["Weighted IDA*", "IDA* with h times the weight: fewer boards, and an answer longer by at most that factor."],
  nbs: ["NBS", "Heuristic search from both ends that expands near-optimally few pairs of boards."],
  table: ["Table lookup", "Looks up the distances of all boards, which were computed before."],
}));

/** What each heuristic counts. @type {Map<string, string>} */
const HEURISTICS = new Map(Object.entries({
  blind: "0 on every board.",
  centre: "8 minus the most equal symbols in the centre.",
  misplaced: "Pieces out of place, divided by the most that one move puts in place.",
  neighbours: "Neighbours in the goal that are apart, divided by the most that one move joins.",
  manhattan: "Rows and columns from each tile to its place.",
  "linear-conflict": "Manhattan, plus 2 for each tile that must leave its line for another.",
  "walking-distance": "Rows and columns to go past other tiles.",
  pattern: "Exact moves of groups of pieces, from tables.",
}));

/** @param {string} algorithm */
export function titleOf(algorithm) {
  return ALGORITHMS.get(algorithm)?.[0] ?? algorithm;
}

/** How an algorithm works, or what a heuristic counts. @param {string} name */
export function howOf(name) {
  return ALGORITHMS.get(name)?.[1] ?? HEURISTICS.get(name) ?? "";
}
