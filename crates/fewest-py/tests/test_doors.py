"""The package, the program and the npm package answer the same questions, with the same figures, reasons and refusals.

The page asks its worker what the npm package asks. FEWEST_DOORS is the number of random stages, FEWEST_DOORS_FIRST the first seed.
"""

import json
import math
import os
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

import fewest

NAMED = ["sliding:3x2", "eight", "floppy", "cross", "cube2", "knights"]
# Counting their boards takes a development build too long.
LARGE = ["cross", "cube2", "knights"]


@pytest.fixture(scope="session")
def program():
    """Runs the program: the lines of JSON that it writes, or the first line of its refusal."""
    path = os.environ.get("FEWEST_PROGRAM")
    if not path:
        pytest.skip("FEWEST_PROGRAM is not set to the program, which `cargo xtask python` builds")

    def run(*words, text=""):
        # Tables that an earlier test or a user left would change which method answers.
        done = subprocess.run(
            [path, "-q", *map(str, words)],
            input=text,
            capture_output=True,
            text=True,
            timeout=100,
            env=os.environ | {"FEWEST_TABLE_DIR": ""},
        )
        if done.returncode in (0, 1):
            return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return done.stderr.splitlines()[0].removeprefix("error: ")

    return run


@pytest.fixture(scope="session")
def module():
    """Asks the npm package for cases with a list of requests each: the replies to each."""
    if not os.environ.get("FEWEST_NPM"):
        pytest.skip("FEWEST_NPM is not set to the npm package, which `cargo xtask python` builds where Node is")

    def ask(questions):
        questions = [[case.opening(), requests] for case, requests in questions]
        script = Path(__file__).with_name("doors.mjs")
        done = subprocess.run(["node", script], input=json.dumps(questions), capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask


@dataclass
class Case:
    """A puzzle: its name for the program, which may be a path, and perhaps a goal."""

    name: str
    puzzle: fewest.Puzzle
    seed: int
    goal: str | None = None
    words: tuple = ()

    def opening(self):
        """The puzzle for the npm package; of a file, its export."""
        of = {"definition": self.puzzle.to_toml()} if isinstance(self.name, Path) else {"puzzle": self.name}
        return of | ({} if self.goal is None else {"goal": self.goal})

    def boards(self):
        """Boards that moves reach, boards with two cells exchanged, and any arrangement of the pieces."""
        rng = random.Random(self.seed)
        start = self.puzzle.home
        rows = [list(row) for row in self.puzzle.random_walks(1, 5, start=[start], seed=self.seed)[0]]
        for _ in range(6):
            row = list(rng.choice(rows))
            a, b = rng.sample(range(self.puzzle.cells), 2)
            row[a], row[b] = row[b], row[a]
            rows.append(row)
        if self.name != "knights":
            rows += [rng.sample(list(start), len(start)) for _ in range(3)]
        return [self.puzzle.text(row) for row in rows]


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
    """The stages that can be opened."""
    folder = tmp_path_factory.mktemp("stages")
    first = int(os.environ.get("FEWEST_DOORS_FIRST", "0"))
    cases = []
    for seed in range(first, first + int(os.environ.get("FEWEST_DOORS", "30"))):
        base, text = stage(seed)
        (folder / f"b{seed}.toml").write_text(base)
        path = folder / f"s{seed}.toml"
        path.write_text(text)
        try:
            cases.append(Case(path, fewest.Puzzle(path), seed))
        except ValueError:
            continue
    assert len(cases) > 5
    return cases


@pytest.fixture(scope="session")
def cases(stages):
    return [Case(name, fewest.Puzzle(name), place) for place, name in enumerate(NAMED)] + stages


@pytest.fixture(scope="session")
def with_goals(cases, tmp_path_factory):
    """The puzzles with another goal, a board of theirs."""
    folder = tmp_path_factory.mktemp("goals")
    found = []
    for case in cases:
        goal = case.boards()[3]
        path = folder / f"{case.puzzle.name.replace(':', '-')}.txt"
        path.write_text(goal + "\n")
        puzzle = fewest.Puzzle(case.name, goal=goal)
        found.append(Case(case.name, puzzle, case.seed, goal, ("--goal", path)))
    return found


def bound(answer):
    """What the program writes of an answer, as the package has it."""
    if "distance" in answer:
        return answer["distance"]
    return None if "solvable" in answer else answer["at_least"]


def as_sentence(answer):
    """The reason of an unsolvable board as the npm package writes it, also if the pieces show none."""
    if answer.solvable is not False:
        return None
    reason = answer.why or "no moves lead from it to a goal"
    return f"{reason[0].upper()}{reason[1:]}."


def as_program(refused):
    """A refusal of the program without its source."""
    return refused.removeprefix("standard input:")


def as_module(reply):
    """A refusal of the npm package with its place, and quoted as in a terminal."""
    place = f"{reply['line']}:{reply['column']}: " if "line" in reply else ""
    return place + reply["refused"].replace("“", "`").replace("”", "`")


@pytest.mark.parametrize("kind", ["cases", "with_goals"])
def test_answers(program, module, kind, request):
    cases = request.getfixturevalue(kind)
    replies = module([(case, [{"ask": "truth", "text": text} for text in case.boards()]) for case in cases])
    for case, truths in zip(cases, replies, strict=True):
        puzzle, texts = case.puzzle, case.boards()
        text = "\n".join(texts) + "\n"
        for limits, words in [({}, []), ({"max_moves": 1}, ["--max-moves", 1])]:
            theirs = program("solve", case.name, "--from", "plain", "--to", "json", *case.words, *words, text=text)
            for board, their, truth in zip(texts, theirs, truths, strict=True):
                ours = puzzle.solve(board, **limits)
                at = f"{case.name} {case.goal}: {board} {words} {their} {ours!r} {truth}"
                if not limits or their.get("method") == ours.method:
                    assert bound(their) == ours.at_least, at
                elif ours.solvable is not False:
                    # A table shows more than a heuristic, but each bound is past the limit and true.
                    distance = truth["verdict"].get("distance", math.inf)
                    assert min(distance, 2) <= min(bound(their), ours.at_least), at
                    assert max(bound(their), ours.at_least) <= distance, at
                assert their.get("distance") == ours.distance, at
                assert their.get("moves", "") == ours.text, at
                assert their.get("why") == ours.why, at
                assert their.get("real", True) == ours.real, at
                assert ours.solvable == {True: True, False: False}.get(their.get("solvable", "distance" in their or None)), at
                if not limits:
                    verdict = truth["verdict"]
                    assert verdict.get("distance") == ours.distance, at
                    assert verdict.get("why") == as_sentence(ours), at
                    assert tuple(truth["names"]) == ours.moves, at
                    assert truth["isReal"] == ours.real, at
                    legal = [puzzle.moves[next["move"]] for next in truth["moves"]]
                    # The package names a knight's moves by cells.
                    assert case.name == "knights" or legal == puzzle.legal_moves(board), at
                    if puzzle.tabulated:
                        after = [next["verdict"].get("distance") for next in truth["moves"]]
                        assert after == list(puzzle.moves_with_distances(board).values()), at


def test_refused_boards(program, module, cases):
    """Boards with a cell too few, an unknown symbol, and one piece twice."""
    for case in cases:
        words = case.boards()[0].split()
        if len(words) < case.puzzle.cells:
            continue
        texts = [" ".join(words[1:]), " ".join(["§", *words[1:]]), " ".join([words[-1], *words[1:]])]
        [replies] = module([(case, [{"ask": "truth", "text": text} for text in texts])])
        for text, reply in zip(texts, replies, strict=True):
            theirs = program("solve", case.name, "--from", "plain", text=text + "\n")
            try:
                case.puzzle.solve(text)
                ours = None
            except ValueError as error:
                ours = str(error)
            assert (ours is None) == isinstance(theirs, list) == ("refused" not in reply), f"{case.name}: {text}"
            if ours is not None:
                assert as_module(reply) == as_program(theirs), f"{case.name}: {text} {ours}"


def test_numbers_of_answers(program, module, cases):
    cases = [case for case in cases if case.name != "knights"]
    replies = module([(case, [{"ask": "answers", "text": text} for text in case.boards()]) for case in cases])
    for case, answers in zip(cases, replies, strict=True):
        texts = case.boards()
        theirs = program("solve", case.name, "--from", "plain", "--to", "json", "--all", text="\n".join(texts) + "\n")
        for board, their, reply in zip(texts, theirs, answers, strict=True):
            count, _ = case.puzzle.all_answers(board)
            assert int(their.get("answers", 0)) == count, f"{case.name}: {board} {their}"
            assert their.get("why") == case.puzzle.solve(board).why, f"{case.name}: {board} {their}"
            assert int(reply["answers"] or 0) == count, f"{case.name}: {board} {reply}"


def test_surveys(program, module, cases):
    cases = [case for case in cases if case.name not in LARGE]
    for case, [reply] in zip(cases, module([(case, [{"ask": "survey"}]) for case in cases]), strict=True):
        name, theirs = case.name, program("survey", case.name, "--to", "json")
        try:
            ours = case.puzzle.survey()
        except ValueError as error:
            assert as_module(reply) == theirs == str(error), name
            continue
        [their] = theirs
        assert their["boards"] == ours.boards == int(reply["boards"]), name
        # Large numbers are strings in JSON.
        numbers = {key: None if their.get(key) is None else int(their[key]) for key in ("solvable", "unsolvable")}
        assert numbers["unsolvable"] == ours.unsolvable, name
        assert (numbers["solvable"] or (ours.solvable and ours.boards)) == ours.solvable, name
        assert [reply[key] and int(reply[key]) for key in numbers] == [ours.solvable, ours.unsolvable], name
        counts = [entry["boards"] for entry in their["counts"]]
        assert counts == list(ours.counts) == [int(count) for count in reply["counts"]], name
        assert reply["farthest"] == ours.farthest, name
        assert reply["mean"] == pytest.approx(ours.mean), name


def test_samples(program, module, cases):
    deal = {"ask": "deal", "wanted": "random", "seed": 3}
    for case, [reply] in zip(cases, module([(case, [deal]) for case in cases]), strict=True):
        theirs = program("generate", case.name, "--random", "--count", 5, "--seed", 3, "--to", "json")
        try:
            ours = case.puzzle.sample(5, seed=3)
        except ValueError as error:
            assert as_module(reply) == theirs == str(error), case.name
            continue
        assert [their["board"] for their in theirs] == [case.puzzle.text(row) for row in ours], case.name
        dealt = case.puzzle.solve(reply["board"], max_moves=8)
        assert dealt.real and dealt.solvable is not False, f"{case.name}: {reply}"


def test_certificates(program, module, stages, tmp_path):
    """All doors write the same proofs."""
    certified = 0
    for case in stages:
        puzzle = case.puzzle
        texts = case.boards()
        [truths] = module([(case, [{"ask": "truth", "text": text} for text in texts])])
        of = [None if truth["verdict"]["kind"] == "unsolvable" else truth["solution"] for truth in truths]
        asked = [
            {"ask": "certificate", "text": text, "solution": moves, "name": "proof"}
            for text, moves in zip(texts, of, strict=True)
        ]
        for text, reply in zip(texts, module([(case, asked)])[0], strict=True):
            path, own = tmp_path / "proof", tmp_path / "own" / "proof"
            own.parent.mkdir(exist_ok=True)
            for file in [*tmp_path.glob("proof*"), *own.parent.glob("proof*")]:
                file.unlink()
            theirs = program("solve", case.name, "--from", "plain", "--certificate", path, text=text + "\n")
            try:
                puzzle.solve(text).certify(own)
            except ValueError as error:
                assert as_module(reply) == theirs == str(error), f"{case.name}: {text}"
                continue
            assert path.read_text() == own.read_text() == reply["proof"]["text"], f"{case.name}: {text}"
            certified += 1
    assert certified > 20


def test_two_questions_beside_each_other(stages):
    """A question that stops has no effect on the next, nor has one about another puzzle."""
    for case in stages[:5]:
        puzzle, other = case.puzzle, fewest.Puzzle("eight")
        texts = case.boards()
        alone = [fewest.Puzzle(case.name).solve(board) for board in texts]
        for board, expected in zip(texts, alone, strict=True):
            puzzle.solve(board, max_nodes=1)
            other.solve("8 6 7 2 5 4 3 x 1")
            found = puzzle.solve(board)
            assert (found.distance, found.moves, found.why, found.real) == (
                expected.distance,
                expected.moves,
                expected.why,
                expected.real,
            )
