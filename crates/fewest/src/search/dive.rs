//! Depth-first search under a threshold, on a stack of its own: as deep as memory goes, on however
//! small a thread.

use super::Stop;
use super::past::Past;
use super::run::Run;
use super::weight::Weight;
use crate::heuristic::Heuristic;
use crate::pruning::State;
use crate::space::{Move, MoveSet, StateSpace};

/// A search that can be made under one threshold after another. Keeps only the boards on the way in
/// hand.
pub(super) struct Dive<'s, P: StateSpace, H: Heuristic<P>> {
    puzzle: &'s P,
    heuristic: &'s H,
    past: Past<'s>,
    weight: Weight,
    /// From the start to the board in hand.
    way: Vec<DiveStep<P::Board, H::Memo>>,
}

/// A board on the way, and the move that led to it.
struct DiveStep<B, M> {
    board: B,
    memo: M,
    past: State,
    m: Move,
    untried: MoveSet,
}

/// What a dive found.
pub(super) enum DiveEnd {
    /// An answer: the first in tie order among those within the threshold.
    Answer(Vec<Move>),
    /// No answer, and what has to be allowed for more than this dive saw.
    Nothing(Beyond),
}

/// The boards left out of a dive.
#[derive(Default)]
pub(super) struct Beyond {
    /// The least weighted estimate of those that the limit of moves admits.
    pub(super) estimate: Option<u64>,
    /// The least moves so far and lower bound of all: no answer has fewer.
    pub(super) length: Option<u32>,
}

impl Beyond {
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

    /// Tries the moves of every board whose weighted estimate is within the threshold.
    pub(super) fn search(
        &mut self,
        start: &P::Board,
        threshold: u64,
        run: &mut Run<'_, '_>,
    ) -> Result<DiveEnd, Stop> {
        let mut beyond = Beyond::default();
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

    /// Dives under the least threshold that admits anything new, until an answer is found.
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
        let mut next = Beyond::default();
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
