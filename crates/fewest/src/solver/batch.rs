//! Answering a batch of boards on all cores.

use std::time::Duration;

use super::{Answer, Options, SolverError, TableSource, Verdict};
use crate::model::Case;
use crate::search::Limits;
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::progress::Unfinished;

/// Answers boards in batches: first [`prepare`](Self::prepare), then [`solve`](Self::solve) for
/// each board on any thread, and [`escalate`](Self::escalate) before boards that were deferred are
/// solved again.
///
/// ```
/// use fewest::model::Case;
/// use fewest::solver::Answer;
/// use fewest::{Budget, Options, Puzzle, Verdict};
///
/// let cases = [Case::new(1, vec![8, 6, 7, 2, 5, 4, 3, 0, 1])];
/// let mut solver = Puzzle::open("eight")?.batches(Options::default())?;
/// let mut answer = Answer::default();
/// solver.prepare(&cases, Budget::default())?;
/// solver.solve(&cases[0], Budget::default(), &mut answer);
/// while answer.verdict == Verdict::Deferred {
///     solver.escalate(Budget::default())?;
///     solver.solve(&cases[0], Budget::default(), &mut answer);
/// }
/// assert_eq!(answer.verdict, Verdict::Solved(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Batches: Send + Sync {
    /// What it was made for.
    fn options(&self) -> &Options;

    /// Prepares what is worth it for this batch.
    ///
    /// # Errors
    /// If what was asked for can't be made, or the run was cancelled.
    fn prepare(
        &mut self,
        batch: &[Case],
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>>;

    /// Answers a board without its moves, if that is a lookup; else returns false.
    fn look_up(&self, case: &Case, answer: &mut Answer) -> bool;

    /// Answers a board with what is prepared, or defers it ([`Verdict::Deferred`]) once its search has
    /// generated its share of the next tier's cost. Without `prepare`, no board is deferred.
    fn solve(&self, case: &Case, budget: Budget<'_>, answer: &mut Answer);

    /// The same with other limits of moves and nodes. Of several shortest answers, any will do.
    fn solve_within(&self, case: &Case, limits: Limits, budget: Budget<'_>, answer: &mut Answer);

    /// Gives deferred boards more to generate, or prepares something larger for them. Boards may
    /// be deferred again, but not forever: the last tier answers every board within its limits.
    ///
    /// # Errors
    /// If it can't be made, or the run was cancelled.
    fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>>;

    /// Where its tables of all distances came from, and their bytes.
    fn tables(&self) -> Vec<(TableSource, u64)>;
}

/// How a run reaches its solver: it alone, or several threads that share one.
pub(crate) trait Access {
    /// Uses the solver, as other threads may at the same time.
    fn read<R>(&self, act: impl FnOnce(&dyn Batches) -> R) -> R;

    /// Changes the solver; nobody else uses it meanwhile.
    fn write<R: Send>(&mut self, act: impl FnOnce(&mut dyn Batches) -> R + Send) -> R;
}

impl Access for &mut dyn Batches {
    fn read<R>(&self, act: impl FnOnce(&dyn Batches) -> R) -> R {
        act(&**self)
    }

    fn write<R: Send>(&mut self, act: impl FnOnce(&mut dyn Batches) -> R + Send) -> R {
        act(&mut **self)
    }
}

/// Answers boards, each in its place; answers beyond them stay empty. A keeper's answers are not
/// searched for again, and new ones are saved there. `watch` has the flag that cancels and the
/// progress to report to. A board is left [`Verdict::Deferred`] only if it was cancelled before its
/// last search.
///
/// # Errors
/// If the options ask for a table that can't be built, or the run was cancelled.
pub fn answer_batch(
    mut solver: &mut dyn Batches,
    cases: &[Case],
    answers: &mut [Answer],
    watch: Budget<'_>,
) -> Result<(), Unfinished<SolverError>> {
    answers.iter_mut().for_each(Answer::clear);
    if cases.is_empty() {
        return Ok(());
    }
    let mut clock = Clock::of(solver.options());
    if let Some(keeper) = solver.options().hooks.keeper.clone() {
        let mut left = Vec::new();
        for (case, answer) in cases.iter().zip(&mut *answers) {
            match keeper.answer(case.number) {
                Some(known) => *answer = known,
                None => left.push(case.clone()),
            }
        }
        solver.prepare(&left, watch)?;
    } else {
        clock.share_out(cases.len(), clock.time, watch, |budget| {
            solver.prepare(cases, budget)
        })?;
    }
    search(&mut solver, cases, answers, &mut clock, watch)
}

/// Answers one board as [`answer_batch`] does, with a solver that is prepared first if it is not yet.
pub(crate) fn answer_one(
    solver: &mut impl Access,
    case: &Case,
    is_prepared: bool,
    watch: Budget<'_>,
) -> Result<Answer, Unfinished<SolverError>> {
    let mut clock = solver.read(|solver| Clock::of(solver.options()));
    let cases = std::slice::from_ref(case);
    if !is_prepared {
        clock.share_out(1, clock.time, watch, |budget| {
            solver.write(|solver| solver.prepare(cases, budget))
        })?;
    }
    let mut answer = Answer::default();
    let answers = std::slice::from_mut(&mut answer);
    search(solver, cases, answers, &mut clock, watch)?;
    Ok(answer)
}

/// Searches for the boards that have no answer yet, with larger tables as long as any board is
/// deferred.
fn search(
    solver: &mut impl Access,
    cases: &[Case],
    answers: &mut [Answer],
    clock: &mut Clock,
    watch: Budget<'_>,
) -> Result<(), Unfinished<SolverError>> {
    loop {
        solver.read(|solver| each(solver, cases, answers, clock, watch));
        // There may be answers beyond the boards.
        let case_answers = answers.iter().take(cases.len());
        let deferred = case_answers.filter(|answer| answer.verdict == Verdict::Deferred);
        let taken: Vec<Duration> = deferred.map(|answer| answer.elapsed).collect();
        let Some(least) = taken.iter().min() else {
            return Ok(());
        };
        if watch.is_cancelled() {
            return Ok(());
        }
        clock.share_out(taken.len(), clock.left(*least), watch, |budget| {
            solver.write(|solver| solver.escalate(budget))
        })?;
    }
}

/// Answers every board that has no answer yet.
fn each(
    solver: &dyn Batches,
    cases: &[Case],
    answers: &mut [Answer],
    clock: &Clock,
    watch: Budget<'_>,
) {
    let keeper = solver.options().hooks.keeper.as_deref();
    let solve = |(case, answer): (&Case, &mut Answer)| {
        if answer.verdict != Verdict::Deferred || watch.is_cancelled() {
            return;
        }
        let (elapsed, bound) = (answer.elapsed, answer.lower_bound);
        let budget = watch.or(clock.left(elapsed));
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
        let is_shared = solver.options().hooks.sharing.is_some();
        if cases.len() > 1 && !is_shared && rayon::current_num_threads() > 1 {
            let boards = cases.par_iter().zip(answers);
            // Large batches are of easy boards: hand them out by the hundred. Hard ones wait for no
            // other.
            let length = cases.len() / 64 + 1;
            return boards
                .with_min_len(length)
                .with_max_len(length)
                .for_each(solve);
        }
    }
    cases.iter().zip(answers).for_each(solve);
}

/// What the boards of a batch may take, all their attempts together.
struct Clock {
    /// The limit of each board, if there is one.
    time: Option<Duration>,
    /// Whether what is prepared also counts.
    is_shared: bool,
    /// Each board's share of that.
    share: Duration,
}

impl Clock {
    fn of(options: &Options) -> Self {
        Self {
            time: options.limits.time,
            is_shared: options.may_adapt(),
            share: Duration::ZERO,
        }
    }

    /// The time left to a board that has taken this much.
    fn left(&self, taken: Duration) -> Option<Duration> {
        let left = |time: Duration| time.saturating_sub(taken + self.share);
        self.time.map(left)
    }

    /// Prepares something for this many boards, each of which has this much time left. Half of a
    /// board's time stays for its search.
    fn share_out<E>(
        &mut self,
        boards: usize,
        left: Option<Duration>,
        watch: Budget<'_>,
        prepare: impl FnOnce(Budget<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let boards = u32::try_from(boards).unwrap_or(u32::MAX).max(1);
        let time = left.map(|left| (left / 2).saturating_mul(boards).min(left));
        let begun = Instant::now();
        prepare(watch.or(time))?;
        if self.is_shared {
            self.share += begun.elapsed() / boards;
        }
        Ok(())
    }
}
