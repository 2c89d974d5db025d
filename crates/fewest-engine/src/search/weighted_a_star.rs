//! Weighted A*: A* that trusts its heuristic more than it should (I. Pohl, "Heuristic search viewed
//! as path finding in a graph", 1970).
//!
//! Boards are expanded in the order of moves so far plus `weight` times the lower bound. Each step
//! towards the goal lowers the estimate, so the search dives. It finds an answer of at most
//! `weight` times the fewest moves after a small part of A*'s boards. Weight 1 is A*.
//!
//! The outcome's [`at_least`](Outcome::at_least) comes from the boards left open, so the
//! answer has at most `length / at_least` times the fewest moves, often less than `weight`.
//! Boards reached by a shorter path are expanded again, so that the heuristic need not be
//! consistent.

use super::AnswerChoice;
use super::best_first::BestFirst;
use super::{Control, Outcome, Weight};
use crate::heuristic::Bounds;
use crate::space::StateSpace;

/// Returns an answer of at most `weight` times the fewest moves, with an admissible heuristic.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, Weight, weighted_a_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let (manhattan, weight) = (Manhattan::new(&eight), Weight::new(3, 2)?);
/// let control = &mut Control::default();
/// let outcome = weighted_a_star(&eight, &manhattan, &board, weight, control);
/// // The fewest moves are 19, and half as many again are 28.
/// assert!(outcome.moves.is_some_and(|moves| (19..=28).contains(&moves.len())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    heuristic: &dyn Bounds<P>,
    start: &P::Board,
    weight: Weight,
    control: &mut Control<'_>,
) -> Outcome {
    let rules = BestFirst {
        puzzle,
        heuristic,
        weight,
        reopens: true,
        choice: AnswerChoice::Any,
    };
    rules.search(start, control)
}
