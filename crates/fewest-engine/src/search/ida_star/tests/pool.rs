//! Thread pools.

/// Runs a function in a pool of this many threads, or without a pool if the library has none.
pub fn in_pool<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
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
