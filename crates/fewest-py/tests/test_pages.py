"""What pages and notebooks show runs, and prints what they say."""

import doctest
import json

import pytest

from conftest import ROOT
from run_page import blocks


def test_readme():
    (block,) = blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(block.splitlines()) <= 12
    exec(compile(block, "README.md", "exec"), {})


def test_description():
    """What package indexes show has no links into the repository."""
    text = (ROOT / "crates" / "fewest-py" / "README.md").read_text(encoding="utf-8")
    (block,) = blocks(text)
    exec(compile(block, "README.md", "exec"), {})
    assert text.count("](") == text.count("](https://")


@pytest.mark.parametrize("page", ["python.md"])
def test_examples(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    # A fence would be taken for a part of what is printed.
    text = text.replace("```", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(test.examples) > 10
    output = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)


def test_notebook():
    notebook = json.loads((ROOT / "docs" / "python.ipynb").read_text(encoding="utf-8"))
    names = {}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code":
            code = "".join(cell["source"])
            exec(compile(code, f"python.ipynb, cell {number}", "exec"), names)
    # It learned: far better than guessing the mean everywhere.
    assert names["error"] < 1.5
