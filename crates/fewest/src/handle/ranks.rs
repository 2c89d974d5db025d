//! All boards of a puzzle by number, so that their distances form a flat array.

use std::sync::Arc;

use super::population::{tabulate, too_large};
use super::real::to_real;
use super::rows::{ROWS_PER_TASK, bad_row};
use super::{Puzzle, to_goal};
use crate::error::PuzzleError;
use crate::kernel::{Kernel, ToGoal};
use crate::population::Fibres;
use crate::solver::Options;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::table::build::BuildError;

/// The boards of a puzzle, numbered without gaps. Boards that differ only in ways irrelevant to
/// moves and goals share a number. Clones are cheap.
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
    boards: Arc<dyn NumberedBoards>,
}

impl std::fmt::Debug for Numbering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Numbering").field(&self.puzzle).finish()
    }
}

impl Puzzle {
    /// Numbers the boards.
    ///
    /// # Errors
    /// If there are too many to number, or there is no such goal.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let error = Puzzle::open("fifteen")?.numbering(&Options::default()).unwrap_err();
    /// assert!(error.to_string().contains("has too many boards"));
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    pub fn numbering(&self, options: &Options) -> Result<Numbering, PuzzleError> {
        let boards = to_goal!(self, self.goal_of(options)?, |to| numbered(to_real(&to)?))?;
        let puzzle = self.clone();
        Ok(Numbering { puzzle, boards })
    }
}

impl Numbering {
    /// The number of ranks. Some may be of boards that can't be solved.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.boards.boards()
    }

    /// Returns the distances by number; 255 ([`NO_DISTANCE`](crate::table::NO_DISTANCE)) if a board
    /// can't be solved, or no moves lead to it from the puzzle's [home](crate::Model::home) board. Takes one byte per board, and a little more during the build.
    ///
    /// # Errors
    /// If memory is too small, a board is over 254 moves away, or the run was cancelled.
    pub fn distances(&self, options: &Options) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        self.boards.distances(options).map_err(Unfinished::of_part)
    }

    /// Returns the number of each of many boards in rows.
    ///
    /// # Errors
    /// If a row is not a board, it can't be solved and has no number, or the run was cancelled.
    pub fn ranks_of_rows(
        &self,
        rows: &[u8],
        options: &Options,
    ) -> Result<Vec<u64>, Unfinished<PuzzleError>> {
        let rank = |rows: &[u8], ranks: &mut [u64]| self.boards.rank(rows, ranks);
        let ranks = self.puzzle.by_rows(rows, 0, options, &rank)?;
        match ranks.iter().position(|&rank| rank == u64::MAX) {
            Some(row) => Err(bad_row(row, "it can't be solved, so it has no number").into()),
            None => Ok(ranks),
        }
    }

    /// Returns the boards with these numbers, in rows: the first of those that share a number.
    ///
    /// # Errors
    /// If a number is too large, or the run was cancelled.
    pub fn rows(
        &self,
        ranks: &[u64],
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        let (boards, cells) = (self.boards(), self.puzzle.model().cells().max(1));
        if let Some(row) = ranks.iter().position(|&rank| rank >= boards) {
            let rank = ranks.get(row).copied().unwrap_or_default();
            let problem = format!(
                "no board has the number {rank}; boards are numbered 0 to {}",
                boards.saturating_sub(1)
            );
            return Err(bad_row(row, problem).into());
        }
        let mut rows = vec![0; ranks.len() * cells];
        let parts = ranks
            .chunks(ROWS_PER_TASK)
            .zip(rows.chunks_mut(ROWS_PER_TASK * cells));
        parallel::map(parts, |(ranks, rows)| {
            if !options.watch().is_cancelled() {
                self.boards.unrank(ranks, rows);
            }
        });
        options.watch().check::<PuzzleError>()?;
        Ok(rows)
    }
}

/// The numbered boards of a puzzle, as its goals see them.
trait NumberedBoards: Send + Sync {
    fn boards(&self) -> u64;

    fn distances(&self, options: &Options) -> Result<Vec<u8>, Unfinished<BuildError>>;

    /// Writes the number of each board, [`u64::MAX`] for boards without one, which can't be solved.
    /// The error is the index of the first row that is not a board.
    fn rank(&self, rows: &[u8], ranks: &mut [u64]) -> Result<(), usize>;

    fn unrank(&self, ranks: &[u64], rows: &mut [u8]);
}

struct InKernel<K: Kernel> {
    to: ToGoal<K>,
    fibres: Fibres<K>,
}

fn numbered<K: Kernel>(to: ToGoal<K>) -> Result<Arc<dyn NumberedBoards>, PuzzleError> {
    let fibres = Fibres::of(Arc::clone(&to.puzzle));
    if !fibres.view().has_table() || fibres.size().is_none() {
        return Err(too_large(to.puzzle.model()));
    }
    Ok(Arc::new(InKernel { to, fibres }))
}

impl<K: Kernel> NumberedBoards for InKernel<K> {
    fn boards(&self) -> u64 {
        self.fibres.view().boards()
    }

    fn distances(&self, options: &Options) -> Result<Vec<u8>, Unfinished<BuildError>> {
        Ok(tabulate(self.fibres.view(), options)?.into_distances())
    }

    fn rank(&self, rows: &[u8], ranks: &mut [u64]) -> Result<(), usize> {
        let view = self.fibres.view();
        self.to.puzzle.model().each_row(rows, ranks, |row| {
            let seen = self.fibres.project(&self.to.board(row)?);
            let rank = (!view.shares_rank(&seen)).then(|| view.rank(&seen));
            Some(
                rank.filter(|&rank| rank < view.boards())
                    .unwrap_or(u64::MAX),
            )
        })
    }

    fn unrank(&self, ranks: &[u64], rows: &mut [u8]) {
        let cells = self.to.puzzle.model().cells().max(1);
        let mut symbols = Vec::with_capacity(cells);
        for (rank, row) in ranks.iter().zip(rows.chunks_exact_mut(cells)) {
            let seen = self.fibres.view().unrank(*rank);
            let board = self.fibres.board(&seen, 0).unwrap_or(seen);
            self.to.show(&board, &mut symbols);
            row.copy_from_slice(&symbols);
        }
    }
}
