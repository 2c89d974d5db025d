//! Answering the boards of one goal, or of the goals that a puzzle has.

mod answer;
mod rows;
mod tiers;

use std::sync::Arc;

use super::ladder::Ladder;
use super::projected::Projected;
use super::pruned::Pruned;
use super::registry::{HeuristicKernel, chosen};
use super::views::Views;
use super::{HeuristicName, Options, Solvable, SolverError, TableSource};
use crate::group::ReachError;
use crate::kernel::general::MOST_SOLVED;
use crate::kernel::{Kernel, View};
use crate::search::Algorithm;
use crate::table::ball::Ball;

/// Answers the boards of a puzzle's goals, with what is prepared for them.
pub(super) struct GoalSolver<K: HeuristicKernel> {
    options: Options,
    puzzle: Arc<K>,
    /// The tiers that the options and the memory leave; none before the first batch.
    ladder: Ladder,
    ball: Option<Ball<K::Board>>,
    /// The heuristics that are ready at once.
    heuristics: K::Heuristics,
    projected: Projected,
    databases: Option<K::Databases>,
    views: Views<K>,
    /// Building the tables took too long.
    are_tables_refused: bool,
    /// The redundant moves that searches leave out.
    pruned: Pruned,
    /// Which boards can be solved at all, once searches need to know.
    solvable: Option<Result<Solvable<K>, ReachError>>,
}

impl<K: HeuristicKernel> GoalSolver<K> {
    /// A solver for the boards of this puzzle.
    ///
    /// # Errors
    /// If the puzzle has no such heuristic, or the solved boards are too many for the search asked
    /// for.
    pub(super) fn new(puzzle: Arc<K>, mut options: Options) -> Result<Self, SolverError> {
        let model = puzzle.model();
        options.check_heuristics(&model.name, K::heuristic_names(model))?;
        if let Some(partition) = &options.partition {
            puzzle.check_partition(partition)?;
            if options.heuristics.is_empty() {
                options.heuristics.push(HeuristicName::Pattern);
            }
            if !options.names_databases() {
                return Err(SolverError::NeedlessPartition);
            }
        }
        if let Some(algorithm @ (Algorithm::Bidirectional | Algorithm::Nbs)) = options.algorithm
            && puzzle.solved_boards().is_none()
        {
            return Err(SolverError::ManyGoals {
                algorithm: algorithm.name(),
                most: MOST_SOLVED,
            });
        }
        Ok(Self {
            ladder: Ladder::default(),
            ball: None,
            heuristics: puzzle.heuristics(&options.heuristics)?,
            projected: Projected::default(),
            databases: None,
            views: Views::of(&puzzle),
            are_tables_refused: false,
            pruned: Pruned::default(),
            solvable: None,
            options,
            puzzle,
        })
    }

    /// The puzzle.
    pub(super) fn puzzle(&self) -> &K {
        &self.puzzle
    }

    /// The bytes of the tables that it has built.
    pub(super) fn bytes(&self) -> u64 {
        let databases = self.databases.as_ref().map_or(0, K::bytes);
        self.projected.bytes() + self.views.built() + databases
    }

    /// The source of each table of all distances, and its bytes.
    pub(super) fn tables(&self) -> impl Iterator<Item = (TableSource, u64)> {
        self.views.tables()
    }

    /// The heuristics that guide searches, and the databases if they do.
    fn heuristic_names(&self) -> (Vec<HeuristicName>, Option<&K::Databases>) {
        let databases = self.databases.as_ref();
        let names = chosen::<K>(self.puzzle.model(), &self.options, databases.is_some());
        let databases = databases.filter(|_| names.contains(&HeuristicName::Pattern));
        (names, databases)
    }
}

/// The bytes that building the tables takes which answer all boards of a puzzle; `None` if boards
/// can't be numbered.
pub(crate) fn table_bytes<K: Kernel>(puzzle: &K) -> Option<u64> {
    Views::of(puzzle).bytes()
}

/// The view of a puzzle that its goals share, whose table answers boards; or the view for all goals
/// together, if they share none.
///
/// # Errors
/// If there are too many boards for a table.
pub(crate) fn view_of<K: Kernel>(puzzle: &K) -> Result<K, SolverError> {
    let view = match Views::of(puzzle).only() {
        Some(view) => Some(view),
        None => puzzle.through(&View::of_all_goals(puzzle.model())).ok(),
    };
    let view = view.filter(K::has_table);
    view.ok_or_else(|| SolverError::TooLarge(puzzle.model().name.clone()))
}
