//! The tables of puzzles by name: built, stored and proved.

use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::error::PuzzleError;
use crate::heuristic::pattern::PatternError;
use crate::levels::{AllBoards, LevelsError, Plan};
use crate::projection::Samples;
use crate::solver::Options;
use crate::support::number::size;
use crate::support::progress::{Unfinished, part_of};
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
    /// Its length.
    pub bytes: u64,
    /// The number of boards at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// The mean of its bounds on random boards, in moves, if it is a projection's table.
    pub mean_bound: Option<f64>,
}

/// A proved table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The file of the table; none if it was built for the proof.
    pub path: Option<PathBuf>,
    /// The proof.
    pub proof: Proof,
    /// Boards whose bounds were compared with their distance, if it is a projection's table.
    pub bounds: u64,
    /// The samples checked of a projection that is too large to be proved entry by entry: then the
    /// proof is that of its patterns near the goal.
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
    /// The puzzle, its goal or the options don't allow it.
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

/// The way to build a table.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildPlan {
    /// In memory, with the bytes that takes if they are known beforehand.
    AtOnce(Option<u64>),
    /// Level by level.
    ByLevels(Plan),
}

/// A puzzle that has a table, with its goal; or a group of tiles that has a pattern database.
pub trait StoredTable: Send + Sync {
    /// The name that its table is filed under, if it can be stored.
    fn identity(&self) -> Option<String>;

    /// The unit of its entries: each stands for one.
    fn unit(&self) -> &'static str {
        "board"
    }

    /// The name of the largest entry.
    fn largest(&self) -> &'static str {
        "God's number"
    }

    /// All its boards by rank, for workers that [find its levels together](crate::levels::Dealt);
    /// none if it is not the table of a puzzle whose every move has an inverse.
    fn boards(&self) -> Option<Box<dyn AllBoards>> {
        None
    }

    /// The way to build it: by levels if there is a folder for them, or if it takes more memory at once
    /// than is allowed; at once otherwise.
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

    /// Builds its table, as [planned](Self::plan), and stores it. A later run resumes from the levels
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

    /// Proves its table: the stored one if the options have a store with one, otherwise one built for
    /// the proof.
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
