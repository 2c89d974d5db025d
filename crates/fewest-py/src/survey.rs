//! All boards of a puzzle in figures.

use std::fmt::Write;

use fewest::Board;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::arrays;

/// All boards of a puzzle in figures: see :meth:`Puzzle.survey`.
///
/// >>> import fewest
/// >>> survey = fewest.Puzzle("eight").survey()
/// >>> survey.boards, survey.gods_number, round(survey.mean, 2)
/// (181440, 31, 21.97)
/// >>> survey.boards_by_distance[:6]
/// array([ 1,  2,  4,  8, 16, 20], dtype=uint64)
/// >>> survey.hardest.shape
/// (1, 9)
#[pyclass(frozen, module = "fewest")]
pub struct Survey {
    puzzle: fewest::Puzzle,
    survey: fewest::Survey<Board>,
}

impl Survey {
    pub const fn of(puzzle: fewest::Puzzle, survey: fewest::Survey<Board>) -> Self {
        Self { puzzle, survey }
    }
}

#[pymethods]
impl Survey {
    /// How many boards can be solved.
    #[getter]
    const fn boards(&self) -> u64 {
        self.survey.figures.boards
    }

    /// How many other boards have the same pieces; ``None`` if they are more than 64 bits count.
    #[getter]
    const fn unsolvable(&self) -> Option<u64> {
        self.survey.figures.unsolvable
    }

    /// How many boards there are at each distance 0, 1, 2, ...: ``uint64[gods_number + 1]``.
    #[getter]
    fn boards_by_distance<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, &self.survey.figures.counts)
    }

    /// How many of them have several goals at that distance: ``uint64[gods_number + 1]``.
    #[getter]
    fn tying_by_distance<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, &self.survey.figures.tying)
    }

    /// The greatest distance, in moves.
    #[getter]
    const fn gods_number(&self) -> u8 {
        self.survey.figures.greatest
    }

    /// The mean distance, in moves.
    #[getter]
    const fn mean(&self) -> f64 {
        self.survey.figures.mean
    }

    /// The least distance that at least half of the boards do not exceed, in moves.
    #[getter]
    const fn median(&self) -> u8 {
        self.survey.figures.median
    }

    /// How many symmetries the puzzle has.
    #[getter]
    const fn symmetries(&self) -> u64 {
        let count = self.survey.figures.symmetries;
        count.cells.saturating_mul(count.symbols)
    }

    /// The hardest boards that were asked for, one a row: ``uint8[n, cells]``.
    #[getter]
    fn hardest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let hardest = self.survey.hardest.iter();
        let rows = hardest.flat_map(|hard| hard.board.symbols()).copied();
        arrays::boards(py, rows.collect(), self.puzzle.model().cells())
    }

    /// The distances of the hardest boards: ``uint8[n]``.
    #[getter]
    fn hardest_distances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let hardest = self.survey.hardest.iter();
        PyArray1::from_vec(py, hardest.map(|hard| hard.distance).collect())
    }

    fn __repr__(&self) -> String {
        let (name, figures) = (self.puzzle.name(), &self.survey.figures);
        let (boards, greatest, mean) = (figures.boards, figures.greatest, figures.mean);
        format!("<survey of {name}: {boards} boards, God's number {greatest}, mean {mean:.4}>")
    }

    fn _repr_html_(&self) -> String {
        let figures = &self.survey.figures;
        let most = figures.counts.iter().copied().max().unwrap_or(0).max(1);
        let mut html = format!(
            "<p>{} boards, God's number {}, mean {:.4}</p><table><tr><th>distance</th><th>boards</th><th></th></tr>",
            figures.boards, figures.greatest, figures.mean
        );
        for (distance, count) in figures.counts.iter().enumerate() {
            let width = u128::from(*count) * 200 / u128::from(most);
            // Writing to a string does not fail.
            let _ = write!(
                html,
                "<tr><td>{distance}</td><td>{count}</td><td style=\"text-align:left\">\
                 <div style=\"background:#56b4e9;height:1em;width:{width}px\"></div></td></tr>"
            );
        }
        html + "</table>"
    }
}
