//! Weighted IDA*: IDA* whose threshold counts the lower bound `weight` times (R. E. Korf,
//! "Linear-space best-first search", 1993, where it is compared with weighted A*).
//!
//! It needs no memory and finds an answer of at most `weight` times the fewest moves. The smallest
//! estimate among the boards put off is the next threshold, so no threshold is above `weight` times
//! the length of the shortest answers. It saves less than [weighted A*](super::weighted_a_star),
//! because there are many thresholds and each starts again.
//!
//! The outcome's [`at_least`](Outcome::at_least) is the larger of the threshold divided by
//! the weight and the smallest sum of moves so far and lower bound among the boards put off. A
//! board that can't be solved is searched until a limit ends it.

use super::dive::Dive;
use super::past::Past;
use super::run::Run;
use super::{Control, Outcome, Weight};
use crate::heuristic::Heuristic;
use crate::space::StateSpace;

/// Returns an answer of at most `weight` times the fewest moves, with an admissible heuristic; with
/// weight 1, the first shortest answer in tie order.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, Weight, ida_star, weighted_ida_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let (manhattan, control) = (Manhattan::new(&eight), &mut Control::default());
/// let twice = Weight::new(2, 1)?;
/// let outcome = weighted_ida_star(&eight, &manhattan, &board, twice, control);
/// assert!(outcome.moves.is_some_and(|moves| (19..=2 * 19).contains(&moves.len())));
/// // Weight 1 is IDA*.
/// let plain = weighted_ida_star(&eight, &manhattan, &board, Weight::ONE, control);
/// assert_eq!(plain.moves, ida_star::search(&eight, &manhattan, &board, control).moves);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search<P: StateSpace, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    weight: Weight,
    control: &mut Control<'_>,
) -> Outcome {
    let mut run = Run::new(control);
    let answer = Dive::new(puzzle, heuristic, Past::default(), weight).deepen(start, &mut run);
    run.finish(answer)
}
