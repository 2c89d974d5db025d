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

class NotVerified(ValueError): ...

def check(path: str | PathLike[str]) -> str: ...
def puzzles() -> dict[str, str]: ...
def import_boards(
    path: str | PathLike[str],
    file: str | PathLike[str],
    *,
    format: str | None = None,
    goal_file: str | PathLike[str] | None = None,
) -> list[str]: ...

@final
class Picture:
    def __new__(cls, svg: str) -> Self: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Answer:
    @property
    def moves(self) -> tuple[str, ...]: ...
    @property
    def actions(self) -> NDArray[np.uint8]: ...
    @property
    def text(self) -> str: ...
    @property
    def distance(self) -> int | None: ...
    @property
    def proven(self) -> bool: ...
    @property
    def solvable(self) -> bool | None: ...
    @property
    def why(self) -> str | None: ...
    @property
    def real(self) -> bool: ...
    @property
    def at_least(self) -> int | None: ...
    @property
    def at_most(self) -> int | None: ...
    @property
    def boards(self) -> NDArray[np.uint8]: ...
    @property
    def method(self) -> str: ...
    @property
    def nodes(self) -> int: ...
    @property
    def certificate(self) -> Path | None: ...
    def certify(
        self,
        path: str | PathLike[str],
        *,
        solutions: int | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> None: ...
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
    @staticmethod
    def _restore(puzzle: Puzzle, figures: Mapping[str, object]) -> Survey: ...
    @property
    def certificate(self) -> Path | None: ...
    def certify(
        self,
        path: str | PathLike[str],
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[object, tuple[object, ...]]: ...
    @property
    def boards(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    @property
    def solvable(self) -> int | None: ...
    @property
    def unsolvable(self) -> int | None: ...
    @property
    def counts(self) -> NDArray[np.uint64]: ...
    @property
    def several_goals(self) -> NDArray[np.uint64]: ...
    @property
    def farthest(self) -> int: ...
    @property
    def mean(self) -> float: ...
    @property
    def median(self) -> int: ...
    @property
    def symmetries(self) -> int | None: ...
    @property
    def hardest(self) -> NDArray[np.uint8]: ...
    @property
    def hardest_distances(self) -> NDArray[np.uint8]: ...
    def _repr_html_(self) -> str: ...

@final
class Puzzle:
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
    ) -> Self: ...
    def to_toml(self) -> str: ...
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
    ) -> Self: ...
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
    ) -> Self: ...
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
    def memory(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def cells(self) -> int: ...
    @property
    def symbols(self) -> tuple[str, ...]: ...
    @property
    def moves(self) -> tuple[str, ...]: ...
    @property
    def goals(self) -> NDArray[np.int16]: ...
    @property
    def count(self) -> int | None: ...
    @property
    def farthest(self) -> int | None: ...
    @property
    def home(self) -> NDArray[np.uint8] | None: ...
    @property
    def solved(self) -> NDArray[np.uint8]: ...
    @property
    def formats(self) -> tuple[str, ...]: ...
    @property
    def tabulated(self) -> bool: ...
    def prepare(
        self,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> bool: ...
    def survey(
        self,
        *,
        hardest: _Whole | None = None,
        every: bool = False,
        max_moves: _Whole | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> Survey: ...
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
    ) -> Answer: ...
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
    ) -> tuple[int | None, list[Answer]]: ...
    def legal_moves(self, board: _Board) -> list[str]: ...
    def scramble(self, moves: str | Sequence[str]) -> NDArray[np.uint8]: ...
    def distance(
        self,
        board: _Board,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> int | None: ...
    def moves_with_distances(
        self,
        board: _Board,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> dict[str, int | None]: ...
    def optimal_moves(
        self,
        board: _Board,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> list[str]: ...
    def draw(self, board: _Board) -> str: ...
    def svg(self, board: _Board) -> Picture: ...
    def board(self, text: _Board) -> NDArray[np.uint8]: ...
    def text(self, board: _Board) -> str: ...
    def read(self, text: str, format: str | None = None) -> NDArray[np.uint8]: ...
    def write(
        self,
        boards: _Boards,
        format: str | None = None,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> str: ...
    def answer(
        self,
        text: str,
        *,
        format: str | None = None,
        to: str | None = None,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> str: ...
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
    ) -> NDArray[np.uint8]: ...
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
    ) -> NDArray[np.bool_]: ...
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
    def neighbours(self, boards: _Boards) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]: ...
    def apply(
        self, boards: _Boards, moves: _Integers | SupportsIndex | str | Sequence[str]
    ) -> NDArray[np.uint8]: ...
    def is_solvable(self, boards: _Boards) -> NDArray[np.bool_]: ...
    def is_solved(self, boards: _Boards) -> NDArray[np.bool_]: ...
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
    ) -> tuple[NDArray[np.int8], NDArray[np.uint8]]: ...
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
    ) -> NDArray[np.uint8]: ...
    def random_walks(
        self,
        n: _Whole,
        length: _Whole,
        *,
        start: _Boards | None = None,
        seed: _Whole | None = None,
        rng: np.random.Generator | None = None,
    ) -> NDArray[np.uint8]: ...
    def table(
        self,
        folder: str | PathLike[str] | None = None,
        *,
        max_time: SupportsFloat | None = None,
        progress: _Progress | None = None,
        cancel: _Event | None = None,
    ) -> NDArray[np.uint8]: ...
    def rank(self, boards: _Boards) -> NDArray[np.uint64]: ...
    def unrank(self, ranks: _Integers | SupportsIndex) -> NDArray[np.uint8]: ...
    def _repr_svg_(self) -> str: ...
    def __reduce__(self) -> tuple[object, tuple[object, ...]]: ...
