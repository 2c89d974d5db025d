//! Boards in rows: a symbol a cell, board after board in one slice.

use std::sync::Arc;

use super::kernel::{BySymbols, Complete};
use super::population::OtherGoal;
use super::sampler::ByDistance;
use crate::kernel::Kernel;
use crate::model::Case;
use crate::population::{Fibres, Random};
use crate::solver::{Batches, HeuristicKernel, Options, Solvable, SolverError};
use crate::space::MoveSet;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::NO_DISTANCE;
use crate::table::build::{BuildError, build};

/// A solver that also looks up boards in rows. Where it says `Err`, the row of this number is no
/// board; rows and what is written to have the same length.
pub(crate) trait RowSolver: Batches<Case> {
    /// Prepares what is worth it for this many boards.
    fn prepare_rows(
        &mut self,
        rows: usize,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>>;

    /// Whether every board is looked up.
    fn has_tables(&self) -> bool;

    /// Writes the distance of each board, [`NO_DISTANCE`] where nothing solves it. Only where there
    /// are tables.
    fn distances(&self, rows: &[u8], distances: &mut [u8]) -> Result<(), usize>;

    /// Whether to [note](Self::note) optimal moves for this many boards.
    fn is_worth_noting(&self, rows: usize) -> bool;

    /// Works out the optimal moves of the tables: then each board takes one lookup instead of one for
    /// each move.
    fn note(&mut self, rows: usize, budget: Budget<'_>);

    /// Writes the moves of each board that begin a shortest answer. Only where there are tables.
    fn optimal_moves(&self, rows: &[u8], moves: &mut [MoveSet]) -> Result<(), usize>;
}

/// Fills in what is found for each row; the first row that is no board otherwise.
fn each_row<K: Kernel, T>(
    own: &K,
    rows: &[u8],
    found: &mut [T],
    mut find: impl FnMut(&K::Board) -> T,
) -> Result<(), usize> {
    let cells = own.model().cells().max(1);
    for (number, (row, found)) in rows.chunks_exact(cells).zip(found).enumerate() {
        let board = own.board(row).ok_or(number)?;
        *found = find(&board);
    }
    Ok(())
}

impl<K: HeuristicKernel> RowSolver for BySymbols<K> {
    fn prepare_rows(
        &mut self,
        rows: usize,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        self.solver.prepare_rows(rows, budget)
    }

    fn has_tables(&self) -> bool {
        self.solver.in_tables().is_some()
    }

    fn distances(&self, rows: &[u8], distances: &mut [u8]) -> Result<(), usize> {
        let tables = self.solver.in_tables();
        each_row(&*self.own, rows, distances, |board| {
            let distance = tables.as_ref().and_then(|tables| tables.distance(board));
            distance.unwrap_or(NO_DISTANCE)
        })
    }

    fn is_worth_noting(&self, rows: usize) -> bool {
        let tables = self.solver.in_tables();
        tables.is_some_and(|tables| tables.is_worth_noting(rows))
    }

    fn note(&mut self, rows: usize, budget: Budget<'_>) {
        self.solver.note_rows(rows, budget);
    }

    fn optimal_moves(&self, rows: &[u8], moves: &mut [MoveSet]) -> Result<(), usize> {
        let tables = self.solver.in_tables();
        each_row(&*self.own, rows, moves, |board| {
            let moves = tables.as_ref().map(|tables| tables.optimal_moves(board));
            moves.unwrap_or_default()
        })
    }
}

/// The boards of a puzzle by number, as its goals see them.
pub(crate) trait NumberedRows: Send + Sync {
    /// How many numbers there are.
    fn boards(&self) -> u64;

    /// The distance of each, by number; [`NO_DISTANCE`] where nothing solves it.
    fn distances(&self, options: &Options) -> Result<Vec<u8>, Unfinished<BuildError>>;

    /// Writes the number of each board, [`u64::MAX`] for boards that have none and can't be solved;
    /// the first row that is no board otherwise.
    fn rank(&self, rows: &[u8], ranks: &mut [u64]) -> Result<(), usize>;

    /// Writes the first board with each of these numbers.
    fn unrank(&self, ranks: &[u64], rows: &mut [u8]);
}

/// The boards of a kernel by number.
pub(super) struct Numbered<K: Kernel> {
    pub(super) own: Arc<K>,
    pub(super) goal: OtherGoal<K>,
    pub(super) fibres: Fibres<K>,
}

/// Writes the symbols of a board.
fn write<K: Kernel>(own: &K, board: &K::Board, row: &mut [u8]) {
    for (cell, symbol) in row.iter_mut().enumerate() {
        *symbol = own.symbol(board, cell);
    }
}

impl<K: Complete> NumberedRows for Numbered<K> {
    fn boards(&self) -> u64 {
        self.fibres.view().boards()
    }

    fn distances(&self, options: &Options) -> Result<Vec<u8>, Unfinished<BuildError>> {
        Ok(build(self.fibres.view(), options.whole())?.into_distances())
    }

    fn rank(&self, rows: &[u8], ranks: &mut [u64]) -> Result<(), usize> {
        let (view, goal) = (self.fibres.view(), self.goal.as_ref());
        each_row(&*self.own, rows, ranks, |board| {
            let board = goal.map_or(*board, |goal| self.own.renamed(board, goal));
            let seen = self.fibres.project(&board);
            if view.shares_rank(&seen) {
                return u64::MAX;
            }
            let rank = view.rank(&seen);
            if rank < view.boards() { rank } else { u64::MAX }
        })
    }

    fn unrank(&self, ranks: &[u64], rows: &mut [u8]) {
        let cells = self.own.model().cells().max(1);
        for (rank, row) in ranks.iter().zip(rows.chunks_exact_mut(cells)) {
            let seen = self.fibres.view().unrank(*rank);
            let board = self.fibres.board(&seen, 0).unwrap_or(seen);
            let goal = self.goal.as_ref();
            let board = goal.map_or(board, |goal| self.own.restored(&board, goal));
            write(&*self.own, &board, row);
        }
    }
}

/// Boards by distance, to draw from again and again.
pub(crate) trait SampledRows: Send + Sync {
    /// How many boards there are at each distance 0, 1, 2, ..., as far as it goes.
    fn counts(&self) -> &[u64];

    /// Whether no board is farther.
    fn is_whole(&self) -> bool;

    /// Writes one of the boards at a distance, each of them equally likely; `None` if there is none.
    fn draw(&self, distance: u8, random: &mut Random, row: &mut [u8]) -> Option<()>;
}

/// Boards of a kernel by distance.
pub(super) struct Sampled<K: Kernel> {
    pub(super) own: Arc<K>,
    pub(super) boards: Box<dyn ByDistance<K::Board>>,
}

impl<K: Complete> SampledRows for Sampled<K> {
    fn counts(&self) -> &[u64] {
        self.boards.counts()
    }

    fn is_whole(&self) -> bool {
        self.boards.is_whole()
    }

    fn draw(&self, distance: u8, random: &mut Random, row: &mut [u8]) -> Option<()> {
        let (board, _) = self.boards.draw(distance, random)?;
        write(&*self.own, &board, row);
        Some(())
    }
}

/// The boards of a puzzle that can be solved, to draw from again and again.
pub(crate) trait SolvableRows: Send + Sync {
    /// Writes one of the boards, each of them equally likely; `None` if this try finds none.
    fn draw(&self, random: &mut Random, row: &mut [u8]) -> Option<()>;
}

/// The boards of a kernel that can be solved.
pub(super) struct AllSolvable<K: Kernel> {
    pub(super) own: Arc<K>,
    pub(super) goal: OtherGoal<K>,
    pub(super) solvable: Solvable<K>,
}

impl<K: Complete> SolvableRows for AllSolvable<K> {
    fn draw(&self, random: &mut Random, row: &mut [u8]) -> Option<()> {
        let board = self.solvable.draw(true, random)?;
        let goal = self.goal.as_ref();
        let board = goal.map_or(board, |goal| self.own.restored(&board, goal));
        write(&*self.own, &board, row);
        Some(())
    }
}
