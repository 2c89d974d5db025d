//! A puzzle with a heuristic, and any search in it.

use std::sync::OnceLock;

use super::steps::{Event, EventObserver};
use crate::heuristic::Heuristic;
use crate::pruning::{Effort, MovePruning};
use crate::search::AnswerChoice;
use crate::search::ida_star::Tree;
use crate::search::{Algorithm, Control, Outcome};
use crate::space::Goals;
use crate::space::structure::Structured;

/// A puzzle with a heuristic. Neither may be changed once a search has run: what was found of the
/// puzzle's moves is kept.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::lab::Setting;
/// use fewest::search::{Algorithm, Control};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
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
    /// The guide of searches that are not blind.
    pub heuristic: H,
    /// Found when a search first needs it.
    pruning: OnceLock<MovePruning>,
}

impl<P, H> Setting<P, H> {
    /// A puzzle, and the guide of searches that are not blind.
    pub const fn new(puzzle: P, heuristic: H) -> Self {
        Self {
            puzzle,
            heuristic,
            pruning: OnceLock::new(),
        }
    }
}

impl<P: Goals + Structured, H: Heuristic<P>> Setting<P, H> {
    /// The redundant sequences of moves, if this search leaves them out. They are found once: call this
    /// before the first search so that its time does not include that.
    pub fn pruning(&self, search: Algorithm) -> Option<&MovePruning> {
        let find = || MovePruning::find(&self.puzzle.structure(), Effort::THOROUGH);
        (search == Algorithm::PrunedIdaStar).then(|| self.pruning.get_or_init(find))
    }

    /// Runs a search from a board.
    pub fn run(&self, search: Algorithm, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        let setting = (&self.puzzle, &self.heuristic, self.pruning(search));
        run(setting, search, start, control, None)
    }

    /// Runs a search one board at a time and reports each board in the order in which they are
    /// expanded: as many as [`run`](Self::run) counts. The memory counted may differ, and so may the last
    /// board if a limit stops IDA*.
    pub fn step(
        &self,
        search: Algorithm,
        start: &P::Board,
        control: &mut Control<'_>,
        tell: &mut dyn FnMut(Event<P::Board>),
    ) -> Outcome {
        let setting = (&self.puzzle, &self.heuristic, self.pruning(search));
        run(setting, search, start, control, Some(tell))
    }
}

/// Runs a search in a puzzle with a heuristic, and reports it board by board if there is a `tell`.
pub(crate) fn run<P: Goals, H: Heuristic<P>>(
    (puzzle, heuristic, pruning): (&P, &H, Option<&MovePruning>),
    search: Algorithm,
    start: &P::Board,
    control: &mut Control<'_>,
    tell: Option<&mut dyn FnMut(Event<P::Board>)>,
) -> Outcome {
    let search_through = |control: &mut Control<'_>| {
        let choice = AnswerChoice::Any;
        search.run(puzzle, heuristic, pruning, start, choice, control)
    };
    let Some(tell) = tell else {
        return search_through(control);
    };
    let steps = &mut EventObserver {
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
        search_through(control)
    }
}
