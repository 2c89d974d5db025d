//! What was counted by levels, and checks of it.

use super::error::{LevelMistake, LevelsError};
use crate::kernel::Kernel;
use crate::survey;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels<B> {
    /// How many boards there are at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// Whether these are all boards that can be solved.
    pub is_complete: bool,
    /// How many other boards are in the set that is asked about: nothing solves them if the counts
    /// are complete. `None` where all boards are asked about, or that is not known.
    pub others: Option<u64>,
    /// The hardest boards that were counted: by falling distance, then by their symbols, cell by
    /// cell.
    pub hardest: Vec<FarBoard<B>>,
    /// The least distance whose boards are kept: nearer ones are not listed.
    pub first_kept: usize,
}

/// One of the hardest boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarBoard<B> {
    /// The board.
    pub board: B,
    /// Its distance, in moves.
    pub distance: usize,
    /// How many boards the symmetries make of it, itself included.
    pub class: u64,
}

impl<B> Levels<B> {
    /// The mean distance of the boards that were counted, in moves.
    #[must_use]
    pub fn mean(&self) -> f64 {
        survey::mean(&self.counts)
    }

    /// The least distance that at least half of them do not exceed, in moves.
    #[must_use]
    pub fn median(&self) -> usize {
        survey::median(&self.counts)
    }

    /// The same with its boards in another form.
    pub(crate) fn map<A>(self, mut board: impl FnMut(B) -> A) -> Levels<A> {
        let hardest = self.hardest.into_iter().map(|far| FarBoard {
            board: board(far.board),
            distance: far.distance,
            class: far.class,
        });
        Levels {
            counts: self.counts,
            is_complete: self.is_complete,
            others: self.others,
            hardest: hardest.collect(),
            first_kept: self.first_kept,
        }
    }
}

/// What was counted so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) counts: Vec<u64>,
    /// How many of them are in the set that is asked about; none if that is all boards.
    pub(super) chosen: Vec<u64>,
    pub(super) is_complete: bool,
}

/// What distances and ranks depend on.
pub(super) fn identity<K: Kernel>(puzzle: &K) -> String {
    puzzle.identity().unwrap_or_else(|| {
        let mark = puzzle.model().fingerprint();
        format!("{}, structure {mark:032x}", puzzle.table_name())
    })
}

/// Returns true if every number is that of a board that can be solved.
pub(super) fn all_can_be_solved<K: Kernel>(puzzle: &K) -> bool {
    puzzle.is_parity_exact() || puzzle.numbers_made() && puzzle.is_reversible()
}

/// Checks that no more boards were counted than there are, or exactly as many if `is_all`.
pub(super) fn check_sum(counts: &[u64], boards: u64, is_all: bool) -> Result<(), LevelsError> {
    let counted = counts.iter().copied().fold(0, u64::saturating_add);
    if counted > boards || is_all && counted < boards {
        return Err(LevelsError::Wrong(LevelMistake::Sum { counted, boards }));
    }
    Ok(())
}
