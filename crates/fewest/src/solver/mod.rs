//! Chooses how to answer: by a table, a ball met half-way, or a search.
//!
//! Solvers answer boards in [batches](Batches). A board whose search has taken its share is
//! *deferred*, and solved again with a larger share or with something larger
//! [prepared](Batches::escalate). The module `ladder` has the rule.

mod answer;
pub(crate) mod batch;
pub(crate) mod costs;
mod general;
mod goal_solver;
mod heuristic_name;
mod ladder;
mod measured;
mod measurement;
mod options;
mod paused;
mod plan;
mod projected;
mod pruned;
mod registry;
pub mod report;
mod setup;
mod solvable;
#[expect(clippy::module_inception, reason = "what the room is named after")]
mod solver;
mod table_slot;
mod task;
#[cfg(test)]
mod tests;
mod tiles;
mod views;
mod visitors;

use thiserror::Error;

pub use answer::{Answer, Method, Verdict};
pub use batch::{Batches, answer_batch};
pub(crate) use goal_solver::{table_bytes, view_of};
pub use heuristic_name::HeuristicName;
pub(crate) use measured::measured;
pub use measurement::Measured;
pub use options::{Call, Goal, Hooks, Options, SolverOptions, Tie};
pub use plan::{PlannedTier, PlannedWay, SolvePlan};
pub use registry::MergedPlan;
pub(crate) use registry::check_heuristic;
pub(crate) use registry::{HeuristicKernel, HeuristicVisitor};
pub use setup::{PrunedSequences, Setup, TableSource};
pub(crate) use solvable::Solvable;
pub(crate) use solver::{RowSolver, Solver};
pub(crate) use table_slot::reduced;
pub use task::{Keeper, Sharing};

use crate::group::ReachError;
use crate::heuristic::pattern::{PartitionTextError, PatternError};
use crate::heuristic::{Heuristic, WalkingDistanceError};
use crate::kernel::{KernelError, RealError};
use crate::search::ida_star::Tree;
use crate::search::{Algorithm, Control, Outcome, until_exhausted};
use crate::space::Goals;
use crate::table::build::BuildError;
use task::Task;

/// An error of a solver: an unknown option, or a preparation that failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolverError {
    /// The puzzle has no such heuristic.
    #[error("{puzzle} has no heuristic `{heuristic_name}`; it has {known}")]
    NoSuchHeuristic {
        /// The puzzle.
        puzzle: String,
        /// The requested heuristic.
        heuristic_name: &'static str,
        /// The heuristics that the puzzle has.
        known: String,
    },
    /// A table was requested but can't be built.
    #[error("no table: {0}")]
    NoTable(#[from] BuildError),
    /// Walking distance was requested but can't be tabulated.
    #[error("no walking distance: {0}")]
    NoWalkingDistance(#[from] WalkingDistanceError),
    /// Linear conflict was requested but the cells do not form lines.
    #[error("no linear conflicts: the cells do not form rows and columns")]
    NoLines,
    /// Neighbours were requested but none were found.
    #[error(
        "no neighbours: every move separates all candidate pairs of cells, or there are too many cells and moves to look"
    )]
    NoNeighbours,
    /// The puzzle does not fit its kernel.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// The partition for pattern databases is invalid.
    #[error(transparent)]
    NoSuchPartition(#[from] PartitionTextError),
    /// A partition was requested with heuristics other than pattern databases.
    #[error("a partition is for the heuristic `pattern` only")]
    NeedlessPartition,
    /// A partition was requested, but the puzzle's pattern databases can't be chosen.
    #[error(
        "the pattern databases of {0} are chosen automatically: a partition is only for sliding tiles"
    )]
    NoPartitions(String),
    /// Pattern databases were requested but can't be built.
    #[error("no pattern databases: {0}")]
    NoPatterns(#[from] PatternError),
    /// A table was requested but the puzzle is too large.
    #[error("{0} has too many boards to tabulate or count")]
    TooLarge(String),
    /// The solvable boards are not known.
    #[error("it is not known which boards of {puzzle} can be solved: {why}")]
    NotKnown {
        /// The puzzle.
        puzzle: String,
        /// The reason.
        why: ReachError,
    },
    /// The real boards that can be solved are not known, or there are none.
    #[error("{puzzle}: {why}")]
    Real {
        /// The puzzle.
        puzzle: String,
        /// The reason.
        why: RealError,
    },
    /// A saved search used another heuristic.
    #[error(
        "the saved searches used the heuristic `{kept}`, these would use `{now}`: try the same memory limit"
    )]
    OtherHeuristic {
        /// The heuristic of the saved searches.
        kept: String,
        /// The heuristic of this run.
        now: String,
    },
    /// The requested search starts from the solved boards, and there are too many.
    #[error("{algorithm} starts from every solved board, and there are more than {max_goals}")]
    ManyGoals {
        /// The search.
        algorithm: &'static str,
        /// The largest number of solved boards.
        max_goals: u64,
    },
}

/// Runs the search that the options select.
fn search<P: Goals, H: Heuristic<P>>(
    task: &Task<'_>,
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
) -> (Method, Outcome) {
    let observer = &mut task.reporter();
    let control = &mut task.control(observer);
    if task.is_open {
        let mut method = Method::Algorithm(Algorithm::IdaStar);
        let outcome = until_exhausted(puzzle, start, control, |control| {
            let (by, outcome) = search_under(task, puzzle, heuristic, start, control);
            method = by;
            outcome
        });
        return (method, outcome);
    }
    search_under(task, puzzle, heuristic, start, control)
}

/// If the options do not name an algorithm, this is IDA*, pruned if the pruning is ready.
fn search_under<P: Goals, H: Heuristic<P>>(
    task: &Task<'_>,
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    control: &mut Control<'_>,
) -> (Method, Outcome) {
    let choice = task.call.choice;
    match task.algorithm {
        None | Some(Algorithm::Table | Algorithm::IdaStar | Algorithm::PrunedIdaStar) => {
            let algorithm = match task.pruning {
                Some(_) => Algorithm::PrunedIdaStar,
                None => Algorithm::IdaStar,
            };
            let tree = Tree::new(puzzle, heuristic)
                .pruned_by(task.pruning)
                .choosing(choice);
            let outcome = task.ida_star(&tree, start, control);
            (Method::Algorithm(algorithm), outcome)
        }
        Some(algorithm) => {
            let outcome = algorithm.run(puzzle, heuristic, None, start, choice, control);
            (Method::Algorithm(algorithm), outcome)
        }
    }
}
