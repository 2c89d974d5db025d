//! IDA*: depth-first search under a threshold that grows (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible
//! tree search", 1985).
//!
//! Under each threshold it makes moves in tie order and puts off every board whose moves so far and lower bound exceed the
//! threshold; the least such sum is the next threshold. The first answer found is the least of the fewest in tie
//! order: the thresholds before it had none, and depth-first search meets the answers of one length in that order. The only
//! moves left out are those that take back the move before, which no shortest answer makes.

use super::control::Gauge;
use super::{Control, Iteration, Outcome, Statistics, Stop};
use crate::heuristic::Heuristic;
use crate::puzzle::{Move, MoveSet, Puzzle};

/// The least of the fewest moves that solve the board, with an admissible heuristic. A board that can't be solved is
/// searched until a limit ends it: IDA* never knows that it has seen everything.
pub fn search<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    let memo = heuristic.start(puzzle, start);
    let mut threshold = heuristic.bound(memo);
    let mut search = Search {
        puzzle,
        heuristic,
        gauge: Gauge::new(&control.limits),
        statistics: Statistics::default(),
        expanded: 0,
        generated: 0,
        overshoot: u32::MAX,
        path: Vec::new(),
        stop: None,
        control,
    };
    if puzzle.is_solved(start) {
        return search.outcome(Stop::Solved, 0);
    }
    loop {
        if search
            .control
            .limits
            .moves
            .is_some_and(|most| threshold > most)
        {
            return search.outcome(Stop::Moves, threshold);
        }
        let before = (search.expanded, search.generated);
        search.overshoot = u32::MAX;
        let found = search.probe(start, memo, threshold, MoveSet::EMPTY);
        let iteration = Iteration {
            threshold,
            expanded: search.expanded - before.0,
            generated: search.generated - before.1,
        };
        search.statistics.iterations.push(iteration);
        search.control.observer.iteration(&iteration);
        if let Some(stop) = search.stop {
            return search.outcome(stop, threshold);
        }
        if found {
            search.path.reverse();
            return search.outcome(Stop::Solved, threshold);
        }
        if search.overshoot == u32::MAX {
            return search.outcome(Stop::Exhausted, u32::MAX);
        }
        threshold += search.overshoot;
    }
}

struct Search<'s, 'c, P: Puzzle, H> {
    puzzle: &'s P,
    heuristic: &'s H,
    control: &'s mut Control<'c>,
    gauge: Gauge,
    statistics: Statistics,
    expanded: u64,
    generated: u64,
    /// By how much the least board put off exceeds the threshold.
    overshoot: u32,
    /// The answer, last move first.
    path: Vec<Move>,
    stop: Option<Stop>,
}

impl<P: Puzzle, H: Heuristic<P>> Search<'_, '_, P, H> {
    /// Whether the board can be solved in `left` moves without starting with one of `barred`. If so, the moves are in
    /// `path`. Each child is a copy: for boards of a few words that is quicker than undoing the move, which has to
    /// look up again what it moves.
    fn probe(&mut self, board: &P::Board, memo: H::Memo, left: u32, barred: MoveSet) -> bool {
        self.expanded += 1;
        if self.gauge.is_due(self.generated) && self.must_stop() {
            return false;
        }
        for m in self.puzzle.moves(board).without(barred) {
            self.generated += 1;
            let next = self.heuristic.after(self.puzzle, board, m, memo);
            let bound = self.heuristic.bound(next);
            if bound >= left {
                self.overshoot = self.overshoot.min(bound - left + 1);
                continue;
            }
            let child = self.puzzle.after(board, m);
            if bound == 0 && self.puzzle.is_solved(&child) {
                self.path.push(m);
                return true;
            }
            let back = self.puzzle.inverse(m).map_or(MoveSet::EMPTY, MoveSet::only);
            if self.probe(&child, next, left - 1, back) {
                self.path.push(m);
                return true;
            }
            if self.stop.is_some() {
                return false;
            }
        }
        false
    }

    #[cold]
    fn must_stop(&mut self) -> bool {
        self.statistics.expanded = self.expanded;
        self.statistics.generated = self.generated;
        self.stop = self.gauge.check(self.control, &self.statistics);
        self.stop.is_some()
    }

    fn outcome(self, stop: Stop, lower_bound: u32) -> Outcome {
        let statistics = Statistics {
            expanded: self.expanded,
            generated: self.generated,
            ..self.statistics
        };
        Outcome {
            moves: (stop == Stop::Solved).then_some(self.path),
            stop,
            lower_bound,
            statistics,
        }
    }
}
