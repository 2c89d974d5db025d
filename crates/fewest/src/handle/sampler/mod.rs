//! Boards drawn again and again, by distance or among all that can be solved.

mod by_distance;
mod draw;
mod pairs;

use std::ops::RangeInclusive;
use std::sync::Arc;

pub use draw::{CaseSampler, Draw, Drawn, Sample, Wanted};

use super::Puzzle;
use super::rows::room;
use crate::error::PuzzleError;
use crate::population::Random;
use crate::solver::Options;
use crate::support::progress::Unfinished;
use by_distance::ByDistance;

/// Boards drawn between two checks of the cancel flag.
const BOARDS_PER_CHECK: usize = 1 << 10;

/// The boards of a puzzle by distance, to draw from. [`Puzzle::sample`] works this out at each call.
/// Clones are cheap.
///
/// ```
/// use fewest::{Options, Puzzle};
///
/// let options = Options::default();
/// let eight = Puzzle::open("eight")?;
/// let sampler = eight.sampler(31, &options)?;
/// assert_eq!(&sampler.counts()[..4], [1, 2, 4, 8]);
/// let rows = sampler.draw_rows(20..=20, 100, 7, &options)?;
/// assert_eq!(eight.distances_of_rows(&rows, &options)?, [20; 100]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct BoardSampler {
    puzzle: Puzzle,
    boards: Arc<ByDistance>,
}

impl std::fmt::Debug for BoardSampler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("BoardSampler").field(&self.puzzle).finish()
    }
}

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
        Ok(BoardSampler {
            puzzle: self.clone(),
            boards: Arc::new(self.by_distance(farthest, options)?),
        })
    }
}

/// The boards of a puzzle that can be solved, to draw from. Clones are cheap.
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
#[derive(Clone)]
pub struct SolvableSampler {
    puzzle: Puzzle,
    boards: CaseSampler,
}

impl std::fmt::Debug for SolvableSampler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SolvableSampler")
            .field(&self.puzzle)
            .finish()
    }
}

impl Puzzle {
    /// The boards that can be solved.
    ///
    /// # Errors
    /// If it is not known which these are, there is no such goal, or it was stopped.
    pub fn solvable_sampler(
        &self,
        options: &Options,
    ) -> Result<SolvableSampler, Unfinished<PuzzleError>> {
        Ok(SolvableSampler {
            puzzle: self.clone(),
            boards: self.by_solvability(true, options)?,
        })
    }

    /// Rows that are drawn one after another.
    fn drawn_rows(
        &self,
        sampler: &CaseSampler,
        count: usize,
        seed: u64,
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        let cells = self.model().cells().max(1);
        let mut rows = room(count, cells)?;
        let (mut random, mut drawn) = (Random::new(seed), Drawn::default());
        let progress = &options.progress;
        progress.begin("drawing boards", "boards", Some(count as u64));
        for rows in rows.chunks_mut(BOARDS_PER_CHECK * cells) {
            for row in rows.chunks_mut(cells) {
                while sampler.draw(&mut random, &mut drawn).is_none() {
                    options.whole().check::<PuzzleError>()?;
                }
                row.copy_from_slice(&drawn.case.start);
            }
            options.whole().check::<PuzzleError>()?;
            progress.add((rows.len() / cells) as u64);
        }
        Ok(rows)
    }
}

impl SolvableSampler {
    /// Draws boards, in rows; each board that can be solved is equally likely at every draw. These
    /// are the boards that [`Puzzle::sample`] draws with this seed.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        let puzzle = &self.puzzle;
        puzzle.drawn_rows(&self.boards, count, seed, options)
    }
}

impl BoardSampler {
    /// The number of boards at each distance 0, 1, 2, ..., up to the farthest known.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.boards.counts
    }

    /// Returns true if it has every board up to this distance.
    #[must_use]
    pub fn reaches(&self, distance: u8) -> bool {
        self.boards.is_whole || usize::from(distance) < self.counts().len()
    }

    /// Draws boards in a range of distances, in rows; each board of the range is equally likely at
    /// every draw. These are the boards that [`Puzzle::sample`] draws with this seed.
    ///
    /// # Errors
    /// If no board is in that range, or it was stopped.
    pub fn draw_rows(
        &self,
        distances: RangeInclusive<u8>,
        count: usize,
        seed: u64,
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let (first, last) = distances.into_inner();
        let distances = first.into()..=last.into();
        let sampler = self.boards.within(distances, self.puzzle.name())?;
        self.puzzle.drawn_rows(&sampler, count, seed, options)
    }
}

/// Why no board is drawn.
fn no_such(problem: String) -> PuzzleError {
    PuzzleError::NoSuchBoards(problem)
}
