//! Meeting a ball around the goal half-way: forward depth-first search to the ball's surface.
//!
//! A board at distance `radius + k` has a way of `k` moves to the surface of the ball. So `k` grows
//! from 0 until a board of the surface is met; outside the ball the bound is at least `radius + 1`,
//! and the heuristic's where that is more. Trying moves in tie order, the first board met on the
//! surface has the least way to it, and the ball's walk ends the least of the fewest. If the parity of
//! distances is known, `k` grows by two.

use super::run::Run;
use super::{Control, Outcome, Stop};
use crate::heuristic::Heuristic;
use crate::space::{Move, MoveSet, StateSpace};
use crate::table::ball::Ball;

/// The least of the fewest moves that solve the board, with an admissible heuristic and a ball
/// around all solved boards.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, half_way};
/// use fewest::table::ball::Ball;
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let mut ball = Ball::new([eight.goal()]);
/// while ball.radius() < 10 {
///     ball.grow(&eight);
/// }
/// let manhattan = Manhattan::new(&eight);
/// let outcome = half_way::search(&eight, &manhattan, &ball, &board, &mut Control::default());
/// assert_eq!(outcome.moves.map(|moves| moves.len()), Some(19));
/// ```
pub fn search<P: StateSpace, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    ball: &Ball<P::Board>,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    let mut run = Run::new(control);
    let mut search = HalfWaySearch {
        puzzle,
        heuristic,
        ball,
        length: 0,
        path: Vec::new(),
        is_cut: false,
    };
    let found = search.deepen(start, &mut run);
    run.finish(found.map(|board| {
        search.path.reverse();
        ball.walk(puzzle, board, &mut search.path);
        search.path
    }))
}

struct HalfWaySearch<'s, P: StateSpace, H> {
    puzzle: &'s P,
    heuristic: &'s H,
    ball: &'s Ball<P::Board>,
    /// The moves of the answers that this iteration looks for.
    length: u32,
    /// The way to the surface, last move first.
    path: Vec<Move>,
    /// Whether more moves may lead to boards that this iteration did not see.
    is_cut: bool,
}

impl<P: StateSpace, H: Heuristic<P>> HalfWaySearch<'_, P, H> {
    /// The board of the ball from which the answer walks home.
    fn deepen(&mut self, start: &P::Board, run: &mut Run<'_, '_>) -> Result<P::Board, Stop> {
        if let Some(distance) = self.ball.distance(start).map(u32::from) {
            run.prove(distance);
            return if run.is_beyond(distance) {
                Err(Stop::Moves)
            } else {
                Ok(*start)
            };
        }
        if self.ball.is_complete() {
            return Err(Stop::Exhausted);
        }
        let memo = self.heuristic.start(self.puzzle, start);
        let outside = u32::from(self.ball.radius()) + 1;
        self.length = self.heuristic.bound(memo).max(outside);
        let mut step = 1;
        if let Some(is_odd) = self.puzzle.has_odd_distance(start) {
            self.length += u32::from((self.length % 2 == 1) != is_odd);
            step = 2;
        }
        loop {
            run.prove(self.length);
            if run.is_beyond(self.length) {
                return Err(Stop::Moves);
            }
            run.iteration(self.length);
            self.is_cut = false;
            if let Some(board) = self.probe(start, memo, 0, MoveSet::EMPTY, run)? {
                return Ok(board);
            }
            if !self.is_cut {
                return Err(Stop::Exhausted);
            }
            self.length += step;
        }
    }

    /// The board on the ball's surface that the moves left lead to, if some do: there are the
    /// radius and at least one more.
    fn probe(
        &mut self,
        board: &P::Board,
        memo: H::Memo,
        depth: u32,
        barred: MoveSet,
        run: &mut Run<'_, '_>,
    ) -> Result<Option<P::Board>, Stop> {
        run.expand(board, depth, || self.heuristic.bound(memo), false);
        run.check()?;
        let radius = self.ball.radius();
        let left = self.length - depth - 1;
        for m in self.puzzle.moves(board).without(barred) {
            run.statistics.generated += 1;
            let child = self.puzzle.after(board, m);
            let next = self.heuristic.after(self.puzzle, board, m, &child, memo);
            if self.heuristic.bound(next) > left {
                self.is_cut = true;
                continue;
            }
            let found = if left == u32::from(radius) {
                self.is_cut = true;
                (self.ball.distance(&child) == Some(radius)).then_some(child)
            } else {
                let back = self.puzzle.inverse(m).map_or(MoveSet::EMPTY, MoveSet::only);
                self.probe(&child, next, depth + 1, back, run)?
            };
            if found.is_some() {
                self.path.push(m);
                return Ok(found);
            }
        }
        Ok(None)
    }
}
