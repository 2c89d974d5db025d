//! The Manhattan distance of sliding tiles.

use super::Heuristic;
use crate::puzzle::Move;
use crate::puzzles::sliding::{Board, MAX_CELLS, Sliding, Tiles};

/// The sum over the tiles of the rows and columns to their goal cells: a move carries one tile by one cell.
///
/// A move changes it by one, up or down; which of the two is a look-up by the blank's cell, the move and the tile.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// By [`entry`]: +1 or -1.
    change: Box<[i8; ENTRIES]>,
}

/// Entries for the largest boards. Smaller ones leave the rest alone, and no look-up needs its bounds checked.
const ENTRIES: usize = MAX_CELLS * 4 * MAX_CELLS;

/// The place of a blank's cell, a move and a tile: `[(blank * 4 + move) * tiles + tile]`.
#[inline]
fn entry<T: Tiles>(blank: usize, m: Move, tile: u8) -> usize {
    ((blank * 4 + m.index()) * T::CAPACITY + usize::from(tile)) % ENTRIES
}

/// A table to fill; what stays zero takes no memory.
fn zeros() -> Box<[i8; ENTRIES]> {
    let zeros = vec![0; ENTRIES].into_boxed_slice();
    zeros.try_into().expect("it has that length")
}

impl Manhattan {
    /// The tables for a puzzle.
    #[must_use]
    pub fn new<T: Tiles>(puzzle: &Sliding<T>) -> Self {
        let cells = puzzle.size().cells();
        let mut change = zeros();
        for blank in 0..cells {
            for m in (0..4).map(Move::new) {
                let from = puzzle.target(blank, m);
                for tile in (1..=u8::MAX).take(cells - 1) {
                    let home = puzzle.home(tile);
                    // Entries of illegal moves are never read.
                    let nearer = rows_and_columns(puzzle, blank, home)
                        < rows_and_columns(puzzle, from, home);
                    change[entry::<T>(blank, m, tile)] = if nearer { -1 } else { 1 };
                }
            }
        }
        Self { change }
    }
}

/// The rows and columns between two cells.
pub(super) fn rows_and_columns<T: Tiles>(puzzle: &Sliding<T>, a: usize, b: usize) -> usize {
    let width = puzzle.size().width();
    (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width)
}

impl<T: Tiles> Heuristic<Sliding<T>> for Manhattan {
    type Memo = u32;

    fn start(&self, puzzle: &Sliding<T>, board: &Board<T>) -> u32 {
        let cells = (0..puzzle.size().cells()).filter(|&cell| cell != board.blank());
        let sum: usize = cells
            .map(|cell| rows_and_columns(puzzle, cell, puzzle.home(board.get(cell))))
            .sum();
        u32::try_from(sum).unwrap_or(u32::MAX)
    }

    #[inline]
    fn after(&self, puzzle: &Sliding<T>, before: &Board<T>, m: Move, memo: u32) -> u32 {
        let tile = before.get(puzzle.target(before.blank(), m));
        let entry = entry::<T>(before.blank(), m, tile);
        memo.wrapping_add_signed(self.change[entry].into())
    }

    #[inline]
    fn bound(&self, memo: u32) -> u32 {
        memo
    }
}
