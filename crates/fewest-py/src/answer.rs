//! The answer to one board.

use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use fewest::support::number::counted;
use fewest::{Board, Move, Verdict};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::arrays;
use crate::certificate::Saved;
use crate::control::Control;
use crate::puzzle::Puzzle;

/// The answer to one board: see :meth:`Puzzle.solve`. It is true if its moves solve the
/// board. Two answers are equal if they have the same puzzle, board, moves and bound.
///
/// >>> import fewest
/// >>> answer = fewest.Puzzle("eight").solve("1 2 3 4 5 6 x 7 8")
/// >>> answer.moves, answer.distance, answer.proven
/// (('r', 'r'), 2, True)
/// >>> answer.boards.shape
/// (3, 9)
#[pyclass(frozen, eq, hash, weakref, module = "fewest")]
pub struct Answer {
    puzzle: Py<Puzzle>,
    start: Board,
    verdict: Verdict,
    moves: Vec<Move>,
    at_least: u32,
    why: Option<String>,
    is_real: bool,
    method: String,
    nodes: u64,
    saved: Saved,
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        let facts = |answer: &Self| (answer.distance(), answer.proven(), answer.at_least);
        self.puzzle.get() == other.puzzle.get()
            && self.start == other.start
            && self.moves == other.moves
            && facts(self) == facts(other)
    }
}

impl Hash for Answer {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.start, &self.moves).hash(hasher);
    }
}

/// The parts of a pickled answer: the puzzle, the board, the moves, whether it is proven, the
/// bound, the reason why nothing solves it, the method, the boards generated, and whether it is real.
type Parts = (
    Py<Puzzle>,
    Vec<u8>,
    Vec<u8>,
    bool,
    u32,
    Option<String>,
    String,
    u64,
    bool,
);

impl Answer {
    pub fn of(puzzle: Py<Puzzle>, start: Board, found: fewest::Answer) -> Self {
        let why = found.why().and_then(|flaw| {
            let model = puzzle.get().handle.model_for(&puzzle.get().options());
            Some(flaw.in_words(&*model.ok()?, start.symbols()))
        });
        Self {
            puzzle,
            start,
            why,
            is_real: !found.is_unreal,
            verdict: found.verdict,
            moves: found.moves,
            at_least: found.at_least,
            method: found.method.name().to_owned(),
            nodes: found.generated,
            saved: Saved::default(),
        }
    }

    fn handle(&self) -> &fewest::Puzzle {
        &self.puzzle.get().handle
    }

    fn places(&self) -> Vec<u8> {
        self.moves.iter().map(|&m| arrays::place(m)).collect()
    }

    fn names(&self) -> Vec<String> {
        let text = self.text();
        if self.handle().model().separator().is_empty() {
            text.chars().map(String::from).collect()
        } else {
            text.split_whitespace().map(str::to_owned).collect()
        }
    }

    fn path(&self) -> Vec<Board> {
        let mut boards = vec![self.start.clone()];
        for &m in &self.moves {
            let next = boards
                .last()
                .and_then(|board| self.handle().after(board, m));
            boards.extend(next);
        }
        boards
    }
}

#[pymethods]
impl Answer {
    /// The names of the moves of the best solution known, in order: of the fewest if :attr:`proven`.
    /// Empty if none is known.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.names())
    }

    /// The moves as indices in :attr:`Puzzle.moves`: ``uint8[at_most]``.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.places())
    }

    /// The moves as one text in the usual notation.
    #[getter]
    fn text(&self) -> String {
        self.handle().moves_text(&self.start, &self.moves)
    }

    /// The fewest moves; ``None`` if the board can't be solved, or a limit left it open.
    #[getter]
    const fn distance(&self) -> Option<u32> {
        match self.verdict {
            Verdict::Solved(distance) => Some(distance),
            _ => None,
        }
    }

    /// True if it is proven that no fewer moves solve the board, or that it can't be solved. If
    /// false, a limit left it open.
    #[getter]
    const fn proven(&self) -> bool {
        matches!(self.verdict, Verdict::Solved(_) | Verdict::Unsolvable)
    }

    /// True if the board can be solved; ``None`` if a limit left it open.
    #[getter]
    const fn solvable(&self) -> Option<bool> {
        match self.verdict {
            Verdict::Solved(_) => Some(true),
            Verdict::Unsolvable => Some(false),
            _ => None,
        }
    }

    /// The reason the board can't be solved, if its pieces show it; otherwise ``None``.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").solve("2 1 3 4 5 6 7 8 x").why
    /// 'two pieces would have to be swapped (odd permutation)'
    #[getter]
    fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// False if no moves lead to the board from :attr:`Puzzle.home`, although it may be solved.
    #[getter]
    const fn real(&self) -> bool {
        self.is_real
    }

    /// The proven lower bound: at least this many moves are needed. ``None`` if the board can't be
    /// solved.
    #[getter]
    fn at_least(&self) -> Option<u32> {
        Some(self.at_least).filter(|&bound| bound < u32::MAX)
    }

    /// The number of moves of the best solution known: the distance if :attr:`proven`, otherwise
    /// not proven shortest. ``None`` if no solution is known.
    ///
    /// >>> import fewest
    /// >>> fifteen = fewest.Puzzle("fifteen")
    /// >>> answer = fifteen.solve("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", max_nodes=10_000)
    /// >>> answer.proven, answer.distance, answer.at_least <= 80 <= answer.at_most == len(answer.moves)
    /// (False, None, True)
    #[getter]
    fn at_most(&self) -> Option<u32> {
        match self.verdict {
            Verdict::Solved(distance) => Some(distance),
            _ => u32::try_from(self.moves.len())
                .ok()
                .filter(|&moves| moves > 0),
        }
    }

    /// The boards from the start to the goal, one per row: ``uint8[at_most + 1, cells]``.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let path = self.path();
        let rows = path.iter().flat_map(Board::symbols).copied().collect();
        arrays::boards(py, rows, self.handle().model().cells())
    }

    /// The method that found it: ``"table"``, ``"ida-star"``, ``"parity"``, ...
    #[getter]
    fn method(&self) -> &str {
        &self.method
    }

    /// The number of boards that were generated or looked up.
    #[getter]
    const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Saves a certificate of this answer, with its tables in files beside it that are named like
    /// it. The program ``fewest-check`` verifies it without this package.
    ///
    /// It also certifies the number of shortest ``solutions``, if you pass it: see
    /// :meth:`Puzzle.all_answers`.
    ///
    /// Raises :exc:`ValueError` if a limit left the answer open, or if a certificate would need
    /// tables that are too large, and :exc:`OSError` if a file can't be written.
    ///
    /// >>> import fewest, pathlib, tempfile
    /// >>> answer = fewest.Puzzle("eight").solve("1 2 3 4 5 6 x 7 8")
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     answer.certify(pathlib.Path(folder, "board.cert"))
    /// ...     print(answer.certificate.read_text().splitlines()[-4:])
    /// ['board 1 2 3 4 5 6 0 7 8', 'moves r r', 'bound search', 'goals 0']
    #[pyo3(signature = (path, *, solutions=None, max_time=None, progress=None, cancel=None))]
    fn certify(
        &self,
        py: Python<'_>,
        path: PathBuf,
        solutions: Option<u128>,
        max_time: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let answer = fewest::Answer {
            verdict: self.verdict,
            moves: self.moves.clone(),
            ..fewest::Answer::default()
        };
        let (handle, options) = (self.handle(), self.puzzle.get().options());
        let saved = &self.saved;
        saved.save(py, path, &options, control, |name, options| {
            handle.certificate_of(&self.start, &answer, solutions, name, options)
        })
    }

    /// The file of the certificate that :meth:`certify` saved last; ``None`` if there is none.
    #[getter]
    fn certificate(&self) -> Option<PathBuf> {
        self.saved.path()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, answer) = (slf.py(), slf.get());
        let parts = (
            &answer.puzzle,
            PyBytes::new(py, answer.start.symbols()),
            PyBytes::new(py, &answer.places()),
            answer.proven(),
            answer.at_least,
            &answer.why,
            &answer.method,
            answer.nodes,
            answer.is_real,
        );
        let arguments = PyTuple::new(py, [parts.into_pyobject(py)?])?;
        Ok((slf.get_type().getattr("_restore")?, arguments))
    }

    #[staticmethod]
    fn _restore(parts: Parts) -> PyResult<Self> {
        let (puzzle, board, moves, is_proven, at_least, why, method, nodes, is_real) = parts;
        let wrong = || PyValueError::new_err("not an answer of this puzzle");
        let model = puzzle.get().handle.model();
        let is_move = |m: &u8| usize::from(*m) < model.moves.len();
        let moves = moves.into_iter().map(|m| is_move(&m).then(|| Move::new(m)));
        Ok(Self {
            start: puzzle.get().handle.board_of(&board).ok_or_else(wrong)?,
            moves: moves.collect::<Option<_>>().ok_or_else(wrong)?,
            verdict: match (is_proven, at_least) {
                (false, _) => Verdict::Deferred,
                (true, u32::MAX) => Verdict::Unsolvable,
                (true, distance) => Verdict::Solved(distance),
            },
            puzzle,
            at_least,
            why,
            is_real,
            method,
            nodes,
            saved: Saved::default(),
        })
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __bool__(&self) -> bool {
        self.at_most().is_some()
    }

    fn __repr__(&self) -> String {
        let (puzzle, method) = (self.handle().name(), &self.method);
        match self.verdict {
            Verdict::Solved(distance) => {
                let (moves, text) = (counted(distance, "move"), self.text());
                format!("<{puzzle}: {moves}, {text:?}, by {method}>")
            }
            Verdict::Unsolvable => format!("<{puzzle}: nothing solves it, by {method}>"),
            _ => {
                let at_least = counted(self.at_least, "move");
                let at_most = self
                    .at_most()
                    .map_or(String::new(), |moves| format!(", at most {moves}"));
                format!("<{puzzle}: at least {at_least}{at_most}, by {method}>")
            }
        }
    }

    fn _repr_html_(&self) -> String {
        let names = self.names();
        let labels = std::iter::once("").chain(names.iter().map(String::as_str));
        let steps = self.path().into_iter().zip(labels).map(|(board, name)| {
            let (svg, name) = (self.handle().svg(&board), name.replace('&', "&amp;"));
            let name = name.replace('<', "&lt;");
            format!("<figure style=\"display:inline-block;margin:4px\"><figcaption>{name}&nbsp;</figcaption>{svg}</figure>")
        });
        steps.collect()
    }
}
