//! Greedy best-first search: the board with the smallest lower bound first, whatever its depth (J.
//! E. Doran, D. Michie, "Experiments with the graph traverser program", 1966).
//!
//! It finds an answer after few boards, without a bound on its length: often several times the
//! shortest. No board is tried twice, unless there is a move limit: then a shorter path may bring a
//! board within it.

use super::AnswerChoice;
use super::best_first::BestFirst;
use super::{Control, Outcome, Weight};
use crate::heuristic::Bounds;
use crate::space::StateSpace;

/// Returns some answer. The outcome is [`Solved`](super::Stop::Solved) only if the answer happens
/// to be as short as the proven bound, otherwise [`Found`](super::Stop::Found).
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, greedy};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let outcome = greedy(&eight, &manhattan, &board, &mut Control::default());
/// // The fewest moves are 19.
/// assert!(outcome.at_least <= 19);
/// assert!(outcome.moves.is_some_and(|moves| moves.len() >= 19));
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    heuristic: &dyn Bounds<P>,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    let rules = BestFirst {
        puzzle,
        heuristic,
        weight: Weight::GREEDY,
        reopens: control.limits.max_moves.is_some(),
        choice: AnswerChoice::Any,
    };
    rules.search(start, control)
}
