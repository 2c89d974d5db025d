use crate::heuristic::Heuristic;
use crate::pruning::MovePruning;
use crate::search::AnswerChoice;
use crate::search::past::Past;
use crate::space::StateSpace;

/// The tree of a search: a puzzle's boards, the heuristic, and the pruning of moves.
#[derive(Debug)]
pub struct Tree<'s, P, H> {
    pub(super) puzzle: &'s P,
    pub(super) heuristic: &'s H,
    pub(super) past: Past<'s>,
    pub(super) choice: AnswerChoice,
}

impl<P, H> Clone for Tree<'_, P, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, H> Copy for Tree<'_, P, H> {}

impl<'s, P: StateSpace, H: Heuristic<P>> Tree<'s, P, H> {
    /// The usual tree: no move undoes the move before.
    pub const fn new(puzzle: &'s P, heuristic: &'s H) -> Self {
        Self {
            puzzle,
            heuristic,
            past: Past(None),
            choice: AnswerChoice::Least,
        }
    }

    /// Skips redundant move sequences. The pruning must be for this puzzle's moves, in tie order.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
    /// use fewest::heuristic::Manhattan;
    /// use fewest::pruning::{Effort, MovePruning};
    /// use fewest::search::{Control, ida_star::Tree};
    /// use fewest::space::structure::Structured;
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
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

    /// Chooses the answer. For any shortest one, subtrees in which most boards of the last iteration
    /// were near the end come first, then those with more slack (moves left less the bound). That
    /// halves the last iteration of the 15-puzzle with small databases.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
    /// use fewest::heuristic::Manhattan;
    /// use fewest::search::AnswerChoice;
    /// use fewest::search::{Control, ida_star::Tree};
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = TileBoard::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("each tile once");
    /// let manhattan = Manhattan::new(&eight);
    /// let tree = Tree::new(&eight, &manhattan);
    /// let [least, any] = [AnswerChoice::Least, AnswerChoice::Any]
    ///     .map(|choice| tree.choosing(choice).search(&board, &mut Control::default()));
    /// assert_eq!(least.at_least, any.at_least);
    /// ```
    #[must_use]
    pub fn choosing(self, choice: AnswerChoice) -> Self {
        Self { choice, ..self }
    }
}
