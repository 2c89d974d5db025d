//! Heuristics: lower bounds on a board's distance, updated move by move.
//!
//! All are *admissible* (never too large), so searches with them find shortest answers.
//! [`OutOfPlace`], [`Neighbours`] and the [`Merged`] databases are for the [general
//! kernel](crate::kernel::general). [`Misplaced`], [`Manhattan`] and the [`pattern`]
//! databases are for [`tiles`](crate::kernel::tiles) on any cells, [`LinearConflict`] for tiles in
//! rows and columns, [`WalkingDistance`] for whole rectangles. [`Blind`] is always 0. A [`Maximum`]
//! combines several.

mod bounds;
mod linear_conflict;
mod manhattan;
mod maximum;
pub mod merged;
mod misplaced;
mod neighbours;
mod out_of_place;
pub mod pattern;
mod walking_distance;

pub use bounds::{Bounds, MoveBounds};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use maximum::Maximum;
pub use merged::Merged;
pub use misplaced::Misplaced;
pub use neighbours::Neighbours;
pub use out_of_place::OutOfPlace;
pub use walking_distance::{WalkingDistance, WalkingDistanceError};

use crate::space::{Move, StateSpace};

/// A lower bound on the moves left, in any puzzle `P`, updated with each move. [`from_fn`] makes one of
/// a function of boards.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::space::{Move, MoveSet, StateSpace};
/// # struct Lamps;
/// # impl StateSpace for Lamps {
/// #     type Board = u32;
/// #     type Moves = MoveSet;
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
    /// Data passed from a board to the next, so that a bound is updated and not recomputed.
    type Memo: Copy + Send + Sync;

    /// The memo of a board, from scratch.
    fn start(&self, puzzle: &P, board: &P::Board) -> Self::Memo;

    /// The memo after a legal move, from the board before it and the memo of that board.
    fn after(
        &self,
        puzzle: &P,
        before: &P::Board,
        m: Move,
        after: &P::Board,
        memo: Self::Memo,
    ) -> Self::Memo;

    /// The bound, in moves; it must be 0 on solved boards.
    fn bound(&self, memo: Self::Memo) -> u32;

    /// The number of lookups in large tables that each give a bound of the board after a move; 0
    /// without such tables. A search with many boards makes the first lookup of all at once, so
    /// that the memory accesses overlap, and the next only for boards not yet ruled out.
    fn lookups(&self) -> usize {
        0
    }

    /// Of some legal moves, those after which the bound is less than `limit`, and the least bound after
    /// the others: if that is known before they are made, a search makes few of them. Without such
    /// knowledge, as by default, all moves are returned.
    fn within(
        &self,
        _: &P,
        _before: &P::Board,
        moves: P::Moves,
        _: &Self::Memo,
        _limit: u32,
    ) -> (P::Moves, u32) {
        (moves, u32::MAX)
    }

    /// One of the [`lookups`](Self::lookups) for the board after a legal move, from the board
    /// before it and the memo of that board. The large tables are not read.
    fn lookup(&self, _: usize, _: &P, _before: &P::Board, _: Move, _: &Self::Memo) -> Lookup {
        Lookup::default()
    }

    /// Prefetches the entry of a lookup.
    fn prefetch(&self, _: Lookup) {}

    /// The value of a lookup: at most the bound of the board after the move.
    fn look_up(&self, _: Lookup) -> u32 {
        0
    }

    /// A lower bound on the moves from `start` to a board, for bidirectional search. 0 by default.
    fn away<'h>(&'h self, _: &'h P, _start: &P::Board) -> Away<'h, P> {
        Box::new(|_| 0)
    }
}

/// The place of a bound in a heuristic's tables. Its meaning is up to the heuristic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lookup {
    /// The table's number.
    pub table: u16,
    /// Moves to add to the entry.
    pub plus: u16,
    /// The entry's number.
    pub entry: u32,
}

/// A lower bound on the moves from a start to a board.
///
/// ```
/// # use fewest_engine as fewest;
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

/// The bound 0 everywhere.
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

/// A function of boards as a heuristic: see [`from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F>(F);

/// The heuristic with this bound, in moves; it must be 0 on solved boards. It is computed from scratch
/// for each board that a search generates.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::from_fn;
/// use fewest::search::{Control, ida_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let goal = eight.goal();
/// let unsolved = from_fn(|board: &TileBoard<Nibbles>| u32::from(*board != goal));
/// let outcome = ida_star::search(&eight, &unsolved, &board, &mut Control::default());
/// assert_eq!(outcome.moves.map(|moves| moves.len()), Some(19));
/// ```
pub const fn from_fn<B, F: Fn(&B) -> u32>(bound: F) -> FromFn<F> {
    FromFn(bound)
}

impl<P: StateSpace, F: Fn(&P::Board) -> u32 + Sync> Heuristic<P> for FromFn<F> {
    type Memo = u32;

    fn start(&self, _: &P, board: &P::Board) -> u32 {
        self.0(board)
    }

    fn after(&self, _: &P, _: &P::Board, _: Move, after: &P::Board, _: u32) -> u32 {
        self.0(after)
    }

    fn bound(&self, bound: u32) -> u32 {
        bound
    }
}
