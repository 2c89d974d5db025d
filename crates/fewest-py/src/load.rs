//! Definitions from files, including files of other programs.

use std::path::{Path, PathBuf};

use fewest::model::{Dialect, Import, Problems, import};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::job;

const TOML: &str = "toml";

/// A file with a puzzle, and how it is read.
pub struct PuzzleFile<'a> {
    pub path: &'a Path,
    /// Its format; by default, the format of its ending.
    pub format: Option<&'a str>,
    /// Of files of other programs: also solved after turns of the whole puzzle.
    pub any_orientation: bool,
    /// Of files of other programs: a file with another goal.
    pub goal_file: Option<&'a Path>,
}

impl<'a> PuzzleFile<'a> {
    /// A file whose ending has its format.
    pub const fn of(path: &'a Path) -> Self {
        Self {
            path,
            format: None,
            any_orientation: false,
            goal_file: None,
        }
    }

    /// The definition in the file, translated if the file is another program's.
    pub fn definition(&self, py: Python<'_>) -> PyResult<String> {
        let text = text_of(py, self.path)?;
        let is_plain = !self.any_orientation && self.goal_file.is_none();
        let imported = match self.dialect()? {
            None if is_plain => return Ok(text),
            Some(dialect) if is_plain => import(&text, dialect),
            dialect => self.import(py, &text, dialect)?.definition(),
        };
        let imported = imported.map_err(|problems| wrong(self.path, &problems))?;
        let warn = py.import("warnings")?.getattr("warn")?;
        for note in imported.notes.to_string().lines() {
            warn.call1((format!("{}:{note}", self.path.display()),))?;
        }
        Ok(imported.definition)
    }

    /// The boards of this puzzle in another file.
    pub fn boards(&self, py: Python<'_>, path: &Path) -> PyResult<Vec<String>> {
        let text = text_of(py, self.path)?;
        let boards = self
            .import(py, &text, self.dialect()?)?
            .boards(&text_of(py, path)?);
        boards.map_err(|problems| wrong(path, &problems))
    }

    fn import<'t>(
        &self,
        py: Python<'_>,
        text: &'t str,
        dialect: Option<Dialect>,
    ) -> PyResult<Import<'t>> {
        let dialect = dialect.filter(|dialect| *dialect != Dialect::Santa);
        let dialect = dialect.ok_or_else(|| {
            let path = self.path.display();
            let problem = "orientations, and goals and boards in files, are for files of twsearch, \
                           ksolve+, cubing.js and GAP";
            PyValueError::new_err(format!("{path}: {problem}"))
        })?;
        let mine = |problems: Problems| wrong(self.path, &problems);
        let mut import = Import::read(text, dialect).map_err(mine)?;
        if self.any_orientation {
            import.turn_goal().map_err(mine)?;
        }
        if let Some(path) = self.goal_file {
            let goal = import.set_goal(&text_of(py, path)?);
            goal.map_err(|problems| wrong(path, &problems))?;
        }
        Ok(import)
    }

    fn dialect(&self) -> PyResult<Option<Dialect>> {
        match self.format {
            Some(TOML) => Ok(None),
            Some(name) => dialect(name).map(Some),
            None => Ok(by_ending(self.path)),
        }
    }
}

fn text_of(py: Python<'_>, path: &Path) -> PyResult<String> {
    let bytes = std::fs::read(path).map_err(|error| job::no_file(py, path, error))?;
    String::from_utf8(bytes)
        .map_err(|_| PyValueError::new_err(format!("{}: not UTF-8 text", path.display())))
}

/// The boards in a file of another program, for the puzzle in a file of this program that
/// :meth:`Puzzle.load` reads: a pattern of cubing.js (JSON) or scrambles of twsearch. They are
/// written as the puzzle has them. ``goal_file`` is the goal with which the puzzle was loaded.
///
/// Raises :exc:`OSError` if a file can't be read, and :exc:`ValueError` if it has mistakes.
///
/// >>> import fewest, pathlib, tempfile
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> _ = (folder / "row.tws").write_text('''
/// ... Set P 3 1
/// ... Solved
/// ... P
/// ... 1 2 3
/// ... End
/// ... Move A
/// ... P
/// ... 2 1 3
/// ... End
/// ... Move B
/// ... P
/// ... 1 3 2
/// ... End
/// ... ''')
/// >>> _ = (folder / "row.scr").write_text("ScrambleAlg one\nA B\nEnd\n")
/// >>> boards = fewest.import_boards(folder / "row.tws", folder / "row.scr")
/// >>> fewest.Puzzle.load(folder / "row.tws").solve(boards[0]).distance
/// 2
#[pyfunction]
#[pyo3(signature = (path, file, *, format=None, goal_file=None))]
#[expect(clippy::needless_pass_by_value, reason = "arguments are owned")]
pub fn import_boards(
    py: Python<'_>,
    path: PathBuf,
    file: PathBuf,
    format: Option<&str>,
    goal_file: Option<PathBuf>,
) -> PyResult<Vec<String>> {
    let puzzle = PuzzleFile {
        format,
        goal_file: goal_file.as_deref(),
        ..PuzzleFile::of(&path)
    };
    puzzle.boards(py, &file)
}

/// The exception for mistakes in a file.
pub fn wrong(path: &Path, problems: &Problems) -> PyErr {
    let lines = problems.to_string();
    let lines = lines
        .lines()
        .map(|line| format!("{}:{line}", path.display()));
    PyValueError::new_err(lines.collect::<Vec<_>>().join("\n"))
}

fn dialect(name: &str) -> PyResult<Dialect> {
    let mut known = Dialect::ALL.into_iter();
    let dialect = known.find(|dialect| dialect.name() == name);
    dialect.ok_or_else(|| {
        let names = Dialect::ALL.map(Dialect::name).join("`, `");
        let problem = format!("unknown format `{name}`; expected `{TOML}`, `{names}`");
        PyValueError::new_err(problem)
    })
}

/// Returns true if this is the path of a file and not a puzzle's name.
pub fn is_definition(path: &Path) -> bool {
    path.components().count() > 1
        || path.extension().is_some_and(|extension| extension == TOML)
        || by_ending(path).is_some()
}

/// The program that uses this file extension; `None` for a definition.
fn by_ending(path: &Path) -> Option<Dialect> {
    Dialect::of_extension(path.extension()?.to_str()?)
}
