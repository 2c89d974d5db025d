//! Moves, and sets of them.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

/// A move: its place in the puzzle's tie order, 0..255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move(u8);

impl Move {
    /// The maximum number of moves of a puzzle: a byte holds a move, or none.
    pub const LIMIT: usize = 255;

    /// The move at this place in the tie order.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// Its place in the tie order.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of the first 64 moves for each of its `WORDS`: bit `i` of word `w` is the move at place
/// `64 * w + i` of the tie order. Iterates in tie order.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::space::{Move, MoveSet};
///
/// let set: MoveSet = MoveSet::EMPTY.with(Move::new(5)).with(Move::new(2));
/// assert!(set.eq([2, 5].map(Move::new)));
/// assert_eq!(set.and(MoveSet::first(3)), MoveSet::only(Move::new(2)));
/// assert_eq!(set.without(MoveSet::first(3)).words(), &[0b10_0000]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveSet<const WORDS: usize = 1>([u64; WORDS]);

/// A set of any moves.
pub type AnyMoves = MoveSet<4>;

impl<const WORDS: usize> MoveSet<WORDS> {
    /// The number of moves that a set can hold.
    pub const LIMIT: usize = 64 * WORDS;
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set with these bits, the lowest first. Missing words are empty, and further ones left out.
    #[must_use]
    pub fn from_words(words: &[u64]) -> Self {
        Self(std::array::from_fn(|place| {
            words.get(place).copied().unwrap_or(0)
        }))
    }

    /// The first `count` moves of the tie order, or all moves that a set can hold.
    #[must_use]
    pub fn first(count: usize) -> Self {
        Self(std::array::from_fn(|place| {
            match count.saturating_sub(64 * place) {
                count @ ..64 => (1 << count) - 1,
                _ => u64::MAX,
            }
        }))
    }

    /// The set's bits.
    #[must_use]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// The set of only this move.
    #[must_use]
    #[inline]
    pub fn only(m: Move) -> Self {
        Self::EMPTY.with(m)
    }

    /// This set plus a move. A set leaves out a move that it can't hold.
    #[must_use]
    #[inline]
    pub fn with(mut self, m: Move) -> Self {
        if let Some(word) = self.0.get_mut(m.index() / 64) {
            *word |= 1 << (m.index() % 64);
        }
        self
    }

    /// This set minus another.
    #[must_use]
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self.zip(other, |own, other| own & !other)
    }

    /// The intersection of two sets.
    #[must_use]
    #[inline]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |own, other| own & other)
    }

    /// The union of two sets.
    #[must_use]
    #[inline]
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |own, other| own | other)
    }

    #[inline]
    fn zip(self, other: Self, by: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|place| {
            by(self.0[place], other.0[place])
        }))
    }

    /// Returns true if the set has this move.
    #[must_use]
    #[inline]
    pub fn has(self, m: Move) -> bool {
        let word = self.0.get(m.index() / 64);
        word.is_some_and(|word| word >> (m.index() % 64) & 1 == 1)
    }

    /// The number of moves.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

impl<const WORDS: usize> Default for MoveSet<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[expect(
    clippy::copy_iterator,
    reason = "a set is a word or four: iterating over a copy is what every search does"
)]
impl<const WORDS: usize> Iterator for MoveSet<WORDS> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        for (place, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "a set has at most 256 moves"
                )]
                let first = (64 * place) as u8 + word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(Move(first));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // `self.len()` would be the method of `ExactSizeIterator`, which asks for this hint.
        let len = Self::len(*self);
        (len, Some(len))
    }
}

impl<const WORDS: usize> ExactSizeIterator for MoveSet<WORDS> {}

/// A set of moves that is wide enough for a puzzle: the smallest, because searches keep millions.
pub trait Moves:
    Copy + Eq + Debug + Default + Send + Sync + ExactSizeIterator<Item = Move> + 'static
{
    /// See [`MoveSet::LIMIT`].
    const LIMIT: usize;

    /// See [`MoveSet::from_words`].
    #[must_use]
    fn from_words(words: &[u64]) -> Self;

    /// See [`MoveSet::words`].
    #[must_use]
    fn words(&self) -> &[u64];

    /// See [`MoveSet::with`].
    #[must_use]
    fn with(self, m: Move) -> Self;

    /// See [`MoveSet::without`].
    #[must_use]
    fn without(self, other: Self) -> Self;

    /// See [`MoveSet::and`].
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// See [`MoveSet::has`].
    #[must_use]
    fn has(self, m: Move) -> bool;

    /// The set of this move, if there is one.
    #[inline]
    #[must_use]
    fn of(m: Option<Move>) -> Self {
        m.map_or(Self::default(), |m| Self::default().with(m))
    }
}

impl<const WORDS: usize> Moves for MoveSet<WORDS> {
    const LIMIT: usize = Self::LIMIT;

    #[inline]
    fn from_words(words: &[u64]) -> Self {
        Self::from_words(words)
    }

    #[inline]
    fn words(&self) -> &[u64] {
        self.words()
    }

    #[inline]
    fn with(self, m: Move) -> Self {
        self.with(m)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self.without(other)
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self.and(other)
    }

    #[inline]
    fn has(self, m: Move) -> bool {
        self.has(m)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn sets_are_those_of_the_standard_library() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut draw = || -> BTreeSet<Move> {
            let count = rng.usize(..80);
            (0..count).map(|_| Move::new(rng.u8(..))).collect()
        };
        let set =
            |moves: &BTreeSet<Move>| moves.iter().copied().fold(AnyMoves::EMPTY, AnyMoves::with);
        for _ in 0..200 {
            let (a, b) = (draw(), draw());
            assert!(set(&a).eq(a.iter().copied()));
            assert_eq!(set(&a).len(), a.len());
            assert_eq!(set(&a).is_empty(), a.is_empty());
            assert_eq!(set(&a).and(set(&b)), set(&(&a & &b)));
            assert_eq!(set(&a).or(set(&b)), set(&(&a | &b)));
            assert_eq!(set(&a).without(set(&b)), set(&(&a - &b)));
            for m in (0..=u8::MAX).map(Move::new) {
                assert_eq!(set(&a).has(m), a.contains(&m));
            }
            // A narrow set has the first 64 moves.
            let narrow = <MoveSet>::from_words(set(&a).words());
            let first = Move::new(63);
            assert!(narrow.eq(a.range(..=first).copied()));
            assert_eq!(
                AnyMoves::from_words(narrow.words()),
                set(&a).and(AnyMoves::first(64))
            );
        }
        for count in 0..=AnyMoves::LIMIT {
            let first = (0..=u8::MAX).map(Move::new).take(count);
            assert!(AnyMoves::first(count).eq(first.clone()));
            assert!(<MoveSet>::first(count).eq(first.take(64)));
        }
    }
}
