"""Twisty puzzles from their geometry: files in imports/ for `define import`, and the orders of their groups.

A sticker is a point: where its piece is and where it faces. A move turns some pieces about an axis, so it is a permutation of
stickers. The order of the group that these permutations generate is found from the stickers alone (a random Schreier-Sims: C. C.
Sims, 1970), and has to be the number that was published or follows from a count of the pieces.

Only then a file is written. Places are numbered at random, and which sticker of a place counts as its first is drawn at random
until the file tells the two readings of its orientation lines apart: read as numbers for the place that a piece leaves (for
`MoveTransformation`: that it comes to) it has the group of the stickers, read the other way it has a group of another order.
"""
import random
from itertools import permutations, product
from math import factorial

AXES = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
DIAGONALS = list(product((1, -1), repeat=3))
# Every other corner of a cube: the corners of a tetrahedron, or every other face of an octahedron.
TETRAD = [v for v in DIAGONALS if v[0] * v[1] * v[2] == 1]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


def times(k, a):
    return tuple(k * x for x in a)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def det(a, b, c):
    return dot(cross(a, b), c)


# The turns of a cube: matrices with one 1 or -1 in each row and column and determinant 1.
TURNS = [rows for rows in permutations(AXES, 3) if abs(det(*rows)) == 1 and det(*rows) == 1]


def image(rows, v):
    """Where a turn takes a direction: a matrix, or a function of a place on a torus."""
    if callable(rows):
        return rows(*v) if v else v
    return tuple(dot(row, v) for row in rows)


def sum_of(vectors):
    return tuple(map(sum, zip(*vectors)))


def about(axis, order):
    """The turn about an axis by one part in `order`, clockwise as seen from its end."""
    def power(rows, v, n):
        for _ in range(n):
            v = image(rows, v)
        return v

    for rows in TURNS:
        period = next(n for n in range(1, 5) if all(power(rows, v, n) == v for v in AXES))
        side = next(v for v in AXES if cross(v, axis) != (0, 0, 0))
        if image(rows, axis) == axis and period == order and det(axis, side, image(rows, side)) < 0:
            return rows
    raise ValueError((axis, order))


class Puzzle:
    """Sets of pieces, by name: for each place, the directions in which the stickers of its piece face. Pieces of the sets in
    `alike` look alike if their stickers face in the same direction when they are solved. `is_in_order` says that the directions are
    already in clockwise order."""

    def __init__(self, name, sets, moves, order, why, alike=(), is_in_order=False):
        self.name, self.order, self.why, self.alike = name, order, why, alike
        # Stickers go around the piece clockwise, as seen from outside. Pieces that never move are left out.
        self.sets = {set_: {place: faces if is_in_order else around(place, faces) for place, faces in places.items()
                            if any(is_turned(set_, place) for _, is_turned in moves.values())}
                     for set_, places in sets.items()}
        self.stickers = [(set_, place, face) for set_, places in self.sets.items()
                         for place, faces in places.items() for face in faces]
        self.moves = {move: self.permutation(rows, is_turned) for move, (rows, is_turned) in moves.items()}

    def permutation(self, rows, is_turned):
        """By sticker: where a turn takes it."""
        return {(set_, place, face): (set_, image(rows, place), image(rows, face)) if is_turned(set_, place)
                else (set_, place, face) for set_, place, face in self.stickers}

    def lists(self):
        number = {sticker: i for i, sticker in enumerate(self.stickers)}
        return [[number[move[sticker]] for sticker in self.stickers] for move in self.moves.values()]

    def near(self, farthest):
        """The numbers of boards 0, 1 ... moves away. All powers of a move are moves."""
        looks = {look: i for i, look in enumerate(dict.fromkeys(map(self.look, self.stickers)))}
        solved = bytes(looks[self.look(sticker)] for sticker in self.stickers)
        powers = []
        for move in self.lists():
            power = move
            while power != list(range(len(move))):
                powers.append(power)
                power = [move[i] for i in power]
        known, level, counts = {solved}, [solved], [1]
        for _ in range(farthest):
            level = {bytes(board[i] for i in power) for board in level for power in powers} - known
            known |= level
            counts.append(len(level))
        return counts

    def look(self, sticker):
        set_, _, face = sticker
        return (set_, face) if set_ in self.alike else sticker


def around(place, faces):
    """Directions in clockwise order as seen from outside."""
    first, rest = faces[0], list(faces[1:])
    while len(rest) > 1:
        # The next one is that from which all others are on the right.
        last = faces[len(faces) - len(rest) - 1]
        nearest = [face for face in rest if dot(face, last) == max(dot(other, last) for other in rest)]
        step = next(face for face in nearest if det(place, last, face) < 0)
        rest.remove(step)
        faces = faces[:len(faces) - len(rest) - 1] + [step] + rest
    assert faces[0] == first
    return faces


def group_order(moves, rng):
    """The order of the group of permutations, by a random Schreier-Sims. Where the chain lacks anything, a random element
    finds out with a chance of at least a half; 64 in a row have to find nothing."""
    degree = len(moves[0])
    identity = list(range(degree))

    def after(a, b):
        return [b[i] for i in a]

    def inverse(a):
        back = [0] * degree
        for i, j in enumerate(a):
            back[j] = i
        return back

    pool = [list(move) for move in moves] * (12 // len(moves) + 1)

    def draw():
        i, j = rng.sample(range(len(pool)), 2)
        pool[i] = after(pool[i], pool[j]) if rng.random() < 0.5 else after(pool[j], pool[i])
        return pool[i]

    for _ in range(300):
        draw()
    chain = []  # of: a point, generators, by point of the orbit an element that takes the first point there

    def orbit(level):
        point, generators, reached = level
        reached.clear()
        reached[point] = identity
        open_ = [point]
        for at in open_:
            for generator in generators:
                if generator[at] not in reached:
                    reached[generator[at]] = after(reached[at], generator)
                    open_.append(generator[at])

    def is_new(element):
        for i, (point, _, reached) in enumerate(chain):
            if element[point] not in reached:
                break
            element = after(element, inverse(reached[element[point]]))
        else:
            i = len(chain)
        if element == identity:
            return False
        if i == len(chain):
            chain.append((next(p for p in identity if element[p] != p), [], {}))
        # It fixes the points of earlier levels, so it belongs to the groups of all levels up to its own.
        for level in chain[:i + 1]:
            level[1].append(element)
            orbit(level)
        return True

    found_nothing = 0
    while found_nothing < 64:
        found_nothing = 0 if is_new(draw()) else found_nothing + 1
    order = 1
    for _, _, reached in chain:
        order *= len(reached)
    return order


def text(puzzle, rng, is_transformation):
    """The puzzle as a file. Moves have the form that twsearch and ksolve+ share, or the one that only twsearch knows: places
    from 0, orientations by the place that a piece comes to."""
    base = 0 if is_transformation else 1
    lines = [f"# {why}" for why in puzzle.why] + [f"Name {puzzle.name}"]
    places, firsts = {}, {}
    for set_, own in puzzle.sets.items():
        places[set_] = rng.sample(list(own), len(own))
        firsts[set_] = {place: rng.randrange(len(own[place])) for place in places[set_]}
        lines.append(f"Set {set_} {len(own)} {len(own[places[set_][0]])}")
    lines.append("StartState" if is_transformation else "Solved")
    for set_, own in puzzle.sets.items():
        looks = [puzzle.look((set_, place, own[place][0])) for place in places[set_]]
        numbers = {look: i for i, look in enumerate(dict.fromkeys(looks))}
        lines += [set_, " ".join(str(base + numbers[look]) for look in looks)]
    lines.append("End")
    for name, move in puzzle.moves.items():
        lines.append(("MoveTransformation " if is_transformation else "Move ") + name)
        for set_, own in puzzle.sets.items():
            come_from, by_leaving = {}, {}
            for place, faces in own.items():
                _, target, face = move[set_, place, faces[firsts[set_][place]]]
                come_from[target] = place
                by_leaving[place] = (own[target].index(face) - firsts[set_][target]) % len(faces)
            if all(come_from[place] == place and by_leaving[place] == 0 for place in own):
                continue
            lines += [set_, " ".join(str(base + places[set_].index(come_from[place])) for place in places[set_])]
            turns = [by_leaving[come_from[place] if is_transformation else place] for place in places[set_]]
            if any(turns):
                lines.append(" ".join(map(str, turns)))
        lines.append("End")
    return lines


def read(lines, is_by_leaving):
    """The moves of such a file as permutations of stickers, orientations read in one way or the other."""
    sets, moves, at, count = {}, [], None, 0
    for line in lines:
        words = line.split()
        if words[0] == "Set":
            sets[words[1]] = (count, int(words[2]), int(words[3]))
            count += int(words[2]) * int(words[3])
        elif words[0].startswith("Move"):
            moves.append({})
            base = 1 if words[0] == "Move" else 0
        elif moves and words[0] in sets:
            at = moves[-1].setdefault(words[0], [])
        elif moves and words[0] != "End":
            at.append([int(word) for word in words])
    for move in moves:
        permutation = list(range(count))
        for set_, (sources, *turns) in move.items():
            first, size, ways = sets[set_]
            for place, source in enumerate(sources):
                source -= base
                turn = turns[0][source if is_by_leaving else place] if turns else 0
                for sticker in range(ways):
                    permutation[first + source * ways + sticker] = first + place * ways + (sticker + turn) % ways
        yield permutation


def pyraminx():
    faces = [times(-1, v) for v in TETRAD]
    seen = {v: [f for f in faces if dot(f, v) > 0] for v in TETRAD}
    edges = {plus(v, w): [f for f in seen[v] if f in seen[w]] for v, w in permutations(TETRAD, 2)}
    sets = {"TIP": {times(3, v): seen[v] for v in TETRAD}, "AXIAL": {times(2, v): seen[v] for v in TETRAD},
            "EDGE": edges}
    moves = {}
    for name, v in zip("ULRB", TETRAD):
        moves[name] = about(v, 3), lambda set_, place, v=v: dot(place, v) > 0
        moves[name.lower()] = about(v, 3), lambda set_, place, v=v: place == times(3, v)
    return Puzzle("pyraminx", sets, moves, 75_582_720,
                  ["The pyraminx with its tips: 3^4 3^4 6!/2 2^5 = 75,582,720 positions (Wikipedia)."])


def skewb_diamond():
    corners = {a: [v for v in DIAGONALS if dot(a, v) > 0] for a in AXES}
    sets = {"CORNER": corners, "FACE": {v: [v] for v in DIAGONALS if v not in TETRAD}}
    moves = {name: (about(v, 3), lambda set_, place, v=v: dot(place, v) > 0) for name, v in zip("ABCD", TETRAD)}
    return Puzzle("skewb-diamond", sets, moves, 138_240,
                  ["The skewb diamond: 4!/2 6!/2 2^5 = 138,240 positions (Wikipedia)."])


def octahedron():
    """The face-turning octahedron. A face has three triangles that are no part of corner or edge: each is next to a corner."""
    corners = {a: [v for v in DIAGONALS if dot(a, v) > 0] for a in AXES}
    edges = {plus(a, b): [v for v in corners[a] if v in corners[b]]
             for a, b in permutations(AXES, 2) if dot(a, b) == 0}
    triangles = {plus(times(4, v), a): [v] for v in DIAGONALS for a in AXES if dot(a, v) > 0}
    is_even = {place: v in TETRAD for place, (v,) in triangles.items()}
    sets = {"CORNER": corners, "EDGE": edges,
            "ONE": {place: faces for place, faces in triangles.items() if is_even[place]},
            "OTHER": {place: faces for place, faces in triangles.items() if not is_even[place]}}

    def is_turned(set_, place, face):
        if set_ == "CORNER":
            return dot(place, face) > 0
        if set_ == "EDGE":
            return dot(place, face) == 2
        (own,) = triangles[place]
        corner = plus(place, times(-4, own))
        return dot(own, face) >= 1 and dot(corner, face) > 0

    moves = {name: (about(v, 3), lambda set_, place, v=v: is_turned(set_, place, v))
             for name, v in zip(("U", "F", "R", "L", "D", "B", "BR", "BL"), DIAGONALS)}
    order = (factorial(12) // 2) ** 3 * (factorial(6) // 2) * 2 ** 5
    return Puzzle("octahedron", sets, moves, order,
                  ["The face-turning octahedron, all stickers different: (12!/2)^3 6!/2 2^5 positions. Edges, both orbits of",
                   "triangles and corners are permuted evenly; an even number of corners is turned by a half."])


CORNERS = {v: [a for a in AXES if dot(a, v) > 0] for v in DIAGONALS}
FACES = dict(zip("RLUDFB", AXES))


def quarter_turns(names):
    return {name: (about(FACES[name], 4), lambda set_, place, a=FACES[name]: dot(place, a) > 0) for name in names}


def cube2():
    return Puzzle("cube2", {"CORNER": CORNERS}, quarter_turns("URF"), 3_674_160,
                  ["The 2 x 2 x 2 cube, a corner held: 7! 3^6 = 3,674,160 positions."])


def cube3(name, moves, order, why):
    edges = {plus(a, b): [a, b] for a, b in permutations(AXES, 2) if dot(a, b) == 0}
    return Puzzle(name, {"CORNER": CORNERS, "EDGE": edges}, moves, order, [why])


def whole_cube():
    return cube3("cube3", quarter_turns("URFDLB"), factorial(8) * 3 ** 7 * factorial(12) * 2 ** 11 // 2,
                 "The 3 x 3 x 3 cube: 8! 3^7 12! 2^11 / 2 = 43,252,003,274,489,856,000 positions.")


def two_faces():
    return cube3("two-faces", quarter_turns("UR"), 73_483_200,
                 "Two faces of the 3 x 3 x 3 cube: |PGL(2,5)| 3^5 7!/2 = 73,483,200 positions (D. Singmaster, 1981).")


def cube5():
    """Outer layers are at 4, the next ones at 2."""
    kinds = {"CORNER": (4, 4, 4), "MIDGE": (0, 4, 4), "WING": (2, 4, 4), "CROSS": (0, 2, 4), "DIAGONAL": (2, 2, 4)}
    sets = {name: {} for name in kinds}
    for place in product((-4, -2, 0, 2, 4), repeat=3):
        faces = [a for a in AXES if dot(place, a) == 4]
        name = next((name for name, kind in kinds.items() if tuple(sorted(map(abs, place))) == kind), None)
        if name == "WING":
            # One sticker is enough: each place has one direction for it.
            along = plus(place, times(-4, plus(*faces)))
            faces = [a for a, b in permutations(faces) if det(along, a, b) > 0]
        if name:
            sets[name][place] = faces
    moves = {}
    for name, a in FACES.items():
        moves[name] = about(a, 4), lambda set_, place, a=a: dot(place, a) == 4
        moves["2" + name] = about(a, 4), lambda set_, place, a=a: dot(place, a) == 2
    order = factorial(8) * 3 ** 7 * factorial(12) * 2 ** 11 * factorial(24) ** 3 // 8
    return Puzzle("cube5", sets, moves, order,
                  ["The 5 x 5 x 5 cube by outer and inner slices: 8! 3^7 12! 2^11 24!^3 / 8 elements of the group. A quarter turn of",
                   "an outer slice is odd on corners, midges and both kinds of centres, one of an inner slice on wings and one kind.",
                   "Centres of one colour look alike."], alike=("CROSS", "DIAGONAL"))


def megaminx():
    """Four faces of the megaminx that meet in pairs. A direction has a coordinate for each pair of opposite faces, so that turns are exact:
    face 0 is next to 1 ... 5, and each of these to the next, the last and the opposites of the other two."""
    def unit(i, sign=1):
        return tuple(sign * (j == i) for j in range(6))

    def about_face(*cycle):
        """Takes each of the faces around one to the next, and their opposites with them."""
        columns = [unit(i) for i in range(6)]
        for face, to in zip(cycle, cycle[1:] + cycle[:1]):
            columns[face.index(1) if 1 in face else face.index(-1)] = times(sum(face), to)
        return tuple(zip(*columns))

    def ring(k):
        return 1 + k % 5

    turns = [about_face(*[unit(ring(k)) for k in range(5)])]
    turns += [about_face(unit(0), unit(ring(k - 1)), unit(ring(k + 2), -1), unit(ring(k + 3), -1), unit(ring(k + 1)))
              for k in range(5)]
    faces = [unit(i) for i in range(6)] + [unit(i, -1) for i in range(6)]
    corner, edge = [unit(0), unit(1), unit(2)], [unit(0), unit(1)]
    corners, edges = {sum_of(corner): corner}, {sum_of(edge): edge}
    for places in (corners, edges):
        open_ = list(places.values())
        for piece in open_:
            for turn in turns:
                moved = [image(turn, face) for face in piece]
                if sum_of(moved) not in places:
                    places[sum_of(moved)] = moved
                    open_.append(moved)
    assert (len(corners), len(edges)) == (20, 30)
    moves = {name: (turns[i], lambda set_, place, face=faces[i]: dot(place, face) > 0) for i, name in enumerate("ABCD")}
    order = factorial(12) // 2 * 3 ** 11 * (factorial(15) // 2) * 2 ** 14
    return Puzzle("four-faces", {"CORNER": corners, "EDGE": edges}, moves, order,
                  ["Four faces of the megaminx: 12!/2 3^11 15!/2 2^14 positions. All turns are even on corners and on edges."],
                  is_in_order=True)


def loopover():
    """Tiles on a torus: a move turns a row or a column, by a place. Not a rotation: the place itself tells where it goes."""
    tiles = {(x, y): [()] for x, y in product(range(5), repeat=2)}
    moves = {f"R{i + 1}": (lambda x, y: ((x + 1) % 5, y), lambda set_, place, i=i: place[1] == i) for i in range(5)}
    moves |= {f"C{i + 1}": (lambda x, y: (x, (y + 1) % 5), lambda set_, place, i=i: place[0] == i) for i in range(5)}
    return Puzzle("loopover5", {"TILE": tiles}, moves, factorial(25) // 2,
                  ["Loopover 5 x 5: 25!/2 positions, because all turns of rows and columns are even."])


# By name of a file: its puzzle, and whether its moves are transformations.
PUZZLES = {"pyraminx.tws": (pyraminx, False), "octahedron.tws": (octahedron, False), "cube2.tws": (cube2, True),
           "skewb-diamond.tws": (skewb_diamond, True), "skewb-diamond.def": (skewb_diamond, False),
           "two-faces.def": (two_faces, False), "cube3.def": (whole_cube, False), "cube5.def": (cube5, False),
           "four-faces.tws": (megaminx, False), "loopover5.def": (loopover, False)}


def files():
    """By name of a file: its lines, the order of its group, that of the other reading (`None` if no piece turns), and its boards at
    distances 0 to 3."""
    for name, (make, is_transformation) in PUZZLES.items():
        rng = random.Random(2013)
        puzzle = make()
        order = other = group_order(puzzle.lists(), rng)
        assert order == puzzle.order, (name, order, puzzle.order)
        has_turns = any(len(faces) > 1 for places in puzzle.sets.values() for faces in places.values())
        while other == order:
            lines = text(puzzle, rng, is_transformation)
            assert group_order(list(read(lines, not is_transformation)), rng) == order, name
            other = group_order(list(read(lines, is_transformation)), rng) if has_turns else None
        yield name, lines, order, other, puzzle.near(3)
