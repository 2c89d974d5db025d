//! Ends searches without memory on boards that can't be solved.
//!
//! Iterated depth-first search, such as IDA*, never knows that it has seen every board. If the
//! board may be unsolvable, the search is interrupted now and then by a breadth-first search with a
//! node limit. If that exhausts all reachable boards, there is no answer; once it finds an answer
//! or runs out of memory, it does not run again. So the search ends on every puzzle whose boards
//! fit in the memory limit. It takes a fraction longer, with the same answer and counts.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::{
    Control, Expansion, Iteration, Limits, Observer, Outcome, Silent, Statistics, Stop,
    breadth_first,
};
use crate::space::StateSpace;
use crate::support::clock::Instant;

/// Boards generated before the first breadth-first search.
const FIRST_LOOK: u64 = 1 << 14;
/// Boards generated per board of the breadth-first search.
const GENERATED_PER_BOARD: u64 = 4;

/// Runs a search from a board that may have no answer; stops once all reachable boards were seen.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Blind;
/// use fewest::search::{Control, Stop, ida_star, until_exhausted};
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// // No moves swap two tiles, and IDA* alone would search forever.
/// let swapped = TileBoard::new(&[2, 1, 3, 0]).expect("each tile once");
/// let outcome = until_exhausted(&puzzle, &swapped, &mut Control::default(), |control| {
///     ida_star::search(&puzzle, &Blind, &swapped, control)
/// });
/// assert_eq!(outcome.stop, Stop::Exhausted);
/// ```
pub fn until_exhausted<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    control: &mut Control<'_>,
    search: impl FnOnce(&mut Control<'_>) -> Outcome,
) -> Outcome {
    let limits = control.limits;
    let mut watch = ExhaustionWatch {
        puzzle,
        start,
        deadline: (limits.max_time).and_then(|time| Instant::now().checked_add(time)),
        memory: limits.memory,
        cancel: control.cancel,
        inner: &mut *control.observer,
        next: FIRST_LOOK,
        is_exhausted: false,
    };
    let outcome = search(&mut Control {
        limits,
        cancel: control.cancel,
        max_iteration: control.max_iteration,
        observer: &mut watch,
    });
    if watch.is_exhausted && outcome.stop == Stop::Cancelled {
        return Outcome {
            stop: Stop::Exhausted,
            at_least: u32::MAX,
            ..outcome
        };
    }
    outcome
}

struct ExhaustionWatch<'w, P: StateSpace> {
    puzzle: &'w P,
    start: &'w P::Board,
    deadline: Option<Instant>,
    memory: Option<u64>,
    cancel: Option<&'w AtomicBool>,
    inner: &'w mut dyn Observer,
    /// The number of generated boards at which to look next.
    next: u64,
    is_exhausted: bool,
}

impl<P: StateSpace> ExhaustionWatch<'_, P> {
    /// Runs a breadth-first search of up to this many generated boards.
    fn look(&mut self, nodes: u64) -> Stop {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        let limits = Limits {
            max_moves: None,
            max_nodes: Some(nodes),
            max_time: self.deadline.map(left),
            memory: self.memory,
        };
        let mut silent = Silent;
        let mut control = Control {
            cancel: self.cancel,
            ..Control::new(limits, &mut silent)
        };
        breadth_first::search(self.puzzle, self.start, &mut control).stop
    }
}

impl<P: StateSpace> Observer for ExhaustionWatch<'_, P> {
    fn threshold(&mut self, threshold: u32) {
        self.inner.threshold(threshold);
    }

    fn iteration(&mut self, iteration: &Iteration) {
        self.inner.iteration(iteration);
    }

    fn wants_each_board(&self) -> bool {
        self.inner.wants_each_board()
    }

    fn expanded(&mut self, board: &dyn Any, expansion: Expansion) {
        self.inner.expanded(board, expansion);
    }

    fn poll(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        if statistics.generated >= self.next {
            self.next = match self.look(statistics.generated / GENERATED_PER_BOARD) {
                Stop::Exhausted => {
                    self.is_exhausted = true;
                    return ControlFlow::Break(());
                }
                Stop::Solved | Stop::Memory => u64::MAX,
                _ => 2 * statistics.generated,
            };
        }
        self.inner.poll(statistics)
    }
}
