//! IDA* interrupted and resumed, and on several processes.

mod pool;
mod resume;
mod shared;

use pool::in_pool;

use crate::kernel::tiles::{Nibbles, Order, Size, Tiles};

fn small(width: usize, height: usize, blank: usize) -> Tiles<Nibbles> {
    let size = Size::new(width, height).unwrap();
    Tiles::rectangle(size, blank, Order::default()).unwrap()
}
