//! Rectangles of sliding tiles: the kernel [`tiles`](crate::kernel::tiles) by the names of its callers.

pub use crate::kernel::tiles::{
    Board, Bytes, Direction, MAX_CELLS, Nibbles, Order, Relabelling, Size, Storage as Tiles,
    Tiles as Sliding,
};
