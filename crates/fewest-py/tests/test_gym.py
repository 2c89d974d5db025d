"""Environments for Gymnasium."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import fewest
from fewest._pixels import pixels
from fewest.gym import FewestEnv, FewestVectorEnv

NAMES = ["eight", "rotation", "fifteen", "cube2"]


def test_gymnasium_is_imported_late():
    script = "import sys, fewest; assert 'gymnasium' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_every_named_puzzle_is_registered():
    for name in fewest.puzzles():
        assert (f"fewest/{name}-v0" in gymnasium.registry) == (":" not in name)


@pytest.mark.parametrize("name", NAMES)
def test_checker(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It advises what images are like, and floats.
        warnings.filterwarnings("ignore", message=".*Box.*")
        warnings.filterwarnings("ignore", message=".*render.*")
        check_env(FewestEnv(name), skip_render_check=True)
        check_env(gymnasium.make(f"fewest/{name}-v0", render_mode="ansi").unwrapped)
        check_env(gymnasium.make(f"fewest/{name}-v0", render_mode="rgb_array").unwrapped)


def test_an_exact_player_needs_as_many_steps_as_the_distance():
    env = gymnasium.make("fewest/rotation-v0")
    for distance in 1, 4, 9:
        board, info = env.reset(seed=distance, options={"distance": distance})
        steps, terminated = 0, False
        while not terminated:
            assert info["distance"] == distance - steps
            assert (env.unwrapped.action_masks() == info["action_mask"]).all()
            board, reward, terminated, truncated, info = env.step(int(info["optimal_actions"].argmax()))
            steps += 1
            assert reward == -1.0 and not truncated
        assert steps == distance and info["optimal_actions"].sum() == 0


def test_moves_that_are_not_legal():
    env = FewestEnv("eight", render_mode="ansi")
    board, info = env.reset(options={"board": "1 2 3 4 5 6 7 x 8"})
    assert info["action_mask"].tolist() == [0, 1, 1, 1]
    after, reward, terminated, _, _ = env.step(0)
    assert (after == board).all() and reward == -1.0 and not terminated
    assert env.render() == "1 2 3\n4 5 6\n7 . 8\n"


def test_without_tables_nothing_is_claimed():
    _, info = FewestEnv("fifteen").reset(seed=1, options={"distance": 6})
    assert set(info) == {"action_mask"}


def test_vector():
    envs = FewestVectorEnv("eight", num_envs=64, max_episode_steps=5)
    boards, info = envs.reset(seed=3, options={"distance": 3})
    assert boards.shape == (64, 9) and boards in envs.observation_space
    assert (info["distance"] == 3).all() and info["_distance"].all()
    for left in 2, 1, 0:
        actions = info["optimal_actions"].argmax(axis=1)
        boards, rewards, solved, late, info = envs.step(actions)
        assert (info["distance"] == left).all() and (rewards == -1).all()
        assert (solved == (left == 0)).all() and not late.any()
    # The next step begins anew, without a reward.
    boards, rewards, solved, late, info = envs.step(np.zeros(64, int))
    assert (info["distance"] == 3).all() and (rewards == 0).all() and not solved.any()
    for step in range(5):
        away = info["action_mask"] & ~info["optimal_actions"] & 1
        boards, rewards, solved, late, info = envs.step(away.argmax(axis=1))
    assert (late | solved).all()
    again = envs.reset(seed=3, options={"distance": 3})[0]
    assert (again == FewestVectorEnv("eight", num_envs=64).reset(seed=3, options={"distance": 3})[0]).all()


def test_vectors_are_made_by_name():
    envs = gymnasium.make_vec("fewest/eight-v0", num_envs=16, vectorization_mode="vector_entry_point")
    boards, _ = envs.reset(seed=1)
    assert boards.shape == (16, 9)
    single = gymnasium.make_vec("fewest/eight-v0", num_envs=2, vectorization_mode="sync")
    assert single.reset(seed=1)[0].shape == (2, 9)


def test_a_wrong_action_changes_nothing():
    """It left the environment with boards of another shape, which every later call refused."""
    env = FewestEnv("eight")
    board, info = env.reset(seed=1)
    for action, error in [
        (np.array([1]), ValueError),
        (-1, ValueError),
        (4, ValueError),
        (1.0, TypeError),
        (True, TypeError),
        (None, TypeError),
    ]:
        with pytest.raises(error, match="actions must"):
            env.step(action)
        assert (env.action_masks() == info["action_mask"]).all()
    after = env.step(np.int64(info["action_mask"].argmax()))[0]
    assert (after == FewestEnv("eight").puzzle.apply(board, int(info["action_mask"].argmax()))).all()
    envs = FewestVectorEnv("eight", num_envs=4)
    boards, info = envs.reset(seed=1)
    for actions in [0, 1], [0, 0, 0, -1], [0, 0, 0, 4], [[0], [0], [0], [0]], [0.0] * 4:
        with pytest.raises((ValueError, TypeError), match="actions must"):
            envs.step(actions)
        assert (envs.action_masks() == info["action_mask"]).all()
    assert (envs.reset(seed=1)[0] == boards).all()


def test_unknown_options_are_errors():
    for env in FewestEnv("eight"), FewestVectorEnv("eight", num_envs=2):
        with pytest.raises(ValueError, match="unknown option 'distnace'; the options are board, distance"):
            env.reset(options={"distnace": 3})
        with pytest.raises(ValueError, match="not both"):
            env.reset(options={"distance": 3, "board": "1 2 3 4 5 6 7 x 8"})
        with pytest.raises(ValueError, match="can't be solved"):
            env.reset(options={"board": "2 1 3 4 5 6 7 8 x"})
    with pytest.raises(ValueError, match="can't be solved"):
        FewestEnv("fifteen").reset(options={"board": "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0"})


def test_seeds_of_each_board():
    """A list of seeds draws what single environments with these seeds draw."""
    envs, single = FewestVectorEnv("eight", num_envs=4), FewestEnv("eight")
    for options in None, {"distance": 12}:
        boards, _ = envs.reset(seed=[5, 6, 7, 8], options=options)
        for board, seed in zip(boards, (5, 6, 7, 8)):
            assert (board == single.reset(seed=seed, options=options)[0]).all()
    again, _ = envs.reset(seed=[5, None, 7, None], options={"distance": 12})
    assert (again[[0, 2]] == boards[[0, 2]]).all() and (again[[1, 3]] != boards[[1, 3]]).any()
    with pytest.raises(ValueError, match="3 seeds for 4 boards"):
        envs.reset(seed=[1, 2, 3])
    assert (envs.reset(seed=3)[0] == FewestVectorEnv("eight", num_envs=4).reset(seed=3)[0]).all()


def test_some_boards_begin_again():
    envs = FewestVectorEnv("eight", num_envs=4, max_episode_steps=2)
    boards, info = envs.reset(seed=1, options={"distance": 20})
    boards, _, _, _, info = envs.step(info["action_mask"].argmax(axis=1))
    mask = np.array([True, False, False, True])
    after, info = envs.reset(options={"distance": 9, "reset_mask": mask})
    assert (info["distance"][mask] == 9).all() and (after[~mask] == boards[~mask]).all()
    _, _, _, late, _ = envs.step(info["action_mask"].argmax(axis=1))
    assert (late == ~mask).all()
    for wrong in [True] * 3, np.ones(4, int):
        with pytest.raises(ValueError, match=r"reset_mask must be bool\[4\]"):
            envs.reset(options={"reset_mask": wrong})


def test_pixels():
    env = gymnasium.make("fewest/eight-v0", render_mode="rgb_array")
    env.reset(options={"board": "1 2 3 4 5 6 7 x 8"})
    frame = env.render()
    assert frame.shape == (120, 120, 3) and frame.dtype == np.uint8
    cells = frame.reshape(3, 40, 3, 40, 3).swapaxes(1, 2).reshape(9, -1)
    # Each tile looks different, and the blank is white.
    assert len({cell.tobytes() for cell in cells}) == 9 and (cells[7] == 255).all()
    env.step(env.unwrapped.puzzle.moves.index("r"))
    moved = env.render().reshape(3, 40, 3, 40, 3).swapaxes(1, 2).reshape(9, -1)
    assert (moved[7] == cells[8]).all()
    envs = gymnasium.make_vec(
        "fewest/rotation-v0", num_envs=2, vectorization_mode="vector_entry_point", render_mode="rgb_array"
    )
    envs.reset(seed=1)
    first, second = envs.render()
    assert first.shape == second.shape and (first != second).any()
    with pytest.raises(ValueError, match="render_mode must be one of"):
        FewestEnv("eight", render_mode="human")


@pytest.mark.parametrize("name", [name for name in fewest.puzzles() if ":" not in name])
def test_pixels_of_every_puzzle(name):
    # Environments would build the tables of large puzzles first.
    puzzle = fewest.Puzzle(name)
    frame = pixels(str(puzzle.svg(puzzle.solved)))
    assert frame.ndim == 3 and (frame != 255).any()
