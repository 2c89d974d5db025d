//! The number of tiles out of place. The blank does not count, because every move moves it.

use super::{Away, Heuristic};
use crate::kernel::tiles::{self, Storage, Tiles};
use crate::space::Move;

/// The number of tiles off their goal cells. For any model, see [`OutOfPlace`](super::OutOfPlace).
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Bounds, Misplaced};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// // The tiles 5 and 7 are at home.
/// assert_eq!(Misplaced.bound_of(&eight, &board), 6);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl<S: Storage> Heuristic<Tiles<S>> for Misplaced {
    type Memo = u8;

    fn start(&self, puzzle: &Tiles<S>, board: &tiles::TileBoard<S>) -> u8 {
        let goal = puzzle.goal();
        let cells = 0..puzzle.cells();
        let misplaced = cells
            .filter(|&cell| cell != board.blank() && board.get(cell) != goal.get(cell))
            .count();
        u8::try_from(misplaced).unwrap_or(u8::MAX)
    }

    #[inline]
    fn after(
        &self,
        puzzle: &Tiles<S>,
        before: &tiles::TileBoard<S>,
        m: Move,
        _: &tiles::TileBoard<S>,
        memo: u8,
    ) -> u8 {
        let from = puzzle.target(before.blank(), m);
        let home = puzzle.home(before.get(from));
        memo + u8::from(from == home) - u8::from(before.blank() == home)
    }

    #[inline]
    fn bound(&self, memo: u8) -> u32 {
        memo.into()
    }

    fn away<'h>(&'h self, puzzle: &'h Tiles<S>, start: &tiles::TileBoard<S>) -> Away<'h, Tiles<S>> {
        let start = *start;
        Box::new(move |board| {
            let moved = |&cell: &usize| cell != board.blank() && board.get(cell) != start.get(cell);
            let misplaced = (0..puzzle.cells()).filter(moved).count();
            u32::try_from(misplaced).unwrap_or(u32::MAX)
        })
    }
}
