//! Depth-first search down to a limit of depth: the oldest way through a maze (C. P. Trémaux,
//! reported by É. Lucas, "Récréations mathématiques", 1882).
//!
//! It always plays the first move left, and turns back at the limit. It needs no memory and
//! promises little: the answer found is the first in tie order within the limit, usually nearly as
//! long as the limit. If the limit is too small, it finds nothing but proves that; if it is too
//! large, it wanders forever. Use it to see why [iterative
//! deepening](super::iterative_deepening()) is worth its repetitions.

use super::dive::{Dive, DiveEnd};
use super::past::Past;
use super::run::Run;
use super::{Control, Outcome, Stop, Weight};
use crate::heuristic::Blind;
use crate::space::StateSpace;

/// Returns the first answer in tie order of at most `depth` moves; no move undoes the one before.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::search::{Control, depth_first};
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// // Half-way round the ring of twelve boards.
/// let board = TileBoard::new(&[0, 3, 2, 1]).expect("each tile once");
/// let search = |depth| depth_first(&puzzle, &board, depth, &mut Control::default());
/// assert_eq!((search(5).moves, search(5).at_least), (None, 6));
/// assert_eq!(search(6).moves.map(|moves| moves.len()), Some(6));
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    depth: u32,
    control: &mut Control<'_>,
) -> Outcome {
    let mut run = Run::new(control);
    if puzzle.is_solved(start) {
        return run.finish(Ok(Vec::new()));
    }
    run.prove(1);
    run.iteration(depth);
    let found = Dive::new(puzzle, &Blind, Past::default(), Weight::ONE).search(
        start,
        depth.into(),
        &mut run,
    );
    let answer = match found {
        Ok(DiveEnd::Answer(moves)) => Ok(moves),
        Ok(DiveEnd::Nothing(beyond)) => Err(beyond.length.map_or(Stop::Exhausted, |length| {
            run.prove(length);
            Stop::Moves
        })),
        Err(stop) => Err(stop),
    };
    run.finish(answer)
}
