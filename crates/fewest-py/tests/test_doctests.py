"""Every example of the docstrings is run; and everything that users see has a docstring."""

import doctest
import inspect

import pytest

import fewest
import fewest.gym
import stub_docs


def documented():
    """What users see: name and docstring."""
    yield "fewest", fewest
    yield "fewest.gym", fewest.gym
    for owner in (fewest, fewest.gym):
        for name in owner.__all__:
            thing = getattr(owner, name)
            if name.startswith("__"):
                continue
            yield f"{owner.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, own in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{owner.__name__}.{name}.{member}", own


@pytest.mark.parametrize("name, thing", list(documented()))
def test_docstring(name, thing):
    text = inspect.getdoc(thing)
    assert text, f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    output = []
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)


def test_editors_find_the_same_docstrings():
    stub = stub_docs.STUB.read_text(encoding="utf-8")
    assert stub_docs.documented(stub) == stub, "run crates/fewest-py/tests/stub_docs.py with this Python"
