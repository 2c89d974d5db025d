//! Random boards, by distance or by solvability.

mod beyond;
mod board_sampler;
mod by_distance;
mod draw;
mod pairs;
mod solved;

pub use board_sampler::BoardSampler;
pub use by_distance::DrawPlan;
pub use draw::{CaseSampler, Draw, Drawn, Pool, Sample};

use super::real::{are_solved_too_many, to_real};
use super::{Puzzle, to_goal};
use crate::error::PuzzleError;
use crate::kernel::Kernel;
use crate::solver::Options;
use crate::support::progress::Unfinished;

impl Puzzle {
    /// Creates a sampler of boards by distance, at least up to `farthest` moves.
    ///
    /// # Errors
    /// If they do not fit into memory, there is no such goal, or the run was stopped.
    pub fn sampler(
        &self,
        farthest: u8,
        options: &Options,
    ) -> Result<BoardSampler, Unfinished<PuzzleError>> {
        to_goal!(self, self.goal_of(options)?, |to| {
            if are_solved_too_many(&to) {
                return solved::solved(self, to.puzzle.model(), farthest, options);
            }
            by_distance::by_distance(&to, farthest, options)
        })
    }

    /// Plans how boards of a pool, or pairs of a start and a goal, are drawn. Nothing is built.
    ///
    /// # Errors
    /// If there is no such goal, or it is not known which boards are real.
    ///
    /// ```
    /// use fewest::{DrawPlan, Options, Pool, Puzzle};
    ///
    /// let plan = |name| Puzzle::open(name)?.draw_plan(Pool::Moves(8, 8), false, &Options::default());
    /// assert!(matches!(plan("eight")?, DrawPlan::Table(_)));
    /// assert!(matches!(plan("cube3")?, DrawPlan::NearOrBeyond(_)));
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    pub fn draw_plan(
        &self,
        pool: Pool,
        with_goals: bool,
        options: &Options,
    ) -> Result<DrawPlan, PuzzleError> {
        let is_by_distance = matches!(pool, Pool::Moves(..));
        if with_goals {
            return Ok(if is_by_distance {
                DrawPlan::GoalByGoal
            } else {
                DrawPlan::Arrangements
            });
        }
        to_goal!(self, self.goal_of(options)?, |to| {
            let are_many = are_solved_too_many(&to);
            if is_by_distance && are_many {
                return Ok(DrawPlan::Solved);
            }
            if !is_by_distance && (are_many || pool == Pool::Unsolvable || !draw::needs_table(&to)?)
            {
                return Ok(DrawPlan::Arrangements);
            }
            Ok(by_distance::planned(&to_real(&to)?, options).0)
        })
    }

    /// Creates a sampler of the solvable boards.
    ///
    /// # Errors
    /// If these are not known, there is no such goal, or the run was stopped.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let options = Options::default();
    /// let cube = Puzzle::open("cube3")?;
    /// let rows = cube.solvable_sampler(&options)?.draw_rows(100, 7, &options)?;
    /// assert_eq!(cube.are_rows_solvable(&rows, &options)?, [true; 100]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solvable_sampler(
        &self,
        options: &Options,
    ) -> Result<CaseSampler, Unfinished<PuzzleError>> {
        self.by_solvability(true, options)
    }
}

fn no_such(problem: String) -> PuzzleError {
    PuzzleError::NoSuchBoards(problem)
}
