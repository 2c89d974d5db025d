//! Boards of sliding tiles, and their storage.

use std::fmt::Debug;
use std::hash::Hash;

use super::MAX_CELLS;

/// The storage of a board's tiles.
pub trait Storage: TileCells {}

impl<S: TileCells> Storage for S {}

/// The cells of a board of tiles; 0 is the blank.
pub trait TileCells: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The maximum number of cells.
    const CAPACITY: usize;
    /// All cells blank.
    const BLANK: Self;

    /// The tile on a cell.
    fn get(&self, cell: usize) -> u8;

    /// Puts a tile on a blank cell.
    fn put(&mut self, cell: usize, tile: u8);

    /// Carries the tile at `from` to the blank cell `to`, which leaves `from` blank.
    fn slide(&mut self, from: usize, to: usize);

    /// The tiles in reading order without the blank's cell, four bits each; `None` if too many.
    fn sequence(&self, blank: usize) -> Option<u64>;

    /// All tiles in a word; `None` if they do not fit.
    fn pack(&self) -> Option<u64> {
        None
    }

    /// The tiles of a packed word, and the first blank cell.
    #[must_use]
    fn unpack(_: u64) -> Option<(Self, u8)> {
        None
    }
}

/// Up to 16 tiles, four bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nibbles(pub u64);

impl TileCells for Nibbles {
    const CAPACITY: usize = 16;
    const BLANK: Self = Self(0);

    #[inline]
    fn get(&self, cell: usize) -> u8 {
        debug_assert!(cell < Self::CAPACITY, "cell {cell}");
        (self.0 >> ((4 * cell) & 63) & 15) as u8
    }

    #[inline]
    fn put(&mut self, cell: usize, tile: u8) {
        debug_assert!(
            cell < Self::CAPACITY && tile < 16,
            "tile {tile} on cell {cell}"
        );
        self.0 |= u64::from(tile & 15) << ((4 * cell) & 63);
    }

    #[inline]
    fn slide(&mut self, from: usize, to: usize) {
        debug_assert!(
            to < Self::CAPACITY && self.get(to) == 0,
            "cell {to} is blank"
        );
        let tile = u64::from(self.get(from));
        self.0 ^= tile << ((4 * from) & 63) | tile << ((4 * to) & 63);
    }

    #[inline]
    fn sequence(&self, blank: usize) -> Option<u64> {
        debug_assert!(blank < Self::CAPACITY, "cell {blank}");
        let below = (1u64 << ((4 * blank) & 63)) - 1;
        Some(self.0 & below | self.0 >> 4 & !below)
    }

    #[inline]
    fn pack(&self) -> Option<u64> {
        Some(self.0)
    }

    /// Subtracting 1 sets the top bit of the first 0; a tile below with a top bit had one before.
    #[inline]
    fn unpack(word: u64) -> Option<(Self, u8)> {
        let borrowed = word.wrapping_sub(0x1111_1111_1111_1111) & !word & 0x8888_8888_8888_8888;
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let blank = (borrowed.trailing_zeros() / 4) as u8 & 15;
        Some((Self(word), blank))
    }
}

/// Up to `N` tiles, one byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes<const N: usize>([u8; N]);

impl<const N: usize> TileCells for Bytes<N> {
    const CAPACITY: usize = N;
    const BLANK: Self = Self([0; N]);

    #[inline]
    fn get(&self, cell: usize) -> u8 {
        debug_assert!(cell < N, "cell {cell}");
        self.0[cell % N]
    }

    #[inline]
    fn put(&mut self, cell: usize, tile: u8) {
        debug_assert!(cell < N, "tile {tile} on cell {cell}");
        self.0[cell % N] = tile;
    }

    #[inline]
    fn slide(&mut self, from: usize, to: usize) {
        debug_assert!(from < N && self.get(to) == 0, "cell {to} is blank");
        self.0[to % N] = self.0[from % N];
        self.0[from % N] = 0;
    }

    fn sequence(&self, _: usize) -> Option<u64> {
        None
    }
}

/// A board: the tiles, and the blank's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileBoard<S> {
    pub(super) tiles: S,
    pub(super) blank: u8,
}

impl<S: Storage> TileBoard<S> {
    /// The board with these tiles in reading order, 0 for the blank. `None` unless they fit and are
    /// `0..cells` in some order.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// use fewest::kernel::tiles::{TileBoard, Nibbles};
    ///
    /// let board = TileBoard::<Nibbles>::new(&[1, 2, 3, 0]).expect("each tile once");
    /// assert_eq!((board.get(1), board.blank()), (2, 3));
    /// assert!(TileBoard::<Nibbles>::new(&[1, 1, 2, 0]).is_none());
    /// ```
    #[must_use]
    pub fn new(cells: &[u8]) -> Option<Self> {
        Self::named(cells, Some)
    }

    /// The board whose tiles have these names; `None` if one has no name, or one that is too large.
    #[inline]
    pub(super) fn named(cells: &[u8], name: impl Fn(u8) -> Option<u8>) -> Option<Self> {
        if cells.len() > S::CAPACITY || cells.len() > MAX_CELLS {
            return None;
        }
        // One bit per tile is faster to clear than a byte.
        let mut seen = [0u64; MAX_CELLS / 64];
        let mut board = Self {
            tiles: S::BLANK,
            blank: 0,
        };
        for (cell, &tile) in cells.iter().enumerate() {
            let tile = name(tile)?;
            let (word, bit) = (usize::from(tile) / 64, 1 << (tile % 64));
            if usize::from(tile) >= cells.len() || seen[word] & bit != 0 {
                return None;
            }
            seen[word] |= bit;
            if tile == 0 {
                board.blank = u8::try_from(cell).ok()?;
            } else {
                board.tiles.put(cell, tile);
            }
        }
        Some(board)
    }

    /// The tile on a cell, 0 for the blank.
    #[inline]
    #[must_use]
    pub fn get(&self, cell: usize) -> u8 {
        self.tiles.get(cell)
    }

    /// Moves the blank to a neighbouring cell.
    #[inline]
    pub(super) fn carry_blank(&mut self, to: usize) {
        self.tiles.slide(to, self.blank());
        #[expect(clippy::cast_possible_truncation, reason = "cells are below 256")]
        let blank = to as u8;
        self.blank = blank;
    }

    /// The cell of the blank.
    #[inline]
    #[must_use]
    pub fn blank(&self) -> usize {
        self.blank.into()
    }
}
