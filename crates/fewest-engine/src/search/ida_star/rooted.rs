//! The tree below one board, with the type of its boards erased: iterations, threads and records
//! are compiled once, not for each puzzle and heuristic.

use super::bulk::StackLevels;
use super::in_order;
use super::root::Root;
use super::split::{self, Subtree, Subtrees};
use super::tally::{End, Tally};
use super::tree::Tree;
use super::turns::mark;
use super::watch::Watch;
use crate::heuristic::Heuristic;
use crate::search::Iteration;
use crate::search::past::Past;
use crate::space::{Move, StateSpace};

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
}

impl<'t, P: StateSpace, H: Heuristic<P>> Below<'t, P, H> {
    pub(super) fn new(tree: &'t Tree<'t, P, H>, start: &P::Board) -> Self {
        let root = Root {
            board: *start,
            memo: tree.heuristic.start(tree.puzzle, start),
            past: Past::START,
            moves: tree.puzzle.moves(start),
            left: 0,
        };
        Self { tree, root }
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
        let (subtrees, rest) = split::split(tree, &self.root(max_moves), split::enough(ended));
        Split {
            before: subtrees.iter().map(|subtree| subtree.before).collect(),
            rest,
            roots: Box::new(RootsOf { tree, subtrees }),
        }
    }
}

struct RootsOf<'t, P: StateSpace, H: Heuristic<P>> {
    tree: &'t Tree<'t, P, H>,
    subtrees: Subtrees<P, H>,
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
            let subtree = self.subtrees.get(place);
            subtree.map_or(End::Stopped, |subtree| {
                levels.search(self.tree, &subtree.root, tally, must_stop)
            })
        })
    }
}
