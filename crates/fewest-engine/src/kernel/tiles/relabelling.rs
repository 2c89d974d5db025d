//! Relabelling that makes any goal canonical.

use super::{MAX_CELLS, Storage, TileBoard};

/// New names for the pieces that make a goal canonical. Its blank becomes 0, and any other piece
/// its place among the goal's tiles in reading order.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::kernel::tiles::Relabelling;
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// // The snail's goal: under new names it is 1 2 3 4, blank, 5 6 7 8.
/// let snail = TileBoard::<Nibbles>::new(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).expect("each tile once");
/// let names = Relabelling::of(&snail, 9);
/// let goal = eight.with_blank(4).expect("a cell").goal();
/// assert_eq!(names.apply(&snail), goal);
/// ```
#[derive(Clone, Debug)]
pub struct Relabelling {
    /// For each symbol, its tile.
    names: [u8; MAX_CELLS],
    /// For each tile, its symbol.
    old: [u8; MAX_CELLS],
    cells: usize,
    blank: usize,
}

impl Relabelling {
    /// The names for a goal with these symbols. `None` unless they are `0..cells` in some order.
    #[must_use]
    pub fn of_symbols(goal: &[u8], blank: u8) -> Option<Self> {
        let cells = goal.len();
        let mut relabelling = Self {
            names: [0; MAX_CELLS],
            old: [0; MAX_CELLS],
            cells,
            blank: goal.iter().position(|&symbol| symbol == blank)?,
        };
        relabelling.old[0] = blank;
        let mut seen = [false; MAX_CELLS];
        let mut next = 0u8;
        for &symbol in goal {
            let at = usize::from(symbol);
            if at >= cells || std::mem::replace(&mut seen[at], true) {
                return None;
            }
            if symbol != blank {
                next = next.checked_add(1)?;
                relabelling.names[at] = next;
                relabelling.old[usize::from(next)] = symbol;
            }
        }
        Some(relabelling)
    }

    /// The names that make this goal canonical.
    #[must_use]
    pub fn of<S: Storage>(goal: &TileBoard<S>, cells: usize) -> Self {
        let mut relabelling = Self::identity(cells, goal.blank());
        let cells = (0..cells).filter(|&cell| cell != goal.blank());
        for (next, cell) in (1..=u8::MAX).zip(cells) {
            relabelling.names[usize::from(goal.get(cell))] = next;
            relabelling.old[usize::from(next)] = goal.get(cell);
        }
        relabelling
    }

    pub(super) fn identity(cells: usize, blank: usize) -> Self {
        let same = std::array::from_fn(|tile| u8::try_from(tile).unwrap_or(0));
        Self {
            names: same,
            old: same,
            cells,
            blank,
        }
    }

    /// These names for a goal with its blank on another cell.
    pub(super) fn with_blank(&self, blank: usize) -> Self {
        Self {
            blank,
            ..self.clone()
        }
    }

    /// The cell of the goal's blank.
    #[must_use]
    pub const fn blank(&self) -> usize {
        self.blank
    }

    /// The symbol of a tile; the blank's for 0.
    #[inline]
    #[must_use]
    pub(crate) const fn symbol(&self, tile: u8) -> u8 {
        self.old[tile as usize]
    }

    /// The board with these symbols under the new names; `None` unless these are `0..cells`.
    #[must_use]
    pub fn board<S: Storage>(&self, symbols: &[u8]) -> Option<TileBoard<S>> {
        if symbols.len() != self.cells {
            return None;
        }
        let names = self.names.get(..self.cells)?;
        TileBoard::named(symbols, |symbol| names.get(usize::from(symbol)).copied())
    }

    /// Appends a board's symbols under the old names: the inverse of [`board`](Self::board).
    pub fn symbols<S: Storage>(&self, board: &TileBoard<S>, symbols: &mut Vec<u8>) {
        symbols.extend((0..self.cells).map(|cell| self.symbol(board.get(cell))));
    }

    /// Returns the board under the new names.
    #[inline]
    #[must_use]
    pub fn apply<S: Storage>(&self, board: &TileBoard<S>) -> TileBoard<S> {
        self.rename(board, &self.names)
    }

    /// Returns the board under the old names: the inverse of [`apply`](Self::apply).
    #[inline]
    #[must_use]
    pub(crate) fn restore<S: Storage>(&self, board: &TileBoard<S>) -> TileBoard<S> {
        self.rename(board, &self.old)
    }

    #[inline]
    fn rename<S: Storage>(&self, board: &TileBoard<S>, names: &[u8; MAX_CELLS]) -> TileBoard<S> {
        let mut tiles = S::BLANK;
        for cell in (0..self.cells).filter(|&cell| cell != board.blank()) {
            tiles.put(cell, names[usize::from(board.get(cell))]);
        }
        TileBoard {
            tiles,
            blank: board.blank,
        }
    }
}
