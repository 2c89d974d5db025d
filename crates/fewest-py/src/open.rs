//! Constructors of puzzles: by name, from definitions, from permutations and from pickles.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fewest::model::NameError;
use fewest::{Model, PuzzleError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};

use crate::build::Permutations;
use crate::job::refused;
use crate::load::{self, PuzzleFile};
use crate::puzzle::{GivenGoal, Origin, Puzzle};

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (name, *, goal=None, tie=None, memory=None))]
    fn open(
        name: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        tie: Option<&str>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let Ok(text) = name.extract::<String>() else {
            let path: PathBuf = name.extract()?;
            return Self::of_file(name.py(), &PuzzleFile::of(&path), goal, tie, memory);
        };
        let path = Path::new(&text);
        if load::is_definition(path) {
            return Self::of_file(name.py(), &PuzzleFile::of(path), goal, tie, memory);
        }
        let puzzle = fewest::Puzzle::open(&text).map_err(|error| match error {
            PuzzleError::Name(NameError::Unknown { name, like }) => {
                let like = like.map_or(String::new(), |like| format!(" (did you mean `{like}`?)"));
                PyValueError::new_err(format!(
                    "unknown puzzle `{name}`: fewest.puzzles() lists the names; Puzzle.load(path) reads your own{like}"
                ))
            }
            error => refused(&error),
        })?;
        Self::of(puzzle, Origin::Name(text), goal, tie, memory)
    }

    /// The puzzle defined by a text in the format of ``docs/definitions.md``.
    ///
    /// Raises :exc:`ValueError` with all mistakes in the text, each with its line.
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
    #[pyo3(signature = (text, *, goal=None, tie=None, memory=None))]
    fn from_toml(
        _cls: &Bound<'_, PyType>,
        text: &str,
        goal: Option<&Bound<'_, PyAny>>,
        tie: Option<&str>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let puzzle = fewest::Puzzle::from_toml(text).map_err(|error| refused(&error))?;
        Self::of(puzzle, Origin::Toml(text.to_owned()), goal, tie, memory)
    }

    /// The definition of the puzzle, as read by :meth:`from_toml`: the original text, or an
    /// equivalent one with the same cells, pieces, moves and goals.
    ///
    /// Raises :exc:`ValueError` if the puzzle can't be expressed as a definition.
    ///
    /// >>> import fewest
    /// >>> swap = fewest.Puzzle.from_permutations({"l": [1, 0, 2], "r": [0, 2, 1]})
    /// >>> print(swap.to_toml())
    /// name = "puzzle"
    /// title = "puzzle"
    /// cells = """
    /// 1 2 3
    /// """
    /// pieces = "0 1 2"
    /// <BLANKLINE>
    /// [[move]]
    /// name = "l"
    /// cycles = "(1 2)"
    /// <BLANKLINE>
    /// [[move]]
    /// name = "r"
    /// cycles = "(2 3)"
    /// <BLANKLINE>
    /// [[goal]]
    /// board = "0 1 2"
    /// <BLANKLINE>
    fn to_toml(&self) -> PyResult<String> {
        if let (Origin::Toml(text), true) = (&self.origin, self.has_default_goals()) {
            return Ok(text.clone());
        }
        let model = self.handle.model();
        match &self.goal {
            Some(goal) => definition(&model.with_goal(goal)),
            None => definition(model),
        }
    }

    /// The puzzle defined by a file: see :meth:`from_toml`. Files of other programs are also read:
    /// twsearch's if the name ends in ``.tws``, ksolve+'s if it ends in ``.def``, cubing.js's if it
    /// ends in ``.json``, GAP's if it ends in ``.gap`` or ``.g``, and a table of Santa 2023 with one
    /// puzzle if it ends in ``.csv``. For other names, ``format`` chooses: ``"toml"``,
    /// ``"twsearch"``, ``"ksolve"``, ``"kpuzzle"``, ``"gap"`` or ``"santa"``. Parts of such a file
    /// that the puzzle lacks cause a warning. With ``any_orientation``, such a puzzle is also solved
    /// after the turns of the whole puzzle in the file. ``goal_file`` has another goal: a pattern of
    /// cubing.js (JSON) or a scramble of twsearch; pieces with the same number are identical.
    ///
    /// Raises :exc:`OSError` if the file can't be read, and :exc:`ValueError` if it has mistakes.
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
    #[pyo3(signature = (
        path, *, format=None, any_orientation=false, goal_file=None, goal=None, tie=None, memory=None
    ))]
    fn load(
        cls: &Bound<'_, PyType>,
        path: PathBuf,
        format: Option<&str>,
        any_orientation: bool,
        goal_file: Option<PathBuf>,
        goal: Option<&Bound<'_, PyAny>>,
        tie: Option<&str>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let file = PuzzleFile {
            path: &path,
            format,
            any_orientation,
            goal_file: goal_file.as_deref(),
        };
        Self::of_file(cls.py(), &file, goal, tie, memory)
    }

    /// The puzzle whose moves are permutations: ``moves["R"][cell]`` is the cell whose piece moves
    /// to ``cell``, so ``board[moves["R"]]`` is the board after ``R``.
    ///
    /// ``pieces`` are the symbols of all pieces in any order: names, or numbers ``0`` to ``k - 1``.
    /// ``goal`` has the symbol of each cell, or ``None`` for cells that may have any. Either can be
    /// omitted; without both, all pieces are distinct. At most 255 moves and 256 cells.
    ///
    /// Raises :exc:`ValueError` with the reason if these are inconsistent.
    ///
    /// >>> import fewest
    /// >>> pancakes = fewest.Puzzle.from_permutations({
    /// ...     "2": [1, 0, 2, 3], "3": [2, 1, 0, 3], "4": [3, 2, 1, 0]})
    /// >>> pancakes.survey().counts
    /// array([ 1,  3,  6, 11,  3], dtype=uint64)
    #[classmethod]
    #[pyo3(signature = (moves, *, pieces=None, goal=None, name="puzzle", title=None, tie=None, memory=None))]
    fn from_permutations(
        _cls: &Bound<'_, PyType>,
        moves: &Bound<'_, PyAny>,
        pieces: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        name: &str,
        title: Option<&str>,
        tie: Option<&str>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let permutations = Permutations::read(moves, pieces, goal, name, title)?;
        let puzzle = permutations.puzzle()?;
        let origin = Origin::Permutations(Arc::new(permutations));
        Self::of(puzzle, origin, None, tie, memory)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, puzzle) = (slf.py(), slf.get());
        let (kind, made_from) = match &puzzle.origin {
            Origin::Name(name) => ("name", name.into_pyobject(py)?.into_any()),
            Origin::Toml(text) => ("toml", text.into_pyobject(py)?.into_any()),
            Origin::Permutations(permutations) => {
                ("permutations", permutations.to_python(py)?.into_any())
            }
        };
        let goal = puzzle.settings.goal.as_ref().map(|goal| match goal {
            GivenGoal::Name(name) => PyString::new(py, name).into_any(),
            GivenGoal::Board(board) => PyBytes::new(py, board).into_any(),
        });
        let (tie, memory) = (&puzzle.settings.tie, puzzle.settings.memory);
        let arguments = (kind, made_from, goal, tie, memory).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_restore")?, arguments))
    }

    #[classmethod]
    fn _restore(
        cls: &Bound<'_, PyType>,
        kind: &str,
        made_from: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        tie: Option<&str>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let symbols = goal
            .and_then(|goal| goal.cast::<PyBytes>().ok())
            .map(|goal| goal.as_bytes().iter().map(|&symbol| u32::from(symbol)))
            .map(|goal| goal.collect::<Vec<_>>().into_pyobject(cls.py()))
            .transpose()?;
        let goal = symbols.as_ref().or(goal);
        match kind {
            "name" => Self::open(made_from, goal, tie, memory),
            "toml" => Self::from_toml(cls, made_from.extract()?, goal, tie, memory),
            "permutations" => {
                let permutations = Permutations::from_python(made_from)?;
                let puzzle = permutations.puzzle()?;
                let origin = Origin::Permutations(Arc::new(permutations));
                Self::of(puzzle, origin, goal, tie, memory)
            }
            _ => Err(PyValueError::new_err(format!(
                "can't make a puzzle from `{kind}`"
            ))),
        }
    }
}

impl Puzzle {
    /// The puzzle in a file.
    fn of_file(
        py: Python<'_>,
        file: &PuzzleFile<'_>,
        goal: Option<&Bound<'_, PyAny>>,
        tie: Option<&str>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let text = file.definition(py)?;
        let puzzle = fewest::Puzzle::from_toml_at(&text, file.path)
            .map_err(|problems| load::wrong(file.path, &problems))?;
        let origin = match fewest::Puzzle::from_toml(&text) {
            Ok(_) => text,
            // It extends another file, which may not be there when the puzzle is unpickled.
            Err(_) => definition(puzzle.model())?,
        };
        Self::of(puzzle, Origin::Toml(origin), goal, tie, memory)
    }
}

/// The definition of a puzzle with these cells, pieces, moves and goals.
fn definition(model: &Model) -> PyResult<String> {
    let written = model.to_toml();
    written.map_err(|error| PyValueError::new_err(error.to_string()))
}
