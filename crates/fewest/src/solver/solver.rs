//! Answers boards, each with the puzzle's goals or one of its own.

use std::sync::Arc;

use super::batch::Batches;
use super::goal_solver::GoalSolver;
use super::{
    Answer, Call, HeuristicKernel, SolvePlan, SolverError, SolverOptions, TableSource, Verdict,
};
use crate::model::Case;
use crate::space::AnyMoves;
use crate::support::progress::Unfinished;
use crate::table::NO_DISTANCE;

/// Answers boards in [`Batches`].
pub struct Solver<K: HeuristicKernel> {
    options: SolverOptions,
    puzzle: Arc<K>,
    /// The goal of boards without their own; the puzzle's goals if `None`.
    goal: Option<K::Board>,
    /// One for each goal class that was needed so far.
    solvers: Vec<(Option<usize>, GoalSolver<K>)>,
}

impl<K: HeuristicKernel> Solver<K> {
    /// Creates a solver. Boards without their own goal get `goal`, or else the puzzle's goals.
    ///
    /// # Errors
    /// If the puzzle lacks a requested heuristic, or a requested table can't be built.
    pub fn new(
        puzzle: Arc<K>,
        goal: Option<K::Board>,
        options: SolverOptions,
    ) -> Result<Self, SolverError> {
        let is_whole = puzzle.model().whole_goal().is_some();
        let is_puzzle_goal = |goal: &K::Board| is_whole && puzzle.goal(goal).is_some();
        let mut solver = Self {
            goal: goal.filter(|goal| !is_puzzle_goal(goal)),
            options,
            puzzle,
            solvers: Vec::new(),
        };
        let goal = solver.goal;
        solver.place_for(goal.as_ref())?;
        Ok(solver)
    }

    /// The class of boards with this goal.
    fn class(&self, goal: Option<&K::Board>) -> Option<usize> {
        let goal = goal.or(self.goal.as_ref());
        goal.and_then(|goal| self.puzzle.goal_class(goal))
    }

    /// Returns the index in `solvers` for this goal; creates a solver if there is none.
    fn place_for(&mut self, goal: Option<&K::Board>) -> Result<usize, SolverError> {
        let class = self.class(goal);
        if let Some(place) = self.solvers.iter().position(|(known, _)| *known == class) {
            return Ok(place);
        }
        let puzzle = match goal.or(self.goal.as_ref()) {
            Some(goal) => Arc::new(self.puzzle.to_goal(goal)?),
            None => Arc::clone(&self.puzzle),
        };
        let mut options = self.options.clone();
        let used = self.bytes();
        options.memory = options.memory.map(|memory| memory.saturating_sub(used));
        self.solvers
            .push((class, GoalSolver::new(puzzle, options)?));
        Ok(self.solvers.len() - 1)
    }

    /// The case's own goal, if it has one.
    fn goal_of(&self, case: &Case) -> Option<K::Board> {
        self.puzzle.board(case.goal.as_ref()?)
    }

    /// The solver for a goal.
    fn solver_for(&self, goal: Option<&K::Board>) -> Option<&GoalSolver<K>> {
        let class = self.class(goal);
        let mut solvers = self.solvers.iter();
        let (_, solver) = solvers.find(|(known, _)| *known == class)?;
        Some(solver)
    }

    /// Returns the solver for a case's goal, and the case's board with that solver's symbols.
    /// `prepare` has created a solver for every goal of its batch.
    fn place(&self, case: &Case) -> Option<(&GoalSolver<K>, K::Board)> {
        let start = self.puzzle.board(&case.start);
        debug_assert!(start.is_some(), "the start is a board");
        let goal = self.goal_of(case);
        let start = self.renamed(&start?, goal.as_ref());
        Some((self.solver_for(goal.as_ref())?, start))
    }

    /// The board with the symbols of the goal's solver.
    #[inline]
    fn renamed(&self, board: &K::Board, goal: Option<&K::Board>) -> K::Board {
        let goal = goal.or(self.goal.as_ref());
        goal.map_or(*board, |goal| self.puzzle.renamed(board, goal))
    }

    fn goal_met(puzzle: &K, start: K::Board, answer: &Answer) -> Option<usize> {
        match answer.verdict {
            Verdict::Solved(_) if puzzle.model().goals.len() == 1 => Some(0),
            Verdict::Solved(distance) if answer.moves.len() == distance as usize => {
                let moves = answer.moves.iter();
                puzzle.goal(&moves.fold(start, |board, &m| puzzle.after(&board, m)))
            }
            _ => None,
        }
    }

    /// The solver for boards without their own goal, if it has tables.
    fn tabulated(&self) -> Option<&GoalSolver<K>> {
        self.solver_for(None).filter(|solver| solver.has_tables())
    }

    /// Writes a result for each row. The error is the index of the first row that is not a board.
    fn each_row<T>(
        &self,
        rows: &[u8],
        found: &mut [T],
        find: impl Fn(&K::Board) -> T,
    ) -> Result<(), usize> {
        self.puzzle.model().each_row(rows, found, |row| {
            let board = self.puzzle.board(row)?;
            Some(find(&self.renamed(&board, None)))
        })
    }

    /// The bytes of the tables built.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.solvers.iter().map(|(_, solver)| solver.bytes()).sum()
    }
}

impl<K: HeuristicKernel> Batches for Solver<K> {
    fn options(&self) -> &SolverOptions {
        &self.options
    }

    fn prepare(&mut self, batch: &[Case], call: Call<'_>) -> Result<(), Unfinished<SolverError>> {
        if let Some((sharing, options)) = call.sharing.filter(|_| !batch.is_empty()) {
            sharing.prepare(options);
        }
        let mut asked = vec![0; self.solvers.len()];
        for case in batch {
            let place = self.place_for(self.goal_of(case).as_ref())?;
            asked.resize(self.solvers.len(), 0);
            asked[place] += 1;
        }
        for ((_, solver), asked) in self.solvers.iter_mut().zip(asked) {
            solver.prepare(asked, call)?;
        }
        Ok(())
    }

    fn is_prepared(&self, batch: &[Case], call: Call<'_>) -> bool {
        let solver = self.solver_for(None);
        batch.iter().all(|case| case.goal.is_none())
            && solver.is_some_and(|solver| solver.is_prepared(batch.len(), call))
    }

    fn look_up(&self, case: &Case, call: Call<'_>, answer: &mut Answer) -> bool {
        answer.clear();
        let place = self.place(case);
        place.is_some_and(|(solver, start)| solver.look_up(&start, call, answer))
    }

    fn solve(&self, case: &Case, call: Call<'_>, answer: &mut Answer) {
        if let Some((sharing, _)) = call.sharing {
            let symbols = case.goal.is_none().then_some(&*case.start);
            sharing.board(symbols);
        }
        answer.clear();
        if let Some((solver, start)) = self.place(case) {
            solver.attempt((case.number, &start), call.or(call.max_time), answer);
            solver.explain(&start, answer);
            if answer.goal.is_none() {
                answer.goal = Self::goal_met(solver.puzzle(), start, answer);
            }
            answer.is_unreal = answer.verdict != Verdict::Unsolvable && solver.is_unreal(&start);
        }
    }

    fn escalate(&mut self, call: Call<'_>) -> Result<(), Unfinished<SolverError>> {
        let mut solvers = self.solvers.iter_mut();
        solvers.try_for_each(|(_, solver)| solver.escalate(call))
    }

    fn tables(&self) -> Vec<(TableSource, u64)> {
        let solvers = self.solvers.iter();
        solvers.flat_map(|(_, solver)| solver.tables()).collect()
    }
}

/// A solver that also looks up boards in rows, which have no goals of their own. There are as many
/// rows as results; an error is the index of the first row that is not a board.
pub(crate) trait RowSolver: Batches {
    /// Prepares what is worth it for this many rows.
    ///
    /// # Errors
    /// If a requested table or heuristic can't be built, or the run was cancelled.
    fn prepare_rows(&mut self, rows: usize, call: Call<'_>) -> Result<(), Unfinished<SolverError>>;

    /// Returns true if there is nothing to prepare for this many rows.
    fn are_rows_prepared(&self, rows: usize, call: Call<'_>) -> bool;

    /// Plans the answers of this many boards without goals of their own. Nothing is built.
    ///
    /// # Errors
    /// If a requested table or heuristic can't be built.
    fn plan(&mut self, boards: usize, call: Call<'_>) -> Result<SolvePlan, SolverError>;

    /// Returns true if every board is looked up.
    fn has_tables(&self) -> bool;

    /// Writes the distance of each board, [`NO_DISTANCE`] if it can't be solved. Needs tables.
    fn distances(&self, rows: &[u8], distances: &mut [u8]) -> Result<(), usize>;

    /// Writes each board's moves that begin a shortest answer. Needs tables.
    fn optimal_moves(&self, rows: &[u8], moves: &mut [AnyMoves]) -> Result<(), usize>;
}

impl<K: HeuristicKernel> RowSolver for Solver<K> {
    fn prepare_rows(&mut self, rows: usize, call: Call<'_>) -> Result<(), Unfinished<SolverError>> {
        let place = self.place_for(None)?;
        if let Some((_, solver)) = self.solvers.get_mut(place) {
            solver.tabulate(rows, call)?;
            // With tables, optimal moves are computed on demand.
            if !solver.has_tables() {
                solver.prepare(rows, call)?;
            }
        }
        Ok(())
    }

    fn are_rows_prepared(&self, rows: usize, call: Call<'_>) -> bool {
        let solver = self.solver_for(None);
        solver.is_some_and(|solver| solver.is_prepared(rows, call) && !solver.is_to_tabulate(rows))
    }

    fn plan(&mut self, boards: usize, call: Call<'_>) -> Result<SolvePlan, SolverError> {
        let place = self.place_for(None)?;
        let solver = self.solvers.get_mut(place);
        solver.map_or_else(
            || Ok(SolvePlan::default()),
            |(_, solver)| solver.plan(boards, call),
        )
    }

    fn has_tables(&self) -> bool {
        self.tabulated().is_some()
    }

    fn distances(&self, rows: &[u8], distances: &mut [u8]) -> Result<(), usize> {
        let tables = self.tabulated();
        self.each_row(rows, distances, |board| {
            let distance = tables.and_then(|tables| tables.distance(board));
            distance.unwrap_or(NO_DISTANCE)
        })
    }

    fn optimal_moves(&self, rows: &[u8], moves: &mut [AnyMoves]) -> Result<(), usize> {
        let tables = self.tabulated();
        self.each_row(rows, moves, |board| {
            let moves = tables.map(|tables| tables.optimal_moves(board));
            moves.unwrap_or_default()
        })
    }
}
