//! Answering one board at the tier in use.

use super::GoalSolver;
use crate::kernel::pieces::Pieces;
use crate::search::{Algorithm, Limits, Stop};
use crate::solver::ladder::Tier;
use crate::solver::options::LookupOptions;
use crate::solver::paused::Paused;
use crate::solver::registry::HeuristicKernel;
use crate::solver::task::Task;
use crate::solver::visitors::{Meeting, Searching};
use crate::solver::{Answer, Call, Method, Setup, Verdict};
use crate::support::clock::Instant;

impl<K: HeuristicKernel> GoalSolver<K> {
    /// Looks a board up, without its moves. Returns false if no table answers it.
    pub(in crate::solver) fn look_up(
        &self,
        start: &K::Board,
        call: Call<'_>,
        answer: &mut Answer,
    ) -> bool {
        if self.puzzle.shares_rank(start) {
            answer.rule_out(Method::Parity);
            return true;
        }
        let lookup = LookupOptions {
            moves: false,
            ..call.lookup_options()
        };
        self.views.look_up(&self.puzzle, start, lookup, answer)
    }

    /// Answers the board of this number, or defers it. `answer` must be clear.
    pub(in crate::solver) fn attempt(
        &self,
        (board, start): (u64, &K::Board),
        call: Call<'_>,
        answer: &mut Answer,
    ) {
        let (options, puzzle) = (&self.options, &*self.puzzle);
        if puzzle.shares_rank(start) {
            return answer.rule_out(Method::Parity);
        }
        let lookup = call.lookup_options();
        if self.views.look_up(puzzle, start, lookup, answer) {
            return;
        }
        let begun = Instant::now();
        let (leads, is_solvable) = match self.leads(start, call) {
            Ok(found) => found,
            Err(reason) => return answer.rule_out(reason),
        };
        let may_be_deferred =
            |nodes: &u64| options.algorithm.is_none() && call.allows_nodes(*nodes);
        let allowed = self.ladder.allowance().filter(may_be_deferred);
        let is_open = self.solvable.get().is_some() && is_solvable.is_none();
        let is_linear = self.ladder.tier() == Some(Tier::Linear);
        let can_pause = !is_open && !is_linear && !options.must_be_reproducible;
        let pause = call.pause.filter(|_| can_pause);
        let paused = pause.map(|time| self.paused.take(start, &call, time));
        let before = paused.as_ref().map_or(0, Paused::generated);
        let pause = paused.as_ref().map(|paused| paused.time);
        let task = Task {
            call,
            algorithm: self.algorithm(start),
            limits: Limits {
                max_moves: call.max_moves,
                max_time: [call.budget.left(), pause].into_iter().flatten().min(),
                max_nodes: allowed.or(call.max_nodes),
                memory: options.memory,
            },
            max_iteration: allowed,
            board,
            pruning: self.pruned.get(),
            is_open,
            paused: paused.as_ref().map(|paused| &paused.record),
        };
        self.search(&task, start, &leads, answer);
        if !call.wants_moves {
            answer.moves.clear();
        }
        answer.elapsed = begun.elapsed();
        self.ladder.spend(answer.generated.saturating_sub(before));
        if let Some(paused) = paused {
            self.paused.keep(start, &call, paused, before, answer);
        }
        if allowed.is_some() && matches!(answer.verdict, Verdict::Stopped(Stop::Nodes, _)) {
            answer.verdict = Verdict::Deferred;
            self.ladder.defer(answer.at_least);
        }
    }

    /// The search for a board; `None` for the usual one. The goals that moves connect with the home board
    /// are no goals of another board, so a search from them would find nothing.
    fn algorithm(&self, start: &K::Board) -> Option<Algorithm> {
        let puzzle = &*self.puzzle;
        if !puzzle.has_conditions() {
            return self.options.algorithm;
        }
        let is_from_goals =
            |asked: &Algorithm| matches!(asked, Algorithm::Bidirectional | Algorithm::Nbs);
        let asked = self.options.algorithm;
        let asked = asked.filter(|asked| !is_from_goals(asked) || puzzle.has_place(start));
        asked.or(self.usual())
    }

    /// The search if none is named; `None` for searches that tables or bounds guide.
    pub(super) fn usual(&self) -> Option<Algorithm> {
        let has_conditions = self.puzzle.has_conditions();
        has_conditions.then_some(Algorithm::BreadthFirst)
    }

    /// Prepares a search of a board that is in no table: the lookups of its pieces, and whether it can
    /// be solved, if that is known.
    ///
    /// # Errors
    /// The method that shows that it can't be solved.
    fn leads(&self, start: &K::Board, call: Call<'_>) -> Result<(Vec<u8>, Option<bool>), Method> {
        let puzzle = &*self.puzzle;
        if !puzzle.parity_allows(start) {
            return Err(Method::Parity);
        }
        // Tables know nothing of this board, which may have no solution.
        let known = if self.views.are_filled() && !puzzle.is_parity_exact() {
            Some(self.solvable(call.budget))
        } else {
            self.solvable.get()
        };
        let is_solvable = known.and_then(|known| known.as_ref().ok()?.includes(start));
        // Numbering the boards takes longer than a search near the goals.
        let is_short = self.ladder.is_near() && call.max_moves.is_none()
            || self.ladder.tier() == Some(Tier::Linear);
        if is_solvable == Some(false) || !is_short && !puzzle.group_allows(start) {
            return Err(Method::Group);
        }
        let mut leads = Vec::new();
        if self.projected.is_found() {
            leads = (self.projected.read(&puzzle.all_symbols(start))).ok_or(Method::Group)?;
        }
        Ok((leads, is_solvable))
    }

    /// Adds the reason why a board can't be solved, if its pieces show it.
    pub(in crate::solver) fn explain(&self, start: &K::Board, answer: &mut Answer) {
        if answer.verdict == Verdict::Unsolvable && answer.why().is_none() {
            let structure = &self.puzzle.model().structure;
            let pieces = (self.pieces).get_or_init(|| Pieces::with_identical(structure));
            let symbols = self.puzzle.all_symbols(start);
            answer.flaw = pieces.as_ref().and_then(|pieces| pieces.why(&symbols));
        }
    }

    /// Searches for a board at the tier in use. `leads` are for puzzles of pieces.
    fn search(&self, task: &Task<'_>, start: &K::Board, leads: &[u8], answer: &mut Answer) {
        let puzzle = &*self.puzzle;
        let (heuristics, limit) = (&self.heuristics, task.limits.max_moves);
        let searching = Searching {
            task,
            puzzle,
            start,
        };
        if let (Some(Tier::Linear), Some(systems)) = (self.ladder.tier(), &self.commuting) {
            let (choice, observer) = (task.call.choice, &mut task.reporter());
            let control = &mut task.control(observer);
            let outcome = systems.search(&puzzle.all_symbols(start), choice, control);
            return match outcome.stop {
                Stop::Exhausted => answer.rule_out(Method::Group),
                _ => answer.take(Method::Linear, Setup::default(), outcome, limit),
            };
        }
        match (self.ladder.tier(), &self.ball) {
            (Some(Tier::Ball | Tier::LargerBall), Some(ball)) => {
                let meeting = Meeting { searching, ball };
                let (method, outcome) = puzzle.with_quickest(heuristics, meeting);
                let setup = Setup {
                    heuristics: vec![K::quickest(puzzle.model())],
                    ..Setup::default()
                };
                answer.take(method, setup, outcome, limit);
                answer.stored = ball.len() as u64;
            }
            _ if self.projected.search().is_some() => {
                self.projected.search_for(leads, task, answer);
            }
            _ => {
                let (names, databases) = self.heuristic_names();
                let (method, outcome) =
                    puzzle.with_heuristic(heuristics, databases, &names, searching);
                let setup = Setup {
                    heuristics: names,
                    ..databases.map(K::setup).unwrap_or_default()
                };
                answer.take(method, self.pruned.in_setup(setup), outcome, limit);
            }
        }
    }
}
