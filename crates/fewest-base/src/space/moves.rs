//! Moves, and sets of them.

use serde::{Deserialize, Serialize};

/// A move: its place in the puzzle's tie order, 0..64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Move(u8);

impl Move {
    /// The maximum number of moves of a puzzle.
    pub const LIMIT: usize = 64;

    /// The move at this place in the tie order; only the lowest six bits count.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// Its place in the tie order, 0..64.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl TryFrom<u8> for Move {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Self, Self::Error> {
        let is_place = usize::from(index) < Self::LIMIT;
        is_place.then_some(Self(index)).ok_or("a move is below 64")
    }
}

/// A set of moves: bit `i` is the move at place `i` of the tie order. Iterates in tie order.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::space::{Move, MoveSet};
///
/// let set = MoveSet::EMPTY.with(Move::new(5)).with(Move::new(2));
/// assert!(set.eq([2, 5].map(Move::new)));
/// assert_eq!(set.and(MoveSet::first(3)), MoveSet::only(Move::new(2)));
/// assert_eq!(set.without(MoveSet::first(3)).bits(), 0b10_0000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct MoveSet(u64);

impl MoveSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set with these bits.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The first `count` moves of the tie order (0..=64).
    #[must_use]
    pub const fn first(count: u32) -> Self {
        Self(if count >= u64::BITS {
            u64::MAX
        } else {
            (1 << count) - 1
        })
    }

    /// The set's bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of only this move.
    #[must_use]
    pub const fn only(m: Move) -> Self {
        Self(1 << m.0)
    }

    /// This set plus a move.
    #[must_use]
    pub const fn with(self, m: Move) -> Self {
        Self(self.0 | 1 << m.0)
    }

    /// This set minus another.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The intersection of two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The union of two sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The number of moves.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[expect(
    clippy::copy_iterator,
    reason = "a set is a word: iterating over a copy is what every search does"
)]
impl Iterator for MoveSet {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a bit's place in a u64 is below 64"
        )]
        let first = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Move(first))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for MoveSet {}
