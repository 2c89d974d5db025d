"""Many boards at once: against one board at a time, for arrays of every shape and layout."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import fewest

NAMES = ["eight", "rotation", "sliding:2x3", "pancakes", "pyraminx", "sixteen3"]
PUZZLES = {name: fewest.Puzzle(name) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_what_the_parts_say_of_each_other(name):
    puzzle = PUZZLES[name]
    boards = puzzle.sample(300, seed=1)
    distances = puzzle.distances(boards)
    assert distances.dtype == np.uint8 and distances.shape == (300,)
    around, legal = puzzle.neighbours(boards)
    assert around.shape == (300, len(puzzle.moves), puzzle.cells)
    assert legal.shape == (300, len(puzzle.moves))
    next_ = puzzle.distances(around.reshape(-1, puzzle.cells)).reshape(legal.shape).astype(int)
    optimal = puzzle.optimal_actions(boards)
    assert (optimal == (legal & (next_ == distances[:, None].astype(int) - 1))).all()
    assert (np.abs(next_ - distances[:, None])[legal] <= 1).all()
    assert (puzzle.is_solved(boards) == (distances == 0)).all()
    assert puzzle.is_solvable(boards).all()
    for move in range(len(puzzle.moves)):
        can = legal[:, move]
        assert (puzzle.apply(boards[can], move) == around[can, move]).all()
    moves, lengths = puzzle.solve_many(boards)
    assert (lengths == distances).all()
    after = boards
    for column in moves.T:
        on = column >= 0
        after = after.copy()
        after[on] = puzzle.apply(after[on], column[on])
    assert puzzle.is_solved(after).all()
    for board, distance, row in list(zip(boards, distances, optimal))[:20]:
        assert puzzle.distance(board) == distance
        names = [puzzle.moves[m] for m in np.flatnonzero(row)]
        assert puzzle.optimal_moves(board) == names
        assert (puzzle.board(puzzle.text(board)) == board).all()


@pytest.mark.parametrize("name", ["eight", "cube2", "sliding:3x2", "pancakes"])
def test_tables(name, tmp_path):
    puzzle = fewest.Puzzle(name)
    table = puzzle.table()
    boards = puzzle.sample(1000, seed=2)
    ranks = puzzle.rank(boards)
    assert ranks.dtype == np.uint64
    assert (table[ranks] == puzzle.distances(boards)).all()
    assert (puzzle.rank(puzzle.unrank(ranks)) == ranks).all()
    assert (puzzle.distances(puzzle.unrank(ranks)) == table[ranks]).all()
    assert puzzle.unrank(ranks.reshape(10, 100)).shape == (10, 100, puzzle.cells)
    assert puzzle.rank(boards[0]) == ranks[0]
    # It is an array, read-only.
    assert isinstance(table, np.ndarray) and table.dtype == np.uint8 and table.ndim == 1
    assert not table.flags.writeable
    assert (table != 255).sum() == puzzle.count == puzzle.survey().boards
    mapped = puzzle.table(tmp_path)
    assert isinstance(mapped, np.memmap) and len(mapped) == len(table)
    assert (mapped == table).all()
    assert len(list(tmp_path.iterdir())) == 1
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ValueError):
        puzzle.table(tmp_path)


# Fifteen pieces of three kinds in a row, and a goal for each kind: seen by its goal, a board is one of
# 3,003, and by all of them one of 756,756.
THIRDS = """
name = "thirds"
cells = "a b c d e f g h i j k l m n o"
pieces = "1*5 2*5 3*5"
goal = [
    { name = "ones", board = "1*5 ?*10" },
    { name = "twos", board = "2*5 ?*10" },
    { name = "threes", board = "3*5 ?*10" },
]
move = [
    { name = "l", cycles = "(a b c d e f g h i j k l m n o)" },
    { name = "r", cycles = "(o n m l k j i h g f e d c b a)" },
    { name = "x", cycles = "(a b)" },
]
"""


def test_tables_of_goals_that_are_seen_apart(tmp_path):
    puzzle = fewest.Puzzle.from_toml(THIRDS)
    survey = puzzle.survey()
    small = fewest.Puzzle.from_toml(THIRDS, memory=500_000)
    assert small.tabulated
    with pytest.raises(ValueError, match=r"take 756756 bytes, 500000 are allowed: table\(folder\)"):
        small.table()
    bars = []

    class Bar:
        def __init__(self, *, desc, unit, total):
            self.total, self.done = total, 0
            bars.append(self)

        def update(self, n):
            self.done += n

        def close(self):
            pass

    for table in puzzle.table(), small.table(tmp_path, progress=Bar):
        assert np.bincount(table).tolist() == survey.counts.tolist()
        boards = puzzle.unrank(np.arange(756756))
        assert len(np.unique(boards, axis=0)) == 756756
        assert (puzzle.rank(boards) == np.arange(756756)).all()
        assert (puzzle.distances(boards) == table).all()
    assert bars[-1].total == bars[-1].done == 756756
    assert [file.suffix for file in tmp_path.iterdir()] == [".npy"]


def test_what_is_left_of_a_table_that_was_not_finished(tmp_path):
    class Refuses(Exception):
        pass

    def refuses(**_):
        raise Refuses

    with pytest.raises(Refuses):
        fewest.Puzzle("corners").table(tmp_path, progress=refuses)
    assert not list(tmp_path.iterdir())
    with pytest.raises(NotADirectoryError, match="file"):
        (tmp_path / "file").touch()
        fewest.Puzzle("eight").table(tmp_path / "file" / "folder")


def test_what_tables_refuse(eight):
    table = eight.table()
    swapped = np.array([[2, 1, 3, 4, 5, 6, 7, 8, 0]], np.uint8)
    with pytest.raises(ValueError, match="row 0: it can't be solved"):
        eight.rank(swapped)
    for rank in 181_440, -1:
        with pytest.raises(ValueError, match=f"row 1: no board has the number {rank}; boards are numbered 0 to 181439"):
            eight.unrank([0, rank])
    with pytest.raises(TypeError):
        eight.unrank([0.5])
    with pytest.raises(ValueError):
        table[0] = 1
    for name in "fifteen", "cube3":
        for call in fewest.Puzzle(name).table, lambda: fewest.Puzzle(name).rank(fewest.Puzzle(name).solved):
            with pytest.raises(ValueError, match="has too many boards to tabulate or count.*distances"):
                call()
    with pytest.raises(ValueError):
        fewest.Puzzle("rotation", memory=1_000_000).table()


@settings(max_examples=60)
@given(data=st.data())
def test_layouts_make_no_difference(data):
    puzzle = PUZZLES[data.draw(st.sampled_from(NAMES))]
    boards = puzzle.sample(data.draw(st.integers(0, 40)), seed=data.draw(st.integers(0, 2**64 - 1)))
    expected = puzzle.distances(boards)
    wide = np.zeros((2 * len(boards), puzzle.cells + 3), np.uint8)
    wide[::2, 1:-2] = boards
    backwards = np.ascontiguousarray(boards[::-1, ::-1])[::-1, ::-1]
    read_only = boards.copy()
    read_only.setflags(write=False)
    optimal = puzzle.optimal_actions(boards)
    for layout in np.asfortranarray(boards), wide[::2, 1:-2], backwards, read_only:
        for kind in np.uint8, np.int8, np.uint16, np.int64, ">i4", ">u8":
            other = layout.astype(kind, copy=False)
            assert (puzzle.distances(other) == expected).all()
            assert (puzzle.optimal_actions(other) == optimal).all()
            assert (puzzle.neighbours(other)[0] == puzzle.neighbours(boards)[0]).all()
    wide = wide.astype(np.int64)[::2, 1:-2]
    assert (puzzle.distances(wide) == expected).all()
    assert (puzzle.distances(wide.reshape(1, -1, 1, puzzle.cells)) == expected.reshape(1, -1, 1)).all()


@pytest.mark.parametrize("kind", ["i1", "i2", "u2", ">i4", "i8", ">u8", "u8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_the_first_number_that_is_not_a_symbol(eight, kind, order):
    info = np.iinfo(kind)
    for value in {-1, 9, 127, 256, 257, info.min, info.max}:
        if not info.min <= value <= info.max or 0 <= value < 9:
            continue
        boards = np.array(np.tile(eight.solved, (50, 1)), kind, order=order)
        # In Fortran order, the second of these comes first.
        boards[17, 8], boards[18, 0] = value, info.max
        for call in eight.distances, eight.is_solved, eight.optimal_actions, eight.solve_many:
            with pytest.raises(ValueError, match=f"^row 17: {value} is not a symbol; symbols are 0 to 8$"):
                call(boards)
        # It is one byte of a view that does not show it.
        assert (eight.distances(boards[:17]) == 0).all()
    bytes_ = np.array(np.tile(eight.solved, (50, 1)), np.uint8, order=order)
    bytes_[17, 8] = 255
    with pytest.raises(ValueError, match="^row 17: expected 1 of"):
        eight.distances(bytes_)


@pytest.mark.parametrize("kind", [np.uint8, np.int64, ">u8"])
def test_no_boards(eight, kind):
    for shape in (0, 9), (3, 0, 9), (0, 3, 3):
        for boards in np.zeros(shape, kind), np.zeros(shape, kind, order="F"):
            assert eight.distances(boards).shape == eight.is_solved(boards).shape
            assert eight.distances(boards).size == 0
            assert eight.optimal_actions(boards).size == 0


def test_an_empty_list_was_refused_as_a_list_of_floats(eight):
    for boards in [], (), np.zeros(0):
        assert eight.distances(boards).shape == (0,)
        assert eight.is_solved(boards).shape == eight.is_solvable(boards).shape == (0,)
        assert eight.optimal_actions(boards).shape == (0, 4)
        nearby, are_legal = eight.neighbours(boards)
        assert (nearby.shape, are_legal.shape) == ((0, 4, 9), (0, 4))
        moves, distances = eight.solve_many(boards)
        assert (moves.shape, distances.shape) == ((0, 0), (0,))
        assert eight.apply(boards, 0).shape == (0, 9)


@settings(max_examples=200)
@given(
    hnp.arrays(
        st.sampled_from([np.uint8, np.int8, np.int64, np.float32, np.bool_]),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=10),
        elements={"min_value": 0, "max_value": 8},
    )
)
def test_every_other_array_is_refused_with_the_row(array):
    eight = PUZZLES["eight"]
    calls = [
        eight.distances,
        eight.optimal_actions,
        eight.neighbours,
        eight.is_solvable,
        eight.is_solved,
        eight.solve_many,
        lambda boards: eight.apply(boards, 0),
        lambda boards: eight.random_walks(len(boards), 2, start=boards),
    ]
    is_whole = array.dtype.kind in "iu"
    fits = array.shape[-1:] == (9,) or array.shape[-2:] == (3, 3)
    rows = array.reshape(-1, 9) if is_whole and fits else []
    bad = [row for row, board in enumerate(rows) if sorted(board) != list(range(9))]
    for call in calls:
        if array.ndim < 2 and call is calls[-1]:
            continue
        if array.shape == (0,):
            call(array)
        elif not is_whole:
            with pytest.raises(TypeError, match="integers"):
                call(array)
        elif not fits:
            with pytest.raises(ValueError, match="shape"):
                call(array)
        elif bad:
            if call is calls[-1] and len(rows) != len(array):
                continue
            with pytest.raises(ValueError, match=f"row {bad[0]}: expected"):
                call(array)


def test_the_row_of_a_bad_board_among_many(eight):
    boards = eight.sample(100_000, seed=4)
    boards[77_777, 3] = 200
    boards[88_888, 3] = 200
    for call in eight.distances, eight.neighbours, eight.is_solved, eight.is_solvable:
        with pytest.raises(ValueError, match="row 77777: "):
            call(boards)


def test_moves(eight):
    boards = np.repeat(eight.solved[None], 3, axis=0)
    for moves in np.array([1, 3, 0]), np.array([1, 3, 0], np.uint8):
        with pytest.raises(ValueError, match="row 2: move `d` is not legal"):
            eight.apply(boards, moves)
    for moves in np.array([1, 3, 4]), np.array([1, 3, -1]), np.array([1, 3, 1000]):
        with pytest.raises(ValueError, match=f"row 2: {moves[2]} is not a move; moves are 0 to 3"):
            eight.apply(boards, moves)
    with pytest.raises(ValueError, match=r"shape \[3\], not \(2,\)"):
        eight.apply(boards, np.array([1, 3]))
    with pytest.raises(ValueError, match="`x`"):
        eight.apply(boards, "x")
    with pytest.raises(TypeError):
        eight.apply(boards, np.array([1.0, 3.0, 1.0]))


def test_samples(eight, rotation):
    for puzzle, distance in (eight, 31), (eight, 12), (rotation, 9), (rotation, 13):
        boards = puzzle.sample(500, distance=distance, seed=5)
        assert (puzzle.distances(boards) == distance).all()
        assert (boards == puzzle.sample(500, distance=distance, seed=5)).all()
        assert (boards != puzzle.sample(500, distance=distance, seed=6)).any()
    between = eight.distances(eight.sample(5000, distance=(3, 5), seed=7))
    # 8, 16 and 20 boards: each distance about as often as it has boards.
    assert np.abs(np.bincount(between)[3:] / 5000 - np.array([8, 16, 20]) / 44).max() < 0.05
    # Every one of the sixteen boards at distance 4 about equally often.
    _, counts = np.unique(eight.sample(16_000, distance=4, seed=8), axis=0, return_counts=True)
    assert len(counts) == 16 and counts.min() > 850 and counts.max() < 1150
    with pytest.raises(ValueError, match="no board at distance 32"):
        eight.sample(1, distance=32)
    with pytest.raises(TypeError):
        eight.sample(1, distance="far")
    assert (fewest.Puzzle("fifteen").sample(3, distance=4) < 16).all()


def test_walks(eight):
    walks = eight.random_walks(500, 20, seed=9)
    assert (walks[:, 0] == eight.solved).all()
    for before, after in zip(walks.swapaxes(0, 1), walks.swapaxes(0, 1)[1:]):
        around, legal = eight.neighbours(before)
        assert ((around == after[:, None]).all(axis=2) & legal).any(axis=1).all()
    assert (walks == eight.random_walks(500, 20, seed=9)).all()
    starts = eight.sample(10, seed=1)
    assert (eight.random_walks(10, 0, start=starts)[:, 0] == starts).all()
    with pytest.raises(ValueError, match="start has 10 boards, not 9"):
        eight.random_walks(9, 3, start=starts)


def test_without_tables():
    fifteen = fewest.Puzzle("fifteen")
    boards = fifteen.random_walks(20, 12, seed=3)[:, -1]
    distances = fifteen.distances(boards)
    assert (distances <= 12).all() and (distances % 2 == 0).all()
    around, legal = fifteen.neighbours(boards)
    next_ = fifteen.distances(around.reshape(-1, 16)).reshape(legal.shape)
    optimal = legal & (next_ == distances[:, None].astype(int) - 1)
    assert (fifteen.optimal_actions(boards) == optimal).all()
    swapped = boards.copy()
    swapped[0] = fifteen.solved[[1, 0, *range(2, 16)]]
    assert fifteen.is_solvable(swapped).tolist() == [False] + [True] * 19
    assert fifteen.distances(swapped, masked=True).mask.tolist() == [True] + [False] * 19


def test_moves_that_cannot_be_taken_back():
    # A ring of three boards, one way round.
    ring = fewest.Puzzle.from_permutations({"on": [1, 2, 0]})
    boards = ring.random_walks(1, 3)[0]
    assert ring.distances(boards).tolist() == [0, 2, 1, 0]
    table = ring.table()
    assert table[ring.rank(boards)].tolist() == [0, 2, 1, 0]
    assert np.sort(table)[:3].tolist() == [0, 1, 2]
