"""Calls on one puzzle share tables, and nothing else."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError

import numpy as np
import pytest

import fewest

HARD15 = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"


class Stop(Exception):
    """Ends a call from its progress."""


def refuses(**_):
    raise Stop


def texts(result):
    count, answers = result
    return count, [answer.text for answer in answers]


@pytest.fixture
def fifteen():
    return fewest.Puzzle("fifteen")


@pytest.fixture(scope="module")
def near():
    """A board with its answers, by a puzzle that is asked nothing else."""
    alone = fewest.Puzzle("fifteen")
    board = alone.random_walks(1, 12, seed=2)[0, -1]
    return board, texts(alone.all_answers(board))


def test_an_interrupted_count_stopped_every_later_one(fifteen, near):
    board, expected = near
    with pytest.raises(Stop):
        fifteen.all_answers(HARD15, progress=refuses)
    assert texts(fifteen.all_answers(board)) == expected


def test_a_threads_end_was_the_end_of_the_counts_of_others(fifteen, near):
    board, expected = near
    fifteen.solve(board)
    ended = []

    def interrupted():
        for _ in range(5):
            with pytest.raises(Stop):
                fifteen.all_answers(HARD15, progress=refuses)
            ended.append(True)

    thread = threading.Thread(target=interrupted)
    thread.start()
    counts = [texts(fifteen.all_answers(board)) for _ in range(30)]
    thread.join()
    assert len(ended) == 5 and all(found == expected for found in counts)


def test_two_questions_at_once_have_the_answers_that_each_has_alone(near):
    board, _ = near
    ways = [{}, {"max_moves": 3}, {"max_nodes": 100}, {"tie": "any"}, {"max_time": 60}]

    def answer(puzzle, way):
        found = puzzle.solve(board, **way)
        return found.distance, found.proven, len(found.moves)

    alone = [answer(fewest.Puzzle("fifteen"), way) for way in ways]
    puzzle, found = fewest.Puzzle("fifteen"), [[] for _ in ways]
    ask = lambda place: found[place].extend(answer(puzzle, ways[place]) for _ in range(10))
    threads = [threading.Thread(target=ask, args=(place,)) for place in range(len(ways))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[expected] * 10 for expected in alone]


def test_each_new_time_built_tables_of_its_own():
    built = []

    class Bar:
        def __init__(self, *, desc, unit, total):
            built.append(desc)

        def update(self, n):
            pass

        def close(self):
            pass

    puzzle = fewest.Puzzle("cube2")
    board = puzzle.random_walks(1, 9, seed=1)[0, -1]
    assert puzzle.prepare(progress=Bar) and "building the table" in built
    built.clear()
    answers = [puzzle.solve(board, max_time=60 + extra, progress=Bar) for extra in range(3)]
    answers.append(puzzle.solve(board, max_moves=20, max_nodes=10**9, tie="any", progress=Bar))
    assert not built and {answer.method for answer in answers} == {"table"}


FORKED = """
import os, signal, sys, threading, time
import fewest

class Enough(Exception):
    pass

begun, ended = threading.Event(), threading.Event()

class Bar:
    def __init__(self, *, desc, unit, total):
        self.desc = desc
    def update(self, n):
        if self.desc == "building the table":
            begun.set()
            if ended.is_set():
                raise Enough
    def close(self):
        pass

def build():
    try:
        knights.prepare(progress=Bar)
    except Enough:
        pass

knights = fewest.Puzzle("knights")
board = knights.random_walks(1, 4, seed=1)[0, -1]
thread = threading.Thread(target=build)
thread.start()
begun.wait()
child = os.fork()
if child == 0:
    answer = knights.solve(board)
    count, _ = knights.all_answers(board)
    os._exit(0 if answer.proven and count else 1)
end = time.monotonic() + 60
while os.waitpid(child, os.WNOHANG) == (0, 0):
    if time.monotonic() > end:
        os.kill(child, signal.SIGKILL)
        os._exit(2)
    time.sleep(0.01)
ended.set()
thread.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_process_forked_while_a_table_was_built_waited_for_ever():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], timeout=100)
    assert done.returncode == 0


@pytest.mark.parametrize("name", ["cube2", "corners", "pyraminx", "skewb", "floppy", "cross", "sixteen3", "cube3"])
def test_only_the_program_knew_why(name):
    puzzle, generator = fewest.Puzzle(name), np.random.default_rng(1)
    reasons = 0
    for _ in range(12):
        board = puzzle.solved.copy()
        here, there = generator.choice(puzzle.cells, 2, replace=False)
        board[[here, there]] = board[[there, here]]
        answer = puzzle.solve(board)
        assert answer.why is None or not answer.solvable
        reasons += answer.why is not None
    assert reasons > 3
    assert puzzle.solve(puzzle.solved).why is None


def far():
    """Boards that take minutes, of a puzzle without tables."""
    fifteen = fewest.Puzzle("fifteen", memory=1e6)
    return fifteen, fifteen.board(HARD15)


LONG = {
    "solve": lambda puzzle, board, **how: puzzle.solve(board, **how),
    "all_answers": lambda puzzle, board, **how: puzzle.all_answers(board, **how),
    "distance": lambda puzzle, board, **how: puzzle.distance(board, **how),
    "moves_with_distances": lambda puzzle, board, **how: puzzle.moves_with_distances(board, **how),
    "optimal_moves": lambda puzzle, board, **how: puzzle.optimal_moves(board, **how),
    "distances": lambda puzzle, board, **how: puzzle.distances(board[None], **how),
    "optimal_actions": lambda puzzle, board, **how: puzzle.optimal_actions(board[None], **how),
    "solve_many": lambda puzzle, board, **how: puzzle.solve_many(board[None], **how),
    "write": lambda puzzle, board, **how: puzzle.write(board, "moves", **how),
    "answer": lambda puzzle, board, **how: puzzle.answer(HARD15, **how),
    "survey": lambda puzzle, board, **how: fewest.Puzzle("corners").survey(**how),
    "survey near": lambda puzzle, board, **how: fewest.Puzzle("cube3").survey(max_moves=9, **how),
    "prepare": lambda puzzle, board, **how: fewest.Puzzle("corners").prepare(**how),
    "table": lambda puzzle, board, **how: fewest.Puzzle("corners").table(**how),
    "sample": lambda puzzle, board, **how: fewest.Puzzle("cube3").sample(1000, distance=7, **how),
}
WITH_BOUNDS = {"solve", "all_answers", "distances", "optimal_actions", "solve_many"}


@pytest.mark.parametrize("name", LONG)
def test_an_event_ends_every_long_call(name):
    puzzle, board = far()
    cancel, sent = threading.Event(), []

    def later():
        sent.append(time.monotonic())
        cancel.set()

    timer = threading.Timer(0.3, later)
    timer.start()
    with pytest.raises(CancelledError, match="was set") as error:
        LONG[name](puzzle, board, cancel=cancel)
    assert time.monotonic() - sent[0] < 10
    assert hasattr(error.value, "result") == (name in {"distances", "optimal_actions", "solve_many"})
    # An event that is set already: also with tables, and with the next call.
    with pytest.raises(CancelledError):
        LONG[name](puzzle, board, cancel=cancel)
    assert puzzle.solve(puzzle.solved).distance == 0


@pytest.mark.parametrize("name", sorted(LONG.keys() - WITH_BOUNDS))
def test_a_call_without_bounds_ends_with_its_time(name):
    puzzle, board = far()
    began = time.monotonic()
    with pytest.raises(TimeoutError, match="not done within the time allowed"):
        LONG[name](puzzle, board, max_time=0.2)
    assert time.monotonic() - began < 10


def test_a_cancelled_call_leaves_the_others(fifteen, near):
    board, expected = near
    cancel = threading.Event()
    ended = []

    def cancelled():
        with pytest.raises(CancelledError):
            fifteen.solve(HARD15, cancel=cancel)
        ended.append(True)

    thread = threading.Thread(target=cancelled)
    thread.start()
    cancel.set()
    assert texts(fifteen.all_answers(board, cancel=threading.Event())) == expected
    thread.join()
    assert ended and texts(fifteen.all_answers(board)) == expected


def test_a_task_that_is_cancelled_ran_on():
    async def asked():
        cancel = threading.Event()
        task = asyncio.create_task(asyncio.to_thread(far()[0].solve, HARD15, cancel=cancel))
        await asyncio.sleep(0.2)
        cancel.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    began = time.monotonic()
    asyncio.run(asked())
    assert time.monotonic() - began < 10


def test_events_are_anything_with_is_set(eight):
    class Never:
        def is_set(self):
            return False

    class Broken:
        def is_set(self):
            raise OSError("gone")

    assert eight.solve(eight.solved, cancel=Never()).distance == 0
    with pytest.raises(OSError, match="gone"):
        eight.solve(eight.solved, cancel=Broken())
    for call in [eight.solve, eight.distances, eight.distance]:
        with pytest.raises(TypeError, match="cancel must be an event, like threading.Event"):
            call(eight.solved, cancel=True)
