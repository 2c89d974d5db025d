//! Cuts the tree under a threshold: in tie order or, for any answer, the most promising part first
//! (see [`efforts`](super::efforts)).
//!
//! The size of a subtree depends on the moves left and, most of all, on its *slack*: the moves left
//! minus the bound. Measured on 5x5 with pattern databases, two more moves of slack enlarge it as
//! much as four more moves left. So the largest subtrees by that measure are cut first, repeatedly.
//! If all were cut at one depth, one of a thousand subtrees would be a twentieth of the work.

use super::efforts::{Effort, Efforts, most_promising_first};
use super::root::Root;
use super::tally::Tally;
use super::tree::Tree;
use crate::heuristic::Heuristic;
use crate::search::{AnswerChoice, Iteration};
use crate::space::{Move, StateSpace};
use crate::support::optimisation::Optimisation;

/// An iteration is cut into subtrees if the one before it generated this many boards.
const LARGE_ITERATION: u64 = 1 << 15;
/// The most cuts: a tree that is still narrow after them has few branches.
const MAX_CUTS: usize = 1000;

pub(super) struct Subtree<B, M, S> {
    pub(super) root: Root<B, M, S>,
    pub(super) path: Vec<Move>,
    /// The work of depth-first search between the previous subtree and this one.
    pub(super) before: Tally,
    pub(super) is_solved: bool,
}

pub(super) type Subtrees<P, H> =
    Vec<Subtree<<P as StateSpace>::Board, <H as Heuristic<P>>::Memo, <P as StateSpace>::Moves>>;

/// The number of subtrees to aim at after these iterations: one if the last was small. Otherwise
/// enough that none is a large part of the work, which keeps several cores busy to the end and
/// makes it cheap to search one again; and few enough that each is worth starting. An iteration of
/// hours has more, because unfinished subtrees are lost when it is interrupted.
pub(super) fn enough(ended: &[Iteration]) -> usize {
    let previous = ended.last().map_or(0, |iteration| iteration.generated);
    if previous < LARGE_ITERATION || !Optimisation::Bulk.is_on() {
        return 1;
    }
    let enough = (previous >> 14).clamp(64, 4096).max(previous >> 20);
    usize::try_from(enough).map_or(65536, |enough| enough.min(65536))
}

/// Returns the subtrees, `enough` or more if the tree has them, and the work after the last. For
/// any answer, the efforts of the last iteration order them.
pub(super) fn split<P: StateSpace, H: Heuristic<P>>(
    tree: &Tree<'_, P, H>,
    root: &Root<P::Board, H::Memo, P::Moves>,
    enough: usize,
    efforts: Option<&Efforts>,
) -> (Subtrees<P, H>, Tally) {
    let (puzzle, heuristic) = (tree.puzzle, tree.heuristic);
    let whole = Subtree {
        root: *root,
        path: Vec::new(),
        before: Tally::NOTHING,
        is_solved: false,
    };
    let mut subtrees = vec![whole];
    let mut rest = Tally::NOTHING;
    let measure = |Root { left, memo, .. }: &Root<_, _, _>| {
        let slack = left.saturating_sub(heuristic.bound(*memo));
        left.saturating_add(slack.saturating_mul(2))
    };
    for _ in 0..MAX_CUTS {
        if subtrees.len() >= enough {
            break;
        }
        let open = subtrees.iter().filter(|subtree| !subtree.is_solved);
        let Some(largest) = open.map(|subtree| measure(&subtree.root)).max() else {
            break;
        };
        let mut deeper = Vec::new();
        // The work since the last subtree of the deeper level.
        let mut since = Tally::NOTHING;
        for subtree in subtrees {
            since.add(&subtree.before);
            let root = subtree.root;
            if subtree.is_solved || measure(&root) < largest {
                let before = since;
                deeper.push(Subtree { before, ..subtree });
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
                deeper.push(Subtree {
                    root: child,
                    path: [subtree.path.as_slice(), &[m]].concat(),
                    before: since,
                    is_solved: bound == 0 && puzzle.is_solved(&board),
                });
                since = Tally::NOTHING;
            }
        }
        since.add(&rest);
        rest = since;
        subtrees = deeper;
    }
    if tree.choice == AnswerChoice::Any {
        // First the subtrees with the largest share of boards near the end in the last iteration:
        // they are nearly near enough. In ties, of subtrees of about the same size, the ones with
        // more slack have more answers. Measured on Korf's boards of 4x4 with databases of 3 MB: an
        // answer is found after 17 % of the last iteration, 25 % only by slack, 33 % in tie order.
        let known = efforts.map(Efforts::take).unwrap_or_default();
        let keys = subtrees.iter().map(|Subtree { root, path, .. }| {
            // A subtree that is cut deeper than in the last iteration has the share of that one.
            let mut path = key(path);
            let effort = loop {
                match known.get(&path) {
                    None if path.pop().is_some() => {}
                    effort => break effort,
                }
            };
            let slack = root.left.saturating_sub(heuristic.bound(root.memo));
            (effort.map(Effort::share_near_end), slack)
        });
        let order = most_promising_first(keys);
        let mut subtrees_left: Vec<_> = subtrees.into_iter().map(Some).collect();
        let next = |place: usize| subtrees_left[place].take();
        subtrees = order.into_iter().filter_map(next).collect();
    }
    (subtrees, rest)
}

/// Identifies the root at the end of a path.
pub(super) fn key(path: &[Move]) -> Vec<u8> {
    path.iter().flat_map(|m| u8::try_from(m.index())).collect()
}
