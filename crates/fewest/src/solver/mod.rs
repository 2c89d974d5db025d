//! Choosing how to answer: by a table, a ball met half-way, or a search.
//!
//! A [`Solver`] answers boards in batches. Before each batch it may make ready what pays for that many boards; boards
//! that turn out too dear for the light way it took are *deferred*, and answered again once something heavier is
//! [made ready](Solver::escalate). So one easy board does not wait for a table that ten thousand boards deserve, and no run
//! spends much more on searching than the table would have cost.

mod answer;
pub(crate) mod batch;
mod budget;
mod databases;
mod general;
mod lookup;
mod pruned;
mod registry;
pub mod report;
mod setup;
mod shelf;
mod solvable;
#[expect(clippy::module_inception, reason = "what the room is named after")]
mod solver;
mod task;
mod tiles;
mod views;

use std::sync::Arc;

use thiserror::Error;

pub use answer::{Answer, Method, Verdict};
pub use budget::Budget;
pub use lookup::view_of;
pub use registry::{Guest, Guided};
pub use setup::{PrunedSequences, Setup, TableSource};
pub use solvable::Solvable;
pub use solver::Solver;
pub use task::Keeper;

use crate::group::ReachError;
use crate::heuristic::pattern::{PartitionTextError, PatternError};
use crate::heuristic::{Heuristic, WalkingDistanceError};
use crate::kernel::KernelError;
use crate::progress::{Progress, part_of};
use crate::puzzle::Goals;
use crate::search::a_star::Wanted;
use crate::search::ida_star::Tree;
use crate::search::{Algorithm, Control, Limits, Outcome, until_exhausted};
use crate::table::build::{Allowance, BuildError};
use crate::table::store::Store;
use task::Task;

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

/// What is asked of every board of a run. The default asks for the lexicographically first of the shortest answers, without
/// limits.
#[derive(Clone, Debug)]
pub struct Query {
    /// How to answer.
    pub algorithm: Option<Algorithm>,
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
    /// What each board may cost. `time` includes its share of preparing tables that nobody asked for by name.
    /// `memory` is for the whole run.
    pub limits: Limits,
    /// Where tables are kept, if anywhere.
    pub store: Option<Arc<Store>>,
    /// Told how far the building of a table is, and the searches.
    pub progress: Option<Arc<Progress>>,
    /// Whether the figures of searches are compared: then nothing that lies in the store decides which tables guide them.
    pub is_compared: bool,
    /// Keeps how far long searches are. Then what pays for many boards is made ready for one, too, and takes what time it takes.
    pub keeper: Option<Arc<dyn Keeper>>,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            algorithm: None,
            guide: None,
            also: Vec::new(),
            partition: None,
            least: true,
            moves: true,
            limits: Limits::default(),
            store: None,
            progress: None,
            is_compared: false,
            keeper: None,
        }
    }
}

impl Query {
    /// Whether the solver chooses what it prepares: then that is given up when time is short. What somebody asked for by
    /// name, or what a checkpoint needs, takes what it takes.
    pub(crate) fn is_chosen(&self) -> bool {
        self.algorithm.is_none()
            && self.guide.is_none()
            && self.partition.is_none()
            && self.keeper.is_none()
    }

    /// What a build may use.
    fn allowance<'q>(&'q self, memory: Option<u64>, budget: Budget<'q>) -> Allowance<'q> {
        Allowance {
            memory,
            cancel: Some(budget.cancel),
            progress: self.progress.as_deref(),
            deadline: budget.deadline.filter(|_| self.is_chosen()),
        }
    }
}

impl Query {
    /// Every heuristic that was asked for.
    fn guides(&self) -> impl Iterator<Item = Guide> {
        self.guide.into_iter().chain(self.also.iter().copied())
    }

    /// Whether pattern databases are asked for by name.
    fn names_databases(&self) -> bool {
        self.guides().any(|guide| guide == Guide::Pattern)
    }

    /// Sees that a puzzle has every heuristic that was asked for.
    fn check_guides(&self, puzzle: &str, known: &[Guide]) -> Result<(), SolverError> {
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
            puzzle: puzzle.to_owned(),
            guide: guide.name(),
            known,
        })
    }
}

/// A board to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case<B> {
    /// Its number in the input, from 1.
    pub number: u64,
    /// The start.
    pub start: B,
    /// The goal, where each board has its own.
    pub goal: Option<B>,
}

impl<B> Case<B> {
    /// A board whose goal is that of all.
    pub const fn new(number: u64, start: B) -> Self {
        Self {
            number,
            start,
            goal: None,
        }
    }
}

/// Why a solver can't do what is asked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SolverError {
    /// The puzzle has no such heuristic.
    #[error("{puzzle} has no heuristic `{guide}`; it has {known}")]
    NoSuchGuide {
        /// The puzzle.
        puzzle: String,
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
    NoWalkingDistance(#[from] WalkingDistanceError),
    /// Linear conflict was asked for and there are no lines.
    #[error("no linear conflicts: the cells do not lie in rows and columns")]
    NoLines,
    /// The puzzle does not fit the kernel that it is to run in.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// There is no such partition for pattern databases.
    #[error(transparent)]
    NoSuchPartition(#[from] PartitionTextError),
    /// A partition was asked for, and other heuristics than pattern databases.
    #[error("a partition is for the heuristic `pattern` only")]
    NeedlessPartition,
    /// A partition was asked for, and the pattern databases of the puzzle have none to choose.
    #[error(
        "the pattern databases of {0} are chosen by the program: --partition is for sliding tiles"
    )]
    NoPartitions(String),
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
    #[error("{algorithm} starts from every solved board, and there are more than {most}")]
    ManyGoals {
        /// The search.
        algorithm: &'static str,
        /// The most that are listed.
        most: u64,
    },
}

part_of!(
    BuildError => SolverError,
    KernelError => SolverError,
    PatternError => SolverError,
    PartitionTextError => SolverError,
    WalkingDistanceError => SolverError,
);

/// Runs the search that a query asks for.
fn search<P: Goals, H: Heuristic<P>>(
    task: &Task<'_>,
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
) -> (Method, Outcome) {
    let observer = &mut task.reporter();
    let control = &mut Control::new(task.limits, observer).cancelled_by(task.cancel);
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

/// The same with this control: where the query leaves the choice, pruned IDA* if the pruning is ready.
fn search_under<P: Goals, H: Heuristic<P>>(
    task: &Task<'_>,
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    control: &mut Control<'_>,
) -> (Method, Outcome) {
    let wanted = if task.query.least {
        Wanted::Least
    } else {
        Wanted::Any
    };
    let tree = Tree::new(puzzle, heuristic);
    let (algorithm, outcome) = match (task.query.algorithm, task.pruning) {
        (
            None | Some(Algorithm::Table | Algorithm::IdaStar | Algorithm::PrunedIdaStar),
            pruning,
        ) => match pruning {
            Some(pruning) => (
                Algorithm::PrunedIdaStar,
                task.ida_star(&tree.pruned_by(pruning), start, control),
            ),
            None => (Algorithm::IdaStar, task.ida_star(&tree, start, control)),
        },
        (Some(algorithm), _) => (
            algorithm,
            algorithm.run(puzzle, heuristic, None, start, wanted, control),
        ),
    };
    (Method::Algorithm(algorithm), outcome)
}
