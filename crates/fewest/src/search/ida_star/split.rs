//! Cutting the tree under a threshold into subtrees, in tie order.
//!
//! How large a subtree is depends on the moves left and most of all on its *slack*, the moves left
//! less the bound. Measured on 5x5 with pattern databases, two more of slack make it as much larger
//! as four more moves left. So those that are the largest by that measure are cut first, over and
//! over. Cut at one depth instead, one of a thousand subtrees would be a twentieth of the work.

use super::{Root, RootOf, SubtreeOf, Tally, Tree};
use crate::heuristic::Heuristic;
use crate::puzzle::{Move, Puzzle};
use crate::search::past::Past;

/// The most cuts: a tree that has not spread by then is no tree to speak of.
const MOST: usize = 1000;

/// A part of the tree.
pub(super) struct Subtree<B, M, S> {
    pub(super) root: Root<B, M, S>,
    /// The moves that lead to it.
    pub(super) path: Vec<Move>,
    /// What depth-first search does between the subtree before and this one.
    pub(super) before: Tally,
    /// Whether its board is solved.
    pub(super) is_solved: bool,
}

/// The subtrees to aim at, given the boards of the iteration before: so many that none is a large
/// part of the work, which keeps several cores busy to the end and makes it cheap to search one of
/// them again; and few enough to be worth a start. An iteration of hours has more, for those under
/// way are lost when it is broken off.
pub(super) fn enough(previous: u64) -> usize {
    let enough = (previous >> 14).clamp(64, 4096).max(previous >> 20);
    usize::try_from(enough).map_or(65536, |enough| enough.min(65536))
}

/// The subtrees in tie order, at least so many if the tree has them, and what is done after the
/// last.
pub(super) fn split<P: Puzzle, H: Heuristic<P>, W: Past<P>>(
    tree: &Tree<'_, P, H, W>,
    root: &RootOf<P, H, W>,
    enough: usize,
) -> (Vec<SubtreeOf<P, H, W>>, Tally) {
    let (puzzle, heuristic) = (tree.puzzle, tree.heuristic);
    let mut subtrees = vec![Subtree {
        root: *root,
        path: Vec::new(),
        before: Tally::NOTHING,
        is_solved: false,
    }];
    let mut rest = Tally::NOTHING;
    let measure = |Root { left, memo, .. }: &Root<_, _, _>| {
        let slack = left.saturating_sub(heuristic.bound(*memo));
        left.saturating_add(slack.saturating_mul(2))
    };
    for _ in 0..MOST {
        let open = subtrees.iter().filter(|subtree| !subtree.is_solved);
        let Some(most) = open.map(|subtree| measure(&subtree.root)).max() else {
            break;
        };
        if subtrees.len() >= enough {
            break;
        }
        let mut deeper = Vec::new();
        // What was done since the last subtree of the deeper level.
        let mut since = Tally::NOTHING;
        for subtree in subtrees {
            since.add(&subtree.before);
            if subtree.is_solved || measure(&subtree.root) < most {
                deeper.push(Subtree {
                    before: since,
                    ..subtree
                });
                since = Tally::NOTHING;
                continue;
            }
            let Root {
                board,
                memo,
                past,
                moves,
                left,
            } = subtree.root;
            since.expanded += 1;
            for m in moves {
                since.generated += 1;
                let memo = heuristic.after(puzzle, &board, m, memo);
                let bound = heuristic.bound(memo);
                if bound >= left {
                    since.excess = since.excess.min(bound - left);
                    continue;
                }
                let board = puzzle.after(&board, m);
                let past = tree.past.after(past, m);
                let mut path = subtree.path.clone();
                path.push(m);
                deeper.push(Subtree {
                    is_solved: bound == 0 && puzzle.is_solved(&board),
                    root: Root {
                        board,
                        memo,
                        past,
                        moves: tree.past.onward(puzzle, &board, past),
                        left: left - 1,
                    },
                    path,
                    before: since,
                });
                since = Tally::NOTHING;
            }
        }
        since.add(&rest);
        rest = since;
        subtrees = deeper;
    }
    (subtrees, rest)
}
