//! An output that records whether anything was written.

use std::io::{self, Write};

/// An output that records whether anything was written to it.
pub struct Watched<W> {
    output: W,
    has_written: bool,
}

impl<W: Write> Watched<W> {
    pub const fn new(output: W) -> Self {
        Self {
            output,
            has_written: false,
        }
    }

    /// The note about an interruption; `what` is "answers" or "boards".
    pub fn interrupted(&self, what: &str) -> String {
        if self.has_written {
            format!("interrupted; the {what} so far are complete")
        } else {
            format!("interrupted before there were any {what}")
        }
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.has_written |= !bytes.is_empty();
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
