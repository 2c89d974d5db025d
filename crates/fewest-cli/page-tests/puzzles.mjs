// Puzzles as the page's protocol has them, built from what their definitions say.

/**
 * @param {string} picture  a name for each cell
 * @param {string} pieces   a symbol for each piece
 * @param {Record<string, string | [number, number]>} moves  by name: cycles like `(1 2)(3 4 5)` of where pieces go, or how
 *   many rows and columns the blank `.` goes
 */
export function puzzle(picture, pieces, moves) {
  const cells = picture.split("\n").filter((line) => line.trim() !== "").flatMap((line, row) =>
    [...line.matchAll(/\S+/g)].map((word) => ({
      name: word[0], row, line: row, column: 0, start: word.index, end: word.index + word[0].length,
    })));
  const starts = [...new Set(cells.map((cell) => cell.start))].sort((a, b) => a - b);
  cells.forEach((cell) => (cell.column = starts.indexOf(cell.start)));
  const all = pieces.split(" ");
  const symbols = [...new Set(all)];
  const blank = symbols.includes(".") ? symbols.indexOf(".") : null;
  const find = (name) => cells.findIndex((cell) => cell.name === name);
  const turns = Object.values(moves).flatMap((does, move) => {
    const stay = cells.map((_, cell) => cell);
    if (typeof does === "string") {
      for (const [, names] of does.matchAll(/\(([^)]*)\)/g)) {
        const cycle = names.split(" ").map(find);
        cycle.forEach((cell, place) => (stay[cycle[(place + 1) % cycle.length]] = cell));
      }
      return [{ move, needs: [], from: stay }];
    }
    return cells.flatMap((cell, at) => {
      const to = cells.findIndex((other) => other.row === cell.row + does[0] && other.column === cell.column + does[1]);
      if (to < 0) return [];
      const from = [...stay];
      [from[at], from[to]] = [to, at];
      return [{ move, needs: [[at, blank]], from }];
    });
  });
  const solved = all.map((symbol) => symbols.indexOf(symbol));
  return {
    name: "puzzle", title: "a puzzle", kind: "defined", size: null, cells, symbols, blank, blocks: null, turns, solved, home: solved,
    pieces: symbols.map((symbol) => all.filter((other) => other === symbol).length),
    moves: Object.keys(moves), goals: [{ name: "", cells: solved }], formats: [], isTabulated: true, definition: null,
  };
}

const numbers = (count) => Array.from({ length: count }, (_, number) => number + 1).join(" ");
const around = (names) => `(${names})`;
const back = (names) => `(${names.split(" ").reverse().join(" ")})`;

export const tiles = puzzle("1 2 3\n4 5 6\n7 8 9", "1 2 3 4 5 6 7 8 .", { d: [1, 0], l: [0, -1], r: [0, 1], u: [-1, 0] });

const hash = `
       1     2
       3     4
 5  6  7  8  9 10 11
      12    13
14 15 16 17 18 19 20
      21    22
      23    24`;
const lines = { A: "23 21 16 12 7 3 1", B: "24 22 18 13 9 4 2", C: "5 6 7 8 9 10 11", D: "14 15 16 17 18 19 20" };
const rotationCells = puzzle(hash, Array.from({ length: 24 }, (_, cell) => String(1 + Math.floor(cell / 8))).join(" "), {
  A: around(lines.A), B: around(lines.B), C: around(lines.C), D: around(lines.D),
  E: back(lines.B), F: back(lines.A), G: back(lines.D), H: back(lines.C),
});
// The columns of cells whose names have one and two digits start apart, so they are counted by where they end.
const ends = [...new Set(rotationCells.cells.map((cell) => cell.end))].sort((a, b) => a - b);
const centre = [6, 7, 8, 11, 12, 15, 16, 17];
export const rotation = {
  ...rotationCells,
  kind: "rotation",
  cells: rotationCells.cells.map((cell) => ({ ...cell, column: ends.indexOf(cell.end) })),
  goals: [0, 1, 2].map((symbol) => ({
    name: `centre ${symbol + 1}`,
    cells: rotationCells.cells.map((_, cell) => (centre.includes(cell) ? symbol : null)),
  })),
};

export const twiddle = puzzle("1 2 3\n4 5 6\n7 8 9", numbers(9), {
  a: "(1 2 5 4)", A: "(4 5 2 1)", b: "(2 3 6 5)", B: "(5 6 3 2)", c: "(4 5 8 7)", C: "(7 8 5 4)", d: "(5 6 9 8)", D: "(8 9 6 5)",
});

export const pancakes = puzzle(numbers(5), numbers(5), { 2: "(1 2)", 3: "(1 3)", 4: "(1 4)(2 3)", 5: "(1 5)(2 4)" });

export const topspin = puzzle(numbers(20), numbers(20), { f: "(1 4)(2 3)", l: back(numbers(20)), r: around(numbers(20)) });

const [left, right] = [numbers(20), "6 21 22 23 24 1 25 26 27 28 29 30 31 32 33 34 35 36 37 38"];
export const rings = puzzle(numbers(38), "r r r r r r r r r r b b b b b b b b b b y y y y y y y y y g g g g g g g g g", {
  a: back(left), A: around(left), b: back(right), B: around(right),
});

export const cube = puzzle(`
      U1 U2
      U3 U4
L1 L2 F1 F2 R1 R2 B1 B2
   L4 F3 F4 R3 R4 B3
      D1 D2
         D4`, "w w w w o o g g r r b b o g g r r b y y y", {
  R: "(R1 R2 R4 R3)(F2 U2 B3 D2)(F4 U4 B1 D4)",
  R2: "(R1 R4)(R2 R3)(F2 B3)(U2 D2)(F4 B1)(U4 D4)",
  "R'": "(R3 R4 R2 R1)(D2 B3 U2 F2)(D4 B1 U4 F4)",
});

export const pyramid = puzzle(`
   a          b
 c   d      e   f
`, "g g g b b b", { x: "(a b)(c e)(d f)", y: "(a c d)" });

/**
 * Blocks that move any number of cells in one direction. A block of the goal is a kind of its own.
 * @param {string} rows  a letter for each block, `.` and `#`, with a space between rows
 */
export function tray(rows, goal) {
  const letters = rows.split(" ").flatMap((row, y) => [...row].map((letter, x) => ({ letter, row: y, column: x })));
  const cells = letters.filter(({ letter }) => letter !== "#").map(({ row, column }) =>
    ({ name: `r${row + 1}c${column + 1}`, row, line: row, column, start: 2 * column, end: 2 * column + 1 }));
  const at = (row, column) => cells.findIndex((cell) => cell.row === row && cell.column === column);
  const kinds = [];
  for (const letter of new Set(letters.map((own) => own.letter).filter((own) => !".#".includes(own)))) {
    const own = letters.filter((other) => other.letter === letter);
    const parts = own.map(({ row, column }) => [row - own[0].row, column - own[0].column]);
    const same = kinds.find((kind) => !goal.includes(letter) && !goal.includes(kind.letters) && String(kind.parts) === String(parts));
    if (same) same.letters += letter;
    else kinds.push({ letters: letter, parts, symbol: 1 + kinds.reduce((sum, kind) => sum + kind.parts.length, 0) });
  }
  const symbols = [".", ...kinds.flatMap(({ letters: [letter], parts }) => parts.map((_, part) => `${letter}${part + 1}`))];
  const boardOf = (text, other) => {
    const all = text.replaceAll(" ", "");
    const seen = {};
    return letters.map(({ letter }, place) => ({ letter, drawn: all[place] })).filter(({ letter }) => letter !== "#").map(({ drawn }) => {
      const kind = kinds.find((own) => own.letters.includes(drawn));
      return kind ? kind.symbol + (seen[drawn] = (seen[drawn] ?? -1) + 1) : other;
    });
  };
  const moves = [];
  const turns = [];
  const ways = { u: [-1, 0], l: [0, -1], r: [0, 1], d: [1, 0] };
  for (const { parts, symbol } of kinds) for (const first of cells) for (const [letter, [down, right]] of Object.entries(ways)) {
    const placed = (far) => parts.map(([y, x]) => at(first.row + y + far * down, first.column + x + far * right));
    const before = placed(0);
    const needs = new Map(before.map((cell, part) => [cell, symbol + part]));
    for (let far = 1; !placed(far).includes(-1) && !before.includes(-1); far++) {
      const after = placed(far);
      for (const cell of after) if (!before.includes(cell)) needs.set(cell, 0);
      const name = `${first.name}-${cells[after[0]].name}`;
      if (!moves.includes(name)) moves.push(name);
      const from = cells.map((_, cell) => cell);
      const entered = after.filter((cell) => !before.includes(cell));
      before.filter((cell) => !after.includes(cell)).forEach((cell, place) => (from[cell] = entered[place]));
      after.forEach((cell, part) => (from[cell] = before[part]));
      turns.push({ move: moves.indexOf(name), needs: [...needs].sort(([a], [b]) => a - b), from, way: letter + (far > 1 ? far : "") });
    }
  }
  const home = boardOf(rows, 0);
  const [height, width] = ["row", "column"].map((line) => Math.max(...letters.map((own) => own[line])) + 1);
  return {
    ...tiles, name: "tray", title: "a tray", cells, symbols, blank: null, blocks: { width, height, kinds }, moves, turns, solved: home, home,
    pieces: symbols.map((_, symbol) => home.filter((own) => own === symbol).length), goals: [{ name: "", cells: boardOf(goal, null) }],
  };
}

/** Two bars, two single blocks, an L and a pillar; the bar A has to get to the right. */
export const blocks = tray("AAB. ..B# CD.. EFF. EE..", "..AA .... .... .... ....");

/** A toad and a frog: a step onto the free cell, or a jump over the other. */
export const frogs = (() => {
  const own = puzzle("1 2 3 4", "T . F F", { "1-2": "(1 2)", "3-2": "(3 2)", "3-1": "(3 1)", "4-3": "(4 3)" });
  const needs = [[[0, "T"], [1, "."]], [[1, "."], [2, "F"]], [[0, "."], [1, "T"], [2, "F"]], [[2, "."], [3, "F"]]];
  const turns = own.turns.map((turn) => ({ ...turn, needs: needs[turn.move].map(([cell, symbol]) => [cell, own.symbols.indexOf(symbol)]) }));
  return { ...own, blank: null, turns };
})();
