//! A*: the most promising board first (P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for
//! the heuristic determination of minimum cost paths", 1968), with one bucket for each sum of moves
//! so far and lower bound.
//!
//! It tries no board twice if the heuristic is consistent (no move lowers the bound by more than
//! one), and no search that proves the same by the same heuristic tries fewer, ties apart; but it
//! keeps all of them. Boards that are reached again on a shorter way are opened again, so an
//! admissible heuristic suffices; [`reopened`](super::Statistics::reopened) counts them.
//!
//! To find the *least* of the fewest moves, the search continues until every board within the
//! length of the answer has been expanded: then all boards on shortest answers are known with their
//! depths, and the least answer is read off backwards.
//!
//! Memory, for boards of up to 16 tiles: 15 to 20 bytes for each that was tried, 12 for each that
//! waits.

use super::best_first::BestFirst;
use super::{AnswerChoice, Control, Outcome, Weight};
use crate::heuristic::Bounds;
use crate::space::StateSpace;

/// A shortest answer, with an admissible heuristic.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{AnswerChoice, a_star};
/// use fewest::search::{Control, Stop};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let control = &mut Control::default();
/// let outcome = a_star(&eight, &manhattan, &board, AnswerChoice::Any, control);
/// assert_eq!((outcome.stop, outcome.lower_bound), (Stop::Solved, 19));
/// // Manhattan distance is consistent.
/// assert_eq!(outcome.statistics.reopened, 0);
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    heuristic: &dyn Bounds<P>,
    start: &P::Board,
    wanted: AnswerChoice,
    control: &mut Control<'_>,
) -> Outcome {
    let rules = BestFirst {
        puzzle,
        heuristic,
        weight: Weight::ONE,
        reopens: true,
        wanted,
    };
    rules.search(start, control)
}
