"""Puzzles as environments of Gymnasium: ``pip install fewest[gym]``.

Importing this module registers ``fewest/NAME-v0`` for every puzzle with a name.

>>> import gymnasium, fewest.gym
>>> env = gymnasium.make("fewest/eight-v0")
>>> board, info = env.reset(seed=7, options={"distance": 5})
>>> info["distance"], info["action_mask"].dtype
(5, dtype('int8'))
>>> best = info["optimal_actions"].argmax()
>>> board, reward, terminated, truncated, info = env.step(best)
>>> info["distance"], reward, terminated
(4, -1.0, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete, Space
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

import fewest
from fewest._pixels import pixels

__all__ = ["FewestEnv", "FewestVectorEnv"]

_MOST_STEPS = 1000
_OPTIONS = ("board", "distance")
_RENDER_MODES = ["ansi", "rgb_array"]

_Random = np.random.Generator
_Frame = str | NDArray[np.uint8]


def _opened(puzzle: fewest.Puzzle | str) -> fewest.Puzzle:
    return fewest.Puzzle(puzzle) if isinstance(puzzle, str) else puzzle


def _checked(options: dict[str, Any] | None, known: Sequence[str] = _OPTIONS) -> dict[str, Any]:
    """The options of a reset. An unknown option is an error."""
    options = dict(options or {})
    for name in options:
        if name not in known:
            raise ValueError(f"unknown option {name!r}; the options are {', '.join(known)}")
    if options.get("board") is not None and options.get("distance") is not None:
        raise ValueError("give one of the options board and distance, not both")
    return options


class _Boards:
    """Boards of a puzzle, with their neighbours and legal moves."""

    def __init__(self, puzzle: fewest.Puzzle, count: int, render_mode: str | None) -> None:
        if render_mode not in (None, *_RENDER_MODES):
            raise ValueError(f"render_mode must be one of {_RENDER_MODES}, not {render_mode!r}")
        self.render_mode = render_mode
        self.puzzle = puzzle
        self.is_exact = puzzle.tabulated and puzzle.prepare()
        self.boards = np.repeat(puzzle.solved[None], count, axis=0)
        self.look()

    def look(self) -> None:
        """Finds the neighbours of the current boards."""
        self.around, self.legal = self.puzzle.neighbours(self.boards)

    def draw(
        self, which: NDArray[np.bool_], options: dict[str, Any], random: _Random | list[_Random]
    ) -> None:
        """Draws new boards for some places, from one generator for all or one for each."""
        distance = options.get("distance")
        boards = self.boards.copy()
        if (board := options.get("board")) is not None:
            boards[which] = self.solvable(board)
        elif isinstance(random, list):
            for place in np.flatnonzero(which):
                drawn = self.puzzle.sample(1, distance=distance, rng=random[place])
                boards[place] = drawn[0]
        else:
            boards[which] = self.puzzle.sample(int(which.sum()), distance=distance, rng=random)
        self.boards = boards
        self.look()

    def solvable(self, given: Any) -> NDArray[np.uint8]:
        """The given board, unless it is known that it can't be solved."""
        board = self.puzzle.board(given)
        try:
            can_end = bool(self.puzzle.is_solvable(board))
        except ValueError:
            can_end = True
        if not can_end:
            raise ValueError(f"the board {self.puzzle.text(board)} can't be solved")
        return board

    def move(self, actions: Any, shape: tuple[int, ...]) -> None:
        """Applies a move to each board. An illegal move does nothing. Invalid actions change
        nothing."""
        array, moves = np.asarray(actions), len(self.puzzle.moves)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {array.dtype}")
        if array.shape != shape:
            raise ValueError(f"actions must have shape {shape}, not {array.shape}")
        if ((array < 0) | (array >= moves)).any():
            raise ValueError(f"actions must be from 0 to {moves - 1}, not {actions}")
        self.boards = self.around[np.arange(len(self.boards)), array]
        self.look()

    def frames(self) -> tuple[_Frame, ...] | None:
        """The boards in the render mode."""
        if self.render_mode == "ansi":
            return tuple(self.puzzle.draw(board) for board in self.boards)
        if self.render_mode == "rgb_array":
            return tuple(pixels(str(self.puzzle.svg(board))) for board in self.boards)
        return None

    def mask(self) -> NDArray[np.int8]:
        return self.legal.astype(np.int8)

    def info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.mask()}
        if self.is_exact:
            info["distance"] = self.puzzle.distances(self.boards)
            info["optimal_actions"] = self.puzzle.optimal_actions(self.boards).astype(np.int8)
        return info


class FewestEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One board of a puzzle, to be solved.

    An observation is the board, ``uint8[cells]``. An action is a move, by its index in
    ``puzzle.moves``. Every step has the reward -1. An illegal move leaves the board unchanged. The
    episode ends when the board is solved.

    ``reset`` draws a solvable board, each equally likely. ``options={"distance": k}`` draws one
    that is ``k`` moves away, and ``options={"board": ...}`` sets the board.
    ``render_mode="ansi"`` draws boards as text, ``"rgb_array"`` as pixels.

    ``info["action_mask"]``, ``int8[moves]``, has 1 for legal moves. If tables have the distance of
    every board, ``info["distance"]`` is the fewest moves that solve the board, and
    ``info["optimal_actions"]``, ``int8[moves]``, has 1 for the moves that begin a shortest
    solution.

    >>> from fewest.gym import FewestEnv
    >>> env = FewestEnv("rotation")
    >>> env.action_space, env.observation_space.shape
    (Discrete(8), (24,))
    """

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 4}

    def __init__(
        self, puzzle: fewest.Puzzle | str = "eight", *, render_mode: str | None = None
    ) -> None:
        self.puzzle: fewest.Puzzle = _opened(puzzle)
        self.render_mode = render_mode
        last = len(self.puzzle.symbols) - 1
        self.observation_space: Space[NDArray[np.uint8]] = Box(
            0, last, (self.puzzle.cells,), np.uint8
        )
        self.action_space: Space[np.int64] = Discrete(len(self.puzzle.moves))
        self._boards = _Boards(self.puzzle, 1, render_mode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins with a new board: see the class. An unknown option is an error.

        >>> from fewest.gym import FewestEnv
        >>> env = FewestEnv("eight")
        >>> board, info = env.reset(options={"board": "1 2 3 4 5 6 7 x 8"})
        >>> info["action_mask"]
        array([0, 1, 1, 1], dtype=int8)
        """
        super().reset(seed=seed)
        self._boards.draw(np.array([True]), _checked(options), self.np_random)
        return self._observed(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Applies a move. Returns the board after it, -1, whether it is solved, false, and the
        info. An invalid action is an error, and leaves the environment unchanged."""
        self._boards.move(action, ())
        solved = bool(self.puzzle.is_solved(self._boards.boards)[0])
        return self._observed(), -1.0, solved, False, self._info()

    def render(self) -> _Frame | None:
        """A picture of the board: lines of text if the mode is ``"ansi"``, or
        ``uint8[height, width, 3]`` if it is ``"rgb_array"``."""
        frames = self._boards.frames()
        return None if frames is None else frames[0]

    def action_masks(self) -> NDArray[np.int8]:
        """The legal moves, as ``sb3-contrib`` needs them: ``int8[moves]``."""
        mask: NDArray[np.int8] = self._boards.mask()[0]
        return mask

    def _observed(self) -> NDArray[np.uint8]:
        board: NDArray[np.uint8] = self._boards.boards[0].copy()
        return board

    def _info(self) -> dict[str, Any]:
        info = {key: value[0] for key, value in self._boards.info().items()}
        if "distance" in info:
            info["distance"] = int(info["distance"])
        return info


class FewestVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many boards of a puzzle at once, without a loop over them.

    Each behaves like a :class:`FewestEnv`, and is truncated after ``max_episode_steps``. The step
    after an episode's last draws a new board as the latest ``reset`` did, its action is ignored and
    its reward is 0 (``AutoresetMode.NEXT_STEP``). Arrays in ``info`` have a row for each board.

    >>> from fewest.gym import FewestVectorEnv
    >>> envs = FewestVectorEnv("eight", num_envs=1024)
    >>> boards, info = envs.reset(seed=7, options={"distance": 20})
    >>> boards.shape, set(info["distance"].tolist())
    ((1024, 9), {20})
    """

    metadata: dict[str, Any] = {
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": _RENDER_MODES,
    }

    def __init__(
        self,
        puzzle: fewest.Puzzle | str = "eight",
        *,
        num_envs: int = 1024,
        max_episode_steps: int = _MOST_STEPS,
        render_mode: str | None = None,
    ) -> None:
        self.puzzle: fewest.Puzzle = _opened(puzzle)
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.max_episode_steps = max_episode_steps
        last, moves = len(self.puzzle.symbols) - 1, len(self.puzzle.moves)
        self.single_observation_space: Space[NDArray[np.uint8]] = Box(0, last, (self.puzzle.cells,), np.uint8)
        self.single_action_space: Space[np.int64] = Discrete(moves)
        self.observation_space: Space[NDArray[np.uint8]] = Box(
            0, last, (num_envs, self.puzzle.cells), np.uint8
        )
        self.action_space: Space[NDArray[np.int64]] = MultiDiscrete([moves] * num_envs)
        self._boards = _Boards(self.puzzle, num_envs, render_mode)
        # For each board, if a reset gave a seed to each; otherwise all share one.
        self._randoms: list[_Random] | None = None
        self._options: dict[str, Any] = {}
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, bool)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins with new boards: see :class:`FewestEnv`. With a list of seeds, one for each board,
        every board is drawn like that of a single environment with its seed; ``None`` keeps a
        board's generator. The option ``reset_mask``, ``bool[num_envs]``, says which boards begin
        again; the others stay unchanged."""
        options = _checked(options, (*_OPTIONS, "reset_mask"))
        mask = options.pop("reset_mask", None)
        which = np.ones(self.num_envs, bool) if mask is None else np.asarray(mask)
        if which.dtype != bool or which.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must be bool[{self.num_envs}]")
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=None if seed is None else int(seed))
            if seed is not None:
                self._randoms = None
        else:
            if len(seed) != self.num_envs:
                raise ValueError(f"{len(seed)} seeds for {self.num_envs} boards")
            # NumPy can split a generator by itself since 1.25.
            known = self._randoms or [
                seeding.np_random(int(drawn))[0]
                for drawn in self.np_random.integers(2**63, size=self.num_envs)
            ]
            self._randoms = [
                random if own is None else seeding.np_random(int(own))[0]
                for own, random in zip(seed, known)
            ]
        self._boards.draw(which, options, self._randoms or self.np_random)
        self._options = options
        self._steps[which] = 0
        self._ended[which] = False
        return self._boards.boards.copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Applies a move to each board. Returns boards, rewards, which are solved, which are
        truncated, and the info. Invalid actions are an error, and leave everything unchanged."""
        new = self._ended
        self._boards.move(actions, (self.num_envs,))
        self._steps += 1
        if new.any():
            self._boards.draw(new, self._options, self._randoms or self.np_random)
            self._steps[new] = 0
        solved = self.puzzle.is_solved(self._boards.boards) & ~new
        late = (self._steps >= self.max_episode_steps) & ~solved & ~new
        self._ended = solved | late
        rewards = np.where(new, 0.0, -1.0)
        return self._boards.boards.copy(), rewards, solved, late, self._info()

    def render(self) -> tuple[_Frame, ...] | None:
        """Each board as :meth:`FewestEnv.render` shows it."""
        return self._boards.frames()

    def action_masks(self) -> NDArray[np.int8]:
        """The legal moves: ``int8[num_envs, moves]``."""
        return self._boards.mask()

    def _info(self) -> dict[str, Any]:
        info = self._boards.info()
        # The boards that have each entry, as in Gymnasium's own vectors.
        present = {f"_{key}": np.ones(self.num_envs, bool) for key in info}
        return info | present


def _register() -> None:
    for name in fewest.puzzles():
        # Sliding tiles of a size have a name each: `FewestEnv("sliding:5x3")`.
        if ":" not in name and f"fewest/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                id=f"fewest/{name}-v0",
                entry_point="fewest.gym:FewestEnv",
                vector_entry_point="fewest.gym:FewestVectorEnv",
                max_episode_steps=_MOST_STEPS,
                kwargs={"puzzle": name},
            )


_register()
