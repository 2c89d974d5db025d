//! Uniform-cost search: the nearest board first (E. W. Dijkstra, "A note on two problems in
//! connexion with graphs", 1959).
//!
//! A* that knows nothing of the goal. Where every move costs the same, as here, it goes through the
//! boards as breadth-first search does; but it looks whether a board is solved only when its turn
//! comes, and so goes one depth further. That is the price of its generality: want it to compare
//! with, and [`breadth_first`](super::breadth_first()) to solve.

use super::{AnswerChoice, Control, Outcome, a_star};
use crate::heuristic::Blind;
use crate::space::StateSpace;

/// A shortest answer.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::search::{Control, Stop, AnswerChoice, uniform_cost};
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let control = &mut Control::default();
/// let outcome = uniform_cost(&puzzle, &hardest, AnswerChoice::Any, control);
/// assert_eq!((outcome.stop, outcome.lower_bound), (Stop::Solved, 21));
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    wanted: AnswerChoice,
    control: &mut Control<'_>,
) -> Outcome {
    a_star(puzzle, &Blind, start, wanted, control)
}
