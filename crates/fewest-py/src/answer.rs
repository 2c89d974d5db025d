//! What is known of one board.

use fewest::{Board, Verdict};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays;

/// The answer to one board: see :meth:`Puzzle.solve`.
///
/// >>> import fewest
/// >>> answer = fewest.Puzzle("eight").solve("1 2 3 4 5 6 x 7 8")
/// >>> answer.moves, answer.distance, answer.proven
/// (('r', 'r'), 2, True)
/// >>> answer.boards.shape
/// (3, 9)
#[pyclass(frozen, module = "fewest")]
pub struct Answer {
    puzzle: fewest::Puzzle,
    start: Board,
    found: fewest::Answer,
}

impl Answer {
    pub const fn of(puzzle: fewest::Puzzle, start: Board, found: fewest::Answer) -> Self {
        Self {
            puzzle,
            start,
            found,
        }
    }

    fn names(&self) -> Vec<String> {
        let text = self.text();
        if self.puzzle.model().separator().is_empty() {
            text.chars().map(String::from).collect()
        } else {
            text.split_whitespace().map(str::to_owned).collect()
        }
    }

    fn path(&self) -> Vec<Board> {
        let mut boards = vec![self.start.clone()];
        for &m in &self.found.moves {
            let next = boards.last().and_then(|board| self.puzzle.after(board, m));
            boards.extend(next);
        }
        boards
    }
}

#[pymethods]
impl Answer {
    /// The names of the fewest moves, in order; none if they are not known.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.names())
    }

    /// The same moves as places in :attr:`Puzzle.moves`: ``uint8[distance]``.
    #[getter]
    #[expect(clippy::cast_possible_truncation, reason = "moves are fewer than 64")]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let moves = self.found.moves.iter();
        PyArray1::from_vec(py, moves.map(|m| m.index() as u8).collect())
    }

    /// The same moves in one text, as people write them.
    #[getter]
    fn text(&self) -> String {
        self.puzzle.moves_text(&self.start, &self.found.moves)
    }

    /// The fewest moves; ``None`` if nothing solves the board, or a limit left it open.
    #[getter]
    const fn distance(&self) -> Option<u32> {
        match self.found.verdict {
            Verdict::Solved(distance) => Some(distance),
            _ => None,
        }
    }

    /// Whether it is proven: that no fewer moves solve the board, or that none do. If not, a limit
    /// left it open.
    #[getter]
    const fn proven(&self) -> bool {
        matches!(self.found.verdict, Verdict::Solved(_) | Verdict::Unsolvable)
    }

    /// Whether moves solve the board; ``None`` if a limit left it open.
    #[getter]
    const fn solvable(&self) -> Option<bool> {
        match self.found.verdict {
            Verdict::Solved(_) => Some(true),
            Verdict::Unsolvable => Some(false),
            _ => None,
        }
    }

    /// The proven bound: nothing solves the board in fewer moves. ``None`` if nothing solves it at
    /// all.
    #[getter]
    fn lower_bound(&self) -> Option<u32> {
        Some(self.found.lower_bound).filter(|&bound| bound < u32::MAX)
    }

    /// The boards from the start to the goal, one a row: ``uint8[distance + 1, cells]``.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let path = self.path();
        let rows = path.iter().flat_map(Board::symbols).copied().collect();
        arrays::boards(py, rows, self.puzzle.model().cells())
    }

    /// How it was found: ``"table"``, ``"ida-star"``, ``"parity"``, ...
    #[getter]
    const fn method(&self) -> &'static str {
        self.found.method.name()
    }

    /// Boards that were generated or looked up.
    #[getter]
    const fn generated(&self) -> u64 {
        self.found.generated
    }

    fn __len__(&self) -> usize {
        self.found.moves.len()
    }

    fn __repr__(&self) -> String {
        let (puzzle, method) = (self.puzzle.name(), self.method());
        match self.found.verdict {
            Verdict::Solved(distance) => {
                format!(
                    "<{puzzle}: {distance} moves, {:?}, by {method}>",
                    self.text()
                )
            }
            Verdict::Unsolvable => format!("<{puzzle}: nothing solves it, by {method}>"),
            _ => format!(
                "<{puzzle}: at least {} moves, by {method}>",
                self.found.lower_bound
            ),
        }
    }

    fn _repr_html_(&self) -> String {
        let names = self.names();
        let labels = std::iter::once("").chain(names.iter().map(String::as_str));
        let steps = self.path().into_iter().zip(labels).map(|(board, name)| {
            let (svg, name) = (self.puzzle.svg(&board), name.replace('&', "&amp;"));
            let name = name.replace('<', "&lt;");
            format!("<figure style=\"display:inline-block;margin:4px\"><figcaption>{name}&nbsp;</figcaption>{svg}</figure>")
        });
        steps.collect()
    }
}
