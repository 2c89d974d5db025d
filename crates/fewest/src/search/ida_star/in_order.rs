//! Depth-first in tie order, one board at a time: the answer met first is the least.

use super::{Root, Rules, Tally};
use crate::heuristic::Heuristic;
use crate::puzzle::{Move, MoveSet, Puzzle};

/// A board on the way to the one in hand.
struct Frame<B, M> {
    board: B,
    memo: M,
    /// The moves still to try.
    moves: MoveSet,
    /// The move that was made last.
    made: Move,
}

/// The least answer within the moves left, if there is one; asked at each board, `must_stop` may end the search. Each child
/// is a copy: for boards of a few words that is quicker than undoing the move, which has to look up again what it moves.
pub(super) fn search<P: Puzzle, H: Heuristic<P>>(
    &Rules { puzzle, heuristic }: &Rules<'_, P, H>,
    root: &Root<P::Board, H::Memo>,
    tally: &mut Tally,
    mut must_stop: impl FnMut(&Tally) -> bool,
) -> Option<Vec<Move>> {
    let mut above: Vec<Frame<P::Board, H::Memo>> = Vec::new();
    let Root {
        mut board,
        mut memo,
        mut moves,
        mut left,
    } = *root;
    tally.expanded += 1;
    if must_stop(tally) {
        return None;
    }
    loop {
        let Some(m) = moves.next() else {
            let frame = above.pop()?;
            Frame {
                board,
                memo,
                moves,
                ..
            } = frame;
            left += 1;
            continue;
        };
        tally.generated += 1;
        let next = heuristic.after(puzzle, &board, m, memo);
        let bound = heuristic.bound(next);
        if bound >= left {
            tally.excess = tally.excess.min(bound - left);
            continue;
        }
        let child = puzzle.after(&board, m);
        if bound == 0 && puzzle.is_solved(&child) {
            let made = above.iter().map(|frame| frame.made);
            return Some(made.chain([m]).collect());
        }
        above.push(Frame {
            board,
            memo,
            moves,
            made: m,
        });
        moves = puzzle.onward(&child, m);
        (board, memo) = (child, next);
        left -= 1;
        tally.expanded += 1;
        if must_stop(tally) {
            return None;
        }
    }
}
