//! The Manhattan distance of sliding tiles.

use super::{Away, Heuristic};
use crate::puzzle::Move;
use crate::puzzles::sliding::{Board, Sliding, Tiles};

/// The sum over the tiles of the rows and columns to their goal cells: a move carries one tile by one cell.
///
/// A move changes it by one, up or down; which of the two is a look-up by the blank's cell, the move and the tile.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// `[(blank * 4 + move) * tiles + tile]`: +1 or -1.
    change: Vec<i8>,
    /// `[cell * tiles + tile]`: the rows and columns from the cell to the tile's own; 0 for the blank.
    away: Vec<u8>,
    /// The number of tiles, rounded up to a power of two, as a shift.
    tile_bits: u32,
}

impl Manhattan {
    /// The tables for a puzzle.
    #[must_use]
    pub fn new<T: Tiles>(puzzle: &Sliding<T>) -> Self {
        let cells = puzzle.size().cells();
        let tile_bits = cells.next_power_of_two().ilog2().max(4);
        let mut change = vec![0; cells.next_power_of_two().max(16) << (tile_bits + 2)];
        for blank in 0..cells {
            for m in 0..4u8 {
                let from = puzzle.target(blank, Move::new(m));
                for tile in 1..cells.min(256) {
                    let home = puzzle.home(u8::try_from(tile).unwrap_or(0));
                    // Entries of illegal moves are never read.
                    let nearer = rows_and_columns(puzzle, blank, home)
                        < rows_and_columns(puzzle, from, home);
                    change[(blank * 4 + usize::from(m)) << tile_bits | tile] =
                        if nearer { -1 } else { 1 };
                }
            }
        }
        let mut away = vec![0; cells.next_power_of_two().max(16) << tile_bits];
        for cell in 0..cells {
            for tile in 1..cells.min(256) {
                let home = puzzle.home(u8::try_from(tile).unwrap_or(0));
                let steps = rows_and_columns(puzzle, cell, home);
                away[cell << tile_bits | tile] = u8::try_from(steps).unwrap_or(u8::MAX);
            }
        }
        Self {
            change,
            away,
            tile_bits,
        }
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
        let away = |cell| {
            let entry = cell << self.tile_bits | usize::from(board.get(cell));
            u32::from(self.away.get(entry).copied().unwrap_or(0))
        };
        (0..puzzle.size().cells()).map(away).sum()
    }

    #[inline]
    fn after(&self, puzzle: &Sliding<T>, before: &Board<T>, m: Move, memo: u32) -> u32 {
        let tile = usize::from(before.get(puzzle.target(before.blank(), m)));
        let entry = (before.blank() * 4 + m.index()) << self.tile_bits | tile;
        memo.wrapping_add_signed(self.change.get(entry).copied().unwrap_or(0).into())
    }

    #[inline]
    fn bound(&self, memo: u32) -> u32 {
        memo
    }

    fn away<'h>(&'h self, puzzle: &'h Sliding<T>, start: &Board<T>) -> Away<'h, Sliding<T>> {
        away(puzzle, start)
    }
}

/// The rows and columns of each tile from its cell in `start`.
pub(super) fn away<'h, T: Tiles>(puzzle: &'h Sliding<T>, start: &Board<T>) -> Away<'h, Sliding<T>> {
    let cells = puzzle.size().cells();
    let mut from = vec![0; cells];
    for cell in 0..cells {
        if let Some(from) = from.get_mut(usize::from(start.get(cell))) {
            *from = cell;
        }
    }
    Box::new(move |board| {
        let cells = (0..cells).filter(|&cell| cell != board.blank());
        let steps = cells.filter_map(|cell| {
            let from = *from.get(usize::from(board.get(cell)))?;
            Some(rows_and_columns(puzzle, from, cell))
        });
        u32::try_from(steps.sum::<usize>()).unwrap_or(u32::MAX)
    })
}
