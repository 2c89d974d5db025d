//! Standard output that is closed from the beginning (`fewest solve eight >&-`).

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::ensure;

/// Set if nothing can be written to standard output.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Refuses a command whose output would be lost.
pub fn ensure_open() -> anyhow::Result<()> {
    let is_open = !IS_CLOSED.load(Ordering::Relaxed);
    ensure!(is_open, "can't write the output: standard output is closed");
    Ok(())
}

/// Runs before `main`, since the standard library opens /dev/null in place of a closed output.
#[cfg(unix)]
#[expect(unsafe_code, reason = "the only way to run before the library does")]
#[used]
#[cfg_attr(
    target_vendor = "apple",
    unsafe(link_section = "__DATA,__mod_init_func")
)]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = look;

#[cfg(unix)]
#[expect(unsafe_code, reason = "the output may be closed")]
extern "C" fn look() {
    // SAFETY: the borrowed output is only used here, and the system checks it.
    let output = unsafe { std::os::fd::BorrowedFd::borrow_raw(1) };
    let written = nix::unistd::write(output, &[]);
    let is_closed = written == Err(nix::errno::Errno::EBADF);
    IS_CLOSED.store(is_closed, Ordering::Relaxed);
}
