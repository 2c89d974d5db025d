//! Checking of definitions.

use fewest::Puzzle;
use serde::Serialize;

use crate::failure::Marked;
use crate::open::MEMORY;

/// The properties of a definition, or its mistakes.
#[derive(Serialize)]
pub struct Checked {
    problems: Vec<Marked>,
    warnings: Vec<Marked>,
    name: Option<String>,
    report: Vec<(String, String)>,
}

/// Checks a definition.
pub fn check(text: &str) -> Checked {
    match Puzzle::from_toml(text) {
        Ok(puzzle) => Checked {
            problems: Vec::new(),
            warnings: Marked::all(text, &puzzle.model().lints(text)),
            name: Some(puzzle.name().to_owned()),
            report: puzzle.report_lines(&puzzle.describe(Some(MEMORY))),
        },
        Err(problems) => Checked {
            problems: Marked::all(text, &problems),
            warnings: Vec::new(),
            name: None,
            report: Vec::new(),
        },
    }
}
