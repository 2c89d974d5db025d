//! The class `Puzzle`: construction, description and pickling.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

use fewest::{BoardSampler, Bounds, CaseSampler, ENTRIES, Goal, Limits, Numbering, Options, Tie};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};

use crate::arrays::{self, whole};
use crate::build::Permutations;
use crate::control::Control;
use crate::job::{self, refused};
use crate::limits::{self, machine_memory};

/// The origin of a puzzle, from which it can be built again.
#[derive(Clone)]
pub enum Origin {
    Name(String),
    Toml(String),
    Permutations(Arc<Permutations>),
}

/// A puzzle with exact distances.
///
/// Boards are arrays of integers: for each cell, the index of its symbol in :attr:`symbols`. One
/// board is an array or a sequence of shape ``(cells,)``, or ``(rows, columns)`` if the puzzle is a
/// rectangle, or a text in one of the puzzle's formats. Many boards are an array of shape ``(...,
/// cells)`` or ``(..., rows, columns)``, and results have one item per board. Moves are indices in
/// :attr:`moves`.
///
/// ``name`` is one of :func:`puzzles`, sliding tiles of any size like ``"sliding:5x3"``, or the
/// path of a file as accepted by :meth:`load`. ``goal`` replaces the puzzle's own goals: a board,
/// or the name of a goal such as ``"snail"``. ``tie`` chooses among several shortest answers:
/// ``"least"``, the first in tie order; ``"any"``, which may be faster; or, for sliding tiles, the
/// letters ``"dlru"`` in some order, which sets the tie order. ``memory`` limits tables and
/// searches, in bytes; the default is a quarter of the machine's memory.
///
/// Puzzles are equal if they have the same moves, pieces, names and goals, and the same ``tie`` and
/// ``memory``. Several threads may use one puzzle, and share its tables. A pickled puzzle is as
/// small as its definition; its tables are built again after loading.
///
/// Long calls let other Python threads run, and end on Ctrl-C. Those that search or build tables accept
/// ``progress``: ``tqdm``, or any callable like it; and ``cancel``: a :class:`threading.Event`, or
/// anything with ``is_set``. Once it is set, the call raises :exc:`concurrent.futures.CancelledError`. ``max_time`` is in seconds. In
/// :meth:`solve`, :meth:`all_answers`, :meth:`distances`, :meth:`optimal_actions` and
/// :meth:`solve_many` it limits searches, whose results are then bounds or masked. Any other call
/// raises :exc:`TimeoutError` if it is not done within that time.
///
/// Raises :exc:`ValueError` if there is no such puzzle or goal.
///
/// >>> import fewest
/// >>> eight = fewest.Puzzle("eight")
/// >>> eight.distance("8 6 7 2 5 4 3 x 1")
/// 31
#[pyclass(frozen, eq, hash, weakref, module = "fewest")]
pub struct Puzzle {
    pub handle: fewest::Puzzle,
    pub origin: Origin,
    pub settings: Settings,
    /// The user's goal, if it is a whole board.
    pub goal: Option<Vec<u8>>,
    /// The sampler last used for boards by distance.
    pub sampler: Mutex<Option<BoardSampler>>,
    /// The sampler of all boards that can be solved, once used.
    pub solvable: Mutex<Option<CaseSampler>>,
    /// The answering of boards with both bounds, and with quick solutions, unless calls use it.
    pub bounds: [Mutex<Option<Bounds>>; 2],
    /// The numbering of boards, once used.
    pub numbering: OnceLock<Numbering>,
    count: OnceLock<Option<String>>,
}

#[derive(Clone, Default, PartialEq)]
pub struct Settings {
    pub goal: Option<GivenGoal>,
    pub tie: Option<String>,
    pub memory: Option<u64>,
}

#[derive(Clone, PartialEq)]
pub enum GivenGoal {
    Name(String),
    Board(Vec<u8>),
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings && self.handle.model() == other.handle.model()
    }
}

impl Hash for Puzzle {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.handle.model().fingerprint().hash(hasher);
    }
}

impl Puzzle {
    pub fn of(
        mut puzzle: fewest::Puzzle,
        origin: Origin,
        goal: Option<&Bound<'_, PyAny>>,
        tie: Option<&str>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut settings = Settings {
            goal: None,
            tie: tie.map(str::to_owned),
            memory: memory
                .map(|given| whole("memory", given, u64::MAX))
                .transpose()?,
        };
        if let Some(order) = tie.filter(|tie| limits::tie(tie).is_err()) {
            let ordered = puzzle.with_tie_order(order);
            puzzle = ordered.map_err(|error| refused(&error))?;
        }
        let mut board = None;
        if let Some(goal) = goal {
            let name = goal.cast::<PyString>().ok();
            let name = name.and_then(|name| name.extract::<String>().ok());
            let set = name.as_ref().and_then(|name| puzzle.goal_set(name));
            if let (Some(name), Some(set)) = (name, set) {
                let goals = set.patterns(puzzle.model().cells());
                board = match &goals[..] {
                    [goal] => goal.iter().copied().collect::<Option<Vec<u8>>>(),
                    _ => None,
                };
                if board.is_none() {
                    puzzle = puzzle.to_set(&set).map_err(|error| refused(&error))?;
                }
                settings.goal = Some(GivenGoal::Name(name));
            } else {
                let symbols = arrays::one_board(&puzzle, goal)?.symbols().to_vec();
                settings.goal = Some(GivenGoal::Board(symbols.clone()));
                board = Some(symbols);
            }
        }
        let new = Self {
            handle: puzzle,
            origin,
            settings,
            goal: board,
            sampler: Mutex::default(),
            solvable: Mutex::default(),
            bounds: Default::default(),
            numbering: OnceLock::new(),
            count: OnceLock::new(),
        };
        // Not every puzzle accepts another goal.
        let goal = new.handle.model_for(&new.options());
        goal.map_err(|error| refused(&error))?;
        Ok(new)
    }

    pub fn options(&self) -> Options {
        let tie = self.settings.tie.as_deref();
        Options {
            limits: Limits {
                memory: Some(self.settings.memory.unwrap_or_else(|| machine_memory() / 4)),
                ..Limits::default()
            },
            goal: self.goal.clone().map(Goal::Board),
            tie: tie.map(|tie| limits::tie(tie).unwrap_or(Tie::Least)),
            ..Options::default()
        }
    }

    /// Returns true if the goals are the puzzle's own.
    pub fn has_default_goals(&self) -> bool {
        self.settings.goal.is_none()
    }

    pub fn width(&self) -> usize {
        self.handle.model().cells()
    }

    /// The size in bytes of tables with all distances, if they fit into the memory allowed.
    pub fn table_bytes(&self) -> PyResult<Option<u64>> {
        let options = self.options();
        let bytes = self
            .handle
            .table_bytes(&options)
            .map_err(|error| refused(&error))?;
        Ok(bytes.filter(|bytes| options.limits.memory.is_none_or(|limit| *bytes <= limit)))
    }

    pub fn solved(&self) -> PyResult<fewest::Board> {
        let solved = self.handle.solved_board(&self.options());
        solved.map_err(|error| refused(&error))
    }

    /// The home board, from which moves lead to scrambled boards.
    pub fn home(&self) -> PyResult<fewest::Board> {
        let home = self.handle.home_board(&self.options());
        let none = || {
            let name = self.handle.name();
            PyValueError::new_err(format!(
                "{name} has no complete goal board to apply moves to"
            ))
        };
        home.map_err(|error| refused(&error))?.ok_or_else(none)
    }

    /// The puzzle's entry, if it is built in and has its own goals.
    fn entry(&self) -> Option<&'static fewest::Entry> {
        let Origin::Name(name) = &self.origin else {
            return None;
        };
        let mut entries = ENTRIES.iter().filter(|_| self.has_default_goals());
        entries.find(|entry| entry.name == name)
    }
}

/// The built-in puzzles: names and descriptions.
///
/// >>> import fewest
/// >>> fewest.puzzles()["eight"]
/// 'sliding tiles, 3 x 3'
#[pyfunction]
pub fn puzzles(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let names = PyDict::new(py);
    for entry in ENTRIES {
        names.set_item(entry.name, entry.title)?;
    }
    Ok(names)
}

#[pymethods]
impl Puzzle {
    /// The memory allowed, in bytes; ``None`` for the default.
    #[getter]
    const fn memory(&self) -> Option<u64> {
        self.settings.memory
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.handle.name()
    }

    /// A short description.
    #[getter]
    fn title(&self) -> &str {
        self.handle.title()
    }

    /// The number of cells of a board.
    #[getter]
    fn cells(&self) -> usize {
        self.width()
    }

    /// The text of each symbol; boards contain indices in this tuple.
    #[getter]
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.handle.model().symbols)
    }

    /// The names of the moves, in tie order: among several shortest solutions, the answer is the
    /// one whose moves come first.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.handle.model().moves)
    }

    /// The goals, one per row: ``int16[goals, cells]``, -1 for cells that may have any symbol.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let cells = self.width();
        let symbols: Vec<i16> = if let Some(goal) = &self.goal {
            goal.iter().map(|&symbol| symbol.into()).collect()
        } else {
            let goals = self.handle.model().structure.goals.iter().flatten();
            goals.map(|symbol| symbol.map_or(-1, i16::from)).collect()
        };
        let goals = symbols.len() / cells.max(1);
        arrays::shaped(py, symbols, &[goals, cells])
    }

    /// The number of boards that can be solved; ``None`` if it is not known. The first call may
    /// take seconds if the puzzle is not built in.
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let known = self.entry().and_then(|entry| entry.boards);
        let count = match known {
            Some(count) => Some(count.to_string()),
            None => match self.count.get() {
                Some(known) => known.clone(),
                // A process forked within `get_or_init` would wait forever.
                None => py.detach(|| {
                    let report = self.handle.describe(self.options().limits.memory);
                    let count = report.solvable.ok().map(|count| count.to_string());
                    self.count.get_or_init(|| count).clone()
                }),
            },
        };
        let number = |count| py.get_type::<PyInt>().call1((count,));
        count.map(number).transpose()
    }

    /// The number of moves that is enough for every board, if it is known without work; otherwise
    /// ``None``. :meth:`survey` finds it if the puzzle is small enough.
    #[getter]
    fn farthest(&self) -> Option<u32> {
        self.entry().and_then(|entry| entry.farthest)
    }

    /// A board that meets a goal: ``uint8[cells]``. It is the home board if that meets a goal, or the
    /// goal to which the fewest moves lead from there. If there is no home board, or no moves lead from
    /// it to a goal, it meets the first goal, and cells that the goal leaves open have the remaining
    /// pieces in the order of their symbols.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").solved
    /// array([1, 2, 3, 4, 5, 6, 7, 8, 0], dtype=uint8)
    #[getter]
    #[pyo3(name = "solved")]
    fn solved_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray1<u8>>> {
        Ok(numpy::PyArray1::from_slice(py, self.solved()?.symbols()))
    }

    /// The board at which scrambles begin: ``uint8[cells]``; ``None`` if the puzzle has none. Boards to
    /// which no moves lead from it are not counted and not drawn.
    ///
    /// >>> import fewest
    /// >>> cube = fewest.Puzzle("cube2")
    /// >>> bool((cube.home == cube.solved).all()), fewest.Puzzle("rotation").home
    /// (True, None)
    #[getter]
    #[pyo3(name = "home")]
    fn home_array<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, numpy::PyArray1<u8>>>> {
        let home = self
            .handle
            .home_board(&self.options())
            .map_err(|error| refused(&error))?;
        Ok(home.map(|home| numpy::PyArray1::from_slice(py, home.symbols())))
    }

    /// True if tables with the distance of every board fit into the memory allowed.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("rotation").tabulated, fewest.Puzzle("fifteen").tabulated
    /// (True, False)
    #[getter]
    fn tabulated(&self) -> PyResult<bool> {
        Ok(self.table_bytes()?.is_some())
    }

    /// Builds the tables with the distance of every board, if they fit into the memory allowed.
    /// Returns ``True`` if every board will be looked up. Calls on many boards do this
    /// automatically if it is worthwhile.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").prepare()
    /// True
    #[pyo3(signature = (*, max_time=None, progress=None, cancel=None))]
    fn prepare(
        &self,
        py: Python<'_>,
        max_time: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let Some(bytes) = self.table_bytes()? else {
            return Ok(false);
        };
        // For this many boards, any table is worthwhile.
        let boards = usize::try_from(bytes).unwrap_or(usize::MAX);
        job::long(py, &self.options(), control, |options| {
            self.handle.prepare(boards, options)
        })
    }

    fn __repr__(&self) -> String {
        let (name, title) = (self.handle.name(), self.handle.title());
        let goal = match &self.settings.goal {
            Some(GivenGoal::Name(goal)) => format!(" to {goal}"),
            Some(GivenGoal::Board(_)) => match self.solved() {
                Ok(board) => format!(" to {}", self.handle.text(&board)),
                Err(_) => String::new(),
            },
            None => String::new(),
        };
        format!("<fewest.Puzzle {name}: {title}{goal}>")
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.handle.svg(&self.solved()?))
    }
}
