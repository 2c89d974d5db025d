//! The population of a puzzle that is tabulated as its goals see it.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::Population;
use super::fibres::Fibres;
use crate::kernel::Kernel;
use crate::space::set::BoardSet;

/// A puzzle, and the table of its view for all goals together. Each board of the view stands for
/// equally many boards.
pub struct ByView<K: Kernel> {
    fibres: Fibres<K>,
    seen: Box<dyn Population<Puzzle = K>>,
    /// The set, as the puzzle's own symbols have it.
    set: Option<Arc<BoardSet>>,
    /// Boards that each board of the view stands for.
    each: u64,
    counts: Vec<u64>,
    tying: Vec<u64>,
}

impl<K: Kernel> ByView<K> {
    /// The population with these fibres, from that of the view, which is that of a set if this one
    /// is to be; `None` if they are 2^64 boards or more.
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

    /// Fibre by fibre, in the order of the view's ranks.
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

    /// The first of its fibre.
    fn alike(&self, board: &K::Board) -> K::Board {
        self.fibres.first(board)
    }
}
