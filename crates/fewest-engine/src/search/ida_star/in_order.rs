//! Depth-first in tie order, one board at a time: the answer met first is the least.

use super::root::Root;
use super::tally::Tally;
use super::tree::Tree;
use super::watch::Watch;
use crate::heuristic::Heuristic;
use crate::pruning::State;
use crate::space::{Move, StateSpace};

struct PathBoard<B, M, S> {
    board: B,
    memo: M,
    past: State,
    moves: S,
    made: Move,
}

/// Returns the first answer in tie order within the moves left, if there is one and no limit stops
/// the search. Each child is a copy: for boards of a few words that is faster than undoing the
/// move, which has to look up again what it moves.
pub(super) fn search<P: StateSpace, H: Heuristic<P>>(
    tree: &Tree<'_, P, H>,
    root: &Root<P::Board, H::Memo, P::Moves>,
    tally: &mut Tally,
    watch: &mut Watch<'_, '_>,
) -> Option<Vec<Move>> {
    let (puzzle, heuristic) = (tree.puzzle, tree.heuristic);
    let mut above: Vec<PathBoard<P::Board, H::Memo, P::Moves>> = Vec::new();
    let Root {
        mut board,
        mut memo,
        mut past,
        mut moves,
        mut left,
    } = *root;
    tally.expanded += 1;
    if watch.must_stop(tally) {
        return None;
    }
    loop {
        let Some(m) = moves.next() else {
            let frame = above.pop()?;
            PathBoard {
                board,
                memo,
                past,
                moves,
                ..
            } = frame;
            left += 1;
            continue;
        };
        tally.generated += 1;
        let child = puzzle.after(&board, m);
        let next = heuristic.after(puzzle, &board, m, &child, memo);
        let bound = heuristic.bound(next);
        if bound >= left {
            tally.excess = tally.excess.min(bound - left);
            continue;
        }
        if bound == 0 && puzzle.is_solved(&child) {
            let made = above.iter().map(|frame| frame.made);
            return Some(made.chain([m]).collect());
        }
        above.push(PathBoard {
            board,
            memo,
            past,
            moves,
            made: m,
        });
        past = tree.past.after(past, m);
        let onward = tree.past.onward(puzzle, &child, past);
        (board, memo) = (child, next);
        left -= 1;
        let (within, least) = heuristic.within(puzzle, &board, onward, &memo, left);
        // The others count as made.
        if within != onward {
            tally.generated += (onward.len() - within.len()) as u64;
            tally.excess = tally.excess.min(least - left);
        }
        moves = within;
        tally.expanded += 1;
        if watch.must_stop(tally) {
            return None;
        }
    }
}
