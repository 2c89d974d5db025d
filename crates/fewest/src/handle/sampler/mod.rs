//! Boards drawn again and again, by distance or among all that can be solved.

mod by_distance;
mod draw;
mod pairs;

pub use by_distance::BoardSampler;
pub use draw::{CaseSampler, Draw, Drawn, Sample, Wanted};

use super::{Puzzle, to_goal};
use crate::error::PuzzleError;
use crate::solver::Options;
use crate::support::progress::Unfinished;

impl Puzzle {
    /// The boards by distance, at least up to the farthest asked for, in moves.
    ///
    /// # Errors
    /// If they do not fit the memory allowed, there is no such goal, or it was stopped.
    pub fn sampler(
        &self,
        farthest: u8,
        options: &Options,
    ) -> Result<BoardSampler, Unfinished<PuzzleError>> {
        to_goal!(self, self.goal_of(options)?, |to| by_distance::by_distance(
            to, farthest, options
        ))
    }

    /// The boards that can be solved.
    ///
    /// # Errors
    /// If it is not known which these are, there is no such goal, or it was stopped.
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

/// Why no board is drawn.
fn no_such(problem: String) -> PuzzleError {
    PuzzleError::NoSuchBoards(problem)
}
