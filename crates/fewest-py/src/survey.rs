//! Figures about all boards of a puzzle.

use std::fmt::Write;
use std::path::PathBuf;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{self, whole};
use crate::certificate::Saved;
use crate::job;
use crate::puzzle::Puzzle;

/// Figures about all boards of a puzzle: see :meth:`Puzzle.survey`.
///
/// >>> import fewest
/// >>> survey = fewest.Puzzle("eight").survey()
/// >>> survey.boards, survey.farthest, round(survey.mean, 2)
/// (181440, 31, 21.97)
/// >>> survey.counts[:6]
/// array([ 1,  2,  4,  8, 16, 20], dtype=uint64)
/// >>> survey.hardest.shape
/// (1, 9)
#[pyclass(frozen, eq, weakref, module = "fewest")]
pub struct Survey {
    puzzle: Py<Puzzle>,
    figures: Figures,
    saved: Saved,
}

/// The figures in a pickled survey.
#[derive(Clone, PartialEq, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
struct Figures {
    boards: u64,
    solvable: Option<u64>,
    unsolvable: Option<u64>,
    counts: Vec<u64>,
    several_goals: Vec<u64>,
    farthest: u8,
    mean: f64,
    median: u8,
    symmetries: u64,
    /// The hardest boards, one after another.
    hardest: Vec<u8>,
    hardest_distances: Vec<u8>,
}

impl PartialEq for Survey {
    fn eq(&self, other: &Self) -> bool {
        self.puzzle.get() == other.puzzle.get() && self.figures == other.figures
    }
}

impl Survey {
    pub fn of(puzzle: Py<Puzzle>, survey: fewest::Survey<fewest::Board>) -> Self {
        let (found, hardest) = (survey.figures, &survey.hardest);
        let symbols = hardest.iter().flat_map(|hard| hard.board.symbols());
        let figures = Figures {
            boards: found.boards,
            solvable: found.solvable,
            unsolvable: found.unsolvable,
            counts: found.counts,
            several_goals: found.several_goals,
            farthest: found.farthest,
            mean: found.mean,
            median: found.median,
            symmetries: (found.symmetries.cells).saturating_mul(found.symmetries.symbols),
            hardest: symbols.copied().collect(),
            hardest_distances: hardest.iter().map(|hard| hard.distance).collect(),
        };
        Self::_restore(puzzle, figures)
    }
}

#[pymethods]
impl Survey {
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let survey = slf.get();
        let arguments = (&survey.puzzle, survey.figures.clone()).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_restore")?, arguments))
    }

    #[staticmethod]
    fn _restore(puzzle: Py<Puzzle>, figures: Figures) -> Self {
        Self {
            puzzle,
            figures,
            saved: Saved::default(),
        }
    }

    /// Saves a certificate of the number of boards at each distance, with its table in a file
    /// beside it: see :meth:`Answer.certify`.
    ///
    /// >>> import fewest, pathlib, tempfile
    /// >>> survey = fewest.Puzzle("sliding:3x2").survey()
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     survey.certify(pathlib.Path(folder, "all.cert"))
    /// ...     print(sorted(path.name for path in pathlib.Path(folder).iterdir()))
    /// ['all.cert', 'all.cert.0']
    #[pyo3(signature = (path, *, progress=None))]
    fn certify(
        &self,
        py: Python<'_>,
        path: PathBuf,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let puzzle = self.puzzle.get();
        let (saved, counts) = (&self.saved, &self.figures.counts);
        saved.save(py, path, &puzzle.options(), progress, |name, options| {
            puzzle.handle.survey_certificate(counts, name, options)
        })
    }

    /// The file of the certificate that :meth:`certify` saved last; ``None`` if there is none.
    #[getter]
    fn certificate(&self) -> Option<PathBuf> {
        self.saved.path()
    }

    /// The number of boards that can be solved and to which moves lead from the home board.
    #[getter]
    const fn boards(&self) -> u64 {
        self.figures.boards
    }

    /// The number of boards that can be solved, also if no moves lead to them from the home board;
    /// ``None`` if it is not known.
    #[getter]
    const fn solvable(&self) -> Option<u64> {
        self.figures.solvable
    }

    /// The number of boards with the same pieces that can't be solved; ``None`` if it is not known or
    /// exceeds 64 bits.
    #[getter]
    const fn unsolvable(&self) -> Option<u64> {
        self.figures.unsolvable
    }

    /// The number of boards at each distance 0, 1, 2, ...: ``uint64[farthest + 1]``.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, &self.figures.counts)
    }

    /// The number of boards with several goals at each distance: ``uint64[farthest + 1]``.
    #[getter]
    fn several_goals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, &self.figures.several_goals)
    }

    /// The greatest distance, in moves.
    #[getter]
    const fn farthest(&self) -> u8 {
        self.figures.farthest
    }

    /// The mean distance, in moves.
    #[getter]
    const fn mean(&self) -> f64 {
        self.figures.mean
    }

    /// The least distance that at least half of the boards do not exceed, in moves.
    #[getter]
    const fn median(&self) -> u8 {
        self.figures.median
    }

    /// The number of symmetries of the puzzle.
    #[getter]
    const fn symmetries(&self) -> u64 {
        self.figures.symmetries
    }

    /// The hardest boards, one per row: ``uint8[n, cells]``.
    #[getter]
    fn hardest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::boards(py, self.figures.hardest.clone(), self.puzzle.get().width())
    }

    /// The distances of the hardest boards: ``uint8[n]``.
    #[getter]
    fn hardest_distances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, &self.figures.hardest_distances)
    }

    fn __repr__(&self) -> String {
        let (name, figures) = (self.puzzle.get().handle.name(), &self.figures);
        let (boards, farthest, mean) = (figures.boards, figures.farthest, figures.mean);
        format!("<survey of {name}: {boards} boards, God's number {farthest}, mean {mean:.4}>")
    }

    fn _repr_html_(&self) -> String {
        let figures = &self.figures;
        let peak = figures.counts.iter().copied().max().unwrap_or(0).max(1);
        let mut html = format!(
            "<p>{} boards, God's number {}, mean {:.4}</p><table><tr><th>distance</th><th>boards</th><th></th></tr>",
            figures.boards, figures.farthest, figures.mean
        );
        for (distance, count) in figures.counts.iter().enumerate() {
            let width = u128::from(*count) * 200 / u128::from(peak);
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

#[pymethods]
impl Puzzle {
    /// Figures about all boards: their number at each distance, and the hardest ones.
    ///
    /// ``hardest`` boards are listed, one from each class of symmetric boards, or all separately if
    /// ``every`` is true.
    ///
    /// Raises :exc:`ValueError` if there are too many boards for the memory allowed.
    ///
    /// >>> import fewest
    /// >>> survey = fewest.Puzzle("eight").survey(hardest=2, every=True)
    /// >>> survey.hardest
    /// array([[6, 4, 7, 8, 5, 0, 3, 2, 1],
    ///        [8, 6, 7, 2, 5, 4, 3, 0, 1]], dtype=uint8)
    #[pyo3(signature = (*, hardest=None, every=false, progress=None))]
    #[pyo3(text_signature = "($self, *, hardest=1, every=False, progress=None)")]
    fn survey(
        slf: &Bound<'_, Self>,
        hardest: Option<&Bound<'_, PyAny>>,
        every: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Survey> {
        let puzzle = slf.get();
        let count = hardest.map(|given| whole("hardest", given, u64::MAX));
        let listing = fewest::Listing {
            limit: count.transpose()?.unwrap_or(1),
            every,
        };
        let survey = job::long(slf.py(), &puzzle.options(), progress, |options| {
            puzzle.handle.survey(listing, options)
        })?;
        Ok(Survey::of(slf.clone().unbind(), survey))
    }
}
