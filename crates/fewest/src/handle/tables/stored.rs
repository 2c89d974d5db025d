//! The tables of puzzles by name: built, stored and proved.

use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::error::PuzzleError;
use crate::heuristic::pattern::PatternError;
use crate::levels::{AllBoards, LevelsError, Plan};
use crate::projection::{Samples, Trial};
use crate::solver::Options;
use crate::support::number::size;
use crate::support::progress::{Unfinished, part_of};
use crate::table::build::BuildError;
use crate::table::packed::Packed;
use crate::table::store::{Store, StoreError, StoreProblem};
use crate::table::verify::{Proof, Refuted};

/// What became of a table that was built to be stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Built {
    /// The file.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// How many boards there are at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// The projections that were tried, if it is the table of one; the one that was stored first.
    pub trials: Vec<Trial>,
}

/// What was proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The file of the table; none if it was built for the proof.
    pub path: Option<PathBuf>,
    /// What is known now.
    pub proof: Proof,
    /// Boards whose bounds were held against their distance, if it is the table of a projection.
    pub bounds: u64,
    /// What was looked at besides of a projection that is too large to be proved entry by entry:
    /// then the proof is that of its patterns near the goal.
    pub samples: Option<Samples>,
}

impl Verified {
    /// The proof of a table of distances.
    pub(super) const fn of(path: Option<PathBuf>, proof: Proof) -> Self {
        Self {
            path,
            proof,
            bounds: 0,
            samples: None,
        }
    }
}

/// Why a table was not stored, or not proved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// What is asked for can't be done.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// It can't be built.
    #[error("no table: {0}")]
    Build(#[from] BuildError),
    /// Its levels can't be found.
    #[error("no table: {0}")]
    Levels(#[from] LevelsError),
    /// It has no levels.
    #[error(
        "only tables of all boards of puzzles whose every move can be taken back are built by levels"
    )]
    NotByLevels,
    /// No such pattern database can be built.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// Its proof would take more memory than allowed.
    #[error("the proof takes {}; the limit is {}", size(*needed), size(*allowed))]
    Proof {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that were allowed.
        allowed: u64,
    },
    /// Its file can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table is wrong.
    #[error("{}: {refuted}", path.as_ref().map_or_else(|| "the table just built".to_owned(), |path| path.display().to_string()))]
    Refuted {
        /// The table's file, if it has one.
        path: Option<PathBuf>,
        /// Why.
        refuted: Refuted,
        /// The board that is wrong as it looks, if it is a board.
        drawing: Option<String>,
    },
}

part_of!(PuzzleError => TableError, BuildError => TableError, LevelsError => TableError, PatternError => TableError, StoreError => TableError);

/// How a table is built.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildPlan {
    /// In memory, which takes so many bytes, if that is known before.
    AtOnce(Option<u64>),
    /// By levels.
    ByLevels(Plan),
}

/// A puzzle that has a table, with its goal; or a group of tiles that has a pattern database.
pub trait StoredTable: Send + Sync {
    /// What its table is filed under, if it is ever stored.
    fn identity(&self) -> Option<String>;

    /// What has an entry.
    fn unit(&self) -> &'static str {
        "board"
    }

    /// What the largest entry is called.
    fn largest(&self) -> &'static str {
        "God's number"
    }

    /// All its boards by rank, for workers that [find its levels together](crate::levels::Dealt);
    /// none if it is not the table of a puzzle whose every move can be taken back.
    fn boards(&self) -> Option<Box<dyn AllBoards>> {
        None
    }

    /// How it is built: by levels where there is a folder for them, or where it takes more memory at
    /// once than is allowed; else at once.
    ///
    /// # Errors
    /// If it can't be built by levels, or more memory is needed.
    fn plan(&self, folder: Option<&Path>, options: &Options) -> Result<BuildPlan, TableError> {
        let _ = options;
        match folder {
            Some(_) => Err(TableError::NotByLevels),
            None => Ok(BuildPlan::AtOnce(None)),
        }
    }

    /// Builds its table, as [planned](Self::plan), and stores it. A later run goes on from the levels
    /// in the folder.
    ///
    /// # Errors
    /// If it can't be built or stored, or it was cancelled.
    fn build(
        &self,
        store: &Store,
        folder: Option<&Path>,
        options: &Options,
    ) -> Result<Built, Unfinished<TableError>>;

    /// Stores a table of [all its boards](Self::boards) that workers have filled together.
    ///
    /// # Errors
    /// If it can't be stored.
    fn store(&self, store: &Store, table: &Packed) -> Result<Built, TableError> {
        let _ = table;
        Err(not_stored(store.folder()))
    }

    /// Proves its table: the stored one if the options have a store with one, else one that is
    /// built now.
    ///
    /// # Errors
    /// If the table is wrong, its file is damaged, none can be built, or it was cancelled.
    fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>>;
}

/// The error for a table that can't be stored in `folder`.
pub(super) fn not_stored(folder: &Path) -> TableError {
    let (path, problem) = (folder.to_owned(), StoreProblem::NotStored);
    StoreError { path, problem }.into()
}

/// The error for a wrong table, with a drawing of the board that is wrong, if it is a board.
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
