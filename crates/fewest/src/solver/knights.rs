//! Knights: a ball around the goal met half-way for questions near it, the full table for the others.

use super::pruned::Pruned;
use super::shelf::Shelf;
use super::task::Task;
use super::{
    Answer, Budget, Case, Guide, Method, Query, Setup, Solver, SolverError, TableSource, Verdict,
    search, search_blind,
};
use crate::heuristic::Misplaced;
use crate::progress::Unfinished;
use crate::pruning::Effort;
use crate::puzzles::knights::{Board, Knights};
use crate::search::{Algorithm, Control, Stop, half_way};
use crate::table::ball::Ball;
use crate::table::build::bytes;

/// The radius for a few boards: ready in a millisecond.
const SMALL: u8 = 8;
/// The radius once many boards were asked for: each board costs a tenth.
const LARGE: u8 = 11;
/// So many boards are many.
const MANY: u64 = 200;
/// Boards that an unlimited question may generate before it is left to the table, which costs as much as a hundred such.
const LIGHT: u64 = 4_000_000;
/// The furthest that a ball answers for certain at a light price; see `LIGHT`.
const NEAR: u32 = 20;

/// Answers boards of knights.
pub struct KnightsSolver {
    query: Query,
    puzzle: Knights,
    ball: Ball<Board>,
    table: Shelf,
    /// It takes too long to build.
    is_table_refused: bool,
    pruned: Pruned,
    asked: u64,
}

impl KnightsSolver {
    /// A solver for this goal and query.
    ///
    /// # Errors
    /// If the game has no such heuristic.
    pub fn new(goal: Board, query: Query) -> Result<Self, SolverError> {
        query.check_guides("knights", &[Guide::Misplaced, Guide::Blind])?;
        Ok(Self {
            query,
            puzzle: Knights::new(goal),
            ball: Ball::new([goal]),
            table: Shelf::default(),
            is_table_refused: false,
            pruned: Pruned::default(),
            asked: 0,
        })
    }

    /// Whether every question is near enough for a ball.
    fn is_near(&self) -> bool {
        self.query.limits.moves.is_some_and(|most| most <= NEAR)
    }

    /// Whether a board that is too dear may be left to the table.
    fn has_table_ahead(&self) -> bool {
        let memory = self.query.limits.memory;
        let may_be_built = !self.is_near() && !self.is_table_refused;
        may_be_built && memory.is_none_or(|allowed| bytes(&self.puzzle) <= allowed)
    }

    fn build(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        match self.table.fill(&self.puzzle, &self.query, budget) {
            Err(Unfinished::Time) => self.is_table_refused = true,
            done => done?,
        }
        Ok(())
    }
}

impl Solver for KnightsSolver {
    type Board = Board;

    fn prepare(
        &mut self,
        batch: &[Case<Board>],
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        self.asked += batch.len() as u64;
        match self.query.algorithm {
            Some(Algorithm::Table) if !batch.is_empty() => self.build(budget)?,
            Some(Algorithm::PrunedIdaStar) => {
                let (puzzle, query) = (&self.puzzle, &self.query);
                self.pruned.prepare(puzzle, Effort::THOROUGH, query, budget);
            }
            // Near questions are quicker answered than a file is found.
            None if !self.is_near() => self.table.seek(&self.puzzle, &self.query),
            _ => {}
        }
        if self.query.algorithm.is_none() && !self.table.is_filled() {
            let radius = if self.asked >= MANY { LARGE } else { SMALL };
            let limit = self.query.limits.moves.unwrap_or(u32::MAX);
            while self.ball.radius() < radius
                && u32::from(self.ball.radius()) < limit
                && self.ball.grow(&self.puzzle)
            {}
        }
        Ok(())
    }

    fn attempt(&self, case: &Case<Board>, budget: Budget<'_>, answer: &mut Answer) {
        if self
            .table
            .look_up(&self.puzzle, &case.start, None, &self.query, answer)
        {
            return;
        }
        let limits = budget.limits(self.query.limits);
        let mut task = Task {
            query: &self.query,
            limits,
            board: case.number,
            cancel: budget.cancel,
            pruning: self.pruned.get(),
            is_open: false,
        };
        if self.query.algorithm.is_some() {
            let is_blind = self.query.is_blind();
            let (method, outcome) = if is_blind {
                search_blind(&task, &self.puzzle, &case.start)
            } else {
                search(&task, &self.puzzle, &Misplaced, &case.start)
            };
            let guide = if is_blind {
                Guide::Blind
            } else {
                Guide::Misplaced
            };
            let setup = self.pruned.in_setup(Setup::guided_by([guide]));
            return answer.take(method, setup, outcome, limits.moves);
        }
        let light = limits.nodes.map_or(LIGHT, |most| most.min(LIGHT));
        let nodes = if self.has_table_ahead() {
            Some(light)
        } else {
            limits.nodes
        };
        task.limits.nodes = nodes;
        let observer = &mut task.reporter();
        let mut control = Control::new(task.limits, observer).cancelled_by(budget.cancel);
        let outcome = half_way::search(
            &self.puzzle,
            &Misplaced,
            &self.ball,
            &case.start,
            &mut control,
        );
        let is_too_dear =
            outcome.stop == Stop::Nodes && limits.nodes.is_none_or(|most| most > light);
        let setup = Setup::guided_by([Guide::Misplaced]);
        answer.take(Method::HalfWay, setup, outcome, limits.moves);
        answer.stored = self.ball.len() as u64;
        if is_too_dear && self.has_table_ahead() {
            answer.verdict = Verdict::Deferred;
        }
    }

    fn query(&self) -> &Query {
        &self.query
    }

    fn bytes(&self) -> u64 {
        self.table.built().map_or(0, |table| table.len() as u64)
    }

    fn tables(&self) -> Vec<(TableSource, u64)> {
        self.table.held().into_iter().collect()
    }

    fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        self.build(budget)
    }
}
