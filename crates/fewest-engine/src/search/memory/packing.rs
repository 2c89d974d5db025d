//! The stored form of a board: itself, or one word if the puzzle packs it.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::space::StateSpace;
use crate::support::invariant::Invariant;

pub(in crate::search) trait BoardPacking<P: StateSpace> {
    type Key: Copy + Eq + Hash + Debug;

    fn key(&self, puzzle: &P, board: &P::Board) -> Self::Key;

    fn board(&self, puzzle: &P, key: Self::Key) -> P::Board;
}

pub(in crate::search) struct Whole;

impl<P: StateSpace> BoardPacking<P> for Whole {
    type Key = P::Board;

    #[inline]
    fn key(&self, _: &P, board: &P::Board) -> P::Board {
        *board
    }

    #[inline]
    fn board(&self, _: &P, key: P::Board) -> P::Board {
        key
    }
}

/// Stores boards in one word, if the puzzle [packs](StateSpace::pack). Holds a board as a fallback.
pub(in crate::search) struct PackedBoards<B>(pub(in crate::search) B);

/// A word as two halves: with a note of four bytes it needs no padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct WordHalves([u32; 2]);

impl WordHalves {
    #[inline]
    fn whole(self) -> u64 {
        u64::from(self.0[0]) | u64::from(self.0[1]) << 32
    }
}

impl Hash for WordHalves {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.whole());
    }
}

impl<P: StateSpace> BoardPacking<P> for PackedBoards<P::Board> {
    type Key = WordHalves;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "cut into its halves")]
    fn key(&self, puzzle: &P, board: &P::Board) -> WordHalves {
        let word = puzzle.pack(board).debug_unwrap_or(0);
        WordHalves([word as u32, (word >> 32) as u32])
    }

    #[inline]
    fn board(&self, puzzle: &P, key: WordHalves) -> P::Board {
        puzzle.unpack(key.whole()).debug_unwrap_or(self.0)
    }
}
