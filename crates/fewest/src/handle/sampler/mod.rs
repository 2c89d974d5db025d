//! Random boards, by distance or by solvability.

mod beyond;
mod by_distance;
mod draw;
mod pairs;

pub use by_distance::BoardSampler;
pub use draw::{CaseSampler, Draw, Drawn, Pool, Sample};

use super::{Puzzle, to_goal};
use crate::error::PuzzleError;
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
        to_goal!(self, self.goal_of(options)?, |to| by_distance::by_distance(
            &to, farthest, options
        ))
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
