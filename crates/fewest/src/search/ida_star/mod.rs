//! IDA*: depth-first search under a threshold that grows (R. E. Korf, "Depth-first
//! iterative-deepening: an optimal admissible tree search", 1985).
//!
//! Under each threshold every board is put off whose moves so far and lower bound exceed the
//! threshold; the least such sum is the next threshold. The only moves left out are those that take
//! back the move before, which no shortest answer makes; or, [where that is
//! asked](Tree::pruned_by), all that [move pruning](crate::pruning) finds needless. The answer
//! found is the least of the fewest in tie order: the thresholds before it had none, and
//! depth-first search in tie order meets the answers of one length in that order.
//!
//! Most of the work does not need that order. Under a threshold that no answer meets, every board
//! is visited whatever the order is, so a large iteration is cut into subtrees, which are searched
//! one after another or on all cores, each in bulk: many boards of a level at a time, so that a
//! core works on several at once and waits neither for memory nor for the outcome of a comparison.
//! The first subtree that holds an answer is then searched again in tie order. So the answer and
//! all counts are those of the plain search, whatever the number of threads.
//!
//! Nothing recurses: an answer may be as long as memory allows. A search that takes days can be
//! broken off and [gone on with](resume).

mod bulk;
mod in_order;
#[cfg(feature = "rayon")]
mod parallel;
pub mod resume;
mod split;

use super::control::LimitCheck;
use super::dive::Dive;
use super::past::{LastMove, Past};
use super::run::Run;
use super::{Control, Iteration, Outcome, Statistics, Stop, Weight};
use crate::heuristic::Heuristic;
use crate::pruning::MovePruning;
use crate::puzzle::{Move, MoveSet, Puzzle};
use resume::Keeper;
use split::Subtree;

/// An iteration is cut into subtrees if the one before it generated so many boards.
const LARGE: u64 = 1 << 15;

/// The least of the fewest moves that solve the board, with an admissible heuristic:
/// [`Tree::search`], as textbooks have it.
pub fn search<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    Tree::new(puzzle, heuristic).search(start, control)
}

/// The same on all threads of the pool that it is called in: [`Tree::search_on_all_cores`], as
/// textbooks have it.
pub fn search_on_all_cores<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    Tree::new(puzzle, heuristic).search_on_all_cores(start, control)
}

/// What is searched: a puzzle's boards, what guides among them, and what is remembered of the way
/// to leave out others.
#[derive(Debug)]
pub struct Tree<'s, P, H, W = LastMove> {
    puzzle: &'s P,
    heuristic: &'s H,
    past: W,
}

impl<P, H, W: Copy> Clone for Tree<'_, P, H, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, H, W: Copy> Copy for Tree<'_, P, H, W> {}

impl<'s, P: Puzzle, H: Heuristic<P>> Tree<'s, P, H> {
    /// The textbooks' tree: no move takes back the one before.
    pub const fn new(puzzle: &'s P, heuristic: &'s H) -> Self {
        Self {
            puzzle,
            heuristic,
            past: LastMove,
        }
    }

    /// The tree without the boards that redundant sequences lead to. The pruning must be that of
    /// the puzzle's moves in its tie order.
    #[must_use]
    pub const fn pruned_by(self, pruning: &'s MovePruning) -> Tree<'s, P, H, &'s MovePruning> {
        Tree {
            puzzle: self.puzzle,
            heuristic: self.heuristic,
            past: pruning,
        }
    }
}

impl<P: Puzzle, H: Heuristic<P>, W: Past<P>> Tree<'_, P, H, W> {
    /// The least of the fewest moves that solve the board, with an admissible heuristic. A board
    /// that can't be solved is searched until a limit ends it, unless no move is left to make: IDA*
    /// never knows that it has seen everything. Where that may be,
    /// [`until_exhausted`](crate::search::until_exhausted) ends it.
    pub fn search(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        Search::new(*self, control).run(start, None)
    }

    /// The same on all threads of the pool that it is called in (without the feature `rayon`: on
    /// one): the same answer and the same counts, unless a limit of time or somebody stops it.
    /// Under a limit of nodes the threads together may generate as many boards again, for what they
    /// found beyond the limit is dropped.
    pub fn search_on_all_cores(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        Search::new(*self, control).run(start, on_all_cores())
    }

    /// The same one board at a time, all of it in tie order: the same answer and the same counts,
    /// but that where a limit of nodes stops it, one board less may count as expanded.
    pub fn search_in_order(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        let mut run = Run::new(control);
        let mut dive = Dive::new(self.puzzle, self.heuristic, self.past, Weight::ONE);
        let answer = dive.deepen(start, &mut run);
        run.finish(answer)
    }
}

/// How subtrees are searched ahead, where there are several threads.
fn on_all_cores<'s, P: Puzzle, H: Heuristic<P>, W: Past<P>>() -> Option<Ahead<'s, P, H, W>> {
    #[cfg(feature = "rayon")]
    return (rayon::current_num_threads() > 1).then_some(parallel::search);
    #[cfg(not(feature = "rayon"))]
    None
}

/// Searches subtrees ahead of those who need them: given what is known of each, what became of it,
/// as far as it was searched.
type Ahead<'s, P, H, W> = fn(
    &Tree<'s, P, H, W>,
    &[SubtreeOf<P, H, W>],
    Vec<Option<(bulk::End, Tally)>>,
    &mut Watch<'_, '_>,
) -> Vec<Option<(bulk::End, Tally)>>;

/// A board to search from, in a puzzle's tree.
type RootOf<P, H, W> = Root<<P as Puzzle>::Board, <H as Heuristic<P>>::Memo, <W as Past<P>>::State>;

/// A subtree of a puzzle's tree.
type SubtreeOf<P, H, W> =
    Subtree<<P as Puzzle>::Board, <H as Heuristic<P>>::Memo, <W as Past<P>>::State>;

/// A board to search from.
#[derive(Clone, Copy)]
struct Root<B, M, S> {
    board: B,
    memo: M,
    past: S,
    /// The moves to try.
    moves: MoveSet,
    /// The moves that an answer may have from here.
    left: u32,
}

/// What was done in a part of an iteration, and what was put off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Boards expanded.
    pub expanded: u64,
    /// Boards generated.
    pub generated: u64,
    /// The least of the bound less the moves left over all boards put off; `1 << 31` or more if
    /// none was.
    pub excess: u32,
}

impl Tally {
    const NOTHING: Self = Self {
        expanded: 0,
        generated: 0,
        excess: u32::MAX,
    };

    fn plus(&self, other: &Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            excess: self.excess.min(other.excess),
        }
    }

    fn add(&mut self, other: &Self) {
        *self = self.plus(other);
    }
}

/// Looks after limits.
struct Watch<'w, 'c> {
    control: &'w mut Control<'c>,
    limit_check: LimitCheck,
    /// Of the iterations that have ended.
    done: Tally,
    statistics: Statistics,
    stop: Option<Stop>,
    /// Who keeps a record of the search, if anybody does.
    keeper: Option<Keeper<'w>>,
}

impl Watch<'_, '_> {
    /// Whether to stop, given what was done in this iteration.
    #[inline]
    fn must_stop(&mut self, tally: &Tally) -> bool {
        self.limit_check
            .is_due(self.done.generated + tally.generated)
            && self.check(tally)
    }

    #[cold]
    fn check(&mut self, tally: &Tally) -> bool {
        self.statistics.expanded = self.done.expanded + tally.expanded;
        self.statistics.generated = self.done.generated + tally.generated;
        self.stop = self.limit_check.check(self.control, &self.statistics);
        self.stop.is_some()
    }

    /// Tells how far the search is, if it is time for that; `known` adds what is not in the record
    /// yet.
    fn tell(&mut self, known: impl FnOnce(&mut Keeper<'_>)) {
        if let Some(keeper) = self.keeper.as_mut().filter(|keeper| keeper.is_due()) {
            known(keeper);
            keeper.tell();
        }
    }

    /// Whether a limit was met, other than that of boards, which the plain search has to find
    /// again.
    fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop != Stop::Nodes)
    }
}

struct Search<'s, 'w, 'c, P, H, W> {
    tree: Tree<'s, P, H, W>,
    watch: Watch<'w, 'c>,
}

impl<'s, 'w, 'c, P: Puzzle, H: Heuristic<P>, W: Past<P>> Search<'s, 'w, 'c, P, H, W> {
    fn new(tree: Tree<'s, P, H, W>, control: &'w mut Control<'c>) -> Self {
        Self {
            tree,
            watch: Watch {
                limit_check: LimitCheck::new(&control.limits),
                control,
                done: Tally::NOTHING,
                statistics: Statistics::default(),
                stop: None,
                keeper: None,
            },
        }
    }

    fn run(mut self, start: &P::Board, ahead: Option<Ahead<'s, P, H, W>>) -> Outcome {
        let Tree {
            puzzle,
            heuristic,
            past,
        } = self.tree;
        if puzzle.is_solved(start) {
            return self.outcome(Some(Vec::new()), Stop::Solved, 0);
        }
        let memo = heuristic.start(puzzle, start);
        let mut root = Root {
            board: *start,
            memo,
            past: past.start(),
            moves: puzzle.moves(start),
            left: heuristic.bound(memo),
        };
        let mut previous = 0;
        if let Some(keeper) = &self.watch.keeper
            && let Some(last) = keeper.record.iterations.last()
        {
            previous = last.generated;
            root.left = keeper.record.threshold;
            self.watch.done = keeper.record.ended();
            self.watch
                .statistics
                .iterations
                .clone_from(&keeper.record.iterations);
        }
        loop {
            let threshold = root.left;
            if self
                .watch
                .control
                .limits
                .moves
                .is_some_and(|most| threshold > most)
            {
                return self.outcome(None, Stop::Moves, threshold);
            }
            self.watch.control.observer.threshold(threshold);
            let mut tally = Tally::NOTHING;
            let moves = if previous >= LARGE {
                let subtrees = split::split(&self.tree, &root, split::enough(previous));
                self.by_subtrees(subtrees, ahead, &mut tally)
            } else {
                self.in_order(&root, &mut tally)
            };
            previous = tally.generated;
            let iteration = Iteration {
                threshold,
                expanded: tally.expanded,
                generated: tally.generated,
            };
            self.watch.done.add(&tally);
            self.watch.statistics.iterations.push(iteration);
            self.watch.control.observer.iteration(&iteration);
            if let Some(stop) = self.watch.stop {
                return self.outcome(None, stop, threshold);
            }
            if moves.is_some() {
                return self.outcome(moves, Stop::Solved, threshold);
            }
            if tally.excess >= 1 << 31 {
                return self.outcome(None, Stop::Exhausted, u32::MAX);
            }
            root.left = threshold.saturating_add(tally.excess + 1);
            if let Some(keeper) = &mut self.watch.keeper {
                keeper.end(iteration, root.left);
            }
        }
    }

    /// The least answer below a board.
    fn in_order(&mut self, root: &RootOf<P, H, W>, tally: &mut Tally) -> Option<Vec<Move>> {
        in_order::search(&self.tree, root, tally, |tally| self.watch.must_stop(tally))
    }

    /// The same below all these boards, most of it out of order.
    fn by_subtrees(
        &mut self,
        (subtrees, rest): (Vec<SubtreeOf<P, H, W>>, Tally),
        ahead: Option<Ahead<'s, P, H, W>>,
        tally: &mut Tally,
    ) -> Option<Vec<Move>> {
        let mut known = match &mut self.watch.keeper {
            Some(keeper) => keeper.known(subtrees.len()),
            None => Vec::new(),
        };
        known.resize(subtrees.len(), None);
        if let Some(ahead) = ahead {
            known = ahead(&self.tree, &subtrees, known, &mut self.watch);
        }
        if let Some(keeper) = &mut self.watch.keeper {
            for (place, known) in known.iter().enumerate() {
                keeper.note(place, *known);
            }
        }
        if self.watch.is_over() {
            for (_, own) in known.iter().flatten() {
                tally.add(own);
            }
            return None;
        }
        self.watch.stop = None;
        let mut levels = bulk::Levels::default();
        for (place, (subtree, known)) in subtrees.iter().zip(known).enumerate() {
            tally.add(&subtree.before);
            self.watch.tell(|_| {});
            let (end, own) = known.unwrap_or_else(|| {
                let mut own = Tally::NOTHING;
                let end = levels.search(&self.tree, subtree, &mut own, |own| {
                    self.watch.must_stop(&tally.plus(own))
                });
                if let Some(keeper) = &mut self.watch.keeper {
                    keeper.note(place, Some((end, own)));
                }
                (end, own)
            });
            // What was searched ahead may be more than is allowed.
            let is_clear = end == bulk::End::Clear && !self.watch.must_stop(&tally.plus(&own));
            if is_clear || self.watch.is_over() {
                tally.add(&own);
                if is_clear {
                    continue;
                }
                return None;
            }
            // An answer is here, or the last of the boards allowed: only the tie order tells which
            // comes first.
            self.watch.stop = None;
            let moves = if subtree.is_solved {
                Some(Vec::new())
            } else {
                self.in_order(&subtree.root, tally)
            };
            if let Some(moves) = moves {
                return Some([subtree.path.as_slice(), &moves].concat());
            }
            if self.watch.stop.is_some() {
                return None;
            }
        }
        tally.add(&rest);
        None
    }

    fn outcome(self, moves: Option<Vec<Move>>, stop: Stop, lower_bound: u32) -> Outcome {
        let Tally {
            expanded,
            generated,
            ..
        } = self.watch.done;
        Outcome {
            moves,
            stop,
            lower_bound,
            statistics: Statistics {
                expanded,
                generated,
                ..self.watch.statistics
            },
        }
    }
}
