//! Uniform-cost search: the nearest board first (E. W. Dijkstra, "A note on two problems in
//! connexion with graphs", 1959).
//!
//! A* without a heuristic. Every move costs the same here, so it expands boards in the order of
//! breadth-first search, but it finds solved boards only when their turn comes, one depth later.
//! Use it for comparison, and [`breadth_first`](super::breadth_first()) to solve.

use super::{AnswerChoice, Control, Outcome, a_star};
use crate::heuristic::Blind;
use crate::space::StateSpace;

/// Returns a shortest answer.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::search::{Control, Stop, AnswerChoice, uniform_cost};
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let control = &mut Control::default();
/// let outcome = uniform_cost(&puzzle, &hardest, AnswerChoice::Any, control);
/// assert_eq!((outcome.stop, outcome.at_least), (Stop::Solved, 21));
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    choice: AnswerChoice,
    control: &mut Control<'_>,
) -> Outcome {
    a_star(puzzle, &Blind, start, choice, control)
}
