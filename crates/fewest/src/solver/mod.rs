//! Picking the road for a puzzle: a table, a ball met half-way, or a search.
//!
//! A [`Solver`] answers boards in batches. Before each batch it may make ready what pays for that many boards; boards
//! that turn out too dear for the light way it took are *deferred*, and answered again once something heavier is
//! [made ready](Solver::escalate). So one easy board does not wait for a table that ten thousand boards deserve, and no run
//! spends much more on searching than the table would have cost.

mod answer;
mod defined;
mod knights;
mod patterns;
mod rotation;
mod shelf;
mod sliding;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

pub use answer::{Answer, Method, Verdict};
pub use defined::{DefinedSolver, Solvable, view_of};
pub use knights::KnightsSolver;
pub use rotation::RotationSolver;
pub use sliding::SlidingSolver;

use crate::format::Case;
use crate::heuristic::pattern::PatternError;
use crate::heuristic::{Blind, Heuristic};
use crate::progress::Progress;
use crate::puzzle::Goals;
use crate::search::a_star::Wanted;
use crate::search::{
    Control, Limits, Outcome, Silent, a_star, bidirectional, breadth_first,
    breadth_first_heuristic, ida_star, iterative_deepening, nbs, uniform_cost,
};
use crate::table::build::BuildError;
use crate::table::store::Store;

/// The road asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Road {
    /// Whatever is best.
    #[default]
    Auto,
    /// The table of all distances.
    Table,
    /// IDA*.
    IdaStar,
    /// A*.
    AStar,
    /// Breadth-first search from the board.
    BreadthFirst,
    /// Depth-first search to depth 1, 2, 3, ...
    IterativeDeepening,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// The nearest board first.
    UniformCost,
    /// Breadth-first layers without what the heuristic rules out.
    BreadthFirstHeuristic,
    /// NBS: heuristic search from both ends.
    Nbs,
}

impl Road {
    /// Every road.
    pub const ALL: [Self; 10] = [
        Self::Auto,
        Self::Table,
        Self::IdaStar,
        Self::AStar,
        Self::BreadthFirst,
        Self::IterativeDeepening,
        Self::Bidirectional,
        Self::UniformCost,
        Self::BreadthFirstHeuristic,
        Self::Nbs,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Table => "table",
            Self::IdaStar => "ida-star",
            Self::AStar => "a-star",
            Self::BreadthFirst => "breadth-first",
            Self::IterativeDeepening => "iterative-deepening",
            Self::Bidirectional => "bidirectional",
            Self::UniformCost => "uniform-cost",
            Self::BreadthFirstHeuristic => "breadth-first-heuristic",
            Self::Nbs => "nbs",
        }
    }
}

/// The heuristic asked for; each puzzle has some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    /// 0 everywhere.
    Blind,
    /// Rotation: eight less the largest count in the centre.
    Centre,
    /// Pieces out of place.
    Misplaced,
    /// Sliding: rows and columns to go.
    Manhattan,
    /// Sliding: and tiles of a line in the wrong order.
    LinearConflict,
    /// Sliding: additive pattern databases.
    Pattern,
}

impl Guide {
    /// Every heuristic.
    pub const ALL: [Self; 6] = [
        Self::Blind,
        Self::Centre,
        Self::Misplaced,
        Self::Manhattan,
        Self::LinearConflict,
        Self::Pattern,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blind => "blind",
            Self::Centre => "centre",
            Self::Misplaced => "misplaced",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::Pattern => "pattern",
        }
    }
}

/// What is asked of every board of a run.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// How to answer.
    pub road: Road,
    /// What guides a search; the puzzle's best if none.
    pub guide: Option<Guide>,
    /// Whether the least of the fewest is wanted, or any.
    pub least: bool,
    /// Whether moves are wanted, or their number alone.
    pub moves: bool,
    /// What each board may cost. `memory` is for the whole run.
    pub limits: Limits,
    /// Where tables are kept, if anywhere.
    pub store: Option<Arc<Store>>,
    /// Told how far the building of a table is.
    pub progress: Option<Arc<Progress>>,
}

/// Why a solver can't do what is asked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SolverError {
    /// The puzzle has no such heuristic.
    #[error("{puzzle} has no heuristic `{guide}`; it has {known}")]
    NoSuchGuide {
        /// The puzzle.
        puzzle: &'static str,
        /// The heuristic asked for.
        guide: &'static str,
        /// Those it has.
        known: &'static str,
    },
    /// A table was asked for and can't be built.
    #[error("no table: {0}")]
    NoTable(#[from] BuildError),
    /// Pattern databases were asked for and can't be built.
    #[error("no pattern databases: {0}")]
    NoPatterns(#[from] PatternError),
    /// A table was asked for and the puzzle is too large.
    #[error("no table: a board of {0} has too many positions to number")]
    TooLarge(String),
    /// A search was asked for that starts from the solved boards, and they are too many.
    #[error("{road} starts from every solved board, and there are more than {most}")]
    ManyGoals {
        /// The search.
        road: &'static str,
        /// The most that are listed.
        most: u64,
    },
}

/// Answers boards.
pub trait Solver: Sync {
    /// What it answers.
    type Board: Copy + Send + Sync;

    /// Makes ready what pays for this batch.
    ///
    /// # Errors
    /// If what was asked for can't be made, or the run was cancelled.
    fn prepare(
        &mut self,
        batch: &[Case<Self::Board>],
        cancel: &AtomicBool,
    ) -> Result<(), SolverError>;

    /// Answers a board, or defers it ([`Verdict::Deferred`]).
    fn solve(&self, case: &Case<Self::Board>, cancel: &AtomicBool, answer: &mut Answer);

    /// Makes ready what answers every board that was deferred.
    ///
    /// # Errors
    /// If it can't be made, or the run was cancelled.
    fn escalate(&mut self, cancel: &AtomicBool) -> Result<(), SolverError>;
}

/// Runs the search that a query asks for; [`Road::Auto`] and [`Road::Table`] mean IDA* here.
fn search<P: Goals, H: Heuristic<P>>(
    query: &Query,
    limits: Limits,
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    cancel: &AtomicBool,
) -> (Method, Outcome) {
    let observer = &mut Silent;
    let control = &mut Control::new(limits, observer).cancelled_by(cancel);
    let wanted = if query.least {
        Wanted::Least
    } else {
        Wanted::Any
    };
    match query.road {
        Road::Auto | Road::Table | Road::IdaStar => (
            Method::IdaStar,
            if is_alone() {
                ida_star::search_on_all_cores(puzzle, heuristic, start, control)
            } else {
                ida_star::search(puzzle, heuristic, start, control)
            },
        ),
        Road::AStar => (
            Method::AStar,
            a_star::search(puzzle, heuristic, start, wanted, control),
        ),
        Road::BreadthFirst => (
            Method::BreadthFirst,
            breadth_first::search(puzzle, start, control),
        ),
        Road::IterativeDeepening => (
            Method::IterativeDeepening,
            iterative_deepening::search(puzzle, start, control),
        ),
        Road::Bidirectional => (
            Method::Bidirectional,
            bidirectional::search(puzzle, start, &puzzle.goals(), wanted, control),
        ),
        Road::UniformCost => (
            Method::UniformCost,
            uniform_cost::search(puzzle, start, wanted, control),
        ),
        Road::BreadthFirstHeuristic => (
            Method::BreadthFirstHeuristic,
            breadth_first_heuristic::search(puzzle, heuristic, start, control),
        ),
        Road::Nbs => {
            let backward = nbs::Backward {
                goals: &puzzle.goals(),
                bound: heuristic.away(puzzle, start),
            };
            (
                Method::Nbs,
                nbs::search(puzzle, heuristic, &backward, start, wanted, control),
            )
        }
    }
}

/// Whether no other boards are answered at the same time: those are answered by the threads of the pool.
fn is_alone() -> bool {
    #[cfg(feature = "rayon")]
    return rayon::current_thread_index().is_none();
    #[cfg(not(feature = "rayon"))]
    true
}

/// The same without a heuristic.
fn search_blind<P: Goals>(
    query: &Query,
    puzzle: &P,
    start: &P::Board,
    cancel: &AtomicBool,
) -> (Method, Outcome) {
    search(query, query.limits, puzzle, &Blind, start, cancel)
}
