//! Plans of answers and of surveys.

use thiserror::Error;

use super::population::table_bytes;
use super::{Puzzle, to_goal};
use crate::error::PuzzleError;
use crate::levels::{LevelOptions, LevelsError, Plan};
use crate::solver::{Options, SolvePlan, SolverError};
use crate::table::build::BuildError;

/// The way in which a survey counts boards.
#[derive(Clone, Debug, PartialEq)]
pub enum SurveyPlan {
    /// A table of all boards in memory, with the bytes that it takes to build.
    Table(u64),
    /// Level by level: [`Puzzle::count_levels`].
    ByLevels(Plan),
    /// Outwards from the goal, within the memory limit: also [`Puzzle::count_levels`].
    Outwards,
}

/// The reason why boards can't be counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// There is no such goal, there are too many boards, or a required table does not fit.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Neither the table nor levels in memory fit.
    #[error("{table}")]
    NoRoom {
        /// The bytes of the table.
        table: BuildError,
        /// The plan of levels in memory, or in the folder.
        levels: Plan,
    },
    /// The table does not fit, and boards can't be counted level by level.
    #[error("{table}; {levels}")]
    NoLevels {
        /// The bytes of the table.
        table: BuildError,
        /// The reason.
        levels: LevelsError,
    },
    /// Boards can't be counted level by level.
    #[error(transparent)]
    Levels(#[from] LevelsError),
}

impl Puzzle {
    /// Plans the answers of this many boards without goals of their own: what will be tried, in this
    /// order. Nothing is built. Several boards are not first searched for near the goals.
    ///
    /// # Errors
    /// If there is no such goal, or a table or heuristic that the options name can't be built.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let cube = Puzzle::open("cube3")?;
    /// let plan = cube.solve_plan(1, &Options::default())?;
    /// // Small projections guide short searches; the largest takes minutes to build.
    /// assert!(plan.table().is_none() && plan.projections().count() == 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_plan(&self, boards: usize, options: &Options) -> Result<SolvePlan, PuzzleError> {
        let goal = self.goal_of(options)?;
        let mut solver = self.solver(goal.as_deref(), options.of_solver())?;
        Ok(solver.plan(boards, options.call())?)
    }

    /// Plans a survey: how boards are counted with these options, and its memory. Nothing is built.
    /// If a folder or a greatest distance is given, boards are counted level by level; otherwise by
    /// a table, or level by level if it does not fit and is not needed (`needs_table`).
    ///
    /// # Errors
    /// If boards can't be counted with these options.
    ///
    /// ```
    /// use fewest::levels::LevelOptions;
    /// use fewest::{Limits, Options, Puzzle, SurveyPlan};
    ///
    /// let knights = Puzzle::open("knights")?;
    /// let plan = |memory| {
    ///     let limits = Limits { memory: Some(memory), ..Limits::default() };
    ///     let options = Options { limits, ..Options::default() };
    ///     knights.survey_plan(&LevelOptions::default(), false, &options)
    /// };
    /// assert!(matches!(plan(100_000_000)?, SurveyPlan::Table(_)));
    /// assert!(matches!(plan(50_000_000)?, SurveyPlan::ByLevels(_)));
    /// assert!(plan(10_000_000).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn survey_plan(
        &self,
        levels: &LevelOptions,
        needs_table: bool,
        options: &Options,
    ) -> Result<SurveyPlan, SurveyError> {
        let by_levels = |options: &Options| {
            let plan = self.level_plan(levels, options)?;
            Ok(plan.map_or(SurveyPlan::Outwards, SurveyPlan::ByLevels))
        };
        if levels.folder.is_some() || levels.max_moves.is_some() {
            return by_levels(options);
        }
        let from = levels.from.as_deref();
        let (puzzle, goal) = self.with_goal_of(from, options)?;
        let table = to_goal!(puzzle, goal, |to| table_bytes(&to, from, options));
        let table = match table {
            Ok(bytes) => return Ok(SurveyPlan::Table(bytes)),
            Err(PuzzleError::Solver(SolverError::NoTable(table))) if !needs_table => table,
            Err(error) => return Err(error.into()),
        };
        let planned = match by_levels(options) {
            Err(SurveyError::Levels(LevelsError::Memory { needed, .. })) => {
                let mut enough = options.clone();
                enough.limits.memory = Some(needed);
                by_levels(&enough)
            }
            planned => planned,
        };
        let allowed = options.limits.memory.unwrap_or(u64::MAX);
        match planned {
            Ok(SurveyPlan::ByLevels(levels))
                if levels.enough().is_none_or(|enough| enough > allowed) =>
            {
                Err(SurveyError::NoRoom { table, levels })
            }
            Err(SurveyError::Levels(levels)) => Err(SurveyError::NoLevels { table, levels }),
            planned => planned,
        }
    }
}
