//! The tables of puzzles by name: built, stored and proved.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::error::PuzzleError;
use crate::heuristic::pattern::{self, Partition, Pattern, PatternError};
use crate::kernel::Kernel;
use crate::kernel::general::{Board, General};
use crate::kernel::tiles::{Storage, Tiles};
use crate::levels::{AllBoards, LevelsError, Plan};
use crate::model::Model;
use crate::projection::{PieceSearch, Samples, Trial};
use crate::solver::costs::LARGEST_PROJECTION;
use crate::solver::{Options, SolverError};
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

/// What can't be stored, there.
pub(super) fn not_stored(folder: &Path) -> TableError {
    let (path, problem) = (folder.to_owned(), StoreProblem::NotStored);
    StoreError { path, problem }.into()
}

/// The projection of a puzzle of pieces.
pub(super) struct Projected {
    pub model: Arc<Model>,
    /// What its tables are filed under.
    pub name: String,
}

impl Projected {
    fn too_large(&self) -> PuzzleError {
        SolverError::TooLarge(self.model.name.clone()).into()
    }

    fn search(&self) -> Result<PieceSearch, PuzzleError> {
        PieceSearch::of(&self.model.structure).ok_or_else(|| self.too_large())
    }
}

fn never(never: Infallible) -> TableError {
    match never {}
}

impl StoredTable for Projected {
    fn identity(&self) -> Option<String> {
        Some(format!("{} pattern", self.name))
    }

    fn unit(&self) -> &'static str {
        "pattern"
    }

    fn largest(&self) -> &'static str {
        "listed up to distance"
    }

    fn build(
        &self,
        store: &Store,
        folder: Option<&Path>,
        options: &Options,
    ) -> Result<Built, Unfinished<TableError>> {
        self.plan(folder, options)?;
        let mut search = self.search()?;
        let trials = search.build_best(LARGEST_PROJECTION, options.whole());
        let trials = trials.map_err(|unfinished| unfinished.map(never))?;
        let saved = search.save(&self.name, store)?;
        let (path, bytes) = saved.ok_or_else(|| self.too_large())?;
        Ok(Built {
            path,
            bytes,
            counts: search.levels().to_vec(),
            trials,
        })
    }

    fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>> {
        let mut search = self.search()?;
        let most = options.limits.memory.unwrap_or(u64::MAX);
        let load = |store| search.load(most.min(LARGEST_PROJECTION), &self.name, store);
        let path = options.store.as_deref().map(load).transpose()?.flatten();
        if path.is_none() {
            let built = search.build(LARGEST_PROJECTION, options.whole());
            built.map_err(|unfinished| unfinished.map(never))?;
        }
        match search.verify(options.whole()) {
            Ok(proof) => {
                let proof = proof.ok_or_else(|| TableError::from(self.too_large()))?;
                Ok(Verified {
                    path,
                    proof: proof.proof,
                    bounds: proof.boards,
                    samples: proof.samples,
                })
            }
            Err(unfinished) => Err(unfinished.map(|refuted| TableError::Refuted {
                path,
                refuted,
                drawing: None,
            })),
        }
    }
}

/// A group of tiles.
pub(super) struct Group<S> {
    pub puzzle: Tiles<S>,
    pub tiles: Vec<u8>,
}

impl<S: Storage> Group<S> {
    fn table(&self, options: &Options) -> Result<Pattern, Unfinished<TableError>> {
        let built = Pattern::build(&self.puzzle, &self.tiles, options.whole());
        built.map_err(|unfinished| {
            unfinished.map(|error| match error {
                PatternError::Build(error) => TableError::Build(error),
                error => TableError::Pattern(error),
            })
        })
    }
}

impl<S: Storage> StoredTable for Group<S> {
    fn identity(&self) -> Option<String> {
        Some(Pattern::identity(&self.puzzle, &self.tiles))
    }

    fn unit(&self) -> &'static str {
        "placement"
    }

    fn largest(&self) -> &'static str {
        "the largest entry"
    }

    fn build(
        &self,
        store: &Store,
        folder: Option<&Path>,
        options: &Options,
    ) -> Result<Built, Unfinished<TableError>> {
        self.plan(folder, options)?;
        let pattern = self.table(options)?;
        let (path, bytes) = pattern.save(&self.puzzle, store)?;
        Ok(Built {
            path,
            bytes,
            counts: pattern.counts(),
            trials: Vec::new(),
        })
    }

    fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>> {
        let needed = pattern::proof_bytes(self.puzzle.cells(), self.tiles.len());
        let allowed = options.limits.memory.unwrap_or(u64::MAX);
        if needed > allowed {
            return Err(TableError::Proof { needed, allowed }.into());
        }
        let store = options.store.as_deref();
        let load = |store| Pattern::load(&self.puzzle, &self.tiles, store);
        let stored = store.map(load).transpose()?.flatten();
        let identity = Pattern::identity(&self.puzzle, &self.tiles);
        let path = store.filter(|_| stored.is_some());
        let path = path.map(|store| store.path_of(&identity));
        let pattern = stored.map_or_else(|| self.table(options), Ok)?;
        match pattern::verify(&self.puzzle, &pattern, options.whole()) {
            Ok(proof) => Ok(Verified::of(path, proof)),
            Err(unfinished) => Err(unfinished.map(|refuted| TableError::Refuted {
                path,
                refuted,
                drawing: None,
            })),
        }
    }
}

/// A puzzle whose pattern databases can be kept.
pub(super) trait PatternTables {
    /// Those of a partition: one for each group of tiles.
    ///
    /// # Errors
    /// If the puzzle has none, or there is no such partition.
    fn pattern_tables(&self, partition: &str) -> Result<Vec<Box<dyn StoredTable>>, PuzzleError>;
}

impl<B: Board> PatternTables for General<B> {
    fn pattern_tables(&self, _: &str) -> Result<Vec<Box<dyn StoredTable>>, PuzzleError> {
        Err(PuzzleError::NoPatterns(self.model().name.clone()))
    }
}

impl<S: Storage> PatternTables for Tiles<S> {
    fn pattern_tables(&self, partition: &str) -> Result<Vec<Box<dyn StoredTable>>, PuzzleError> {
        let partition = Partition::parse(self, partition).map_err(SolverError::from)?;
        let group = |tiles: &Vec<u8>| -> Box<dyn StoredTable> {
            Box::new(Group {
                puzzle: self.clone(),
                tiles: tiles.clone(),
            })
        };
        Ok(partition.groups().iter().map(group).collect())
    }
}
