//! Answering a batch of boards on all cores.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Answer, Budget, Case, Guided, Query, Solver, SolverError, Verdict};
use crate::progress::Unfinished;

/// Answers boards, each in its place; answers beyond them stay empty. What a keeper knows is not searched for again, and what is
/// found is noted there. Boards that are left [`Verdict::Deferred`] were cancelled before they began.
pub(crate) fn answer<K: Guided>(
    solver: &mut Solver<K>,
    cases: &[Case<K::Board>],
    answers: &mut [Answer],
    cancel: &AtomicBool,
) -> Result<(), Unfinished<SolverError>> {
    answers.iter_mut().for_each(Answer::clear);
    if cases.is_empty() {
        return Ok(());
    }
    let mut clock = Clock::of(solver.query());
    if let Some(keeper) = solver.query().keeper.clone() {
        let mut left = Vec::new();
        for (case, answer) in cases.iter().zip(&mut *answers) {
            match keeper.answer(case.number) {
                Some(known) => *answer = known,
                None => left.push(*case),
            }
        }
        solver.prepare(&left, cancel.into())?;
    } else {
        clock.share_out(cases.len(), clock.time, cancel, |budget| {
            solver.prepare(cases, budget)
        })?;
    }
    each(solver, cases, answers, &clock, cancel);
    let deferred = answers.iter().zip(cases);
    let deferred = deferred.filter(|(answer, _)| answer.verdict == Verdict::Deferred);
    let taken: Vec<Duration> = deferred.map(|(answer, _)| answer.elapsed).collect();
    if let Some(least) = taken.iter().min()
        && !cancel.load(Ordering::Relaxed)
    {
        clock.share_out(taken.len(), clock.left(*least), cancel, |budget| {
            solver.escalate(budget)
        })?;
        each(solver, cases, answers, &clock, cancel);
        debug_assert!(
            cancel.load(Ordering::Relaxed)
                || (answers.iter().zip(cases)).all(|(own, _)| own.verdict != Verdict::Deferred),
            "boards are deferred once"
        );
    }
    Ok(())
}

/// Answers every board that has no answer yet.
fn each<K: Guided>(
    solver: &Solver<K>,
    cases: &[Case<K::Board>],
    answers: &mut [Answer],
    clock: &Clock,
    cancel: &AtomicBool,
) {
    let keeper = solver.query().keeper.as_deref();
    let solve = |(case, answer): (&Case<K::Board>, &mut Answer)| {
        if answer.verdict != Verdict::Deferred || cancel.load(Ordering::Relaxed) {
            return;
        }
        let (elapsed, bound) = (answer.elapsed, answer.lower_bound);
        let budget = Budget::within(cancel, clock.left(elapsed));
        solver.solve(case, budget, answer);
        answer.elapsed += elapsed;
        answer.raise(bound);
        if let Some(keeper) = keeper {
            answer.elapsed += keeper.earlier(case.number);
            keeper.answered(case.number, answer);
        }
    };
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        if cases.len() > 1 && rayon::current_num_threads() > 1 {
            let boards = cases.par_iter().zip(answers);
            // Large batches are of easy boards: hand them out by the hundred.
            return boards.with_min_len(cases.len() / 64 + 1).for_each(solve);
        }
    }
    cases.iter().zip(answers).for_each(solve);
}

/// What the boards of a batch may take, all their attempts together.
struct Clock {
    /// The limit of each board, if there is one.
    time: Option<Duration>,
    /// Whether what is prepared counts, too.
    is_shared: bool,
    /// Each board's share of that.
    share: Duration,
}

impl Clock {
    fn of(query: &Query) -> Self {
        Self {
            time: query.limits.time,
            is_shared: query.is_chosen(),
            share: Duration::ZERO,
        }
    }

    /// What is left to a board that has taken so much.
    fn left(&self, taken: Duration) -> Option<Duration> {
        let left = |time: Duration| time.saturating_sub(taken + self.share);
        self.time.map(left)
    }

    /// Prepares something for so many boards, each of which has so much time left. Half of a board's time stays for its search.
    fn share_out<E>(
        &mut self,
        boards: usize,
        left: Option<Duration>,
        cancel: &AtomicBool,
        prepare: impl FnOnce(Budget<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let boards = u32::try_from(boards).unwrap_or(u32::MAX).max(1);
        let time = left.map(|left| (left / 2).saturating_mul(boards).min(left));
        let begun = Instant::now();
        prepare(Budget::within(cancel, time))?;
        if self.is_shared {
            self.share += begun.elapsed() / boards;
        }
        Ok(())
    }
}
