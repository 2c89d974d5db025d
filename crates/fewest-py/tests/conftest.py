"""What the tests share."""

import pathlib

import pytest
from hypothesis import settings

import fewest

# The same examples in every run.
settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.load_profile("same")

ROOT = pathlib.Path(__file__).resolve().parents[3]


def corpus(name):
    """The lines of a file of reference answers, in columns."""
    lines = (ROOT / "corpus" / name).read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


@pytest.fixture(scope="session")
def eight():
    return fewest.Puzzle("eight")


@pytest.fixture(scope="session")
def rotation():
    return fewest.Puzzle("rotation")
