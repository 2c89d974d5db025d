//! Answering boards whose goals are those of a puzzle: by tables where they fit, a ball met
//! half-way, else IDA* with pattern databases.

mod ball;
mod rows;

use std::sync::Arc;

use super::costs::{MANY_BOARDS, MOST_TO_BALL, QUICK_TABLE, SEARCH_SHARE, WITHIN_REACH};
use super::databases::Databases;
use super::options::LookupOptions;
use super::projected::Projected;
use super::pruned::Pruned;
use super::registry::{HeuristicKernel, chosen};
use super::task::Task;
use super::views::Views;
use super::visitors::{Meeting, Searching};
use super::{
    Answer, HeuristicName, Method, Options, Setup, Solvable, SolverError, TableSource, Verdict,
};
use crate::group::ReachError;
use crate::kernel::general::MOST_SOLVED;
use crate::kernel::{Kernel, View};
use crate::pruning::Effort;
use crate::search::{Algorithm, Limits, Stop};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::ball::Ball;

/// What was made ready for the boards of a puzzle.
pub(super) struct Lookup<K: HeuristicKernel> {
    options: Options,
    puzzle: Arc<K>,
    views: Views<K>,
    ball: Option<Ball<K::Board>>,
    heuristics: K::Heuristics,
    databases: Databases<K>,
    pruned: Pruned,
    projected: Projected,
    /// Its tables take too long to build.
    are_tables_refused: bool,
    /// Whether a ball that seemed near was not.
    is_ball_refused: bool,
    /// Whether the boards that searches with a projection have deferred may be near it all the same.
    is_ball_in_reach: bool,
    /// Once that is asked without a table.
    solvable: Option<Result<Solvable<K>, ReachError>>,
    asked: usize,
}

impl<K: HeuristicKernel> Lookup<K> {
    /// A solver for this puzzle and options.
    ///
    /// # Errors
    /// If the puzzle has no such heuristic, or the solved boards are too many for the search asked
    /// for.
    pub(super) fn new(puzzle: Arc<K>, mut options: Options) -> Result<Self, SolverError> {
        let model = puzzle.model();
        options.check_heuristics(&model.name, K::heuristic_names(model))?;
        if let Some(partition) = &options.partition {
            puzzle.check_partition(partition)?;
            if options.heuristics.is_empty() {
                options.heuristics.push(HeuristicName::Pattern);
            }
            if !options.names_databases() {
                return Err(SolverError::NeedlessPartition);
            }
        }
        if let Some(algorithm @ (Algorithm::Bidirectional | Algorithm::Nbs)) = options.algorithm
            && puzzle.solved_boards().is_none()
        {
            return Err(SolverError::ManyGoals {
                algorithm: algorithm.name(),
                most: MOST_SOLVED,
            });
        }
        Ok(Self {
            views: Views::of(&puzzle),
            ball: None,
            heuristics: puzzle.heuristics(&options.heuristics)?,
            databases: Databases::default(),
            pruned: Pruned::default(),
            projected: Projected::default(),
            are_tables_refused: false,
            is_ball_refused: false,
            is_ball_in_reach: false,
            solvable: None,
            options,
            puzzle,
            asked: 0,
        })
    }

    /// Whether boards are searched with pattern databases: where there will be no table, unless
    /// another heuristic is named.
    fn wants_databases(&self) -> bool {
        if self.projected.search().is_some() {
            return false;
        }
        if self.options.heuristics.is_empty() {
            return self.options.algorithm.is_none() && !self.picks_tables();
        }
        let is_blind = self.options.algorithm.is_some_and(Algorithm::is_blind);
        self.options.names_databases() && !is_blind && !self.views.are_filled()
    }

    /// What guides searches, and the databases if they do.
    fn heuristic_names(&self) -> (Vec<HeuristicName>, Option<&K::Databases>) {
        let heuristic_names = chosen::<K>(
            self.puzzle.model(),
            &self.options,
            self.databases.built().is_some(),
        );
        let databases = self.databases.built();
        let databases = databases.filter(|_| heuristic_names.contains(&HeuristicName::Pattern));
        (heuristic_names, databases)
    }

    /// What guides searches, in words that distinguish it from anything else.
    fn guided_by(&self) -> String {
        let asked = self.options.heuristics.iter();
        let mut heuristic_names: Vec<String> = asked
            .map(|heuristic_name| heuristic_name.name().to_owned())
            .collect();
        heuristic_names.extend(self.heuristic_names().1.map(K::words));
        if heuristic_names.is_empty() {
            heuristic_names.push(K::usual(self.puzzle.model()).name().to_owned());
        }
        self.pruned.beside(heuristic_names.join(", "))
    }

    /// Finds out which boards can be solved at all, if that does not take too long.
    fn know_solvable(&mut self, budget: Budget<'_>) {
        let puzzle = &self.puzzle;
        if !puzzle.is_parity_exact() {
            self.solvable
                .get_or_insert_with(|| Solvable::by_moves(puzzle, budget.left()));
        }
    }

    /// Whether the tables may take the memory that they need.
    fn has_room(&self) -> Result<(), SolverError> {
        let name = &self.puzzle.model().name;
        self.views.has_room(self.options.limits.memory, name)
    }

    /// Whether boards may be left to tables that were not asked for by name.
    fn picks_tables(&self) -> bool {
        self.options.algorithm.is_none() && !self.are_tables_refused && self.has_room().is_ok()
    }

    /// Builds the tables. Where they were not asked for, those that take too long are
    /// skipped.
    fn build(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        let memory = self.options.limits.memory;
        // Tables answer whatever it could, and may need its memory.
        self.ball = None;
        match self.views.fill(memory, &self.options, budget) {
            Err(Unfinished::Time) => {
                self.are_tables_refused = true;
                Ok(())
            }
            done => done,
        }
    }

    /// Prepares the search of a puzzle of pieces, where that is left open and there is no table. A few
    /// boards are searched for towards a ball first.
    fn project(
        &mut self,
        boards: usize,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if !self.options.is_left_open() || self.views.are_filled() {
            return Ok(());
        }
        self.projected.find(&*self.puzzle, &self.options);
        if self.tries_ball() {
            self.grow_ball();
            if self.ball.is_some() {
                return Ok(());
            }
        }
        let memory = self.options.limits.memory;
        let budget = self.options.budget(memory, budget);
        self.projected.prepare(boards, &self.options, budget)
    }

    fn prune(&mut self, budget: Budget<'_>) {
        if self.views.are_filled() || self.light_ball().is_some() {
            return;
        }
        let effort = match self.options.algorithm {
            Some(Algorithm::PrunedIdaStar) => {
                K::effort(self.databases.built()).max(Effort::THOROUGH)
            }
            _ => K::effort(self.databases.built()),
        };
        let (puzzle, options) = (&*self.puzzle, &self.options);
        self.pruned.prepare(puzzle, effort, options, budget);
    }
}

/// The bytes that building the tables takes which answer all boards of a puzzle; `None` if boards
/// can't be numbered.
pub fn table_bytes<K: Kernel>(puzzle: &K) -> Option<u64> {
    Views::of(puzzle).bytes()
}

/// The view of a puzzle that its goals share, whose table answers boards; or else the one for all
/// goals together.
///
/// # Errors
/// If there are too many boards for a table.
pub fn view_of<K: Kernel>(puzzle: &K) -> Result<K, SolverError> {
    let view = match Views::of(puzzle).only() {
        Some(view) => Some(view),
        None => puzzle.through(&View::of_all_goals(puzzle.model())).ok(),
    };
    let view = view.filter(K::has_table);
    view.ok_or_else(|| SolverError::TooLarge(puzzle.model().name.clone()))
}

impl<K: HeuristicKernel> Lookup<K> {
    /// The puzzle.
    pub(super) fn puzzle(&self) -> &K {
        &self.puzzle
    }

    /// Prepares what is worth it for this many boards.
    ///
    /// # Errors
    /// If what was asked for can't be made, or the run was cancelled.
    pub(super) fn prepare(
        &mut self,
        boards: usize,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if boards == 0 {
            return Ok(());
        }
        self.asked += boards;
        self.is_ball_in_reach = false;
        let is_settled = self.options.is_settled();
        let is_many = boards >= MANY_BOARDS || is_settled;
        if self.options.limits.moves.is_some() && self.views.boards() > QUICK_TABLE {
            self.grow_ball();
        }
        match self.options.algorithm {
            Some(Algorithm::Table) => {
                self.views.seek(&self.options);
                if !self.views.are_filled() {
                    self.has_room()?;
                }
                let memory = self.options.limits.memory;
                self.views.fill(memory, &self.options, budget)?;
            }
            // Near questions are quicker answered than a file is found.
            None if self.near_ball().is_some() => {}
            None if self.views.boards() <= QUICK_TABLE && self.picks_tables() => {
                self.build(budget)?;
            }
            None => {
                self.views.seek(&self.options);
                if !is_settled || !self.picks_tables() {
                    self.project(boards, budget)?;
                }
                let is_dear = self.projected.spent() > self.views.boards() / SEARCH_SHARE;
                let is_other = self.projected.search().is_none();
                let is_worth_it = is_other && is_many || !is_other && is_dear;
                if is_worth_it && self.picks_tables() {
                    self.build(budget)?;
                }
            }
            _ => {}
        }
        if self.views.are_filled() {
            self.projected.refuse();
        } else if let Some(search) = self.projected.search() {
            if is_settled {
                self.options.agree(&search.words())?;
            }
            return Ok(());
        }
        // What tables would take is only looked at where the ball may not do.
        let is_near = self.near_ball().is_some();
        if !is_near && (self.tries_ball() || self.picks_tables()) {
            self.grow_ball();
        }
        let is_first = self.tries_ball() && self.ball.is_some();
        if self.near_ball().is_none() && !is_first && self.wants_databases() {
            let boards = if is_settled { usize::MAX } else { boards };
            let (puzzle, options) = (&self.puzzle, &self.options);
            let memory = options.limits.memory;
            self.databases
                .prepare(puzzle, boards, memory, options, budget)?;
        }
        self.prune(budget);
        // No more is asked than whether there is an answer; or a search that never knows that it
        // has seen everything.
        let is_endless = match self.options.algorithm {
            None if self.near_ball().is_some() || is_first => false,
            // Others are left to tables, which know it, or are asked before they are searched
            // again.
            None => {
                let waits = self.wants_databases() || self.picks_tables();
                !waits || is_settled
            }
            Some(algorithm) => algorithm.is_depth_first(),
        };
        if (self.options.limits.moves == Some(0) || is_endless) && !self.views.are_filled() {
            self.know_solvable(budget);
        }
        if self.options.moves {
            self.views.note(self.asked, budget);
        }
        if is_settled {
            self.options.agree(&self.guided_by())?;
        }
        Ok(())
    }

    /// Answers a board without its moves, if that is a lookup; else returns false.
    pub(super) fn look_up(&self, start: &K::Board, answer: &mut Answer) -> bool {
        if self.puzzle.shares_rank(start) {
            answer.rule_out(Method::Parity);
            return true;
        }
        let wanted = LookupOptions {
            moves: false,
            ..self.options.wanted()
        };
        self.views.look_up(&self.puzzle, start, wanted, answer)
    }

    /// Answers the board of this number in an answer that is clear, or defers it. With limits of
    /// its own, any shortest answer will do.
    pub(super) fn attempt(
        &self,
        (board, start): (u64, &K::Board),
        limits: Option<Limits>,
        budget: Budget<'_>,
        answer: &mut Answer,
    ) {
        let within = limits.map(|limits| self.options.any_within(limits));
        let (options, puzzle) = (within.as_ref().unwrap_or(&self.options), &*self.puzzle);
        if puzzle.shares_rank(start) {
            return answer.rule_out(Method::Parity);
        }
        if self.views.look_up(puzzle, start, options.wanted(), answer) {
            return;
        }
        if !puzzle.parity_allows(start) {
            return answer.rule_out(Method::Parity);
        }
        let known = self.solvable.as_ref().and_then(|known| known.as_ref().ok());
        let is_made = known.and_then(|solvable| solvable.includes(start));
        if is_made == Some(false) || !puzzle.group_allows(start) {
            return answer.rule_out(Method::Group);
        }
        if self.projected.is_found() {
            let mut symbols = Vec::new();
            puzzle.symbols(start, &mut symbols);
            let projected = &self.projected;
            if !self.is_ball_in_reach && projected.answer(&symbols, board, options, budget, answer)
            {
                return;
            }
        }
        let limits = Limits {
            time: budget.left(),
            ..options.limits
        };
        let ball = self.light_ball();
        // Where tables could take over, the search may cost a part of them.
        let light = match options.algorithm {
            _ if self.near_ball().is_some() => Some(MOST_TO_BALL),
            None if self.is_ball_in_reach => Some(WITHIN_REACH),
            None if ball.is_some() && self.tries_ball() => Some(self.first_search()),
            None if self.wants_databases() => self.databases.light(),
            None if self.picks_tables() => {
                let share = if ball.is_some() {
                    2 * SEARCH_SHARE
                } else {
                    SEARCH_SHARE
                };
                Some(self.views.boards() / share)
            }
            _ => None,
        };
        let light = light.filter(|light| options.allows_nodes(*light));
        let light = light.filter(|_| !options.is_settled());
        let task = Task {
            options,
            limits: Limits {
                nodes: light.or(limits.nodes),
                ..limits
            },
            board,
            cancel: budget.cancel,
            progress: budget.progress.unwrap_or(&options.progress),
            pruning: self.pruned.get(),
            is_open: self.solvable.is_some() && is_made.is_none(),
        };
        let searching = Searching {
            task: &task,
            puzzle,
            start,
        };
        let heuristics = &self.heuristics;
        let ((method, outcome), setup) = if let Some(ball) = ball {
            let heuristic_names = vec![K::quickest(puzzle.model())];
            let met = puzzle.with_quickest(heuristics, Meeting { searching, ball });
            let setup = Setup {
                heuristics: heuristic_names,
                ..Setup::default()
            };
            (met, setup)
        } else {
            let (heuristic_names, databases) = self.heuristic_names();
            let found = puzzle.with_heuristic(heuristics, databases, &heuristic_names, searching);
            let setup = databases.map(K::setup).unwrap_or_default();
            let setup = Setup {
                heuristics: heuristic_names,
                ..setup
            };
            (found, setup)
        };
        self.databases.spend(outcome.statistics.generated);
        let is_too_dear = light.is_some() && outcome.stop == Stop::Nodes;
        answer.take(method, self.pruned.in_setup(setup), outcome, limits.moves);
        if let (Method::HalfWay, Some(ball)) = (method, ball) {
            answer.stored = ball.len() as u64;
        }
        if is_too_dear {
            answer.verdict = Verdict::Deferred;
        }
    }

    /// The bytes of the tables that it has built.
    pub(super) fn bytes(&self) -> u64 {
        self.projected.bytes() + self.views.built() + self.databases.built().map_or(0, K::bytes)
    }

    /// Where its tables of all distances came from, and their bytes.
    pub(super) fn tables(&self) -> impl Iterator<Item = (TableSource, u64)> {
        self.views.tables()
    }

    /// Makes ready what answers every board that was deferred.
    ///
    /// # Errors
    /// If it can't be made, or the run was cancelled.
    pub(super) fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        if self.asked == 0 {
            return Ok(());
        }
        if self.projected.search().is_some() {
            if self.reaches_deferred() {
                return Ok(());
            }
            let memory = self.options.limits.memory;
            let budget = self.options.budget(memory, budget);
            let dear = self.views.boards() / SEARCH_SHARE;
            if self.projected.spent() <= dear || !self.picks_tables() {
                return self.projected.escalate(budget);
            }
            self.projected.refuse();
        }
        let is_first = self.tries_ball() && self.ball.is_some();
        self.is_ball_refused = true;
        if self.projected.is_to_come() {
            self.project(self.asked, budget)?;
            if self.projected.search().is_some() {
                return Ok(());
            }
        }
        self.ball = None;
        if !self.wants_databases() {
            self.build(budget)?;
        }
        if self.wants_databases() {
            let memory = self.options.limits.memory;
            if is_first {
                let (puzzle, options) = (&self.puzzle, &self.options);
                self.databases
                    .prepare(puzzle, self.asked, memory, options, budget)?;
            } else {
                // Whatever is searched for, it should be there.
                self.know_solvable(budget);
                let (puzzle, options) = (&self.puzzle, &self.options);
                self.databases.grow(puzzle, memory, options, budget)?;
                self.databases.settle();
            }
            self.prune(budget);
        }
        Ok(())
    }
}
