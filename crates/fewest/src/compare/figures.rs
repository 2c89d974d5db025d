//! The result of one run of a search, and sums over runs.

use std::time::Duration;

use serde::Serialize;

use crate::search::{Outcome, Stop};

/// A run on one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// The search's result.
    pub outcome: Outcome,
    /// The run's time.
    pub time: Duration,
}

impl Trial {
    /// The length of the answer, in moves.
    #[must_use]
    pub fn length(&self) -> Option<u32> {
        let moves = self.outcome.moves.as_ref()?;
        u32::try_from(moves.len()).ok()
    }

    /// The effective branching factor, if an answer was found by generating boards.
    #[must_use]
    pub fn branching(&self) -> Option<f64> {
        effective_branching(self.outcome.statistics.generated, self.length()?)
    }
}

/// Runs on several boards.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::compare::{Sum, Trial};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Algorithm, AnswerChoice, Control};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let mut sum = Sum::default();
/// for algorithm in [Algorithm::AStar, Algorithm::Greedy] {
///     let (any, control) = (AnswerChoice::Any, &mut Control::default());
///     let outcome = algorithm.run(&eight, &manhattan, None, &board, any, control);
///     sum.add(&Trial { outcome, time: std::time::Duration::ZERO }, Some(19));
/// }
/// assert_eq!((sum.boards, sum.solved), (2, 2));
/// assert!(sum.at_most >= 19 + 19 && sum.at_least <= 19 + 19);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sum {
    /// Boards searched. All figures below but the lengths are over all of them.
    pub boards: u64,
    /// Boards answered.
    pub solved: u64,
    /// Answers proven shortest.
    pub proven: u64,
    /// Answers longer than the shortest known one.
    pub longer: u64,
    /// The moves of all answers.
    pub at_most: u64,
    /// The lower bounds proven for the boards answered.
    pub at_least: u64,
    /// Boards expanded.
    pub expanded: u64,
    /// Boards generated.
    pub generated: u64,
    /// Boards reopened.
    pub reopened: u64,
    /// The most bytes that any run used for boards.
    pub memory: u64,
    /// The time of all runs.
    pub time: Duration,
    /// The sum of effective branching factors, and the number of answers in it.
    branching: (f64, u32),
}

impl Sum {
    /// Counts a run on a board whose shortest known answer has this many moves.
    pub fn add(&mut self, trial: &Trial, shortest: Option<u32>) {
        let statistics = &trial.outcome.statistics;
        self.boards += 1;
        if let Some(length) = trial.length() {
            self.solved += 1;
            self.proven += u64::from(trial.outcome.stop == Stop::Solved);
            self.longer += u64::from(shortest.is_some_and(|shortest| length > shortest));
            self.at_most += u64::from(length);
            self.at_least += u64::from(trial.outcome.at_least);
        }
        self.expanded = self.expanded.saturating_add(statistics.expanded);
        self.generated = self.generated.saturating_add(statistics.generated);
        self.reopened = self.reopened.saturating_add(statistics.reopened);
        self.memory = self.memory.max(statistics.memory);
        self.time = self.time.saturating_add(trial.time);
        if let Some(branching) = trial.branching() {
            self.branching.0 += branching;
            self.branching.1 += 1;
        }
    }

    /// The mean of the effective branching factors of its answers.
    #[must_use]
    pub fn branching(&self) -> Option<f64> {
        let (sum, answers) = self.branching;
        (answers > 0).then(|| sum / f64::from(answers))
    }
}

/// The effective branching factor b* of a search that generated N boards for an answer of d moves:
/// the number of children per board in a uniform tree of depth d with N boards, N = b + b^2 + ... +
/// b^d (N. J. Nilsson, "Principles of artificial intelligence", 1980; S. Russell, P. Norvig,
/// "Artificial intelligence: a modern approach"). Returns `None` for an answer of no moves or one
/// found without generating boards.
///
/// ```
/// use fewest::compare::effective_branching;
///
/// // An even tree of depth 3 with two children each: 2 + 4 + 8 boards.
/// let branching = effective_branching(14, 3).expect("some boards were generated");
/// assert!((branching - 2.0).abs() < 1e-9);
/// assert_eq!(effective_branching(14, 0), None);
/// ```
#[must_use]
pub fn effective_branching(generated: u64, depth: u32) -> Option<f64> {
    if generated == 0 || depth == 0 {
        return None;
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "fifteen digits are more than the figure means"
    )]
    let boards = generated as f64;
    let has_too_many = |b: f64| {
        let mut tree = 0.0;
        for _ in 0..depth {
            tree = (tree + 1.0) * b;
            if tree > boards {
                return true;
            }
        }
        false
    };
    let (mut low, mut high) = (0.0, boards);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return Some(low);
        }
        if has_too_many(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
}
