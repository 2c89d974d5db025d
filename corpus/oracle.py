"""The rules of the three puzzles and plain breadth-first searches that answer them: the oracle behind make.py.

Everything here is written straight from the rules and shares nothing with the solver that it is used to test.
"""
from math import factorial

# ---- Searches that serve both knights and sliding tiles. `step(state)` yields (move, next state) in
# ---- dictionary order of the moves; every move can be undone by a move.

def ball(goal, step, reach=None):
    """The distance to `goal` of every state within `reach` moves of it (of every reachable state if None)."""
    distance, level, d = {goal: 0}, [goal], 0
    while level and d != reach:
        d, following = d + 1, []
        for state in level:
            for _, other in step(state):
                if other not in distance:
                    distance[other] = d
                    following.append(other)
        level = following
    return distance


def least(start, near, step):
    """The dictionary-least of the shortest move lists from `start` to the goal in the middle of the ball `near`.

    Levels forward from `start` are kept in the dictionary order of the least move list to each state. In the
    first level that meets the ball all states that do so are equally far from the goal (the ball's radius, or
    `start` itself lies in it), so the first of them lies on the least list; in the ball one walks down greedily.
    """
    before, level = {}, {start: ()}
    while True:
        state = next((s for s in level if s in near), None)
        if state is not None:
            break
        following = {}
        for s, trail in level.items():
            for move, other in step(s):
                if other not in before and other not in level and other not in following:
                    following[other] = (trail, move)
        if not following:
            raise ValueError("the goal cannot be reached")
        before, level = level, following
    moves, trail = [], level[state]
    while trail:
        trail, move = trail
        moves.append(move)
    moves.reverse()
    while near[state]:
        move, state = next((m, o) for m, o in step(state) if near.get(o) == near[state] - 1)
        moves.append(move)
    return moves


def replay(state, moves, step):
    for move in moves:
        state = dict(step(state))[move]
    return state


def walk(rng, state, step, length):
    """The end of a random walk that never takes back the move it has just made."""
    previous = None
    for _ in range(length):
        previous, state = state, rng.choice([o for _, o in step(state) if o != previous])
    return state


# ---- The rotation game.

LINES = [(0, 2, 6, 11, 15, 20, 22), (1, 3, 8, 12, 17, 21, 23), (10, 9, 8, 7, 6, 5, 4), (19, 18, 17, 16, 15, 14, 13)]
LINES += [tuple(reversed(LINES[i])) for i in (1, 0, 3, 2)]  # E undoes B, F undoes A, G undoes D, H undoes C
CENTRE = (6, 7, 8, 11, 12, 15, 16, 17)


def turned(board, line):
    """The whole board after one move: cell[i] <- cell[i + 1] along the line, the head goes to the tail."""
    board = list(board)
    for cell, value in zip(line, [board[i] for i in line[1:] + line[:1]]):
        board[cell] = value
    return "".join(board)


def mask(board, symbol):
    return sum(1 << i for i in range(24) if board[i] == symbol)


def mask_moves():
    """For each move two tables, which send the low and the high 12 bits of a mask to where they go."""
    tables = []
    for line in LINES:
        to = list(range(24))
        for i in range(7):
            to[line[(i + 1) % 7]] = line[i]
        tables.append([[sum(1 << to[b + base] for b in range(12) if bits >> b & 1) for bits in range(4096)]
                       for base in (0, 12)])
    return tables


def mask_levels(tables):
    """Distance of each 24-bit mask (255: not a mask of eight cells) and the masks level by level."""
    goal = sum(1 << i for i in CENTRE)
    distance, levels = bytearray(b"\xff") * (1 << 24), [[goal]]
    distance[goal] = 0
    while levels[-1]:
        following = []
        for m in levels[-1]:
            for low, high in tables:
                other = low[m & 4095] | high[m >> 12]
                if distance[other] == 255:
                    distance[other] = len(levels)
                    following.append(other)
        levels.append(following)
    return distance, levels[:-1]


def rotation_answer(board, distance, tables):
    """Fewest moves, least string over the symbols that attain them, and the symbol that ends in the centre.

    The symbols that attain the minimum walk together; a move keeps those which it brings nearer. (One that
    it does not bring nearer, or which was farther at the start, can no longer be home in time.)
    """
    masks = {symbol: mask(board, symbol) for symbol in "123"}
    far = fewest = min(distance[m] for m in masks.values())
    masks = {symbol: m for symbol, m in masks.items() if distance[m] == far}
    moves = ""
    while far:
        far -= 1
        for letter, (low, high) in zip("ABCDEFGH", tables):
            after = {symbol: low[m & 4095] | high[m >> 12] for symbol, m in masks.items()}
            after = {symbol: m for symbol, m in after.items() if distance[m] == far}
            if after:
                moves, masks = moves + letter, after
                break
    (symbol,) = masks
    return fewest, moves, symbol


def rotation_direct(board):
    """The same answer, from all strings in order of length and then of the dictionary, on whole boards."""
    level, seen = {board: ""}, {board}
    while True:
        for b, moves in level.items():
            if len({b[i] for i in CENTRE}) == 1:
                return len(moves), moves, b[CENTRE[0]]
        following = {}
        for b, moves in level.items():
            for letter, line in zip("ABCDEFGH", LINES):
                other = turned(b, line)
                if other not in seen:
                    seen.add(other)
                    following[other] = moves + letter
        level = following


def deepest_rotations(distance, levels):
    """The hardest boards: all three symbols at 13 moves or more (no three masks at 14 fill a board)."""
    found = {}
    deep = levels[13] + levels[14]
    assert len(levels) == 15
    for i, a in enumerate(deep):
        for b in deep[:i]:
            if not a & b and 13 <= distance[0xffffff ^ a ^ b] < 255:
                found[frozenset((a, b, 0xffffff ^ a ^ b))] = None
    assert len(found) == 32 and all(min(distance[m] for m in three) == 13 for three in found)
    boards = []
    for three in sorted(map(sorted, found))[::2]:
        boards.append("".join(str(1 + next(k for k in range(3) if three[k] >> i & 1)) for i in range(24)))
    return boards


# ---- Knights. A board is an int: bits 0..24 are the black knights, the bits above them the empty cell.

KNIGHT = [[(r + y) * 5 + c + x for y, x in ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
           if 0 <= r + y < 5 and 0 <= c + x < 5] for r in range(5) for c in range(5)]
CELL = ["abcde"[i % 5] + "54321"[i // 5] for i in range(25)]


def knights_read(text):
    return text.index("*") << 25 | sum(1 << i for i in range(25) if text[i] == "1")


def knights_text(state):
    return "".join("*" if i == state >> 25 else "01"[state >> i & 1] for i in range(25))


def knights_step(state):
    """The knight on `cell` jumps into the empty cell; cells in reading order."""
    empty, black = state >> 25, state & 0x1ffffff
    for cell in KNIGHT[empty]:
        yield CELL[cell], cell << 25 | (black ^ 1 << cell | 1 << empty if black >> cell & 1 else black)


# ---- Sliding tiles. A board is a bytes of w * h numbers in reading order, 0 is the blank.

def sliding_step(w, h):
    """d, l, r, u: where the blank goes, in dictionary order."""
    jumps = [[(name, (y + dy) * w + x + dx) for name, dy, dx in zip("dlru", (1, 0, 0, -1), (0, -1, 1, 0))
              if 0 <= y + dy < h and 0 <= x + dx < w] for y in range(h) for x in range(w)]

    def step(state):
        blank = state.index(0)
        for name, cell in jumps[blank]:
            other = bytearray(state)
            other[blank], other[cell] = other[cell], 0
            yield name, bytes(other)
    return step


class Sliding:
    """All boards of one size: tables of distances to a goal, one for each cell of the blank in it."""

    def __init__(self, w, h):
        self.name, self.cells, self.step, self.tables = f"{w}x{h}", w * h, sliding_step(w, h), {}

    def goal(self, blank):
        """1, 2, 3, ... in reading order around a blank in that cell."""
        return bytes([*range(1, blank + 1), 0, *range(blank + 1, self.cells)])

    def table(self, blank):
        if blank not in self.tables:
            self.tables[blank] = ball(self.goal(blank), self.step)
            assert 2 * len(self.tables[blank]) == factorial(self.cells)
        return self.tables[blank]

    def levels(self, blank):
        levels = []
        for state, d in self.table(blank).items():  # in the order of the distances
            if d == len(levels):
                levels.append([])
            levels[d].append(state)
        return levels

    def relabelled(self, board, goal):
        """`board` after the renaming of tiles that makes `goal` the goal in order with the same blank."""
        name = dict(zip(goal, self.goal(goal.index(0))))
        return bytes(name[tile] for tile in board)

    def answer(self, start, goal):
        """Fewest moves and the least string, or None if the goal is in the other half of the boards."""
        if self.cells > 9:
            moves = "".join(least(start, ball(goal, self.step, 14), self.step))
        else:
            table, state = self.table(goal.index(0)), self.relabelled(start, goal)
            if state not in table:
                return None
            moves = "".join(least(state, table, self.step))
            if len(moves) <= 13:  # the same without renaming, by a search that knows the goal only
                assert moves == "".join(least(start, {goal: 0}, self.step))
        assert replay(start, moves, self.step) == goal
        return moves
