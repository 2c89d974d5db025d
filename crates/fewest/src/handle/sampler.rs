//! Boards drawn again and again, by distance or among all that can be solved.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::Puzzle;
use super::rows::room;
use crate::engine::{SampledRows, SolvableRows};
use crate::error::PuzzleError;
use crate::model::NamedGoal;
use crate::solver::Options;
use crate::support::progress::Unfinished;
use crate::support::random::Random;

/// Boards that are drawn between two looks at the cancel flag.
const PERIOD: usize = 1 << 10;

/// The boards of a puzzle by distance, to draw from: what [`Puzzle::sample`] works out anew at each
/// call. Clones are cheap.
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
    boards: Arc<dyn SampledRows>,
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
        let goal = self.goal_or(options, NamedGoal::default())?;
        let boards = self.engine().sampled(goal.as_deref(), farthest, options)?;
        Ok(BoardSampler {
            puzzle: self.clone(),
            boards: boards.into(),
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
    boards: Arc<dyn SolvableRows>,
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
        let goal = self.goal_or(options, NamedGoal::default())?;
        let boards = self.engine().all_solvable(goal.as_deref(), options)?;
        Ok(SolvableSampler {
            puzzle: self.clone(),
            boards: boards.into(),
        })
    }

    /// Rows that are drawn one after another; `draw` gives none where luck found none.
    fn drawn_rows(
        &self,
        count: usize,
        seed: u64,
        options: &Options,
        draw: impl Fn(&mut Random, &mut [u8]) -> Option<()>,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        let cells = self.model().cells().max(1);
        let mut rows = room(count, cells)?;
        let mut random = Random::new(seed);
        let progress = &options.progress;
        progress.begin("drawing boards", "boards", Some(count as u64));
        for rows in rows.chunks_mut(PERIOD * cells) {
            for row in rows.chunks_mut(cells) {
                while draw(&mut random, row).is_none() {
                    options.whole().check::<PuzzleError>()?;
                }
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
        self.puzzle.drawn_rows(count, seed, options, |random, row| {
            self.boards.draw(random, row)
        })
    }
}

impl BoardSampler {
    /// How many boards there are at each distance 0, 1, 2, ..., as far as it goes.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        self.boards.counts()
    }

    /// Whether it has every board up to this distance.
    #[must_use]
    pub fn reaches(&self, distance: u8) -> bool {
        self.boards.is_whole() || usize::from(distance) < self.counts().len()
    }

    /// Draws boards in a range of distances, in rows; each board of the range is equally likely at
    /// every draw. These are the boards that [`Puzzle::sample`] draws with this seed.
    ///
    /// # Errors
    /// If there is no board in that range, or it was stopped.
    pub fn draw_rows(
        &self,
        distances: RangeInclusive<u8>,
        count: usize,
        seed: u64,
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        let at = (0..=u8::MAX).zip(self.counts().iter().copied());
        let at = at.filter(|(distance, count)| distances.contains(distance) && *count > 0);
        let at: Vec<(u8, u64)> = at.collect();
        let total: u64 = at.iter().map(|(_, count)| count).sum();
        if total == 0 && count > 0 {
            let (name, farthest) = (self.puzzle.name(), self.counts().len().saturating_sub(1));
            let (first, last) = distances.into_inner();
            let asked = if first == last {
                first.to_string()
            } else {
                format!("{first}..{last}")
            };
            return Err(PuzzleError::NoSuchBoards(format!(
                "{name} has no board at distance {asked}; there are boards at 0..{farthest}"
            ))
            .into());
        }
        self.puzzle.drawn_rows(count, seed, options, |random, row| {
            self.draw(&at, total, random, row)
        })
    }

    fn draw(
        &self,
        at: &[(u8, u64)],
        total: u64,
        random: &mut Random,
        row: &mut [u8],
    ) -> Option<()> {
        let mut place = random.below(total);
        let (distance, _) = *at.iter().find(|(_, count)| {
            let is_here = place < *count;
            place = place.saturating_sub(*count);
            is_here
        })?;
        self.boards.draw(distance, random, row)
    }
}
