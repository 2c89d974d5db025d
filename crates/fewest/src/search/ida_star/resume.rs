//! Continuing where an earlier search was stopped: the iterations that ended, and of the one under
//! way the subtrees that were searched to their end.
//!
//! How an iteration is cut into subtrees depends on the board, the heuristic, the threshold and the
//! iteration before, never on the number of threads or on time. So a search that is stopped any
//! number of times ends with the answer and the counts of one that was left alone, and what it
//! loses each time are the subtrees that were under way.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::bulk::End;
use super::tally::Tally;
use super::turns::Share;
use crate::search::Iteration;
use crate::support::clock::Instant;

/// More boards than any search generates: counts of that size are not ours.
const MOST_GENERATED: u64 = 1 << 60;

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The iterations that have ended.
    pub iterations: Vec<Iteration>,
    /// The threshold of the iteration under way, in moves.
    pub threshold: u32,
    /// By place in tie order: its subtrees that were searched to their end and hold no answer.
    pub subtrees: Vec<Option<Tally>>,
}

impl Record {
    /// Whether a search could have left it. One that can't have is worth nothing, and is not
    /// continued.
    ///
    /// ```
    /// use fewest::search::Iteration;
    /// use fewest::search::ida_star::resume::Record;
    ///
    /// let iteration = Iteration { threshold: 9, expanded: 3, generated: 5 };
    /// let record = Record { iterations: vec![iteration], threshold: 11, subtrees: vec![] };
    /// assert!(record.is_sound() && record.generated() == 5);
    /// // Thresholds rise.
    /// assert!(!Record { threshold: 9, ..record }.is_sound());
    /// ```
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let ended = self.iterations.iter().map(|i| (i.expanded, i.generated));
        let done = self.subtrees.iter().flatten();
        let counts = ended.chain(done.map(|tally| (tally.expanded, tally.generated)));
        let add = |sum: u64, (expanded, generated): (u64, u64)| {
            Some(sum.checked_add(expanded)?.checked_add(generated)?)
                .filter(|&sum| sum < MOST_GENERATED)
        };
        let thresholds = self.iterations.iter().map(|i| i.threshold);
        let is_rising = thresholds
            .chain([self.threshold])
            .is_sorted_by(|low, high| low < high);
        is_rising && counts.into_iter().try_fold(0, add).is_some()
    }

    /// What was done in the iterations that ended.
    pub(super) fn ended(&self) -> Tally {
        let done = |sum: Tally, iteration: &Iteration| Tally {
            expanded: sum.expanded + iteration.expanded,
            generated: sum.generated + iteration.generated,
            ..sum
        };
        self.iterations.iter().fold(Tally::NOTHING, done)
    }

    /// Boards generated in all that it knows of.
    #[must_use]
    pub fn generated(&self) -> u64 {
        let ended = self.iterations.iter().map(|i| i.generated);
        let done = self.subtrees.iter().flatten().map(|tally| tally.generated);
        ended.chain(done).fold(0, u64::saturating_add)
    }
}

/// Where a search continues, and where it reports how far it is.
pub struct Checkpoint<'k> {
    /// What it continues from; when it returns, how far it has come. The empty record begins at the
    /// beginning.
    pub record: Record,
    /// The time between two reports.
    pub every: Duration,
    /// Called with how far the search is, by the thread that searches, which waits meanwhile.
    pub keep: &'k mut dyn FnMut(&Record),
    /// Shares the search with other processes.
    pub share: Option<&'k dyn Share>,
}

impl Checkpoint<'_> {
    /// Keeps the record of a search that begins with this threshold. A record that is not its own
    /// is dropped.
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

/// Keeps a record of a search while it runs.
pub(super) struct RecordKeeper<'k> {
    pub(super) record: &'k mut Record,
    every: Duration,
    last: Instant,
    keep: &'k mut dyn FnMut(&Record),
    share: Option<&'k dyn Share>,
}

impl<'k> RecordKeeper<'k> {
    /// What shares the iteration whose subtrees the record has, if that is worth it.
    pub(super) fn share(&self, mark: impl FnOnce() -> u64) -> Option<&'k dyn Share> {
        self.share.filter(|share| share.begin(self.record, mark()))
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// Reports how far the search is.
    pub(super) fn tell(&mut self) {
        (self.keep)(self.record);
        self.last = Instant::now();
    }

    /// Notes a subtree, if it was searched to its end and holds no answer.
    pub(super) fn note(&mut self, place: usize, became: Option<(End, Tally)>) {
        if let Some((End::Clear, tally)) = became
            && let Some(known) = self.record.subtrees.get_mut(place)
        {
            *known = Some(tally);
        }
    }

    /// What is known of an iteration's subtrees.
    pub(super) fn known(&mut self, subtrees: usize) -> Vec<Option<(End, Tally)>> {
        self.record.subtrees.resize(subtrees, None);
        let clear = |tally: &Option<Tally>| tally.map(|tally| (End::Clear, tally));
        self.record.subtrees.iter().map(clear).collect()
    }

    /// Notes that an iteration has ended, and the threshold of the next.
    pub(super) fn end(&mut self, iteration: Iteration, next: u32) {
        self.record.iterations.push(iteration);
        self.record.threshold = next;
        self.record.subtrees.clear();
    }
}
