"""How soon Ctrl-C ends each long call: `python ctrl_c.py [RUNS] [WORD...]`, from the repository's root.

Each run is a process of its own, which gets the signal at a random moment and is asked for the time
until it has caught the exception. Prints the median and the worst of all runs, in milliseconds."""

import random
import statistics
import subprocess
import sys

HARD15 = '"0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"'
# What is made before, what is interrupted, the latest moment of the signal in seconds.
CALLS = {
    "solve fifteen": ("", f'fewest.Puzzle("fifteen").solve({HARD15})', 3),
    "solve fifteen, prepared": ('p = fewest.Puzzle("fifteen"); p.solve([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15])', f'p.solve({HARD15})', 1),
    "solve twentyfour": ('b = fewest.Puzzle("twentyfour").sample(1, seed=3)[0]', 'fewest.Puzzle("twentyfour").solve(b)', 12),
    "solve cube3": ('b = fewest.Puzzle("cube3").random_walks(1, 30, seed=3)[0, -1]', 'fewest.Puzzle("cube3").solve(b)', 12),
    "moves_with_distances fifteen": ('p = fewest.Puzzle("fifteen")', f'p.moves_with_distances({HARD15})', 3),
    "survey knights": ("", 'fewest.Puzzle("knights").survey()', 4),
    "survey rotation": ("", 'fewest.Puzzle("rotation").survey()', 2),
    "survey corners": ("", 'fewest.Puzzle("corners").survey()', 8),
    "survey pyraminx": ("", 'fewest.Puzzle("pyraminx").survey()', 2),
    "prepare knights": ("", 'fewest.Puzzle("knights").prepare()', 4),
    "prepare corners": ("", 'fewest.Puzzle("corners").prepare()', 8),
    "table corners": ("", 'fewest.Puzzle("corners").table()', 8),
    "table dino": ("", 'fewest.Puzzle("dino").table()', 8),
    "table rotation in a folder": ("import tempfile; f = tempfile.mkdtemp()", 'fewest.Puzzle("rotation").table(f)', 6),
    "distances rotation": ('p = fewest.Puzzle("rotation"); b = np.tile(p.sample(1000), (10_000, 1))', 'p.distances(b)', 1.5),
    "distances fifteen": ('p = fewest.Puzzle("fifteen"); b = p.sample(1000, seed=1)', 'fewest.Puzzle("fifteen").distances(b)', 6),
    "distances cube3": ('p = fewest.Puzzle("cube3"); b = p.random_walks(1000, 12, seed=1)[:, -1]', 'fewest.Puzzle("cube3").distances(b)', 10),
    "optimal_actions knights": ('b = np.tile(fewest.Puzzle("knights").sample(1000), (3000, 1))', 'fewest.Puzzle("knights").optimal_actions(b)', 6),
    "is_solvable eight": ('p = fewest.Puzzle("eight"); b = np.tile(p.sample(1000), (10_000, 1))', 'p.is_solvable(b)', 1),
    "neighbours rotation": ('p = fewest.Puzzle("rotation"); b = np.tile(p.sample(1000), (1000, 1))', 'p.neighbours(b)', 1),
    "apply rotation": ('p = fewest.Puzzle("rotation"); b = np.tile(p.sample(1000), (5000, 1))', 'p.apply(b, "A")', 1),
    "sample knights": ("", 'fewest.Puzzle("knights").sample(1_000_000, distance=20)', 4),
    "sample fifteen, distance 20": ("", 'fewest.Puzzle("fifteen").sample(1000, distance=20)', 4),
    "sample cube3, distance 6": ("", 'fewest.Puzzle("cube3").sample(1000, distance=6)', 6),
    "sample cube3": ("", 'fewest.Puzzle("cube3").sample(1_000_000)', 3),
    "sample megaminx3": ("", 'fewest.Puzzle("megaminx3").sample(100_000)', 3),
    "random_walks": ('p = fewest.Puzzle("eight")', 'p.random_walks(10_000, 10_000)', 2),
    "solve_many eight": ('p = fewest.Puzzle("eight"); b = np.tile(p.sample(1000), (900, 1))', 'p.solve_many(b)', 2),
    "read eight": ('p = fewest.Puzzle("eight"); t = p.write(p.sample(100_000))', 'p.read(t)', 1),
    "write eight": ('p = fewest.Puzzle("eight"); b = p.sample(1_000_000)', 'p.write(b)', 2),
    "write eight, moves": ('p = fewest.Puzzle("eight"); b = p.sample(100_000)', 'p.write(b, "moves")', 2),
    "answer eight": ('p = fewest.Puzzle("eight"); t = p.write(p.sample(100_000))', 'p.answer(t, to="json")', 2),
    "count cube3": ('import pathlib; t = pathlib.Path("puzzles/cube3.toml").read_text()', 'fewest.Puzzle.from_toml(t).count', 2),
    "count megaminx3": ('import pathlib; t = pathlib.Path("puzzles/megaminx3.toml").read_text()', 'fewest.Puzzle.from_toml(t).count', 2),
    "from_toml megaminx3": ('import pathlib; t = pathlib.Path("puzzles/megaminx3.toml").read_text()', 'fewest.Puzzle.from_toml(t)', 1),
}

CHILD = """
import os, signal, sys, threading, time
import numpy as np
import fewest
# A shell's background jobs ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
{before}
sent = []
def send():
    time.sleep({wait})
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
thread = threading.Thread(target=send)
thread.start()
try:
    while True:
        {call}
except KeyboardInterrupt:
    caught = time.monotonic()
thread.join()
print(1000 * (caught - sent[0]))
"""


def measured(name, run):
    """The milliseconds of one run, and when the signal came in seconds."""
    before, call, most = CALLS[name]
    wait = random.Random(f"{name} {run}").uniform(0.02, most)
    script = CHILD.format(before=before, call=call, wait=wait)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    return float(done.stdout), wait


if __name__ == "__main__":
    runs, words = int((sys.argv[1:] or ["20"])[0]), sys.argv[2:]
    for name in CALLS:
        if words and not any(word in name for word in words):
            continue
        took = [measured(name, run) for run in range(runs)]
        worst, at = max(took)
        median = statistics.median(ms for ms, _ in took)
        print(f"| {name} | {median:.0f} | {worst:.0f} | at {at:.2f} s |", flush=True)
