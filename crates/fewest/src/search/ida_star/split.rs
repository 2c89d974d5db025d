//! Cutting the tree under a threshold into subtrees, in tie order or, where any answer will do, the
//! most promising first.
//!
//! How large a subtree is depends on the moves left and most of all on its *slack*, the moves left
//! less the bound. Measured on 5x5 with pattern databases, two more of slack make it as much larger
//! as four more moves left. So those that are the largest by that measure are cut first, over and
//! over. Cut at one depth instead, one of a thousand subtrees would be a twentieth of the work.

use std::cmp::Reverse;

use super::rooted::{Root, Subtree};
use super::tally::Tally;
use super::tree::Tree;
use crate::heuristic::Heuristic;
use crate::search::AnswerChoice;
use crate::space::StateSpace;

/// The most cuts: a tree that has not spread by then is no tree to speak of.
const MOST: usize = 1000;

/// The subtrees to aim at, given the boards of the iteration before: so many that none is a large
/// part of the work, which keeps several cores busy to the end and makes it cheap to search one of
/// them again; and few enough to be worth a start. An iteration of hours has more, for those under
/// way are lost when it is broken off.
pub(super) fn enough(previous: u64) -> usize {
    let enough = (previous >> 14).clamp(64, 4096).max(previous >> 20);
    usize::try_from(enough).map_or(65536, |enough| enough.min(65536))
}

/// The subtrees with their roots, `enough` or more if the tree has them, and what is done after the
/// last.
#[expect(clippy::type_complexity, reason = "a list, and what is left")]
pub(super) fn split<P: StateSpace, H: Heuristic<P>>(
    tree: &Tree<'_, P, H>,
    root: &Root<P::Board, H::Memo>,
    enough: usize,
) -> (Vec<(Root<P::Board, H::Memo>, Subtree)>, Tally) {
    let (puzzle, heuristic) = (tree.puzzle, tree.heuristic);
    let whole = Subtree {
        path: Vec::new(),
        before: Tally::NOTHING,
        is_solved: false,
    };
    let mut subtrees = vec![(*root, whole)];
    let mut rest = Tally::NOTHING;
    let measure = |Root { left, memo, .. }: &Root<_, _>| {
        let slack = left.saturating_sub(heuristic.bound(*memo));
        left.saturating_add(slack.saturating_mul(2))
    };
    for _ in 0..MOST {
        let open = subtrees.iter().filter(|(_, subtree)| !subtree.is_solved);
        let Some(most) = open.map(|(root, _)| measure(root)).max() else {
            break;
        };
        if subtrees.len() >= enough {
            break;
        }
        let mut deeper = Vec::new();
        // What was done since the last subtree of the deeper level.
        let mut since = Tally::NOTHING;
        for (root, subtree) in subtrees {
            since.add(&subtree.before);
            if subtree.is_solved || measure(&root) < most {
                let before = since;
                deeper.push((root, Subtree { before, ..subtree }));
                since = Tally::NOTHING;
                continue;
            }
            since.expanded += 1;
            for m in root.moves {
                since.generated += 1;
                let board = puzzle.after(&root.board, m);
                let memo = heuristic.after(puzzle, &root.board, m, &board, root.memo);
                let bound = heuristic.bound(memo);
                if bound >= root.left {
                    since.excess = since.excess.min(bound - root.left);
                    continue;
                }
                let past = tree.past.after(root.past, m);
                let child = Root {
                    board,
                    memo,
                    past,
                    moves: tree.past.onward(puzzle, &board, past),
                    left: root.left - 1,
                };
                let subtree = Subtree {
                    path: [subtree.path.as_slice(), &[m]].concat(),
                    before: since,
                    is_solved: bound == 0 && puzzle.is_solved(&board),
                };
                deeper.push((child, subtree));
                since = Tally::NOTHING;
            }
        }
        since.add(&rest);
        rest = since;
        subtrees = deeper;
    }
    if tree.wanted == AnswerChoice::Any {
        // Of subtrees that are about as large, those with more slack have more answers. Measured on
        // Korf's boards of 4x4 with Manhattan distances: an answer is found after 20 % of the last
        // iteration, 32 % in tie order, 48 % in the order that is the reverse of this one.
        subtrees
            .sort_by_key(|(root, _)| Reverse(root.left.saturating_sub(heuristic.bound(root.memo))));
    }
    (subtrees, rest)
}
