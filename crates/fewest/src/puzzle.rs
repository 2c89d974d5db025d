//! What a puzzle is to every table and every search.
//!
//! A [`Puzzle`] is a set of boards, at most 64 moves in a fixed order (the *tie order*: where
//! several answers are equally short, the one whose moves come first in this order is the least),
//! and the set of solved boards. A [`Ranked`] puzzle also numbers its boards without gaps, so that
//! a table of distances is a flat array.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};

use serde::Serialize;

use crate::link::{BoardByBoard, Link, Links};

/// A move: its place in the puzzle's tie order, 0..64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Move(u8);

impl Move {
    /// The most moves that a puzzle may have.
    pub const LIMIT: usize = 64;

    /// The move at this place of the tie order; only the lowest six bits count.
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

/// A set of moves: bit `i` stands for the move at place `i` of the tie order. Iterates in tie
/// order.
///
/// ```
/// use fewest::puzzle::{Move, MoveSet};
///
/// let set = MoveSet::EMPTY.with(Move::new(5)).with(Move::new(2));
/// assert!(set.eq([2, 5].map(Move::new)));
/// assert_eq!(set.and(MoveSet::first(3)), MoveSet::only(Move::new(2)));
/// assert_eq!(set.without(MoveSet::first(3)).bits(), 0b10_0000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct MoveSet(u64);

impl MoveSet {
    /// No move.
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

    /// Its bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set that holds this move alone.
    #[must_use]
    pub const fn only(m: Move) -> Self {
        Self(1 << m.0)
    }

    /// This set and a move.
    #[must_use]
    pub const fn with(self, m: Move) -> Self {
        Self(self.0 | 1 << m.0)
    }

    /// This set less the moves of another.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The moves that both sets hold.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The moves that either set holds.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many moves it holds.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds no move.
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

/// The rules of a puzzle.
///
/// Moves change a board in place and can be undone in place, so that a search need not allocate;
/// boards are small enough to be copied where that is quicker.
///
/// ```
/// // Three lamps in a row. A switch at each changes it and the lamps beside it.
/// use fewest::puzzle::{Move, MoveSet, Puzzle};
/// use fewest::search::{Control, breadth_first};
///
/// struct Lamps;
///
/// impl Puzzle for Lamps {
///     /// The lamps that are on, as bits.
///     type Board = u32;
///
///     fn moves(&self, _: &u32) -> MoveSet {
///         MoveSet::first(3)
///     }
///
///     fn apply(&self, lamps: &mut u32, m: Move) {
///         *lamps ^= ((0b111 << m.index()) >> 1) & 0b111;
///     }
///
///     fn inverse(&self, m: Move) -> Option<Move> {
///         Some(m)
///     }
///
///     fn is_solved(&self, lamps: &u32) -> bool {
///         *lamps == 0
///     }
/// }
///
/// // Only all three switches together put out the lamp in the middle.
/// let outcome = breadth_first::search(&Lamps, &0b010, &mut Control::default());
/// assert_eq!(outcome.moves, Some([0, 1, 2].map(Move::new).to_vec()));
/// ```
pub trait Puzzle: Sync {
    /// A board. Small and flat, since searches keep millions.
    type Board: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The moves that are legal on this board.
    fn moves(&self, board: &Self::Board) -> MoveSet;

    /// The moves that can have led to this board, from one board or from several:
    /// [`preimages`](Self::preimages).
    ///
    /// Where every move has an [`inverse`](Self::inverse) whose inverse is the move, these are the
    /// inverses of the legal moves.
    fn arrivals(&self, board: &Self::Board) -> MoveSet {
        let back = self.moves(board).filter_map(|m| self.inverse(m));
        back.fold(MoveSet::EMPTY, MoveSet::with)
    }

    /// Makes a move. What an illegal one does is unspecified, but it does not panic.
    fn apply(&self, board: &mut Self::Board, m: Move);

    /// Undoes a move that led to this board. Where it leads here from several boards, the board
    /// becomes one of them; the others are among its [`preimages`](Self::preimages).
    ///
    /// Where the move has an [`inverse`](Self::inverse), making that is enough.
    fn undo(&self, board: &mut Self::Board, m: Move) {
        if let Some(back) = self.inverse(m) {
            self.apply(board, back);
        }
    }

    /// The boards from which a move leads to this board, each once; the move is one of its
    /// [`arrivals`](Self::arrivals).
    ///
    /// A puzzle in which a move leads to a board from more than one other (the blank goes to a cell
    /// from any cell beside it) has to say so here; elsewhere it is what [`undo`](Self::undo)
    /// makes.
    #[inline]
    fn preimages(&self, board: &Self::Board, m: Move) -> impl Iterator<Item = Self::Board> {
        let mut before = *board;
        self.undo(&mut before, m);
        std::iter::once(before)
    }

    /// The move that takes `m` back wherever `m` was legal, where there is one. A search never
    /// makes it right after `m`: no shortest answer does.
    fn inverse(&self, m: Move) -> Option<Move>;

    /// The moves that are legal on this board, to which `last` led, less the one that takes `last`
    /// back.
    ///
    /// ```
    /// # use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
    /// use fewest::Move;
    /// use fewest::puzzle::Puzzle;
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = Board::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
    /// // The blank is at the right end of a row; after it went up it does not go down again.
    /// let (down, left, up) = (Move::new(0), Move::new(1), Move::new(3));
    /// assert!(eight.moves(&board).eq([down, left, up]));
    /// assert!(eight.onward(&board, up).eq([left, up]));
    /// ```
    #[inline]
    fn onward(&self, board: &Self::Board, last: Move) -> MoveSet {
        let back = self.inverse(last).map_or(MoveSet::EMPTY, MoveSet::only);
        self.moves(board).without(back)
    }

    /// Whether some move leads back to this board after a move.
    fn is_taken_back(&self, board: &Self::Board, m: Move) -> bool {
        let next = self.after(board, m);
        let mut moves = self.moves(&next);
        let leads_back = |back: Move| self.after(&next, back) == *board;
        if let Some(back) = self.inverse(m)
            && !moves.and(MoveSet::only(back)).is_empty()
            && leads_back(back)
        {
            return true;
        }
        moves.any(leads_back)
    }

    /// Whether the board is solved.
    fn is_solved(&self, board: &Self::Board) -> bool;

    /// The board in one word, for searches that keep millions; `None` for every board if the puzzle
    /// does not pack them.
    fn pack(&self, _: &Self::Board) -> Option<u64> {
        None
    }

    /// The board that [`pack`](Self::pack) made this word of; some board or none for other words.
    fn unpack(&self, _: u64) -> Option<Self::Board> {
        None
    }

    /// The board after a move.
    #[inline]
    fn after(&self, board: &Self::Board, m: Move) -> Self::Board {
        let mut next = *board;
        self.apply(&mut next, m);
        next
    }
}

/// A puzzle whose solved boards can be listed: what searches from both ends need.
///
/// ```
/// # use fewest::puzzle::{Move, MoveSet, Puzzle};
/// # struct Lamps;
/// # impl Puzzle for Lamps {
/// #     type Board = u32;
/// #     fn moves(&self, _: &u32) -> MoveSet {
/// #         MoveSet::first(3)
/// #     }
/// #     fn apply(&self, lamps: &mut u32, m: Move) {
/// #         *lamps ^= ((0b111 << m.index()) >> 1) & 0b111;
/// #     }
/// #     fn inverse(&self, m: Move) -> Option<Move> {
/// #         Some(m)
/// #     }
/// #     fn is_solved(&self, lamps: &u32) -> bool {
/// #         *lamps == 0
/// #     }
/// # }
/// use fewest::puzzle::Goals;
/// use fewest::search::{Control, a_star::AnswerChoice, bidirectional};
///
/// // `Lamps` is the example of `Puzzle`.
/// impl Goals for Lamps {
///     fn goals(&self) -> Vec<u32> {
///         vec![0]
///     }
/// }
///
/// let control = &mut Control::default();
/// let outcome = bidirectional::search(&Lamps, &0b010, &Lamps.goals(), AnswerChoice::Any, control);
/// assert_eq!(outcome.moves.map(|moves| moves.len()), Some(3));
/// ```
pub trait Goals: Puzzle {
    /// Every solved board.
    fn goals(&self) -> Vec<Self::Board>;
}

/// A puzzle whose boards are numbered 0..[`boards`](Self::boards) without gaps.
///
/// `rank` and `unrank` undo each other on every board that a move can reach from a solved one.
///
/// ```
/// # use fewest::puzzle::{Move, MoveSet, Puzzle};
/// # struct Lamps;
/// # impl Puzzle for Lamps {
/// #     type Board = u32;
/// #     fn moves(&self, _: &u32) -> MoveSet {
/// #         MoveSet::first(3)
/// #     }
/// #     fn apply(&self, lamps: &mut u32, m: Move) {
/// #         *lamps ^= ((0b111 << m.index()) >> 1) & 0b111;
/// #     }
/// #     fn inverse(&self, m: Move) -> Option<Move> {
/// #         Some(m)
/// #     }
/// #     fn is_solved(&self, lamps: &u32) -> bool {
/// #         *lamps == 0
/// #     }
/// # }
/// use fewest::puzzle::Ranked;
/// use fewest::table::build::build;
///
/// // `Lamps` is the example of `Puzzle`.
/// impl Ranked for Lamps {
///     fn boards(&self) -> u64 {
///         8
///     }
///
///     fn rank(&self, lamps: &u32) -> u64 {
///         (*lamps).into()
///     }
///
///     fn unrank(&self, rank: u64) -> u32 {
///         (rank % 8) as u32
///     }
///
///     fn solved(&self) -> Vec<u32> {
///         vec![0]
///     }
/// }
///
/// // Each of the eight sets of switches makes another board.
/// let table = build(&Lamps, fewest::Budget::default())?;
/// assert_eq!(table.counts(), [1, 3, 3, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Ranked: Puzzle {
    /// How many numbers there are.
    fn boards(&self) -> u64;

    /// The board's number, below [`boards`](Self::boards).
    fn rank(&self, board: &Self::Board) -> u64;

    /// Whether a board that can't be solved may have the rank of another: then it has no distance
    /// to look up.
    fn shares_rank(&self, _: &Self::Board) -> bool {
        false
    }

    /// The board with this number. A number that is too large gives some board, without a panic.
    fn unrank(&self, rank: u64) -> Self::Board;

    /// Every solved board. Those that number more boards than can be listed return none here, and
    /// implement [`each_solved`](Self::each_solved).
    fn solved(&self) -> Vec<Self::Board>;

    /// Visits those of these numbers that solved boards have, perhaps some of them twice, until
    /// `visit` breaks off.
    fn each_solved(&self, ranks: Range<u64>, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        each_of(self, &self.solved(), ranks, visit);
    }

    /// Visits the numbers of the boards from which one move leads to the board with this number. A
    /// puzzle that knows a faster way than through the boards themselves implements this.
    #[inline]
    fn predecessors(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let board = self.unrank(rank);
        for m in self.arrivals(&board) {
            for before in self.preimages(&board, m) {
                visit(self.rank(&before));
            }
        }
    }

    /// Visits the numbers of the boards to which one move leads.
    #[inline]
    fn successors(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let board = self.unrank(rank);
        for m in self.moves(&board) {
            visit(self.rank(&self.after(&board, m)));
        }
    }

    /// What a stored table of it is filed under: its name up to the first comma, then whatever
    /// distances and ranks depend on, with a number that changes when its ranks do. None: its table
    /// is never stored. Only puzzles whose every move can be taken back by a move have one.
    fn identity(&self) -> Option<String> {
        None
    }

    /// The bytes that it keeps to number boards, if they are many.
    fn numbering_bytes(&self) -> usize {
        0
    }

    /// How its ranks fall into blocks, and how moves carry whole sets of boards from block to
    /// block. By default all ranks are one block, done board by board.
    fn links(&self) -> Links<'_>
    where
        Self: Sized,
    {
        Links {
            block: usize::try_from(self.boards()).unwrap_or(usize::MAX),
            links: vec![Link {
                from: 0,
                to: 0,
                by: Box::new(BoardByBoard(self)),
            }],
        }
    }
}

/// Visits those of these numbers that some boards have.
pub(crate) fn each_of<P: Ranked + ?Sized>(
    puzzle: &P,
    boards: &[P::Board],
    ranks: Range<u64>,
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) {
    let own = boards.iter().map(|board| puzzle.rank(board));
    // Whether it broke off, the visitor knows.
    let _ = own.filter(|rank| ranks.contains(rank)).try_for_each(visit);
}
