//! Level-by-level counts, and checks of them.

use super::error::{LevelMistake, LevelsError};
use crate::kernel::Kernel;
use crate::survey;

/// The numbers of boards of a puzzle or a set, by distance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels<B> {
    /// The number of boards at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// True if these are all solvable boards.
    pub is_complete: bool,
    /// The number of boards that can be solved, also if no moves lead to them from the home board.
    /// `None` if the counts are of a set or not complete, or the number is unknown.
    pub solvable: Option<u64>,
    /// The number of other boards (in the set): unsolvable ones if the counts are complete. `None` if
    /// the number is unknown.
    pub others: Option<u64>,
    /// The hardest of the counted boards, by falling distance, then by their symbols, cell by cell.
    pub hardest: Vec<FarBoard<B>>,
    /// The least distance whose boards are kept; nearer boards are not listed.
    pub first_kept: usize,
}

/// One of the hardest boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarBoard<B> {
    /// The board.
    pub board: B,
    /// Its distance, in moves.
    pub distance: usize,
    /// The number of boards symmetric to it, including itself.
    pub class: u64,
}

impl<B> Levels<B> {
    /// The mean distance of the counted boards, in moves.
    #[must_use]
    pub fn mean(&self) -> f64 {
        survey::mean(&self.counts)
    }

    /// The least distance, in moves, within which at least half of them are.
    #[must_use]
    pub fn median(&self) -> usize {
        survey::median(&self.counts)
    }

    pub(crate) fn map<A>(self, mut board: impl FnMut(B) -> A) -> Levels<A> {
        let hardest = self.hardest.into_iter().map(|far| FarBoard {
            board: board(far.board),
            distance: far.distance,
            class: far.class,
        });
        Levels {
            counts: self.counts,
            is_complete: self.is_complete,
            solvable: self.solvable,
            others: self.others,
            hardest: hardest.collect(),
            first_kept: self.first_kept,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) counts: Vec<u64>,
    /// The number of boards of the set at each distance; empty without a set.
    pub(super) chosen: Vec<u64>,
    pub(super) is_complete: bool,
}

/// Returns a text that is equal for two puzzles only if their distances and ranks are.
pub(super) fn identity<K: Kernel>(puzzle: &K) -> String {
    puzzle.identity().unwrap_or_else(|| {
        let mark = puzzle.model().fingerprint();
        format!("{}, structure {mark:032x}", puzzle.table_name())
    })
}

/// Returns true if every rank belongs to a solvable board.
pub(super) fn all_can_be_solved<K: Kernel>(puzzle: &K) -> bool {
    puzzle.is_parity_exact() || puzzle.numbers_made() && puzzle.is_reversible()
}

/// Checks that at most as many boards were counted as exist, or exactly as many if `is_all`.
pub(super) fn check_sum(counts: &[u64], boards: u64, is_all: bool) -> Result<(), LevelsError> {
    let counted = counts.iter().copied().fold(0, u64::saturating_add);
    if counted > boards || is_all && counted < boards {
        return Err(LevelsError::Wrong(LevelMistake::Sum { counted, boards }));
    }
    Ok(())
}
