//! Tables of distances: built, stored and verified.

use std::path::Path;
use std::time::Duration;

use super::stored::{BuildPlan, Built, StoredTable, TableError, Verified, not_stored, refuted};
use crate::kernel::{Kernel, ToGoal};
use crate::levels::{self, AllBoards, ByRank, LevelOptions, LevelsError};
use crate::solver::Options;
use crate::support::progress::Unfinished;
use crate::table::build::{BuildError, DEEPEST, build, bytes};
use crate::table::estimate;
use crate::table::one_way::verify_one_way;
use crate::table::packed::Packed;
use crate::table::refuted::Refuted;
use crate::table::store::Store;
use crate::table::verify::verify;

pub(super) struct Distances<K: Kernel> {
    /// The boards as the goals see them.
    to: ToGoal<K>,
    /// True if this is the table of one of several goals.
    is_of_one_goal: bool,
}

impl<K: Kernel> Distances<K> {
    pub(super) fn new(to: &ToGoal<K>, view: K) -> Self {
        let goals = |puzzle: &K| puzzle.model().structure.goals.len();
        Self {
            is_of_one_goal: goals(&view) < goals(&to.puzzle),
            to: to.through(view),
        }
    }

    fn puzzle(&self) -> &K {
        &self.to.puzzle
    }

    fn drawing(&self, rank: u64) -> String {
        let symbols = self.to.symbols(&self.puzzle().unrank(rank));
        self.puzzle().model().drawing(&symbols)
    }
}

impl<K: Kernel> StoredTable for Distances<K> {
    fn identity(&self) -> Option<String> {
        self.puzzle().identity()
    }

    fn largest(&self) -> &'static str {
        if self.is_of_one_goal {
            "farthest from one of the goals"
        } else {
            "God's number"
        }
    }

    fn boards(&self) -> Option<Box<dyn AllBoards>> {
        if self.identity().is_none() || !self.puzzle().is_reversible() {
            return None;
        }
        Some(Box::new(ByRank(self.to.clone())))
    }

    fn plan(&self, folder: Option<&Path>, options: &Options) -> Result<BuildPlan, TableError> {
        let memory = options.limits.memory;
        let allowed = memory.unwrap_or(u64::MAX);
        let needed = bytes(self.puzzle());
        if folder.is_none() && self.identity().is_none() {
            let store = options.store.as_deref().map(Store::folder);
            return Err(not_stored(store.unwrap_or_else(|| Path::new(""))));
        }
        if folder.is_none() && needed <= allowed {
            return Ok(BuildPlan::AtOnce(needed));
        }
        let table = BuildError::Memory { needed, allowed };
        if self.boards().is_none() {
            return Err(folder.map_or(table.into(), |_| TableError::NotByLevels));
        }
        let levels = by_levels(folder);
        let plan = |memory| levels::plan(self.puzzle(), &levels, true, memory);
        let levels = match plan(memory) {
            Err(LevelsError::Memory { needed, .. }) if folder.is_none() => plan(Some(needed)),
            plan => plan,
        }?;
        if levels.enough().is_some_and(|enough| enough <= allowed) {
            return Ok(BuildPlan::ByLevels(levels));
        }
        Err(TableError::NoRoom { table, levels })
    }

    fn time(&self, _: u64) -> Option<Duration> {
        estimate::time(self.puzzle(), 1.0, None)
    }

    fn build(
        &self,
        store: &Store,
        folder: Option<&Path>,
        options: &Options,
    ) -> Result<Built, Unfinished<TableError>> {
        let packed = match self.plan(folder, options)? {
            BuildPlan::ByLevels(_) => {
                levels::tabulate(self.puzzle(), &by_levels(folder), options.whole())
                    .map_err(Unfinished::of_part)?
            }
            BuildPlan::AtOnce(_) => {
                let table = build(self.puzzle(), options.whole()).map_err(Unfinished::of_part)?;
                let packed = Packed::of(self.puzzle(), &table);
                packed.ok_or_else(|| not_stored(store.folder()))?
            }
        };
        Ok(self.store(store, &packed)?)
    }

    fn store(&self, store: &Store, table: &Packed) -> Result<Built, TableError> {
        // Levels have no depth limit, but walks through tables do.
        if table.counts().len() > usize::from(DEEPEST) + 1 {
            return Err(BuildError::TooDeep.into());
        }
        let (path, bytes) = store.save(self.puzzle(), table)?;
        Ok(Built {
            path,
            bytes,
            counts: table.counts().to_vec(),
            mean_bound: None,
        })
    }

    fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>> {
        let store = options.store.as_deref();
        let stored = store
            .map(|store| store.load(self.puzzle()))
            .transpose()
            .map_err(Unfinished::failed)?;
        let (path, proof) = if let Some(table) = stored.flatten() {
            let proof = verify(self.puzzle(), &table, options.whole());
            (store.and_then(|store| store.path(self.puzzle())), proof)
        } else {
            let table = build(self.puzzle(), options.whole()).map_err(Unfinished::of_part)?;
            let proof = if self.identity().is_some() {
                verify(self.puzzle(), &table, options.whole())
            } else {
                verify_one_way(self.puzzle(), &table, options.whole())
            };
            (None, proof)
        };
        let proof = proof.map_err(refuted(path.clone(), |wrong| match wrong {
            Refuted::Board { rank, .. } => Some(self.drawing(*rank)),
            _ => None,
        }))?;
        Ok(Verified::of(path, proof))
    }
}

fn by_levels(folder: Option<&Path>) -> LevelOptions {
    LevelOptions {
        folder: folder.map(Path::to_owned),
        keeps_all: folder.is_some(),
        ..LevelOptions::default()
    }
}
