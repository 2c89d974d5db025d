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
pub mod turns;

use serde::{Deserialize, Serialize};

use super::AnswerChoice;
use super::control::LimitCheck;
use super::dive::Dive;
use super::past::Past;
use super::run::Run;
use super::{Control, Outcome, Statistics, Stop, Weight};
use crate::heuristic::Heuristic;
use crate::pruning::MovePruning;
use crate::space::StateSpace;
use resume::{Checkpoint, Keeper};
use rooted::Below;

/// The least of the fewest moves that solve the board, with an admissible heuristic:
/// [`Tree::search`], as textbooks have it.
///
/// ```
/// # use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, Stop, ida_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = Board::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
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

/// The same on all threads of the pool that it is called in: [`Tree::search_on_all_cores`], as
/// textbooks have it.
///
/// ```
/// # use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, ida_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = Board::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let (manhattan, control) = (Manhattan::new(&eight), &mut Control::default());
/// let one = ida_star::search(&eight, &manhattan, &board, control);
/// let all = ida_star::search_on_all_cores(&eight, &manhattan, &board, control);
/// assert_eq!((one.moves, one.statistics), (all.moves, all.statistics));
/// ```
pub fn search_on_all_cores<P: StateSpace, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    Tree::new(puzzle, heuristic).search_on_all_cores(start, control)
}

/// What is searched: a puzzle's boards, the heuristic, and what is remembered of the way to leave
/// out boards.
#[derive(Debug)]
pub struct Tree<'s, P, H> {
    puzzle: &'s P,
    heuristic: &'s H,
    past: Past<'s>,
    wanted: AnswerChoice,
}

impl<P, H> Clone for Tree<'_, P, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, H> Copy for Tree<'_, P, H> {}

/// The cores that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cores {
    /// That of the thread that it is called on.
    One,
    /// All threads of the pool that it is called in; without the feature `rayon`, one.
    All,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Tree<'s, P, H> {
    /// The textbooks' tree: no move takes back the one before.
    pub const fn new(puzzle: &'s P, heuristic: &'s H) -> Self {
        Self {
            puzzle,
            heuristic,
            past: Past(None),
            wanted: AnswerChoice::Least,
        }
    }

    /// The tree without the boards that redundant sequences lead to, if there is a pruning. It must
    /// be that of the puzzle's moves in its tie order.
    ///
    /// ```
    /// # use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
    /// use fewest::heuristic::Manhattan;
    /// use fewest::pruning::{Effort, MovePruning};
    /// use fewest::search::{Control, ida_star::Tree};
    /// use fewest::space::structure::Structured;
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = Board::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
    /// let manhattan = Manhattan::new(&eight);
    /// let pruning = MovePruning::find(&eight.structure(), Effort::QUICK);
    /// let tree = Tree::new(&eight, &manhattan);
    /// let plain = tree.search(&board, &mut Control::default());
    /// let pruned = tree.pruned_by(&pruning).search(&board, &mut Control::default());
    /// assert_eq!(pruned.moves, plain.moves);
    /// assert!(pruned.statistics.generated <= plain.statistics.generated);
    /// ```
    #[must_use]
    pub fn pruned_by(self, pruning: impl Into<Option<&'s MovePruning>>) -> Self {
        Self {
            past: Past(pruning.into()),
            ..self
        }
    }

    /// The same tree, searched for this answer. For any shortest answer the most promising subtrees
    /// are searched first, those with the most slack (moves left less the bound). With Manhattan
    /// distances, the last iteration on boards of the 15-puzzle takes a third less work.
    ///
    /// ```
    /// # use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
    /// use fewest::heuristic::Manhattan;
    /// use fewest::search::AnswerChoice;
    /// use fewest::search::{Control, ida_star::Tree};
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = Board::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("each tile once");
    /// let manhattan = Manhattan::new(&eight);
    /// let tree = Tree::new(&eight, &manhattan);
    /// let [least, any] = [AnswerChoice::Least, AnswerChoice::Any]
    ///     .map(|wanted| tree.choosing(wanted).search(&board, &mut Control::default()));
    /// assert_eq!(least.lower_bound, any.lower_bound);
    /// ```
    #[must_use]
    pub fn choosing(self, wanted: AnswerChoice) -> Self {
        Self { wanted, ..self }
    }

    /// The least of the fewest moves that solve the board, with an admissible heuristic. A board
    /// that can't be solved is searched until a limit ends it, unless no move is left to make: IDA*
    /// never knows that it has seen everything. Where that may be,
    /// [`until_exhausted`](crate::search::until_exhausted) ends it.
    pub fn search(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        self.go_on(start, control, Cores::One, None)
    }

    /// The same on all threads of the pool that it is called in (without the feature `rayon`: on
    /// one): the same answer and the same counts, unless it is cancelled or a limit of time stops
    /// it. Under a limit of nodes the threads together may generate as many boards again, for what
    /// they found beyond the limit is dropped.
    pub fn search_on_all_cores(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        self.go_on(start, control, Cores::All, None)
    }

    /// The same search, continued from the checkpoint's record if there is one, which it keeps up
    /// to date. A record that is not [sound](resume::Record::is_sound), or begins with another
    /// threshold than this board, is dropped; one of another board or another tree is not always
    /// noticed, and then the outcome is worth nothing.
    ///
    /// ```
    /// # use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
    /// use std::time::Duration;
    ///
    /// use fewest::heuristic::Manhattan;
    /// use fewest::search::ida_star::resume::{Checkpoint, Record};
    /// use fewest::search::ida_star::{Cores, Tree};
    /// use fewest::search::{Control, Limits, Stop};
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = Board::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
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

/// What was done in a part of an iteration, and what was put off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Boards expanded.
    pub expanded: u64,
    /// Boards generated.
    pub generated: u64,
    /// The least of the bound less the moves left over all boards put off; `1 << 31` or more if
    /// none was.
    pub excess: u32,
}

impl Tally {
    const NOTHING: Self = Self {
        expanded: 0,
        generated: 0,
        excess: u32::MAX,
    };

    fn plus(&self, other: &Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            excess: self.excess.min(other.excess),
        }
    }

    fn add(&mut self, other: &Self) {
        *self = self.plus(other);
    }
}

/// Looks after limits.
struct Watch<'w, 'c> {
    control: &'w mut Control<'c>,
    limit_check: LimitCheck,
    /// Of the iterations that have ended.
    done: Tally,
    statistics: Statistics,
    stop: Option<Stop>,
    /// What keeps a record of the search, if anything does.
    keeper: Option<Keeper<'w>>,
}

impl Watch<'_, '_> {
    /// Whether to stop, given what was done in this iteration.
    #[inline]
    fn must_stop(&mut self, tally: &Tally) -> bool {
        self.limit_check
            .is_due(self.done.generated + tally.generated)
            && self.check(tally)
    }

    #[cold]
    fn check(&mut self, tally: &Tally) -> bool {
        self.statistics.expanded = self.done.expanded + tally.expanded;
        self.statistics.generated = self.done.generated + tally.generated;
        self.stop = self.limit_check.check(self.control, &self.statistics);
        self.stop.is_some()
    }

    /// Reports how far the search is, if it is time for that; `known` adds what is not in the
    /// record yet.
    fn tell(&mut self, known: impl FnOnce(&mut Keeper<'_>)) {
        if let Some(keeper) = self.keeper.as_mut().filter(|keeper| keeper.is_due()) {
            known(keeper);
            keeper.tell();
        }
    }

    /// Whether a limit was met, other than that of boards, which the plain search has to find
    /// again.
    fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop != Stop::Nodes)
    }
}
