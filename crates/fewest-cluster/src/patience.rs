//! Reads from a connection with a time limit and cancellation.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::network::Socket;

/// The pause between two attempts to reach a host, and between two checks of a listener.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);
/// The time limit of a whole introduction. Tests have less.
pub(crate) const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 5 });

#[derive(Clone, Copy)]
pub(crate) struct Patience<'a> {
    pub until: Instant,
    pub cancel: &'a AtomicBool,
}

impl Patience<'_> {
    pub fn is_left(&self) -> bool {
        !self.cancel.load(Ordering::Relaxed) && Instant::now() < self.until
    }

    /// The limits for one whole introduction, however slowly its bytes arrive.
    pub fn introduction(mut self) -> Self {
        self.until = self.until.min(Instant::now() + PATIENCE);
        self
    }
}

/// Configures a connection for [`fill`].
pub(crate) fn prepare(stream: &Socket) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PAUSE))?;
    stream.set_write_timeout(Some(PATIENCE))
}

/// Fills the buffer while `is_left` returns true. Each read of the stream ends after a pause.
pub(crate) fn fill(
    stream: &mut Socket,
    room: &mut [u8],
    mut is_left: impl FnMut() -> bool,
) -> io::Result<()> {
    let mut filled = 0;
    while filled < room.len() {
        if !is_left() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        match stream.read(&mut room[filled..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => filled += read,
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted
                | io::ErrorKind::WouldBlock
                | io::ErrorKind::TimedOut => {}
                _ => return Err(error),
            },
        }
    }
    Ok(())
}
