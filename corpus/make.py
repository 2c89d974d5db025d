#!/usr/bin/env python3
"""Writes the reference answers in this folder and the sample inputs in ../examples. See README.md.

The boards are chosen here, with fixed seeds: each run writes the same bytes. oracle.py answers them.
"""
import random
from itertools import permutations
from pathlib import Path

import imports
from oracle import (CENTRE, LINES, Sliding, ball, deepest_rotations, knights_read, knights_step, knights_text, least,
                    mask, mask_levels, mask_moves, replay, rotation_answer, rotation_direct, turned, walk)

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"


def write(path, *lines):
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(line + "\n" for line in lines), encoding="ascii", newline="\n")
    print(f"{path.parent.name}/{path.name}: {len(lines)} lines")


def rotation(rng):
    tables = mask_moves()
    distance, levels = mask_levels(tables)
    assert sum(map(len, levels)) == 735471  # 24 over 8: every mask can be solved

    def tied(board):
        far = [distance[mask(board, symbol)] for symbol in "123"]
        return far.count(min(far))

    def filled(first, rest):
        """A random board whose symbol `first` covers the mask `rest`."""
        others = [s for s in "123" if s != first for _ in range(8)]
        rng.shuffle(others)
        return "".join(first if rest >> i & 1 else others.pop() for i in range(24))

    samples = ["111132323132231222312133", "111111112222222233333333", "111133222332233222331111"]
    deepest = deepest_rotations(distance, levels)
    boards = samples + deepest
    for symbol in "123":
        boards += [filled(symbol, levels[0][0]) for _ in range(6)]
    boards += ["".join(rng.sample("123" * 8, 24)) for _ in range(150)]
    for d in range(1, len(levels) - 2):  # one symbol at d or d + 1 and none nearer than d
        wanted = 12
        while wanted:
            board = filled(rng.choice("123"), rng.choice(levels[d + (d > 10)]))
            if min(distance[mask(board, symbol)] for symbol in "123") == d:
                boards.append(board)
                wanted -= 1
    for ties in (2, 3):
        wanted = 30
        while wanted:
            board = "".join(rng.sample("123" * 8, 24))
            if tied(board) == ties:
                boards.append(board)
                wanted -= 1
    boards = list(dict.fromkeys(boards))
    answers = {board: rotation_answer(board, distance, tables) for board in boards}
    assert [answers[b][1:] for b in samples] == [("AC", "2"), ("DDHH", "2"), ("", "2")]
    for board, (far, moves, symbol) in answers.items():
        for letter in moves:
            board = turned(board, LINES["ABCDEFGH".index(letter)])
        assert len(moves) == far and all(board[i] == symbol for i in CENTRE)
    near = [b for b in boards if answers[b][0] <= 4][::8] + [b for b in boards if answers[b][0] in (5, 6)][::6]
    near += [b for b in boards if answers[b][0] <= 6 and tied(b) > 1][:3]
    for board in near:
        assert rotation_direct(board) == answers[board], board
    print(f"rotation: {len(near)} boards checked against all strings in order")
    write(HERE / "rotation.txt", "# rotation game: reference answers, fewest moves then dictionary order",
          "# board: 24 symbols in reading order; distance: fewest moves to bring any one symbol to the centre",
          "# moves: the dictionary-least fewest string over all three symbols ('-' if none)",
          "# symbol: the symbol in the centre after those moves", "# columns: board distance moves symbol",
          *(f"{b} {d} {m or '-'} {s}" for b, (d, m, s) in answers.items()))
    write(HERE / "rotation-distances.txt", "# rotation game: positions of the eight cells of one symbol by distance",
          "# distance: fewest moves to the centre; boards: how many of the 735471 positions",
          "# columns: distance boards", *(f"{d} {len(level)}" for d, level in enumerate(levels)))
    write(EXAMPLES / "rotation.txt", *(" ".join(b) for b in samples + deepest[:1] + boards[-2:]), "0")


CLASSIC = "111110111100*110000100000"


def knights(rng):
    rows = []

    def answer(start, goal, near):
        moves = least(start, near, knights_step)
        assert replay(start, moves, knights_step) == goal
        if len(moves) <= 8:  # the same by a search that knows the goal only
            assert moves == least(start, {goal: 0}, knights_step)
        row = f"{knights_text(start)} {knights_text(goal)} {len(moves)} {','.join(moves) or '-'}"
        if row not in rows:
            rows.append(row)
        return len(moves)

    def anywhere():
        return knights_read("".join(rng.sample("0" * 12 + "1" * 12 + "*", 25)))

    goal = knights_read(CLASSIC)
    near = ball(goal, knights_step, 12)
    samples = ["1011001*11101110100100000", "01011110*1011100101000100"]
    assert [answer(knights_read(s), goal, near) for s in samples] == [7, 18]
    examples = {}
    for d in range(18):
        wanted = 10 if d in (10, 11, 15, 16) else 5 if d > 2 else min(1 + 2 * d, 3)
        while wanted:
            start = walk(rng, goal, knights_step, d + 2 * rng.randrange(3) * (d > 2))
            size = len(rows)
            if len(least(start, near, knights_step)) == d and answer(start, goal, near) == d and len(rows) > size:
                examples[d] = knights_text(start)
                wanted -= 1
    for _ in range(16):
        answer(anywhere(), goal, near)
    for i in range(30):
        other = anywhere()
        start = anywhere() if i % 5 == 0 else walk(rng, other, knights_step, 1 + i // 2)
        answer(start, other, ball(other, knights_step, 10 if i % 5 == 0 else 7))
    write(HERE / "knights.txt", "# knights: reference answers",
          "# start, goal: 25 cells in reading order, 0 white, 1 black, * empty; distance: fewest moves",
          "# moves: the least of the fewest lists; a move is named by the cell that the knight jumps from (files a-e",
          "# left to right, ranks 5-1 top to bottom), and moves compare by the reading order of those cells",
          "# columns: start goal distance moves", *rows)
    boards = samples + [CLASSIC, examples[10], examples[11], examples[15], examples[16]]
    boards.append(next(row[:25] for row in rows if row.index("*") % 5 == 4))  # a row that ends in a space
    lines = [board[i:i + 5] for board in boards for i in range(0, 25, 5)]
    write(EXAMPLES / "knights.txt", str(len(boards)), *lines)
    write(EXAMPLES / "knightsfen.txt", str(len(boards)), *(line.replace("*", " ") for line in lines))


A089473 = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
           23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2]
SNAIL = bytes([1, 2, 3, 8, 0, 4, 7, 6, 5])
SWAPPED = bytes([1, 2, 3, 4, 5, 6, 8, 7, 0])


def commas(board):
    return ",".join(map(str, board))


def sliding(rng):
    rows, counts, sizes = {}, [], {}

    def add(size, start, goal):
        """Adds a line unless it is there, and returns the moves."""
        moves = size.answer(start, goal)
        rows[f"{size.name} {commas(start)} {commas(goal)}"] = moves
        return moves

    def shuffled(size):
        return bytes(rng.sample(range(size.cells), size.cells))

    def add_random(size, goal, number, solvable=True):
        """Random boards of one half; `goal` None: a random goal for each."""
        wanted = number
        while wanted:
            start, target = shuffled(size), goal or shuffled(size)
            if (size.answer(start, target) is not None) == solvable:
                add(size, start, target)
                wanted -= 1

    for w, h, deepest in ((2, 2, 6), (2, 3, 21), (3, 2, 21), (2, 4, 36), (4, 2, 36), (3, 3, 31)):
        size = sizes[w, h] = Sliding(w, h)
        last, first = size.goal(size.cells - 1), size.goal(0)
        levels = size.levels(size.cells - 1)
        assert len(levels) == deepest + 1
        if size.cells < 8 or size.cells == 9:
            for blank in [size.cells - 1, 0] + [4] * (size.cells == 9):
                counts += [f"{size.name} {commas(size.goal(blank))} {d} {len(level)}"
                           for d, level in enumerate(size.levels(blank))]
        if size.cells == 4:
            for goal in (last, first):
                for board in permutations(range(4)):
                    add(size, bytes(board), goal)
            continue
        for board in levels[-1][:4]:
            add(size, board, last)
        for board in size.levels(0)[-1][:1]:
            add(size, board, first)
        if size.cells != 8:  # one board of every distance
            for level in levels:
                add(size, rng.choice(level), last)
        more = {6: (4, 6, 6), 8: (6, 4, 3), 9: (32, 22, 20)}[size.cells]
        for goal, number in zip((last, first, None), more):
            add_random(size, goal, number)
        for goal in (last, None):
            add_random(size, goal, 7 if size.cells == 9 else 2, solvable=False)

    size = sizes[3, 3]
    last, first, middle = (size.goal(blank) for blank in (8, 0, 4))
    assert [len(level) for level in size.levels(8)] == A089473
    poj = bytes([2, 3, 4, 1, 5, 0, 7, 6, 8])
    add(size, poj, last)
    assert add(size, bytes([1, 2, 0, 4, 5, 3, 7, 8, 6]), last) == "dd"
    eight = (bytes([5, 6, 4, 1, 7, 8, 0, 2, 3]), bytes([7, 5, 6, 8, 0, 4, 1, 2, 3]))
    assert add(size, *eight) == "urrulldr"
    assert add(size, SWAPPED, last) is None
    add_random(size, SNAIL, 15)
    add_random(size, SNAIL, 2, solvable=False)
    add_random(size, middle, 5)

    # Sample inputs; their boards are lines of sliding.txt as well.
    hardest = size.levels(8)[-1]
    easy = walk(rng, last, size.step, 8)
    boards = [poj, last, easy, SWAPPED, *hardest]
    write(EXAMPLES / "eight.txt", *(" ".join("x" if t == 0 else str(t) for t in board) for board in boards))
    pairs = [(bytes([1, 2, 0, 4, 5, 3, 7, 8, 6]), last), eight]
    pairs += [(walk(rng, goal, size.step, 30), goal) for goal in (shuffled(size), shuffled(size), SNAIL)]
    write(EXAMPLES / "hdu3567.txt", str(len(pairs)),
          *("".join(map(str, board)).replace("0", "X") for pair in pairs for board in pair))
    luogu = [bytes(map(int, "283104765")), SNAIL] + [walk(rng, SNAIL, size.step, n) for n in (12, 40)]
    assert len(add(size, luogu[0], SNAIL)) == 4
    write(EXAMPLES / "p1379.txt", *("".join(map(str, board)) for board in luogu))
    hacker, coursera = walk(rng, first, size.step, 40), walk(rng, last, size.step, 20)
    write(EXAMPLES / "hackerrank.txt", "3", *map(str, hacker))
    write(EXAMPLES / "princeton.txt", "3", *(" ".join(map(str, coursera[i:i + 3])) for i in (0, 3, 6)))
    school = walk(rng, SNAIL, size.step, 40)
    grid = [" ".join(map(str, school[i:i + 3])) for i in (0, 3, 6)]
    write(EXAMPLES / "npuzzle42.txt", "# This puzzle is solvable (goal: the snail)", "3", grid[0],
          grid[1] + " # the middle row", grid[2])
    leet = (bytes([4, 1, 2, 5, 0, 3]), sizes[3, 2].goal(5))
    assert len(add(sizes[3, 2], *leet)) == 5
    write(EXAMPLES / "leetcode773.txt", "[[4,1,2],[5,0,3]]")
    for start, goal in [(b, last) for b in (*boards, coursera)] + pairs + [(b, SNAIL) for b in (*luogu, school)]:
        add(size, start, goal)
    add(size, hacker, first)

    for w, h in ((3, 4), (4, 3)):
        size = Sliding(w, h)
        for i in range(10):
            goal = size.goal(size.cells - 1 if i < 6 else 0) if i < 8 else shuffled(size)
            add(size, walk(rng, goal, size.step, 20), goal)
    size = Sliding(4, 4)
    fifteen = [walk(rng, size.goal(0), size.step, 22 + 2 * i) for i in range(5)]
    for board in fifteen:
        add(size, board, size.goal(0))
    write(EXAMPLES / "fifteen.txt", "# Boards as in research sets (the format korf): the goal is 0 1 2 ... 15",
          *(" ".join(map(str, board)) for board in fifteen))

    write(HERE / "sliding.txt", "# sliding tiles: reference answers",
          "# WxH: width x height; start, goal: numbers in reading order, 0 is the blank",
          "# distance: fewest moves, or 'unsolvable'; moves: where the blank goes, the least of the fewest strings in",
          "# dictionary order d < l < r < u ('-' if none)", "# columns: WxH start goal distance moves",
          *(f"{row} unsolvable -" if moves is None else f"{row} {len(moves)} {moves or '-'}"
            for row, moves in rows.items()))
    write(HERE / "sliding-distances.txt", "# sliding tiles: all boards that can be solved, by distance",
          "# WxH: width x height; goal: numbers in reading order, 0 is the blank; distance: fewest moves to the goal",
          "# boards: how many boards have that distance", "# columns: WxH goal distance boards", *counts)


def twisty():
    orders = ["# Puzzles of other programs in imports/: the order of the group of each, and the order that it seems to have",
              "# if the orientation lines of its moves are read the wrong way (- if it has none); the numbers of boards that are 0, 1 ...",
              "# moves from solved. All were found by imports.py."]
    for name, lines, order, other, near in imports.files():
        write(HERE / "imports" / name, *lines)
        orders.append(f"{name} {order} {other or '-'} {','.join(map(str, near))}")
    write(HERE / "imports.txt", *orders)


if __name__ == "__main__":
    rotation(random.Random(2286))
    knights(random.Random(1085))
    sliding(random.Random(1077))
    twisty()
