//! Weighted IDA*: IDA* whose threshold counts the lower bound `weight` times (R. E. Korf,
//! "Linear-space best-first search", 1993, where it is compared with weighted A*).
//!
//! No memory, and an answer of at most `weight` times the fewest moves: of all boards put off under
//! a threshold the least estimate is the next, so none is ever more than `weight` times the length
//! of the shortest answers. It saves less than [weighted A*](super::weighted_a_star) does, since
//! thresholds are many and each is searched anew.
//!
//! The outcome's [`lower_bound`](Outcome::lower_bound) is the better of the threshold divided by
//! the weight and of the least moves so far and lower bound among the boards put off. A board that
//! can't be solved is searched until a limit ends it.

use super::dive::Dive;
use super::past::Past;
use super::run::Run;
use super::{Control, Outcome, Weight};
use crate::heuristic::Heuristic;
use crate::puzzle::Puzzle;

/// An answer of at most `weight` times the fewest moves, with an admissible heuristic; with weight
/// 1 the least of the fewest.
pub fn search<P: Puzzle, H: Heuristic<P>>(
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
