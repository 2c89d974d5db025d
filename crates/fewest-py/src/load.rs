//! Definitions from files, including files of other programs.

use std::path::Path;

use fewest::model::{Dialect, Problems, import};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::job;

const TOML: &str = "toml";

/// The definition in a file, translated if the file is another program's.
pub fn definition(py: Python<'_>, path: &Path, format: Option<&str>) -> PyResult<String> {
    let dialect = match format {
        Some(TOML) => None,
        Some(name) => Some(dialect(name)?),
        None => by_ending(path),
    };
    let bytes = std::fs::read(path).map_err(|error| job::no_file(py, path, error))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let path = path.display();
        PyValueError::new_err(format!("{path}: not UTF-8 text"))
    })?;
    let Some(dialect) = dialect else {
        return Ok(text);
    };
    let imported = import(&text, dialect).map_err(|problems| wrong(path, &problems))?;
    let warn = py.import("warnings")?.getattr("warn")?;
    for note in imported.notes.to_string().lines() {
        warn.call1((format!("{}:{note}", path.display()),))?;
    }
    Ok(imported.definition)
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
