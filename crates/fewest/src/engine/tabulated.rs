//! Tables of all boards of a puzzle.

use std::path::Path;
use std::sync::Arc;

use super::by_rank::{ByRank, symbols};
use super::tables::{BuildPlan, Built, StoredTable, TableError, Verified, not_stored};
use crate::kernel::Kernel;
use crate::levels::{self, AllBoards, LevelOptions};
use crate::solver::Options;
use crate::solver::costs::WORTH_A_FILE;
use crate::space::Ranked;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::{BuildError, DEEPEST, build, bytes};
use crate::table::one_way::verify_one_way;
use crate::table::packed::Packed;
use crate::table::store::Store;
use crate::table::verify::{Refuted, verify};

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
    /// Whether the puzzle has other goals, so that this is the table of one of them.
    pub is_of_one_goal: bool,
    /// Appends a board as it looks.
    pub draw: D,
}

impl<P, D> StoredTable for Tabulated<P, D>
where
    P: Kernel + Send + 'static,
    D: Fn(&P::Board, &mut Vec<u8>) + Send + Sync,
{
    fn identity(&self) -> Option<String> {
        self.puzzle.identity()
    }

    fn largest(&self) -> &'static str {
        if self.is_of_one_goal {
            "farthest from one of the goals"
        } else {
            "God's number"
        }
    }

    fn boards(&self) -> Option<Box<dyn AllBoards>> {
        if self.identity().is_none() || !self.puzzle.is_reversible() {
            return None;
        }
        let puzzle = Arc::new(self.puzzle.clone());
        let own = Arc::clone(&puzzle);
        let shown = move |board: &P::Board| symbols(&*own, board);
        Some(Box::new(ByRank { puzzle, shown }))
    }

    fn plan(&self, folder: Option<&Path>, options: &Options) -> Result<BuildPlan, TableError> {
        let memory = options.limits.memory;
        let allowed = memory.unwrap_or(u64::MAX);
        let needed = bytes(&self.puzzle);
        if folder.is_none() && needed <= allowed {
            return Ok(BuildPlan::AtOnce(Some(needed)));
        }
        let too_large = BuildError::Memory { needed, allowed };
        if self.boards().is_none() {
            return Err(folder.map_or(too_large.into(), |_| TableError::NotByLevels));
        }
        let levels = by_levels(folder);
        let plan = levels::table_plan(&self.puzzle, &levels, memory)?;
        let kept = plan.levels.unwrap_or(u64::MAX);
        if folder.is_some() || plan.memory.saturating_add(kept) <= allowed {
            return Ok(BuildPlan::ByLevels(plan));
        }
        Err(too_large.into())
    }

    fn build(
        &self,
        store: &Store,
        folder: Option<&Path>,
        options: &Options,
    ) -> Result<Built, Unfinished<TableError>> {
        let packed = match self.plan(folder, options)? {
            BuildPlan::ByLevels(_) => {
                levels::tabulate(&self.puzzle, &by_levels(folder), options.whole())?
            }
            BuildPlan::AtOnce(_) => {
                let table = build(&self.puzzle, options.whole())?;
                let packed = Packed::of(&self.puzzle, &table);
                packed.ok_or_else(|| not_stored(store.folder()))?
            }
        };
        Ok(self.store(store, &packed)?)
    }

    fn store(&self, store: &Store, table: &Packed) -> Result<Built, TableError> {
        // Levels have no end, but walks through tables have.
        if table.counts().len() > usize::from(DEEPEST) + 1 {
            return Err(BuildError::TooDeep.into());
        }
        let (path, bytes) = store.save(&self.puzzle, table)?;
        Ok(Built {
            path,
            bytes,
            counts: table.counts().to_vec(),
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

/// How levels are kept for a table.
fn by_levels(folder: Option<&Path>) -> LevelOptions {
    LevelOptions {
        folder: folder.map(Path::to_owned),
        keeps_all: folder.is_some(),
        ..LevelOptions::default()
    }
}
