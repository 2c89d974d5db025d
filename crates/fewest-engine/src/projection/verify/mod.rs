//! The proof of a projection's table.
//!
//! Patterns are moved sticker by sticker, by the effect of moves on colours. Tables are built from
//! links, classes and symmetries. The two share only the numbers of states and entries.
//!
//! For a small projection, a breadth-first search finds every pattern and checks its entry. A large
//! table is read completely and proved near the goal. Farther away, a sample of its entries is
//! compared with their neighbours, and another with separate searches. Lookups are checked on
//! boards near the goal and along random walks: no bound may exceed the distance or the length of
//! the walk.

mod ball;
mod near;
mod samples;
mod shown;
#[cfg(test)]
mod tests;
mod whole;

use serde::Serialize;

use super::piece_search::PieceSearch;
use super::table::BoundTable;
use super::tree::ListTree;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::refuted::{PatternMistake, Refuted};
use crate::table::verify::{Proof, check_counts};
use shown::{PatternEntry, ShownPatterns};

/// The most patterns of a projection that is proved entry by entry: some ten seconds on one core.
const SMALL: u64 = 1 << 23;
/// The most bytes that this takes per pattern.
const SMALL_BYTES: u64 = 8;
/// The bytes that a proof may always take.
const MIN_MEMORY: u64 = SMALL * SMALL_BYTES;
const PATTERNS_PER_TASK: usize = 1 << 12;

/// The result of proving a projection's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProjectionProof {
    /// The patterns whose distance was found and compared: all of a small table, or the ones near
    /// the goal of a large table. The counts end with them.
    pub proof: Proof,
    /// The number of boards whose bounds were compared with a distance or the length of a walk.
    pub boards: u64,
    /// Further checks of a large table.
    pub samples: Option<Samples>,
}

/// The checks of a table that is too large to be proved entry by entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Samples {
    /// The number of entries, all of which were read and counted by level.
    pub entries: u64,
    /// The number of entries compared with their neighbours.
    pub compared: u64,
    /// The number of entries whose distance was found by a separate search.
    pub searched: u64,
}

impl PieceSearch {
    /// Proves the table, on all cores if the feature `rayon` is enabled; `None` if there is no
    /// table. Uses at most 700 MB or the memory that the table leaves, but may always use 64 MB.
    ///
    /// # Errors
    /// If anything is wrong, the proof is cancelled or the time is up.
    pub fn verify(
        &self,
        budget: Budget<'_>,
    ) -> Result<Option<ProjectionProof>, Unfinished<Refuted>> {
        let Some(tree) = self.tree() else {
            return Ok(None);
        };
        // A mapped table does not count.
        let table = if self.is_stored() { 0 } else { self.bytes() };
        let left = |memory: u64| memory.saturating_sub(table).max(MIN_MEMORY);
        let memory = budget.memory.map(left);
        prove(&tree, SMALL, Budget { memory, ..budget }).map(Some)
    }
}

/// Proves a table within the memory that it leaves: entry by entry for at most `small` patterns.
pub(super) fn prove(
    tree: &ListTree<'_>,
    small: u64,
    budget: Budget<'_>,
) -> Result<ProjectionProof, Unfinished<Refuted>> {
    let shown = ShownPatterns::new(tree.pieces, tree.projection);
    let table = &tree.projection.table;
    let memory = budget.memory.unwrap_or(u64::MAX);
    let proving = Proving {
        shown: &shown,
        table,
        budget,
    };
    let patterns = shown.patterns();
    let (proof, samples) = if patterns <= small.min(memory / SMALL_BYTES) {
        (proving.whole()?, None)
    } else {
        let (proof, samples) = proving.samples(tree.pruning, memory)?;
        (proof, Some(samples))
    };
    Ok(ProjectionProof {
        boards: near::prove(tree, &shown, samples.is_some(), budget)?,
        proof,
        samples,
    })
}

#[derive(Clone, Copy)]
struct Proving<'a> {
    shown: &'a ShownPatterns<'a>,
    table: &'a BoundTable,
    budget: Budget<'a>,
}

impl Proving<'_> {
    fn bound(&self, entry: PatternEntry) -> u8 {
        let bounds = self.table.bounds();
        let place = bounds.row(entry.row) + entry.place;
        bounds.bound(place)
    }

    fn refuted(&self, entry: PatternEntry, fault: PatternMistake) -> Unfinished<Refuted> {
        Unfinished::Failed(Refuted::Pattern {
            number: self.shown.number(entry),
            bound: self.bound(entry),
            fault,
        })
    }

    /// Checks an entry's code, if it has one, against its distance.
    fn check_code(&self, entry: PatternEntry, distance: u8) -> Result<(), Unfinished<Refuted>> {
        let code = self.table.code(entry.row, entry.place);
        if code.is_some_and(|code| code != self.code_of(distance)) {
            let fault = PatternMistake::Distance(distance.into());
            return Err(self.refuted(entry, fault));
        }
        Ok(())
    }

    fn code_of(&self, distance: u8) -> u8 {
        distance.saturating_sub(self.table.base()).min(3)
    }

    /// Returns true if the table's counts include an entry. If patterns share entries, those without
    /// a code are not counted.
    fn is_counted(&self, entry: PatternEntry) -> bool {
        !self.shown.shares_entries() || self.table.code(entry.row, entry.place).is_some()
    }

    fn levels(&self) -> &[u64] {
        &self.table.levels
    }

    /// Compares the numbers of entries found at each distance with the table's counts.
    fn check_counts(&self, found: &[u64]) -> Result<(), Unfinished<Refuted>> {
        let levels = self.levels();
        let both = levels.len().min(found.len());
        Ok(check_counts(&levels[..both], &found[..both])?)
    }
}
