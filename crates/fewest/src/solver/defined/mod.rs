//! Puzzles by definition: tables of what each goal can tell apart, where they fit, else IDA* with pattern databases.

mod patterns;
pub mod report;
mod solvable;
mod views;

use super::pruned::Pruned;
use super::task::Task;
use super::{
    Answer, Budget, Guide, Method, Query, Setup, Solver, SolverError, TableSource, Verdict, search,
};
use crate::format::Case;
use crate::group::ReachError;
use crate::heuristic::merged::Merged;
use crate::heuristic::{Blind, Maximum, OutOfPlace};
use crate::progress::Unfinished;
use crate::pruning::Effort;
use crate::puzzles::defined::{Board, Defined, MOST_SOLVED, Merging};
use crate::search::{Algorithm, Limits, Stop};
use patterns::Patterns;
pub use solvable::Solvable;
use std::sync::Arc;
use views::Views;

/// A table of at most so many boards is built without a second thought.
const QUICK: u64 = 2_000_000;
/// So many boards in a batch deserve any table.
const MANY: usize = 32;
/// The share of a table's boards that a search may generate before its board is left to the table.
const LIGHT_SHARE: u64 = 8;

/// Answers boards of a defined puzzle.
pub struct DefinedSolver<const N: usize> {
    query: Query,
    puzzle: Arc<Defined<N>>,
    views: Views<N>,
    patterns: Patterns<N>,
    pruned: Pruned,
    out_of_place: OutOfPlace,
    /// Its tables take too long to build.
    are_tables_refused: bool,
    /// Once that is asked without a table.
    solvable: Option<Result<Solvable<N>, ReachError>>,
    asked: usize,
}

impl<const N: usize> DefinedSolver<N> {
    /// A solver for this puzzle and query.
    ///
    /// # Errors
    /// If defined puzzles have no such heuristic, or the solved boards are too many for the search asked for.
    pub fn new(puzzle: Arc<Defined<N>>, query: Query) -> Result<Self, SolverError> {
        query.check_guides(
            "a defined puzzle",
            &[Guide::Pattern, Guide::Misplaced, Guide::Blind],
        )?;
        if let Some(algorithm @ (Algorithm::Bidirectional | Algorithm::Nbs)) = query.algorithm
            && puzzle.solved_boards().is_none()
        {
            return Err(SolverError::ManyGoals {
                algorithm: algorithm.name(),
                most: MOST_SOLVED,
            });
        }
        Ok(Self {
            views: Views::of(&puzzle),
            patterns: Patterns::default(),
            pruned: Pruned::default(),
            out_of_place: OutOfPlace::new(&puzzle),
            are_tables_refused: false,
            solvable: None,
            query,
            puzzle,
            asked: 0,
        })
    }

    /// Whether boards are searched with pattern databases: where there will be no table, unless another heuristic is named.
    fn wants_patterns(&self) -> bool {
        if self.query.guide.is_none() {
            return self.query.algorithm.is_none() && !self.picks_tables();
        }
        self.asks(Guide::Pattern) && !self.views.are_filled()
    }

    /// Whether a heuristic was asked for.
    fn asks(&self, guide: Guide) -> bool {
        self.query.guides().any(|asked| asked == guide)
    }

    /// The pattern databases that guide searches, if some do.
    fn guiding_patterns(&self) -> Option<&Merged<N>> {
        let patterns = self.patterns.built().filter(|built| !built.is_empty());
        patterns.filter(|_| self.query.guide.is_none() || self.asks(Guide::Pattern))
    }

    /// What guides searches, in words that tell it from anything else.
    fn guided_by(&self) -> String {
        let asked = self.query.guides().map(Guide::name);
        let mut guides: Vec<String> = asked.map(str::to_owned).collect();
        guides.extend(
            (self.guiding_patterns())
                .map(|patterns| format!("pattern, {} bytes", patterns.bytes())),
        );
        if guides.is_empty() {
            guides.push(Guide::Misplaced.name().to_owned());
        }
        self.pruned.beside(guides.join(", "))
    }

    /// Finds out which boards can be solved at all, if that does not take too long.
    fn know_solvable(&mut self, budget: Budget<'_>) {
        let puzzle = &self.puzzle;
        self.solvable
            .get_or_insert_with(|| Solvable::by_moves(puzzle, budget.left()));
    }

    /// Whether the tables may take the memory that they need.
    fn has_room(&self) -> Result<(), SolverError> {
        let name = &self.puzzle.model().name;
        self.views.has_room(self.query.limits.memory, name)
    }

    /// Whether boards may be left to tables that nobody asked for by name.
    fn picks_tables(&self) -> bool {
        self.query.algorithm.is_none() && !self.are_tables_refused && self.has_room().is_ok()
    }

    /// Builds the tables. Where nobody asked for them, it goes on without those that take too long.
    fn build(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        match self.views.fill(&self.query, budget) {
            Err(Unfinished::Time) => {
                self.are_tables_refused = true;
                Ok(())
            }
            done => done,
        }
    }
}

/// The view of a puzzle that its goals share, whose table answers boards; or else the one for all goals together.
///
/// # Errors
/// If there are too many boards for a table.
pub fn view_of<const N: usize>(puzzle: &Defined<N>) -> Result<Defined<N>, SolverError> {
    let goals: Vec<usize> = (0..puzzle.parts().goals.len()).collect();
    let view = match Views::of(puzzle).only() {
        Some(view) => Some(view),
        None => Merging::exact(puzzle, &goals).view(puzzle).ok(),
    };
    let view = view.filter(Defined::has_table);
    view.ok_or_else(|| SolverError::TooLarge(puzzle.model().name.clone()))
}

impl<const N: usize> Solver for DefinedSolver<N> {
    type Board = Board<N>;

    fn prepare(
        &mut self,
        batch: &[Case<Board<N>>],
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if batch.is_empty() {
            return Ok(());
        }
        self.asked += batch.len();
        let pays = self.views.boards() <= QUICK || batch.len() >= MANY;
        match self.query.algorithm {
            Some(Algorithm::Table) => {
                self.has_room()?;
                self.views.fill(&self.query, budget)?;
            }
            None if self.picks_tables() && pays => self.build(budget)?,
            None => self.views.seek(&self.query),
            _ => {}
        }
        if self.wants_patterns() {
            let (puzzle, query) = (&self.puzzle, &self.query);
            self.patterns.prepare(puzzle, batch.len(), query, budget)?;
        }
        if !self.views.are_filled() {
            self.pruned
                .prepare(&*self.puzzle, Effort::QUICK, &self.query, budget);
        }
        // No more is asked than whether there is an answer; or a search that never knows that it has seen everything.
        let is_endless = match self.query.algorithm {
            // Others are left to tables, which tell it, or are asked before they are searched again.
            None => {
                let waits = self.wants_patterns() || self.picks_tables();
                !waits || self.query.keeper.is_some()
            }
            Some(algorithm) => algorithm.is_depth_first(),
        };
        if (self.query.limits.moves == Some(0) || is_endless) && !self.views.are_filled() {
            self.know_solvable(budget);
        }
        if self.query.moves {
            self.views.note(self.asked);
        }
        if let Some(keeper) = &self.query.keeper {
            keeper.agree(&self.guided_by())?;
        }
        Ok(())
    }

    fn attempt(&self, case: &Case<Board<N>>, budget: Budget<'_>, answer: &mut Answer) {
        if self.views.look_up(&case.start, &self.query, answer) {
            return;
        }
        let (query, puzzle) = (&self.query, &*self.puzzle);
        if !puzzle.parity_allows(&case.start) {
            return answer.rule_out(Method::Parity);
        }
        let known = self.solvable.as_ref().and_then(|known| known.as_ref().ok());
        let is_made = known.and_then(|solvable| solvable.includes(&case.start));
        if is_made == Some(false) || !puzzle.group_allows(&case.start) {
            return answer.rule_out(Method::Group);
        }
        let limits = budget.limits(query.limits);
        // Where tables could take over, the search may cost a part of them.
        let light = match query.algorithm {
            None if self.wants_patterns() => self.patterns.light(),
            None if self.picks_tables() => Some(self.views.boards() / LIGHT_SHARE),
            _ => None,
        };
        let light = light.filter(|light| limits.nodes.is_none_or(|most| most > *light));
        let light = light.filter(|_| query.keeper.is_none());
        let task = Task {
            query,
            limits: Limits {
                nodes: light.or(limits.nodes),
                ..limits
            },
            board: case.number,
            cancel: budget.cancel,
            pruning: self.pruned.get(),
            is_open: self.solvable.is_some() && is_made.is_none(),
        };
        let start = &case.start;
        let out_of_place = &self.out_of_place;
        let ((method, outcome), heuristics): (_, &[Guide]) = match self.guiding_patterns() {
            _ if query.is_blind() => (search(&task, puzzle, &Blind, start), &[Guide::Blind]),
            Some(patterns) if self.asks(Guide::Misplaced) => {
                let both = Maximum(patterns, out_of_place);
                let guides = &[Guide::Misplaced, Guide::Pattern];
                (search(&task, puzzle, &both, start), guides)
            }
            Some(patterns) => (search(&task, puzzle, patterns, start), &[Guide::Pattern]),
            None => (
                search(&task, puzzle, out_of_place, start),
                &[Guide::Misplaced],
            ),
        };
        let guided = Setup::guided_by(heuristics.iter().copied());
        let patterns = self.guiding_patterns().filter(|_| !query.is_blind());
        let setup = Setup {
            partition: patterns.map(|patterns| Arc::clone(patterns.groups())),
            tables: patterns.map(|_| TableSource::Built),
            ..guided
        };
        self.patterns.spend(outcome.statistics.generated);
        let is_too_dear = light.is_some() && outcome.stop == Stop::Nodes;
        answer.take(method, self.pruned.in_setup(setup), outcome, limits.moves);
        if is_too_dear {
            answer.verdict = Verdict::Deferred;
        }
    }

    fn query(&self) -> &Query {
        &self.query
    }

    fn bytes(&self) -> u64 {
        let tables = if self.views.are_filled() {
            self.views.boards()
        } else {
            0
        };
        tables + self.patterns.built().map_or(0, Merged::bytes)
    }

    fn tables(&self) -> Vec<(TableSource, u64)> {
        self.views.tables().collect()
    }

    fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        if !self.wants_patterns() {
            self.build(budget)?;
        }
        if self.wants_patterns() {
            // Whatever is searched for, it should be there.
            self.know_solvable(budget);
            self.patterns.grow(&self.puzzle, &self.query, budget)?;
            self.patterns.settle();
            let effort = Effort::THOROUGH;
            self.pruned
                .prepare(&*self.puzzle, effort, &self.query, budget);
        }
        Ok(())
    }
}
