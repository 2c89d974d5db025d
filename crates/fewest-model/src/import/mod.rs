//! Puzzles from files of twsearch (T. Rokicki, `.tws`), ksolve+ (K. Krig, M. Gottlieb, 2007-2013,
//! `.def`), cubing.js (L. Garron, T. Rokicki, `.json`), GAP (`.gap`) and the contest Santa 2023
//! (`.csv`).
//!
//! The first three have sets of pieces with orientations. A piece with `o` orientations becomes `o`
//! stickers on as many cells, and turning it rotates them. As in those programs, every power of a
//! move counts as one move.

mod dialect;
mod forbidden;
mod gap;
mod json;
mod kpuzzle;
pub(super) mod puzzle;
mod reader;
mod santa;
pub(super) mod sequences;
#[cfg(test)]
mod tests;

pub use dialect::Dialect;
pub use santa::{LONGEST_TABLE, table_too_large};

use super::problem::{Findings, Problems};
use super::{LONGEST_DEFINITION, Model, too_large};
use fewest_base::space::Move;
use puzzle::{FilePuzzle, powers};
use reader::ImportReader;

/// A definition converted from another program's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The definition's text.
    pub definition: String,
    /// Everything left out, with the reason and its place in the other program's file.
    pub notes: Problems,
}

/// Converts a file of another program to a definition. A table of puzzles must have a single one: see
/// [`import_row`].
///
/// # Errors
/// Everything that is wrong with the file or not supported, each with its place.
///
/// ```
/// use fewest_model::{Dialect, Model, import};
///
/// // Three pieces in a row, and two moves that swap neighbours.
/// let text = "Name row
/// Set PIECE 3 1
/// Solved\nPIECE\n1 2 3\nEnd
/// Move A\nPIECE\n2 1 3\nEnd
/// Move B\nPIECE\n1 3 2\nEnd
/// ";
/// let imported = import(text, Dialect::Ksolve)?;
/// assert_eq!(Model::from_toml(&imported.definition)?.moves, ["A", "B"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import(text: &str, dialect: Dialect) -> Result<Imported, Problems> {
    if dialect == Dialect::Santa {
        return import_row(text, None, None);
    }
    let mut findings = Findings::new(text);
    let mut notes = Findings::new(text);
    let puzzle = if text.len() > LONGEST_DEFINITION {
        findings.add(0..1, too_large());
        None
    } else {
        match dialect {
            Dialect::Kpuzzle => kpuzzle::read(text, &mut findings, &mut notes),
            Dialect::Gap => gap::read(text, &mut findings, &mut notes),
            _ => ImportReader::new(text, dialect, &mut findings, &mut notes).read(),
        }
    };
    let Some(puzzle) = puzzle.filter(|_| findings.is_clean()) else {
        return Err(findings.into_problems());
    };
    let definition = definition(puzzle, text, findings, &mut notes)?;
    Ok(Imported {
        definition,
        notes: notes.into_problems(),
    })
}

fn definition(
    mut puzzle: FilePuzzle<'_>,
    text: &str,
    mut findings: Findings<'_>,
    notes: &mut Findings<'_>,
) -> Result<String, Problems> {
    puzzle.drop_needless(notes);
    let ways: usize = (puzzle.moves.iter())
        .map(|given| powers(&given.carries).len())
        .sum();
    if ways > Move::LIMIT {
        let max = Move::LIMIT;
        let problem = format!("over {max} moves: every power of a move counts as one");
        return Err(Problems::of_all(text, problem));
    }
    puzzle.check_powers(&mut findings);
    if !findings.is_clean() {
        return Err(findings.into_problems());
    }
    let definition = puzzle.write();
    if let Err(Problems(problems)) = Model::from_toml(&definition) {
        let first = problems.first().map_or("", |problem| &problem.message);
        let problem = format!("can't be a definition: {first}");
        return Err(Problems::of_all(text, problem));
    }
    Ok(definition)
}

/// Converts a row of `puzzle_info.csv`, the table of puzzles of the contest Santa 2023, to a
/// definition: the row with this name, or the only one. `solution` has the colours of the solved
/// board, separated by `;`; without it, all colours differ.
///
/// # Errors
/// Everything that is wrong with the table or not supported, each with its place.
///
/// ```
/// use fewest_model::{Model, import_row};
///
/// let table = "puzzle_type,allowed_moves\nring,\"{'r': [2, 0, 1, 3], 's': [0, 1, 3, 2]}\"\n";
/// let imported = import_row(table, Some("ring"), Some("A;A;B;B"))?;
/// assert_eq!(Model::from_toml(&imported.definition)?.moves, ["r", "-r", "s"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import_row(
    text: &str,
    name: Option<&str>,
    solution: Option<&str>,
) -> Result<Imported, Problems> {
    let mut findings = Findings::new(text);
    let mut notes = Findings::new(text);
    if text.len() > LONGEST_TABLE {
        findings.add(0..1, table_too_large());
        return Err(findings.into_problems());
    }
    let model = santa::read(text, name, solution, &mut findings, &mut notes);
    let Some(model) = model.filter(|_| findings.is_clean()) else {
        return Err(findings.into_problems());
    };
    match model.to_toml() {
        Ok(definition) => Ok(Imported {
            definition,
            notes: notes.into_problems(),
        }),
        Err(error) => Err(Problems::of_all(text, error.to_string())),
    }
}
