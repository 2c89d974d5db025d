//! Errors of operations on a puzzle.

use thiserror::Error;

use crate::kernel::KernelError;
use crate::model::NameError;
use crate::solver::SolverError;
use crate::support::place::InputError;
use crate::survey::SurveyError;
use crate::table::build::BuildError;

/// The reason why an operation on a puzzle failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// No puzzle has this name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// An algorithm needs a weight, and none was given.
    #[error("{0} needs a weight")]
    NoWeight(&'static str),
    /// No algorithm has this name.
    #[error(
        "unknown algorithm `{name}`{}",
        like.map_or(String::new(), |like| format!(" (did you mean `{like}`?)"))
    )]
    NoSuchAlgorithm {
        /// The name.
        name: String,
        /// An algorithm with a similar name.
        like: Option<&'static str>,
    },
    /// The text is not a board.
    #[error("{0}")]
    BadBoard(InputError),
    /// One of many boards is invalid.
    #[error("row {row}: {problem}")]
    BadRow {
        /// The board's index, from 0.
        row: usize,
        /// The problem.
        problem: String,
    },
    /// The board belongs to another puzzle.
    #[error("not a board of {0}")]
    OtherBoard(String),
    /// The goal does not belong to this puzzle.
    #[error("{0}")]
    NoSuchGoal(String),
    /// No boards match, or too few.
    #[error("{0}")]
    NoSuchBoards(String),
    /// A certificate can't have this name.
    #[error("{0}")]
    BadName(String),
    /// The puzzle has no pattern databases.
    #[error("{0} has no pattern databases")]
    NoPatterns(String),
    /// The tie order is not valid for this puzzle.
    #[error(
        "`{0}` is not a tie order here: expected least, any or, for sliding tiles, the letters d l r u in some order"
    )]
    NoSuchTie(String),
    /// A trace needs one search of one board that can be solved.
    #[error("{0}")]
    OneSearch(&'static str),
    /// The solver can't solve the puzzle this way.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A survey takes too much memory.
    #[error(transparent)]
    Survey(#[from] SurveyError),
}

impl From<BuildError> for PuzzleError {
    fn from(error: BuildError) -> Self {
        Self::Solver(error.into())
    }
}

impl From<KernelError> for PuzzleError {
    fn from(error: KernelError) -> Self {
        Self::Solver(error.into())
    }
}
