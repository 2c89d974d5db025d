//! Pattern databases for boards of sliding tiles: which, and when they pay.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::task::Task;
use super::{Method, Query, SolverError, search};
use crate::heuristic::pattern::{Additive, Partition, PartitionError, Pattern, PatternError};
use crate::puzzles::sliding::{Board, Size, Sliding, Tiles};
use crate::search::Outcome;
use crate::table::build::BuildError;

/// As many boards as lighter searches generate in the time that building takes: up to 16 cells, and past them.
const LIGHT: [u64; 2] = [4_000_000, 200_000_000];
/// The most cells of a board whose tiles' places fit into one word.
const NARROW: usize = 16;
/// The least that a lighter search may generate: an easy board never waits.
const LIGHTEST: u64 = 100_000;

/// A place for the pattern databases of one goal.
#[derive(Default)]
pub(super) struct Patterns {
    built: Option<Built>,
    /// They can't be built, or would not fit.
    are_refused: bool,
    /// What lighter searches have generated.
    spent: AtomicU64,
    /// What a lighter search of the batch may generate.
    share: u64,
}

enum Built {
    /// Of at most 16 cells.
    Narrow(Additive<1>),
    Wide(Additive<3>),
}

impl Built {
    fn patterns(&self) -> Box<dyn Iterator<Item = &Pattern> + '_> {
        match self {
            Self::Narrow(additive) => Box::new(additive.patterns()),
            Self::Wide(additive) => Box::new(additive.patterns()),
        }
    }
}

impl Patterns {
    /// Shares out a batch's lighter searches. Whether it is better to build at once: enough was searched.
    pub(super) fn note(&mut self, size: Size, boards: usize) -> bool {
        let light = LIGHT[usize::from(size.cells() > NARROW)];
        self.share = (light / boards.max(1) as u64).max(LIGHTEST);
        *self.spent.get_mut() >= light
    }

    /// What a lighter search may generate before its board is left to pattern databases; `None` if there are none to come.
    pub(super) fn light(&self) -> Option<u64> {
        (self.built.is_none() && !self.are_refused).then_some(self.share)
    }

    /// Sees to it that none are built any more.
    pub(super) fn refuse(&mut self) {
        self.are_refused = true;
    }

    /// What they are, group by group; `None` if there are none.
    pub(super) fn name(&self) -> Option<String> {
        let group = |pattern: &Pattern| {
            let tiles: Vec<String> = pattern.tiles().iter().map(u8::to_string).collect();
            tiles.join(",")
        };
        let groups: Vec<String> = self.built.as_ref()?.patterns().map(group).collect();
        Some(format!("pattern {}", groups.join("/")))
    }

    /// Counts what a lighter search has generated.
    pub(super) fn spend(&self, generated: u64) {
        self.spent.fetch_add(generated, Ordering::Relaxed);
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        match &self.built {
            None => 0,
            Some(Built::Narrow(additive)) => additive.bytes(),
            Some(Built::Wide(additive)) => additive.bytes(),
        }
    }

    /// Builds the best that fit into so much memory.
    ///
    /// # Errors
    /// If none can be built, or the run was cancelled.
    pub(super) fn fill<T: Tiles>(
        &mut self,
        puzzle: &Sliding<T>,
        memory: Option<u64>,
        query: &Query,
        cancel: &AtomicBool,
    ) -> Result<(), SolverError> {
        if self.built.is_some() || self.are_refused {
            return Ok(());
        }
        let allowance = query.allowance(memory, cancel);
        let mut refused = None;
        for partition in partitions(puzzle.size(), puzzle.goal().blank()) {
            let built = partition.map_err(PatternError::from).and_then(|partition| {
                if puzzle.size().cells() <= NARROW {
                    Additive::build(puzzle, &partition, true, allowance).map(Built::Narrow)
                } else {
                    Additive::build(puzzle, &partition, true, allowance).map(Built::Wide)
                }
            });
            match built {
                Ok(built) => {
                    self.built = Some(built);
                    return Ok(());
                }
                Err(PatternError::Build(BuildError::Cancelled)) => {
                    return Err(BuildError::Cancelled.into());
                }
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        self.are_refused = true;
        refused.map_or(Ok(()), |error| Err(SolverError::NoPatterns(error)))
    }

    /// Runs the query's search with them; `None` if there are none.
    pub(super) fn search<T: Tiles>(
        &self,
        task: &Task<'_>,
        puzzle: &Sliding<T>,
        start: &Board<T>,
    ) -> Option<(Method, Outcome)> {
        match self.built.as_ref()? {
            Built::Narrow(additive) => Some(search(task, puzzle, additive, start)),
            Built::Wide(additive) => Some(search(task, puzzle, additive, start)),
        }
    }
}

/// The partitions that a size is tried with, the best first.
fn partitions(size: Size, blank: usize) -> Vec<Result<Partition, PartitionError>> {
    let named = |name| Partition::named(size, blank, name).map(Ok);
    let usual = ["6-6-3", "6-6-6-6", "5-5-5-5-4"];
    let mut all: Vec<_> = usual.into_iter().filter_map(named).collect();
    if all.is_empty() {
        let most = if size.cells() <= NARROW { 6 } else { 5 };
        all.extend(
            (3..=most)
                .rev()
                .map(|most| Partition::even(size, blank, most)),
        );
    }
    all
}
