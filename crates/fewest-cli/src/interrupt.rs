//! Signals. The first Ctrl-C ends the run cleanly, with the results so far; a second at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "page")]
use std::sync::mpsc::{self, Receiver};

use anyhow::Context;

const INTERRUPTED: i32 = 130;

/// Set once Ctrl-C was pressed.
static IS_PRESSED: AtomicBool = AtomicBool::new(false);
/// Set while the program waits for input and has nothing to clean up.
static IS_WAITING: AtomicBool = AtomicBool::new(false);

/// Turns exceeding the file size limit of `ulimit -f` into a write error instead of a fatal signal.
pub fn outlive_large_files() {
    // With a handler, the write returns the error; child processes do not inherit a handler.
    // Without one, the signal ends the program.
    #[cfg(unix)]
    drop(signal_hook::flag::register(
        signal_hook::consts::SIGXFSZ,
        Arc::default(),
    ));
}

/// Reports a mapped table that can't be read: the disk failed, or another program changed the file.
/// The system sends a signal, which would end the program without a message.
pub fn report_unreadable_maps() {
    #[cfg(unix)]
    #[expect(unsafe_code, reason = "a handler interrupts other code")]
    {
        use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};

        let handler = SigHandler::Handler(unreadable_map);
        let action = SigAction::new(handler, SaFlags::empty(), SigSet::empty());
        // SAFETY: the handler calls only functions that may interrupt any code.
        let _ = unsafe { sigaction(Signal::SIGBUS, &action) };
    }
}

#[cfg(unix)]
extern "C" fn unreadable_map(_: std::ffi::c_int) {
    static IS_REPORTED: AtomicBool = AtomicBool::new(false);
    let problem = b"error: can't read a table that is mapped into memory: the disk failed, or another program \
        changed the file\n";
    // Several threads may read at the same time.
    if IS_REPORTED.swap(true, Ordering::SeqCst) {
        loop {
            nix::unistd::pause();
        }
    }
    // Standard error may be closed.
    let _ = nix::unistd::write(std::io::stderr(), problem);
    signal_hook::low_level::exit(2);
}

/// Makes Ctrl-C set a flag.
pub fn catch(cancel: Arc<AtomicBool>) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        cancel.store(true, Ordering::Relaxed);
        if IS_PRESSED.swap(true, Ordering::SeqCst) || IS_WAITING.load(Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
    })
    .context("can't catch Ctrl-C")
}

/// Makes Ctrl-C send a message, for a command that runs until then.
#[cfg(feature = "page")]
pub fn message() -> anyhow::Result<Receiver<()>> {
    let (sender, pressed) = mpsc::channel();
    ctrlc::set_handler(move || {
        // A missing receiver means the program is ending anyway.
        let _ = sender.send(());
    })
    .context("can't catch Ctrl-C")?;
    Ok(pressed)
}

pub fn is_waiting() -> bool {
    IS_WAITING.load(Ordering::SeqCst)
}

/// Runs code that may wait for input. All answers so far must have been written.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    // The handler uses the opposite order, so one of the two sees the other's flag.
    IS_WAITING.store(true, Ordering::SeqCst);
    if IS_PRESSED.load(Ordering::SeqCst) {
        std::process::exit(INTERRUPTED);
    }
    let result = wait();
    IS_WAITING.store(false, Ordering::SeqCst);
    result
}
