//! The proof of a projection's table.
//!
//! Patterns are moved sticker by sticker, by what moves do to colours. The code that builds tables
//! goes by links, classes and symmetries; all that is shared are the numbers of states and entries.
//!
//! Of a small projection every pattern is found by a breadth-first search, and held against the
//! entry that it is looked up in. A large one is read as a whole, and proved near the goal; farther
//! away a sample of its entries is held against those a move away, and another against searches of
//! their own. What a search does with a table is proved on boards: those near the goal, and those
//! along random walks, have no bound above their distance.

mod ball;
mod near;
mod samples;
mod shown;
#[cfg(test)]
mod tests;
mod whole;

use serde::Serialize;

use super::piece_search::PieceSearch;
use super::search::ListTree;
use super::table::BoundTable;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::refuted::{PatternMistake, Refuted};
use crate::table::verify::{Proof, check_counts};
use shown::{PatternEntry, ShownPatterns};

/// The most patterns of a projection that is proved entry by entry: that takes some ten seconds of
/// a core.
const SMALL: u64 = 1 << 23;
/// The bytes that this takes for each of them, at most.
const SMALL_BYTES: u64 = 8;
/// The bytes that a proof may take in any case.
const LEAST_MEMORY: u64 = SMALL * SMALL_BYTES;
/// Patterns that a task looks at.
const PATTERNS_PER_TASK: usize = 1 << 12;

/// What was proved of a projection's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProjectionProof {
    /// Patterns whose distance was found and compared: those of all entries of a small table; of a
    /// large one those near the goal, with the counts as far as they go.
    pub proof: Proof,
    /// Boards whose bounds were held against their distance, or the length of a walk to them.
    pub boards: u64,
    /// What was looked at besides, if the table is large.
    pub samples: Option<Samples>,
}

/// What was looked at of a table that is too large to be proved entry by entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Samples {
    /// Its entries: all were read, and counted by level.
    pub entries: u64,
    /// Entries that were held against those a move away.
    pub compared: u64,
    /// Entries whose distance was found by a search of their own.
    pub searched: u64,
}

impl PieceSearch {
    /// Proves its table, on all cores where the feature `rayon` is on; `None` if it has none. It
    /// takes up to 700 MB, or what memory the table leaves, but 64 MB in any case.
    ///
    /// # Errors
    /// If anything is wrong, or the proof was cancelled.
    pub fn verify(
        &self,
        budget: Budget<'_>,
    ) -> Result<Option<ProjectionProof>, Unfinished<Refuted>> {
        let Some(tree) = self.tree() else {
            return Ok(None);
        };
        // A table that is mapped does not count.
        let table = if self.is_stored() { 0 } else { self.bytes() };
        let left = |memory: u64| memory.saturating_sub(table).max(LEAST_MEMORY);
        let memory = budget.memory.map(left);
        prove(&tree, SMALL, Budget { memory, ..budget }).map(Some)
    }
}

/// Proves a table within the memory that it leaves: entry by entry if there are at most so many
/// patterns.
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

/// A table that is being proved.
#[derive(Clone, Copy)]
struct Proving<'a> {
    shown: &'a ShownPatterns<'a>,
    table: &'a BoundTable,
    budget: Budget<'a>,
}

impl Proving<'_> {
    /// The bound that the table has in an entry.
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

    /// Sees that the code of an entry is that of its distance.
    fn check_code(&self, entry: PatternEntry, distance: u8) -> Result<(), Unfinished<Refuted>> {
        let code = self.table.code(entry.row, entry.place);
        if code.is_some_and(|code| code != self.code_of(distance)) {
            let fault = PatternMistake::Distance(distance.into());
            return Err(self.refuted(entry, fault));
        }
        Ok(())
    }

    /// The code of a distance.
    fn code_of(&self, distance: u8) -> u8 {
        distance.saturating_sub(self.table.base()).min(3)
    }

    /// How many entries the table counts at each distance.
    fn levels(&self) -> &[u64] {
        &self.table.levels
    }

    /// Sees that as many entries were found at each distance as the table counts.
    fn check_counts(&self, found: &[u64]) -> Result<(), Unfinished<Refuted>> {
        let levels = self.levels();
        let both = levels.len().min(found.len());
        Ok(check_counts(&levels[..both], &found[..both])?)
    }
}
