//! Which pattern databases searches get, and when.

use std::sync::atomic::{AtomicU64, Ordering};

use super::costs::LEAST_SEARCH;
use super::registry::HeuristicKernel;
use super::{Options, SolverError};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// A place for the pattern databases of a puzzle.
pub(super) struct Databases<K: HeuristicKernel> {
    built: Option<K::Databases>,
    /// The level that comes next; `None` if there are none to come.
    next: Option<usize>,
    /// What searches have generated since the last was built.
    spent: AtomicU64,
    /// What one search of the batch may generate.
    share: u64,
}

impl<K: HeuristicKernel> Default for Databases<K> {
    fn default() -> Self {
        Self {
            built: None,
            next: Some(0),
            spent: AtomicU64::new(0),
            share: 0,
        }
    }
}

impl<K: HeuristicKernel> Databases<K> {
    /// Those that are built.
    pub(super) const fn built(&self) -> Option<&K::Databases> {
        self.built.as_ref()
    }

    /// Whether the first are worth it for one board, and not built yet.
    pub(super) fn is_to_come(&self, puzzle: &K) -> bool {
        self.next == Some(0) && self.built.is_none() && puzzle.pays(0, 1) == Some(0)
    }

    /// What a search may generate before its board is left to larger tables; `None` if there are
    /// none to come.
    pub(super) fn light(&self) -> Option<u64> {
        self.next.map(|_| self.share)
    }

    /// Lets the searches of this batch take what they need.
    pub(super) const fn settle(&mut self) {
        self.share = u64::MAX;
    }

    /// Counts what a search has generated.
    pub(super) fn spend(&self, generated: u64) {
        self.spent.fetch_add(generated, Ordering::Relaxed);
    }

    /// Prepares what is worth it for a batch of boards, or what is `named` in the options.
    ///
    /// # Errors
    /// If what was named can't be built, or the run was cancelled.
    pub(super) fn prepare(
        &mut self,
        puzzle: &K,
        boards: usize,
        memory: Option<u64>,
        options: &Options,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let pays = |next: Option<usize>| next.and_then(|level| puzzle.pays(level, boards));
        let is_named = options.names_databases() && self.built.is_none();
        if pays(self.next).is_some_and(|pays| is_named || *self.spent.get_mut() >= pays) {
            self.grow(puzzle, memory, options, budget)?;
        }
        self.next = self.next.filter(|_| pays(self.next).is_some());
        self.share = pays(self.next).map_or(u64::MAX, |pays| {
            (pays / boards.max(1) as u64).max(LEAST_SEARCH)
        });
        Ok(())
    }

    /// Builds the next larger tables, if they fit this much memory; else keeps what there is.
    ///
    /// # Errors
    /// If what was named can't be built, or the run was cancelled.
    pub(super) fn grow(
        &mut self,
        puzzle: &K,
        memory: Option<u64>,
        options: &Options,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let Some(level) = self.next else {
            return Ok(());
        };
        let before = self.built.as_ref().map(K::bytes);
        *self.spent.get_mut() = 0;
        self.next = None;
        match puzzle.databases(level, memory, options, budget) {
            Ok(Some(built)) if before.is_none_or(|before| K::bytes(&built) > before) => {
                self.built = Some(built);
                self.next = Some(level + 1);
            }
            // Larger ones are no better.
            Ok(_) => {}
            Err(Unfinished::Cancelled) => return Err(Unfinished::Cancelled),
            Err(_) if !options.names_databases() => {}
            Err(unfinished) => return Err(unfinished),
        }
        Ok(())
    }
}
