//! Move pruning: move sequences that a depth-first search can skip.
//!
//! A search that keeps only the boards on its path reaches most boards by many paths. In sliding
//! tiles, going round four cells six times in one direction equals going round six times in the
//! other; an answer needs only one of the two. Such a sequence is *redundant*: wherever it is
//! legal, another sequence leads to the same board and is shorter, or as long and earlier in tie
//! order. The lexicographically first shortest answer contains no redundant sequence, because
//! replacing it would give a better answer. So a search may skip every board that a redundant
//! sequence leads to, and still finds the same answer, for any goals.
//!
//! The sequences are found by generating all short ones. An automaton reads the moves of a search
//! and returns the moves that may follow (L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in
//! depth-first search", 1993). N. Burch and R. C. Holte show what goes wrong if ties among
//! sequences are broken inconsistently ("Automatic move pruning revisited", 2012).

mod automaton;
#[cfg(test)]
mod tests;
mod words;

use crate::space::structure::Structure;
use crate::space::{Move, Moves};
use crate::support::optimisation::Optimisation;
use automaton::Automaton;

/// The maximum effort to find redundant sequences, in cells of boards written. Each takes a few
/// nanoseconds and two or three bytes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort(pub u64);

impl Effort {
    /// A few milliseconds, for any search.
    pub const QUICK: Self = Self(500_000);
    /// Some hundredths of a second, for searches of a tenth and more.
    pub const THOROUGH: Self = Self(5_000_000);
    /// Half a second, for searches of many seconds.
    pub const UTMOST: Self = Self(150_000_000);

    /// Limits the effort to this many bytes of memory.
    #[must_use]
    pub fn within(self, memory: Option<u64>) -> Self {
        memory.map_or(self, |allowed| self.min(Self(allowed / BYTES)))
    }
}

/// The most bytes kept per written cell, on boards of six or more cells; smaller ones end soon.
const BYTES: u64 = 16;

/// The moves that may follow a sequence of moves.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::Move;
/// use fewest::space::MoveSet;
/// use fewest::pruning::{Effort, MovePruning};
/// use fewest::space::structure::{Structure, Turn};
///
/// // Two moves that swap different pairs of cells.
/// let swap = |by, from: [u8; 4]| Turn { by: Move::new(by), needs: Vec::new(), from: from.to_vec() };
/// let pruning = MovePruning::find(
///     &Structure {
///         pieces: vec![1; 4],
///         turns: vec![swap(0, [1, 0, 2, 3]), swap(1, [0, 1, 3, 2])],
///         goals: vec![],
///     },
///     Effort::QUICK,
/// );
/// // Both twice do nothing, and the second before the first does what they do in order.
/// assert_eq!((pruning.sequences(), pruning.longest()), (3, 2));
/// let after_first = pruning.after(pruning.start(), Move::new(0));
/// let allowed: MoveSet = pruning.allowed(after_first);
/// assert_eq!(allowed.and(MoveSet::first(2)), MoveSet::only(Move::new(1)));
/// ```
#[derive(Clone, Debug)]
pub struct MovePruning {
    automaton: Automaton,
    longest: usize,
    sequences: usize,
}

/// The state after a sequence of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(pub u16);

impl MovePruning {
    /// Finds the redundant sequences of a puzzle's moves, as long as the effort allows.
    #[must_use]
    pub fn find(structure: &Structure, effort: Effort) -> Self {
        Self::find_until(structure, effort, &|| false)
    }

    /// Like [`find`](Self::find), but keeps to the lengths done if `must_stop` returns true.
    #[must_use]
    pub fn find_until(
        structure: &Structure,
        effort: Effort,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let (mut longest, mut sequences) = (0, 0);
        let mut automaton = Automaton::new(structure.moves());
        let must_stop = &|| must_stop() || !Optimisation::Pruning.is_on();
        for words in words::RedundantSequences::new(structure, effort, must_stop) {
            let Some(larger) = automaton.with(&words) else {
                break;
            };
            automaton = larger;
            longest = words.first().map_or(longest, Vec::len);
            sequences += words.len();
        }
        Self {
            automaton,
            longest,
            sequences,
        }
    }

    /// The length of the longest known redundant sequence, in moves; 0 if none is known.
    #[must_use]
    pub const fn longest(&self) -> usize {
        self.longest
    }

    /// The number of known redundant sequences that contain no shorter one.
    #[must_use]
    pub const fn sequences(&self) -> usize {
        self.sequences
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.automaton.states()
    }

    /// The state before any move.
    #[must_use]
    pub const fn start(&self) -> State {
        State(0)
    }

    /// The state after one more move.
    #[inline]
    #[must_use]
    pub fn after(&self, State(state): State, m: Move) -> State {
        State(self.automaton.after(state, m))
    }

    /// The moves that complete no redundant sequence; intersect them with the legal moves.
    #[inline]
    #[must_use]
    pub fn allowed<M: Moves>(&self, State(state): State) -> M {
        self.automaton.allowed(state)
    }
}
