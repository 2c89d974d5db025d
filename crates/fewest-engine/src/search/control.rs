//! Limits, cancellation and observation of a search.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;

use crate::support::clock::Instant;

use super::{Iteration, Statistics, Stop};

/// Limits of a search. The default has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// The longest answer allowed, in moves.
    pub max_moves: Option<u32>,
    /// The most boards to generate.
    pub max_nodes: Option<u64>,
    /// The longest time.
    pub max_time: Option<Duration>,
    /// The most bytes for boards and tables.
    pub memory: Option<u64>,
}

/// The state of a search as it expands a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The moves so far, from the start or, backward, from a goal.
    pub g: u32,
    /// The lower bound on the moves left to a goal or, backward, to the start; 0 in a blind search.
    pub h: u32,
    /// True on the goal's side of a bidirectional search.
    pub is_backward: bool,
}

/// Watches a search.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, Limits, Observer, ida_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// struct Thresholds(Vec<u32>);
///
/// impl Observer for Thresholds {
///     fn threshold(&mut self, threshold: u32) {
///         self.0.push(threshold);
///     }
/// }
///
/// let mut thresholds = Thresholds(Vec::new());
/// let control = &mut Control::new(Limits::default(), &mut thresholds);
/// ida_star::search(&eight, &Manhattan::new(&eight), &board, control);
/// // Each move changes the Manhattan distance by one: estimates grow by two.
/// assert_eq!(thresholds.0, [9, 11, 13, 15, 17, 19]);
/// ```
pub trait Observer {
    /// Called when an iteration begins. If bounds are proven, no answer has fewer moves than this.
    fn threshold(&mut self, _: u32) {}

    /// Called when an iteration (one threshold or depth) has ended.
    fn iteration(&mut self, _: &Iteration) {}

    /// Returns true if [`expanded`](Self::expanded) should be called.
    fn wants_each_board(&self) -> bool {
        false
    }

    /// Called with each expanded board, in the puzzle's own type.
    fn expanded(&mut self, _: &dyn Any, _: Expansion) {}

    /// Called every few thousand boards with the statistics so far; `Break` cancels the search.
    fn poll(&mut self, _: &Statistics) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Limits, cancellation flag and observer of one search.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use std::sync::atomic::AtomicBool;
///
/// use fewest::search::{Control, Limits, Stop, breadth_first};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let limits = Limits { max_moves: Some(10), ..Limits::default() };
/// let limited = &mut Control { limits, ..Control::default() };
/// let outcome = breadth_first(&eight, &board, limited);
/// assert_eq!((outcome.stop, outcome.at_least), (Stop::Moves, 11));
///
/// let flag = AtomicBool::new(true);
/// let cancelled = &mut Control::default().cancelled_by(&flag);
/// assert_eq!(breadth_first(&eight, &board, cancelled).stop, Stop::Cancelled);
/// ```
pub struct Control<'a> {
    /// The limits.
    pub limits: Limits,
    /// A flag that stops the search soon after it is set.
    pub cancel: Option<&'a AtomicBool>,
    /// The most boards that an iteration of IDA* may be expected to generate. Others are not begun, as if
    /// the limit of nodes were reached.
    pub max_iteration: Option<u64>,
    /// The observer.
    pub observer: &'a mut dyn Observer,
}

impl Default for Control<'_> {
    fn default() -> Self {
        // A box of a zero-sized type allocates nothing, so nothing leaks.
        Self::new(Limits::default(), Box::leak(Box::new(Silent)))
    }
}

impl<'a> Control<'a> {
    /// Creates a control without a flag.
    pub fn new(limits: Limits, observer: &'a mut dyn Observer) -> Self {
        Self {
            limits,
            cancel: None,
            max_iteration: None,
            observer,
        }
    }

    /// Sets the flag that cancels.
    #[must_use]
    pub fn cancelled_by(mut self, flag: impl Into<Option<&'a AtomicBool>>) -> Self {
        self.cancel = flag.into();
        self
    }
}

/// Boards between two checks of the clock.
const BOARDS_PER_CHECK: u64 = 1 << 14;

/// Checks the limits of a running search; `is_due` is cheap enough for every board.
pub(crate) struct LimitCheck {
    deadline: Option<Instant>,
    nodes: u64,
    memory: u64,
    /// The number of generated boards at which to check next.
    next: u64,
}

impl LimitCheck {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            deadline: limits
                .max_time
                .and_then(|time| Instant::now().checked_add(time)),
            nodes: limits.max_nodes.unwrap_or(u64::MAX),
            memory: limits.memory.unwrap_or(u64::MAX),
            next: 0,
        }
    }

    /// Returns true if it is time to call [`check`](Self::check).
    #[inline]
    pub(crate) fn is_due(&self, generated: u64) -> bool {
        generated >= self.next
    }

    /// Returns the reason to stop now, if there is one.
    #[cold]
    pub(crate) fn check(
        &mut self,
        control: &mut Control<'_>,
        statistics: &Statistics,
    ) -> Option<Stop> {
        if statistics.generated >= self.nodes {
            return Some(Stop::Nodes);
        }
        if statistics.memory > self.memory {
            return Some(Stop::Memory);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Some(Stop::Time);
        }
        let cancelled = control
            .cancel
            .is_some_and(|flag| flag.load(Ordering::Relaxed));
        if cancelled || control.observer.poll(statistics).is_break() {
            return Some(Stop::Cancelled);
        }
        self.next = (statistics.generated + BOARDS_PER_CHECK).min(self.nodes);
        None
    }
}
