//! Making any goal the canonical one.

use super::{Board, MAX_CELLS, Size, Tiles};

/// New names for the tiles that make a goal canonical: tile `t` gets its place among the goal's tiles in reading order.
#[derive(Clone, Debug)]
pub struct Relabelling {
    names: [u8; MAX_CELLS],
    /// By new name: the old one.
    old: [u8; MAX_CELLS],
    cells: usize,
    blank: usize,
}

impl Relabelling {
    /// The names that make this goal canonical.
    #[must_use]
    pub fn of<T: Tiles>(goal: &Board<T>, size: Size) -> Self {
        let mut names = [0; MAX_CELLS];
        let mut old = [0; MAX_CELLS];
        let mut next = 0;
        for cell in (0..size.cells()).filter(|&cell| cell != goal.blank()) {
            next += 1;
            names[usize::from(goal.get(cell))] = next;
            old[usize::from(next)] = goal.get(cell);
        }
        Self {
            names,
            old,
            cells: size.cells(),
            blank: goal.blank(),
        }
    }

    /// The cell of the goal's blank.
    #[must_use]
    pub const fn blank(&self) -> usize {
        self.blank
    }

    /// The board with the new names.
    #[inline]
    #[must_use]
    pub fn apply<T: Tiles>(&self, board: &Board<T>) -> Board<T> {
        self.rename(board, &self.names)
    }

    /// The board with the old names: takes [`apply`](Self::apply) back.
    #[inline]
    #[must_use]
    pub fn restore<T: Tiles>(&self, board: &Board<T>) -> Board<T> {
        self.rename(board, &self.old)
    }

    #[inline]
    fn rename<T: Tiles>(&self, board: &Board<T>, names: &[u8; MAX_CELLS]) -> Board<T> {
        let mut tiles = T::BLANK;
        for cell in (0..self.cells).filter(|&cell| cell != board.blank()) {
            tiles.put(cell, names[usize::from(board.get(cell))]);
        }
        Board {
            tiles,
            blank: board.blank,
        }
    }
}
