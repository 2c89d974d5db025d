//! Which pattern databases a puzzle without tables gets, and when.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::heuristic::merged::{Merged, Plan};
use crate::progress::Unfinished;
use crate::puzzles::defined::Defined;
use crate::solver::{Budget, Query, SolverError};

/// Boards of a table, and the boards that searches may generate before the next larger tables pay: by how long building takes.
const LEVELS: [(u64, u64); 3] = [
    (1 << 20, 3_000_000),
    (1 << 23, 300_000_000),
    (1 << 26, u64::MAX),
];
/// The least that a search may generate: an easy board never waits.
const LIGHTEST: u64 = 100_000;

/// A place for the pattern databases of a puzzle.
#[derive(Default)]
pub(super) struct Patterns<const N: usize> {
    built: Option<Merged<N>>,
    /// The level that comes next.
    level: usize,
    /// What searches have generated since the last was built.
    spent: AtomicU64,
    /// What one search of the batch may generate.
    share: u64,
}

impl<const N: usize> Patterns<N> {
    /// Those that are built.
    pub(super) const fn built(&self) -> Option<&Merged<N>> {
        self.built.as_ref()
    }

    /// What a search may generate before its board is left to larger tables; `None` if there are none to come.
    pub(super) fn light(&self) -> Option<u64> {
        (self.level < LEVELS.len()).then_some(self.share)
    }

    /// Lets the searches of this batch take what they need.
    pub(super) const fn settle(&mut self) {
        self.share = u64::MAX;
    }

    /// Counts what a search has generated.
    pub(super) fn spend(&self, generated: u64) {
        self.spent.fetch_add(generated, Ordering::Relaxed);
    }

    /// Sees that a batch of boards has what pays: the smallest tables, or larger ones if enough was searched.
    ///
    /// # Errors
    /// If the run was cancelled.
    pub(super) fn prepare(
        &mut self,
        puzzle: &Defined<N>,
        boards: usize,
        query: &Query,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if self.built.is_none() || *self.spent.get_mut() >= self.pays() {
            self.grow(puzzle, query, budget)?;
        }
        self.share = (self.pays() / boards.max(1) as u64).max(LIGHTEST);
        Ok(())
    }

    /// What [growing](Self::grow) builds one after another with so much memory.
    pub(super) fn plan(puzzle: &Defined<N>, memory: Option<u64>) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        for (most, _) in LEVELS {
            let plan = Merged::plan(puzzle, most);
            let has_room = memory.is_none_or(|allowed| plan.needed <= allowed);
            let is_more = plans.last().is_none_or(|last| plan.boards > last.boards);
            if !has_room || !is_more {
                break;
            }
            plans.push(plan);
        }
        plans.retain(|plan| plan.tables > 0);
        plans
    }

    /// What may be generated with what is built.
    fn pays(&self) -> u64 {
        let built = self
            .level
            .checked_sub(1)
            .and_then(|level| LEVELS.get(level));
        built.map_or(0, |(_, pays)| *pays)
    }

    /// Builds the next larger tables, if they fit the memory allowed; else keeps what there is.
    ///
    /// # Errors
    /// If the run was cancelled.
    pub(super) fn grow(
        &mut self,
        puzzle: &Defined<N>,
        query: &Query,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let Some((most, _)) = LEVELS.get(self.level) else {
            return Ok(());
        };
        let allowance = query.allowance(query.limits.memory, budget);
        let before = self.built.as_ref().map_or(0, Merged::bytes);
        match Merged::build(puzzle, *most, allowance) {
            Ok(built) if built.bytes() > before || self.built.is_none() => {
                self.built = Some(built);
                self.level += 1;
            }
            Err(Unfinished::Cancelled) => return Err(Unfinished::Cancelled),
            // Larger ones are no better, do not fit or take too long.
            _ => self.level = LEVELS.len(),
        }
        *self.spent.get_mut() = 0;
        Ok(())
    }
}
