//! Figures about all boards of a puzzle.

use std::fmt::Write;
use std::path::PathBuf;

use fewest::Board;
use fewest::levels::{LevelOptions, Levels};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{self, whole};
use crate::certificate::Saved;
use crate::control::Control;
use crate::job;
use crate::limits::BoardLimits;
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
    complete: bool,
    solvable: Option<u64>,
    unsolvable: Option<u64>,
    counts: Vec<u64>,
    several_goals: Vec<u64>,
    farthest: u8,
    mean: f64,
    median: u8,
    symmetries: Option<u64>,
    /// The hardest boards, one after another.
    hardest: Vec<u8>,
    hardest_distances: Vec<u8>,
}

impl Figures {
    /// The distances of the counted boards, in words.
    fn range(&self) -> String {
        let farthest = self.farthest;
        if self.complete {
            format!("God's number {farthest}")
        } else {
            format!("up to {farthest} moves")
        }
    }
}

impl PartialEq for Survey {
    fn eq(&self, other: &Self) -> bool {
        self.puzzle.get() == other.puzzle.get() && self.figures == other.figures
    }
}

impl Survey {
    pub fn of(puzzle: Py<Puzzle>, survey: fewest::Survey<Board>) -> Self {
        let (found, hardest) = (survey.figures, &survey.hardest);
        let symbols = hardest.iter().flat_map(|hard| hard.board.symbols());
        let figures = Figures {
            boards: found.boards,
            complete: true,
            solvable: found.solvable,
            unsolvable: found.unsolvable,
            counts: found.counts,
            several_goals: found.several_goals,
            farthest: found.farthest,
            mean: found.mean,
            median: found.median,
            symmetries: Some((found.symmetries.cells).saturating_mul(found.symmetries.symbols)),
            hardest: symbols.copied().collect(),
            hardest_distances: hardest.iter().map(|hard| hard.distance).collect(),
        };
        Self::_restore(puzzle, figures)
    }

    /// The figures of the boards near a goal.
    fn near(puzzle: Py<Puzzle>, levels: Levels<Board>) -> Self {
        let byte = |distance: usize| u8::try_from(distance).unwrap_or(u8::MAX);
        let hardest = &levels.hardest;
        let symbols = hardest.iter().flat_map(|far| far.board.symbols());
        let figures = Figures {
            boards: levels.counts.iter().sum(),
            complete: levels.is_complete,
            solvable: levels.solvable,
            unsolvable: levels.others.filter(|_| levels.is_complete),
            several_goals: Vec::new(),
            farthest: byte(levels.counts.len().saturating_sub(1)),
            mean: levels.mean(),
            median: byte(levels.median()),
            symmetries: None,
            hardest: symbols.copied().collect(),
            hardest_distances: hardest.iter().map(|far| byte(far.distance)).collect(),
            counts: levels.counts,
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
    #[pyo3(signature = (path, *, max_time=None, progress=None, cancel=None))]
    fn certify(
        &self,
        py: Python<'_>,
        path: PathBuf,
        max_time: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let puzzle = self.puzzle.get();
        if !self.figures.complete {
            let problem =
                "only the number of all boards can be certified, not of those near a goal";
            return Err(PyValueError::new_err(problem));
        }
        let (saved, counts) = (&self.saved, &self.figures.counts);
        saved.save(py, path, &puzzle.options(), control, |name, options| {
            puzzle.handle.survey_certificate(counts, name, options)
        })
    }

    /// The file of the certificate that :meth:`certify` saved last; ``None`` if there is none.
    #[getter]
    fn certificate(&self) -> Option<PathBuf> {
        self.saved.path()
    }

    /// The number of boards that were counted: without ``max_moves``, all that can be solved and to
    /// which moves lead from the home board.
    #[getter]
    const fn boards(&self) -> u64 {
        self.figures.boards
    }

    /// True if every solvable board that moves lead to from the home board was counted; false if
    /// ``max_moves`` left some out.
    #[getter]
    const fn complete(&self) -> bool {
        self.figures.complete
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

    /// The number of boards with several goals at each distance: ``uint64[farthest + 1]``; empty with
    /// ``max_moves``.
    #[getter]
    fn several_goals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, &self.figures.several_goals)
    }

    /// The greatest distance of the boards that were counted, in moves.
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

    /// The number of symmetries of the puzzle; ``None`` with ``max_moves``.
    #[getter]
    const fn symmetries(&self) -> Option<u64> {
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
        let (boards, range, mean) = (figures.boards, figures.range(), figures.mean);
        format!("<survey of {name}: {boards} boards, {range}, mean {mean:.4}>")
    }

    fn _repr_html_(&self) -> String {
        let figures = &self.figures;
        let peak = figures.counts.iter().copied().max().unwrap_or(0).max(1);
        let mut html = format!(
            "<p>{} boards, {}, mean {:.4}</p><table><tr><th>distance</th><th>boards</th><th></th></tr>",
            figures.boards,
            figures.range(),
            figures.mean
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
    /// ``every`` is true. By default one is listed, and none with ``max_moves``.
    ///
    /// ``max_moves`` counts only the boards up to that distance. That is possible for puzzles of any
    /// size, as far as the boards fit into the memory allowed.
    ///
    /// Raises :exc:`ValueError` if there are too many boards for the memory allowed, and
    /// :exc:`TimeoutError` if it takes longer than ``max_time`` seconds.
    ///
    /// >>> import fewest
    /// >>> survey = fewest.Puzzle("eight").survey(hardest=2, every=True)
    /// >>> survey.hardest
    /// array([[6, 4, 7, 8, 5, 0, 3, 2, 1],
    ///        [8, 6, 7, 2, 5, 4, 3, 0, 1]], dtype=uint8)
    /// >>> near = fewest.Puzzle("cube3").survey(max_moves=4)
    /// >>> near.counts, near.complete
    /// (array([    1,    18,   243,  3240, 43239], dtype=uint64), False)
    #[pyo3(signature = (
        *, hardest=None, every=false, max_moves=None, max_time=None, progress=None, cancel=None
    ))]
    fn survey(
        slf: &Bound<'_, Self>,
        hardest: Option<&Bound<'_, PyAny>>,
        every: bool,
        max_moves: Option<&Bound<'_, PyAny>>,
        max_time: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Survey> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let (py, puzzle, options) = (slf.py(), slf.get(), slf.get().options());
        let hardest = hardest.map(|given| whole("hardest", given, u64::MAX));
        let hardest = hardest.transpose()?;
        let near = BoardLimits::of(max_moves, None, None)?.moves;
        let Some(near) = near else {
            let listing = fewest::Listing {
                limit: hardest.unwrap_or(1),
                every,
            };
            let survey = job::long(py, &options, control, |options| {
                puzzle.handle.survey(listing, options)
            })?;
            return Ok(Survey::of(slf.clone().unbind(), survey));
        };
        let near = LevelOptions {
            max_moves: usize::try_from(near).ok(),
            listed: hardest.map_or(0, |limit| usize::try_from(limit).unwrap_or(usize::MAX)),
            every,
            ..LevelOptions::default()
        };
        let levels = job::long(py, &options, control, |options| {
            puzzle.handle.count_levels(&near, options)
        })?;
        Ok(Survey::near(slf.clone().unbind(), levels))
    }
}
