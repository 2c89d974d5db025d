"""Boards in the forms that NumPy's users have them in, and moves as texts."""

import subprocess
import sys

import numpy as np
import pytest

import fewest


class Arrayed:
    """What NumPy makes an array of, like a table of pandas."""

    def __init__(self, boards):
        self.boards = boards

    def __array__(self, dtype=None, copy=None):
        return np.array(self.boards, dtype)


def test_every_form_gives_the_same(eight):
    boards = eight.sample(24, seed=1)
    distances = eight.distances(boards)
    forms = [boards.tolist(), list(boards), tuple(map(tuple, boards.tolist())), Arrayed(boards), boards.reshape(24, 3, 3)]
    forms += [boards.astype(kind) for kind in "bhilqBHILQ"] + [boards.astype(">i4"), boards.reshape(-1, 3, 3)[::1]]
    for form in forms:
        assert (eight.distances(form) == distances).all()
        assert (eight.optimal_actions(form) == eight.optimal_actions(boards)).all()
        assert eight.is_solvable(form).all() and (eight.rank(form) == eight.rank(boards)).all()
        assert (eight.solve_many(form)[1] == distances).all()


@pytest.mark.parametrize("lead", [(), (24,), (2, 12), (2, 3, 4), (0,), (3, 0)])
@pytest.mark.parametrize("form", [(9,), (3, 3)])
def test_results_have_the_shape_of_the_boards(eight, lead, form):
    count = int(np.prod(lead, dtype=int))
    flat = eight.sample(count, seed=1)
    boards = flat.reshape(*lead, *form)
    expected = eight.distances(flat)
    distances = eight.distances(boards)
    assert np.shape(distances) == lead and (np.ravel(distances) == expected).all()
    assert np.shape(eight.distances(boards, masked=True)) == lead
    assert eight.optimal_actions(boards).shape == (*lead, 4)
    around, legal = eight.neighbours(boards)
    assert around.shape == (*lead, 4, *form) and legal.shape == (*lead, 4)
    moves, lengths = eight.solve_many(boards)
    assert moves.shape[:-1] == lead and np.shape(lengths) == lead
    first = legal.argmax(axis=-1)
    after = eight.apply(boards, first)
    assert after.shape == boards.shape and after.dtype == np.uint8
    picked = np.take_along_axis(around.reshape(count, 4, 9), np.reshape(first, (count, 1, 1)), 1)
    assert (picked.reshape(boards.shape) == after).all()
    for call in eight.is_solved, eight.is_solvable, eight.rank:
        assert np.shape(call(boards)) == lead


def test_a_puzzle_that_is_no_rectangle_has_no_rows_and_columns(rotation):
    with pytest.raises(ValueError, match=r"shape \(\.\.\., 24\), not \(4, 6\)"):
        rotation.distances(np.zeros((4, 6), int))
    sixteen = fewest.Puzzle("sixteen")
    assert sixteen.is_solved(sixteen.solved.reshape(4, 4))
    with pytest.raises(ValueError, match=r"\(\.\.\., 9\) or \(\.\.\., 3, 3\), not \(9, 2\)"):
        fewest.Puzzle("eight").distances(np.zeros((9, 2), int))


def test_a_text_is_one_board(eight):
    assert eight.distances("1 2 3 4 5 6 7 x 8") == 1
    assert eight.apply("1 2 3 4 5 6 7 x 8", "r").tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 0]


def test_scrambles():
    cube = fewest.Puzzle("cube3")
    board = cube.scramble("R U R' U'")
    assert board.shape == (cube.cells,) and cube.distance(board) == 4
    assert (cube.scramble("  R U\nR' U'  ") == board).all() and (cube.scramble("") == cube.solved).all()
    assert (cube.scramble(["R U R' U'", ""]) == [board, cube.solved]).all()
    assert (cube.read("R U R' U'", "moves")[0] == board).all()
    with pytest.raises(ValueError, match="`X`"):
        cube.scramble("R X")
    with pytest.raises(ValueError, match="no complete goal board"):
        fewest.Puzzle("rotation").scramble("A")
    goal = fewest.Puzzle("eight", goal=range(9))
    assert goal.scramble("rd").tolist() == [1, 4, 2, 3, 0, 5, 6, 7, 8]


def test_moves_as_texts(eight):
    cube = fewest.Puzzle("cube2")
    boards = cube.sample(20, seed=1)
    after = boards
    for name in "R", "U", "R'", "U'":
        after = cube.apply(after, cube.moves.index(name))
    assert (cube.apply(boards, "R U R' U'") == after).all()
    assert (cube.apply(boards, ["R U R' U'"] * 20) == after).all()
    assert (cube.apply(boards, "") == boards).all()
    assert (cube.apply(boards.reshape(4, 5, -1), ["R"] * 5) == cube.apply(boards, "R").reshape(4, 5, -1)).all()
    for board in boards[:5]:
        answer = cube.solve(board)
        assert cube.is_solved(cube.apply(board, answer.text))
    knights = fewest.Puzzle("knights")
    answer = knights.solve(knights.random_walks(1, 6, seed=1)[0, -1])
    assert knights.is_solved(knights.apply(answer.boards[0], answer.text))
    # Calls on a board name its moves alike, and what one writes another reads.
    board = answer.boards[0]
    (best,) = knights.optimal_moves(board)[:1]
    assert best in knights.legal_moves(board) and best in knights.moves_with_distances(board)
    assert knights.distance(knights.apply(board, best)) == answer.distance - 1
    for action in answer.actions:
        board = knights.apply(board, knights.moves[action])
    assert knights.is_solved(board)

    assert eight.apply([eight.solved] * 2, ["u", "l"]).shape == (2, 9)
    with pytest.raises(ValueError, match="row 1: move `d` is not legal"):
        eight.apply([[1, 2, 3, 4, 5, 0, 7, 8, 6], [1, 2, 3, 4, 5, 6, 7, 8, 0]], "d")
    with pytest.raises(ValueError, match="row 1:.*`d`, is not legal"):
        eight.apply([eight.solved] * 2, ["u", "d"])
    with pytest.raises(TypeError, match="moves must be an array of integers"):
        eight.apply(eight.solved, 1.0)


def test_texts_were_written_that_nothing_reads():
    puzzle = fewest.Puzzle("sliding:3x2")
    boards = puzzle.sample(3, seed=1)
    assert not {"hackerrank", "princeton", "npuzzle42"} & set(puzzle.formats)
    for name in puzzle.formats:
        assert (puzzle.read(puzzle.write(boards, name), name) == boards).all(), name
    with pytest.raises(ValueError, match="has no format `hackerrank`"):
        puzzle.write(boards, "hackerrank")


def test_legal_moves(eight, rotation):
    for puzzle in eight, rotation, fewest.Puzzle("knights"):
        for board in puzzle.sample(10, seed=1):
            legal = puzzle.neighbours(board)[1]
            names = puzzle.legal_moves(board)
            assert len(names) == legal.sum()
            if puzzle.name != "knights":
                assert names == [name for name, can in zip(puzzle.moves, legal) if can]
            else:
                # A knight's move has the name of the cell that it leaves.
                after = [puzzle.apply(board, name).tolist() for name in names]
                assert after == puzzle.neighbours(board)[0][legal].tolist()


def test_all_answers(eight):
    hardest = "8 6 7 2 5 4 3 x 1"
    count, answers = eight.all_answers(hardest)
    assert count == len(answers) == len({answer.text for answer in answers}) == 40
    assert answers[0] == eight.solve(hardest)
    for answer in answers:
        assert len(answer) == 31 and eight.is_solved(eight.apply(hardest, answer.text))
    count, answers = eight.all_answers(hardest, most=3)
    assert (count, len(answers)) == (40, 3)
    ring = fewest.Puzzle("sliding:2x2")
    count, classes = ring.all_answers("0 3 2 1", every=False)
    assert (count, [answer.text for answer in classes]) == (2, ["druldr"])
    assert eight.all_answers([2, 1, 3, 4, 5, 6, 7, 8, 0]) == (0, [])
    assert eight.all_answers(eight.solved)[0] == 1
    assert eight.all_answers(hardest, max_moves=5) == (None, [])


TYPED = """
import numpy as np
import fewest

puzzle = fewest.Puzzle("eight")
reveal_type(puzzle.distances([[1, 2, 3], [4, 5, 6], [7, 8, 0]], masked=True).mask)
reveal_type(puzzle.distances(puzzle.sample(np.int64(10))))
reveal_type(puzzle.table())
reveal_type(puzzle.all_answers("1 2 3 4 5 6 7 8 x")[1][0].moves)
reveal_type(puzzle.scramble("ul"))
fewest.Puzzle.from_permutations({"a": [1, 0]})
"""


def test_types(tmp_path):
    """Masked arrays were typed as plain ones, and a table as anything."""
    script = tmp_path / "typed.py"
    script.write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    lines = [line.split("note: Revealed type is ")[1] for line in done.stdout.splitlines() if "Revealed" in line]
    assert len(lines) == 5 and '"Any"' not in lines, lines
