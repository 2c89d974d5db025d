//! Answering a batch of boards on all cores.

use std::time::Duration;

use super::{Answer, Call, SolverError, SolverOptions, TableSource, Verdict};
use crate::model::Case;
use crate::search::Stop;
use crate::support::clock::Instant;
use crate::support::progress::Unfinished;

/// Answers boards in batches: first [`prepare`](Self::prepare), then [`solve`](Self::solve) for
/// each board on any thread, and [`escalate`](Self::escalate) before boards that were deferred are
/// solved again.
///
/// ```
/// use fewest::model::Case;
/// use fewest::solver::Answer;
/// use fewest::{Options, Puzzle, Verdict};
///
/// let cases = [Case::new(1, vec![8, 6, 7, 2, 5, 4, 3, 0, 1])];
/// let options = Options::default();
/// let mut solver = Puzzle::open("eight")?.batches(&options)?;
/// let mut answer = Answer::default();
/// solver.prepare(&cases, options.call())?;
/// solver.solve(&cases[0], options.call(), &mut answer);
/// while answer.verdict == Verdict::Deferred {
///     solver.escalate(options.call())?;
///     solver.solve(&cases[0], options.call(), &mut answer);
/// }
/// assert_eq!(answer.verdict, Verdict::Solved(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Batches: Send + Sync {
    /// The options that it was created with.
    fn options(&self) -> &SolverOptions;

    /// Prepares what is worth it for this batch.
    ///
    /// # Errors
    /// If what was asked for can't be made, or the run was cancelled.
    fn prepare(&mut self, batch: &[Case], call: Call<'_>) -> Result<(), Unfinished<SolverError>>;

    /// Returns true if there is nothing to prepare for this batch.
    fn is_prepared(&self, batch: &[Case], call: Call<'_>) -> bool;

    /// Answers a board without its moves, if that is a lookup; else returns false.
    fn look_up(&self, case: &Case, call: Call<'_>, answer: &mut Answer) -> bool;

    /// Answers a board with what is prepared, or defers it ([`Verdict::Deferred`]) once its search has
    /// generated its share of the next tier's cost. Without `prepare`, no board is deferred.
    fn solve(&self, case: &Case, call: Call<'_>, answer: &mut Answer);

    /// Gives deferred boards more to generate, or prepares something larger for them. Boards may
    /// be deferred again, but not forever: the last tier answers every board within its limits.
    ///
    /// # Errors
    /// If it can't be made, or the run was cancelled.
    fn escalate(&mut self, call: Call<'_>) -> Result<(), Unfinished<SolverError>>;

    /// Where its tables of all distances came from, and their bytes.
    fn tables(&self) -> Vec<(TableSource, u64)>;
}

/// Access of a call to its solver, alone or together with calls of other threads. The call waits
/// for others as long as its budget allows.
pub(crate) trait Access {
    /// Uses the solver, as other calls may at the same time.
    fn read<R>(
        &self,
        call: Call<'_>,
        act: impl FnOnce(&dyn Batches) -> R,
    ) -> Result<R, Unfinished<SolverError>>;

    /// Changes the solver; nobody else uses it meanwhile.
    fn write(
        &mut self,
        call: Call<'_>,
        act: impl FnOnce(&mut dyn Batches) -> Result<(), Unfinished<SolverError>> + Send,
    ) -> Result<(), Unfinished<SolverError>>;

    /// Prepares the solver for boards, if there is anything to prepare.
    fn prepare(&mut self, cases: &[Case], call: Call<'_>) -> Result<(), Unfinished<SolverError>> {
        let is_prepared = self.read(call, |solver| solver.is_prepared(cases, call))?;
        if is_prepared {
            return Ok(());
        }
        self.write(call, |solver| solver.prepare(cases, call))
    }
}

impl Access for &mut dyn Batches {
    fn read<R>(
        &self,
        _: Call<'_>,
        act: impl FnOnce(&dyn Batches) -> R,
    ) -> Result<R, Unfinished<SolverError>> {
        Ok(act(&**self))
    }

    fn write(
        &mut self,
        _: Call<'_>,
        act: impl FnOnce(&mut dyn Batches) -> Result<(), Unfinished<SolverError>> + Send,
    ) -> Result<(), Unfinished<SolverError>> {
        act(&mut **self)
    }
}

/// Answers boards, each in its place; answers beyond them stay empty. A keeper's answers are not
/// searched for again, and new ones are saved there. A board is left [`Verdict::Deferred`] only if
/// it was cancelled before its last search.
///
/// # Errors
/// If the options ask for a table that can't be built, or the run was cancelled.
pub fn answer_batch(
    mut solver: &mut dyn Batches,
    cases: &[Case],
    answers: &mut [Answer],
    call: Call<'_>,
) -> Result<(), Unfinished<SolverError>> {
    answer_with(&mut solver, cases, answers, call)
}

/// Like [`answer_batch`], with a solver that other calls may share. If they take all the time, the
/// boards are stopped.
pub(crate) fn answer_with(
    solver: &mut impl Access,
    cases: &[Case],
    answers: &mut [Answer],
    call: Call<'_>,
) -> Result<(), Unfinished<SolverError>> {
    answers.iter_mut().for_each(Answer::clear);
    let done = prepare_and_search(solver, cases, answers, call);
    if done != Err(Unfinished::Time) {
        return done;
    }
    for answer in answers.iter_mut().take(cases.len()) {
        if answer.verdict == Verdict::Deferred {
            answer.verdict = Verdict::Stopped(Stop::Time, answer.at_least);
        }
    }
    Ok(())
}

fn prepare_and_search(
    solver: &mut impl Access,
    cases: &[Case],
    answers: &mut [Answer],
    call: Call<'_>,
) -> Result<(), Unfinished<SolverError>> {
    if cases.is_empty() {
        return Ok(());
    }
    let within = call.or(call.max_time);
    let mut clock = solver.read(within, |solver| Clock::of(solver.options(), call))?;
    if let Some(keeper) = call.keeper {
        let mut left = Vec::new();
        for (case, answer) in cases.iter().zip(&mut *answers) {
            match keeper.answer(case.number) {
                Some(known) => *answer = known,
                None => left.push(case.clone()),
            }
        }
        solver.prepare(&left, call)?;
    } else {
        clock.share_out(cases.len(), call.max_time, call, |call| {
            solver.prepare(cases, call)
        })?;
    }
    search(solver, cases, answers, &mut clock, call)
}

/// Searches for the boards that have no answer yet, with larger tables as long as any board is
/// deferred.
fn search(
    solver: &mut impl Access,
    cases: &[Case],
    answers: &mut [Answer],
    clock: &mut Clock,
    call: Call<'_>,
) -> Result<(), Unfinished<SolverError>> {
    loop {
        let within = call.or(clock.time);
        solver.read(within, |solver| each(solver, cases, answers, clock, call))?;
        // There may be answers beyond the boards.
        let case_answers = answers.iter().take(cases.len());
        let deferred = case_answers.filter(|answer| answer.verdict == Verdict::Deferred);
        let taken: Vec<Duration> = deferred.map(|answer| answer.elapsed).collect();
        let Some(least) = taken.iter().min() else {
            return Ok(());
        };
        if call.budget.is_cancelled() {
            return Ok(());
        }
        clock.share_out(taken.len(), clock.left(*least), call, |call| {
            solver.write(call, |solver| solver.escalate(call))
        })?;
    }
}

/// Answers every board that has no answer yet.
fn each(
    solver: &dyn Batches,
    cases: &[Case],
    answers: &mut [Answer],
    clock: &Clock,
    call: Call<'_>,
) {
    let solve = |(case, answer): (&Case, &mut Answer)| {
        if answer.verdict != Verdict::Deferred || call.budget.is_cancelled() {
            return;
        }
        let (elapsed, bound) = (answer.elapsed, answer.at_least);
        let (expanded, generated) = (answer.expanded, answer.generated);
        solver.solve(case, call.or(clock.left(elapsed)), answer);
        answer.elapsed += elapsed;
        // A search that was paused counts what it generated before.
        if call.pause.is_none() {
            answer.expanded += expanded;
            answer.generated += generated;
        }
        answer.raise(bound);
        if let Some(keeper) = call.keeper {
            answer.elapsed += keeper.earlier(case.number);
            keeper.answered(case.number, answer);
        }
    };
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        if cases.len() > 1 && call.sharing.is_none() && rayon::current_num_threads() > 1 {
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

/// The time limits of a batch, over all attempts.
struct Clock {
    /// The limit of each board, if there is one.
    time: Option<Duration>,
    /// True if the limits include preparation.
    is_shared: bool,
    /// Each board's share of that.
    share: Duration,
}

impl Clock {
    fn of(options: &SolverOptions, call: Call<'_>) -> Self {
        Self {
            time: call.max_time,
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
        call: Call<'_>,
        prepare: impl FnOnce(Call<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let boards = u32::try_from(boards).unwrap_or(u32::MAX).max(1);
        let time = left.map(|left| (left / 2).saturating_mul(boards).min(left));
        let begun = Instant::now();
        prepare(call.or(time))?;
        if self.is_shared {
            self.share += begun.elapsed() / boards;
        }
        Ok(())
    }
}
