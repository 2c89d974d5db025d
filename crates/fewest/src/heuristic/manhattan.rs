//! The Manhattan distance of sliding tiles.

use super::{Away, Heuristic};
use crate::invariant::Invariant;
use crate::puzzle::Move;
use crate::puzzles::sliding::{Board, MAX_CELLS, Sliding, Tiles};

/// The sum over the tiles of the rows and columns to their goal cells: a move carries one tile by one cell.
///
/// A move changes it by one, up or down; which of the two is a look-up by the blank's cell, the move and the tile.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// By [`entry`]: +1 or -1.
    change: Box<[i8; ENTRIES]>,
    /// `[cell * T::CAPACITY + tile]`: the rows and columns from the cell to the tile's own; 0 for the blank.
    away: Vec<u8>,
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
        let mut away = vec![0; cells * T::CAPACITY];
        for cell in 0..cells {
            for tile in (1..=u8::MAX).take(cells - 1) {
                let steps = rows_and_columns(puzzle, cell, puzzle.home(tile));
                away[cell * T::CAPACITY + usize::from(tile)] =
                    u8::try_from(steps).debug_unwrap_or(u8::MAX);
            }
        }
        Self { change, away }
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
            let entry = cell * T::CAPACITY + usize::from(board.get(cell));
            u32::from(self.away.get(entry).copied().debug_unwrap_or(0))
        };
        (0..puzzle.size().cells()).map(away).sum()
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
