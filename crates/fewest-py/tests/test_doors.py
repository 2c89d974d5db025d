"""The package and the program answer the same questions, with the same figures, reasons and refusals."""

import json
import os
import random
import subprocess

import pytest

import fewest


@pytest.fixture(scope="session")
def program():
    """Runs the program: the lines of JSON that it writes, or None if it refuses."""
    path = os.environ.get("FEWEST_PROGRAM")
    if not path:
        pytest.skip("FEWEST_PROGRAM is not set to the program, which `cargo xtask python` builds")

    def run(*words, text=""):
        done = subprocess.run([path, "-q", *map(str, words)], input=text, capture_output=True, text=True, timeout=100)
        return [json.loads(line) for line in done.stdout.splitlines()] if done.returncode in (0, 1) else None

    return run


def stage(seed):
    """The texts of a puzzle and of a stage of it with several goals, some of which moves may not reach."""
    rng = random.Random(seed)
    cells = rng.choice([5, 6])
    home = list("abcdef"[:cells]) if rng.random() < 0.6 else [rng.choice("abc") for _ in range(cells)]
    lines = [f'name = "b{seed}"', f"cells = {cells + 1}", f'pieces = "{" ".join(home)} z"']
    for number in range(rng.choice([2, 3])):
        order = rng.sample(range(1, cells + 1), rng.randint(2, cells))
        lines += ["[[move]]", f'name = "m{number}"', f'cycles = "({" ".join(map(str, order))})"']
    base = "\n".join([*lines, "[[goal]]", f'board = "{" ".join(home)} z"', ""])
    goals = []
    for _ in range(rng.choice([1, 2, 3])):
        goal = rng.sample(home, cells)
        goal = ["?" if rng.random() < 0.4 else piece for piece in goal]
        goals += ["[[goal]]", f'board = "{" ".join(goal)} ?"']
    return base, "\n".join([f'name = "s{seed}"', f'extends = "./b{seed}.toml"', *goals, ""])


@pytest.fixture(scope="session")
def stages(tmp_path_factory):
    """The files of stages that can be opened."""
    folder = tmp_path_factory.mktemp("stages")
    files = []
    for seed in range(int(os.environ.get("FEWEST_DOORS", "30"))):
        base, text = stage(seed)
        (folder / f"b{seed}.toml").write_text(base)
        path = folder / f"s{seed}.toml"
        path.write_text(text)
        try:
            fewest.Puzzle(path)
        except ValueError:
            continue
        files.append(path)
    assert len(files) > 5
    return files


NAMED = ["sliding:3x2", "eight", "floppy", "cross"]


def boards(puzzle, seed):
    """Boards that moves reach, boards with two cells exchanged, and any arrangement of the pieces."""
    rng = random.Random(seed)
    start = puzzle.home
    rows = [list(row) for row in puzzle.random_walks(1, 5, start=[start], seed=seed)[0]]
    for _ in range(6):
        row = list(rng.choice(rows))
        a, b = rng.sample(range(puzzle.cells), 2)
        row[a], row[b] = row[b], row[a]
        rows.append(row)
    rows += [rng.sample(list(start), len(start)) for _ in range(3)]
    return [puzzle.text(row) for row in rows]


def cases(stages):
    return [(name, name) for name in NAMED] + [(path, path) for path in stages]


def bound(answer):
    """What the program writes of an answer, as the package has it."""
    if "distance" in answer:
        return answer["distance"]
    return None if "solvable" in answer else answer["at_least"]


def test_answers(program, stages):
    for place, (name, path) in enumerate(cases(stages)):
        puzzle = fewest.Puzzle(path)
        texts = boards(puzzle, place)
        text = "\n".join(texts) + "\n"
        for limits, words in [({}, []), ({"max_moves": 1}, ["--max-moves", 1])]:
            theirs = program("solve", name, "--from", "plain", "--to", "json", *words, text=text)
            assert len(theirs) == len(texts)
            for board, their in zip(texts, theirs, strict=True):
                ours = puzzle.solve(board, **limits)
                at = f"{name}: {board} {words} {their} {ours!r}"
                assert bound(their) == ours.lower_bound, at
                assert their.get("distance") == ours.distance, at
                assert their.get("moves", "") == ours.text, at
                assert their.get("why") == ours.why, at
                assert their.get("real", True) == ours.real, at
                assert ours.solvable == {True: True, False: False}.get(their.get("solvable", "distance" in their or None)), at


def test_numbers_of_answers(program, stages):
    for place, (name, path) in enumerate(cases(stages)):
        puzzle = fewest.Puzzle(path)
        texts = boards(puzzle, place)
        theirs = program("solve", name, "--from", "plain", "--to", "json", "--all", text="\n".join(texts) + "\n")
        for board, their in zip(texts, theirs, strict=True):
            count, _ = puzzle.all_answers(board)
            assert int(their.get("answers", 0)) == count, f"{name}: {board} {their}"
            assert their.get("why") == puzzle.solve(board).why, f"{name}: {board} {their}"


def test_surveys(program, stages):
    for name, path in cases(stages)[:1] + cases(stages)[2:]:
        theirs, puzzle = program("survey", name, "--to", "json"), fewest.Puzzle(path)
        if theirs is None:
            with pytest.raises(ValueError):
                puzzle.survey()
            continue
        [their], ours = theirs, puzzle.survey()
        assert their["boards"] == ours.boards, name
        assert their.get("solvable", ours.solvable and ours.boards) == ours.solvable, name
        # Large numbers are strings in JSON.
        unsolvable = their.get("unsolvable")
        assert (None if unsolvable is None else int(unsolvable)) == ours.unsolvable, name
        assert [entry["boards"] for entry in their["distances"]] == list(ours.boards_by_distance), name


def test_samples(program, stages):
    for name, path in cases(stages):
        puzzle = fewest.Puzzle(path)
        theirs = program("generate", name, "--random", "--count", 5, "--seed", 3, "--to", "json")
        if theirs is None:
            with pytest.raises(ValueError):
                puzzle.sample(5, seed=3)
            continue
        ours = [puzzle.text(row) for row in puzzle.sample(5, seed=3)]
        assert [their["board"] for their in theirs] == ours, name


def test_two_questions_beside_each_other(stages):
    """A question that stops has no effect on the next, nor has one about another puzzle."""
    for path in stages[:5]:
        puzzle, other = fewest.Puzzle(path), fewest.Puzzle("eight")
        texts = boards(puzzle, 1)
        alone = [fewest.Puzzle(path).solve(board) for board in texts]
        for board, expected in zip(texts, alone, strict=True):
            puzzle.solve(board, nodes=1)
            other.solve("8 6 7 2 5 4 3 x 1")
            found = puzzle.solve(board)
            assert (found.distance, found.moves, found.why, found.real) == (
                expected.distance,
                expected.moves,
                expected.why,
                expected.real,
            )
