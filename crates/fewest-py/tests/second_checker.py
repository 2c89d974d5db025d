"""A second checker of certificates, for small puzzles: at most a million boards, and as many entries of a table.

It was written from docs/certificate.md, and works differently from `fewest-check`: it lists a table's boards in order
as the rows of an array, and finds a board's number by looking for its row. A mistake in one of the two programs, or in
the page, shows as a disagreement.
"""

import itertools
import math
import pathlib
import re
from collections import Counter, namedtuple

import numpy as np

LARGEST = 10**6
NEVER = 255


class Refused(Exception):
    """The certificate is malformed, or does not prove its claim."""


class TooLarge(Exception):
    """The certificate is beyond this checker."""


def need(condition, why):
    if not condition:
        raise Refused(why)


def numbers(words, limit, count=None):
    need(words is not None and count in (None, len(words)), f"expected {count or 'some'} numbers")
    need(len(words) <= 256, "a list is too long")
    need(all(re.fullmatch("0|[1-9][0-9]*", word) and int(word) < limit for word in words), f"numbers below {limit}")
    return np.array([int(word) for word in words], int)


def keys(rows):
    """Rows of numbers below 255 as texts, which can be sorted. NumPy's texts can't end with zeros."""
    return np.ascontiguousarray(rows + 1, np.uint8).view(f"S{rows.shape[1]}").ravel()


def find(rows, known):
    """The places of rows in a sorted array of keys, and whether they are there."""
    wanted = keys(rows)
    places = np.searchsorted(known, wanted).clip(max=len(known) - 1)
    return places, known[places] == wanted


def is_odd(permutation):
    return sum(a > b for a, b in itertools.combinations(permutation, 2)) % 2 == 1


class Lines:
    """The lines of a certificate as words, one after another."""

    def __init__(self, data):
        lines = data.decode(errors="replace").replace("\r\n", "\n").split("\n")
        need(all(32 <= ord(c) < 127 for c in "".join(lines)), "not plain text")
        self.left = [line.split() for line in lines if line.strip() and not line.startswith("#")]

    def take(self, key):
        """The words of the next line after its key; None if it has another key."""
        return self.left.pop(0)[1:] if self.left and self.left[0][0] == key else None

    def all(self, key):
        while (words := self.take(key)) is not None:
            yield words


# The name of a move, the cell that needs the blank, and the cell from which each cell takes its piece.
Turn = namedtuple("Turn", "name cell source")


class Puzzle:
    def __init__(self, lines):
        need(lines.take("fewest-certificate") == ["2"], "not a certificate of version 2")
        name = lines.take("puzzle")
        need(name is not None and len(name) == 1, "no puzzle")
        self.name = name[0]
        self.pieces = numbers(lines.take("pieces"), 257)
        self.cells, self.symbols = int(self.pieces.sum()), len(self.pieces)
        need(1 <= self.cells <= 256 and self.symbols <= 255, "the number of pieces")
        blank = lines.take("blank")
        self.blank = -1 if blank is None else numbers(blank, self.symbols, 1)[0]  # which no cell holds
        self.turns = [self.turn(*words) for words in lines.all("turn")]
        for turn, other in itertools.combinations(self.turns, 2):
            is_apart = turn.cell != other.cell and None not in (turn.cell, other.cell)
            need(turn.name != other.name or is_apart, f"two turns {turn.name}")
        self.goals = np.array([self.goal(words) for words in lines.all("goal")])
        need(len(self.goals), "no goals")

    def turn(self, name="", cell="", *sources):
        source = numbers(sources, self.cells, self.cells)
        need(len(set(source.tolist())) == self.cells, f"{name} is not a permutation")
        return Turn(name, None if cell == "-" else numbers([cell], self.cells)[0], source)

    def goal(self, words):
        """For each cell and symbol: whether it may be there."""
        need(len(words) == self.cells, "a goal has other cells")
        goal = np.zeros((self.cells, self.symbols), bool)
        for cell, word in enumerate(words):
            goal[cell, ... if word == "*" else numbers(word.split(","), self.symbols)] = True
        return goal

    def board(self, words):
        board = numbers(words, self.symbols, self.cells)
        need((np.bincount(board, minlength=self.symbols) == self.pieces).all(), "a board has other pieces")
        return board

    def meets(self, goals, boards):
        """True for boards that meet any of these goals."""
        return self.goals[goals][:, np.arange(self.cells), boards].all(axis=2).any(axis=0)

    def play(self, board, moves):
        for name in moves:
            legal = [t for t in self.turns if t.name == name and (t.cell is None or board[t.cell] == self.blank)]
            need(legal, f"{name} is not legal")
            board = board[legal[0].source]
        return board

    def counts(self, home=None):
        """The number of boards at each distance from the goals, by undoing moves; with a home board, of those to which
        moves lead from it."""
        if home is None:
            need((self.goals.sum(axis=2) == 1).all(), "a goal leaves a cell open")
            solved = self.goals.argmax(axis=2)
            solved = solved[[(np.bincount(board, minlength=self.symbols) == self.pieces).all() for board in solved]]
        else:
            real = np.concatenate([layer for layer, _ in self.layers(home)])
            solved = real[self.meets(range(len(self.goals)), real)]
            real = {tuple(board) for board in real.tolist()}
        seen, layer, counts = set(), {tuple(board) for board in solved.tolist()}, []
        while layer:
            seen |= layer
            counts.append(len(layer))
            if len(seen) > LARGEST:
                raise TooLarge("boards of a search")
            boards, before = np.array(sorted(layer)), set()
            for turn in self.turns:
                place = np.argsort(turn.source)
                legal = ... if turn.cell is None else boards[:, place[turn.cell]] == self.blank
                before |= {tuple(board) for board in boards[legal][:, place].tolist()}
            layer = before - seen if home is None else (before & real) - seen
        return counts

    def layers(self, board, is_far=lambda boards, depth: np.zeros(len(boards), bool)):
        """The boards at each distance from a board, except boards too far from the goals, and the number of ways to each."""
        layer, ways = board[None], np.ones(1, object)
        known = keys(layer)
        for depth in itertools.count(1):
            yield layer, ways
            legal = [(t.source, ... if t.cell is None else layer[:, t.cell] == self.blank) for t in self.turns]
            if not legal or not len(layer):
                return
            after = np.concatenate([layer[which][:, source] for source, which in legal])
            found, first, place = np.unique(keys(after), return_index=True, return_inverse=True)
            total = np.zeros(len(found), object)
            np.add.at(total, place, np.concatenate([ways[which] for _, which in legal]))
            new = ~np.isin(found, known)
            known = np.concatenate([known, found[new]])
            if len(known) > LARGEST:
                raise TooLarge("boards of a search")
            layer, ways = after[first[new]], total[new]
            near = ~is_far(layer, depth)
            layer, ways = layer[near], ways[near]


class Orbit:
    def __init__(self, puzzle, words):
        need(len(words) > 2 and words[1] in ("sum", "free", "marked"), "an orbit")
        places = [numbers(word.split("."), puzzle.cells) for word in words[2:]]
        need(len({len(place) for place in places}) == 1 and len(places[0]) <= 15, "places of an orbit")
        self.places, self.turns = np.array(places), int(numbers(words[:1], 16)[0])
        self.is_sum, self.is_marked = words[1] == "sum", words[1] == "marked"
        need(self.turns and self.places.shape[1] % self.turns == 0, "turns of an orbit")
        self.step, self.cells = self.places.shape[1] // self.turns, self.places.ravel().tolist()
        need(len(set(self.cells)) == len(self.cells), "a cell is in an orbit twice")
        place_and_turn = {
            tuple(cells): (place, turn)
            for place, all_cells in enumerate(self.places)
            for turn, cells in enumerate(self.turned(all_cells))
        }
        # For each turn of the puzzle and each place: the place from which its piece comes, and how far it turns.
        self.carried = [[place_and_turn.get(tuple(c)) for c in turn.source[self.places]] for turn in puzzle.turns]
        need(not any(None in carried for carried in self.carried), "a move tears a piece")

    def turned(self, cells):
        return [np.roll(cells, -turn * self.step) for turn in range(self.turns)]

    def looks(self, board):
        return [[tuple(look.tolist()) for look in self.turned(cells)] for cells in board[self.places]]

    def pieces(self, board):
        """The piece in each place, and its turn."""
        return [(min(looks), looks.index(min(looks))) for looks in self.looks(board)]

    def is_clear(self, board):
        """True if every piece looks different in each turn."""
        return all(len(set(looks)) == self.turns for looks in self.looks(board))

    def sum(self, pieces):
        return sum(turn for _, turn in pieces) % self.turns


class Contents:
    """All contents of an orbit, in the order of their numbers: the kinds and turns of the pieces in its places, or the
    kinds in the slots of a marked orbit, where 0 is empty."""

    def __init__(self, orbit, home, colours):
        self.orbit, looks = orbit, orbit.looks(colours)
        seen = [not orbit.is_marked or len(set(look)) > 1 for look in looks]
        clear = [not is_seen or len(set(look)) == orbit.turns for look, is_seen in zip(looks, seen)]
        need(all(clear), "a piece looks the same after a turn")
        # A piece that is not seen has no colours, and so comes first.
        pieces = [(p, t) if is_seen else ((), 0) for (p, t), is_seen in zip(orbit.pieces(colours), seen)]
        count = Counter(piece for piece, _ in pieces)
        count.update({(): 0} if orbit.is_marked else {})
        count = sorted(count.items())
        digits, self.sum = 0 if orbit.is_marked else len(pieces) - orbit.is_sum, orbit.sum(pieces)
        self.turnings = orbit.turns**digits
        columns = [n for _, n in count]
        if orbit.is_marked:
            columns[0] += len(pieces) * (orbit.turns - 1)
        arrangements = math.factorial(sum(columns)) // math.prod(math.factorial(n) for n in columns)
        self.size = arrangements * self.turnings
        if self.size > LARGEST:
            raise TooLarge("contents of an orbit")
        # The symbols of each piece in each turn, in order, and a number for its kind and turn.
        known, kinds = {}, [kind for kind, _ in count]
        for cells, (piece, turn) in zip(orbit.places, pieces):
            for more, look in enumerate(orbit.turned(home[cells])):
                content = kinds.index(piece) * orbit.turns + (turn - more) % orbit.turns if piece else 0
                need(known.setdefault(tuple(look.tolist()), content) == content, "equal pieces have different colours")
        self.looks, self.content = np.array(list(known)), np.array(list(known.values()))
        order = np.argsort(keys(self.looks))
        self.looks, self.content = self.looks[order], self.content[order]
        self.are_different = len(known) == sum(orbit.turns if kind else min(n, 1) for kind, n in count)
        rows, left = np.zeros((1, 0), int), np.array([columns])
        for _ in range(sum(columns)):
            row, kind = np.nonzero(left)
            rows, left = np.hstack([rows[row], kind[:, None]]), left[row]
            left[np.arange(len(row)), kind] -= 1
        self.arrangements = keys(rows)
        self.weights = orbit.turns ** np.arange(digits)[::-1]
        turns = np.arange(self.turnings)[:, None] // self.weights % orbit.turns
        if orbit.is_sum:
            turns = np.hstack([turns, (self.sum - turns.sum(axis=1, keepdims=True)) % orbit.turns])
        elif orbit.is_marked:
            turns = np.zeros((1, rows.shape[1]), int)
        self.kinds = rows.repeat(self.turnings, axis=0)
        self.turns = np.tile(turns, (arrangements, 1))
        # For each turn of the puzzle: where each place, or slot, gets its piece from.
        slots = np.arange(orbit.turns if orbit.is_marked else 1)
        self.sources = [
            np.array([place * len(slots) + (slots + turn) % len(slots) for place, turn in carried]).ravel()
            for carried in orbit.carried
        ]

    def may(self, looks):
        """For each kind and turn: whether this is true for a piece."""
        return np.bincount(self.content, weights=looks) > 0

    def has(self, symbols):
        """For each kind: whether a piece of this kind has one of these symbols."""
        looks = np.isin(self.looks, symbols).any(axis=1)
        return np.bincount(self.content // self.orbit.turns, weights=looks) > 0

    def meets(self, goal):
        """True for contents that meet a goal, place by place."""
        places, turns = self.orbit.places, self.orbit.turns
        fits = np.array([self.may(goal[cells, self.looks].all(axis=1)) for cells in places])
        content, is_whole = self.kinds * turns + self.turns, True
        if self.orbit.is_marked:
            slots = self.kinds.reshape(self.size, len(places), turns)
            content = ((slots * turns + np.arange(turns)) * (slots > 0)).sum(axis=2)
            is_whole = ((slots > 0).sum(axis=2) < 2).all(axis=1)
            content[~is_whole] = 0
        return is_whole & fits[np.arange(len(places)), content].all(axis=1)

    def rank(self, kinds, turns, is_in=True):
        """The numbers of contents; -1 if they are not among these."""
        rank, is_known = find(kinds, self.arrangements)
        is_in = is_in & is_known
        if self.orbit.is_sum:
            is_in &= turns.sum(axis=1) % self.orbit.turns == self.sum
        return np.where(is_in, rank * self.turnings + turns[:, : len(self.weights)] @ self.weights, -1)

    def after(self, number):
        """The number of each of these contents after a turn of the puzzle."""
        how_far = 0 if self.orbit.is_marked else np.array([turn for _, turn in self.orbit.carried[number]])
        source = self.sources[number]
        return self.rank(self.kinds[:, source], (self.turns[:, source] - how_far) % self.orbit.turns)

    def numbers(self, boards):
        """The number of each board's contents; -1 if they are not among these."""
        places = boards[:, self.orbit.places]
        look, is_look = find(places.reshape(-1, places.shape[2]), keys(self.looks))
        kind, turn = np.divmod(self.content[look].reshape(places.shape[:2]), self.orbit.turns)
        if self.orbit.is_marked:
            slots = kind[:, :, None] * (turn[:, :, None] == np.arange(self.orbit.turns))
            kind = slots.reshape(len(boards), -1)
        return self.rank(kind, turn, is_look.reshape(places.shape[:2]).all(axis=1))


class Table:
    """A table whose entries are verified to be lower bounds."""

    def __init__(self, puzzle, orbits, lines, name, folder):
        self.puzzle, self.goals = puzzle, numbers(lines.take("goals"), len(puzzle.goals))
        home = puzzle.board(lines.take("home"))
        colours = numbers(lines.take("colours"), 255, puzzle.cells)
        charge = lines.take("charge")
        self.charge = None if charge is None else numbers(charge, puzzle.symbols)
        self.orbits = [orbits[orbit] for orbit in numbers(lines.take("orbits"), len(orbits))]
        self.cells = sum((orbit.cells for orbit in self.orbits), [])
        need(self.cells and len(set(self.cells)) == len(self.cells), "orbits of a table have a common cell")
        self.contents = [Contents(orbit, home, colours) for orbit in self.orbits]
        self.size = math.prod(contents.size for contents in self.contents)
        if self.size > LARGEST:
            raise TooLarge("entries of a table")
        need(len(name) == 1 and pathlib.Path(name[0]).name == name[0] and (folder / name[0]).is_file(), "no such file")
        self.entries = np.fromfile(folder / name[0], np.uint8)
        need(len(self.entries) == self.size, f"{name[0]} has another size")
        need(NEVER - 1 not in self.entries, "an entry is 254")
        self.values = np.where(self.entries == NEVER, np.inf, self.entries)
        self.verify()

    def numbers(self, boards):
        found = [contents.numbers(boards) for contents in self.contents]
        need(np.min(found, initial=0) >= 0, "a table has no entry for a board")
        return np.ravel_multi_index(found, [contents.size for contents in self.contents])

    def verify(self):
        places = np.unravel_index(np.arange(self.size), [contents.size for contents in self.contents])
        solved = np.zeros(self.size, bool)
        for goal in self.puzzle.goals[self.goals]:
            met = [contents.meets(goal)[place] for contents, place in zip(self.contents, places)]
            solved |= np.all(met, axis=0)
        need((self.values[solved] == 0).all(), "a solved board does not have 0")
        descends, is_seen = solved.copy(), True
        for number, (name, cell, _) in enumerate(self.puzzle.turns):
            legal, is_charged, is_shown = np.ones(self.size, bool), self.charge is None, cell is None
            for contents, place in zip(self.contents, places):
                orbit, kinds = contents.orbit, contents.kinds
                if cell in orbit.cells and orbit.places.shape[1] == 1:
                    legal &= contents.has(self.puzzle.blank)[kinds[:, orbit.cells.index(cell)]][place]
                    is_shown = True
                if self.charge is not None:
                    moved = contents.sources[number] != np.arange(kinds.shape[1])
                    is_charged = is_charged | contents.has(self.charge)[kinds[:, moved]].any(axis=1)[place]
            is_seen &= is_shown
            after = [contents.after(number)[place][legal] for contents, place in zip(self.contents, places)]
            need(np.min(after, initial=0) >= 0, f"{name} leads to a board without entry")
            after = self.values[np.ravel_multi_index(after, [contents.size for contents in self.contents])]
            cost = np.broadcast_to(is_charged, self.size)[legal]
            need((self.values[legal] <= cost + after).all(), f"{name} lowers an entry by more than it counts")
            descends[legal] |= after == self.values[legal] - 1
        is_exact = (solved == (self.entries == 0)) & (descends | (self.entries == NEVER))
        self.is_exact = is_exact.all() and self.charge is None and is_seen

    def charged(self):
        """The symbols of the pieces whose moves count."""
        looks = [c.looks[c.has(self.charge)[c.content // c.orbit.turns]] for c in self.contents]
        return set(np.concatenate([look.ravel() for look in looks]).tolist())

    def value(self, boards):
        return self.values[self.numbers(boards)]

    def counts(self):
        """The numbers of boards by distance, if this is a table of all boards and distances."""
        sees_all = len(self.cells) == self.puzzle.cells and all(contents.are_different for contents in self.contents)
        need(sees_all and self.is_exact, "the table does not have all distances")
        if len(self.orbits) > 1 or self.orbits[0].places.shape[1] > 1:
            need((self.puzzle.goals.sum(axis=2) == 1).all(), "the table may lack a solved board")
            self.value(self.puzzle.goals.argmax(axis=2))
        return np.bincount(self.entries[self.entries != NEVER]).tolist()


class Image:
    """A permutation of cells and symbols that keeps the moves."""

    def __init__(self, puzzle, lines, words):
        self.cells, self.symbols = numbers(words, puzzle.cells, puzzle.cells), lines.take("symbols")
        self.symbols = numbers(self.symbols, puzzle.symbols, puzzle.symbols)
        for row in (self.cells, self.symbols):
            need(len(set(row.tolist())) == len(row), "an image is not a permutation")
        need(puzzle.blank < 0 or self.symbols[puzzle.blank] == puzzle.blank, "an image has another blank")
        place = np.argsort(self.cells)
        turns = {(turn.cell, tuple(turn.source.tolist())) for turn in puzzle.turns}
        for turn in puzzle.turns:
            cell = None if turn.cell is None else place[turn.cell]
            need((cell, tuple(place[turn.source[self.cells]].tolist())) in turns, "an image has other moves")

    def of(self, boards):
        return self.symbols[boards[:, self.cells]]

    def carries(self, goal, other):
        """True if the image of each board that meets a goal meets another."""
        symbols = np.zeros_like(goal)
        symbols[:, self.symbols] = goal[self.cells]
        return not (symbols & ~other).any()


class Bound:
    """A proof that a board is far from some goals."""

    def __init__(self, puzzle, orbits, tables, images, lines, kind):
        self.puzzle, self.kind, self.goals = puzzle, kind, numbers(lines.take("goals"), len(puzzle.goals))
        need(kind in (["search"], ["tables"], ["pieces"], ["turns"], ["parity"]), "unknown bound")
        sums = [numbers(word.split("+"), len(tables)) for word in lines.take("sums") or ()]
        need((kind == ["tables"]) == bool(sums), "sums of other bounds than tables")
        self.sums = [[tables[table] for table in added] for added in sums]
        self.images = [images[image] for image in numbers(lines.take("images") or (), len(images))]
        marks = lines.take("marks")
        self.marks = None if marks is None else numbers(marks, 2, puzzle.cells)
        need(marks is None or puzzle.blank >= 0 and puzzle.pieces[puzzle.blank] == 1, "marks without a single blank")
        self.orbits = [orbits[orbit] for orbit in numbers(lines.take("orbits") or (), len(orbits))]

    def show(self, board, moves):
        """Refuses unless these goals are at least this many moves away."""
        if self.kind in (["search"], ["tables"]):
            return self.look_up(board, moves) if self.sums else self.search(board, moves)
        need(all(self.differs(board, goal) for goal in self.puzzle.goals[self.goals]), "a goal is not excluded")

    def search(self, board, moves, *is_far):
        layers = itertools.islice(self.puzzle.layers(board, *is_far), None if moves == math.inf else moves)
        for distance, (layer, _) in enumerate(layers):
            need(not self.puzzle.meets(self.goals, layer).any(), f"a goal is {distance} moves away")

    def look_up(self, board, moves):
        for tables in self.sums:
            need(all(set(self.goals) <= set(table.goals) for table in tables), "a table is about other goals")
            need(len(tables) == 1 or self.is_additive(tables), "a sum counts moves twice")
            for image, goal in itertools.product(self.images, self.goals):
                others = {other for table in tables for other in table.goals}
                others = [other for other in others if all(other in table.goals for table in tables)]
                met = [image.carries(self.puzzle.goals[goal], self.puzzle.goals[other]) for other in others]
                need(any(met), "a table is about other goals")

        def value(boards):
            views = [boards, *(image.of(boards) for image in self.images)]
            sums = [sum(table.value(view) for table in tables) for view in views for tables in self.sums]
            return np.max(sums, axis=0)

        if value(board[None]) < moves:
            need(moves < math.inf, "the tables do not exclude a solution")
            self.search(board, moves, lambda layer, depth: depth + value(layer) >= moves)

    def is_additive(self, tables):
        changed = [(t.cell, np.flatnonzero(t.source != np.arange(self.puzzle.cells))) for t in self.puzzle.turns]
        exchange = all(len(cells) == 2 and cell in cells for cell, cells in changed)
        single = all(orbit.places.shape[1] == 1 for table in tables for orbit in table.orbits)
        if not exchange or not single or any(table.charge is None for table in tables):
            return False
        charged = [symbol for table in tables for symbol in table.charged()]
        return len(set(charged)) == len(charged) and self.puzzle.blank not in charged

    def differs(self, board, goal):
        cells = sum((orbit.cells for orbit in self.orbits), []) if self.marks is None else slice(None)
        need((goal[cells].sum(axis=1) == 1).all(), "the goal leaves a cell open")
        solved = goal.argmax(axis=1)
        pieces = [[[piece for piece, _ in orbit.pieces(b)] for b in (board, solved)] for orbit in self.orbits]
        if self.kind == ["pieces"]:
            return any(sorted(here) != sorted(there) for here, there in pieces)
        if self.kind == ["turns"]:
            need(not any(orbit.sum(c) for orbit in self.orbits for c in orbit.carried), "a move changes the sum")
            clear = [orbit for orbit in self.orbits if orbit.is_clear(board) and orbit.is_clear(solved)]
            return any(orbit.sum(orbit.pieces(board)) != orbit.sum(orbit.pieces(solved)) for orbit in clear)
        marks = np.zeros(self.puzzle.cells, int) if self.marks is None else self.marks
        for number, turn in enumerate(self.puzzle.turns):
            odd = sum(is_odd([place for place, _ in orbit.carried[number]]) for orbit in self.orbits)
            to_blank = slice(None) if turn.cell is None else turn.source == turn.cell
            changes = (odd + marks[turn.source] + marks)[to_blank] % 2
            need(not changes.any(), f"{turn.name} changes the parity")
        odd = sum(marks[row == self.puzzle.blank].sum() for row in (board, solved))
        for here, there in pieces:
            need(len(set(here)) == len(here) and set(here) == set(there), "pieces look alike, or others are there")
            odd += is_odd([here.index(piece) for piece in there])
        return odd % 2 == 1


def check(path):
    """What a certificate proves, in the words of `fewest-check`."""
    path = pathlib.Path(path)
    lines = Lines(path.read_bytes())
    puzzle = Puzzle(lines)
    counts = lines.take("counts")
    board = puzzle.board(lines.take("board")) if counts is None else None
    counts = lines.take("counts") if counts is None else counts
    moves = lines.take("moves") if counts is None else None
    need(moves is not None or counts is not None or lines.take("unsolvable") is not None, "no claim")
    solutions = lines.take("solutions") if moves is not None else None
    orbits = [Orbit(puzzle, words) for words in lines.all("orbit")]
    tables = [Table(puzzle, orbits, lines, words, path.parent) for words in lines.all("table")]
    images = [Image(puzzle, lines, words) for words in lines.all("image")]
    bounds = [Bound(puzzle, orbits, tables, images, lines, words) for words in lines.all("bound")]
    need(not lines.left, "lines in another order")
    goals = list(range(len(puzzle.goals)))
    if counts is not None:
        whole = [table for table in tables if sorted(set(table.goals)) == goals and board is None]
        need(whole or any(bound.kind == ["search"] for bound in bounds), "neither a table nor a search")
        found = whole[0].counts() if whole else puzzle.counts(board)
        need(counts == [str(boards) for boards in found], "other counts")
        boards = f"{sum(found):,} board{'' if sum(found) == 1 else 's'}"
        boards += "" if board is None else " to which moves lead from the board"
        return f"verified for {puzzle.name}: {boards}, none more than {len(counts) - 1} move{'' if len(counts) == 2 else 's'} from a goal"
    length = math.inf if moves is None else len(moves)
    need(not length or sorted({goal for bound in bounds for goal in bound.goals}) == goals, "a goal has no bound")
    for bound in bounds if length else ():
        bound.show(board, length)
    if moves is None:
        return f"verified for {puzzle.name}: no moves solve the board"
    need(puzzle.meets(goals, puzzle.play(board, moves)[None])[0], "the moves do not solve the board")
    claim = f"verified for {puzzle.name}: {length} {'move is' if length == 1 else 'moves are'} enough, and {length - 1} are not"
    claim = claim if moves else f"verified for {puzzle.name}: the board is solved"
    if solutions is None:
        return claim
    layer, ways = next(itertools.islice(puzzle.layers(board), length, None))
    found = ways[puzzle.meets(goals, layer)].sum()
    need(numbers(solutions, 2**63, 1)[0] == found, f"shortest solutions: {found:,}")
    return f"{claim}; shortest solutions: {found:,}"
