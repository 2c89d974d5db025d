//! All boards of a puzzle by number, so that their distances are a flat array.

use std::sync::Arc;

use super::Puzzle;
use super::rows::{CHUNK, bad_row};
use crate::engine::NumberedRows;
use crate::error::PuzzleError;
use crate::model::NamedGoal;
use crate::solver::Options;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// The boards of a puzzle by number, without gaps. Boards that differ only in what neither moves nor
/// goals look at share a number. Clones are cheap.
///
/// ```
/// use fewest::{Options, Puzzle};
///
/// let options = Options::default();
/// let numbering = Puzzle::open("eight")?.numbering(&options)?;
/// let distances = numbering.distances(&options)?;
/// assert_eq!((numbering.boards(), distances.len()), (181_440, 181_440));
/// let board = [8, 6, 7, 2, 5, 4, 3, 0, 1];
/// let ranks = numbering.ranks_of_rows(&board, &options)?;
/// assert_eq!(distances[ranks[0] as usize], 31);
/// assert_eq!(numbering.rows(&ranks, &options)?, board);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Numbering {
    puzzle: Puzzle,
    boards: Arc<dyn NumberedRows>,
}

impl std::fmt::Debug for Numbering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Numbering").field(&self.puzzle).finish()
    }
}

impl Puzzle {
    /// Its boards by number.
    ///
    /// # Errors
    /// If they are too many to number, or there is no such goal.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let error = Puzzle::open("fifteen")?.numbering(&Options::default()).unwrap_err();
    /// assert!(error.to_string().contains("too many positions to number"));
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    pub fn numbering(&self, options: &Options) -> Result<Numbering, PuzzleError> {
        let goal = self.goal_or(options, NamedGoal::default())?;
        Ok(Numbering {
            puzzle: self.clone(),
            boards: self.engine().numbered(goal.as_deref())?.into(),
        })
    }
}

impl Numbering {
    /// How many numbers there are. Some may be of boards that nothing solves.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.boards.boards()
    }

    /// The distance of each board, by number; 255 ([`NO_DISTANCE`](crate::table::NO_DISTANCE)) where
    /// nothing solves it. Takes a byte for each, and a little more while it is built.
    ///
    /// # Errors
    /// If that is more memory than allowed, a board is more than 254 moves away, or it was
    /// cancelled.
    pub fn distances(&self, options: &Options) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        Ok(self.boards.distances(options)?)
    }

    /// The number of each of many boards in rows.
    ///
    /// # Errors
    /// If a row is no board or one without a number, which nothing solves; or it was cancelled.
    pub fn ranks_of_rows(
        &self,
        rows: &[u8],
        options: &Options,
    ) -> Result<Vec<u64>, Unfinished<PuzzleError>> {
        let rank = |rows: &[u8], ranks: &mut [u64]| self.boards.rank(rows, ranks);
        let ranks = self.puzzle.by_rows(rows, 0, options, &rank)?;
        match ranks.iter().position(|&rank| rank == u64::MAX) {
            Some(row) => Err(bad_row(row, "nothing solves it, so it has no number").into()),
            None => Ok(ranks),
        }
    }

    /// The boards with these numbers, in rows: the first of those that share one.
    ///
    /// # Errors
    /// If there is no such number, or it was cancelled.
    pub fn rows(
        &self,
        ranks: &[u64],
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        let (boards, cells) = (self.boards(), self.puzzle.model().cells().max(1));
        if let Some(row) = ranks.iter().position(|&rank| rank >= boards) {
            let rank = ranks.get(row).copied().unwrap_or_default();
            let problem = format!("there is no number {rank}; numbers are below {boards}");
            return Err(bad_row(row, problem).into());
        }
        let mut rows = vec![0; ranks.len() * cells];
        let parts = ranks.chunks(CHUNK).zip(rows.chunks_mut(CHUNK * cells));
        parallel::map(parts, |(ranks, rows)| {
            if !options.watch().is_cancelled() {
                self.boards.unrank(ranks, rows);
            }
        });
        options.watch().check::<PuzzleError>()?;
        Ok(rows)
    }
}
