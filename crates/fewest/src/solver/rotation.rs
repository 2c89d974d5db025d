//! The rotation game: three look-ups in the one-symbol table, or a search over whole boards.

use super::pruned::Pruned;
use super::task::Task;
use super::{
    Answer, Budget, Case, Guide, Query, Setup, Solver, SolverError, TableSource, search,
    search_blind,
};
use crate::heuristic::Centre;
use crate::progress::Unfinished;
use crate::projection::{BySymbol, Projection};
use crate::pruning::Effort;
use crate::puzzle::Ranked;
use crate::puzzles::rotation::{Board, OneSymbol, Rotation};
use crate::search::Algorithm;
use crate::table::Table;
use crate::table::build::{build, bytes};
use crate::table::descents::Descents;
use crate::table::walk::{View, walk};

/// Answers boards of the rotation game.
///
/// Each goal "the centre all s" sees the places of s only, an exact projection, and one table serves all three. The walk
/// keeps every symbol that still ties, so the answer is the least of the fewest across symbols.
pub struct RotationSolver {
    query: Query,
    view: OneSymbol,
    table: Option<Table>,
    descents: Option<Descents>,
    pruned: Pruned,
    asked: u64,
}

/// So many boards pay for the descents of the table.
const MANY: u64 = 50_000;

const SYMBOLS: [BySymbol; 3] = [BySymbol(1), BySymbol(2), BySymbol(3)];

impl RotationSolver {
    /// A solver for this query.
    ///
    /// # Errors
    /// If the game has no such heuristic.
    pub fn new(query: Query) -> Result<Self, SolverError> {
        query.check_guides("rotation", &[Guide::Centre, Guide::Blind])?;
        Ok(Self {
            query,
            view: OneSymbol::new(),
            table: None,
            descents: None,
            pruned: Pruned::default(),
            asked: 0,
        })
    }
}

impl Solver for RotationSolver {
    type Board = Board;

    fn prepare(
        &mut self,
        batch: &[Case<Board>],
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let memory = self.query.limits.memory;
        let has_room = memory.is_none_or(|allowed| bytes(&self.view) <= allowed);
        // Whoever names the table is told that it does not fit.
        let wants_table = self.query.algorithm == Some(Algorithm::Table)
            || self.query.algorithm.is_none() && has_room;
        if wants_table && self.table.is_none() && !batch.is_empty() {
            match build(&self.view, self.query.allowance(memory, budget)) {
                Err(Unfinished::Time) => {}
                table => self.table = Some(table?),
            }
        }
        if self.table.is_none() {
            let effort = Effort::THOROUGH;
            self.pruned.prepare(&Rotation, effort, &self.query, budget);
        }
        self.asked += batch.len() as u64;
        if self.query.moves && self.asked >= MANY && self.descents.is_none() {
            self.descents = self
                .table
                .as_ref()
                .and_then(|table| Descents::of(&self.view, table));
        }
        Ok(())
    }

    fn attempt(&self, case: &Case<Board>, budget: Budget<'_>, answer: &mut Answer) {
        let limits = self.query.limits;
        let Some(table) = &self.table else {
            let limits = budget.limits(limits);
            let task = Task {
                query: &self.query,
                limits,
                board: case.number,
                cancel: budget.cancel,
                pruning: self.pruned.get(),
                is_open: false,
            };
            let is_blind = self.query.is_blind();
            let (method, outcome) = if is_blind {
                search_blind(&task, &Rotation, &case.start)
            } else {
                search(&task, &Rotation, &Centre, &case.start)
            };
            let guide = if is_blind {
                Guide::Blind
            } else {
                Guide::Centre
            };
            let setup = self.pruned.in_setup(Setup::guided_by([guide]));
            answer.take(method, setup, outcome, limits.moves);
            return;
        };
        let mut views = SYMBOLS.map(|symbol| View {
            table,
            descents: self.descents.as_ref(),
            board: symbol.project(&case.start),
        });
        let distance = if self.query.moves {
            walk(&self.view, &mut views, &mut answer.moves)
        } else {
            views
                .iter()
                .filter_map(|view| table.distance(self.view.rank(&view.board)))
                .min()
        };
        answer.stored = table.len() as u64;
        answer.look_up(TableSource::Built, distance, limits.moves);
    }

    fn query(&self) -> &Query {
        &self.query
    }

    fn bytes(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.len() as u64)
    }

    fn tables(&self) -> Vec<(TableSource, u64)> {
        let tables = self.table.iter();
        tables
            .map(|table| (TableSource::Built, table.len() as u64))
            .collect()
    }

    fn escalate(&mut self, _: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        Ok(())
    }
}
