//! The tree below one board, with the type of its boards erased: iterations, threads and records
//! are compiled once, not for each puzzle and heuristic.

use super::bulk::StackLevels;
use super::efforts::{Effort, Efforts};
use super::in_order;
use super::root::Root;
use super::split::{self, Subtree, Subtrees};
use super::tally::{End, Tally};
use super::tree::Tree;
use super::turns::mark;
use super::watch::Watch;
use crate::heuristic::Heuristic;
use crate::search::past::Past;
use crate::search::{AnswerChoice, Iteration};
use crate::space::{Move, StateSpace};

/// Boards are near the end of an answer if this part of its moves, or less, is left.
const NEAR_END: u32 = 4;

pub(crate) trait Rooted {
    fn is_solved(&self) -> bool;

    fn bound(&self) -> u32;

    /// Cuts the tree into subtrees with answers of at most `max_moves` moves; a single one is the
    /// whole.
    fn split(&self, max_moves: u32, ended: &[Iteration]) -> Split<'_>;
}

/// Subtrees in the order in which an answer is taken.
pub(crate) struct Split<'t> {
    /// The work of the search between each subtree and the one before it.
    pub(crate) before: Vec<Tally>,
    pub(crate) rest: Tally,
    pub(crate) roots: Box<dyn Roots + 't>,
}

pub(crate) trait Roots: Sync {
    /// The first answer below a root, from the tree's root; `None` without one or if stopped.
    fn in_order(
        &self,
        place: usize,
        tally: &mut Tally,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>>;

    /// A function that searches below the roots in bulk, on one thread.
    fn bulk(&self) -> Box<Bulk<'_>>;
}

/// Searches everything below the root at a place; the last argument returns true if it must stop.
pub(crate) type Bulk<'r> = dyn FnMut(usize, &mut Tally, &mut dyn FnMut(&Tally) -> bool) -> End + 'r;

impl Split<'_> {
    /// A hash of this cut and its threshold, because another threshold may have the same cut.
    pub(super) fn mark(&self, threshold: u32) -> u64 {
        let counts = self.before.iter().chain([&self.rest]).flat_map(|tally| {
            let excess = u64::from(tally.excess);
            [tally.expanded, tally.generated, excess]
        });
        mark(counts.chain([threshold.into()]))
    }
}

pub(super) struct Below<'t, P: StateSpace, H: Heuristic<P>> {
    tree: &'t Tree<'t, P, H>,
    root: Root<P::Board, H::Memo, P::Moves>,
    /// For any answer: the work of the last iteration.
    efforts: Option<Efforts>,
}

impl<'t, P: StateSpace, H: Heuristic<P>> Below<'t, P, H> {
    /// The tree below a board. If `is_kept`, the order of subtrees does not depend on earlier
    /// iterations, which another process may have made.
    pub(super) fn new(tree: &'t Tree<'t, P, H>, start: &P::Board, is_kept: bool) -> Self {
        let root = Root {
            board: *start,
            memo: tree.heuristic.start(tree.puzzle, start),
            past: Past::START,
            moves: tree.puzzle.moves(start),
            left: 0,
        };
        let efforts = (tree.choice == AnswerChoice::Any && !is_kept).then(Efforts::default);
        Self {
            tree,
            root,
            efforts,
        }
    }

    const fn root(&self, left: u32) -> Root<P::Board, H::Memo, P::Moves> {
        Root { left, ..self.root }
    }
}

impl<P: StateSpace, H: Heuristic<P>> Rooted for Below<'_, P, H> {
    fn is_solved(&self) -> bool {
        self.tree.puzzle.is_solved(&self.root.board)
    }

    fn bound(&self) -> u32 {
        self.tree.heuristic.bound(self.root.memo)
    }

    fn split(&self, max_moves: u32, ended: &[Iteration]) -> Split<'_> {
        let tree = self.tree;
        let efforts = self.efforts.as_ref();
        let enough = split::enough(ended);
        let (subtrees, rest) = split::split(tree, &self.root(max_moves), enough, efforts);
        Split {
            before: subtrees.iter().map(|subtree| subtree.before).collect(),
            rest,
            roots: Box::new(RootsOf {
                tree,
                subtrees,
                efforts,
                near_end: max_moves / NEAR_END,
            }),
        }
    }
}

struct RootsOf<'t, P: StateSpace, H: Heuristic<P>> {
    tree: &'t Tree<'t, P, H>,
    subtrees: Subtrees<P, H>,
    efforts: Option<&'t Efforts>,
    /// The most moves left of boards near the end.
    near_end: u32,
}

impl<P: StateSpace, H: Heuristic<P>> Roots for RootsOf<'_, P, H> {
    fn in_order(
        &self,
        place: usize,
        tally: &mut Tally,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        let Subtree {
            root,
            path,
            is_solved,
            ..
        } = self.subtrees.get(place)?;
        let below = if *is_solved {
            Vec::new()
        } else {
            in_order::search(self.tree, root, tally, watch)?
        };
        Some([path.as_slice(), &below].concat())
    }

    fn bulk(&self) -> Box<Bulk<'_>> {
        let mut levels = StackLevels::default();
        Box::new(move |place, tally, must_stop| {
            let Some(subtree) = self.subtrees.get(place) else {
                return End::Stopped;
            };
            let end = levels.search(self.tree, &subtree.root, self.near_end, tally, must_stop);
            if let Some(efforts) = self.efforts {
                let path = split::key(&subtree.path);
                let above = (0..=path.len()).map(|length| &path[..length]);
                let effort = Effort {
                    generated: tally.generated,
                    near_end: levels.near_end,
                };
                efforts.add(above, effort);
            }
            end
        })
    }
}
