//! Answering a batch of boards on all cores.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::RunError;
use super::checkpoint::Checkpoint;
use crate::format::Case;
use crate::progress::Unfinished;
use crate::solver::{Answer, Solver, Verdict};

/// Answers boards, each in its place; answers beyond them stay empty. `is_timed` tells whether to measure the time of each.
/// What a checkpoint knows is not searched for again, and what is found is noted there.
pub(super) fn answer<S: Solver>(
    solver: &mut S,
    cases: &[Case<S::Board>],
    answers: &mut Vec<Answer>,
    is_timed: bool,
    checkpoint: Option<&Checkpoint>,
    cancel: &AtomicBool,
) -> Result<(), Unfinished<RunError>> {
    if answers.len() < cases.len() {
        answers.resize_with(cases.len(), Answer::default);
    }
    answers.iter_mut().for_each(Answer::clear);
    if cases.is_empty() {
        return Ok(());
    }
    if let Some(checkpoint) = checkpoint {
        let mut left = Vec::new();
        for (case, answer) in cases.iter().zip(&mut *answers) {
            match checkpoint.answer(case.number) {
                Some(known) => *answer = known,
                None => left.push(*case),
            }
        }
        solver.prepare(&left, cancel)?;
    } else {
        solver.prepare(cases, cancel)?;
    }
    each(solver, cases, answers, is_timed, checkpoint, cancel);
    let is_deferred = |answer: &Answer| answer.verdict == Verdict::Deferred;
    if answers[..cases.len()].iter().any(is_deferred) && !cancel.load(Ordering::Relaxed) {
        solver.escalate(cancel)?;
        each(solver, cases, answers, is_timed, checkpoint, cancel);
    }
    Ok(())
}

/// Answers every board that has no answer yet.
fn each<S: Solver>(
    solver: &S,
    cases: &[Case<S::Board>],
    answers: &mut [Answer],
    is_timed: bool,
    checkpoint: Option<&Checkpoint>,
    cancel: &AtomicBool,
) {
    let solve = |(case, answer): (&Case<S::Board>, &mut Answer)| {
        if answer.verdict != Verdict::Deferred || cancel.load(Ordering::Relaxed) {
            return;
        }
        answer.moves.clear();
        let start = is_timed.then(Instant::now);
        solver.solve(case, cancel, answer);
        answer.elapsed += start.map_or(Duration::ZERO, |start| start.elapsed());
        let earlier = checkpoint.map(|checkpoint| checkpoint.earlier(case.number));
        answer.elapsed += earlier.unwrap_or_default();
        if let Some(checkpoint) = checkpoint {
            checkpoint.answered(case.number, answer);
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
