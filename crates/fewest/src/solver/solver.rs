//! Answers boards, each with the puzzle's goals or one of its own.

use std::sync::Arc;

use super::batch::Batches;
use super::goal_solver::GoalSolver;
use super::{Answer, BoardCase, HeuristicKernel, Options, SolverError, TableSource, Verdict};
use crate::search::Limits;
use crate::space::MoveSet;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// Answers boards in [`Batches`].
pub struct Solver<K: HeuristicKernel> {
    options: Options,
    own: Arc<K>,
    /// The goal of boards without their own; the puzzle's goals if `None`.
    goal: Option<K::Board>,
    /// By goal class.
    solvers: Vec<(Option<usize>, GoalSolver<K>)>,
}

impl<K: HeuristicKernel> Solver<K> {
    /// Creates a solver. Boards without their own goal get `goal`, or else the puzzle's goals.
    ///
    /// # Errors
    /// If the puzzle lacks a requested heuristic, or a requested table can't be built.
    pub fn new(own: Arc<K>, goal: Option<K::Board>, options: Options) -> Result<Self, SolverError> {
        let goals = &own.model().structure.goals;
        let is_whole = goals.len() == 1 && goals.iter().flatten().all(Option::is_some);
        let is_own = |goal: &K::Board| is_whole && own.goal(goal).is_some();
        let mut solver = Self {
            goal: goal.filter(|goal| !is_own(goal)),
            options,
            own,
            solvers: Vec::new(),
        };
        let goal = solver.goal;
        solver.place_for(goal.as_ref())?;
        Ok(solver)
    }

    /// Prepares what is worth it for boards with these goals.
    ///
    /// # Errors
    /// If a requested table or heuristic can't be built, or the run was cancelled.
    pub(crate) fn prepare_for(
        &mut self,
        goals: impl Iterator<Item = Option<K::Board>>,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let mut asked = vec![0; self.solvers.len()];
        for goal in goals {
            let place = self.place_for(goal.as_ref())?;
            asked.resize(self.solvers.len(), 0);
            asked[place] += 1;
        }
        for ((_, solver), asked) in self.solvers.iter_mut().zip(asked) {
            solver.prepare(asked, budget)?;
        }
        Ok(())
    }

    fn class(&self, goal: Option<&K::Board>) -> Option<usize> {
        let goal = goal.or(self.goal.as_ref());
        goal.and_then(|goal| self.own.goal_class(goal))
    }

    /// Returns the index in `solvers` for this goal; creates a solver if there is none.
    fn place_for(&mut self, goal: Option<&K::Board>) -> Result<usize, SolverError> {
        let class = self.class(goal);
        if let Some(place) = self.solvers.iter().position(|(own, _)| *own == class) {
            return Ok(place);
        }
        let puzzle = match goal.or(self.goal.as_ref()) {
            Some(goal) => Arc::new(self.own.to_goal(goal)?),
            None => Arc::clone(&self.own),
        };
        let mut options = self.options.clone();
        let used = self.bytes();
        let memory = &mut options.limits.memory;
        *memory = memory.map(|memory| memory.saturating_sub(used));
        self.solvers
            .push((class, GoalSolver::new(puzzle, options)?));
        Ok(self.solvers.len() - 1)
    }

    /// Returns the solver for a case's goal, and the case's board with that solver's symbols.
    /// `prepare` has created a solver for every goal of its batch.
    fn place(&self, case: &BoardCase<K::Board>) -> (Option<&GoalSolver<K>>, K::Board) {
        let goal = case.goal.as_ref().or(self.goal.as_ref());
        let class = self.class(case.goal.as_ref());
        let mut solvers = self.solvers.iter();
        let solver = solvers.find(|(own, _)| *own == class);
        let start = goal.map_or(case.start, |goal| self.own.renamed(&case.start, goal));
        (solver.map(|(_, solver)| solver), start)
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

    fn attempt(
        &self,
        case: &BoardCase<K::Board>,
        limits: Option<Limits>,
        budget: Budget<'_>,
        answer: &mut Answer,
    ) {
        answer.clear();
        let budget = budget.or(self.options.limits.time);
        let (solver, start) = self.place(case);
        if let Some(solver) = solver {
            solver.attempt((case.number, &start), limits, budget, answer);
            if answer.goal.is_none() {
                answer.goal = Self::goal_met(solver.puzzle(), start, answer);
            }
        }
    }

    /// Prepares what is worth it for this many boards without their own goals, which are looked up
    /// [in tables](Self::in_tables) rather than searched.
    ///
    /// # Errors
    /// If a requested table or heuristic can't be built, or the run was cancelled.
    pub(crate) fn prepare_rows(
        &mut self,
        rows: usize,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let place = self.place_for(None)?;
        if let Some((_, solver)) = self.solvers.get_mut(place) {
            solver.tabulate(rows, budget)?;
            // With tables, optimal moves are computed on demand.
            if !solver.has_tables() {
                solver.prepare(rows, budget)?;
            }
        }
        Ok(())
    }

    /// Lookups of boards without their own goals; `None` without tables.
    #[must_use]
    pub(crate) fn in_tables(&self) -> Option<InTables<'_, K>> {
        let class = self.class(None);
        let mut solvers = self.solvers.iter();
        let (_, solver) = solvers.find(|(own, _)| *own == class)?;
        solver.has_tables().then_some(InTables {
            own: &self.own,
            goal: self.goal.as_ref(),
            solver,
        })
    }

    /// The bytes of the tables built.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.solvers.iter().map(|(_, solver)| solver.bytes()).sum()
    }
}

/// Lookups in a solver's tables, without the other fields of an [`Answer`].
pub(crate) struct InTables<'s, K: HeuristicKernel> {
    own: &'s K,
    goal: Option<&'s K::Board>,
    solver: &'s GoalSolver<K>,
}

impl<K: HeuristicKernel> InTables<'_, K> {
    #[inline]
    fn renamed(&self, board: &K::Board) -> K::Board {
        self.goal
            .map_or(*board, |goal| self.own.renamed(board, goal))
    }

    /// Returns the fewest moves that solve a board; `None` if it can't be solved.
    #[inline]
    #[must_use]
    pub(crate) fn distance(&self, board: &K::Board) -> Option<u8> {
        self.solver.distance(&self.renamed(board))
    }

    /// Returns the moves that begin a shortest answer; none if the board is solved or can't be.
    #[inline]
    #[must_use]
    pub(crate) fn optimal_moves(&self, board: &K::Board) -> MoveSet {
        self.solver.optimal_moves(&self.renamed(board))
    }
}

impl<K: HeuristicKernel> Batches<BoardCase<K::Board>> for Solver<K> {
    fn options(&self) -> &Options {
        &self.options
    }

    fn number(&self, case: &BoardCase<K::Board>) -> u64 {
        case.number
    }

    fn prepare(
        &mut self,
        batch: &[BoardCase<K::Board>],
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        self.prepare_for(batch.iter().map(|case| case.goal), budget)
    }

    fn look_up(&self, case: &BoardCase<K::Board>, answer: &mut Answer) -> bool {
        answer.clear();
        let (solver, start) = self.place(case);
        solver.is_some_and(|solver| solver.look_up(&start, answer))
    }

    fn solve(&self, case: &BoardCase<K::Board>, budget: Budget<'_>, answer: &mut Answer) {
        self.attempt(case, None, budget, answer);
    }

    fn solve_within(
        &self,
        case: &BoardCase<K::Board>,
        limits: Limits,
        budget: Budget<'_>,
        answer: &mut Answer,
    ) {
        self.attempt(case, Some(limits), budget, answer);
    }

    fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        let mut solvers = self.solvers.iter_mut();
        solvers.try_for_each(|(_, solver)| solver.escalate(budget))
    }

    fn tables(&self) -> Vec<(TableSource, u64)> {
        let solvers = self.solvers.iter();
        solvers.flat_map(|(_, solver)| solver.tables()).collect()
    }
}
