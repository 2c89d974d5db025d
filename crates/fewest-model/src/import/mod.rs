//! Puzzles from files of twsearch (T. Rokicki, `.tws`), ksolve+ (K. Krig, M. Gottlieb, 2007-2013,
//! `.def`), cubing.js (L. Garron, T. Rokicki, `.json`), GAP (`.gap`) and the contest Santa 2023
//! (`.csv`).
//!
//! The first three have sets of pieces with orientations. A piece with `o` orientations becomes `o`
//! stickers on as many cells, and turning it rotates them. As in those programs, every power of a
//! move counts as one move.

mod definition;
mod dialect;
mod forbidden;
mod gap;
mod json;
mod kpuzzle;
mod positions;
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
use puzzle::{FilePuzzle, Position, powers};
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
    match dialect {
        Dialect::Santa => import_row(text, None, None),
        _ => Import::read(text, dialect)?.definition(),
    }
}

/// A puzzle of another program before it becomes a definition, so that its goal may be changed, and
/// boards of that program be read.
///
/// ```
/// use fewest_model::{Dialect, Import, Model};
///
/// let ring = "Set PIECE 3 1\nSolved\nEnd\nMove A\nPIECE\n2 3 1\nEnd\n";
/// let mut import = Import::read(ring, Dialect::Twsearch)?;
/// let boards = import.boards("ScrambleAlg once\nA\nEnd\n")?;
/// assert_eq!(boards, ["PIECE.2 PIECE.3 PIECE.1"]);
///
/// // Two pieces are alike.
/// import.set_goal(r#"{"PIECE": {"pieces": [0, 0, 1]}}"#)?;
/// assert_eq!(import.boards("ScrambleAlg once\nA\nEnd\n")?, ["PIECE.1 PIECE.2 PIECE.1"]);
/// assert_eq!(Model::from_toml(&import.definition()?.definition)?.structure.pieces, [2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Import<'t> {
    text: &'t str,
    puzzle: FilePuzzle<'t>,
    goal: Option<Position>,
    is_turned: bool,
    notes: Findings<'t>,
}

impl<'t> Import<'t> {
    /// Reads a puzzle. Tables of the contest Santa 2023 are read by [`import_row`] only.
    ///
    /// # Errors
    /// Everything that is wrong with the file or not supported, each with its place.
    pub fn read(text: &'t str, dialect: Dialect) -> Result<Self, Problems> {
        let mut findings = Findings::new(text);
        let mut notes = Findings::new(text);
        check_length(text)?;
        let puzzle = match dialect {
            Dialect::Kpuzzle => kpuzzle::read(text, &mut findings, &mut notes),
            Dialect::Gap => gap::read(text, &mut findings, &mut notes),
            _ => ImportReader::new(text, dialect, &mut findings, &mut notes).read(),
        };
        let puzzle = puzzle.filter(|_| findings.is_clean());
        Ok(Self {
            text,
            puzzle: puzzle.ok_or_else(|| findings.into_problems())?,
            goal: None,
            is_turned: false,
            notes,
        })
    }

    /// Solved in any orientation: adds the goals after all turns of the whole puzzle in the file.
    ///
    /// # Errors
    /// If the file has no such turns.
    pub fn turn_goal(&mut self) -> Result<(), Problems> {
        if self.puzzle.generators().is_empty() {
            let problem = "there are no turns of the whole puzzle, such as `x` or `Rv`";
            return Err(Problems::of_all(self.text, problem.to_owned()));
        }
        self.is_turned = true;
        Ok(())
    }

    /// Takes another goal: the only board in a file, as for [`boards`](Self::boards). Pieces with the
    /// same number are alike.
    ///
    /// # Errors
    /// Everything that is wrong with this file, each with its place.
    pub fn set_goal(&mut self, text: &str) -> Result<(), Problems> {
        match <[Position; 1]>::try_from(self.positions(text)?) {
            Ok([goal]) => self.goal = Some(goal),
            Err(found) => {
                let problem = format!("a goal is one board, and here are {}", found.len());
                return Err(Problems::of_all(text, problem));
            }
        }
        Ok(())
    }

    /// The boards in another file, as definitions write them: a `KPattern` of cubing.js, or scrambles of
    /// twsearch.
    ///
    /// # Errors
    /// Everything that is wrong with this file, each with its place.
    pub fn boards(&self, text: &str) -> Result<Vec<String>, Problems> {
        let own = self.puzzle.solved();
        let goal = self.goal.as_ref().unwrap_or(&own);
        let solved = self.puzzle.symbols(goal);
        let written = |board: &Position| {
            let symbols = self.puzzle.symbols(&self.puzzle.seen(board, goal)?);
            definition::is_same(&symbols, &solved).then(|| symbols.join(" "))
        };
        let boards = (1..).zip(self.positions(text)?).map(|(number, board)| {
            written(&board).ok_or_else(|| {
                let found = "its pieces, or what shows of their orientations, are not the goal's";
                Problems::of_all(text, format!("board {number}: {found}"))
            })
        });
        boards.collect()
    }

    fn positions(&self, text: &str) -> Result<Vec<Position>, Problems> {
        check_length(text)?;
        let mut findings = Findings::new(text);
        let positions = positions::read(text, &self.puzzle, &mut findings);
        positions.ok_or_else(|| findings.into_problems())
    }

    /// The puzzle as a definition.
    ///
    /// # Errors
    /// Everything that a definition does not support, each with its place.
    pub fn definition(mut self) -> Result<Imported, Problems> {
        self.puzzle.drop_needless(&mut self.notes);
        let moves = self.puzzle.moves.iter();
        let counts = moves.map(|given| powers(&given.carries).len());
        if counts.sum::<usize>() > Move::LIMIT {
            let max = Move::LIMIT;
            let problem = format!("over {max} moves: every power of a move counts as one");
            return Err(Problems::of_all(self.text, problem));
        }
        let mut findings = Findings::new(self.text);
        self.puzzle.check_powers(&mut findings);
        if !findings.is_clean() {
            return Err(findings.into_problems());
        }
        let goal = self.goal.as_ref();
        let definition = self.puzzle.write(goal, self.is_turned, &mut self.notes);
        if let Err(Problems(problems)) = Model::from_toml(&definition) {
            let first = problems.first().map_or("", |problem| &problem.message);
            let problem = format!("can't be a definition: {first}");
            return Err(Problems::of_all(self.text, problem));
        }
        Ok(Imported {
            definition,
            notes: self.notes.into_problems(),
        })
    }
}

fn check_length(text: &str) -> Result<(), Problems> {
    match text.len() {
        ..=LONGEST_DEFINITION => Ok(()),
        _ => Err(Problems::of_all(text, too_large())),
    }
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
