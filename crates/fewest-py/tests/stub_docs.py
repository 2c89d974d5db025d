"""Writes the docstrings of the compiled module into its stub, where editors look for them, without their examples:
`python crates/fewest-py/tests/stub_docs.py` after a change of either. A test compares them."""

import ast
import inspect
import pathlib

import fewest

STUB = pathlib.Path(__file__).parents[1] / "python/fewest/_fewest.pyi"


def docstring(thing):
    """The part of a docstring before its examples."""
    text = (inspect.getdoc(thing) or "").partition("\n>>>")[0]
    return text.partition("\nExamples\n")[0].strip()


def quoted(text, indent):
    lines = text.replace("\\", "\\\\").splitlines()
    end = "" if len(lines) == 1 else f"\n{indent}"
    return f'{indent}"""' + "\n".join([lines[0], *(f"{indent}{line}".rstrip() for line in lines[1:])]) + f'{end}"""\n'


def inserted(stub):
    """What has a docstring, with the first node of its body in the stub."""
    for owner in ast.parse(stub).body:
        things = {}
        if isinstance(owner, ast.ClassDef) and hasattr(fewest, owner.name):
            cls = getattr(fewest, owner.name)
            yield owner.body[0], cls
            for member in owner.body:
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                    # Of overloads, the first one has it.
                    things.setdefault(member.name, (member.body[0], vars(cls)[member.name]))
        elif isinstance(owner, ast.FunctionDef):
            things[owner.name] = owner.body[0], getattr(fewest, owner.name)
        yield from things.values()


def is_docstring(body):
    return isinstance(body, ast.Expr) and isinstance(body.value, ast.Constant) and isinstance(body.value.value, str)


def documented(stub):
    """A stub with the module's docstrings."""
    lines = stub.splitlines(keepends=True)
    backwards = sorted(inserted(stub), key=lambda found: (-found[0].lineno, -found[0].col_offset))
    for body, thing in backwards:
        if not (text := docstring(thing)):
            continue
        first, last, column = body.lineno - 1, body.end_lineno, body.col_offset
        before = lines[first][:column].rstrip(" ")
        if before:
            # `def name(self): ...` on one line.
            indent = " " * (len(before) - len(before.lstrip()) + 4)
            lines[first:last] = [f"{before}\n", quoted(text, indent)]
        elif is_docstring(body):
            lines[first:last] = [quoted(text, " " * column)]
        else:
            # The first member of a class, or its decorator.
            first = min([first, *(decorator.lineno - 1 for decorator in getattr(body, "decorator_list", ()))])
            lines[first:first] = [quoted(text, " " * column), "\n"]
    return "".join(lines)


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text(encoding="utf-8")), encoding="utf-8")
