//! The shared bookkeeping of searches: counts, iterations, limits, the proven bound, the outcome.

use std::any::Any;

use super::control::{Expansion, LimitCheck};
use super::memory::Room;
use super::{Control, Iteration, Outcome, Statistics, Stop};
use crate::space::Move;

pub(crate) struct Run<'c, 'a> {
    control: &'c mut Control<'a>,
    reports_each_board: bool,
    limit_check: LimitCheck,
    pub(crate) statistics: Statistics,
    pub(super) room: Room,
    /// No answer has fewer moves.
    proven: u32,
    threshold: Option<u32>,
    /// The boards expanded and generated when the iteration began.
    before: (u64, u64),
}

impl<'c, 'a> Run<'c, 'a> {
    pub(crate) fn new(control: &'c mut Control<'a>) -> Self {
        Self {
            limit_check: LimitCheck::new(&control.limits),
            reports_each_board: control.observer.wants_each_board(),
            room: Room::new(control.limits.memory),
            control,
            statistics: Statistics::default(),
            proven: 0,
            threshold: None,
            before: (0, 0),
        }
    }

    pub(crate) const fn max_moves(&self) -> Option<u32> {
        self.control.limits.max_moves
    }

    /// Returns true if an answer of this many moves exceeds the move limit.
    #[inline]
    pub(crate) fn is_beyond(&self, moves: u32) -> bool {
        self.control
            .limits
            .max_moves
            .is_some_and(|max_moves| moves > max_moves)
    }

    /// Returns an error if a limit is reached or the search is cancelled. Call it for every board.
    #[inline]
    pub(crate) fn check(&mut self) -> Result<(), Stop> {
        if self.limit_check.is_due(self.statistics.generated) {
            self.look()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        self.statistics.memory = self.room.peak();
        let stop = self.limit_check.check(self.control, &self.statistics);
        stop.map_or(Ok(()), Err)
    }

    /// Counts an expanded board, and reports it if the observer wants each.
    #[inline]
    pub(crate) fn expand<B: Any>(
        &mut self,
        board: &B,
        g: u32,
        h: impl FnOnce() -> u32,
        is_backward: bool,
    ) {
        self.statistics.expanded += 1;
        if self.reports_each_board {
            let h = h();
            let expansion = Expansion { g, h, is_backward };
            self.control.observer.expanded(board, expansion);
        }
    }

    /// Records that no answer has fewer moves than this.
    pub(crate) fn prove(&mut self, bound: u32) {
        self.proven = self.proven.max(bound);
    }

    /// Begins an iteration, unless one with an equal or larger threshold is running.
    pub(crate) fn iteration(&mut self, threshold: u32) {
        if self.threshold.is_none_or(|running| threshold > running) {
            self.end_iteration();
            self.threshold = Some(threshold);
            self.control.observer.threshold(threshold);
        }
    }

    fn end_iteration(&mut self) {
        let Statistics {
            expanded,
            generated,
            ..
        } = self.statistics;
        if (expanded, generated) != self.before {
            let iteration = Iteration {
                threshold: self.threshold.unwrap_or(0),
                expanded: expanded - self.before.0,
                generated: generated - self.before.1,
            };
            self.before = (expanded, generated);
            self.statistics.iterations.push(iteration);
            self.control.observer.iteration(&iteration);
        }
    }

    pub(crate) fn finish(mut self, answer: Result<Vec<Move>, Stop>) -> Outcome {
        self.end_iteration();
        self.statistics.memory = self.room.peak();
        let (stop, at_least, moves) = match answer {
            Ok(moves) => {
                let length = u32::try_from(moves.len()).unwrap_or(u32::MAX);
                let is_shortest = length <= self.proven;
                let stop = if is_shortest {
                    Stop::Solved
                } else {
                    Stop::Found
                };
                (stop, self.proven.min(length), Some(moves))
            }
            Err(Stop::Exhausted) => (Stop::Exhausted, u32::MAX, None),
            Err(stop) => (stop, self.proven, None),
        };
        Outcome {
            moves,
            stop,
            at_least,
            statistics: self.statistics,
        }
    }
}
