"""Puzzles: opened, described, pickled, shared, interrupted."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest
import tqdm

import fewest
from conftest import ROOT, corpus
from ctrl_c import CHILD


def test_properties(eight):
    assert (eight.name, eight.title, eight.cells) == ("eight", "sliding tiles, 3 x 3", 9)
    assert eight.symbols == tuple("012345678") and eight.moves == ("d", "l", "r", "u")
    assert eight.goals.tolist() == [[1, 2, 3, 4, 5, 6, 7, 8, 0]]
    assert (eight.count, eight.farthest) == (181_440, 31)
    rotation = fewest.Puzzle("rotation")
    assert rotation.goals.shape == (3, 24) and rotation.goals.min() == -1
    assert fewest.Puzzle("twentyfour").count == 7_755_605_021_665_492_992_000_000
    assert set(fewest.puzzles()) >= {"eight", "rotation", "cube3"}


def test_every_puzzle_opens():
    for name in fewest.puzzles():
        if ":" not in name:
            puzzle = fewest.Puzzle(name)
            assert puzzle.is_solved(puzzle.solved[None]).all()
            assert puzzle.draw(puzzle.solved) and "<svg" in puzzle._repr_svg_()


def test_definitions():
    for path in sorted((ROOT / "crates" / "fewest-model" / "puzzles").glob("*.toml"))[:6]:
        puzzle = fewest.Puzzle.load(path)
        assert puzzle.name == path.stem
        assert fewest.Puzzle.from_toml(path.read_text()).moves == puzzle.moves
    with pytest.raises(ValueError, match="did you mean `rotation`"):
        fewest.Puzzle("rotatoin")
    with pytest.raises(ValueError, match=r"fewest.puzzles\(\).*Puzzle.load"):
        fewest.Puzzle("nothing")
    with pytest.raises(ValueError, match="2"):
        fewest.Puzzle.from_toml("name = 'x'\ncells = ")
    with pytest.raises(FileNotFoundError, match="file.toml"):
        fewest.Puzzle.load("/no/such/file.toml")
    with pytest.raises(ValueError, match="goal"):
        fewest.Puzzle("rotation", goal=fewest.Puzzle("rotation").solved)


def test_definitions_of_other_programs(tmp_path):
    orders = {columns[0]: int(columns[1]) for columns in corpus("imports.txt")}
    for name in "cube2.tws", "skewb-diamond.def":
        puzzle = fewest.Puzzle.load(ROOT / "corpus" / "imports" / name)
        assert puzzle.count == orders[name]
        assert pickle.loads(pickle.dumps(puzzle)).moves == puzzle.moves
    text = (ROOT / "corpus" / "imports" / "cube2.tws").read_text()
    file = tmp_path / "puzzle.txt"
    file.write_text(text)
    with pytest.raises(ValueError, match="puzzle.txt:"):
        fewest.Puzzle.load(file)
    assert fewest.Puzzle.load(file, format="twsearch").count == orders["cube2.tws"]
    with pytest.raises(ValueError, match="unknown format `other`"):
        fewest.Puzzle.load(file, format="other")
    twice = "Set P 3 1\nSolved\nP\n1 2 3\nEnd\nMove A\nP\n2 1 3\nEnd\nMove B\nP\n2 1 3\nEnd\n"
    file.write_text("Name row\n" + twice)
    with pytest.warns(UserWarning, match="puzzle.txt:11:.*the same as `A`"):
        assert fewest.Puzzle.load(file, format="ksolve").moves == ("A",)
    file.write_bytes(b"\xff")
    with pytest.raises(ValueError, match="not UTF-8"):
        fewest.Puzzle.load(file)


def test_goals_and_boards_of_other_programs():
    examples = ROOT / "examples"
    path, scrambles, layers = (examples / name for name in ("cube2.json", "cube2.scr", "layers.json"))
    puzzle = fewest.Puzzle.load(path)
    boards = fewest.import_boards(path, scrambles)
    assert [puzzle.solve(board).distance for board in boards] == [1, 4]
    masked = fewest.Puzzle.load(path, goal_file=layers)
    boards = fewest.import_boards(path, scrambles, goal_file=layers)
    assert [masked.solve(board).distance for board in boards] == [1, 2]
    assert fewest.Puzzle.load(path, any_orientation=True).goals.shape[0] == 24
    for given in {"any_orientation": True}, {"goal_file": layers}:
        with pytest.raises(ValueError, match="are for files of twsearch"):
            fewest.Puzzle.load(examples / "santa.csv", **given)
        with pytest.raises(ValueError, match="are for files of twsearch"):
            fewest.Puzzle.load(examples / "roux.toml", **given)
    with pytest.raises(ValueError, match="eight.txt:"):
        fewest.import_boards(path, examples / "eight.txt", goal_file=layers)
    with pytest.raises(FileNotFoundError, match="nothing.scr"):
        fewest.import_boards(path, "nothing.scr")


def test_permutations():
    swap = {"l": [1, 0, 2], "r": np.array([0, 2, 1])}
    puzzle = fewest.Puzzle.from_permutations(swap, name="row", title="a row")
    assert puzzle.survey().counts.tolist() == [1, 2, 2, 1]
    assert (puzzle.name, puzzle.title, puzzle.count) == ("row", "a row", 6)
    letters = fewest.Puzzle.from_permutations(swap, goal=["a", "b", "a"])
    assert letters.symbols == ("a", "b") and letters.count == 3
    some = fewest.Puzzle.from_permutations(swap, pieces=["x", "y", "z"], goal=["z", None, None])
    assert some.survey().counts.tolist() == [2, 2, 2]
    assert some.goals.tolist() == [[2, -1, -1]]
    for moves, words, problem in [
        ({}, {}, "at least one move"),
        ({"a": [0, 0]}, {}, "not a permutation"),
        ({"a": [1, 0], "b": [1, 0, 2]}, {}, "move `b` has 3 cells, move `a` has 2"),
        ({"a": [1, 0], "b": [1, 2]}, {}, "move `b` counts cells from 1"),
        ({"a": [1, 0], "b": [1, 1]}, {}, "move `b` is not a permutation of the cells 0 to 1"),
        ({"a": [1, 256]}, {}, "not a permutation"),
        ({"a": [1, -1]}, {}, "not a permutation"),
        (swap, {"pieces": [0, 1]}, "2 pieces for 3 cells"),
        (swap, {"pieces": [1, 2, 3]}, "without gaps"),
        (swap, {"pieces": [0, "a", 1]}, "all numbers or all names"),
        (swap, {"goal": [0, None, 1]}, "open cells needs pieces"),
        (swap, {"pieces": [0, 1, 1], "goal": [2, 0, 1]}, "not one of the pieces"),
        (swap, {"pieces": [0, 1, 1], "goal": [0, 0, 1]}, "the goal has 2 of `0`"),
        ({str(i): [1, 0] for i in range(256)}, {}, "at most 255"),
        ({"two words": [1, 0]}, {}, "word"),
    ]:
        with pytest.raises(ValueError, match=problem):
            fewest.Puzzle.from_permutations(moves, **words)
    for moves, words, problem in [
        ([[1, 0]], {}, "moves must be a mapping from names"),
        ({"a": "(0 1)"}, {}, "move `a` must be a list of cells"),
        (swap, {"goal": "AAB"}, "goal must be a list"),
        (swap, {"pieces": 3}, "pieces must be a list"),
    ]:
        with pytest.raises(TypeError, match=problem):
            fewest.Puzzle.from_permutations(moves, **words)
    assert fewest.Puzzle.from_permutations({1: [1, 0]}).moves == ("1",)


def test_goals():
    blank_first = fewest.Puzzle("eight", goal="0 1 2 3 4 5 6 7 8")
    assert blank_first.solved.tolist() == list(range(9))
    assert blank_first.distances(blank_first.solved[None]).tolist() == [0]
    assert blank_first.survey().farthest == 31 and blank_first.farthest is None
    hard = blank_first.sample(5, distance=31, seed=1)
    assert blank_first.distances(hard).tolist() == [31] * 5
    assert blank_first.table()[blank_first.rank(hard)].tolist() == [31] * 5
    assert blank_first == fewest.Puzzle("eight", goal=range(9)) != fewest.Puzzle("eight")
    snail = fewest.Puzzle("eight", goal="snail")
    assert snail.goals.tolist() == [[1, 2, 3, 8, 0, 4, 7, 6, 5]]
    assert snail.distance("1 2 3 8 x 4 7 6 5") == 0 and repr(snail).endswith(" to snail>")
    assert "0 1 2 3" in repr(blank_first)
    # A named goal of several boards, and a definition with the goal.
    ones = fewest.Puzzle.from_toml(
        (ROOT / "crates" / "fewest-model" / "puzzles" / "rotation.toml").read_text().replace('name = "rotation"', 'name = "own"'),
        goal="centre 1",
    )
    assert ones.goals.shape == (1, 24) and set(ones.goals[0]) == {-1, 0}
    for puzzle in blank_first, snail, ones:
        again = fewest.Puzzle.from_toml(puzzle.to_toml())
        assert (again.goals == puzzle.goals).all()
        assert (pickle.loads(pickle.dumps(puzzle)).goals == puzzle.goals).all()
    with pytest.raises(ValueError):
        fewest.Puzzle("eight", goal="nothing")


def test_ties():
    udlr = fewest.Puzzle("eight", tie="udlr")
    assert udlr.moves == ("u", "d", "l", "r")
    assert pickle.loads(pickle.dumps(udlr)) == udlr != fewest.Puzzle("eight")
    ring = fewest.Puzzle("sliding:2x2", tie="rlud")
    assert ring.solve("0 3 2 1").text == "rdlurd"
    for puzzle in fewest.Puzzle("eight"), fewest.Puzzle("eight", tie="any"):
        assert puzzle.solve("8 6 7 2 5 4 3 x 1", tie="any").distance == 31
        moves, distances = puzzle.solve_many(puzzle.sample(50, seed=1), tie="any")
        assert ((moves >= 0).sum(axis=1) == distances).all()
    for name in "udl", "first", "":
        with pytest.raises(ValueError, match="tie"):
            fewest.Puzzle("eight", tie=name)
        with pytest.raises(ValueError, match="tie must be 'least' or 'any'"):
            fewest.Puzzle("eight").solve([1, 2, 3, 4, 5, 6, 7, 8, 0], tie=name)


def test_every_puzzle_is_a_definition():
    names = [name for name in fewest.puzzles() if ":" not in name] + ["sliding:5x3", "sliding:2x2"]
    for name in names:
        puzzle = fewest.Puzzle(name)
        again = fewest.Puzzle.from_toml(puzzle.to_toml())
        assert (again.moves, again.symbols) == (puzzle.moves, puzzle.symbols), name
        boards = puzzle.random_walks(20, 3, seed=1)[:, -1]
        assert (again.neighbours(boards)[0] == puzzle.neighbours(boards)[0]).all(), name
    text = (ROOT / "crates" / "fewest-model" / "puzzles" / "pancakes.toml").read_text()
    assert fewest.Puzzle.from_toml(text).to_toml() == text
    names = {"l": [1, 0, 2], 'r"': [0, 2, 1]}
    odd = fewest.Puzzle.from_permutations(names, pieces=["a\\", "b", "c"], name="odd")
    assert fewest.Puzzle.from_toml(odd.to_toml()).moves == ("l", 'r"')


def test_paths_are_loaded():
    path = ROOT / "crates" / "fewest-model" / "puzzles" / "pancakes.toml"
    for given in path, str(path):
        assert fewest.Puzzle(given) == fewest.Puzzle.load(path)
    assert fewest.Puzzle(ROOT / "corpus" / "imports" / "cube2.tws").count == 3_674_160
    with pytest.raises(FileNotFoundError) as error:
        fewest.Puzzle("nowhere/none.toml")
    assert error.value.filename == "nowhere/none.toml"
    with pytest.raises(TypeError):
        fewest.Puzzle(3)


def test_pickles(eight):
    permutations = fewest.Puzzle.from_permutations(
        {"l": [1, 0, 2], "r": [0, 2, 1]}, pieces=["x", "y", "z"], goal=["z", None, None]
    )
    toml = fewest.Puzzle.load(ROOT / "crates" / "fewest-model" / "puzzles" / "pancakes.toml")
    goal = fewest.Puzzle("eight", goal=range(9), memory=10**8)
    for puzzle in eight, permutations, toml, goal:
        data = pickle.dumps(puzzle)
        assert len(data) < 10_000
        for other in pickle.loads(data), copy.deepcopy(puzzle):
            assert (other.name, other.moves, other.symbols) == (puzzle.name, puzzle.moves, puzzle.symbols)
            assert (other.goals == puzzle.goals).all()
            assert other == puzzle and hash(other) == hash(puzzle) and other.memory == puzzle.memory
            boards = puzzle.sample(50, seed=1)
            assert (other.distances(boards) == puzzle.distances(boards)).all()


def test_pickled_answers(eight):
    fifteen = fewest.Puzzle("fifteen")
    for answer in [
        eight.solve("8 6 7 2 5 4 3 x 1"),
        eight.solve(eight.solved),
        eight.solve([2, 1, 3, 4, 5, 6, 7, 8, 0]),
        eight.solve("8 6 7 2 5 4 3 x 1", max_moves=10),
        fifteen.solve("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", max_nodes=1000),
    ]:
        other = pickle.loads(pickle.dumps(answer))
        for name in "moves", "distance", "proven", "solvable", "why", "at_least", "method", "nodes":
            assert getattr(other, name) == getattr(answer, name)
        assert (other.boards == answer.boards).all() and repr(other) == repr(answer)
        assert other == answer and hash(other) == hash(answer)
        assert bool(answer) == (answer.at_most is not None)
    first, second = eight.solve([1, 2, 3, 4, 5, 6, 7, 0, 8]), eight.solve(eight.solved)
    assert first != second and len({first, second, first}) == 2 and second


def test_quick_solutions():
    cube = fewest.Puzzle("cube3")
    board = cube.sample(1, seed=5)[0]
    answer = cube.solve(board, quick=True)
    assert answer.at_least < answer.at_most == len(answer.moves) < 30 and not answer.proven
    assert cube.is_solved(answer.boards[-1])
    near = cube.solve(cube.scramble("R U F"), quick=True)
    assert near.proven and near.distance == 3
    with pytest.raises(ValueError, match="a quick solution has no other limit than max_time"):
        cube.solve(board, quick=True, max_moves=20)


def test_pickled_surveys_and_pictures(eight):
    survey = eight.survey(hardest=2, every=True)
    for other in pickle.loads(pickle.dumps(survey)), copy.deepcopy(survey):
        assert other == survey and repr(other) == repr(survey)
        assert (other.hardest == survey.hardest).all()
        assert (other.counts == survey.counts).all()
    assert survey != eight.survey() and weakref.ref(survey)() is survey and weakref.ref(eight)() is eight
    picture = eight.svg(eight.solved)
    assert pickle.loads(pickle.dumps(picture)) == copy.copy(picture) == picture


def test_one_board(eight, rotation):
    answer = eight.solve("8 6 7 2 5 4 3 x 1")
    assert (answer.distance, len(answer), len(answer.boards)) == (31, 31, 32)
    assert answer.proven and answer.solvable and answer.at_least == 31
    assert "".join(answer.moves) == answer.text
    assert answer.actions.tolist() == [eight.moves.index(name) for name in answer.moves]
    assert answer._repr_html_().count("<svg") == 32
    assert eight.solve(answer.boards[-1]).moves == ()
    beyond = eight.solve("8 6 7 2 5 4 3 x 1", max_moves=10)
    assert (beyond.distance, beyond.proven, beyond.solvable) == (None, False, None)
    stopped = fewest.Puzzle("fifteen").solve("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", max_nodes=1000)
    assert not stopped.proven and stopped.at_least >= 40 and "at least" in repr(stopped)
    never = eight.solve([2, 1, 3, 4, 5, 6, 7, 8, 0])
    assert (never.distance, never.proven, never.solvable, never.at_least) == (None, True, False, None)
    for board in "1 2 3", [1, 2, 3], [0] * 9, [300] * 9, [-1] * 9, 3, eight.solved[None]:
        with pytest.raises(ValueError):
            eight.distance(board)
    for board in [1.5] * 9, None:
        with pytest.raises(TypeError):
            eight.distance(board)
    square = [[1, 2, 3], [4, 5, 6], [7, 0, 8]]
    assert eight.distance(square) == 1 and eight.legal_moves(square) == ["l", "r", "u"]
    assert repr(eight.solve(square)) == '<eight: 1 move, "r", by table>'
    assert rotation.solve(rotation.solved).distance == 0


def test_formats(eight):
    boards = eight.sample(30, seed=3)
    for name in eight.formats:
        assert (eight.read(eight.write(boards, name), name) == boards).all(), name
    for puzzle in fewest.Puzzle("cube2"), fewest.Puzzle("eight", goal=range(9)):
        boards = puzzle.sample(20, seed=1)
        written = puzzle.write(boards, "moves")
        assert (puzzle.read(written, "moves") == boards).all()
    assert len(written.split()[0]) == puzzle.distance(boards[0])
    assert eight.write(eight.solved[None], "moves") == "-\n"
    swapped = np.array([eight.solved, [2, 1, 3, 4, 5, 6, 7, 8, 0]], np.uint8)
    with pytest.raises(ValueError, match="row 1: no moves lead to it"):
        eight.write(swapped, "moves")
    ring = fewest.Puzzle.from_permutations({"on": [1, 2, 0]})
    with pytest.raises(ValueError, match="row 0: some move of its answer has no inverse"):
        ring.write(np.array([[1, 2, 0]], np.uint8), "moves")
    some = fewest.Puzzle.from_permutations({"on": [1, 2, 0]}, pieces=[0, 1, 1], goal=[0, None, 1])
    with pytest.raises(ValueError, match="no complete goal board"):
        some.write(some.sample(1), "moves")
    example = (ROOT / "examples" / "eight.txt").read_text()
    program = eight.answer(example)
    assert len(program.splitlines()) == len(eight.read(example))
    with pytest.raises(ValueError, match="the text:1:"):
        eight.read("1 2 3 4 5 6 7 8 9")
    with pytest.raises(ValueError, match="can't be drawn"):
        fewest.Puzzle("fifteen", memory=10_000_000).sample(1, distance=80)
    with pytest.raises(ValueError, match="has no format `poj2286`"):
        eight.read("1 2 3", "poj2286")


def test_threads(rotation):
    boards = rotation.sample(20_000, seed=1)
    expected = rotation.distances(boards)
    own = fewest.Puzzle("rotation")
    results = [None] * 8

    def work(place):
        results[place] = own.distances(boards[place::8])
        own.solve(boards[place])
        own.sample(10, distance=5)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for place in range(8):
        assert (results[place] == expected[place::8]).all()


def test_python_goes_on():
    """Another thread of Python runs while a search does."""
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    fewest.Puzzle("fifteen").solve("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", max_time=0.5)
    done.set()
    thread.join()
    assert len(ticks) > 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_forked_processes():
    """A forked process has none of the threads that its parent started, and does not miss them."""
    rotation = fewest.Puzzle("rotation")
    boards = rotation.sample(50_000, seed=1)
    expected = rotation.distances(boards)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map_async(rotation.distances, [boards] * 4).get(timeout=120)
    assert all((distances == expected).all() for distances in found)


class Bar:
    """What `tqdm` would show."""

    made = []

    def __init__(self, *, desc, unit, total):
        self.desc, self.total, self.done, self.closed = desc, total, 0, False
        Bar.made.append(self)

    def update(self, n):
        self.done += n

    def close(self):
        self.closed = True


def test_progress():
    Bar.made.clear()
    rotation = fewest.Puzzle("rotation")
    boards = rotation.sample(100_000, seed=1)
    rotation.distances(boards, progress=Bar)
    assert Bar.made and all(bar.closed for bar in Bar.made)
    assert Bar.made[-1].total == Bar.made[-1].done == 100_000

    Bar.made.clear()
    hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
    fewest.Puzzle("fifteen").solve(hard, max_nodes=3_000_000, progress=Bar)
    assert Bar.made[-1].desc == "searching" and Bar.made[-1].done > 0
    assert fewest.Puzzle("knights").prepare(progress=tqdm.tqdm)

    def refuses(**_):
        raise RuntimeError("no bar")

    with pytest.raises(RuntimeError, match="no bar"):
        fewest.Puzzle("rotation").survey(progress=refuses)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    "work",
    [
        'fewest.Puzzle("fifteen").solve("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1")',
        'fewest.Puzzle("knights").survey()',
        'fewest.Puzzle("corners").table()',
        'p = fewest.Puzzle("rotation"); b = p.sample(1000); [p.distances(np.tile(b, (5000, 1))) for _ in range(1000)]',
        'fewest.Puzzle("eight").random_walks(10_000, 10_000)',
    ],
)
def test_interruption(work):
    """Ctrl-C ends long work with KeyboardInterrupt. How soon is printed, not tested."""
    script = CHILD.format(before="", wait=0.3, call=work)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    print(work, "interrupted after", float(done.stdout), "ms")


def test_blocks_have_letters():
    klotski = fewest.Puzzle("klotski")
    start = "ABBC ABBC DEEF DGHF I..J"
    answer = klotski.solve(start)
    assert answer.distance == 81
    assert klotski.distance(start) == 81
    assert klotski.distance(klotski.apply(start, answer.moves[0])) == 80
    assert set(klotski.legal_moves(start)) >= {"Gd", "Hd", "Ir", "Jl"}
    with pytest.raises(ValueError, match="shape of"):
        klotski.solve("ABBC ABBC DEEF DGHF I.JJ")


def books(count):
    """A shelf of books; each of its moves exchanges two neighbouring blocks."""
    lines = ['name = "books"', f"cells = {count}", f'pieces = "{" ".join(map(str, range(1, count + 1)))}"']
    for first in range(count):
        for middle in range(first + 1, count):
            for end in range(middle + 1, count + 1):
                order = list(range(count))
                order[first:end] = order[middle:end] + order[first:middle]
                cycles, left = [], {cell for cell in range(count) if order[cell] != cell}
                while left:
                    cycle = [min(left)]
                    while (after := order.index(cycle[-1])) != cycle[0]:
                        cycle.append(after)
                    left -= set(cycle)
                    cycles.append("(" + " ".join(str(cell + 1) for cell in cycle) + ")")
                lines += ["[[move]]", f'name = "{first}-{middle}-{end}"', f'cycles = "{"".join(cycles)}"']
    return "\n".join([*lines, "[[goal]]", f'board = "{" ".join(map(str, range(1, count + 1)))}"'])


def test_more_than_64_moves():
    puzzle = fewest.Puzzle.from_toml(books(8))
    assert len(puzzle.moves) == 84
    # The library's tests count the same by plain search.
    assert list(puzzle.survey().counts) == [1, 84, 1932, 13467, 22000, 2836]
    rng = np.random.default_rng(84)
    boards = np.array([rng.permutation(8) for _ in range(200)], dtype=np.uint8)
    distances = puzzle.distances(boards)
    best = puzzle.optimal_actions(boards)
    after, are_legal = puzzle.neighbours(boards)
    assert best.shape == (200, 84) and are_legal.all()
    nearer = np.array([puzzle.distances(near) for near in after]) < distances[:, None]
    assert (best == nearer).all()


def test_errors_in_texts_began_with_a_name_that_nobody_gave(eight):
    cube = fewest.Puzzle("cube3")
    for call, message in [
        (lambda: cube.scramble("R Q"), "^`Q` is not a move of cube3, which has "),
        (lambda: eight.apply(eight.solved, "ud d"), "^move 3, `d`, is not legal there"),
        (lambda: eight.apply([eight.solved, eight.solved], ["u", "q"]), "^row 1: `q` is not a move of eight"),
        (lambda: eight.solve("1 2 3\n4 5 6\n7 9 x"), "^line 3, column 3: expected 1 to 8 or x in cell 8 of 9"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()


def test_a_move_that_moves_nothing_is_refused():
    with pytest.raises(ValueError, match="move `wait` moves no piece"):
        fewest.Puzzle.from_permutations({"swap": [1, 0, 2], "turn": [1, 2, 0], "wait": [0, 1, 2]})


@pytest.mark.parametrize("name", ["eight", "cube2"])
def test_a_survey_near_the_goals_has_the_counts_of_the_whole(name):
    puzzle = fewest.Puzzle(name)
    whole, near = puzzle.survey(), puzzle.survey(max_moves=5, hardest=3)
    assert (near.counts == whole.counts[:6]).all() and near.boards == whole.counts[:6].sum()
    assert not near.complete and whole.complete and near.farthest == 5
    assert near.unsolvable is None and near.symmetries is None and len(near.several_goals) == 0
    assert (near.hardest_distances == puzzle.distances(near.hardest)).all() and len(near.hardest) == 3
    assert pickle.loads(pickle.dumps(near)) == near != whole
    assert "up to 5 moves" in repr(near) and "up to 5 moves" in near._repr_html_()
    with pytest.raises(ValueError, match="only the number of all boards can be certified"):
        near.certify("near.cert")


def test_a_survey_with_room_for_all_moves_is_complete(eight):
    assert eight.survey(max_moves=40).complete and eight.survey(max_moves=31).counts[31] == 2
