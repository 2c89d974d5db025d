//! Ends searches that remember nothing on boards that can't be solved.
//!
//! Depth-first search under growing thresholds, and IDA* with it, never knows that it has seen
//! every board. Where nothing else shows that a board can be solved, it is interrupted now and then
//! by a breadth-first search of a part of its boards. Once that is through with all that moves make
//! of the board, nothing solves it; once it finds an answer, it is not asked again. So a search
//! ends on every puzzle whose boards fit into the memory allowed, takes a fraction longer, and
//! finds and counts what it does alone.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::{
    Control, Expansion, Iteration, Limits, Observer, Outcome, Silent, Statistics, Stop,
    breadth_first,
};
use crate::space::StateSpace;
use crate::support::clock::Instant;

/// Boards that are generated before boards are looked through for the first time.
const FIRST_LOOK: u64 = 1 << 14;
/// One board is looked through for this many that were generated.
const GENERATED_PER_BOARD: u64 = 4;

/// Runs a search from a board that may be one that no moves solve, and ends it where all boards
/// that moves make of that are seen.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Blind;
/// use fewest::search::{Control, Stop, ida_star, until_exhausted};
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// // No moves swap two tiles, and IDA* alone would search for ever.
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
        deadline: (limits.time).and_then(|time| Instant::now().checked_add(time)),
        memory: limits.memory,
        cancel: control.cancel,
        inner: &mut *control.observer,
        next: FIRST_LOOK,
        is_exhausted: false,
    };
    let outcome = search(&mut Control {
        limits,
        cancel: control.cancel,
        observer: &mut watch,
    });
    if watch.is_exhausted && outcome.stop == Stop::Cancelled {
        return Outcome {
            stop: Stop::Exhausted,
            lower_bound: u32::MAX,
            ..outcome
        };
    }
    outcome
}

/// Looks through boards while a search runs.
struct ExhaustionWatch<'w, P: StateSpace> {
    puzzle: &'w P,
    start: &'w P::Board,
    deadline: Option<Instant>,
    memory: Option<u64>,
    cancel: Option<&'w AtomicBool>,
    inner: &'w mut dyn Observer,
    /// The count of generated boards at which to look next.
    next: u64,
    is_exhausted: bool,
}

impl<P: StateSpace> ExhaustionWatch<'_, P> {
    /// Looks through this many boards, unless they are all.
    fn look(&mut self, nodes: u64) -> Stop {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        let limits = Limits {
            moves: None,
            nodes: Some(nodes),
            time: self.deadline.map(left),
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
