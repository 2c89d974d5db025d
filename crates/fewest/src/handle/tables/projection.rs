//! The projection of a puzzle of pieces: built, stored and verified.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::stored::{BuildPlan, Built, StoredTable, TableError, Verified, at_once, refuted};
use crate::error::PuzzleError;
use crate::handle::population::too_large;
use crate::model::Model;
use crate::projection::{LARGEST_UNSHARED, PieceSearch};
use crate::solver::Options;
use crate::solver::costs::largest_projection;
use crate::support::progress::Unfinished;
use crate::table::store::Store;

/// Processor time in nanoseconds per byte. Measured on 28 November 2026: 62 for `cube3` with 43 MB.
const TIME: u64 = 62;
/// Processor time in nanoseconds per byte of a table whose patterns share entries. Measured on 30 November 2026: 220 for `cube3`
/// with 7.5 GB, beside other work.
const SHARED_TIME: u64 = 220;

pub(super) struct Projection {
    pub(super) model: Arc<Model>,
    /// The name of its tables in the store.
    pub(super) name: String,
}

impl Projection {
    fn search(&self) -> Result<PieceSearch, PuzzleError> {
        PieceSearch::of(&self.model.structure).ok_or_else(|| too_large(&self.model))
    }
}

fn never(never: Infallible) -> TableError {
    match never {}
}

impl StoredTable for Projection {
    fn identity(&self) -> Option<String> {
        Some(format!("{} pattern", self.name))
    }

    fn unit(&self) -> &'static str {
        "pattern"
    }

    fn largest(&self) -> &'static str {
        "listed up to distance"
    }

    fn plan(&self, folder: Option<&Path>, options: &Options) -> Result<BuildPlan, TableError> {
        at_once(folder)?;
        let plan = self
            .search()?
            .plan(largest_projection(options.limits.memory), 0)
            .ok_or_else(|| too_large(&self.model))?;
        Ok(BuildPlan::AtOnce(plan.bytes))
    }

    fn time(&self, bytes: u64) -> Option<Duration> {
        let time = if bytes > LARGEST_UNSHARED {
            SHARED_TIME
        } else {
            TIME
        };
        Some(Duration::from_nanos(bytes.saturating_mul(time)))
    }

    fn build(
        &self,
        store: &Store,
        folder: Option<&Path>,
        options: &Options,
    ) -> Result<Built, Unfinished<TableError>> {
        at_once(folder)?;
        let mut search = self.search().map_err(Unfinished::failed)?;
        let most = largest_projection(options.limits.memory);
        let built = search.build_in(most, &self.name, store, options.whole());
        built.map_err(|unfinished| unfinished.map(never))?;
        let saved = search.save(&self.name, store).map_err(Unfinished::failed)?;
        let (path, bytes) = saved
            .ok_or_else(|| too_large(&self.model))
            .map_err(Unfinished::failed)?;
        Ok(Built {
            path,
            bytes,
            counts: search.levels().to_vec(),
            mean_bound: search.mean_bound(),
        })
    }

    fn is_unfinished(&self, store: &Store, options: &Options) -> bool {
        let most = largest_projection(options.limits.memory);
        let search = self.search();
        search.is_ok_and(|search| search.is_unfinished(most, &self.name, store))
    }

    fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>> {
        let mut search = self.search().map_err(Unfinished::failed)?;
        let most = largest_projection(options.limits.memory);
        let load = |store| search.load(most, &self.name, store);
        let path = options
            .store
            .as_deref()
            .map(load)
            .transpose()
            .map_err(Unfinished::failed)?
            .flatten();
        if path.is_none() {
            let built = search.build(most, options.whole());
            built.map_err(|unfinished| unfinished.map(never))?;
        }
        let proof = search
            .verify(options.whole())
            .map_err(refuted(path.clone(), |_| None))?
            .ok_or_else(|| too_large(&self.model))
            .map_err(Unfinished::failed)?;
        Ok(Verified {
            path,
            proof: proof.proof,
            bounds: proof.boards,
            samples: proof.samples,
        })
    }
}
