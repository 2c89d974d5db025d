from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Literal, Protocol, SupportsFloat, SupportsIndex, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__all__ = ["Answer", "NotVerified", "Picture", "Puzzle", "Survey", "__version__", "check", "import_boards", "puzzles"]

__version__: str

_Nested = Sequence[int] | Sequence["_Nested"]
_Integers = NDArray[np.integer] | _Nested | Sequence[NDArray[np.integer]]
_Boards = str | _Integers
_Board = _Boards
_Masked = np.ma.MaskedArray[tuple[int, ...], np.dtype[np.uint8]]
_MaskedFlags = np.ma.MaskedArray[tuple[int, ...], np.dtype[np.bool_]]
_Symbols = Sequence[int] | Sequence[str] | NDArray[np.integer]
_Whole = SupportsIndex | float
_Distance = _Whole | tuple[_Whole, _Whole]
_Tie = Literal["least", "any"]

class _Bar(Protocol):
    def update(self, n: int, /) -> object: ...
    def close(self) -> object: ...

class _Progress(Protocol):
    def __call__(self, *, desc: str, unit: str, total: int | None) -> _Bar: ...

class _Event(Protocol):
    def is_set(self) -> bool: ...

class NotVerified(ValueError):
    """The claim of a certificate does not hold, or the certificate does not prove it.

    Raised by :func:`fewest.check`.
    """

def check(path: str | PathLike[str]) -> str:
    """Verifies a certificate that `certify`, the program or the page has saved.

    The check is that of the program ``fewest-check``, which shares no code with the rest of the
    package. Tables are read from the certificate's folder. Ctrl-C ends the wait.

    Parameters
    ----------
    path : str or path-like
        The file of the certificate.

    Returns
    -------
    str
        The puzzle's name and the verified claim.

    Raises
    ------
    NotVerified
        If the claim does not hold, or the certificate does not prove it.
    ValueError
        If the file is not a certificate.
    OSError
        If the file or a table can't be read.
    """
def puzzles() -> dict[str, str]:
    """The built-in puzzles: names and descriptions."""
def import_boards(
    path: str | PathLike[str],
    file: str | PathLike[str],
    *,
    format: str | None = None,
    goal_file: str | PathLike[str] | None = None,
) -> list[str]:
    """The boards in a file of another program, for the puzzle in a file of this program that
    :meth:`Puzzle.load` reads: a pattern of cubing.js (JSON) or scrambles of twsearch. They are
    written as the puzzle has them. ``goal_file`` is the goal with which the puzzle was loaded.

    Raises :exc:`OSError` if a file can't be read, and :exc:`ValueError` if it has mistakes.
    """

@final
class Picture:
    """An SVG picture, which notebooks display.

    ``str(picture)`` is the SVG text.
    """

    def __new__(cls, svg: str) -> Self: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Answer:
    """The answer to one board: see :meth:`Puzzle.solve`. It is true if its moves solve the
    board. Two answers are equal if they have the same puzzle, board, moves and bound.
    """

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the moves of the best solution known, in order: of the fewest if :attr:`proven`.
        Empty if none is known.
        """
    @property
    def actions(self) -> NDArray[np.uint8]:
        """The moves as indices in :attr:`Puzzle.moves`: ``uint8[at_most]``."""
    @property
    def text(self) -> str:
        """The moves as one text in the usual notation."""
    @property
    def distance(self) -> int | None:
        """The fewest moves; ``None`` if the board can't be solved, or a limit left it open."""
    @property
    def proven(self) -> bool:
        """True if it is proven that no fewer moves solve the board, or that it can't be solved. If
        false, a limit left it open.
        """
    @property
    def solvable(self) -> bool | None:
        """True if the board can be solved; ``None`` if a limit left it open."""
    @property
    def why(self) -> str | None:
        """The reason the board can't be solved, if its pieces show it; otherwise ``None``."""
    @property
    def real(self) -> bool:
        """False if no moves lead to the board from :attr:`Puzzle.home`, although it may be solved."""
    @property
    def at_least(self) -> int | None:
        """The proven lower bound: at least this many moves are needed. ``None`` if the board can't be
        solved.
        """
    @property
    def at_most(self) -> int | None:
        """The number of moves of the best solution known: the distance if :attr:`proven`, otherwise
        not proven shortest. ``None`` if no solution is known.
        """
    @property
    def boards(self) -> NDArray[np.uint8]:
        """The boards from the start to the goal, one per row: ``uint8[at_most + 1, cells]``."""
    @property
    def method(self) -> str:
        """The method that found it: ``"table"``, ``"ida-star"``, ``"parity"``, ..."""
    @property
    def nodes(self) -> int:
        """The number of boards that were generated or looked up."""
    @property
    def certificate(self) -> Path | None:
        """The file of the certificate that :meth:`certify` saved last; ``None`` if there is none."""
    def certify(
        self,
        path: str | PathLike[str],
        *,
        solutions: int | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> None:
        """Saves a certificate of this answer, with its tables in files beside it that are named like
        it. The program ``fewest-check`` verifies it without this package.

        It also certifies the number of shortest ``solutions``, if you pass it: see
        :meth:`Puzzle.all_answers`.

        Raises :exc:`ValueError` if a limit left the answer open, or if a certificate would need
        tables that are too large, and :exc:`OSError` if a file can't be written.
        """
    @staticmethod
    def _restore(parts: tuple[Puzzle, bytes, bytes, bool, int, str | None, str, int, bool]) -> Answer: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[object, tuple[object, ...]]: ...
    def _repr_html_(self) -> str: ...

@final
class Survey:
    """Figures about all boards of a puzzle: see :meth:`Puzzle.survey`."""

    @staticmethod
    def _restore(puzzle: Puzzle, figures: Mapping[str, object]) -> Survey: ...
    @property
    def certificate(self) -> Path | None:
        """The file of the certificate that :meth:`certify` saved last; ``None`` if there is none."""
    def certify(
        self,
        path: str | PathLike[str],
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> None:
        """Saves a certificate of the number of boards at each distance, with its table in a file
        beside it: see :meth:`Answer.certify`.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[object, tuple[object, ...]]: ...
    @property
    def boards(self) -> int:
        """The number of boards that were counted: without ``max_moves``, all that can be solved and to
        which moves lead from the home board.
        """
    @property
    def complete(self) -> bool:
        """True if every solvable board that moves lead to from the home board was counted; false if
        ``max_moves`` left some out.
        """
    @property
    def solvable(self) -> int | None:
        """The number of boards that can be solved, also if no moves lead to them from the home board;
        ``None`` if it is not known.
        """
    @property
    def unsolvable(self) -> int | None:
        """The number of boards with the same pieces that can't be solved; ``None`` if it is not known or
        exceeds 64 bits.
        """
    @property
    def counts(self) -> NDArray[np.uint64]:
        """The number of boards at each distance 0, 1, 2, ...: ``uint64[farthest + 1]``."""
    @property
    def several_goals(self) -> NDArray[np.uint64]:
        """The number of boards with several goals at each distance: ``uint64[farthest + 1]``; empty with
        ``max_moves``.
        """
    @property
    def farthest(self) -> int:
        """The greatest distance of the boards that were counted, in moves."""
    @property
    def mean(self) -> float:
        """The mean distance, in moves."""
    @property
    def median(self) -> int:
        """The least distance that at least half of the boards do not exceed, in moves."""
    @property
    def symmetries(self) -> int | None:
        """The number of symmetries of the puzzle; ``None`` with ``max_moves``."""
    @property
    def hardest(self) -> NDArray[np.uint8]:
        """The hardest boards, one per row: ``uint8[n, cells]``."""
    @property
    def hardest_distances(self) -> NDArray[np.uint8]:
        """The distances of the hardest boards: ``uint8[n]``."""
    def _repr_html_(self) -> str: ...

@final
class Puzzle:
    """A puzzle with exact distances.

    Boards are arrays of integers: for each cell, the index of its symbol in :attr:`symbols`. One
    board is an array or a sequence of shape ``(cells,)``, or ``(rows, columns)`` if the puzzle is a
    rectangle, or a text in one of the puzzle's formats. Many boards are an array of shape ``(...,
    cells)`` or ``(..., rows, columns)``, and results have one item per board. Moves are indices in
    :attr:`moves`.

    ``name`` is one of :func:`puzzles`, sliding tiles of any size like ``"sliding:5x3"``, or the
    path of a file as accepted by :meth:`load`. ``goal`` replaces the puzzle's own goals: a board,
    or the name of a goal such as ``"snail"``. ``tie`` chooses among several shortest answers:
    ``"least"``, the first in tie order; ``"any"``, which may be faster; or, for sliding tiles, the
    letters ``"dlru"`` in some order, which sets the tie order. ``memory`` limits tables and
    searches, in bytes; the default is a quarter of the machine's memory.

    Puzzles are equal if they have the same moves, pieces, names and goals, and the same ``tie`` and
    ``memory``. Several threads may use one puzzle, and share its tables. A pickled puzzle is as
    small as its definition; its tables are built again after loading.

    Long calls let other Python threads run, and end on Ctrl-C. Those that search or build tables accept
    ``progress``: ``tqdm``, or any callable like it; and ``cancel``: a :class:`threading.Event`, or
    anything with ``is_set``. Once it is set, the call raises :exc:`concurrent.futures.CancelledError`. ``max_time`` is in seconds. In
    :meth:`solve`, :meth:`all_answers`, :meth:`distances`, :meth:`optimal_actions` and
    :meth:`solve_many` it limits searches, whose results are then bounds or masked. Any other call
    raises :exc:`TimeoutError` if it is not done within that time.

    Raises :exc:`ValueError` if there is no such puzzle or goal.
    """

    def __new__(
        cls,
        name: str | PathLike[str],
        *,
        goal: _Board | None = None,
        tie: str | None = None,
        memory: _Whole | None = None,
    ) -> Self: ...
    @classmethod
    def from_toml(
        cls,
        text: str,
        *,
        goal: _Board | None = None,
        tie: str | None = None,
        memory: _Whole | None = None,
    ) -> Self:
        """The puzzle defined by a text in the format of ``docs/definitions.md``.

        Raises :exc:`ValueError` with all mistakes in the text, each with its line.
        """
    def to_toml(self) -> str:
        """The definition of the puzzle, as read by :meth:`from_toml`: the original text, or an
        equivalent one with the same cells, pieces, moves and goals.

        Raises :exc:`ValueError` if the puzzle can't be expressed as a definition.
        """
    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        any_orientation: bool = False,
        goal_file: str | PathLike[str] | None = None,
        goal: _Board | None = None,
        tie: str | None = None,
        memory: _Whole | None = None,
    ) -> Self:
        """The puzzle defined by a file: see :meth:`from_toml`. Files of other programs are also read:
        twsearch's if the name ends in ``.tws``, ksolve+'s if it ends in ``.def``, cubing.js's if it
        ends in ``.json``, GAP's if it ends in ``.gap`` or ``.g``, and a table of Santa 2023 with one
        puzzle if it ends in ``.csv``. For other names, ``format`` chooses: ``"toml"``,
        ``"twsearch"``, ``"ksolve"``, ``"kpuzzle"``, ``"gap"`` or ``"santa"``. Parts of such a file
        that the puzzle lacks cause a warning. With ``any_orientation``, such a puzzle is also solved
        after the turns of the whole puzzle in the file. ``goal_file`` has another goal: a pattern of
        cubing.js (JSON) or a scramble of twsearch; pieces with the same number are identical.

        Raises :exc:`OSError` if the file can't be read, and :exc:`ValueError` if it has mistakes.
        """
    @classmethod
    def from_permutations(
        cls,
        moves: Mapping[str, Sequence[int]]
        | Mapping[int, Sequence[int]]
        | Mapping[str, NDArray[np.integer]]
        | Mapping[str, Sequence[int] | NDArray[np.integer]],
        *,
        pieces: _Symbols | None = None,
        goal: _Symbols | Sequence[int | None] | Sequence[str | None] | None = None,
        name: str = "puzzle",
        title: str | None = None,
        tie: str | None = None,
        memory: _Whole | None = None,
    ) -> Self:
        """The puzzle whose moves are permutations: ``moves["R"][cell]`` is the cell whose piece moves
        to ``cell``, so ``board[moves["R"]]`` is the board after ``R``.

        ``pieces`` are the symbols of all pieces in any order: names, or numbers ``0`` to ``k - 1``.
        ``goal`` has the symbol of each cell, or ``None`` for cells that may have any. Either can be
        omitted; without both, all pieces are distinct. At most 255 moves and 256 cells.

        Raises :exc:`ValueError` with the reason if these are inconsistent.
        """
    @classmethod
    def _restore(
        cls,
        kind: str,
        made_from: str | Mapping[str, object],
        goal: bytes | str | None,
        tie: str | None,
        memory: int | None,
    ) -> Self: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def memory(self) -> int | None:
        """The memory allowed, in bytes; ``None`` for the default."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def title(self) -> str:
        """A short description."""
    @property
    def cells(self) -> int:
        """The number of cells of a board."""
    @property
    def symbols(self) -> tuple[str, ...]:
        """The text of each symbol; boards contain indices in this tuple."""
    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the moves, in tie order: among several shortest solutions, the answer is the
        one whose moves come first.
        """
    @property
    def goals(self) -> NDArray[np.int16]:
        """The goals, one per row: ``int16[goals, cells]``, -1 for cells that may have any symbol."""
    @property
    def count(self) -> int | None:
        """The number of boards that can be solved; ``None`` if it is not known. The first call may
        take seconds if the puzzle is not built in.
        """
    @property
    def farthest(self) -> int | None:
        """The number of moves that is enough for every board, if it is known without work; otherwise
        ``None``. :meth:`survey` finds it if the puzzle is small enough.
        """
    @property
    def home(self) -> NDArray[np.uint8] | None:
        """The board at which scrambles begin: ``uint8[cells]``; ``None`` if the puzzle has none. Boards to
        which no moves lead from it are not counted and not drawn.
        """
    @property
    def solved(self) -> NDArray[np.uint8]:
        """A board that meets a goal: ``uint8[cells]``. It is the home board if that meets a goal, or the
        goal to which the fewest moves lead from there. If there is no home board, or no moves lead from
        it to a goal, it meets the first goal, and cells that the goal leaves open have the remaining
        pieces in the order of their symbols.
        """
    @property
    def formats(self) -> tuple[str, ...]:
        """The names of the puzzle's formats; the first is the usual one. ``fewest formats`` describes
        them.
        """
    @property
    def tabulated(self) -> bool:
        """True if tables with the distance of every board fit into the memory allowed."""
    def prepare(
        self,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> bool:
        """Builds the tables with the distance of every board, if they fit into the memory allowed.
        Returns ``True`` if every board will be looked up. Calls on many boards do this
        automatically if it is worthwhile.
        """
    def survey(
        self,
        *,
        hardest: _Whole | None = None,
        every: bool = False,
        max_moves: _Whole | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> Survey:
        """Figures about all boards: their number at each distance, and the hardest ones.

        ``hardest`` boards are listed, one from each class of symmetric boards, or all separately if
        ``every`` is true. By default one is listed, and none with ``max_moves``.

        ``max_moves`` counts only the boards up to that distance. That is possible for puzzles of any
        size, as far as the boards fit into the memory allowed.

        Raises :exc:`ValueError` if there are too many boards for the memory allowed, and
        :exc:`TimeoutError` if it takes longer than ``max_time`` seconds.
        """
    def solve(
        self,
        board: _Board,
        *,
        quick: bool = False,
        max_moves: _Whole | None = None,
        max_time: SupportsFloat | None = None,
        max_nodes: _Whole | None = None,
        tie: _Tie | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> Answer:
        """The fewest moves from a board, with the proof's method and bound.

        ``max_moves`` only decides if that many moves are enough; ``max_time`` (seconds) and ``max_nodes``
        (boards generated) limit a search. If a limit ends it, ``proven`` is false. ``tie="any"``
        accepts any shortest answer, which may be faster than finding the first.

        ``quick=True`` answers at once with a solution that need not be shortest, unless a short search
        proves one. ``max_time`` is then used up to make it shorter.

        Raises :exc:`ValueError` if it is not a board of the puzzle.
        """
    def all_answers(
        self,
        board: _Board,
        *,
        most: _Whole = 100,
        every: bool = True,
        max_moves: _Whole | None = None,
        max_time: SupportsFloat | None = None,
        max_nodes: _Whole | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> tuple[int | None, list[Answer]]:
        """All shortest answers of a board: their number, and a list of the first ``most`` in tie
        order. If ``every`` is false, the list has one answer from each class of symmetric answers.
        The number is ``None`` if a limit leaves it open; the list then has the answers found so
        far.

        Different moves with the same effect make different answers. The limits are as for
        :meth:`solve`, but for the whole call.
        """
    def legal_moves(self, board: _Board) -> list[str]:
        """The names of the moves that are legal on a board, in tie order. A knight's move has the name of
        the cell that it leaves, as in answers.
        """
    def scramble(self, moves: str | Sequence[str]) -> NDArray[np.uint8]:
        """The board after the moves of a text, applied to the goal: ``uint8[cells]``; or the boards of
        several texts, ``uint8[n, cells]``.

        Raises :exc:`ValueError` for a word that is not a move, and if the puzzle has no
        home board.
        """
    def distance(
        self,
        board: _Board,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> int | None:
        """The fewest moves that solve a board; ``None`` if it can't be solved."""
    def moves_with_distances(
        self,
        board: _Board,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> dict[str, int | None]:
        """Every legal move of a board, by name, with the distance of the board after it; ``None`` if
        that board can't be solved.
        """
    def optimal_moves(
        self,
        board: _Board,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> list[str]:
        """The names of the moves that begin a shortest solution; empty if the board is solved or can't
        be solved.
        """
    def draw(self, board: _Board) -> str:
        """A board as a drawing in text, line by line."""
    def svg(self, board: _Board) -> Picture:
        """A board as a picture, which notebooks display."""
    def board(self, text: _Board) -> NDArray[np.uint8]:
        """The board in a text, in any format of the puzzle that can be recognised: ``uint8[cells]``.

        Raises :exc:`ValueError` with the line and column of the mistake.
        """
    def text(self, board: _Board) -> str:
        """A board as text on one line."""
    def read(self, text: str, format: str | None = None) -> NDArray[np.uint8]:
        """All boards in a text: ``uint8[n, cells]``, at most 100,000. Without ``format``, the format
        is recognised.

        Raises :exc:`ValueError` with the line and column of the mistake.
        """
    def write(
        self,
        boards: _Boards,
        format: str | None = None,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> str:
        """Boards as a text for :meth:`read`, or for the format's judge or tool. The format ``"moves"``
        solves each board, and gives it by the fewest moves that lead to it from the goal.

        Raises :exc:`ValueError` if the puzzle has no such format, a row is not a board, or the
        format can't express it.
        """
    def answer(
        self,
        text: str,
        *,
        format: str | None = None,
        to: str | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> str:
        """The answers to all boards of a text, as ``fewest solve`` writes them: in the judge's format,
        or as ``"json"``, ``"csv"`` or ``"text"``.

        Raises :exc:`ValueError` if the text or a format's name is invalid.
        """
    @overload
    def distances(
        self,
        boards: _Boards,
        *,
        masked: Literal[False] = False,
        max_moves: None = None,
        max_time: None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> NDArray[np.uint8]:
        """The distance of each board: ``uint8[...]``, 255 for boards that can't be solved; or a masked
        array if ``masked`` is true.

        ``boards`` is an array of integers ``[..., cells]``, contiguous or not, or ``[..., rows,
        columns]`` for rectangular puzzles; or a list of such rows. If tables of the puzzle fit into
        the memory allowed, boards are looked up on all cores, at least about a million per second.
        Otherwise each board is searched for, which may take long.

        ``max_moves`` and ``max_time`` limit these searches. The time is in seconds for each board, and
        includes its share of building the tables of the heuristic. With limits, the result is
        masked: 254 under the mask of boards that a limit leaves open, and 255 for boards that can't
        be solved. ``filled()`` gives 254, or 255 if no board is open. Ctrl-C raises
        :exc:`KeyboardInterrupt`, whose attribute ``result`` is the masked array of the finished
        boards.

        Raises :exc:`TypeError` if the items are not integers, and :exc:`ValueError`, with the
        position, for a wrong shape or a row that is not a board.
        """
    @overload
    def distances(
        self,
        boards: _Boards,
        *,
        masked: Literal[True],
        max_moves: _Whole | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> _Masked: ...
    @overload
    def distances(
        self,
        boards: _Boards,
        *,
        masked: bool = False,
        max_moves: _Whole,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> _Masked: ...
    @overload
    def distances(
        self,
        boards: _Boards,
        *,
        masked: bool = False,
        max_moves: None = None,
        max_time: SupportsFloat,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> _Masked: ...
    @overload
    def distances(
        self,
        boards: _Boards,
        *,
        masked: bool = False,
        max_moves: _Whole | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> NDArray[np.uint8] | _Masked: ...
    @overload
    def optimal_actions(
        self,
        boards: _Boards,
        *,
        max_moves: None = None,
        max_time: None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> NDArray[np.bool_]:
        """For each board and each move, whether the move begins a shortest solution: ``bool[...,
        moves]``. No move does if the board is solved or can't be solved.

        ``max_moves`` and ``max_time`` (seconds) limit the searches for each board and for each of its
        neighbours. With limits, the result is a masked array, in which boards that a limit leaves
        open are masked. Ctrl-C and exceptions are as for :meth:`distances`.
        """
    @overload
    def optimal_actions(
        self,
        boards: _Boards,
        *,
        max_moves: _Whole,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> _MaskedFlags: ...
    @overload
    def optimal_actions(
        self,
        boards: _Boards,
        *,
        max_moves: None = None,
        max_time: SupportsFloat,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> _MaskedFlags: ...
    @overload
    def optimal_actions(
        self,
        boards: _Boards,
        *,
        max_moves: _Whole | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> NDArray[np.bool_] | _MaskedFlags: ...
    def neighbours(self, boards: _Boards) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """The boards after each move of each board, and which moves are legal: ``uint8[..., moves,
        cells]`` and ``bool[..., moves]``. An illegal move leaves the board unchanged.

        Raises the same as :meth:`distances`.
        """
    def apply(
        self, boards: _Boards, moves: _Integers | SupportsIndex | str | Sequence[str]
    ) -> NDArray[np.uint8]:
        """The boards after moves, in the shape of ``boards``. ``moves`` is a text with moves to apply
        one after another to every board, like ``"R U R' U'"``; or an array with one move per board,
        by number or by name, which is broadcast to the boards.

        Raises the same as :meth:`distances`, and :exc:`ValueError`, with the row, for an illegal
        move.
        """
    def is_solvable(self, boards: _Boards) -> NDArray[np.bool_]:
        """True for boards that can be solved: ``bool[...]``. This is known for puzzles of any size,
        with few exceptions.

        Raises the same as :meth:`distances`.
        """
    def is_solved(self, boards: _Boards) -> NDArray[np.bool_]:
        """True for solved boards: ``bool[...]``.

        Raises the same as :meth:`distances`.
        """
    @overload
    def solve_many(
        self,
        boards: _Boards,
        *,
        max_moves: None = None,
        max_time: None = None,
        tie: _Tie | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
        """The first shortest solution of each board and its length: ``int8[..., longest]``, indices of
        moves padded with -1, and ``uint8[...]``, 255 for boards that can't be solved.

        ``max_moves`` and ``max_time`` limit the searches as in :meth:`distances`; the distances are
        then masked like its result. ``tie="any"`` accepts any shortest solution, which may be
        faster. Ctrl-C and exceptions are as for :meth:`distances`.
        """
    @overload
    def solve_many(
        self,
        boards: _Boards,
        *,
        max_moves: _Whole,
        max_time: SupportsFloat | None = None,
        tie: _Tie | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> tuple[NDArray[np.int8], _Masked]: ...
    @overload
    def solve_many(
        self,
        boards: _Boards,
        *,
        max_moves: None = None,
        max_time: SupportsFloat,
        tie: _Tie | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> tuple[NDArray[np.int8], _Masked]: ...
    @overload
    def solve_many(
        self,
        boards: _Boards,
        *,
        max_moves: _Whole | None = None,
        max_time: SupportsFloat | None = None,
        tie: _Tie | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> tuple[NDArray[np.int8], NDArray[np.uint8] | _Masked]: ...
    def sample(
        self,
        n: _Whole,
        *,
        distance: _Distance | None = None,
        seed: _Whole | None = None,
        rng: np.random.Generator | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> NDArray[np.uint8]:
        """Random boards: ``uint8[n, cells]``. Each draw is equally likely to be any of the selected
        boards.

        ``distance`` selects the boards at that distance, or between two distances (an inclusive
        pair); without it, all boards that can be solved are selected. The same ``seed``, from 0 to
        2**64 - 1, gives the same boards on every machine; ``rng``, a
        :class:`numpy.random.Generator`, gives different boards each time.

        Raises :exc:`ValueError` if there is no such board, or there are too many for the memory
        allowed, and :exc:`MemoryError` if the result is larger than the machine's memory.
        """
    def random_walks(
        self,
        n: _Whole,
        length: _Whole,
        *,
        start: _Boards | None = None,
        seed: _Whole | None = None,
        rng: np.random.Generator | None = None,
    ) -> NDArray[np.uint8]:
        """Random walks of ``length`` moves, with each legal move equally likely at each step. Returns
        all boards of each walk: ``uint8[n, length + 1, cells]``.

        ``start`` has the boards where the walks begin, ``[n, cells]``; without it, all begin at
        :attr:`solved`. ``seed`` and ``rng`` are as for :meth:`sample`.

        Raises the same as :meth:`distances`, and :exc:`MemoryError` if the result is larger than
        the machine's memory.
        """
    def table(
        self,
        folder: str | PathLike[str] | None = None,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> NDArray[np.uint8]:
        """The distances of all boards as one array, by number (:meth:`rank`): ``uint8[boards]``,
        read-only, 255 for boards that can't be solved. Boards that differ only in ways irrelevant
        to moves and goals share a number.

        With a ``folder``, the array is a memory-mapped file there, written by the first call and
        shared by all processes that make the same call. It is a NumPy file, with one byte per
        board.

        Raises :exc:`ValueError` if there are too many boards to number or for the memory allowed,
        and :exc:`OSError` if the file can't be written or read. :meth:`distances` and
        :meth:`survey` don't need such an array.
        """
    def rank(self, boards: _Boards) -> NDArray[np.uint64]:
        """The number of each board, its index in :meth:`table`: ``uint64[...]``.

        Raises the same as :meth:`distances`, and :exc:`ValueError` if there are too many boards to
        number, or, with the row, for a board that has no number because it can't be solved.
        """
    def unrank(self, ranks: _Integers | SupportsIndex) -> NDArray[np.uint8]:
        """The boards with these numbers: ``uint8[..., cells]``. If several boards share a number, the
        first one is returned. ``ranks`` is an array of integers.

        Raises :exc:`ValueError` if there are too many boards to number, and for a number without a
        board.
        """
    def _repr_svg_(self) -> str: ...
    def __reduce__(self) -> tuple[object, tuple[object, ...]]: ...
