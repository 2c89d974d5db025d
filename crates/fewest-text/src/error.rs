//! Errors of jobs on texts.

use fewest::PuzzleError;
use fewest::solver::SolverError;
use fewest::support::number::grouped;
use fewest::support::place::InputError;
use fewest::support::progress::Unfinished;
use fewest::support::system::reason;
use fewest::survey::SurveyError;
use thiserror::Error;

use crate::CheckpointError;

/// The reason a job on a text failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TextError {
    /// The puzzle can't carry out the request.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The checkpoint can't be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The input is bad; the answers to all boards before it were written.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The output can't be written.
    #[error("can't write the answers: {}", reason(.0))]
    Output(#[from] std::io::Error),
    /// The puzzle has no such format.
    #[error("{puzzle} has no format `{format}`; it has {known}")]
    UnknownFormat {
        /// The puzzle.
        puzzle: String,
        /// The requested format.
        format: String,
        /// The formats that it has.
        known: String,
    },
    /// The input's format can't be recognised from its text.
    #[error("{input}: this may be {formats}, which have different goals; choose one with --from")]
    Ambiguous {
        /// The input.
        input: String,
        /// The formats that it may be in.
        formats: String,
    },
    /// The goal is not a board.
    #[error("the goal: {0}")]
    BadGoal(InputError),
    /// Only `text` and `json` show steps.
    #[error("the format `{0}` does not show steps; --to text and --to json do")]
    NoSteps(&'static str),
    /// Judges read one answer per board.
    #[error(
        "the format `{0}` has one answer per board; --to text, --to json and --to csv have all"
    )]
    OneAnswer(&'static str),
    /// There are more boards than are read at once.
    #[error("at most {} boards can be compared", grouped(*.0 as u64))]
    ManyBoards(usize),
    /// The job was cancelled.
    #[error("interrupted")]
    Cancelled,
    /// The time limit was reached.
    #[error("not done within the time allowed")]
    Time,
}

impl From<SolverError> for TextError {
    fn from(error: SolverError) -> Self {
        Self::Puzzle(error.into())
    }
}

impl From<SurveyError> for TextError {
    fn from(error: SurveyError) -> Self {
        Self::Puzzle(error.into())
    }
}

impl TextError {
    /// Converts the error into the end of a job, which distinguishes interruptions from failures.
    #[must_use]
    pub fn into_unfinished(self) -> Unfinished<Self> {
        match self {
            Self::Cancelled => Unfinished::Cancelled,
            Self::Time => Unfinished::Time,
            error => Unfinished::Failed(error),
        }
    }
}

impl<E: Into<Self>> From<Unfinished<E>> for TextError {
    fn from(unfinished: Unfinished<E>) -> Self {
        match unfinished {
            Unfinished::Cancelled => Self::Cancelled,
            Unfinished::Time => Self::Time,
            Unfinished::Failed(error) => error.into(),
        }
    }
}
