//! Sizes of rectangles.

use super::{Direction, MAX_CELLS};

/// The size of a board, from 2 x 2 up to 256 cells.
///
/// ```
/// use fewest_model::Size;
///
/// let size = Size::new(3, 2).expect("six cells");
/// assert_eq!((size.width(), size.height(), size.cells()), (3, 2, 6));
/// assert!(Size::new(1, 9).is_none() && Size::new(17, 16).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A size; `None` unless both sides are at least 2 and there are at most 256 cells.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let cells = width.checked_mul(height)?;
        if width < 2 || height < 2 || cells > MAX_CELLS {
            return None;
        }
        Some(Self {
            width: u8::try_from(width).ok()?,
            height: u8::try_from(height).ok()?,
        })
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// The neighbouring cell in a direction; `None` at the edge.
    #[must_use]
    pub const fn beside(self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, column) = (cell / self.width(), cell % self.width());
        match direction {
            Direction::Down if row + 1 < self.height() => Some(cell + self.width()),
            Direction::Left if column > 0 => Some(cell - 1),
            Direction::Right if column + 1 < self.width() => Some(cell + 1),
            Direction::Up if row > 0 => Some(cell - self.width()),
            _ => None,
        }
    }
}
