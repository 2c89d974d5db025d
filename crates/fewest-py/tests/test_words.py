"""The program, its JSON and CSV, Rust, Python and npm use the words of the glossary's table."""

import json
import os
import re
import subprocess

import pytest

from conftest import ROOT

# Words for the same things that were used before, and would be easy to write again.
OTHERS = {
    "best", "boards_by_distance", "bound_proven", "exact", "gods_number", "length", "lower_bound", "max_depth", "optimal",
    "peak_distance", "time_limit", "upper_bound",
}  # fmt: skip
# `random_walks` has a length, which is not a distance.
NOT_MEANT = {"Python": {"length"}}
# Results that an interface does not give.
ABSENT = {"npm": {"proven", "several_goals", "max_moves", "max_nodes"}}
# Rust's word for what the others count as nodes.
RUST = {"nodes": "generated"}
# What only Python has: arrays, and methods in place of the program's options.
ONLY_PYTHON = {"actions", "boards", "certificate", "hardest_distances", "text"}


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def table():
    """The names in the glossary's table."""
    rows = re.findall(r"^\| (`[^|]*) \|", text("docs/glossary.md"), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def keys(schema):
    """The keys of all objects that a schema describes."""
    if isinstance(schema, list):
        return set().union(*map(keys, schema))
    if not isinstance(schema, dict):
        return set()
    return set(schema.get("properties", ())).union(*map(keys, schema.values()))


def schema(name):
    return keys(json.loads(text(f"docs/{name}.schema.json")))


def properties(name):
    """The properties of a class of Python."""
    [body] = re.findall(rf"^class {name}:\n(.*?)(?=^@final|\Z)", text(STUB), re.DOTALL | re.MULTILINE)
    return set(re.findall(r"@property\n    def (\w+)", body))


STUB = "crates/fewest-py/python/fewest/_fewest.pyi"


def declared(folder):
    """The public fields and methods in Rust's files of a folder."""
    public = r"^ +pub (?:const )?(?:fn )?(\w+)[:(]"
    files = (ROOT / folder).rglob("*.rs")
    return {name for file in files for name in re.findall(public, file.read_text(encoding="utf-8"), re.MULTILINE)}


def program():
    options = declared("crates/fewest-cli/src/arguments")
    return schema("solve") | schema("survey") | schema("compare") | options


def python():
    parameters = re.findall(r"^        (\w+): ", text(STUB), re.MULTILINE)
    return properties("Answer") | properties("Survey") | properties("Puzzle") | set(parameters)


def rust():
    return set().union(*(declared(f"crates/{crate}/src") for crate in ["fewest", "fewest-base", "fewest-engine"]))


def npm():
    protocol = text("page/protocol.js") + text("crates/fewest-wasm/npm/index.d.ts")
    names = re.findall(r"(\w+)\??:|@property \{.*?\} \[?(\w+)", protocol)
    return {re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name) for both in names for name in both if name}


INTERFACES = {"program": program, "Python": python, "Rust": rust, "npm": npm}


@pytest.mark.parametrize("name", INTERFACES)
def test_words(name):
    words, expected = INTERFACES[name](), table()
    assert len(expected) > 10
    if name == "Rust":
        expected = {RUST.get(word, word) for word in expected}
    assert expected - words == ABSENT.get(name, set())
    if name != "Rust":
        assert words & OTHERS == NOT_MEANT.get(name, set())


@pytest.mark.parametrize("name, command", [("Answer", "solve"), ("Survey", "survey")])
def test_results_of_python_have_the_keys_of_json(name, command):
    found = properties(name)
    assert len(found) > 12
    assert found - schema(command) <= ONLY_PYTHON


@pytest.mark.skipif("FEWEST_PROGRAM" not in os.environ, reason="only the check of the package builds the program")
@pytest.mark.parametrize("command, board", [("solve", "1 2 3 4 5 6 7 x 8"), ("survey", ""), ("compare", "1 2 3 4 5 6 7 x 8")])
def test_columns_of_csv_are_keys_of_json(command, board):
    call = [os.environ["FEWEST_PROGRAM"], command, "eight", "--to", "csv"]
    done = subprocess.run(call, input=board, capture_output=True, text=True, check=True)
    columns = done.stdout.splitlines()[0].split(",")
    assert len(columns) > 2 and set(columns) <= schema(command)
