//! What can be asked of a puzzle.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use thiserror::Error;

use super::checkpoint::CheckpointError;
use super::notes::Notes;
use crate::codec::InputError;
use crate::progress::{Progress, part_of};
use crate::search::{Algorithm, Limits};
use crate::solver::{Guide, SolverError};
use crate::survey::SurveyError;
use crate::table::build::BuildError;
use crate::table::store::Store;

/// Which of several shortest answers is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The least in dictionary order.
    Least,
    /// Any.
    Any,
    /// Sliding tiles: the least if letters are in this order, like `udlr`.
    Order(String),
}

/// A goal of the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One that has a name.
    Named(crate::model::NamedGoal),
    /// A board in any of the puzzle's formats.
    Text {
        /// What it is called in messages, as a file's path.
        name: String,
        /// The board.
        text: Vec<u8>,
    },
}

/// How an input must be laid out to be valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As validators of the format's judge would have it: [exactly](Self::Exact), unless the format is one of tools that
    /// take any white space.
    #[default]
    Judge,
    /// Byte for byte as its boards are written by [`Face::generate`](super::Face::generate): single blanks, `\n` behind every line,
    /// nothing else.
    Exact,
    /// With any white space that the readers take.
    Any,
}

/// What is asked of a puzzle. The default asks for answers in the input's own format.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The input's format; recognised if none.
    pub from: Option<String>,
    /// The output's: a format, `json` or `text`; the input's if none.
    pub to: Option<String>,
    /// Show every board on the way (`json` and `text`).
    pub steps: bool,
    /// Which of several shortest answers; what the output's judge wants if none.
    pub tie: Option<Tie>,
    /// How to answer.
    pub algorithm: Option<Algorithm>,
    /// What guides a search; the puzzle's best if none.
    pub guide: Option<Guide>,
    /// What else guides it: the largest of the bounds counts.
    pub also: Vec<Guide>,
    /// The groups of tiles of pattern databases: a name or a list (see
    /// [`Partition::parse`](crate::heuristic::pattern::Partition::parse)); what pays if none.
    pub partition: Option<String>,
    /// The goal; the input format's if none.
    pub goal: Option<Goal>,
    /// What each board may cost; `memory` is for tables and searches of the whole run.
    pub limits: Limits,
    /// How an input must be laid out to be valid.
    pub layout: Layout,
    /// Whether to go on behind a bad board, with a line in place of its answer.
    pub keep_going: bool,
    /// When tables, and the boards near a goal, must be done.
    pub deadline: Option<Instant>,
    /// Set by anyone to stop soon.
    pub cancel: Arc<AtomicBool>,
    /// Told how far long jobs are.
    pub progress: Arc<Progress>,
    /// Told what was assumed.
    pub notes: Notes,
    /// Where large tables are kept from one run to the next, if anywhere.
    pub store: Option<Arc<Store>>,
    /// The file with the answers and the state of searches of an earlier run, to go on from; made if it is not there.
    pub checkpoint: Option<PathBuf>,
}

/// Why a request can't be met.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RequestError {
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
    /// The puzzle has no such format.
    #[error("{puzzle} has no format `{format}`; it has {known}")]
    UnknownFormat {
        /// The puzzle.
        puzzle: String,
        /// The format asked for.
        format: String,
        /// Those it has.
        known: String,
    },
    /// The input's format can't be told from its text.
    #[error("{input}: this may be {formats}, which have different goals; say which with --from")]
    Ambiguous {
        /// The input.
        input: String,
        /// The formats that it may be in.
        formats: String,
    },
    /// The goal is no board.
    #[error("the goal: {0}")]
    BadGoal(InputError),
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
    /// Only `text` and `json` show steps.
    #[error("the format `{0}` does not show steps; --to text and --to json do")]
    NoSteps(&'static str),
    /// What is shown step by step is one search of one board that can be solved.
    #[error("{0}")]
    OneSearch(&'static str),
    /// More boards than a comparison keeps.
    #[error("at most {0} boards are compared")]
    ManyBoards(usize),
    /// What is asked for can't be solved this way.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The checkpoint can't be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A survey takes too much memory.
    #[error(transparent)]
    Survey(#[from] SurveyError),
}

impl From<BuildError> for RequestError {
    fn from(error: BuildError) -> Self {
        Self::Solver(error.into())
    }
}

part_of!(BuildError => RequestError, SolverError => RequestError);
