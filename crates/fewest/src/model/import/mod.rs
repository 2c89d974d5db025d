//! Puzzles from files of twsearch (T. Rokicki, `.tws`) and ksolve+ (K. Krig, M. Gottlieb,
//! 2007-2013, `.def`).
//!
//! Such a file has sets of pieces with orientations. A piece with `o` orientations becomes `o`
//! stickers on as many cells, and turning it rotates them. As in those programs, every power of a
//! move counts as one move.

mod forbidden;
mod puzzle;
mod reader;
mod sequences;

pub use reader::Dialect;

use super::Model;
use super::problem::{Findings, Problems};
use crate::space::Move;
use puzzle::powers;
use reader::ImportReader;

/// A definition converted from another program's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The definition's text.
    pub definition: String,
    /// Everything left out, with the reason and its place in the other program's file.
    pub notes: Problems,
}

/// Converts a file of twsearch or ksolve+ to a definition.
///
/// # Errors
/// Everything that is wrong with the file or not supported, each with its place.
///
/// ```
/// use fewest::Puzzle;
/// use fewest::model::{Dialect, import};
///
/// // Three pieces in a row, and two moves that swap neighbours.
/// let text = "Name row
/// Set PIECE 3 1
/// Solved\nPIECE\n1 2 3\nEnd
/// Move A\nPIECE\n2 1 3\nEnd
/// Move B\nPIECE\n1 3 2\nEnd
/// ";
/// let imported = import(text, Dialect::Ksolve)?;
/// let report = Puzzle::from_toml(&imported.definition)?.describe(None);
/// assert_eq!(report.group.map(|order| order.to_string()).as_deref(), Some("6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import(text: &str, dialect: Dialect) -> Result<Imported, Problems> {
    let mut findings = Findings::new(text);
    let mut notes = Findings::new(text);
    let puzzle = ImportReader::new(text, dialect, &mut findings, &mut notes).read();
    let Some(mut puzzle) = puzzle.filter(|_| findings.is_clean()) else {
        return Err(findings.into_problems());
    };
    puzzle.drop_needless(&mut notes);
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
    Ok(Imported {
        definition,
        notes: notes.into_problems(),
    })
}
