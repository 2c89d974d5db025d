//! The population of a puzzle tabulated as its goals see it.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::fibres::Fibres;
use super::{Population, RankedDistances};
use crate::kernel::Kernel;
use crate::space::set::BoardSet;

/// A puzzle, and the table of its view for all goals. See [`Fibres`].
pub struct ByView<K: Kernel> {
    fibres: Fibres<K>,
    seen: Box<dyn Population<Puzzle = K>>,
    /// The set, in the puzzle's own symbols.
    set: Option<Arc<BoardSet>>,
    /// The number of boards per board of the view.
    each: u64,
    counts: Vec<u64>,
    tying: Vec<u64>,
}

impl<K: Kernel> ByView<K> {
    /// Combines the fibres of a puzzle with the population of its view. For the population of a
    /// set, the view's must be of a set too. `None` for 2^64 boards or more.
    #[must_use]
    pub fn new(
        fibres: Fibres<K>,
        seen: Box<dyn Population<Puzzle = K>>,
        set: Option<Arc<BoardSet>>,
    ) -> Option<Self> {
        let each = fibres.size()?;
        let (counts, tying) = (fibres.counts(seen.counts())?, fibres.counts(&seen.tying())?);
        Some(Self {
            fibres,
            seen,
            set,
            each,
            counts,
            tying,
        })
    }
}

impl<K: Kernel> Population for ByView<K> {
    type Puzzle = K;

    fn puzzle(&self) -> &K {
        self.fibres.puzzle()
    }

    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn tying(&self) -> Vec<u64> {
        self.tying.clone()
    }

    fn set(&self) -> Option<&Arc<BoardSet>> {
        self.set.as_ref()
    }

    fn distance(&self, board: &K::Board) -> Option<u8> {
        self.seen.distance(&self.fibres.project(board))
    }

    /// In the order of the view's ranks, fibre by fibre.
    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(K::Board) -> ControlFlow<()>) {
        self.seen.each_at(distance, &mut |seen| {
            let mut boards = (0..self.each).filter_map(|place| self.fibres.board(&seen, place));
            boards.try_for_each(&mut *visit)
        });
    }

    fn nth(&self, distance: u8, place: u64) -> Option<K::Board> {
        let seen = self.seen.nth(distance, place / self.each)?;
        self.fibres.board(&seen, place % self.each)
    }

    fn ranked(&self) -> Option<&dyn RankedDistances> {
        self.seen.ranked()
    }

    fn rank(&self, board: &K::Board) -> Option<u64> {
        self.seen.rank(&self.fibres.project(board))
    }

    /// The first board of its fibre.
    fn representative(&self, board: &K::Board) -> K::Board {
        self.fibres.first(board)
    }
}
