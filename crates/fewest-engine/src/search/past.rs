//! The moves that a depth-first search need not try, from the moves that led to a board.

use crate::pruning::{MovePruning, State};
use crate::space::{Move, Moves, StateSpace};

/// Rules out the moves that a pruning finds redundant or, without one, the last move's inverse.
///
/// Neither is part of the first shortest answer in tie order, whatever came before. One type covers
/// both, instead of a search compiled for each: the branch is well predicted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past<'p>(pub(super) Option<&'p MovePruning>);

impl Past<'_> {
    /// The state before the first move, which rules out nothing.
    pub(super) const START: State = State(0);

    #[inline]
    pub(super) fn after(self, state: State, m: Move) -> State {
        match self.0 {
            Some(pruning) => pruning.after(state, m),
            None => State(last(m)),
        }
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a move's place is below 256"
    )]
    pub(super) fn onward<P: StateSpace>(
        self,
        puzzle: &P,
        board: &P::Board,
        state: State,
    ) -> P::Moves {
        match self.0 {
            Some(pruning) => puzzle.moves(board).and(pruning.allowed(state)),
            None => puzzle.onward(board, Move::new(state.0 as u8)),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a move's place is below 256"
)]
const fn last(m: Move) -> u16 {
    m.index() as u16
}
