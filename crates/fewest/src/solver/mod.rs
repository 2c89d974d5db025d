//! Picking the road for a puzzle: a table, a ball met half-way, or a search.
//!
//! A [`Solver`] answers boards in batches. Before each batch it may make ready what pays for that many boards; boards
//! that turn out too dear for the light way it took are *deferred*, and answered again once something heavier is
//! [made ready](Solver::escalate). So one easy board does not wait for a table that ten thousand boards deserve, and no run
//! spends much more on searching than the table would have cost.

mod answer;
mod defined;
mod guided;
mod knights;
mod patterns;
mod pruned;
mod rotation;
mod setup;
mod shelf;
mod sliding;
mod task;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use thiserror::Error;

pub(crate) use patterns::{Built, Patterns};

pub use answer::{Answer, Method, Verdict};
pub use defined::{DefinedSolver, Solvable, report, view_of};
pub use knights::KnightsSolver;
pub use rotation::RotationSolver;
pub use setup::{PrunedSequences, Setup, TableSource};
pub use sliding::SlidingSolver;
pub use task::Keeper;

use crate::format::Case;
use crate::group::ReachError;
use crate::heuristic::pattern::{PartitionTextError, PatternError};
use crate::heuristic::{Blind, Heuristic, TooManyStates};
use crate::progress::{Progress, Unfinished, part_of};
use crate::puzzle::Goals;
use crate::search::a_star::Wanted;
use crate::search::ida_star::Tree;
use crate::search::{
    Control, Limits, Outcome, a_star, bidirectional, breadth_first, breadth_first_heuristic,
    iterative_deepening, nbs, uniform_cost,
};
use crate::table::build::{Allowance, BuildError};
use crate::table::store::Store;
use task::Task;

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
    /// IDA* without what redundant sequences of moves lead to.
    PrunedIdaStar,
}

impl Road {
    /// Every road.
    pub const ALL: [Self; 11] = [
        Self::Auto,
        Self::Table,
        Self::IdaStar,
        Self::PrunedIdaStar,
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
            Self::PrunedIdaStar => "pruned-ida-star",
            Self::AStar => "a-star",
            Self::BreadthFirst => "breadth-first",
            Self::IterativeDeepening => "iterative-deepening",
            Self::Bidirectional => "bidirectional",
            Self::UniformCost => "uniform-cost",
            Self::BreadthFirstHeuristic => "breadth-first-heuristic",
            Self::Nbs => "nbs",
        }
    }

    /// Whether a heuristic may guide it.
    #[must_use]
    pub const fn is_guided(self) -> bool {
        !matches!(
            self,
            Self::Table
                | Self::BreadthFirst
                | Self::IterativeDeepening
                | Self::Bidirectional
                | Self::UniformCost
        )
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
    /// Sliding: jumps of tiles to the blank's cell.
    Gaschnig,
    /// Sliding: rows and columns to go past other tiles.
    WalkingDistance,
    /// Sliding: additive pattern databases.
    Pattern,
}

impl Guide {
    /// Every heuristic.
    pub const ALL: [Self; 8] = [
        Self::Blind,
        Self::Centre,
        Self::Misplaced,
        Self::Manhattan,
        Self::LinearConflict,
        Self::Gaschnig,
        Self::WalkingDistance,
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
            Self::Gaschnig => "gaschnig",
            Self::WalkingDistance => "walking-distance",
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
    /// What else guides it: the largest of the bounds counts.
    pub also: Vec<Guide>,
    /// The groups of tiles of the pattern databases: a name or a list (see
    /// [`Partition::parse`](crate::heuristic::pattern::Partition::parse)); what pays if none.
    pub partition: Option<String>,
    /// Whether the least of the fewest is wanted, or any.
    pub least: bool,
    /// Whether moves are wanted, or their number alone.
    pub moves: bool,
    /// What each board may cost; a table that nobody asked for by name is given up after `time`, too, and done without.
    /// `memory` is for the whole run.
    pub limits: Limits,
    /// Where tables are kept, if anywhere.
    pub store: Option<Arc<Store>>,
    /// Told how far the building of a table is, and the searches.
    pub progress: Option<Arc<Progress>>,
    /// Keeps how far long searches are. Then what pays for many boards is made ready for one, too, and takes what time it takes.
    pub keeper: Option<Arc<dyn Keeper>>,
}

impl Query {
    /// What a build may use. What nobody asked for by name takes no longer than a board may.
    fn allowance<'q>(&'q self, memory: Option<u64>, cancel: &'q AtomicBool) -> Allowance<'q> {
        let is_chosen = self.road == Road::Auto
            && self.guide.is_none()
            && self.partition.is_none()
            && self.keeper.is_none();
        let time = self.limits.time.filter(|_| is_chosen);
        Allowance {
            memory,
            cancel: Some(cancel),
            progress: self.progress.as_deref(),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
        }
    }
}

impl Query {
    /// Every heuristic that was asked for.
    fn guides(&self) -> impl Iterator<Item = Guide> {
        self.guide.into_iter().chain(self.also.iter().copied())
    }

    /// Whether searches are to know nothing.
    fn is_blind(&self) -> bool {
        self.guide == Some(Guide::Blind) && self.guides().all(|guide| guide == Guide::Blind)
    }

    /// Sees that a puzzle has every heuristic that was asked for.
    fn check_guides(&self, puzzle: &'static str, known: &[Guide]) -> Result<(), SolverError> {
        let patterns = self.partition.as_ref().map(|_| Guide::Pattern);
        let mut asked = self.guides().chain(patterns);
        let Some(guide) = asked.find(|guide| !known.contains(guide)) else {
            return Ok(());
        };
        let names: Vec<&str> = known.iter().map(|guide| guide.name()).collect();
        let known = match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => names.concat(),
        };
        Err(SolverError::NoSuchGuide {
            puzzle,
            guide: guide.name(),
            known,
        })
    }
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
        known: String,
    },
    /// A table was asked for and can't be built.
    #[error("no table: {0}")]
    NoTable(#[from] BuildError),
    /// Walking distance was asked for and can't be tabulated.
    #[error("no walking distance: {0}")]
    NoWalkingDistance(#[from] TooManyStates),
    /// There is no such partition for pattern databases.
    #[error(transparent)]
    NoSuchPartition(#[from] PartitionTextError),
    /// A partition was asked for, and other heuristics than pattern databases.
    #[error("a partition is for the heuristic `pattern` only")]
    NeedlessPartition,
    /// Pattern databases were asked for and can't be built.
    #[error("no pattern databases: {0}")]
    NoPatterns(#[from] PatternError),
    /// A table was asked for and the puzzle is too large.
    #[error("no table: a board of {0} has too many positions to number")]
    TooLarge(String),
    /// It can't be told which boards can be solved.
    #[error("it is not known which boards of {puzzle} can be solved: {why}")]
    NotKnown {
        /// The puzzle.
        puzzle: String,
        /// Why not.
        why: ReachError,
    },
    /// A search is to be gone on with that was guided by something else.
    #[error(
        "the searches on record were guided by `{kept}`, these would be by `{now}`: the same limit of memory may help"
    )]
    OtherGuide {
        /// What guided those on record.
        kept: String,
        /// What there is now.
        now: String,
    },
    /// A search was asked for that starts from the solved boards, and they are too many.
    #[error("{road} starts from every solved board, and there are more than {most}")]
    ManyGoals {
        /// The search.
        road: &'static str,
        /// The most that are listed.
        most: u64,
    },
}

part_of!(
    BuildError => SolverError,
    PatternError => SolverError,
    PartitionTextError => SolverError,
    TooManyStates => SolverError,
);

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
    ) -> Result<(), Unfinished<SolverError>>;

    /// Answers a board, or defers it ([`Verdict::Deferred`]).
    fn solve(&self, case: &Case<Self::Board>, cancel: &AtomicBool, answer: &mut Answer);

    /// The bytes of the tables that it has built.
    fn bytes(&self) -> u64;

    /// Where its tables of all distances came from, and their bytes: nothing if it has none.
    fn tables(&self) -> Vec<(TableSource, u64)>;

    /// Makes ready what answers every board that was deferred.
    ///
    /// # Errors
    /// If it can't be made, or the run was cancelled.
    fn escalate(&mut self, cancel: &AtomicBool) -> Result<(), Unfinished<SolverError>>;
}

/// Runs the search that a query asks for; [`Road::Auto`] and [`Road::Table`] mean IDA* here, pruned where that is ready.
fn search<P: Goals, H: Heuristic<P>>(
    task: &Task<'_>,
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
) -> (Method, Outcome) {
    let query = task.query;
    let observer = &mut task.reporter();
    let control = &mut Control::new(task.limits, observer).cancelled_by(task.cancel);
    let wanted = if query.least {
        Wanted::Least
    } else {
        Wanted::Any
    };
    match query.road {
        Road::Auto | Road::Table | Road::IdaStar | Road::PrunedIdaStar => {
            let tree = Tree::new(puzzle, heuristic);
            match task.pruning {
                Some(pruning) => (
                    Method::PrunedIdaStar,
                    task.ida_star(&tree.pruned_by(pruning), start, control),
                ),
                None => (Method::IdaStar, task.ida_star(&tree, start, control)),
            }
        }
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

/// The same without a heuristic.
fn search_blind<P: Goals>(task: &Task<'_>, puzzle: &P, start: &P::Board) -> (Method, Outcome) {
    search(task, puzzle, &Blind, start)
}
