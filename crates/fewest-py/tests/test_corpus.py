"""Distances and solutions against the reference answers, which share nothing with the library."""

from collections import defaultdict

import numpy as np

import fewest
from conftest import corpus


def test_rotation(rotation):
    lines = corpus("rotation.txt")
    boards = np.array([[int(c) - 1 for c in line[0]] for line in lines], np.uint8)
    expected = np.array([int(line[1]) for line in lines], np.uint8)
    assert (rotation.distances(boards) == expected).all()
    moves, distances = rotation.solve_many(boards)
    assert (distances == expected).all()
    for line, row in zip(lines, moves):
        letters = "".join(rotation.moves[m] for m in row if m >= 0)
        assert letters == line[2].replace("-", "")
    for line, board in list(zip(lines, boards))[::40]:
        answer = rotation.solve(board)
        assert (answer.text or "-") == line[2]
        assert rotation.is_solved(answer.boards).tolist() == [False] * (len(answer)) + [True]


LINES = {
    "A": [0, 2, 6, 11, 15, 20, 22],
    "B": [1, 3, 8, 12, 17, 21, 23],
    "C": [10, 9, 8, 7, 6, 5, 4],
    "D": [19, 18, 17, 16, 15, 14, 13],
}


def rotation_permutations():
    """The moves by the statement's picture: what a line loses at its first cell comes last."""
    moves = {}
    for name, back in zip("ABCD", "FEHG"):
        line = LINES[name]
        for own, cells in (name, line), (back, line[::-1]):
            moves[own] = list(range(24))
            for to, source in zip(cells, cells[1:] + cells[:1]):
                moves[own][to] = source
    return moves


def test_rotation_by_places(rotation):
    """Of one symbol's places: as many at each distance as the corpus counts."""
    moves = rotation_permutations()
    boards = rotation.sample(20, seed=3)
    for name, from_ in moves.items():
        assert (rotation.apply(boards, name) == boards[:, from_]).all()
    one = fewest.Puzzle.from_permutations(
        moves,
        pieces=[0] * 8 + [1] * 16,
        goal=[0 if cell in (6, 7, 8, 11, 12, 15, 16, 17) else None for cell in range(24)],
    )
    expected = [int(line[1]) for line in corpus("rotation-distances.txt")]
    assert np.bincount(one.table()).tolist() == expected
    assert one.survey().counts.tolist() == expected


def test_sliding():
    by_goal = defaultdict(list)
    for size, start, goal, distance, moves in corpus("sliding.txt"):
        by_goal[size, goal].append((start, distance, moves))
    for (size, goal), lines in by_goal.items():
        if size not in ("2x2", "2x3", "3x2", "3x3"):
            continue
        numbers = [int(number) for number in goal.split(",")]
        puzzle = fewest.Puzzle(f"sliding:{size}", goal=numbers)
        boards = np.array([[int(n) for n in line[0].split(",")] for line in lines], np.uint8)
        expected = [255 if line[1] == "unsolvable" else int(line[1]) for line in lines]
        assert puzzle.distances(boards).tolist() == expected
        assert (puzzle.is_solvable(boards) == (np.array(expected) < 255)).all()
        for board, line in zip(boards, lines):
            assert (puzzle.solve(board).text or "-") == line[2]


def test_sliding_counts():
    counts = defaultdict(list)
    for size, goal, _, boards in corpus("sliding-distances.txt"):
        counts[size, goal].append(int(boards))
    for (size, goal), expected in counts.items():
        if size == "3x3" or size.count("2"):
            numbers = [int(number) for number in goal.split(",")]
            puzzle = fewest.Puzzle(f"sliding:{size}", goal=numbers)
            assert puzzle.survey().counts.tolist() == expected
            assert np.bincount(puzzle.table()).tolist() == expected


def test_knights_near_the_goal():
    symbols = {"0": 0, "1": 1, "*": 2}
    lines = [line for line in corpus("knights.txt") if 0 < int(line[2]) <= 8][:12]
    knights = fewest.Puzzle("knights")
    for start, goal, distance, moves in lines:
        board = [symbols[c] for c in start]
        target = [symbols[c] for c in goal]
        puzzle = knights if target == knights.solved.tolist() else fewest.Puzzle("knights", goal=target)
        answer = puzzle.solve(board)
        assert (answer.distance, answer.moves) == (int(distance), tuple(moves.split(",")))
