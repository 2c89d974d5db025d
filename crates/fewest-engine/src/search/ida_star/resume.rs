//! Resuming a stopped search, from its finished iterations and subtrees.
//!
//! The cut into subtrees depends on the board, the heuristic, the threshold and the previous
//! iteration, never on threads or time. So a search stopped any number of times ends with the
//! answer and counts of an uninterrupted one. Each stop loses only the unfinished subtrees.

use std::time::Duration;

pub use super::record::Record;
use super::tally::{End, Tally};
use super::turns::Share;
use crate::search::Iteration;
use crate::support::clock::Instant;

/// The start of a resumed search, and a callback for its progress.
pub struct Checkpoint<'k> {
    /// The record to resume from and, after the search, its progress; empty at the beginning.
    pub record: Record,
    /// The time between two reports.
    pub every: Duration,
    /// Called with the progress, on the thread that searches, which waits meanwhile.
    pub keep: &'k mut dyn FnMut(&Record),
    /// Shares the search with other processes.
    pub share: Option<&'k dyn Share>,
}

impl Checkpoint<'_> {
    /// Keeps the record of a search with this first threshold; drops a record with another.
    pub(super) fn keeper(&mut self, first: u32) -> RecordKeeper<'_> {
        let Self {
            record,
            every,
            keep,
            share,
        } = self;
        let begun = record.iterations.first();
        if begun.map_or(record.threshold, |begun| begun.threshold) != first || !record.is_sound() {
            *record = Record::default();
        }
        RecordKeeper {
            record,
            every: *every,
            last: Instant::now(),
            keep,
            share: *share,
        }
    }
}

pub(super) struct RecordKeeper<'k> {
    pub(super) record: &'k mut Record,
    every: Duration,
    last: Instant,
    keep: &'k mut dyn FnMut(&Record),
    share: Option<&'k dyn Share>,
}

impl<'k> RecordKeeper<'k> {
    /// Shares the iteration of the record, if that is worth it.
    pub(super) fn share(&self, mark: impl FnOnce() -> u64) -> Option<&'k dyn Share> {
        self.share.filter(|share| share.begin(self.record, mark()))
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    pub(super) fn report(&mut self) {
        (self.keep)(self.record);
        self.last = Instant::now();
    }

    /// Records a subtree, if it was searched to its end and has no answer.
    pub(super) fn note(&mut self, place: usize, became: Option<(End, Tally)>) {
        if let Some((End::Clear, tally)) = became
            && let Some(known) = self.record.subtrees.get_mut(place)
        {
            *known = Some(tally);
        }
    }

    /// The known results of an iteration's subtrees.
    pub(super) fn known(&mut self, subtrees: usize) -> Vec<Option<(End, Tally)>> {
        self.record.subtrees.resize(subtrees, None);
        let clear = |tally: &Option<Tally>| tally.map(|tally| (End::Clear, tally));
        self.record.subtrees.iter().map(clear).collect()
    }

    /// Records that an iteration has ended, and the threshold of the next.
    pub(super) fn end(&mut self, iteration: Iteration, next: u32) {
        self.record.iterations.push(iteration);
        self.record.threshold = next;
        self.record.subtrees.clear();
    }
}
