//! Lookups of boards in rows, without the other fields of an answer.

use super::GoalSolver;
use crate::solver::costs::ROWS_SHARE;
use crate::solver::registry::HeuristicKernel;
use crate::solver::{Call, SolverError};
use crate::space::AnyMoves;
use crate::support::progress::Unfinished;

impl<K: HeuristicKernel> GoalSolver<K> {
    /// Returns true if every board is looked up.
    pub(in crate::solver) fn has_tables(&self) -> bool {
        self.views.are_filled() && self.views.answer_all()
    }

    /// Returns true if tables are missing and would pay off for this many boards.
    pub(in crate::solver) fn is_to_tabulate(&self, boards: usize) -> bool {
        let is_worth = boards as u64 >= self.views.boards() / ROWS_SHARE;
        is_worth && !self.views.are_filled() && self.picks_tables()
    }

    /// Builds the tables if they fit and are worth it for this many boards.
    ///
    /// # Errors
    /// If they can't be built, or the run was cancelled.
    pub(in crate::solver) fn tabulate(
        &mut self,
        boards: usize,
        call: Call<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        self.renew(call);
        let given = call.budget.left();
        if self.is_to_tabulate(boards) {
            self.build_tables(call.budget)?;
            self.note(given, call.budget);
        }
        Ok(())
    }

    /// The distance of a board by the tables; `None` if it can't be solved or there are none.
    #[inline]
    pub(in crate::solver) fn distance(&self, board: &K::Board) -> Option<u8> {
        if self.puzzle.shares_rank(board) {
            return None;
        }
        self.views.distance(&self.puzzle, board)
    }

    /// The moves that begin a shortest answer by the tables; empty without such moves or tables.
    #[inline]
    pub(in crate::solver) fn optimal_moves(&self, board: &K::Board) -> AnyMoves {
        if self.puzzle.shares_rank(board) {
            return AnyMoves::EMPTY;
        }
        self.views.optimal_moves(&self.puzzle, board)
    }
}
