//! The tree below one board, with the type of its boards hidden: iterations, threads and records
//! are compiled once, and not for each puzzle with each heuristic.

use super::bulk::{End, Levels};
use super::tally::Tally;
use super::tree::Tree;
use super::turns::mark;
use super::watch::Watch;
use super::{in_order, split};
use crate::heuristic::Heuristic;
use crate::pruning::State;
use crate::search::past::Past;
use crate::space::{Move, MoveSet, StateSpace};

/// A tree below its root.
pub(super) trait Rooted {
    /// Whether the root is solved.
    fn is_solved(&self) -> bool;

    /// A lower bound of the moves from the root.
    fn bound(&self) -> u32;

    /// The least answer of at most `most` moves, unless a limit stops it.
    fn in_order(
        &self,
        most: u32,
        tally: &mut Tally,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>>;

    /// Its subtrees where answers have at most `most` moves: `enough` of them or more, if the tree
    /// has them.
    fn split(&self, most: u32, enough: usize) -> Split<'_>;
}

/// Subtrees in the order in which an answer is taken.
pub(super) struct Split<'t> {
    pub(super) subtrees: Vec<Subtree>,
    /// What depth-first search does after the last.
    pub(super) rest: Tally,
    pub(super) roots: Box<dyn Roots + 't>,
}

/// A part of a tree, but for its root.
pub(super) struct Subtree {
    /// The moves that lead to it.
    pub(super) path: Vec<Move>,
    /// What depth-first search does between the subtree before and this one.
    pub(super) before: Tally,
    /// Whether its board is solved.
    pub(super) is_solved: bool,
}

/// The roots of subtrees, by place.
pub(super) trait Roots: Sync {
    /// The least answer below a root, unless a limit stops it.
    fn in_order(
        &self,
        place: usize,
        tally: &mut Tally,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>>;

    /// What searches below the roots in bulk, on one thread.
    fn bulk(&self) -> Box<Bulk<'_>>;
}

/// Searches everything below the root at a place; asked now and then, the last may end it.
pub(super) type Bulk<'r> = dyn FnMut(usize, &mut Tally, &mut dyn FnMut(&Tally) -> bool) -> End + 'r;

impl Split<'_> {
    /// What tells this cut, under this threshold, from others: with another the cut may be the same.
    pub(super) fn mark(&self, threshold: u32) -> u64 {
        let before = self.subtrees.iter().map(|subtree| &subtree.before);
        let counts = before.chain([&self.rest]).flat_map(|tally| {
            let excess = u64::from(tally.excess);
            [tally.expanded, tally.generated, excess]
        });
        mark(counts.chain([threshold.into()]))
    }

    /// Searches a subtree in bulk.
    pub(super) fn search(
        &self,
        place: usize,
        bulk: &mut Bulk<'_>,
        tally: &mut Tally,
        must_stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> End {
        match self.subtrees.get(place) {
            // No subtree is the whole tree.
            Some(subtree) if subtree.is_solved || subtree.path.is_empty() => End::Answer,
            _ => bulk(place, tally, must_stop),
        }
    }
}

/// A board to search from.
#[derive(Clone, Copy)]
pub(super) struct Root<B, M> {
    pub(super) board: B,
    pub(super) memo: M,
    pub(super) past: State,
    /// The moves to try.
    pub(super) moves: MoveSet,
    /// The moves that an answer may have from here.
    pub(super) left: u32,
}

/// A puzzle's tree below a start.
pub(super) struct Below<'t, P: StateSpace, H: Heuristic<P>> {
    tree: &'t Tree<'t, P, H>,
    root: Root<P::Board, H::Memo>,
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

    const fn root(&self, left: u32) -> Root<P::Board, H::Memo> {
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

    fn in_order(
        &self,
        most: u32,
        tally: &mut Tally,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        in_order::search(self.tree, &self.root(most), tally, watch)
    }

    fn split(&self, most: u32, enough: usize) -> Split<'_> {
        let (subtrees, rest) = split::split(self.tree, &self.root(most), enough);
        let (roots, subtrees) = subtrees.into_iter().unzip();
        let tree = self.tree;
        Split {
            subtrees,
            rest,
            roots: Box::new(RootsOf { tree, roots }),
        }
    }
}

/// Roots in a puzzle's tree.
struct RootsOf<'t, P: StateSpace, H: Heuristic<P>> {
    tree: &'t Tree<'t, P, H>,
    roots: Vec<Root<P::Board, H::Memo>>,
}

impl<P: StateSpace, H: Heuristic<P>> Roots for RootsOf<'_, P, H> {
    fn in_order(
        &self,
        place: usize,
        tally: &mut Tally,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        in_order::search(self.tree, self.roots.get(place)?, tally, watch)
    }

    fn bulk(&self) -> Box<Bulk<'_>> {
        let mut levels = Levels::default();
        Box::new(move |place, tally, must_stop| {
            let root = self.roots.get(place);
            root.map_or(End::Stopped, |root| {
                levels.search(self.tree, root, tally, must_stop)
            })
        })
    }
}
