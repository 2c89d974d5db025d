//! Searches over any [`StateSpace`](crate::space::StateSpace), guided by any
//! [`Heuristic`](crate::heuristic::Heuristic).
//!
//! | search | memory | answer |
//! |---|---|---|
//! | [`breadth_first()`] | every board met | the least of the fewest |
//! | [`bidirectional()`] | every board met, half as deep | fewest; the least of them on request |
//! | [`uniform_cost()`] | every board met | fewest; the least of them on request |
//! | [`depth_first()`] | none | some within a limit of depth |
//! | [`iterative_deepening()`] | none | the least of the fewest |
//! | [`ida_star`] | none | the least of the fewest |
//! | [`weighted_ida_star()`] | none | at most some times the fewest |
//! | [`a_star()`] | every board met | fewest; the least of them on request |
//! | [`weighted_a_star()`] | every board met | at most some times the fewest |
//! | [`greedy()`] | every board met | some |
//! | [`breadth_first_heuristic()`] | three layers | the least of the fewest |
//! | [`nbs`] | every board met | fewest; the least of them on request |
//! | [`half_way()`] | a [ball](crate::table::Ball) around the goal | the least of the fewest |
//!
//! Each runs under a [`Control`] (limits, cancellation, an observer) and returns an [`Outcome`]:
//! the answer, why it stopped, a proven lower bound and [`Statistics`]. *Expanded* boards are those
//! whose moves were tried, *generated* ones those that a move led to, the start not counted.

pub(crate) mod a_star;
mod algorithm;
mod best_first;
pub(crate) mod bidirectional;
pub(crate) mod breadth_first;
pub(crate) mod breadth_first_heuristic;
pub(crate) mod control;
pub(crate) mod depth_first;
mod dive;
mod exhaustion;
pub(crate) mod greedy;
pub(crate) mod half_way;
pub mod ida_star;
pub(crate) mod iterative_deepening;
mod memory;
pub mod nbs;
mod past;
pub(crate) mod run;
pub(crate) mod uniform_cost;
mod ways;
mod weight;
pub(crate) mod weighted_a_star;
pub(crate) mod weighted_ida_star;

pub use a_star::search as a_star;
pub use algorithm::{Algorithm, DEPTH};
pub use bidirectional::search as bidirectional;
pub use breadth_first::search as breadth_first;
pub use breadth_first_heuristic::search as breadth_first_heuristic;
pub use control::{Control, Expansion, Limits, Observer, Silent};
pub use depth_first::search as depth_first;
pub use exhaustion::until_exhausted;
pub use greedy::search as greedy;
pub use half_way::search as half_way;
pub use iterative_deepening::search as iterative_deepening;
pub use uniform_cost::search as uniform_cost;
pub use weight::{Weight, WeightError};
pub use weighted_a_star::search as weighted_a_star;
pub use weighted_ida_star::search as weighted_ida_star;

use serde::{Deserialize, Serialize};

use crate::space::Move;

/// What a search returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The moves of an answer, if one was found: a shortest one if the search stopped as
    /// [`Solved`](Stop::Solved).
    pub moves: Option<Vec<Move>>,
    /// Why the search ended.
    pub stop: Stop,
    /// No answer has fewer moves than this; the answer's own length where it is proven shortest.
    pub lower_bound: u32,
    /// What it took.
    pub statistics: Statistics,
}

/// Which of the shortest answers is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AnswerChoice {
    /// The first found.
    #[default]
    Any,
    /// The least in tie order.
    Least,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// It found a shortest answer, and proved that it is one.
    Solved,
    /// It found an answer, and did not prove that there is no shorter one.
    Found,
    /// It met every board that can be reached: none is solved.
    Exhausted,
    /// No answer within the limit of moves.
    Moves,
    /// As many boards were generated as the limit allows.
    Nodes,
    /// The time was up.
    Time,
    /// The memory allowed would not have sufficed.
    Memory,
    /// It was cancelled.
    Cancelled,
}

/// What a search did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Boards whose moves were tried.
    pub expanded: u64,
    /// Boards that a move led to.
    pub generated: u64,
    /// Boards that were reached on a shorter way after their moves had been tried, so that they had
    /// to be tried again.
    pub reopened: u64,
    /// One record for each threshold of an iterative search, or each depth of a breadth-first one.
    pub iterations: Vec<Iteration>,
    /// The most bytes that boards took at a time; 0 for a search that keeps none.
    pub memory: u64,
}

/// One threshold of an iterative search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// Boards with a larger estimate of the whole way were put off.
    pub threshold: u32,
    /// Boards expanded under this threshold.
    pub expanded: u64,
    /// Boards generated under this threshold.
    pub generated: u64,
}
