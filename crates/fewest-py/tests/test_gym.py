"""Environments for Gymnasium."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import fewest
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
