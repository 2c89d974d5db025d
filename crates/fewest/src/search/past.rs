//! What a depth-first search remembers of the moves that led to a board, to leave out others.

use crate::pruning::{MovePruning, State};
use crate::space::{Move, MoveSet, StateSpace};

/// What need not follow the moves made so far: what a pruning finds redundant; without one, the
/// move that takes back the last.
///
/// Neither is part of the least of the shortest answers, whatever came before. One type for both,
/// and not a search compiled for each: which of them it is can be foreseen at every board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past<'p>(pub(super) Option<&'p MovePruning>);

impl Past<'_> {
    /// Before the first move, for which there is nothing to leave out.
    pub(super) const START: State = State(0);

    /// After one more move.
    #[inline]
    pub(super) fn after(self, state: State, m: Move) -> State {
        match self.0 {
            Some(pruning) => pruning.after(state, m),
            None => State(last(m)),
        }
    }

    /// The moves to try on a board.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a move's place is below 64"
    )]
    pub(super) fn onward<P: StateSpace>(
        self,
        puzzle: &P,
        board: &P::Board,
        state: State,
    ) -> MoveSet {
        match self.0 {
            Some(pruning) => puzzle.moves(board).and(pruning.allowed(state)),
            None => puzzle.onward(board, Move::new(state.0 as u8)),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a move's place is below 64"
)]
const fn last(m: Move) -> u16 {
    m.index() as u16
}
