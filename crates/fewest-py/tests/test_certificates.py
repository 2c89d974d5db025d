"""Saved certificates, verified by `fewest-check`, by `fewest.check` and by a second checker; all refuse changed ones."""

import os
import pathlib
import pickle
import random
import re
import subprocess
from collections import Counter

import numpy as np
import pytest
import tqdm

import fewest
import second_checker

DEFINITIONS = {
    "one-way moves, and two goals": """
        name = "one-way"
        cells = 5
        pieces = "a b*2 c*2"
        move = [{ name = "on", shift = "1 2 3 4", one_way = true }, { name = "swap", cycles = "(2 4)(3 5)" }]
        goal = [{ board = "a b b c c" }, { board = "c ? ? a b" }]
        """,
    "goals of any symbol": """
        name = "same"
        cells = 6
        pieces = "1*2 2*2 3*2"
        move = [{ name = "A", shift = "1 2 3 4" }, { name = "B", shift = "3 4 5 6", one_way = true }]
        goal = [{ same = "1 2" }]
        """,
    "a blank that can't go back": """
        name = "blank"
        cells = 6
        pieces = "x 1 2 3 4 5"
        blank = "x"
        move = [{ name = "on", steps = "1>2 2>3 3>1 4>5", one_way = true }, { name = "over", steps = "3>4 4>3 5>6 6>5" }]
        goal = [{ board = "x 1 2 3 4 5" }]
        """,
    "pieces that turn": """
        name = "turning"
        cells = 9
        pieces = "a b c d e f g h i"
        move = [{ name = "go", cycles = "(1 4 7)(2 5 8)(3 6 9)" }, { name = "turn", cycles = "(1 2 3)(4 6 5)" }]
        goal = [{ board = "a b c d e f g h i" }]
        """,
    "two orbits": """
        name = "orbits"
        cells = 7
        pieces = "a b c d*2 e*2"
        move = [{ name = "go", cycles = "(1 2 3)(4 5)" }, { name = "other", cycles = "(1 2)(4 5 6 7)" }]
        goal = [{ board = "a b c d d e e" }]
        """,
    "pieces that hide their turns": """
        name = "hidden"
        cells = 7
        pieces = "a b .*4 c"
        move = [{ name = "go", cycles = "(1 3 5)(2 4 6)" }, { name = "turn", cycles = "(1 4)(2 3)" }]
        goal = [{ board = "a . . b . . c" }]
        """,
}


def opened(name):
    return fewest.Puzzle.from_toml(DEFINITIONS[name]) if name in DEFINITIONS else fewest.Puzzle(name)


@pytest.fixture(scope="session")
def check():
    """What both checkers verify; None if they refuse."""
    program = os.environ.get("FEWEST_CHECK")
    if not program:
        pytest.skip("FEWEST_CHECK is not set to the program fewest-check, which `cargo xtask python` builds")

    def both(path, text=None):
        if text is not None:
            path = path.with_name("changed")
            path.write_text(text)
        text = path.read_text()
        done = subprocess.run([program, path], capture_output=True, text=True)
        assert done.returncode in (0, 1, 2), done.stderr
        theirs = done.stdout.strip() if done.returncode == 0 else None
        assert checked(path) == (done.returncode, re.sub("^(not verified|error): ", "", (done.stdout + done.stderr).strip()))
        try:
            verified = second_checker.check(path)
        except second_checker.Refused as refused:
            assert theirs is None, f"{theirs}, but {refused}\n{text}"
            return None
        assert verified == theirs, f"{verified}, but {done.stdout}{done.stderr}\n{text}"
        name = re.search("^puzzle (.*)$", text, re.MULTILINE)[1].strip()
        assert verified.startswith(f"verified for {name}: ")
        return verified.replace(f" for {name}", "", 1)

    return both


def checked(path):
    """What `fewest.check` returns or raises, as the program's exit status and its words."""
    try:
        return 0, fewest.check(path)
    except fewest.NotVerified as refuted:
        return 1, str(refuted)
    except (ValueError, OSError) as unread:
        return 2, str(unread)


def in_words(answer, solutions=None):
    moves = answer.distance
    if moves is None:
        return "verified: no moves solve the board"
    text = f"verified: {moves} {'move is' if moves == 1 else 'moves are'} enough, and {moves - 1} are not"
    text = text if moves else "verified: the board is solved"
    return text if solutions is None else f"{text}; shortest solutions: {solutions:,}"


def with_claim(survey, certificate):
    """A survey's text with the claim of another certificate, which the table proves as well."""
    claim = re.search("^board .*\n(moves.*\n(solutions .*\n)?|unsolvable\n)", certificate.read_text(), re.MULTILINE)
    return re.sub("^counts .*\n", claim[0], survey.read_text(), flags=re.MULTILINE)


def saved(puzzle, folder, boards, rng):
    """Certificates of a puzzle's survey and of some boards, with what they prove; None if a table lacks the board."""
    survey = puzzle.survey()
    survey.certify(folder / "survey")
    boards_and_greatest = f"{survey.boards:,} boards, none more than {survey.farthest} move{'' if survey.farthest == 1 else 's'} from a goal"
    yield survey.certificate, f"verified: {boards_and_greatest}"
    for number in range(boards):
        board = puzzle.random_walks(1, 12, seed=number)[0, -1]
        if number % 3 == 1:
            rng.shuffle(board)
        elif number % 3 == 2:
            board[:3] = np.roll(board[:3], 1)
        count, answers = puzzle.all_answers(board)
        answer = rng.choice(answers) if answers else puzzle.solve(board)
        solutions = count if answer and number % 2 else None
        answer.certify(folder / f"board{number}", solutions=solutions)
        yield answer.certificate, in_words(answer, solutions)
        by_table = folder / f"table{number}"
        by_table.write_text(with_claim(survey.certificate, answer.certificate))
        yield by_table, in_words(answer, solutions) if answer else None


def mutants(text, rng, most):
    """Texts that differ in a line or a word."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    words = [word for line in lines for word in line] + ["0", "1", "2", "254", "255", "*", "0,1", "0.1", "0+1", "free", "marked"]
    for _ in range(most):
        other = [line[:] for line in lines]
        line = rng.choice(other)
        place, change = rng.randrange(len(line)), rng.randrange(6)
        if change == 0:
            other.remove(line)
        elif change == 1:
            other.insert(other.index(line), line)
        elif change == 2:
            del line[place]
        elif change == 3:
            line[place], line[-1] = line[-1], line[place]
        else:
            line[place] = rng.choice(words if change == 4 else line)
        yield "\n".join(map(" ".join, other)) + "\n"


def test_two_checkers_agree(check, tmp_path):
    rng, kinds = random.Random(1), Counter()
    for name in [*DEFINITIONS, "sliding:2x2", "sliding:3x2"]:
        for path, expected in saved(opened(name), tmp_path, 6, rng):
            verified, text = check(path), path.read_text()
            assert verified == expected or expected is None, f"{verified}\n{text}"
            kinds.update(re.findall("^(bound .*|counts|orbit . marked)", text, re.MULTILINE))
            for changed in mutants(text, rng, 8):
                kinds["accepted" if check(path, changed) else "refused"] += 1
    assert min(kinds[f"bound {kind}"] for kind in ("search", "tables", "pieces", "turns", "parity")) > 0, kinds
    assert kinds["counts"] == 8 and min(kinds["accepted"], kinds["refused"]) > 50, kinds
    assert kinds["orbit 2 marked"] > 0, kinds


def test_a_larger_puzzle(check, tmp_path, eight):
    hardest = "8 6 7 2 5 4 3 x 1"
    count, answers = eight.all_answers(hardest, most=3)
    answers[2].certify(tmp_path / "eight", solutions=count)
    assert check(tmp_path / "eight") == "verified: 31 moves are enough, and 30 are not; shortest solutions: 40"
    text = (tmp_path / "eight").read_text()
    assert f"\nmoves {' '.join(answers[2].moves)}\nsolutions 40\n" in text and "\nbound tables\n" in text


def test_a_stage(check, tmp_path):
    """Most pieces of a stage are hidden, and so are their turns."""
    cross = fewest.Puzzle("cross")
    cross.survey().certify(tmp_path / "survey")
    assert check(tmp_path / "survey") == "verified: 190,080 boards, none more than 8 moves from a goal"
    answer = cross.solve(cross.scramble("R U F L D B R U F L D B"))
    answer.certify(tmp_path / "board")
    assert check(tmp_path / "board") == in_words(answer)


def test_a_survey_by_search(check, tmp_path):
    """A table would have 12! entries, and 95,040 boards can be reached: the Mathieu group of 12 points."""
    cycles = {"r": "(1 2 3 4 5 6 7 8 9 10 11)", "s": "(3 7 11 8)(4 10 5 6)", "t": "(1 12)(2 11)(3 6)(4 8)(5 9)(7 10)"}
    moves = ", ".join(f'{{ name = "{name}", cycles = "{cycle}" }}' for name, cycle in cycles.items())
    pieces = "a b c d e f g h i j k l"
    text = f'name = "m12"\ncells = 12\npieces = "{pieces}"\nmove = [{moves}]\ngoal = [{{ board = "{pieces}" }}]'
    puzzle = fewest.Puzzle.from_toml(text)
    puzzle.survey().certify(tmp_path / "survey")
    text = (tmp_path / "survey").read_text()
    assert check(tmp_path / "survey").startswith("verified: 95,040 boards, none more than ")
    assert "\nbound search\n" in text and not (tmp_path / "survey.0").exists()
    for old, new in [("counts 1 ", "counts 2 "), ("counts 1 ", "counts 1 1 "), ("goal 0 1", "goal 0 *"), ("bound search\n", "")]:
        assert text.count(old) == 1 and check(tmp_path / "survey", text.replace(old, new)) is None, new


def test_changed_certificates_are_refused(check, tmp_path):
    puzzle = opened("sliding:3x2")
    puzzle.survey().certify(tmp_path / "survey")
    count, (answer,) = puzzle.all_answers("4 2 3 x 5 1")
    answer.certify(tmp_path / "board", solutions=count)
    by_table = with_claim(tmp_path / "survey", tmp_path / "board")
    longer = [*answer.moves[:2], "r", "l", *answer.moves[2:]]
    for path, text in (tmp_path / "board", None), (tmp_path / "survey", by_table):
        assert check(path, text) == in_words(answer, count)
        text = text or path.read_text()
        moves = " ".join(answer.moves)
        for old, new in [
            (f"moves {moves}", f"moves {moves} l r"),
            (f"moves {moves}", f"moves {' '.join(longer)}"),
            (f"moves {moves}", f"moves {moves[:-2]}"),
            (f"moves {moves}", f"moves {moves[:-1]}u"),
            ("solutions 1", "solutions 2"),
            ("goal 1 2 3 4 5 0", "goal 1 2 3 5 4 0"),
            ("turn d 0 3 ", "turn d 0 4 "),
        ]:
            assert text.count(old) == 1 and check(path, text.replace(old, new)) is None, new
    text = (tmp_path / "survey").read_text()
    for old, new in [
        ("colours 1 2 3 4 5 0", "colours 1 2 3 4 4 0"),
        ("colours 1 2 3 4 5 0", "colours 2 1 3 4 5 0"),
        ("counts 1 2 3", "counts 1 3 2"),
        ("home 1 2 3 4 5 0", "home 1 2 3 4 5 1"),
        ("table survey.0", "table survey"),
    ]:
        assert text.count(old) == 1 and check(tmp_path / "survey", text.replace(old, new)) is None, new


@pytest.mark.parametrize("name", ["sliding:2x2", "one-way moves, and two goals"])
def test_every_byte_of_a_table_counts(name, check, tmp_path):
    opened(name).survey().certify(tmp_path / "survey")
    table = tmp_path / "survey.0"
    entries = table.read_bytes()
    for place, entry in enumerate(entries):
        for other in {(entry + 1) % 256, (entry - 1) % 256}:
            table.write_bytes(entries[:place] + bytes([other]) + entries[place + 1 :])
            assert check(tmp_path / "survey") is None, (place, other)
    table.write_bytes(entries + b"\0")
    assert check(tmp_path / "survey") is None


def test_sums_of_tables(check, tmp_path):
    """Tables of two groups of tiles. Entries of 0 are bounds, and some may be raised."""
    puzzle = opened("sliding:3x2")
    answer = puzzle.solve("4 2 3 x 5 1")
    answer.certify(tmp_path / "sums")
    text = (tmp_path / "sums").read_text().split("bound search")[0] + "orbit 1 free 0 1 2 3 4 5\n"
    for number, (colours, charge) in enumerate([("1 2 3 0 0 0", "1 2 3"), ("0 0 0 1 2 0", "4 5")]):
        text += f"table t{number}\ngoals 0\nhome 1 2 3 4 5 0\ncolours {colours}\ncharge {charge}\norbits 0\n"
    text += "bound tables\ngoals 0\nsums 0+1\n"
    for number, size in enumerate([120, 30]):
        (tmp_path / f"t{number}").write_bytes(bytes(size))
    assert check(tmp_path / "sums", text) == in_words(answer)
    for number, size in enumerate([120, 30]):
        entries = bytearray(size)
        for place in range(0, size, 3):
            entries[place] += 1
            (tmp_path / f"t{number}").write_bytes(entries)
            if check(tmp_path / "sums", text) is None:
                entries[place] -= 1
        (tmp_path / f"t{number}").write_bytes(entries)
        assert max(entries) > 0
    assert check(tmp_path / "sums", text) == in_words(answer)
    for old, new in [("charge 4 5", "charge 3 4 5"), ("charge 4 5", "charge 0 4 5"), ("sums 0+1", "sums 0+0")]:
        assert check(tmp_path / "sums", text.replace(old, new)) is None, new
    for changed in mutants(text, random.Random(1), 40):
        check(tmp_path / "sums", changed)


def test_images(check, tmp_path):
    """A table that is also looked up for the mirror image of the board."""
    puzzle = opened("sliding:2x2")
    puzzle.survey().certify(tmp_path / "survey")
    answer = puzzle.solve("0 3 2 1")
    answer.certify(tmp_path / "board")
    text = with_claim(tmp_path / "survey", tmp_path / "board")
    text = text.replace("bound", "image 0 2 1 3\nsymbols 0 1 3 2\nbound") + "images 0\n"
    assert check(tmp_path / "survey", text) == in_words(answer)
    for old, new in [("image 0 2", "image 2 0"), ("symbols 0 1 3 2", "symbols 0 1 2 3"), ("symbols 0 1", "symbols 1 0")]:
        assert check(tmp_path / "survey", text.replace(old, new)) is None, new
    for changed in mutants(text, random.Random(1), 40):
        check(tmp_path / "survey", changed)


def test_what_can_not_be_certified(tmp_path, eight):
    flips = {str(n): [*reversed(range(n)), *range(n, 20)] for n in range(2, 21)}
    pancakes = fewest.Puzzle.from_permutations(flips, pieces=[str(n) for n in range(20)], name="pancakes")
    answer = pancakes.solve(np.random.default_rng(2).permutation(20))
    assert answer.distance > 15
    with pytest.raises(ValueError, match="^no certificate for pancakes: its tables would have over 134,217,728 entries, or the checker.s search would meet over 536,870,912 boards$"):
        answer.certify(tmp_path / "pancakes")
    cube = fewest.Puzzle("cube3")
    open_answer = cube.solve(cube.scramble("R U F L D B R U F L D B"), max_moves=2)
    with pytest.raises(ValueError, match="^no certificate: a limit leaves the answer open$"):
        open_answer.certify(tmp_path / "cube")
    answer = eight.solve("1 2 3 4 5 6 x 7 8")
    with pytest.raises(ValueError, match="^can't write .*two words: the name must be one word of ASCII characters"):
        answer.certify(tmp_path / "two words")
    with pytest.raises(ValueError, match="^can't write : the name must be one word of ASCII characters"):
        answer.certify("")
    with pytest.raises(FileNotFoundError, match="none"):
        answer.certify(tmp_path / "none" / "file")
    with pytest.raises(IsADirectoryError if os.name == "posix" else OSError):
        answer.certify(tmp_path)
    with pytest.raises(OverflowError):
        answer.certify(tmp_path / "file", solutions=-1)
    assert answer.certificate is None and list(tmp_path.iterdir()) == []


def test_answers_know_their_certificate(check, tmp_path):
    """A certificate proves the answer's own moves to the puzzle's own goal."""
    puzzle = fewest.Puzzle("sliding:3x2", goal=[0, 1, 2, 3, 4, 5])
    answer = puzzle.solve("4 2 3 1 5 x")
    assert answer.certificate is None
    answer.certify(str(tmp_path / "file"), progress=tqdm.tqdm)
    assert answer.certificate == tmp_path / "file" and isinstance(answer.certificate, pathlib.Path)
    assert "\ngoal 0 1 2 3 4 5\n" in answer.certificate.read_text()
    assert check(answer.certificate) == in_words(answer)
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and again.certificate is None
    again.certify(tmp_path / "again")
    assert again.certificate.read_text() == answer.certificate.read_text()
    survey = puzzle.survey()
    assert survey.certificate is None
    survey.certify(tmp_path / "survey")
    assert check(survey.certificate) == "verified: 360 boards, none more than 21 moves from a goal"
    assert pickle.loads(pickle.dumps(survey)) == survey


def test_what_can_not_be_checked(tmp_path):
    puzzle = opened("sliding:2x2")
    puzzle.survey().certify(tmp_path / "survey")
    assert fewest.check(str(tmp_path / "survey")) == "verified for sliding:2x2: 12 boards, none more than 6 moves from a goal"
    (tmp_path / "text").write_text("moves")
    with pytest.raises(ValueError, match="text: line 1: expected a line that begins with `fewest-certificate`$") as malformed:
        fewest.check(tmp_path / "text")
    assert not isinstance(malformed.value, fewest.NotVerified)
    (tmp_path / "survey.0").unlink()
    with pytest.raises(OSError, match="survey.0: "):
        fewest.check(tmp_path / "survey")
    with pytest.raises(FileNotFoundError) as missing:
        fewest.check(tmp_path / "none")
    assert missing.value.filename == str(tmp_path / "none")
    with pytest.raises(TypeError):
        fewest.check(7)
    refuted = pickle.loads(pickle.dumps(fewest.NotVerified("why")))
    assert isinstance(refuted, fewest.NotVerified) and str(refuted) == "why"
