//! Forward depth-first search to the surface of a ball around the goal.
//!
//! A board at distance `radius + k` is `k` moves from the surface of the ball. So `k` grows from 0
//! until a board of the surface is met, by two if the parity of distances is known. Outside the
//! ball the bound is at least `radius + 1`, or the heuristic's if that is more. Moves are tried in
//! tie order, so the first board met on the surface is reached by the first path, and the ball's
//! walk completes it to the first shortest answer.

use super::control::LimitCheck;
use super::{Control, Iteration, Outcome, Statistics, Stop};
use crate::heuristic::Heuristic;
use crate::space::{Move, Moves, StateSpace};
use crate::table::ball::Ball;

/// Returns the first shortest answer, with an admissible heuristic and a ball around all goals.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, half_way};
/// use fewest::table::Ball;
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let mut ball = Ball::new([eight.goal()]);
/// while ball.radius() < 10 {
///     ball.grow(&eight);
/// }
/// let manhattan = Manhattan::new(&eight);
/// let outcome = half_way(&eight, &manhattan, &ball, &board, &mut Control::default());
/// assert_eq!(outcome.moves.map(|moves| moves.len()), Some(19));
/// ```
pub fn search<P: StateSpace, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    ball: &Ball<P::Board>,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    let radius = u32::from(ball.radius());
    let mut search = HalfWaySearch {
        puzzle,
        heuristic,
        ball,
        limit_check: LimitCheck::new(&control.limits),
        statistics: Statistics::default(),
        path: Vec::new(),
        is_cut: false,
        stop: None,
        control,
    };
    if let Some(distance) = ball.distance(start).map(u32::from) {
        if search
            .control
            .limits
            .max_moves
            .is_some_and(|max_moves| distance > max_moves)
        {
            return search.outcome(Stop::Moves, distance);
        }
        ball.walk(puzzle, *start, &mut search.path);
        return search.outcome(Stop::Solved, distance);
    }
    if ball.is_complete() {
        return search.outcome(Stop::Exhausted, u32::MAX);
    }
    let memo = heuristic.start(puzzle, start);
    let mut length = heuristic.bound(memo).max(radius + 1);
    let mut step = 1;
    if let Some(is_odd) = puzzle.has_odd_distance(start) {
        length += u32::from((length % 2 == 1) != is_odd);
        step = 2;
    }
    loop {
        if search
            .control
            .limits
            .max_moves
            .is_some_and(|max_moves| length > max_moves)
        {
            return search.outcome(Stop::Moves, length);
        }
        search.control.observer.threshold(length);
        let before = (search.statistics.expanded, search.statistics.generated);
        search.is_cut = false;
        let found = search.probe(start, memo, length - radius, Moves::of(None));
        let iteration = Iteration {
            threshold: length,
            expanded: search.statistics.expanded - before.0,
            generated: search.statistics.generated - before.1,
        };
        search.statistics.iterations.push(iteration);
        search.control.observer.iteration(&iteration);
        if let Some(stop) = search.stop {
            return search.outcome(stop, length);
        }
        if let Some(board) = found {
            search.path.reverse();
            ball.walk(puzzle, board, &mut search.path);
            return search.outcome(Stop::Solved, length);
        }
        if !search.is_cut {
            return search.outcome(Stop::Exhausted, u32::MAX);
        }
        length += step;
    }
}

struct HalfWaySearch<'s, 'c, P: StateSpace, H> {
    puzzle: &'s P,
    heuristic: &'s H,
    ball: &'s Ball<P::Board>,
    control: &'s mut Control<'c>,
    limit_check: LimitCheck,
    statistics: Statistics,
    /// The path to the surface, last move first.
    path: Vec<Move>,
    /// True if a longer search may see boards that this iteration did not.
    is_cut: bool,
    stop: Option<Stop>,
}

impl<P: StateSpace, H: Heuristic<P>> HalfWaySearch<'_, '_, P, H> {
    /// Returns a board on the ball's surface that `forward >= 1` moves lead to, if there is one.
    fn probe(
        &mut self,
        board: &P::Board,
        memo: H::Memo,
        forward: u32,
        barred: P::Moves,
    ) -> Option<P::Board> {
        self.statistics.expanded += 1;
        if self.limit_check.is_due(self.statistics.generated) {
            self.stop = self.limit_check.check(self.control, &self.statistics);
            if self.stop.is_some() {
                return None;
            }
        }
        let radius = self.ball.radius();
        for m in self.puzzle.moves(board).without(barred) {
            self.statistics.generated += 1;
            let child = self.puzzle.after(board, m);
            let next = self.heuristic.after(self.puzzle, board, m, &child, memo);
            if self.heuristic.bound(next) > forward - 1 + u32::from(radius) {
                self.is_cut = true;
                continue;
            }
            let found = if forward == 1 {
                self.is_cut = true;
                (self.ball.distance(&child) == Some(radius)).then_some(child)
            } else {
                let back = Moves::of(self.puzzle.inverse(m));
                self.probe(&child, next, forward - 1, back)
            };
            if found.is_some() {
                self.path.push(m);
                return found;
            }
            if self.stop.is_some() {
                return None;
            }
        }
        None
    }

    fn outcome(self, stop: Stop, at_least: u32) -> Outcome {
        let moves = (stop == Stop::Solved).then_some(self.path);
        Outcome {
            moves,
            stop,
            at_least,
            statistics: self.statistics,
        }
    }
}
