//! A*: the most promising board first (P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for
//! the heuristic determination of minimum cost paths", 1968), with one bucket per estimate.
//!
//! If the heuristic is consistent (no move lowers the bound by more than one), no board is expanded
//! twice, and no search that proves as much with the same heuristic expands fewer, apart from ties.
//! But every board is kept. Boards reached again by a shorter path are expanded again, so an
//! admissible heuristic suffices; [`reopened`](super::Statistics::reopened) counts them.
//!
//! To find the shortest answer that is first in tie order, the search continues until every board
//! within the answer's length is expanded. Then all boards on shortest answers are known with their
//! depths, and the answer is read off backwards.
//!
//! Memory, for boards of up to 16 tiles: 15 to 20 bytes per expanded board, 12 per waiting board.

use super::best_first::BestFirst;
use super::{AnswerChoice, Control, Outcome, Weight};
use crate::heuristic::Bounds;
use crate::space::StateSpace;

/// Returns a shortest answer, with an admissible heuristic.
///
/// ```
/// # use fewest_engine as fewest;
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
/// assert_eq!((outcome.stop, outcome.at_least), (Stop::Solved, 19));
/// // Manhattan distance is consistent.
/// assert_eq!(outcome.statistics.reopened, 0);
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    heuristic: &dyn Bounds<P>,
    start: &P::Board,
    choice: AnswerChoice,
    control: &mut Control<'_>,
) -> Outcome {
    let rules = BestFirst {
        puzzle,
        heuristic,
        weight: Weight::ONE,
        reopens: true,
        choice,
    };
    rules.search(start, control)
}
