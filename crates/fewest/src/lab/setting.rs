//! A puzzle with a heuristic, and any search in it.

use std::sync::OnceLock;

use super::steps::{Event, Steps};
use crate::heuristic::Heuristic;
use crate::pruning::{Effort, MovePruning};
use crate::search::AnswerChoice;
use crate::search::ida_star::Tree;
use crate::search::{Algorithm, Control, Outcome};
use crate::space::Goals;
use crate::space::structure::Structured;

/// Where searches run, whatever puzzle and heuristic it is made of.
pub trait Arena<B>: Sync {
    /// Whether moves can solve the board, as far as that is seen without a search.
    fn is_solvable(&self, _: &B) -> bool {
        true
    }

    /// Prepares what a search needs besides puzzle and heuristic, once for all boards; else that is
    /// part of the time of its first board.
    fn prepare(&self, _: Algorithm) {}

    /// What a search leaves out, if it is one that does.
    fn pruning(&self, _: Algorithm) -> Option<&MovePruning> {
        None
    }

    /// Runs a search from a board.
    fn run(&self, search: Algorithm, start: &B, control: &mut Control<'_>) -> Outcome;

    /// The same one board at a time, reporting each board in the order in which they are expanded:
    /// as many as [`run`](Self::run) counts. The memory counted may differ, and where a limit stops
    /// IDA*, the last board.
    fn step(
        &self,
        search: Algorithm,
        start: &B,
        control: &mut Control<'_>,
        tell: &mut dyn FnMut(Event<B>),
    ) -> Outcome;
}

/// A puzzle with a heuristic. Neither may be changed once a search has run: what was found of the
/// puzzle's moves is kept.
///
/// ```
/// # use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::lab::{Arena, Setting};
/// use fewest::search::{Algorithm, Control};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = Board::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let setting = Setting::new(eight, manhattan);
/// for algorithm in [Algorithm::AStar, Algorithm::PrunedIdaStar, Algorithm::Nbs] {
///     let outcome = setting.run(algorithm, &board, &mut Control::default());
///     assert_eq!(outcome.lower_bound, 19);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Setting<P, H> {
    /// The puzzle.
    pub puzzle: P,
    /// What guides those searches that are not blind.
    pub heuristic: H,
    /// Once it is wanted.
    pruning: OnceLock<MovePruning>,
}

impl<P, H> Setting<P, H> {
    /// A puzzle, and what guides those searches that are not blind.
    pub const fn new(puzzle: P, heuristic: H) -> Self {
        Self {
            puzzle,
            heuristic,
            pruning: OnceLock::new(),
        }
    }
}

impl<P: Goals + Structured, H: Heuristic<P>> Arena<P::Board> for Setting<P, H> {
    fn prepare(&self, search: Algorithm) {
        self.pruning(search);
    }

    fn pruning(&self, search: Algorithm) -> Option<&MovePruning> {
        pruning_for(&self.puzzle, search, &self.pruning)
    }

    fn run(&self, search: Algorithm, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        let setting = (&self.puzzle, &self.heuristic, self.pruning(search));
        run(setting, search, start, control)
    }

    fn step(
        &self,
        search: Algorithm,
        start: &P::Board,
        control: &mut Control<'_>,
        tell: &mut dyn FnMut(Event<P::Board>),
    ) -> Outcome {
        let setting = (&self.puzzle, &self.heuristic, self.pruning(search));
        step(setting, search, start, control, tell)
    }
}

/// What a search in this puzzle leaves out, found once.
pub(crate) fn pruning_for<'p>(
    puzzle: &impl Structured,
    search: Algorithm,
    known: &'p OnceLock<MovePruning>,
) -> Option<&'p MovePruning> {
    let find = || MovePruning::find(&puzzle.structure(), Effort::THOROUGH);
    (search == Algorithm::PrunedIdaStar).then(|| known.get_or_init(find))
}

/// Runs a search in a puzzle with a heuristic.
pub(crate) fn run<P: Goals, H: Heuristic<P>>(
    (puzzle, heuristic, pruning): (&P, &H, Option<&MovePruning>),
    search: Algorithm,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    search.run(
        puzzle,
        heuristic,
        pruning,
        start,
        AnswerChoice::Any,
        control,
    )
}

/// The same board by board.
pub(crate) fn step<P: Goals, H: Heuristic<P>>(
    (puzzle, heuristic, pruning): (&P, &H, Option<&MovePruning>),
    search: Algorithm,
    start: &P::Board,
    control: &mut Control<'_>,
    tell: &mut dyn FnMut(Event<P::Board>),
) -> Outcome {
    let steps = &mut Steps {
        observer: &mut *control.observer,
        tell,
        is_iterative: search.is_iterative(),
    };
    let control = &mut Control {
        limits: control.limits,
        cancel: control.cancel,
        observer: steps,
    };
    // IDA* works through large iterations in no order; its plain recursion expands the same boards
    // in tie order.
    if matches!(search, Algorithm::IdaStar | Algorithm::PrunedIdaStar) {
        let tree = Tree::new(puzzle, heuristic).pruned_by(pruning);
        tree.search_in_order(start, control)
    } else {
        run((puzzle, heuristic, pruning), search, start, control)
    }
}
