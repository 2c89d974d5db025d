//! Heuristics as trait objects.

use super::Heuristic;
use crate::space::{AnyMoves, StateSpace};

/// A bound for each move, at its place in tie order.
pub type MoveBounds = [u32; AnyMoves::LIMIT];

/// Bounds of a board and of the boards after its moves, without memos, for every [`Heuristic`].
/// Searches that wait for memory anyway use this trait, so that each is compiled once per puzzle
/// and not once per heuristic. It is also the short way to the bound of a single board.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Bounds, Manhattan, Misplaced};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let heuristics: [&dyn Bounds<Tiles<Nibbles>>; 2] = [&Manhattan::new(&eight), &Misplaced];
/// assert_eq!(heuristics.map(|heuristic| heuristic.bound_of(&eight, &board)), [9, 6]);
/// ```
pub trait Bounds<P: StateSpace>: Sync {
    /// The bound of a board.
    fn bound_of(&self, puzzle: &P, board: &P::Board) -> u32;

    /// Returns the bound of a board, and writes the bound after each of these legal moves to
    /// `after`, at the move's place in tie order. Other places stay unchanged.
    fn bounds_around(
        &self,
        puzzle: &P,
        board: &P::Board,
        moves: P::Moves,
        after: &mut MoveBounds,
    ) -> u32;
}

impl<P: StateSpace, H: Heuristic<P>> Bounds<P> for H {
    fn bound_of(&self, puzzle: &P, board: &P::Board) -> u32 {
        self.bound(self.start(puzzle, board))
    }

    fn bounds_around(
        &self,
        puzzle: &P,
        board: &P::Board,
        moves: P::Moves,
        after: &mut MoveBounds,
    ) -> u32 {
        let memo = self.start(puzzle, board);
        for m in moves {
            after[m.index()] =
                self.bound(self.after(puzzle, board, m, &puzzle.after(board, m), memo));
        }
        self.bound(memo)
    }
}
