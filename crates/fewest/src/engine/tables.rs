//! The tables of puzzles by name: built, stored and proved.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::error::PuzzleError;
use crate::heuristic::pattern::{self, Partition, Pattern, PatternError};
use crate::kernel::Kernel;
use crate::kernel::general::{Board, General};
use crate::kernel::tiles::{Storage, Tiles};
use crate::model::Model;
use crate::progress::{Unfinished, part_of};
use crate::projection::{PieceSearch, Samples, Trial};
use crate::puzzle::Ranked;
use crate::solver::costs::{LARGEST_PROJECTION, WORTH_A_FILE};
use crate::solver::{Options, SolverError};
use crate::table::Table;
use crate::table::build::{BuildError, build};
use crate::table::one_way::verify_one_way;
use crate::table::packed::Packed;
use crate::table::store::{Store, StoreError, StoreProblem};
use crate::table::verify::{Proof, Refuted, verify};

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
    const fn of(path: Option<PathBuf>, proof: Proof) -> Self {
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
    /// No such pattern database can be built.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// Its proof would take more memory than allowed.
    #[error("the proof takes {needed} bytes, {allowed} are allowed")]
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

part_of!(PuzzleError => TableError, BuildError => TableError, PatternError => TableError, StoreError => TableError);

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

    /// Builds its table and stores it.
    ///
    /// # Errors
    /// If it can't be built or stored, or it was cancelled.
    fn build(&self, store: &Store, options: &Options) -> Result<Built, Unfinished<TableError>>;

    /// Proves its table: the stored one if the options have a store with one, else one that is
    /// built now.
    ///
    /// # Errors
    /// If the table is wrong, its file is damaged, none can be built, or it was cancelled.
    fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>>;
}

/// The table of a puzzle, with every board's own distance. A stored one holds less, so
/// it is built in any case, and stored for the searches of later runs if the options have a store
/// without one and it is worth it.
pub(super) fn tabulate<P: Ranked>(
    puzzle: &P,
    options: &Options,
) -> Result<Table, Unfinished<BuildError>> {
    let table = build(puzzle, options.whole())?;
    let store = options.store.as_deref();
    if let Some(store) = store.filter(|_| puzzle.boards() >= WORTH_A_FILE) {
        let stored = store.load(puzzle).unwrap_or_else(|error| {
            store.tell(&error);
            None
        });
        if stored.is_none()
            && let Some(packed) = Packed::of(puzzle, &table)
            && let Err(error) = store.save(puzzle, &packed)
        {
            store.tell(&error);
        }
    }
    Ok(table)
}

/// A ranked puzzle, and how its boards look.
pub(super) struct Tabulated<P, D> {
    pub puzzle: P,
    /// Appends a board as it looks.
    pub draw: D,
}

impl<P, D> StoredTable for Tabulated<P, D>
where
    P: Ranked + Send,
    D: Fn(&P::Board, &mut Vec<u8>) + Send + Sync,
{
    fn identity(&self) -> Option<String> {
        self.puzzle.identity()
    }

    fn build(&self, store: &Store, options: &Options) -> Result<Built, Unfinished<TableError>> {
        let table = build(&self.puzzle, options.whole())?;
        let packed = Packed::of(&self.puzzle, &table).ok_or_else(|| StoreError {
            path: store.folder().to_owned(),
            problem: StoreProblem::NotStored,
        })?;
        let (path, bytes) = store.save(&self.puzzle, &packed)?;
        let counts = table.counts().to_vec();
        Ok(Built {
            path,
            bytes,
            counts,
            trials: Vec::new(),
        })
    }

    fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>> {
        let store = options.store.as_deref();
        let stored = store.map(|store| store.load(&self.puzzle)).transpose()?;
        let (path, proof) = if let Some(table) = stored.flatten() {
            let proof = verify(&self.puzzle, &table, options.whole());
            (store.and_then(|store| store.path(&self.puzzle)), proof)
        } else {
            let table = build(&self.puzzle, options.whole())?;
            let proof = if self.identity().is_some() {
                verify(&self.puzzle, &table, options.whole())
            } else {
                verify_one_way(&self.puzzle, &table, options.whole())
            };
            (None, proof)
        };
        match proof {
            Ok(proof) => Ok(Verified::of(path, proof)),
            Err(unfinished) => Err(unfinished.map(|refuted| {
                let drawing = match refuted {
                    Refuted::Board { rank, .. } => {
                        let mut drawing = Vec::new();
                        (self.draw)(&self.puzzle.unrank(rank), &mut drawing);
                        Some(String::from_utf8_lossy(&drawing).into_owned())
                    }
                    _ => None,
                };
                TableError::Refuted {
                    path,
                    refuted,
                    drawing,
                }
            })),
        }
    }
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

    fn build(&self, store: &Store, options: &Options) -> Result<Built, Unfinished<TableError>> {
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

    fn build(&self, store: &Store, options: &Options) -> Result<Built, Unfinished<TableError>> {
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
