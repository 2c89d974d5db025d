//! Puzzles as tables and searches see them.
//!
//! A [`StateSpace`] has boards, solved boards, and at most 255 moves in a fixed order, the *tie
//! order*. Of several shortest answers, the least is the lexicographically first in this order.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Move, Moves};

/// The rules of a puzzle.
///
/// Moves are applied and undone in place, so that a search need not allocate. Boards are small
/// enough to copy if that is faster.
///
/// ```
/// # use fewest_base as fewest;
/// // Three lamps in a row. A switch at each changes it and the lamps beside it.
/// use fewest::space::{Move, MoveSet, StateSpace};
///
/// struct Lamps;
///
/// impl StateSpace for Lamps {
///     /// The lamps that are on, as bits.
///     type Board = u32;
///     type Moves = MoveSet;
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
/// let switches: MoveSet = MoveSet::first(3);
/// let all = switches.fold(0b010, |lamps, m| Lamps.after(&lamps, m));
/// assert!(Lamps.is_solved(&all));
/// ```
pub trait StateSpace: Sync {
    /// A board: small and flat, because searches keep millions.
    type Board: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// A set of moves: [`MoveSet`](super::MoveSet) for up to 64 moves, otherwise
    /// [`AnyMoves`](super::AnyMoves).
    type Moves: Moves;

    /// The legal moves on this board.
    fn moves(&self, board: &Self::Board) -> Self::Moves;

    /// The moves that can have led to this board; see [`preimages`](Self::preimages).
    ///
    /// If every move has an [`inverse`](Self::inverse) whose inverse is the move, these are the
    /// inverses of the legal moves.
    fn arrivals(&self, board: &Self::Board) -> Self::Moves {
        let back = self.moves(board).filter_map(|m| self.inverse(m));
        back.fold(Self::Moves::default(), Moves::with)
    }

    /// Applies a move. The effect of an illegal move is unspecified, but it does not panic.
    fn apply(&self, board: &mut Self::Board, m: Move);

    /// Undoes a move that led to this board. By default this applies the
    /// [`inverse`](Self::inverse). If the move leads here from several boards, the result is one of
    /// the [`preimages`](Self::preimages).
    fn undo(&self, board: &mut Self::Board, m: Move) {
        if let Some(back) = self.inverse(m) {
            self.apply(board, back);
        }
    }

    /// The boards from which a move, one of the [`arrivals`](Self::arrivals), leads to this board,
    /// each once. By default only the result of [`undo`](Self::undo): implement this if there may
    /// be several (say, if the blank reaches a cell from any neighbour).
    #[inline]
    fn preimages(&self, board: &Self::Board, m: Move) -> impl Iterator<Item = Self::Board> {
        let mut before = *board;
        self.undo(&mut before, m);
        std::iter::once(before)
    }

    /// The inverse of `m`, which undoes it wherever `m` is legal, if there is one. A search never
    /// applies it right after `m`, because no shortest answer does.
    fn inverse(&self, m: Move) -> Option<Move>;

    /// The legal moves on this board, reached by `last`, without the inverse of `last`. Moves that
    /// no lexicographically first shortest answer has after `last` may also be left out.
    #[inline]
    fn onward(&self, board: &Self::Board, last: Move) -> Self::Moves {
        self.moves(board).without(Moves::of(self.inverse(last)))
    }

    /// Returns true if the inverse of `m` leads from `next` (the board after `m`) back to `board`.
    #[inline]
    fn is_undone(&self, board: &Self::Board, m: Move, next: &Self::Board) -> bool {
        self.inverse(m)
            .is_some_and(|back| self.moves(next).has(back) && self.after(next, back) == *board)
    }

    /// Returns true if some move leads from `next`, the board after `m`, back to this board.
    fn is_taken_back(&self, board: &Self::Board, m: Move, next: &Self::Board) -> bool {
        let mut moves = self.moves(next);
        self.is_undone(board, m, next) || moves.any(|back| self.after(next, back) == *board)
    }

    /// Returns true if the board is solved.
    fn is_solved(&self, board: &Self::Board) -> bool;

    /// Returns true if all solutions have odd lengths, false if even ones; `None` if not known.
    fn has_odd_distance(&self, _: &Self::Board) -> Option<bool> {
        None
    }

    /// The board packed in a word, for searches that keep millions; always `None` if unsupported.
    fn pack(&self, _: &Self::Board) -> Option<u64> {
        None
    }

    /// The board that [`pack`](Self::pack) packed in this word; some board or none for other words.
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

/// A puzzle whose solved boards can be listed, as bidirectional searches require.
///
/// ```
/// # use fewest_base as fewest;
/// # use fewest::space::{Move, MoveSet, StateSpace};
/// # struct Lamps;
/// # impl StateSpace for Lamps {
/// #     type Board = u32;
/// #     type Moves = MoveSet;
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
/// use fewest::space::Goals;
///
/// // `Lamps` is the example of `StateSpace`.
/// impl Goals for Lamps {
///     fn goals(&self) -> Vec<u32> {
///         vec![0]
///     }
/// }
///
/// assert!(Lamps.goals().iter().all(|lamps| Lamps.is_solved(lamps)));
/// ```
pub trait Goals: StateSpace {
    /// Every solved board.
    fn goals(&self) -> Vec<Self::Board>;
}
