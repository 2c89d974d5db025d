//! Ctrl-C: the first ends the run cleanly, with what is done so far; a second ends it at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

const INTERRUPTED: i32 = 130;

/// Set while the program waits for input, when there is nothing to end cleanly.
static IS_WAITING: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C set a flag.
pub fn catch(cancel: Arc<AtomicBool>) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if cancel.swap(true, Ordering::Relaxed) || IS_WAITING.load(Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })
    .context("can't catch Ctrl-C")
}

/// Runs what may wait for input.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    IS_WAITING.store(true, Ordering::Relaxed);
    let result = wait();
    IS_WAITING.store(false, Ordering::Relaxed);
    result
}
