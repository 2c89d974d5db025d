//! Gaschnig's heuristic (J. Gaschnig, "A problem similarity approach to devising heuristics: first
//! results", 1979).

use super::{Away, Heuristic};
use crate::kernel::tiles::{MAX_CELLS, Storage, TileBoard, Tiles};
use crate::space::Move;

/// The fewest moves if any tile may jump to the blank's cell.
///
/// Cells form cycles, from each to the goal cell of the tile on it. On the blank's cycle, each jump
/// brings a tile home. Any other cycle of two or more tiles takes one extra jump.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Bounds, Gaschnig};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// // Two jumps bring 8 and 6 home, and five the cycle of 1, 2, 3 and 4.
/// assert_eq!(Gaschnig.bound_of(&eight, &board), 2 + 5);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Gaschnig;

/// The number of jumps that bring each tile of a board to its cell in `home`.
fn jumps<S: Storage>(cells: usize, board: &TileBoard<S>, home: impl Fn(u8) -> usize) -> u32 {
    let mut seen = [false; MAX_CELLS];
    let mut jumps = 0;
    for first in std::iter::once(board.blank()).chain(0..cells) {
        let mut len = 0;
        let mut cell = first;
        while !std::mem::replace(&mut seen[cell % MAX_CELLS], true) {
            len += 1;
            cell = home(board.get(cell));
        }
        jumps += match len {
            0 => 0,
            _ if first == board.blank() => len - 1,
            1 => 0,
            _ => len + 1,
        };
    }
    jumps
}

impl<S: Storage> Heuristic<Tiles<S>> for Gaschnig {
    type Memo = u32;

    fn start(&self, puzzle: &Tiles<S>, board: &TileBoard<S>) -> u32 {
        jumps(puzzle.cells(), board, |tile| puzzle.home(tile))
    }

    /// A move is a jump, so the bound changes by one. It falls if a tile comes home or another
    /// cycle joins the blank's. It rises if a tile leaves home or the blank's cycle is cut in two.
    fn after(
        &self,
        puzzle: &Tiles<S>,
        before: &TileBoard<S>,
        m: Move,
        _: &TileBoard<S>,
        memo: u32,
    ) -> u32 {
        let (blank, from) = (before.blank(), puzzle.target(before.blank(), m));
        let home = puzzle.home(before.get(from));
        let falls = home == blank
            || home != from && {
                let mut cell = puzzle.home(0);
                while cell != blank && cell != from {
                    cell = puzzle.home(before.get(cell));
                }
                cell == blank
            };
        if falls {
            memo.saturating_sub(1)
        } else {
            memo + 1
        }
    }

    fn bound(&self, memo: u32) -> u32 {
        memo
    }

    fn away<'h>(&'h self, puzzle: &'h Tiles<S>, start: &TileBoard<S>) -> Away<'h, Tiles<S>> {
        let cells = puzzle.cells();
        let mut home = [0; MAX_CELLS];
        for cell in 0..cells {
            home[usize::from(start.get(cell))] = cell;
        }
        Box::new(move |board| jumps(cells, board, |tile| home[usize::from(tile)]))
    }
}
