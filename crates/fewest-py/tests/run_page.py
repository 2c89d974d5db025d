"""Runs the Python that a page shows: its blocks tagged `python`, one after another."""

import pathlib
import re
import sys


def blocks(text):
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


if __name__ == "__main__":
    for page in sys.argv[1:]:
        found = blocks(pathlib.Path(page).read_text(encoding="utf-8"))
        if not found:
            sys.exit(f"{page} shows no Python")
        exec(compile("\n".join(found), page, "exec"), {"__name__": page})
        print(f"{page}: {len(found)} blocks of Python ran")
