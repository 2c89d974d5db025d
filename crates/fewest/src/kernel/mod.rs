//! Kernels: board representations that make some models fast, what moves do to them, and their
//! ranks. Use one directly to run searches, tables or heuristics of your own on a [`Model`];
//! [`Puzzle`](crate::Puzzle) picks it for you.

mod any;
pub mod general;
pub mod pieces;
pub mod tiles;
mod to_goal;
mod view;

use std::fmt::Debug;
use std::sync::Arc;

pub(crate) use any::{AnyKernel, with_kernel};
pub use general::KernelError;
pub(crate) use to_goal::ToGoal;
pub(crate) use view::ALIKE;
pub use view::View;

use crate::model::Model;
use crate::space::structure::Structured;
use crate::space::{Goals, Ranked, StateSpace};

/// A model in boards of its own.
///
/// The symbols of [`Structured`] are those of the model. Where boards can't be numbered,
/// [`boards`](Ranked::boards) is 0.
///
/// ```
/// use fewest::Model;
/// use fewest::kernel::{Kernel, general::{General, Planes}, tiles::{Nibbles, Tiles}};
/// use fewest::model::{Order, Size};
///
/// /// How many boards a table of this model has, if this kernel is for it.
/// fn boards<K: Kernel>(model: Model) -> Option<u64> {
///     K::of(model.into()).ok().filter(K::has_table).map(|puzzle| puzzle.boards())
/// }
///
/// let eight = || Model::sliding(Size::new(3, 3).expect("a size"), Order::default());
/// assert_eq!(boards::<Tiles<Nibbles>>(eight()), Some(181_440));
/// // Planes take four symbols at most, and tiles one piece of each symbol.
/// assert_eq!(boards::<General<Planes<u64>>>(eight()), None);
/// assert_eq!(boards::<Tiles<Nibbles>>(Model::knights()), None);
/// ```
pub trait Kernel:
    StateSpace<Board: Ord> + Goals + Ranked + Structured + Clone + Debug + Send + 'static
{
    /// How boards are seen in a [`View`].
    type Lens: Clone + Debug + Send + Sync;

    /// The puzzle of this model.
    ///
    /// # Errors
    /// If it is none that this kernel is for.
    fn of(model: Arc<Model>) -> Result<Self, KernelError>;

    /// The model.
    fn model(&self) -> &Arc<Model>;

    /// The symbol that moves depend on, if there is one.
    fn blank(&self) -> Option<u8>;

    /// Whether every move is taken back by some move, wherever it is legal; not everywhere by the
    /// same.
    fn is_reversible(&self) -> bool;

    /// Whether it can be tabulated: boards can be numbered.
    fn has_table(&self) -> bool;

    /// Every board that meets a goal; `None` if they are too many.
    fn solved_boards(&self) -> Option<Vec<Self::Board>>;

    /// The first goal that a board meets.
    fn goal(&self, board: &Self::Board) -> Option<usize>;

    /// The symbol on a cell.
    fn symbol(&self, board: &Self::Board, cell: usize) -> u8;

    /// The blank's cell; 0 where there is no blank.
    fn blank_cell(&self, board: &Self::Board) -> usize;

    /// Whether parity leaves a way from a board to a goal open. If not, nothing solves it.
    fn parity_allows(&self, board: &Self::Board) -> bool;

    /// Whether parity alone decides which boards can be solved.
    fn is_parity_exact(&self) -> bool {
        false
    }

    /// Whether only the boards that moves make of one of them have numbers, found from the group of
    /// the moves.
    fn numbers_made(&self) -> bool {
        false
    }

    /// Whether moves make the board of a goal, as far as the numbers of boards show it. If not,
    /// nothing solves it.
    fn group_allows(&self, board: &Self::Board) -> bool;

    /// The puzzle as it is seen.
    ///
    /// # Errors
    /// If this kernel is not for the view.
    fn through(&self, view: &View) -> Result<Self, KernelError> {
        Self::of(Arc::clone(view.model()))
    }

    /// How boards are seen in this view.
    fn lens(&self, view: &View) -> Self::Lens;

    /// The board as it is seen.
    fn project(&self, lens: &Self::Lens, board: &Self::Board) -> Self::Board;

    /// The puzzle whose only goal is this board, or one that new names for the pieces make of it.
    ///
    /// # Errors
    /// If this kernel is not for such a goal.
    fn to_goal(&self, goal: &Self::Board) -> Result<Self, KernelError> {
        let model = self.model().with_goal(&self.all_symbols(goal));
        Self::of(Arc::new(model))
    }

    /// What goals share for which [`to_goal`](Self::to_goal) makes the same puzzle; `None` if each
    /// makes its own.
    fn goal_class(&self, _: &Self::Board) -> Option<usize> {
        None
    }

    /// The board with the names for its pieces that make this goal that of
    /// [`to_goal`](Self::to_goal).
    fn renamed(&self, board: &Self::Board, _goal: &Self::Board) -> Self::Board {
        *board
    }

    /// Undoes [`renamed`](Self::renamed).
    fn restored(&self, board: &Self::Board, _goal: &Self::Board) -> Self::Board {
        *board
    }

    /// Which of the first 32 cells hold a symbol, as bits.
    fn marks(&self, board: &Self::Board, symbol: u8) -> u32 {
        let cells = 0..self.model().cells().min(32);
        let holds = |cell: &usize| self.symbol(board, *cell) == symbol;
        cells.filter(holds).fold(0, |marks, cell| marks | 1 << cell)
    }

    /// What its tables are filed under, up to the first comma.
    fn table_name(&self) -> String {
        let name: String = self.model().name.replace(',', "-");
        format!("definition {}", name.chars().take(60).collect::<String>())
    }

    /// A board with the model's symbols in their order.
    fn first_board(&self) -> Option<Self::Board> {
        let kinds = (0..=u8::MAX).zip(&self.model().structure.pieces);
        let symbols =
            kinds.flat_map(|(symbol, &count)| std::iter::repeat_n(symbol, count as usize));
        self.board(&symbols.collect::<Vec<_>>())
    }
}
