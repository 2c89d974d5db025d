//! Move pruning: sequences of moves that a depth-first search need never make.
//!
//! A search that keeps only the boards on its way comes to most boards by many ways. Going round
//! four cells of sliding tiles six times one way does what six times the other way does; one of the
//! two is enough, anywhere in an answer. Such a sequence is *redundant*: wherever it is legal,
//! another is legal that leads to the same board and is shorter, or as long and earlier in tie
//! order. The least of the shortest answers holds none, for putting the other in its place would
//! give a better one. So a search may leave out every board that a redundant sequence leads to,
//! whatever came before, and finds the same answer: for any goals, and with ties broken as always.
//!
//! The sequences are found by making all short ones, and an automaton reads the moves of a search
//! and says which may follow (L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in depth-first
//! search", 1993; N. Burch and R. C. Holte, "Automatic move pruning revisited", 2012, who show what
//! goes wrong where the ties among sequences are not broken alike).

mod automaton;
mod words;

use crate::space::structure::Structure;
use crate::space::{Move, MoveSet};
use automaton::Automaton;

/// What is spent to find redundant sequences, at most: cells of boards that are written. It takes
/// some nanoseconds for each, and two or three bytes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort(pub u64);

impl Effort {
    /// A few milliseconds, for any search.
    pub const QUICK: Self = Self(500_000);
    /// Some hundredths of a second, for searches of a tenth and more.
    pub const THOROUGH: Self = Self(5_000_000);
    /// Half a second, for searches of many seconds.
    pub const UTMOST: Self = Self(150_000_000);

    /// No more than this much memory allows.
    #[must_use]
    pub(crate) fn within(self, memory: Option<u64>) -> Self {
        memory.map_or(self, |allowed| self.min(Self(allowed / BYTES)))
    }
}

/// The most bytes that are kept for a cell written, on boards of six cells and more. Smaller ones
/// are soon exhausted.
const BYTES: u64 = 16;

/// Which moves may follow those that were made.
///
/// ```
/// use fewest::Move;
/// use fewest::space::MoveSet;
/// use fewest::pruning::{Effort, MovePruning};
/// use fewest::space::structure::{Structure, Turn};
///
/// // Two moves that swap different pairs of cells.
/// let swap = |by, from: [u8; 4]| Turn { by: Move::new(by), needs: None, from: from.to_vec() };
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
/// let allowed = pruning.allowed(after_first).and(MoveSet::first(2));
/// assert_eq!(allowed, MoveSet::only(Move::new(1)));
/// ```
#[derive(Clone, Debug)]
pub struct MovePruning {
    automaton: Automaton,
    longest: usize,
    sequences: usize,
}

/// What the moves made so far amount to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(pub(crate) u16);

impl MovePruning {
    /// That of a puzzle's moves, from sequences as long as the effort allows.
    #[must_use]
    pub fn find(structure: &Structure, effort: Effort) -> Self {
        Self::find_until(structure, effort, &|| false)
    }

    /// The same, from the sequences of those lengths that are done when it is time to stop.
    #[must_use]
    pub fn find_until(
        structure: &Structure,
        effort: Effort,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let (mut longest, mut sequences) = (0, 0);
        let mut automaton = Automaton::new(structure.moves());
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

    /// The moves of the longest redundant sequence that it knows; 0 if it knows none.
    #[must_use]
    pub const fn longest(&self) -> usize {
        self.longest
    }

    /// How many redundant sequences it knows that hold no shorter one.
    #[must_use]
    pub const fn sequences(&self) -> usize {
        self.sequences
    }

    /// How many states it has to remember moves by.
    #[must_use]
    pub fn states(&self) -> usize {
        self.automaton.states()
    }

    /// Before any move.
    #[must_use]
    pub const fn start(&self) -> State {
        State(0)
    }

    /// After one more move.
    #[inline]
    #[must_use]
    pub fn after(&self, State(state): State, m: Move) -> State {
        State(self.automaton.after(state, m))
    }

    /// The moves that complete no redundant sequence. Moves that the puzzle does not have are among
    /// them: intersect with those that are legal.
    #[inline]
    #[must_use]
    pub fn allowed(&self, State(state): State) -> MoveSet {
        self.automaton.allowed(state)
    }
}
