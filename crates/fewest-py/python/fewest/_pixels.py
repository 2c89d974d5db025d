"""Pictures of boards as pixels, drawn from their SVG: squares, blocks and short labels, with NumPy only."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

# Letters of three columns and five rows: a digit for each row, whose bits are its columns.
_LETTERS = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*+-.",
        "75557 26227 71747 71317 55711 74717 74757 71222 75757 75717 25755 65656 34443 65556 74647 "
        "74644 34553 55755 72227 11152 55655 44447 57755 65555 25552 65644 25563 65655 34216 72222 "
        "55557 55552 55775 55255 55222 71247 52725 02720 00700 00002".split(),
    )
)
_LARGEST = 4
_MARGIN = 6


def _colour(text: str) -> list[int]:
    digits = text.lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return [int(digits[place : place + 2], 16) for place in (0, 2, 4)]


def _label(text: str, width: int) -> NDArray[np.bool_]:
    """A text as dots, as large as fits into a square. Characters without a glyph are skipped."""
    letters = [_LETTERS[c] for c in text.upper() if c in _LETTERS]
    columns = max(4 * len(letters) - 1, 1)
    dots = np.zeros((5, columns), bool)
    for place, letter in enumerate(letters):
        for row, bits in enumerate(letter):
            for column in range(3):
                dots[row, 4 * place + column] = int(bits) >> (2 - column) & 1
    size = max(min((width - _MARGIN) // columns, _LARGEST), 1)
    return dots.repeat(size, axis=0).repeat(size, axis=1)[:, :width]


def pixels(svg: str) -> NDArray[np.uint8]:
    """The picture of a board: ``uint8[height, width, 3]``."""
    root = ElementTree.fromstring(svg)

    def number(shape: ElementTree.Element, name: str) -> int:
        return int(float(shape.get(name, "0")))

    image = np.full((number(root, "height"), number(root, "width"), 3), 255, np.uint8)
    left = top = width = height = 0
    for shape in root:
        kind = shape.tag.rpartition("}")[2]
        if kind == "rect":
            left, top = number(shape, "x"), number(shape, "y")
            width, height = number(shape, "width"), number(shape, "height")
            image[top : top + height, left : left + width] = _colour(shape.get("stroke", "#555"))
            inner = image[top + 1 : top + height - 1, left + 1 : left + width - 1]
            inner[:] = _colour(shape.get("fill", "#fff"))
        elif kind == "path":
            numbers = [int(digits) for digits in re.findall(r"\d+", shape.get("d", ""))]
            if fill := shape.get("fill"):
                # The squares of a block, `M left top H right V bottom H left Z` each; its label is in the first.
                left, top, right, bottom, *_ = numbers
                width, height = right - left, bottom - top
                for at in range(0, len(numbers) - 4, 5):
                    own_left, own_top, right, bottom = numbers[at : at + 4]
                    image[own_top:bottom, own_left:right] = _colour(fill)
            else:
                for at in range(0, len(numbers) - 3, 4):
                    columns, rows = sorted(numbers[at : at + 4 : 2]), sorted(numbers[at + 1 : at + 4 : 2])
                    line = slice(rows[0], rows[1] + 1), slice(columns[0], columns[1] + 1)
                    image[line] = _colour(shape.get("stroke", "#555"))
        elif kind == "text":
            # A label is in the square before it.
            dots = _label(shape.text or "", width)
            rows, columns = dots.shape
            row, column = top + (height - rows) // 2, left + (width - columns) // 2
            image[row : row + rows, column : column + columns][dots] = 0
    return image
