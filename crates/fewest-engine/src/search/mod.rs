//! Searches over any [`StateSpace`](crate::space::StateSpace), guided by any
//! [`Heuristic`](crate::heuristic::Heuristic).
//!
//! | search | memory | answer (first: in tie order) |
//! |---|---|---|
//! | [`breadth_first()`] | every board met | the first shortest |
//! | [`bidirectional()`] | every board met, half as deep | a shortest; the first on request |
//! | [`uniform_cost()`] | every board met | a shortest; the first on request |
//! | [`depth_first()`] | none | the first within a depth limit |
//! | [`iterative_deepening()`] | none | the first shortest |
//! | [`ida_star`] | none | the first shortest |
//! | [`weighted_ida_star()`] | none | at most `weight` times the shortest |
//! | [`a_star()`] | every board met | a shortest; the first on request |
//! | [`weighted_a_star()`] | every board met | at most `weight` times the shortest |
//! | [`greedy()`] | every board met | any |
//! | [`nbs`] | every board met | a shortest; the first on request |
//! | [`half_way()`] | a [ball](crate::table::Ball) around the goal | the first shortest |
//!
//! [`Commuting`] finds the first shortest answer of puzzles whose moves commute, from a linear system.
//! [`shorten()`] makes a long answer shorter.
//!
//! Each runs under a [`Control`] (limits, cancellation, an observer) and returns an [`Outcome`]:
//! the answer, why it stopped, a proven lower bound and [`Statistics`]. *Expanded* boards are those
//! whose moves were tried; *generated* boards are those that a move led to, not counting the start.

pub(crate) mod a_star;
mod algorithm;
mod best_first;
pub(crate) mod bidirectional;
pub(crate) mod breadth_first;
mod commuting;
pub mod control;
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
mod shorten;
mod trace;
pub(crate) mod uniform_cost;
mod weight;
pub(crate) mod weighted_a_star;
pub(crate) mod weighted_ida_star;

pub use a_star::search as a_star;
pub use algorithm::{Algorithm, DEPTH};
pub use bidirectional::search as bidirectional;
pub use breadth_first::search as breadth_first;
pub use commuting::Commuting;
pub use control::{Control, Expansion, Limits, Observer, Silent};
pub use depth_first::search as depth_first;
pub use exhaustion::until_exhausted;
pub use greedy::search as greedy;
pub use half_way::search as half_way;
pub use iterative_deepening::search as iterative_deepening;
pub use shorten::shorten;
pub use uniform_cost::search as uniform_cost;
pub use weight::{Weight, WeightError};
pub use weighted_a_star::search as weighted_a_star;
pub use weighted_ida_star::search as weighted_ida_star;

use serde::{Deserialize, Serialize};

use crate::space::Move;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The moves of an answer, if one was found; a shortest one if `stop` is
    /// [`Solved`](Stop::Solved).
    pub moves: Option<Vec<Move>>,
    /// Why the search ended.
    pub stop: Stop,
    /// No answer has fewer moves than this. If an answer is proven shortest, its length.
    pub at_least: u32,
    /// The work of the search.
    pub statistics: Statistics,
}

/// The choice among the shortest answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AnswerChoice {
    /// Any of them: the first found.
    #[default]
    Any,
    /// The first in tie order.
    Least,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// A shortest answer was found and proven shortest.
    Solved,
    /// An answer was found, but not proven shortest.
    Found,
    /// Every reachable board was met; none is solved.
    Exhausted,
    /// No answer within the limit of moves.
    Moves,
    /// The limit of generated boards was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The memory limit was reached, or the machine has no more.
    Memory,
    /// The search was cancelled.
    Cancelled,
}

/// The work of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Boards whose moves were tried.
    pub expanded: u64,
    /// Boards that a move led to.
    pub generated: u64,
    /// Boards that were expanded again because a shorter path to them was found.
    pub reopened: u64,
    /// One record per threshold of an iterative search, or per depth of a breadth-first one.
    pub iterations: Vec<Iteration>,
    /// The peak of the bytes that boards took; 0 for a search that keeps none.
    pub memory: u64,
}

/// One threshold of an iterative search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// Boards whose estimate of the total length is above this were put off.
    pub threshold: u32,
    /// Boards expanded under this threshold.
    pub expanded: u64,
    /// Boards generated under this threshold.
    pub generated: u64,
}
