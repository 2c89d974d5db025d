//! IDA* broken off and continued, and on several processes.

mod resume;
mod shared;

use crate::kernel::tiles::{Nibbles, Order, Size, Tiles};

fn small(width: usize, height: usize, blank: usize) -> Tiles<Nibbles> {
    let size = Size::new(width, height).unwrap();
    Tiles::rectangle(size, blank, Order::default()).unwrap()
}

/// Runs something in a pool of this many threads, where there are pools.
fn in_pool<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "rayon")]
    {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(run)
    }
    #[cfg(not(feature = "rayon"))]
    {
        let _ = threads;
        run()
    }
}
