//! Depth-first search under a threshold, on an explicit stack that can outgrow the thread's.

use super::Stop;
use super::past::Past;
use super::run::Run;
use super::weight::Weight;
use crate::heuristic::Heuristic;
use crate::pruning::State;
use crate::space::{Move, StateSpace};

/// A search that can run under one threshold after another. It keeps only the current path.
pub(super) struct Dive<'s, P: StateSpace, H: Heuristic<P>> {
    puzzle: &'s P,
    heuristic: &'s H,
    past: Past<'s>,
    weight: Weight,
    /// From the start to the current board.
    way: Vec<DiveStep<P::Board, H::Memo, P::Moves>>,
}

struct DiveStep<B, M, S> {
    board: B,
    memo: M,
    past: State,
    m: Move,
    untried: S,
}

pub(super) enum DiveEnd {
    /// The first answer in tie order within the threshold.
    Answer(Vec<Move>),
    /// No answer, and how far the boards left out were beyond.
    Nothing(LeftOut),
}

#[derive(Default)]
pub(super) struct LeftOut {
    /// The smallest weighted estimate of the boards within the move limit.
    pub(super) estimate: Option<u64>,
    /// The smallest sum of moves so far and lower bound: no answer has fewer moves.
    pub(super) length: Option<u32>,
}

impl LeftOut {
    fn leave_out(&mut self, estimate: Option<u64>, length: u32) {
        let least = |old: Option<u64>, new: u64| old.map_or(new, |old| old.min(new));
        if let Some(estimate) = estimate {
            self.estimate = Some(least(self.estimate, estimate));
        }
        self.length = Some(self.length.map_or(length, |old| old.min(length)));
    }
}

impl<'s, P: StateSpace, H: Heuristic<P>> Dive<'s, P, H> {
    pub(super) const fn new(
        puzzle: &'s P,
        heuristic: &'s H,
        past: Past<'s>,
        weight: Weight,
    ) -> Self {
        Self {
            puzzle,
            heuristic,
            past,
            weight,
            way: Vec::new(),
        }
    }

    /// Expands every board whose weighted estimate is within the threshold.
    pub(super) fn search(
        &mut self,
        start: &P::Board,
        threshold: u64,
        run: &mut Run<'_, '_>,
    ) -> Result<DiveEnd, Stop> {
        let mut beyond = LeftOut::default();
        run.check()?;
        let memo = self.heuristic.start(self.puzzle, start);
        run.expand(start, 0, || self.heuristic.bound(memo), false);
        self.way.clear();
        self.way.push(DiveStep {
            board: *start,
            memo,
            past: Past::START,
            m: Move::new(0),
            untried: self.puzzle.moves(start),
        });
        while let Some(step) = self.way.last_mut() {
            let Some(m) = step.untried.next() else {
                self.way.pop();
                continue;
            };
            let (board, memo, past) = (step.board, step.memo, step.past);
            run.check()?;
            run.statistics.generated += 1;
            let depth = u32::try_from(self.way.len()).map_err(|_| Stop::Memory)?;
            let child = self.puzzle.after(&board, m);
            let memo = self.heuristic.after(self.puzzle, &board, m, &child, memo);
            let bound = self.heuristic.bound(memo);
            let length = depth.saturating_add(bound);
            let estimate = self.weight.estimate(depth, bound);
            let is_beyond = run.is_beyond(length);
            if is_beyond || estimate > threshold {
                beyond.leave_out((!is_beyond).then_some(estimate), length);
                continue;
            }
            if bound == 0 && self.puzzle.is_solved(&child) {
                let made = self.way.iter().skip(1).map(|step| step.m);
                return Ok(DiveEnd::Answer(made.chain([m]).collect()));
            }
            run.expand(&child, depth, || bound, false);
            let past = self.past.after(past, m);
            self.way.push(DiveStep {
                board: child,
                memo,
                past,
                m,
                untried: self.past.onward(self.puzzle, &child, past),
            });
        }
        Ok(DiveEnd::Nothing(beyond))
    }

    /// Dives again under the smallest threshold that admits another board, up to an answer.
    pub(super) fn deepen(
        &mut self,
        start: &P::Board,
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<Move>, Stop> {
        let bound = self
            .heuristic
            .bound(self.heuristic.start(self.puzzle, start));
        run.prove(bound);
        if self.puzzle.is_solved(start) {
            return Ok(Vec::new());
        }
        let mut next = LeftOut::default();
        next.leave_out(
            (!run.is_beyond(bound)).then(|| self.weight.estimate(0, bound)),
            bound,
        );
        while let Some(length) = next.length {
            run.prove(length);
            let threshold = next.estimate.ok_or(Stop::Moves)?;
            run.prove(self.weight.proves(threshold));
            run.iteration(self.weight.proves(threshold));
            match self.search(start, threshold, run)? {
                DiveEnd::Answer(moves) => return Ok(moves),
                DiveEnd::Nothing(beyond) => next = beyond,
            }
        }
        Err(Stop::Exhausted)
    }
}
