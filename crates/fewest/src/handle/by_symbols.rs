//! A solver that hides its kernel: boards are given by symbols, one by one or in rows.

use std::sync::Arc;

use super::Puzzle;
use super::rows::each_row;
use crate::error::PuzzleError;
use crate::kernel::with_kernel;
use crate::model::Case;
use crate::search::Limits;
use crate::solver::{
    self, Answer, Batches, HeuristicKernel, Options, Solver, SolverError, TableSource,
};
use crate::space::MoveSet;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::NO_DISTANCE;

/// A solver that also looks up rows of boards. An error is the index of the first invalid row.
pub(crate) trait RowSolver: Batches<Case> {
    fn prepare_rows(
        &mut self,
        rows: usize,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>>;

    fn has_tables(&self) -> bool;

    /// Writes the distance of each board, [`NO_DISTANCE`] if it can't be solved. Needs tables.
    fn distances(&self, rows: &[u8], distances: &mut [u8]) -> Result<(), usize>;

    /// Writes the moves of each board that begin a shortest answer. Needs tables.
    fn optimal_moves(&self, rows: &[u8], moves: &mut [MoveSet]) -> Result<(), usize>;
}

impl Puzzle {
    /// Creates a solver of batches. Boards without their own goal get the goal in the options.
    ///
    /// # Errors
    /// If there is no such goal, or the options do not fit the puzzle.
    pub fn batches(&self, options: Options) -> Result<Box<dyn Batches<Case>>, PuzzleError> {
        Ok(self.solver(options)?)
    }

    pub(crate) fn solver(&self, options: Options) -> Result<Box<dyn RowSolver>, PuzzleError> {
        let goal = self.goal_of(&options)?;
        let goal = goal.as_deref();
        Ok(with_kernel!(self.kernel(), |kernel| by_symbols(
            kernel, goal, options
        ))?)
    }
}

fn by_symbols<K: HeuristicKernel>(
    own: &Arc<K>,
    goal: Option<&[u8]>,
    options: Options,
) -> Result<Box<dyn RowSolver>, SolverError> {
    let own = Arc::clone(own);
    let goal = goal.and_then(|goal| own.board(goal));
    let solver = Solver::new(Arc::clone(&own), goal, options)?;
    Ok(Box::new(SymbolSolver { own, solver }))
}

struct SymbolSolver<K: HeuristicKernel> {
    own: Arc<K>,
    solver: Solver<K>,
}

impl<K: HeuristicKernel> SymbolSolver<K> {
    /// Converts a case; `None` if its symbols are not a board.
    fn case(&self, case: &Case) -> Option<solver::BoardCase<K::Board>> {
        let start = self.own.board(&case.start);
        debug_assert!(start.is_some(), "the start is a board");
        Some(solver::BoardCase {
            number: case.number,
            start: start?,
            goal: case.goal.as_ref().and_then(|goal| self.own.board(goal)),
        })
    }
}

impl<K: HeuristicKernel> Batches<Case> for SymbolSolver<K> {
    fn options(&self) -> &Options {
        self.solver.options()
    }

    fn number(&self, case: &Case) -> u64 {
        case.number
    }

    fn prepare(
        &mut self,
        batch: &[Case],
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if let Some(sharing) = self
            .options()
            .hooks
            .sharing
            .as_ref()
            .filter(|_| !batch.is_empty())
        {
            sharing.prepare(self.options());
        }
        let own = Arc::clone(&self.own);
        let goals = batch.iter().map(|case| own.board(case.goal.as_ref()?));
        self.solver.prepare_for(goals, budget)
    }

    fn look_up(&self, case: &Case, answer: &mut Answer) -> bool {
        let case = self.case(case);
        case.is_some_and(|case| self.solver.look_up(&case, answer))
    }

    fn solve(&self, case: &Case, budget: Budget<'_>, answer: &mut Answer) {
        if let Some(sharing) = &self.options().hooks.sharing {
            let symbols = case.goal.is_none().then_some(&*case.start);
            sharing.board(symbols);
        }
        if let Some(case) = self.case(case) {
            self.solver.solve(&case, budget, answer);
        }
    }

    fn solve_within(&self, case: &Case, limits: Limits, budget: Budget<'_>, answer: &mut Answer) {
        if let Some(case) = self.case(case) {
            self.solver.solve_within(&case, limits, budget, answer);
        }
    }

    fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        self.solver.escalate(budget)
    }

    fn tables(&self) -> Vec<(TableSource, u64)> {
        self.solver.tables()
    }
}

impl<K: HeuristicKernel> RowSolver for SymbolSolver<K> {
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
        each_row(self.own.model(), rows, distances, |row| {
            let board = self.own.board(row)?;
            let distance = tables.as_ref().and_then(|tables| tables.distance(&board));
            Some(distance.unwrap_or(NO_DISTANCE))
        })
    }

    fn optimal_moves(&self, rows: &[u8], moves: &mut [MoveSet]) -> Result<(), usize> {
        let tables = self.solver.in_tables();
        each_row(self.own.model(), rows, moves, |row| {
            let board = self.own.board(row)?;
            let moves = tables.as_ref().map(|tables| tables.optimal_moves(&board));
            Some(moves.unwrap_or_default())
        })
    }
}
