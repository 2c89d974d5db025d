"""Arguments out of range, requests beyond memory, limits of searches, and what an interruption keeps."""

import subprocess
import sys

import numpy as np
import pytest

import fewest


HARD15 = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"


def test_requests_beyond_memory_are_exceptions(eight):
    """Each of these ended the process, or was a panic."""
    for request in [
        lambda: eight.sample(10**15),
        lambda: eight.sample(10**13, distance=4),
        lambda: eight.sample(2**62),
        lambda: eight.random_walks(10**9, 10**9),
        lambda: eight.random_walks(10**9, 10**6),
        lambda: eight.random_walks(2**60, 0),
        lambda: eight.random_walks(1, 2**62),
    ]:
        with pytest.raises(MemoryError, match="the result takes .* bytes"):
            request()


BEYOND = """
import resource
import numpy as np
import fewest

def used():
    lines = open("/proc/self/status").read().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmSize"))

eight = fewest.Puzzle("eight")
eight.prepare()
many = np.broadcast_to(eight.solved, (10**7, 9)).copy()
texts = [eight.text(eight.solved)] * 3
ranks = np.zeros(4 * 10**7, np.uint32)
limit = used() + (150 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
for call in [
    lambda: eight.sample(10**8),
    lambda: eight.sample(10**8, distance=4),
    lambda: eight.random_walks(10**5, 1000),
    lambda: eight.neighbours(many),
    lambda: eight.apply(many, "u"),
    lambda: eight.optimal_actions(many),
    lambda: eight.rank(many),
    lambda: eight.unrank(ranks),
    lambda: eight.solve_many(many),
    lambda: eight.write(many),
    lambda: eight.distances(np.broadcast_to(eight.solved, (10**8, 9))),
    lambda: eight.distances(many.astype(np.int64)),
]:
    try:
        call()
    except MemoryError:
        continue
    raise AssertionError("no error")
assert eight.distances(many[:1000]).max() == 0
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ulimit -v")
def test_requests_beyond_a_limit_of_the_process_ended_it():
    done = subprocess.run([sys.executable, "-c", BEYOND], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_arguments_out_of_range_are_named(eight):
    solved = eight.solved
    for call, message in [
        (lambda: eight.sample(-1), "n must be from 0 .*, not -1"),
        (lambda: eight.sample(2**70), "n must be from 0 .*, not 1180591620717411303424"),
        (lambda: eight.sample(1, seed=-1), "seed must be from 0 to 18446744073709551615, not -1"),
        (lambda: eight.sample(1, seed=2**64), "seed must be .*, not 18446744073709551616"),
        (lambda: eight.sample(1, distance=300), "distance must be from 0 to 254, not 300"),
        (lambda: eight.sample(1, distance=(3, -4)), "distance must be .*, not -4"),
        (lambda: eight.random_walks(1, -2), "length must be .*, not -2"),
        (lambda: eight.random_walks(1, 2, seed=-2), "seed must be .*, not -2"),
        (lambda: eight.apply(solved, -1), "-1 is not a move; moves are 0 to 3"),
        (lambda: eight.solve(solved, max_moves=-1), "max_moves must be .*, not -1"),
        (lambda: eight.solve(solved, max_nodes=-1), "max_nodes must be .*, not -1"),
        (lambda: eight.solve(solved, max_time=-1), "max_time must be seconds, 0 or more, not -1"),
        (lambda: eight.solve(solved, max_time=float("nan")), "max_time must be seconds, 0 or more, not nan"),
        (lambda: eight.survey(max_moves=-1), "max_moves must be .*, not -1"),
        (lambda: eight.survey(max_time=-1), "max_time must be seconds, 0 or more, not -1"),
        (lambda: eight.survey(hardest=-1), "hardest must be .*, not -1"),
        (lambda: eight.all_answers(solved, most=-1), "most must be .*, not -1"),
        (lambda: eight.unrank([-1]), "no board has the number -1"),
        (lambda: fewest.Puzzle("eight", memory=-1), "memory must be .*, not -1"),
        (lambda: eight.distances([1, 2, 3, 4, 5, 6, 7, 8, 300]), "row 0: 300 is not a symbol; symbols are 0 to 8"),
        (lambda: eight.distances(np.full((1, 9), 2**63, np.uint64)), "9223372036854775808 is not a symbol"),
        (lambda: eight.sample(1, seed=1, rng=np.random.default_rng(1)), "seed or rng, not both"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
    for call, message in [
        (lambda: eight.sample(1.5), r"n must be a whole number, not 1.5 \(float\)"),
        (lambda: eight.sample("3"), "n must be a whole number"),
        (lambda: eight.sample(1, distance="far"), "distance must be a whole number"),
        (lambda: eight.sample(1, rng=np.random), "rng must be a numpy.random.Generator"),
        (lambda: eight.solve(solved, max_time="1"), "max_time must be seconds"),
    ]:
        with pytest.raises(TypeError, match=message):
            call()


def test_whole_floats_and_numbers_of_numpy(eight):
    assert fewest.Puzzle("eight", memory=1e9).memory == 10**9
    assert len(eight.sample(np.int64(3))) == len(eight.sample(3.0)) == 3
    assert eight.solve(eight.solved, max_nodes=1e6, max_time=float("inf"), max_moves=np.uint8(3)).proven


def test_generators(eight):
    first, second = np.random.default_rng(7), np.random.default_rng(7)
    for draw in (
        lambda rng: eight.sample(50, rng=rng),
        lambda rng: eight.sample(50, distance=9, rng=rng),
        lambda rng: eight.random_walks(5, 9, rng=rng),
    ):
        boards = draw(first)
        assert (boards == draw(second)).all() and (boards != draw(second)).any()
        draw(first)


@pytest.fixture(scope="module")
def mixed():
    """A puzzle without tables; near boards, a hard one, and one that nothing solves."""
    fifteen = fewest.Puzzle("fifteen")
    boards = np.concatenate([fifteen.random_walks(5, 8, seed=2)[:, -1], fifteen.board(HARD15)[None]])
    swapped = fifteen.solved[[1, 0, *range(2, 16)]]
    return fifteen, np.concatenate([boards, swapped[None]])


@pytest.mark.parametrize("limits", [{"max_moves": 9}, {"max_time": 0.1}])
def test_boards_that_a_limit_leaves_open_are_masked(mixed, limits):
    fifteen, boards = mixed
    near = fifteen.distances(boards[:5])
    distances = fifteen.distances(boards, **limits)
    assert distances.mask.tolist() == [False] * 5 + [True, True]
    assert (distances[:5] == near).all() and distances.data[5:].tolist() == [254, 255]
    actions = fifteen.optimal_actions(boards, **limits)
    assert actions.mask.all(axis=1).tolist() == [False] * 5 + [True, False]
    assert (actions.data[:5] == fifteen.optimal_actions(boards[:5])).all() and not actions.data[6].any()
    moves, lengths = fifteen.solve_many(boards, **limits)
    assert (lengths.data == distances.data).all() and (lengths.mask == distances.mask).all()
    assert ((moves >= 0).sum(axis=1)[:5] == near).all() and (moves[5:] == -1).all()


@pytest.mark.parametrize("name", ["eight", "rotation"])
def test_limits_mean_the_same_with_tables(name):
    puzzle = fewest.Puzzle(name)
    boards = puzzle.sample(300, seed=1)
    exact, most = puzzle.distances(boards), 8
    distances = puzzle.distances(boards, max_moves=most)
    assert (distances.mask == (exact > most)).all() and (distances.data[exact > most] == 254).all()
    actions = puzzle.optimal_actions(boards, max_moves=most)
    assert (actions.mask.all(axis=1) == (exact > most)).all()
    moves, lengths = puzzle.solve_many(boards, max_moves=most)
    assert (lengths.mask == (exact > most)).all() and moves.shape[1] <= most
    assert not puzzle.distances(boards, max_time=60).mask.any()


def test_filled_distances_were_plausible_ones(mixed):
    """NumPy's own fill value was 63 moves, and for sets of moves every move."""
    fifteen, boards = mixed
    hard, swapped = boards[5:6], boards[6:]
    for found in fifteen.distances(hard, max_moves=9), fifteen.solve_many(hard, max_moves=9)[1]:
        assert found.filled().tolist() == [254]
    for found in fifteen.distances(swapped, masked=True), fifteen.solve_many(swapped, max_moves=9)[1]:
        assert found.filled().tolist() == [255]
    # One value fills all cells. For boards that can't be solved it is too weak, but not wrong.
    assert fifteen.distances(boards, max_moves=9).filled()[5:].tolist() == [254, 254]
    assert not fifteen.optimal_actions(hard, max_moves=9).filled().any()


INTERRUPTED = """
import os, signal
import numpy as np
import fewest
signal.signal(signal.SIGINT, signal.default_int_handler)
# Without pattern databases the last board takes minutes.
p = fewest.Puzzle("fifteen", memory=1e6)
near = p.random_walks(64, 6, seed=1)[:, -1]
b = np.concatenate([near, p.board("{hard}")[None]])

class Bar:
    def __init__(self, *, desc, unit, total):
        self.desc, self.done = desc, 0
    def update(self, n):
        self.done += n
        if self.desc == "searching" and self.done > 3_000_000:
            os.kill(os.getpid(), signal.SIGINT)
    def close(self):
        pass

try:
    {call}
    assert False, "sooner than expected"
except KeyboardInterrupt as stop:
    kept = stop.result
kept = kept[1] if isinstance(kept, tuple) else kept
mask = np.ma.getmaskarray(kept).reshape(65, -1).all(axis=1)
assert mask.tolist() == [False] * 64 + [True], mask
expected = p.optimal_actions(near) if kept.ndim == 2 else p.distances(near)
assert (kept[:64] == expected).all()
assert kept.fill_value == (False if kept.ndim == 2 else 254), kept.fill_value
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("call", ["distances", "solve_many", "optimal_actions"])
def test_what_was_finished_is_kept_on_ctrl_c(call):
    script = INTERRUPTED.format(hard=HARD15, call=f"p.{call}(b, progress=Bar)")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_an_exception_of_progress_keeps_what_was_finished(mixed):
    fifteen, boards = mixed

    def refuses(**_):
        raise RuntimeError("no bar")

    with pytest.raises(RuntimeError, match="no bar") as error:
        fifteen.distances(boards, progress=refuses)
    assert error.value.result.shape == (7,)


@pytest.mark.parametrize("name", [name for name in fewest.puzzles() if ":" not in name])
def test_a_random_board_of_every_puzzle_has_an_answer_or_a_bound(name):
    """Hard boards ended with "interrupted", though nobody interrupted them."""
    puzzle = fewest.Puzzle(name)
    board = puzzle.sample(1, seed=3)[0]
    answer = puzzle.solve(board, max_time=1)
    assert answer.proven or answer.at_least > 0
    if answer:
        assert puzzle.is_solved(answer.boards[-1])
