//! Heuristics: lower bounds of a board's distance, kept up to date move by move.
//!
//! All here are *admissible* (never too large), so that searches guided by them find fewest moves.
//! [`OutOfPlace`] and the [`Merged`] databases are for the [general
//! kernel](crate::kernel::general), which runs any model; [`Misplaced`], [`Manhattan`],
//! [`Gaschnig`] and the [`pattern`] databases are for [`tiles`](crate::kernel::tiles) on any cells,
//! [`LinearConflict`] for those in rows and columns, [`WalkingDistance`] for whole rectangles;
//! [`Blind`] knows nothing. A [`Maximum`] takes the best of several.

mod bounds;
mod gaschnig;
mod linear_conflict;
mod manhattan;
mod maximum;
pub(crate) mod merged;
mod misplaced;
mod out_of_place;
pub mod pattern;
mod walking_distance;

pub use bounds::Bounds;
pub use gaschnig::Gaschnig;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use maximum::Maximum;
pub use merged::Merged;
pub use misplaced::Misplaced;
pub use out_of_place::OutOfPlace;
pub use walking_distance::{WalkingDistance, WalkingDistanceError};

use crate::space::{Move, StateSpace};

/// A lower bound of the moves left, in any puzzle `P`.
///
/// ```
/// # use fewest::space::{Move, MoveSet, StateSpace};
/// # struct Lamps;
/// # impl StateSpace for Lamps {
/// #     type Board = u32;
/// #     fn moves(&self, _: &u32) -> MoveSet {
/// #         MoveSet::first(3)
/// #     }
/// #     fn apply(&self, lamps: &mut u32, m: Move) {
/// #         *lamps ^= ((0b111 << m.index()) >> 1) & 0b111;
/// #     }
/// #     fn inverse(&self, m: Move) -> Option<Move> {
/// #         Some(m)
/// #     }
/// #     fn is_solved(&self, lamps: &u32) -> bool {
/// #         *lamps == 0
/// #     }
/// # }
/// use fewest::heuristic::Heuristic;
/// use fewest::search::{Control, ida_star};
///
/// // `Lamps` is the example of `StateSpace`: a switch changes at most three of the lamps.
/// struct Lit;
///
/// impl Heuristic<Lamps> for Lit {
///     type Memo = u32;
///
///     fn start(&self, _: &Lamps, lamps: &u32) -> u32 {
///         *lamps
///     }
///
///     fn after(&self, _: &Lamps, _: &u32, _: Move, after: &u32, _: u32) -> u32 {
///         *after
///     }
///
///     fn bound(&self, lamps: u32) -> u32 {
///         lamps.count_ones().div_ceil(3)
///     }
/// }
///
/// let outcome = ida_star::search(&Lamps, &Lit, &0b010, &mut Control::default());
/// assert_eq!(outcome.moves.map(|moves| moves.len()), Some(3));
/// ```
pub trait Heuristic<P: StateSpace>: Sync {
    /// What is carried from a board to the next, so that a bound need not be computed afresh.
    type Memo: Copy + Send + Sync;

    /// What is carried on a board, from scratch.
    fn start(&self, puzzle: &P, board: &P::Board) -> Self::Memo;

    /// What is carried on the board after a legal move, given the board before it and what was
    /// carried there.
    fn after(
        &self,
        puzzle: &P,
        before: &P::Board,
        m: Move,
        after: &P::Board,
        memo: Self::Memo,
    ) -> Self::Memo;

    /// The bound, in moves. No solved board may have one above 0.
    fn bound(&self, memo: Self::Memo) -> u32;

    /// How many lookups in large tables each bound the board after a move, one by one. A search that
    /// has many boards at hand makes the first for all of them before it computes a bound, so that
    /// the memory is asked for all of them at once, and the next only for those that the ones
    /// before do not rule out. Without such tables: none.
    fn lookups(&self) -> usize {
        0
    }

    /// Where one of the [`lookups`](Self::lookups) for the board after a legal move is, given the
    /// board before it and what was carried there. It reads nothing of the large tables.
    fn lookup(&self, _: usize, _: &P, _before: &P::Board, _: Move, _: &Self::Memo) -> Lookup {
        Lookup::default()
    }

    /// Asks the memory for a lookup without waiting for it.
    fn prefetch(&self, _: Lookup) {}

    /// What stands there: at most the bound of the board after the move.
    fn look_up(&self, _: Lookup) -> u32 {
        0
    }

    /// A lower bound of the moves from `start` to a board, for searches from both ends. Unless the
    /// heuristic has one, it bounds nothing.
    fn away<'h>(&'h self, _: &'h P, _start: &P::Board) -> Away<'h, P> {
        Box::new(|_| 0)
    }
}

/// Where a bound stands: the heuristic that says so knows what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lookup {
    /// A table by its number.
    pub table: u16,
    /// What is to be added, in moves.
    pub plus: u16,
    /// An entry of the table.
    pub entry: u32,
}

/// A bound of the moves from some start to a board.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Heuristic, Manhattan};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let away = manhattan.away(&eight, &board);
/// // From the board to itself, and to the goal.
/// assert_eq!((away(&board), away(&eight.goal())), (0, 9));
/// ```
pub type Away<'h, P> = Box<dyn Fn(&<P as StateSpace>::Board) -> u32 + 'h>;

/// Bounds nothing: 0 everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<P: StateSpace> Heuristic<P> for Blind {
    type Memo = ();

    fn start(&self, _: &P, _: &P::Board) {}

    fn after(&self, _: &P, _: &P::Board, _: Move, _: &P::Board, (): ()) {}

    fn bound(&self, (): ()) -> u32 {
        0
    }
}
