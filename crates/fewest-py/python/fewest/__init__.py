"""Computes shortest solutions of puzzles, with proof.

>>> import fewest
>>> eight = fewest.Puzzle("eight")
>>> eight.solve("8 6 7 2 5 4 3 x 1").distance
31

:class:`Puzzle` opens a puzzle. Boards are NumPy arrays, one or millions; distances are exact.
:func:`check` verifies saved proofs. :mod:`fewest.gym` has environments for Gymnasium.
"""

from fewest._fewest import Answer, NotVerified, Picture, Puzzle, Survey, __version__, check, import_boards, puzzles

__all__ = ["Answer", "NotVerified", "Picture", "Puzzle", "Survey", "__version__", "check", "import_boards", "puzzles"]
