//! IDA*: depth-first search under a threshold that grows (R. E. Korf, "Depth-first
//! iterative-deepening: an optimal admissible tree search", 1985).
//!
//! Under each threshold every board is put off whose moves so far and lower bound exceed the
//! threshold; the least such sum is the next threshold. The only moves left out are those that take
//! back the move before, which no shortest answer makes; or, [where that is
//! asked](Tree::pruned_by), all that [move pruning](crate::pruning) finds needless. The answer
//! found is the least of the fewest in tie order: the thresholds before it had none, and
//! depth-first search in tie order meets the answers of one length in that order.
//!
//! Most of the work does not need that order. Under a threshold that no answer meets, every board
//! is visited whatever the order is, so a large iteration is cut into subtrees, which are searched
//! one after another or on all cores, each in bulk: many boards of a level at a time, so that a
//! core works on several at once and waits neither for memory nor for the outcome of a comparison.
//! The first subtree that holds an answer is then searched again in tie order. So the answer and
//! all counts are those of the plain search, whatever the number of threads.
//!
//! Nothing recurses: an answer may be as long as memory allows. A search that takes days can be
//! stopped and [continued](resume).

mod bulk;
mod in_order;
mod iterations;
mod parallel;
pub mod resume;
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

pub(crate) use bulk::End;
pub(crate) use iterations::search as search_below;
pub(crate) use rooted::{Bulk, Rooted, Roots, Split};
pub(crate) use watch::Watch;

use super::dive::Dive;
use super::run::Run;
use super::{Control, Outcome, Weight};
use crate::heuristic::Heuristic;
use crate::space::StateSpace;
use resume::Checkpoint;
use rooted::Below;

/// The least of the fewest moves that solve the board, with an admissible heuristic:
/// [`Tree::search`], as textbooks have it.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, Stop, ida_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let outcome = ida_star::search(&eight, &manhattan, &board, &mut Control::default());
/// assert_eq!((outcome.stop, outcome.lower_bound), (Stop::Solved, 19));
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
    /// The least of the fewest moves that solve the board, with an admissible heuristic. A board
    /// that can't be solved is searched until a limit ends it, unless no move is left to make: IDA*
    /// never knows that it has seen everything. Where that may be,
    /// [`until_exhausted`](crate::search::until_exhausted) ends it.
    pub fn search(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        self.go_on(start, control, Cores::One, None)
    }

    /// The same on these cores: the same answer and the same counts, unless it is cancelled or a
    /// limit of time stops it. Under a limit of nodes several threads together may generate as many
    /// boards again, for what they found beyond the limit is dropped.
    ///
    /// It is continued from the checkpoint's record if there is one, which it keeps up to date. A
    /// record that is not [sound](resume::Record::is_sound), or begins with another threshold than
    /// this board, is dropped; one of another board or another tree is not always noticed, and then
    /// the outcome is worth nothing.
    ///
    /// ```
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
    /// let limits = Limits { nodes: Some(whole.statistics.generated / 2), ..Limits::default() };
    /// let control = &mut Control { limits, ..Control::default() };
    /// let half = tree.go_on(&board, control, Cores::One, Some(&mut checkpoint));
    /// assert_eq!(half.stop, Stop::Nodes);
    /// // It goes on where it was stopped, and ends with the counts of a search that was not.
    /// let control = &mut Control::default();
    /// assert_eq!(tree.go_on(&board, control, Cores::One, Some(&mut checkpoint)), whole);
    /// ```
    pub fn go_on(
        &self,
        start: &P::Board,
        control: &mut Control<'_>,
        cores: Cores,
        checkpoint: Option<&mut Checkpoint<'_>>,
    ) -> Outcome {
        iterations::search(&Below::new(self, start), control, cores, checkpoint)
    }

    /// The same one board at a time, all of it in tie order: the same answer and the same counts,
    /// but that where a limit of nodes stops it, one board less may count as expanded.
    pub fn search_in_order(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        let mut run = Run::new(control);
        let mut dive = Dive::new(self.puzzle, self.heuristic, self.past, Weight::ONE);
        let answer = dive.deepen(start, &mut run);
        run.finish(answer)
    }
}
