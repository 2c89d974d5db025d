//! What a depth-first search remembers of the moves that led to a board, to leave out others.

use crate::pruning::{self, MovePruning};
use crate::puzzle::{Move, MoveSet, Puzzle};

/// What is remembered of the moves made so far, and what need not follow them.
///
/// What is left out must be no part of the least of the shortest answers, whatever came before.
pub trait Past<P: Puzzle>: Copy + Send + Sync {
    /// What is remembered.
    type State: Copy + Send + Sync;

    /// Before the first move, for which there is nothing to leave out.
    fn start(&self) -> Self::State;

    /// After one more move.
    fn after(&self, state: Self::State, m: Move) -> Self::State;

    /// The moves to try on a board.
    fn onward(&self, puzzle: &P, board: &P::Board, state: Self::State) -> MoveSet;
}

/// The last move, which need not be taken back.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastMove;

impl<P: Puzzle> Past<P> for LastMove {
    type State = Move;

    #[inline]
    fn start(&self) -> Move {
        Move::new(0)
    }

    #[inline]
    fn after(&self, _: Move, m: Move) -> Move {
        m
    }

    #[inline]
    fn onward(&self, puzzle: &P, board: &P::Board, last: Move) -> MoveSet {
        puzzle.onward(board, last)
    }
}

/// All moves, as far as an automaton has to remember them.
impl<P: Puzzle> Past<P> for &MovePruning {
    type State = pruning::State;

    #[inline]
    fn start(&self) -> pruning::State {
        MovePruning::start(self)
    }

    #[inline]
    fn after(&self, state: pruning::State, m: Move) -> pruning::State {
        MovePruning::after(self, state, m)
    }

    #[inline]
    fn onward(&self, puzzle: &P, board: &P::Board, state: pruning::State) -> MoveSet {
        puzzle.moves(board).and(self.allowed(state))
    }
}
