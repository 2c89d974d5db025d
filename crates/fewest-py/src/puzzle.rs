//! A puzzle: opened, described, pickled.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use fewest::{BoardSampler, ENTRIES, Goal, Limits, Options, PuzzleError, SolvableSampler};
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyMapping, PyTuple, PyType};

use crate::arrays;
use crate::build::Permutations;
use crate::job::{self, refused};
use crate::load;

/// The memory assumed where the machine does not report it, in bytes.
const SMALL_MACHINE: u64 = 4 << 30;

/// What a puzzle was made from: enough to make it again.
#[derive(Clone)]
pub enum Origin {
    Name(String),
    Toml(String),
    Permutations(Arc<Permutations>),
}

/// A puzzle with exact distances.
///
/// Boards are arrays of ``uint8``: for each cell the place of its symbol in :attr:`symbols`. One
/// board is an array of shape ``(cells,)``, a sequence of integers or a text in one of the puzzle's
/// formats; many boards are an array of shape ``(n, cells)``. Moves are places in :attr:`moves`.
///
/// ``name`` is one of :func:`puzzles`, or sliding tiles of any size like ``"sliding:5x3"``.
/// ``goal`` is a board to reach instead of the puzzle's own goals. ``memory`` limits tables and
/// searches, in bytes; it is a quarter of the machine's memory by default.
///
/// Several threads may use one puzzle, and share its tables. A pickled puzzle is as small as its
/// definition; its tables are built again where it is loaded. Long calls let other threads of Python
/// run, end on Ctrl-C, and take ``progress``: ``tqdm``, or whatever is called like it.
///
/// Raises :exc:`ValueError` if there is no such puzzle or goal.
///
/// >>> import fewest
/// >>> eight = fewest.Puzzle("eight")
/// >>> eight.distance("8 6 7 2 5 4 3 x 1")
/// 31
#[pyclass(frozen, module = "fewest")]
pub struct Puzzle {
    pub handle: fewest::Puzzle,
    origin: Origin,
    memory: Option<u64>,
    /// The goal asked for instead of its own.
    pub goal: Option<Vec<u8>>,
    /// The boards by distance that were drawn from last.
    pub sampler: Mutex<Option<BoardSampler>>,
    /// The boards that can be solved, once they are drawn from.
    pub solvable: Mutex<Option<SolvableSampler>>,
    count: OnceLock<Option<String>>,
}

impl Puzzle {
    fn of(
        puzzle: fewest::Puzzle,
        origin: Origin,
        goal: Option<&Bound<'_, PyAny>>,
        memory: Option<u64>,
    ) -> PyResult<Self> {
        let goal = goal
            .map(|goal| arrays::one_board(&puzzle, goal))
            .transpose()?;
        let new = Self {
            handle: puzzle,
            origin,
            memory,
            goal: goal.map(|goal| goal.symbols().to_vec()),
            sampler: Mutex::default(),
            solvable: Mutex::default(),
            count: OnceLock::new(),
        };
        // Not every puzzle takes another goal.
        let solved = new.handle.solved_board(&new.options());
        solved.map_err(|error| refused(&error))?;
        Ok(new)
    }

    /// What everything is asked with.
    pub fn options(&self) -> Options {
        Options {
            limits: Limits {
                memory: Some(self.memory.unwrap_or_else(|| machine_memory() / 4)),
                ..Limits::default()
            },
            goal: self.goal.clone().map(Goal::Board),
            ..Options::default()
        }
    }

    pub fn width(&self) -> usize {
        self.handle.model().cells()
    }

    /// The bytes that tables of all distances take, if that fits into the memory allowed.
    pub fn table_bytes(&self) -> PyResult<Option<u64>> {
        let options = self.options();
        let bytes = self.handle.table_bytes(&options);
        let bytes = bytes.map_err(|error| refused(&error))?;
        Ok(bytes.filter(|bytes| options.limits.memory.is_none_or(|most| *bytes <= most)))
    }

    /// A board that meets the goal.
    pub fn solved(&self) -> PyResult<fewest::Board> {
        let solved = self.handle.solved_board(&self.options());
        solved.map_err(|error| refused(&error))
    }

    /// Its entry, if it is a puzzle with a name and its own goals.
    fn entry(&self) -> Option<&'static fewest::Entry> {
        let Origin::Name(name) = &self.origin else {
            return None;
        };
        let mut entries = ENTRIES.iter().filter(|_| self.goal.is_none());
        entries.find(|entry| entry.name == name)
    }
}

/// The machine's memory in bytes, as Linux reports it; read once.
fn machine_memory() -> u64 {
    static MEMORY: OnceLock<u64> = OnceLock::new();
    *MEMORY.get_or_init(|| {
        let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.strip_prefix("MemTotal:"));
        let word = line.and_then(|line| line.split_whitespace().next());
        let kibibytes: Option<u64> = word.and_then(|word| word.parse().ok());
        kibibytes.map_or(SMALL_MACHINE, |kibibytes| kibibytes.saturating_mul(1024))
    })
}

/// The puzzles that have a name: for each its name and what it is.
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
    #[new]
    #[pyo3(signature = (name, *, goal=None, memory=None))]
    fn open(name: &str, goal: Option<&Bound<'_, PyAny>>, memory: Option<u64>) -> PyResult<Self> {
        let puzzle = fewest::Puzzle::open(name).map_err(|error| match error {
            PuzzleError::UnknownPuzzle { name, like } => {
                let like = like.map_or(String::new(), |like| format!(" (did you mean `{like}`?)"));
                PyValueError::new_err(format!(
                    "no puzzle `{name}`: fewest.puzzles() names them all, and Puzzle.load(path) \
                     reads one of your own{like}"
                ))
            }
            error => refused(&error),
        })?;
        Self::of(puzzle, Origin::Name(name.to_owned()), goal, memory)
    }

    /// The puzzle that a text defines, as ``docs/definitions.md`` describes it.
    ///
    /// Raises :exc:`ValueError` with all mistakes of the text, each with its line.
    ///
    /// >>> import fewest
    /// >>> text = '''
    /// ... name = "three"
    /// ... cells = "a b c"
    /// ... pieces = "1 2 3"
    /// ... goal = [{ board = "1 2 3" }]
    /// ... move = [{ name = "l", cycles = "(a b)" }, { name = "r", cycles = "(b c)" }]
    /// ... '''
    /// >>> fewest.Puzzle.from_toml(text).distance("3 2 1")
    /// 3
    #[classmethod]
    #[pyo3(signature = (text, *, goal=None, memory=None))]
    fn from_toml(
        _cls: &Bound<'_, PyType>,
        text: &str,
        goal: Option<&Bound<'_, PyAny>>,
        memory: Option<u64>,
    ) -> PyResult<Self> {
        let puzzle = fewest::Puzzle::from_toml(text).map_err(|error| refused(&error))?;
        Self::of(puzzle, Origin::Toml(text.to_owned()), goal, memory)
    }

    /// The puzzle that a file defines: see :meth:`from_toml`. Files of other programs are read as well:
    /// of twsearch if the name ends in ``.tws``, of ksolve+ if it ends in ``.def``. ``format`` says
    /// which it is where the name does not: ``"toml"``, ``"twsearch"`` or ``"ksolve"``. What such a
    /// file has and the puzzle has not is a warning.
    ///
    /// Raises :exc:`OSError` if the file can't be read, and :exc:`ValueError` for mistakes in it.
    ///
    /// >>> import fewest, pathlib, tempfile
    /// >>> file = pathlib.Path(tempfile.mkdtemp()) / "pair.toml"
    /// >>> _ = file.write_text('''
    /// ... name = "pair"
    /// ... cells = "a b"
    /// ... pieces = "1 2"
    /// ... goal = [{ board = "1 2" }]
    /// ... move = [{ name = "swap", cycles = "(a b)" }]
    /// ... ''')
    /// >>> fewest.Puzzle.load(file).moves
    /// ('swap',)
    #[expect(clippy::needless_pass_by_value, reason = "arguments are owned")]
    #[classmethod]
    #[pyo3(signature = (path, *, format=None, goal=None, memory=None))]
    fn load(
        cls: &Bound<'_, PyType>,
        path: PathBuf,
        format: Option<&str>,
        goal: Option<&Bound<'_, PyAny>>,
        memory: Option<u64>,
    ) -> PyResult<Self> {
        let text = load::definition(cls.py(), &path, format)?;
        let puzzle = fewest::Puzzle::from_toml(&text);
        let puzzle = puzzle.map_err(|problems| load::wrong(&path, &problems))?;
        Self::of(puzzle, Origin::Toml(text), goal, memory)
    }

    /// The puzzle whose moves are permutations: ``moves["R"][cell]`` is the cell whose piece comes to
    /// ``cell``, so that ``board[moves["R"]]`` is the board after ``R``.
    ///
    /// ``pieces`` are the symbols of all pieces in any order: names, or numbers ``0`` to ``k - 1``.
    /// ``goal`` has the symbol of each cell, ``None`` where any will do. One of the two may be left
    /// out; without both, every piece differs from all others. At most 64 moves and 256 cells.
    ///
    /// Raises :exc:`ValueError` if that makes no sense, and says why.
    ///
    /// >>> import fewest
    /// >>> pancakes = fewest.Puzzle.from_permutations({
    /// ...     "2": [1, 0, 2, 3], "3": [2, 1, 0, 3], "4": [3, 2, 1, 0]})
    /// >>> pancakes.survey().boards_by_distance
    /// array([ 1,  3,  6, 11,  3], dtype=uint64)
    #[classmethod]
    #[pyo3(signature = (moves, *, pieces=None, goal=None, name="puzzle", title=None, memory=None))]
    fn from_permutations(
        _cls: &Bound<'_, PyType>,
        moves: &Bound<'_, PyMapping>,
        pieces: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        name: &str,
        title: Option<&str>,
        memory: Option<u64>,
    ) -> PyResult<Self> {
        let permutations = Permutations::read(moves, pieces, goal, name, title)?;
        let puzzle = permutations.puzzle()?;
        Self::of(
            puzzle,
            Origin::Permutations(Arc::new(permutations)),
            None,
            memory,
        )
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let (kind, made_from) = match &own.origin {
            Origin::Name(name) => ("name", name.into_pyobject(py)?.into_any()),
            Origin::Toml(text) => ("toml", text.into_pyobject(py)?.into_any()),
            Origin::Permutations(permutations) => {
                ("permutations", permutations.to_python(py)?.into_any())
            }
        };
        let goal = own.goal.as_ref().map(|goal| PyBytes::new(py, goal));
        let arguments = (kind, made_from, goal, own.memory).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_restore")?, arguments))
    }

    /// Makes a pickled puzzle again.
    #[classmethod]
    fn _restore(
        cls: &Bound<'_, PyType>,
        kind: &str,
        made_from: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        memory: Option<u64>,
    ) -> PyResult<Self> {
        match kind {
            "name" => Self::open(made_from.extract()?, goal, memory),
            "toml" => Self::from_toml(cls, made_from.extract()?, goal, memory),
            "permutations" => {
                let permutations = Permutations::from_python(made_from)?;
                let puzzle = permutations.puzzle()?;
                Self::of(
                    puzzle,
                    Origin::Permutations(Arc::new(permutations)),
                    goal,
                    memory,
                )
            }
            _ => Err(PyValueError::new_err(format!(
                "no puzzle is made from `{kind}`"
            ))),
        }
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.handle.name()
    }

    /// What it is, in a few words.
    #[getter]
    fn title(&self) -> &str {
        self.handle.title()
    }

    /// How many cells a board has.
    #[getter]
    fn cells(&self) -> usize {
        self.width()
    }

    /// How each symbol is written; boards hold the places of symbols in this tuple.
    #[getter]
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.handle.model().symbols)
    }

    /// The names of the moves, in tie order: of several shortest solutions the one whose moves come
    /// first is the answer.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.handle.model().moves)
    }

    /// The goals, one a row: ``int16[goals, cells]``, -1 where a cell may hold anything.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let cells = self.width();
        let symbols: Vec<i16> = if let Some(goal) = &self.goal {
            goal.iter().map(|&symbol| symbol.into()).collect()
        } else {
            let goals = self.handle.model().structure.goals.iter().flatten();
            goals.map(|symbol| symbol.map_or(-1, i16::from)).collect()
        };
        let goals = symbols.len() / cells.max(1);
        arrays::shaped(py, symbols, [goals, cells])
    }

    /// How many boards can be solved; ``None`` if that is not known. The first time, this may take
    /// seconds for a puzzle without a name.
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let known = self.entry().and_then(|entry| entry.boards);
        let count = match known {
            Some(count) => Some(count.to_string()),
            None => py.detach(|| {
                let count = self.count.get_or_init(|| {
                    let report = self.handle.describe(self.options().limits.memory);
                    report.solvable.ok().map(|count| count.to_string())
                });
                count.clone()
            }),
        };
        let number = |count| py.get_type::<PyInt>().call1((count,));
        count.map(number).transpose()
    }

    /// The moves that are enough for every board, where that is known without work; else ``None``,
    /// and :meth:`survey` finds it if the puzzle is small enough.
    #[getter]
    fn gods_number(&self) -> Option<u32> {
        self.entry().and_then(|entry| entry.gods_number)
    }

    /// A board that meets the first goal: ``uint8[cells]``. Cells that the goal leaves open hold the
    /// remaining pieces in the order of their symbols.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").solved
    /// array([1, 2, 3, 4, 5, 6, 7, 8, 0], dtype=uint8)
    #[getter]
    #[pyo3(name = "solved")]
    fn solved_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray1<u8>>> {
        Ok(numpy::PyArray1::from_slice(py, self.solved()?.symbols()))
    }

    /// Whether tables that fit into the memory allowed have the distance of every board.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("rotation").tabulated, fewest.Puzzle("fifteen").tabulated
    /// (True, False)
    #[getter]
    fn tabulated(&self) -> PyResult<bool> {
        Ok(self.table_bytes()?.is_some())
    }

    /// Builds the tables that have the distance of every board, if they fit into the memory allowed,
    /// and returns whether every board is looked up from now on. What works on many boards does this
    /// by itself where it is worth it.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").prepare()
    /// True
    #[pyo3(signature = (*, progress=None))]
    fn prepare(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let Some(bytes) = self.table_bytes()? else {
            return Ok(false);
        };
        // As many boards as that are worth any table.
        let boards = usize::try_from(bytes).unwrap_or(usize::MAX);
        job::long(py, &self.options(), progress, |options| {
            self.handle.prepare(boards, options)
        })
    }

    fn __repr__(&self) -> String {
        format!(
            "<fewest.Puzzle {}: {}>",
            self.handle.name(),
            self.handle.title()
        )
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.handle.svg(&self.solved()?))
    }

    /// All boards in figures: how many there are at each distance, and the hardest.
    ///
    /// ``hardest`` boards are listed, one of each class of symmetric ones, or each by itself if
    /// ``every`` is true.
    ///
    /// Raises :exc:`ValueError` if the boards are too many for the memory allowed.
    ///
    /// >>> import fewest
    /// >>> survey = fewest.Puzzle("eight").survey(hardest=2, every=True)
    /// >>> survey.hardest
    /// array([[6, 4, 7, 8, 5, 0, 3, 2, 1],
    ///        [8, 6, 7, 2, 5, 4, 3, 0, 1]], dtype=uint8)
    #[pyo3(signature = (*, hardest=1, every=false, progress=None))]
    fn survey(
        &self,
        py: Python<'_>,
        hardest: u64,
        every: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<crate::survey::Survey> {
        let listing = fewest::Listing {
            most: hardest,
            every,
        };
        let survey = job::long(py, &self.options(), progress, |options| {
            self.handle.survey(listing, options)
        })?;
        Ok(crate::survey::Survey::of(self.handle.clone(), survey))
    }
}
