//! Why something that is asked of a puzzle can't be done.

use thiserror::Error;

use crate::kernel::KernelError;
use crate::solver::SolverError;
use crate::support::place::InputError;
use crate::support::progress::part_of;
use crate::survey::SurveyError;
use crate::table::build::BuildError;

/// Why something that is asked of a puzzle can't be done.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// No puzzle has this name.
    #[error(
        "no puzzle `{name}`; `fewest puzzles` lists those with a name, and a path like ./my.toml is a puzzle of your own{}",
        like.map_or(String::new(), |like| format!(" (did you mean `{like}`?)"))
    )]
    UnknownPuzzle {
        /// The name.
        name: String,
        /// The name of a puzzle that it is like.
        like: Option<&'static str>,
    },
    /// No board of sliding tiles has this size.
    #[error("`{name}`: width and height must be at least 2, with at most {most} cells")]
    BadSize {
        /// The name.
        name: String,
        /// The most cells.
        most: usize,
    },
    /// An algorithm needs a weight, and there is none.
    #[error("{0} needs a weight")]
    NoWeight(&'static str),
    /// No algorithm has this name.
    #[error(
        "no algorithm `{name}`{}",
        like.map_or(String::new(), |like| format!(" (did you mean `{like}`?)"))
    )]
    NoSuchAlgorithm {
        /// The name.
        name: String,
        /// The name of an algorithm that it is like.
        like: Option<&'static str>,
    },
    /// The text is no board.
    #[error("{0}")]
    BadBoard(InputError),
    /// One of many boards is not what it should be.
    #[error("row {row}: {problem}")]
    BadRow {
        /// Its place among them, from 0.
        row: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The board is one of another puzzle.
    #[error("this is no board of {0}")]
    OtherBoard(String),
    /// The goal is no goal of this puzzle.
    #[error("{0}")]
    NoSuchGoal(String),
    /// There are no such boards, or too few.
    #[error("{0}")]
    NoSuchBoards(String),
    /// The puzzle has no pattern databases.
    #[error("{0} has no pattern databases")]
    NoPatterns(String),
    /// The tie order is no order of this puzzle's letters.
    #[error(
        "`{0}` is no tie order here: least, any, or for sliding tiles the letters d l r u in some order"
    )]
    NoSuchTie(String),
    /// What is shown step by step is one search of one board that can be solved.
    #[error("{0}")]
    OneSearch(&'static str),
    /// What is asked for can't be solved this way.
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

part_of!(
    BuildError => PuzzleError,
    KernelError => PuzzleError,
    SolverError => PuzzleError,
    SurveyError => PuzzleError,
);
