//! The pattern databases of tiles: built, stored and verified.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::Tables;
use super::stored::{BuildPlan, Built, StoredTable, TableError, Verified, at_once, refuted};
use crate::heuristic::pattern::{self, Partition, Pattern, PatternError};
use crate::kernel::ToGoal;
use crate::kernel::tiles::{Storage, Tiles};
use crate::solver::{Options, SolverError};
use crate::support::progress::Unfinished;
use crate::table::store::Store;

/// Processor time in nanoseconds per placement. Measured on 28 November 2026: 43 for the two groups
/// of 7-8.
const TIME: u64 = 43;

pub(super) fn pattern_databases<S: Storage>(
    puzzle: &Arc<Tiles<S>>,
    goal: Option<&[u8]>,
    partition: &str,
) -> Result<Tables, SolverError> {
    let to = ToGoal::new(puzzle, goal)?;
    let partition = Partition::parse(&to.puzzle, partition)?;
    let group = |tiles: &Vec<u8>| -> Box<dyn StoredTable> {
        Box::new(Group {
            puzzle: Arc::clone(&to.puzzle),
            tiles: tiles.clone(),
        })
    };
    Ok(partition.groups().iter().map(group).collect())
}

struct Group<S> {
    puzzle: Arc<Tiles<S>>,
    tiles: Vec<u8>,
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

    fn plan(&self, folder: Option<&Path>, options: &Options) -> Result<BuildPlan, TableError> {
        at_once(folder)?;
        let memory = options.limits.memory;
        let bytes = Pattern::bytes_to_build(&self.puzzle, self.tiles.len(), memory);
        Ok(BuildPlan::AtOnce(bytes?))
    }

    fn time(&self, _: u64) -> Option<Duration> {
        let placements = Pattern::placements(self.puzzle.cells(), self.tiles.len());
        Some(Duration::from_nanos(placements.saturating_mul(TIME)))
    }

    fn build(
        &self,
        store: &Store,
        folder: Option<&Path>,
        options: &Options,
    ) -> Result<Built, Unfinished<TableError>> {
        at_once(folder)?;
        let pattern = self.table(options)?;
        let (path, bytes) = pattern
            .save(&self.puzzle, store)
            .map_err(Unfinished::failed)?;
        Ok(Built {
            path,
            bytes,
            counts: pattern.counts(),
            mean_bound: None,
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
        let stored = store
            .map(load)
            .transpose()
            .map_err(Unfinished::failed)?
            .flatten();
        let identity = Pattern::identity(&self.puzzle, &self.tiles);
        let path = store
            .filter(|_| stored.is_some())
            .map(|store| store.path_of(&identity));
        let pattern = stored.map_or_else(|| self.table(options), Ok)?;
        let proof = pattern::verify(&self.puzzle, &pattern, options.whole())
            .map_err(refuted(path.clone(), |_| None))?;
        Ok(Verified::of(path, proof))
    }
}
