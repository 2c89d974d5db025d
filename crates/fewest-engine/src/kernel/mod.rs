//! Kernels: fast board representations with their moves and ranks. Use one directly to run your own
//! searches, tables or heuristics on a [`Model`]; `Puzzle` picks it for you.

mod any;
pub mod general;
pub mod pieces;
mod real;
pub mod tiles;
mod to_goal;
mod view;

use std::fmt::Debug;
use std::sync::Arc;

use num_bigint::BigUint;

pub use any::{AnyKernel, with_kernel};
pub use general::KernelError;
pub use real::RealError;
pub use to_goal::ToGoal;
pub use view::View;
pub use view::{ALIKE, PieceLens};

use crate::model::Model;
use crate::space::structure::Structured;
use crate::space::{Goals, Ranked, StateSpace};

/// A model with its own type of board, and with the model's symbols for [`Structured`]. If boards
/// can't be numbered, [`boards`](Ranked::boards) is 0.
///
/// ```
/// # use fewest_engine as fewest;
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
    /// The projection of boards into a [`View`] of symbols.
    type Lens: Clone + Debug + Send + Sync;

    /// Returns the puzzle of this model.
    ///
    /// # Errors
    /// If this kernel does not support the model.
    fn of(model: Arc<Model>) -> Result<Self, KernelError>;

    /// The model.
    fn model(&self) -> &Arc<Model>;

    /// The symbol that moves depend on, if any.
    fn blank(&self) -> Option<u8>;

    /// Returns true if every move is undone by some move wherever it is legal.
    fn is_reversible(&self) -> bool;

    /// Returns true if moves depend on more than the place of a blank. Then few boards can be reached,
    /// heuristics see little, and a breadth-first search is best.
    fn has_conditions(&self) -> bool {
        false
    }

    /// Returns true if boards can be numbered, so that a table is possible.
    fn has_table(&self) -> bool;

    /// Every board that meets a goal; `None` if there are too many.
    fn solved_boards(&self) -> Option<Vec<Self::Board>>;

    /// The number of the first goal that a board meets.
    fn goal(&self, board: &Self::Board) -> Option<usize>;

    /// The symbol on a cell.
    fn symbol(&self, board: &Self::Board, cell: usize) -> u8;

    /// The blank's cell; 0 if there is no blank.
    fn blank_cell(&self, board: &Self::Board) -> usize;

    /// Returns false if parity proves that a board can't be solved.
    fn parity_allows(&self, board: &Self::Board) -> bool;

    /// Returns true if exactly the boards that parity allows can be solved.
    fn is_parity_exact(&self) -> bool {
        false
    }

    /// Returns true if a group numbers the boards, so that only boards it connects have numbers.
    fn numbers_made(&self) -> bool {
        false
    }

    /// Returns false if the board has no number or, of a puzzle [solved only by real
    /// boards](Self::to_real), is not real.
    fn has_place(&self, _: &Self::Board) -> bool {
        true
    }

    /// Returns true if boards without a number can't be solved.
    fn numbers_all_solved(&self) -> bool {
        true
    }

    /// Returns false if the board's lack of a number proves that it can't be solved.
    fn group_allows(&self, board: &Self::Board) -> bool {
        !self.numbers_all_solved() || self.has_place(board)
    }

    /// Returns this puzzle, solved only by *real* boards: those to which moves lead from the
    /// [home](Model::home) board. Distances of real boards stay the same; others can't be solved.
    ///
    /// # Errors
    /// If no real board is solved, or it is not known which boards are real.
    fn to_real(&self) -> Result<Self, RealError> {
        Ok(self.clone())
    }

    /// The number of real boards, if the puzzle is solved only by these, and other boards can be
    /// solved as well.
    fn real_boards(&self) -> Option<&BigUint> {
        None
    }

    /// Returns false if moves without an inverse lead from other boards to real ones, so that some
    /// boards with a distance of a puzzle [solved only by real boards](Self::to_real) are not real.
    fn are_real_boards_closed(&self) -> bool {
        true
    }

    /// Returns the puzzle of a view.
    ///
    /// # Errors
    /// If this kernel does not support the view.
    fn through(&self, view: &View) -> Result<Self, KernelError> {
        Self::of(Arc::clone(view.model()))
    }

    /// The projection of boards into this view.
    fn lens(&self, view: &View) -> Self::Lens;

    /// Projects a board.
    fn project(&self, lens: &Self::Lens, board: &Self::Board) -> Self::Board;

    /// Returns the puzzle whose only goal is this board, up to new names for the pieces.
    ///
    /// # Errors
    /// If this kernel does not support such a goal.
    fn to_goal(&self, goal: &Self::Board) -> Result<Self, KernelError> {
        let model = self.model().with_goal(&self.all_symbols(goal));
        Self::of(Arc::new(model))
    }

    /// The class of goals that share the puzzle of [`to_goal`](Self::to_goal), if any do.
    fn goal_class(&self, _: &Self::Board) -> Option<usize> {
        None
    }

    /// Renames a board's pieces so that this goal becomes that of [`to_goal`](Self::to_goal).
    fn renamed(&self, board: &Self::Board, _goal: &Self::Board) -> Self::Board {
        *board
    }

    /// Undoes [`renamed`](Self::renamed).
    fn restored(&self, board: &Self::Board, _goal: &Self::Board) -> Self::Board {
        *board
    }

    /// The cells among the first 32 that hold a symbol, as bits.
    fn marks(&self, board: &Self::Board, symbol: u8) -> u32 {
        let cells = 0..self.model().cells().min(32);
        let holds = |cell: &usize| self.symbol(board, *cell) == symbol;
        cells.filter(holds).fold(0, |marks, cell| marks | 1 << cell)
    }

    /// The part of its tables' names before the first comma.
    fn table_name(&self) -> String {
        let name: String = self.model().name.replace(',', "-");
        format!("definition {}", name.chars().take(60).collect::<String>())
    }

    /// The board with the model's symbols in ascending order.
    fn first_board(&self) -> Option<Self::Board> {
        let kinds = (0..=u8::MAX).zip(&self.model().structure.pieces);
        let symbols =
            kinds.flat_map(|(symbol, &count)| std::iter::repeat_n(symbol, count as usize));
        self.board(&symbols.collect::<Vec<_>>())
    }
}
