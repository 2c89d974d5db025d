//! Answering one board at the tier in use.

use super::GoalSolver;
use crate::search::{Limits, Stop};
use crate::solver::ladder::Tier;
use crate::solver::options::LookupOptions;
use crate::solver::paused::Paused;
use crate::solver::registry::HeuristicKernel;
use crate::solver::task::Task;
use crate::solver::visitors::{Meeting, Searching};
use crate::solver::{Answer, Method, Setup, Verdict};
use crate::support::budget::Budget;
use crate::support::clock::Instant;

impl<K: HeuristicKernel> GoalSolver<K> {
    /// Looks a board up, without its moves. Returns false if no table answers it.
    pub(in crate::solver) fn look_up(&self, start: &K::Board, answer: &mut Answer) -> bool {
        if self.puzzle.shares_rank(start) {
            answer.rule_out(Method::Parity);
            return true;
        }
        let lookup = LookupOptions {
            moves: false,
            ..self.options.lookup_options()
        };
        self.views.look_up(&self.puzzle, start, lookup, answer)
    }

    /// Answers the board of this number, or defers it. `answer` must be clear. With `limits`, any
    /// shortest answer is accepted.
    pub(in crate::solver) fn attempt(
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
        if self
            .views
            .look_up(puzzle, start, options.lookup_options(), answer)
        {
            return;
        }
        let begun = Instant::now();
        if !puzzle.parity_allows(start) {
            return answer.rule_out(Method::Parity);
        }
        // Tables know nothing of this board, which may have no solution.
        let known = if self.views.are_filled() && !puzzle.is_parity_exact() {
            Some(self.solvable(budget))
        } else {
            self.solvable.get()
        };
        let known = known.and_then(|known| known.as_ref().ok());
        let is_solvable = known.and_then(|solvable| solvable.includes(start));
        if is_solvable == Some(false) || !puzzle.group_allows(start) {
            return answer.rule_out(Method::Group);
        }
        let mut leads = Vec::new();
        if self.projected.is_found() {
            match self.projected.read(&puzzle.all_symbols(start)) {
                Ok(read) => leads = read,
                Err(flaw) => {
                    answer.flaw = flaw;
                    return answer.rule_out(Method::Group);
                }
            }
        }
        let allowed = self.ladder.allowance();
        let allowed =
            allowed.filter(|allowed| options.algorithm.is_none() && options.allows_nodes(*allowed));
        let is_open = self.solvable.get().is_some() && is_solvable.is_none();
        let can_pause = limits.is_none() && !is_open && !options.must_be_reproducible();
        let pause = options.hooks.pause.filter(|_| can_pause);
        let paused = pause.map(|time| self.paused.take(start, time));
        let before = paused.as_ref().map_or(0, Paused::generated);
        let pause = paused.as_ref().map(|paused| paused.time);
        let task = Task {
            options,
            limits: Limits {
                time: [budget.left(), pause].into_iter().flatten().min(),
                nodes: allowed.or(options.limits.nodes),
                ..options.limits
            },
            board,
            cancel: budget.cancel,
            progress: budget.progress.unwrap_or(&options.progress),
            pruning: self.pruned.get(),
            is_open,
            paused: paused.as_ref().map(|paused| &paused.record),
        };
        self.search(&task, start, &leads, answer);
        answer.elapsed = begun.elapsed();
        self.ladder.spend(answer.generated.saturating_sub(before));
        if let Some(paused) = paused {
            self.paused.keep(start, paused, before, answer);
        }
        if allowed.is_some() && matches!(answer.verdict, Verdict::Stopped(Stop::Nodes, _)) {
            answer.verdict = Verdict::Deferred;
            self.ladder.defer(answer.lower_bound);
        }
    }

    /// Searches for a board at the tier in use. `leads` are for puzzles of pieces.
    fn search(&self, task: &Task<'_>, start: &K::Board, leads: &[u8], answer: &mut Answer) {
        let puzzle = &*self.puzzle;
        let (heuristics, limit) = (&self.heuristics, task.options.limits.moves);
        let searching = Searching {
            task,
            puzzle,
            start,
        };
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
