//! Signals. The first Ctrl-C ends the run cleanly, with what is done so far; a second ends it at
//! once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "page")]
use std::sync::mpsc::{self, Receiver};

use anyhow::Context;

const INTERRUPTED: i32 = 130;

/// Whether Ctrl-C was pressed.
static IS_PRESSED: AtomicBool = AtomicBool::new(false);
/// Set while the program waits for input, when there is nothing to end cleanly.
static IS_WAITING: AtomicBool = AtomicBool::new(false);

/// Makes a file that grows past the limit of `ulimit -f` an error where it is written, not the end of
/// the program.
pub fn outlive_large_files() {
    // A signal that is handled leaves the error to the write; programs that are started do not
    // inherit a handler. If it fails, the signal ends the program.
    #[cfg(unix)]
    drop(signal_hook::flag::register(
        signal_hook::consts::SIGXFSZ,
        Arc::default(),
    ));
}

/// Lets Ctrl-C set a flag.
pub fn catch(cancel: Arc<AtomicBool>) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        cancel.store(true, Ordering::Relaxed);
        if IS_PRESSED.swap(true, Ordering::SeqCst) || IS_WAITING.load(Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
    })
    .context("can't catch Ctrl-C")
}

/// Makes Ctrl-C a message, for a command that runs until then.
#[cfg(feature = "page")]
pub fn message() -> anyhow::Result<Receiver<()>> {
    let (sender, pressed) = mpsc::channel();
    ctrlc::set_handler(move || {
        // Nobody listens once the program ends anyway.
        let _ = sender.send(());
    })
    .context("can't catch Ctrl-C")?;
    Ok(pressed)
}

/// Whether the program waits for input.
pub fn is_waiting() -> bool {
    IS_WAITING.load(Ordering::SeqCst)
}

/// Runs what may wait for input. Everything answered so far has been written by then.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    // In this order, and the handler's the other way round: one of the two sees the other's flag.
    IS_WAITING.store(true, Ordering::SeqCst);
    if IS_PRESSED.load(Ordering::SeqCst) {
        std::process::exit(INTERRUPTED);
    }
    let result = wait();
    IS_WAITING.store(false, Ordering::SeqCst);
    result
}
