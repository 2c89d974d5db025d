//! The interface of all kinds of tables: build, store, verify.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::error::PuzzleError;
use crate::heuristic::pattern::PatternError;
use crate::levels::{AllBoards, LevelsError, Plan};
use crate::projection::Samples;
use crate::solver::Options;
use crate::support::number::size;
use crate::support::progress::Unfinished;
use crate::table::build::BuildError;
use crate::table::packed::Packed;
use crate::table::refuted::Refuted;
use crate::table::store::{Store, StoreError, StoreProblem};
use crate::table::verify::Proof;

/// A table that was built and stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Built {
    /// The file.
    pub path: PathBuf,
    /// The length of the file.
    pub bytes: u64,
    /// The number of boards at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// For a projection's table, its mean bound on random boards, in moves.
    pub mean_bound: Option<f64>,
}

/// A verified table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The file of the table; `None` if it was built for the proof.
    pub path: Option<PathBuf>,
    /// The proof.
    pub proof: Proof,
    /// For a projection's table, the number of bounds that were compared with distances.
    pub bounds: u64,
    /// The samples of a projection that is too large to check each entry; then the proof covers its
    /// patterns near the goal.
    pub samples: Option<Samples>,
}

impl Verified {
    pub(super) const fn of(path: Option<PathBuf>, proof: Proof) -> Self {
        Self {
            path,
            proof,
            bounds: 0,
            samples: None,
        }
    }
}

/// The error for a table that was not stored or not proved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The puzzle, its goal or the options are unsuitable.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The table can't be built.
    #[error("no table: {0}")]
    Build(#[from] BuildError),
    /// The table does not fit into memory at once, nor level by level.
    #[error("no table: {table}")]
    NoRoom {
        /// The bytes for building it at once.
        table: BuildError,
        /// The plan of its levels in memory.
        levels: Plan,
    },
    /// The table's levels can't be found.
    #[error("no table: {0}")]
    Levels(#[from] LevelsError),
    /// The table can't be built level by level.
    #[error(
        "only tables of all boards can be built level by level, and only if every move has an inverse"
    )]
    NotByLevels,
    /// The pattern database can't be built.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The proof would need more memory than allowed.
    #[error("the proof takes {}; the limit is {}", size(*needed), size(*allowed))]
    Proof {
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
    /// The table's file can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table is wrong.
    #[error("{}: {refuted}", path.as_ref().map_or_else(|| "the table just built".to_owned(), |path| path.display().to_string()))]
    Refuted {
        /// The table's file, if it has one.
        path: Option<PathBuf>,
        /// The mistake.
        refuted: Refuted,
        /// A drawing of the wrong board, if the mistake is a board.
        drawing: Option<String>,
    },
}

/// A plan to build a table.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildPlan {
    /// In memory, with the bytes needed; about as many for a projection.
    AtOnce(u64),
    /// Level by level.
    ByLevels(Plan),
}

/// A puzzle with a table of distances, or a group of tiles with a pattern database.
pub trait StoredTable: Send + Sync {
    /// The name of the table in the store; `None` if it can't be stored.
    fn identity(&self) -> Option<String>;

    /// The name of what an entry represents.
    fn unit(&self) -> &'static str {
        "board"
    }

    /// The title of the largest entry.
    fn largest(&self) -> &'static str {
        "God's number"
    }

    /// Returns all boards by rank, for workers that [find levels together](crate::levels::Dealt);
    /// `None` unless it is the table of a puzzle whose every move has an inverse.
    fn boards(&self) -> Option<Box<dyn AllBoards>> {
        None
    }

    /// Plans the build: level by level if there is a `folder` or too little memory, otherwise at once.
    ///
    /// # Errors
    /// If it can't be built level by level, or more memory is needed.
    fn plan(&self, folder: Option<&Path>, options: &Options) -> Result<BuildPlan, TableError>;

    /// The estimated time to build the table at once, of this many bytes, on one core; `None` if it
    /// is not known. The estimate takes up to a third of a second.
    fn time(&self, bytes: u64) -> Option<Duration>;

    /// Builds and stores the table as [planned](Self::plan), resuming from the levels in `folder`.
    ///
    /// # Errors
    /// If it can't be built or stored, or the run was cancelled.
    fn build(
        &self,
        store: &Store,
        folder: Option<&Path>,
        options: &Options,
    ) -> Result<Built, Unfinished<TableError>>;

    /// Returns true if the store has a build that was interrupted, which [`build`](Self::build)
    /// resumes.
    fn is_unfinished(&self, store: &Store, options: &Options) -> bool {
        let _ = (store, options);
        false
    }

    /// Stores a table of [all boards](Self::boards) that workers have filled together.
    ///
    /// # Errors
    /// If it can't be stored.
    fn store(&self, store: &Store, table: &Packed) -> Result<Built, TableError> {
        let _ = table;
        Err(not_stored(store.folder()))
    }

    /// Verifies the table: the stored one if the store has it, otherwise one built for this.
    ///
    /// # Errors
    /// If the table is wrong, its file is damaged, none can be built, or the run was cancelled.
    fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>>;
}

/// Checks that no folder is given for a table that is built at once.
pub(super) fn at_once(folder: Option<&Path>) -> Result<(), TableError> {
    folder.map_or(Ok(()), |_| Err(TableError::NotByLevels))
}

pub(super) fn not_stored(folder: &Path) -> TableError {
    let (path, problem) = (folder.to_owned(), StoreProblem::NotStored);
    StoreError { path, problem }.into()
}

/// The error for a wrong table, with a drawing of the wrong board if there is one.
pub(super) fn refuted(
    path: Option<PathBuf>,
    draw: impl FnOnce(&Refuted) -> Option<String>,
) -> impl FnOnce(Unfinished<Refuted>) -> Unfinished<TableError> {
    |unfinished| {
        unfinished.map(|refuted| TableError::Refuted {
            path,
            drawing: draw(&refuted),
            refuted,
        })
    }
}

impl From<PuzzleError> for Unfinished<TableError> {
    fn from(error: PuzzleError) -> Self {
        Self::failed(error)
    }
}
