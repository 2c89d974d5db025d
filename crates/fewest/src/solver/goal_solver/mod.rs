//! Answers the boards of one goal, or of a puzzle's own goals.

mod answer;
mod plan;
mod rows;
#[cfg(test)]
mod tests;
mod tiers;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::costs::QUICK_TABLE;
use super::ladder::Ladder;
use super::paused::PausedSearch;
use super::projected::Projected;
use super::pruned::Pruned;
use super::registry::{HeuristicKernel, chosen};
use super::views::Views;
use super::{Call, HeuristicName, Solvable, SolverError, SolverOptions, TableSource};
use crate::group::{ReachError, RealBoards};
use crate::kernel::general::MAX_SOLVED;
use crate::kernel::pieces::Pieces;
use crate::kernel::{Kernel, View};
use crate::search::{Algorithm, Commuting};
use crate::support::budget::Budget;
use crate::table::ball::Ball;

/// Time limit for finding the group of the moves, to see which boards are real.
const ANALYSIS_TIME: Duration = Duration::from_secs(2);

pub(super) struct GoalSolver<K: HeuristicKernel> {
    options: SolverOptions,
    puzzle: Arc<K>,
    /// The tiers allowed by options and memory; empty before the first batch.
    ladder: Ladder,
    ball: Option<Ball<K::Board>>,
    heuristics: K::Heuristics,
    projected: Projected,
    /// The linear systems of moves that commute, if they answer boards.
    commuting: Option<Commuting>,
    databases: Option<K::Databases>,
    views: Views<K>,
    /// True if building the tables took too long.
    are_tables_refused: bool,
    pruned: Pruned,
    paused: PausedSearch<K::Board>,
    /// The solvable boards, once searches need to know.
    solvable: OnceLock<Result<Solvable<K>, ReachError>>,
    /// The real boards, if they may not be all that can be solved.
    real: OnceLock<Option<RealBoards>>,
    /// The puzzle's pieces, once a board can't be solved.
    pieces: OnceLock<Option<Pieces>>,
    /// True after a preparation for boards that ended without an error.
    is_ready: bool,
    /// The time of a preparation that did not end within it, if there was one. A call with more
    /// time prepares again.
    cut_short: Option<Duration>,
}

impl<K: HeuristicKernel> GoalSolver<K> {
    /// Creates a solver for the boards of this puzzle.
    ///
    /// # Errors
    /// If the puzzle lacks a requested heuristic, or has too many solved boards for the search.
    pub(super) fn new(puzzle: Arc<K>, mut options: SolverOptions) -> Result<Self, SolverError> {
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
                max_goals: MAX_SOLVED,
            });
        }
        let views = Views::of(&*puzzle);
        Ok(Self {
            commuting: commuting(&*puzzle, &views, &options),
            ladder: Ladder::default(),
            ball: None,
            heuristics: puzzle.heuristics(&options.heuristics)?,
            projected: Projected::default(),
            databases: None,
            views,
            are_tables_refused: false,
            pruned: Pruned::default(),
            paused: PausedSearch::default(),
            solvable: OnceLock::new(),
            real: OnceLock::new(),
            pieces: OnceLock::new(),
            is_ready: false,
            cut_short: None,
            options,
            puzzle,
        })
    }

    /// Returns true if there is nothing to prepare for this many boards.
    pub(super) fn is_prepared(&self, boards: usize, call: Call<'_>) -> bool {
        if self.views.are_filled() {
            return !self.options.must_be_reproducible;
        }
        // Half of a call's time is for preparation.
        let left = [call.max_time.map(|time| time / 2), call.budget.left()];
        self.is_ready
            && (boards <= 1 || self.ladder.next().is_none())
            && !self.options.must_be_reproducible
            && !self.has_more_time(left.into_iter().flatten().min())
            && !self.ladder.is_free(call.max_nodes)
            && !self.is_past_near(boards, call)
            && !(self.is_never_searched(call) && self.solvable.get().is_none())
    }

    pub(super) fn puzzle(&self) -> &K {
        &self.puzzle
    }

    /// The solvable boards, unless finding them takes too long.
    fn solvable(&self, budget: Budget<'_>) -> &Result<Solvable<K>, ReachError> {
        self.solvable
            .get_or_init(|| Solvable::by_moves(&self.puzzle, budget.left()))
    }

    /// Returns true if no moves lead to this board from home, if that is known.
    pub(super) fn is_unreal(&self, board: &K::Board) -> bool {
        let model = self.puzzle.model();
        let Some(home) = &model.home else {
            return false;
        };
        let real = self
            .real
            .get_or_init(|| RealBoards::of(&model.structure, home, Some(ANALYSIS_TIME)).ok());
        let includes = |real: &RealBoards| real.includes(&self.puzzle.all_symbols(board));
        real.as_ref()
            .is_some_and(|real| includes(real) == Ok(false))
    }

    pub(super) fn bytes(&self) -> u64 {
        let databases = self.databases.as_ref().map_or(0, K::bytes);
        self.projected.bytes() + self.views.built() + databases
    }

    pub(super) fn tables(&self) -> impl Iterator<Item = (TableSource, u64)> {
        self.views.tables()
    }

    /// The heuristics that guide searches, and the databases if they are among them.
    fn heuristic_names(&self) -> (Vec<HeuristicName>, Option<&K::Databases>) {
        let databases = self.databases.as_ref();
        let (puzzle, heuristics) = (&*self.puzzle, &self.heuristics);
        let names = chosen(puzzle, heuristics, &self.options, databases.is_some());
        let databases = databases.filter(|_| names.contains(&HeuristicName::Pattern));
        (names, databases)
    }
}

/// The linear systems of a puzzle whose moves commute, if the method is open and tables are not quicker.
/// The systems count the boards, because numbering takes seconds.
fn commuting<K: Kernel>(
    puzzle: &K,
    views: &Views<K>,
    options: &SolverOptions,
) -> Option<Commuting> {
    let is_asked = options.is_method_open() && puzzle.real_boards().is_none();
    let systems = Commuting::of(&is_asked.then(|| puzzle.model())?.structure)?;
    let is_quick = systems.boards() <= QUICK_TABLE
        && views.are_of_at_most(QUICK_TABLE)
        && views.may_be_picked(options.memory);
    (!is_quick).then_some(systems)
}

/// The bytes for building the tables of all boards; `None` if boards can't be numbered.
pub(crate) fn table_bytes<K: Kernel>(puzzle: &K) -> Option<u64> {
    Views::of(puzzle).bytes()
}

/// The view that all goals of a puzzle share, or else the view for all goals together.
///
/// # Errors
/// If there are too many boards for a table.
pub(crate) fn view_of<K: Kernel>(puzzle: &K) -> Result<K, SolverError> {
    let only = Views::of(puzzle).only();
    let view = only.or_else(|| puzzle.through(&View::of_all_goals(puzzle.model())).ok());
    (view.filter(K::has_table)).ok_or_else(|| SolverError::TooLarge(puzzle.model().name.clone()))
}
