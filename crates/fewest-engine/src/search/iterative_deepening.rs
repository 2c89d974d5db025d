//! Iterative deepening: depth-first search to depth 1, 2, 3, ... until there is an answer (D. J.
//! Slate, L. R. Atkin, "Chess 4.5", 1977; R. E. Korf, "Depth-first iterative-deepening", 1985).
//!
//! It finds the answers of breadth-first search without its memory. Each depth starts again, but
//! costs a multiple of the one before, so all together cost little more than the last. Boards with
//! several paths are expanded once per path, which takes time. With a heuristic it is
//! [IDA*](super::ida_star).
//!
//! The answer is the first shortest in tie order. If there is none, only a limit ends the search.

use super::{Control, Outcome, Weight, weighted_ida_star};
use crate::heuristic::Blind;
use crate::space::StateSpace;

/// Returns the first shortest answer in tie order.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::search::{Control, breadth_first, iterative_deepening};
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[0, 3, 2, 1]).expect("each tile once");
/// let again = iterative_deepening(&puzzle, &board, &mut Control::default());
/// let once = breadth_first(&puzzle, &board, &mut Control::default());
/// assert_eq!(again.moves, once.moves);
/// assert_eq!((again.at_least, again.statistics.memory), (6, 0));
/// ```
pub fn search<P: StateSpace>(puzzle: &P, start: &P::Board, control: &mut Control<'_>) -> Outcome {
    weighted_ida_star(puzzle, &Blind, start, Weight::ONE, control)
}
