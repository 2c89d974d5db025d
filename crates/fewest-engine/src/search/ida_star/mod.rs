//! IDA*: depth-first search under a threshold that grows (R. E. Korf, "Depth-first
//! iterative-deepening: an optimal admissible tree search", 1985).
//!
//! Under each threshold, boards whose sum of moves so far and lower bound exceeds it are put off;
//! the smallest such sum is the next threshold. The only moves skipped are inverses of the move
//! before or, [on request](Tree::pruned_by), all that [move pruning](crate::pruning) finds
//! redundant. The answer is the first shortest one in tie order: smaller thresholds had none, and
//! the search meets the answers of one length in that order.
//!
//! Most of the work needs no order: a threshold without an answer visits every board in any case.
//! So a large iteration is cut into subtrees, which are searched in bulk, one after another or on
//! all cores: many boards of a level at a time, so that a core waits neither for memory nor for
//! branches. The first subtree that has an answer is then searched again in tie order. So the
//! answer and all counts are those of the plain search, for any number of threads.
//!
//! Nothing recurses: only memory limits an answer's length. Long searches can be [resumed](resume).

mod bulk;
mod efforts;
mod in_order;
mod iterations;
mod parallel;
mod record;
pub mod resume;
mod root;
mod rooted;
mod split;
mod tally;
#[cfg(test)]
mod tests;
mod tree;
pub mod turns;
mod watch;

pub use tally::{Cores, Tally};
pub use tree::Tree;

pub(crate) use efforts::{Effort, Efforts, most_promising_first};
pub(crate) use iterations::search as search_below;
pub(crate) use rooted::{Bulk, Rooted, Roots, Split};
pub(crate) use tally::End;
pub(crate) use watch::Watch;

use super::dive::Dive;
use super::run::Run;
use super::{Control, Outcome, Weight};
use crate::heuristic::Heuristic;
use crate::space::StateSpace;
use resume::Checkpoint;
use rooted::Below;

/// Returns the first shortest answer, with an admissible heuristic; see [`Tree::search`].
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, Stop, ida_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let outcome = ida_star::search(&eight, &manhattan, &board, &mut Control::default());
/// assert_eq!((outcome.stop, outcome.at_least), (Stop::Solved, 19));
/// // The first threshold is the bound of the board.
/// assert_eq!(outcome.statistics.iterations[0].threshold, 9);
/// ```
pub fn search<P: StateSpace, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    Tree::new(puzzle, heuristic).search(start, control)
}

impl<P: StateSpace, H: Heuristic<P>> Tree<'_, P, H> {
    /// Returns the first shortest answer in tie order, with an admissible heuristic. Only a limit
    /// or a tree without moves ends the search of an unsolvable board: if the board may be one, use
    /// [`until_exhausted`](crate::search::until_exhausted).
    pub fn search(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        self.run(start, control, Cores::One, None)
    }

    /// Searches on these cores, with the same answer and counts unless it is cancelled or a time
    /// limit stops it. Under a node limit, several threads may generate up to twice as many boards;
    /// the surplus is dropped.
    ///
    /// Resumes from the checkpoint's record, if there is one, and keeps it up to date. A record is
    /// dropped if it is not [sound](resume::Record::is_sound) or has another first threshold. Other
    /// records of another board or tree are not detected, and make the outcome meaningless.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
    /// use std::time::Duration;
    ///
    /// use fewest::heuristic::Manhattan;
    /// use fewest::search::ida_star::resume::{Checkpoint, Record};
    /// use fewest::search::ida_star::{Cores, Tree};
    /// use fewest::search::{Control, Limits, Stop};
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
    /// let manhattan = Manhattan::new(&eight);
    /// let tree = Tree::new(&eight, &manhattan);
    /// let whole = tree.search(&board, &mut Control::default());
    /// let (record, every) = (Record::default(), Duration::from_secs(60));
    /// let keep = &mut |_: &Record| {};
    /// let mut checkpoint = Checkpoint { record, every, keep, share: None };
    /// let limits = Limits { max_nodes: Some(whole.statistics.generated / 2), ..Limits::default() };
    /// let control = &mut Control { limits, ..Control::default() };
    /// let half = tree.run(&board, control, Cores::One, Some(&mut checkpoint));
    /// assert_eq!(half.stop, Stop::Nodes);
    /// // It goes on where it was stopped, and ends with the counts of a search that was not.
    /// let control = &mut Control::default();
    /// assert_eq!(tree.run(&board, control, Cores::One, Some(&mut checkpoint)), whole);
    /// ```
    pub fn run(
        &self,
        start: &P::Board,
        control: &mut Control<'_>,
        cores: Cores,
        checkpoint: Option<&mut Checkpoint<'_>>,
    ) -> Outcome {
        let below = Below::new(self, start, checkpoint.is_some());
        iterations::search(&below, control, cores, checkpoint)
    }

    /// Searches one board at a time, in tie order: the same answer and counts, but at a node limit
    /// one board less may count as expanded.
    pub fn search_in_order(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        let mut run = Run::new(control);
        let mut dive = Dive::new(self.puzzle, self.heuristic, self.past, Weight::ONE);
        let answer = dive.deepen(start, &mut run);
        run.finish(answer)
    }
}
