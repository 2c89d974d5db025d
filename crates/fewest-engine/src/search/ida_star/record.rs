//! The record of a search, from which it can be resumed.

use serde::{Deserialize, Serialize};

use super::tally::Tally;
use crate::search::Iteration;

/// More boards than any search generates; larger counts are rejected.
const MAX_GENERATED: u64 = 1 << 60;

/// The progress of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The finished iterations.
    pub iterations: Vec<Iteration>,
    /// The threshold of the current iteration, in moves.
    pub threshold: u32,
    /// The current iteration's finished subtrees without an answer, by place in tie order.
    pub subtrees: Vec<Option<Tally>>,
}

impl Record {
    /// Returns true if a search could have left this record. Others are not resumed.
    ///
    /// ```
    /// # use fewest_engine as fewest;
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
                .filter(|&sum| sum < MAX_GENERATED)
        };
        let thresholds = self.iterations.iter().map(|i| i.threshold);
        let is_rising = thresholds
            .chain([self.threshold])
            .is_sorted_by(|low, high| low < high);
        is_rising && counts.into_iter().try_fold(0, add).is_some()
    }

    pub(super) fn ended(&self) -> Tally {
        let done = |sum: Tally, iteration: &Iteration| Tally {
            expanded: sum.expanded + iteration.expanded,
            generated: sum.generated + iteration.generated,
            ..sum
        };
        self.iterations.iter().fold(Tally::NOTHING, done)
    }

    /// The number of boards generated in all that the record has.
    #[must_use]
    pub fn generated(&self) -> u64 {
        let ended = self.iterations.iter().map(|i| i.generated);
        let done = self.subtrees.iter().flatten().map(|tally| tally.generated);
        ended.chain(done).fold(0, u64::saturating_add)
    }
}
