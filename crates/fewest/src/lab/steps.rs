//! A search reported board by board.

use std::any::Any;
use std::ops::ControlFlow;

use crate::search::{Expansion, Iteration, Observer, Statistics};

/// What is reported of a search.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::lab::{Event, Setting};
/// use fewest::search::{Algorithm, Control};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let setting = Setting::new(eight, manhattan);
/// let (mut thresholds, mut expanded) = (Vec::new(), 0);
/// let control = &mut Control::default();
/// let outcome = setting.step(Algorithm::IdaStar, &board, control, &mut |event| match event {
///     Event::Threshold(threshold) => thresholds.push(threshold),
///     Event::Expanded(_) => expanded += 1,
/// });
/// assert_eq!(thresholds, [9, 11, 13, 15, 17, 19]);
/// assert_eq!(expanded, outcome.statistics.expanded);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<B> {
    /// An iterative search begins again: boards with a larger estimate will be put off; under a
    /// weight, boards with one of more than this many times the weight. A weighted search that
    /// begins again without proving more does not say so.
    Threshold(u32),
    /// A board is expanded.
    Expanded(Step<B>),
}

impl<B> Event<B> {
    /// The same of another board.
    pub(crate) fn map<A>(self, board: impl FnOnce(B) -> A) -> Event<A> {
        match self {
            Self::Threshold(threshold) => Event::Threshold(threshold),
            Self::Expanded(step) => Event::Expanded(Step {
                board: board(step.board),
                g: step.g,
                h: step.h,
                is_backward: step.is_backward,
            }),
        }
    }
}

/// An expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<B> {
    /// The board.
    pub board: B,
    /// The moves made so far, from the start or, backward, from a goal.
    pub g: u32,
    /// The lower bound of the moves left, to a goal or, backward, to the start; 0 in a blind
    /// search.
    pub h: u32,
    /// Whether it is on the goal's side of a search from both ends.
    pub is_backward: bool,
}

/// Passes on what an observer is called with, and reports expansions and thresholds.
pub(super) struct EventObserver<'w, B> {
    pub(super) observer: &'w mut dyn Observer,
    pub(super) tell: &'w mut dyn FnMut(Event<B>),
    pub(super) is_iterative: bool,
}

impl<B: Copy + 'static> Observer for EventObserver<'_, B> {
    fn threshold(&mut self, threshold: u32) {
        if self.is_iterative {
            (self.tell)(Event::Threshold(threshold));
        }
        self.observer.threshold(threshold);
    }

    fn iteration(&mut self, iteration: &Iteration) {
        self.observer.iteration(iteration);
    }

    fn wants_each_board(&self) -> bool {
        true
    }

    fn expanded(&mut self, board: &dyn Any, expansion: Expansion) {
        let Expansion { g, h, is_backward } = expansion;
        if let Some(&board) = board.downcast_ref() {
            (self.tell)(Event::Expanded(Step {
                board,
                g,
                h,
                is_backward,
            }));
        }
    }

    fn poll(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        self.observer.poll(statistics)
    }
}
