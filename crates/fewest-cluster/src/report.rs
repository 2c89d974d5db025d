//! Reports of lost hosts.
//!
//! A host that loses another ends, and so do its connections. Without its report, each host would name the one whose
//! connection ended first, and a whole cluster would name hosts that ended because of another.

use std::io::{self, Write};
use std::time::Duration;

use thiserror::Error;

use crate::frame::{LOST, Link, Seal};
use crate::network::Socket;

/// The time in which connections must become free for a report.
pub(crate) const REPORTING: Duration = Duration::from_secs(1);

/// A host has no connection to another, and therefore ends.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("host {by} has no connection to host {lost}")]
pub(crate) struct Report {
    pub by: u32,
    pub lost: u32,
}

impl Report {
    /// The length of its bytes.
    pub const LENGTH: u32 = 8;

    /// The report of a host that has lost another because of this error. Another host's report is passed on.
    pub fn new(by: usize, lost: usize, error: &io::Error) -> Self {
        let number = |host| u32::try_from(host).unwrap_or(u32::MAX);
        Self::in_error(error).unwrap_or(Self {
            by: number(by),
            lost: number(lost),
        })
    }

    /// The report that was received instead of a message.
    pub fn in_error(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }

    /// A received report as an error; `InvalidData` if its length is wrong.
    pub fn received(bytes: &[u8]) -> io::Error {
        let number = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?));
        let report = bytes.split_at_checked(4).and_then(|(by, lost)| {
            let (by, lost) = (number(by)?, number(lost)?);
            Some(Self { by, lost })
        });
        report.map_or(io::ErrorKind::InvalidData.into(), io::Error::other)
    }

    /// The host that an error of a connection shows to be lost.
    pub fn lost_host(local: usize, peer: usize, error: &io::Error) -> usize {
        match Self::in_error(error) {
            Some(Self { by, lost }) if lost as usize == local => by as usize,
            Some(Self { lost, .. }) => lost as usize,
            None => peer,
        }
    }

    /// Sends it as the last frame of a connection. If that fails, the other host only sees the connection end.
    pub fn send(self, stream: &mut Socket, seal: &mut Seal) {
        let [by, lost] = [self.by, self.lost].map(u32::to_le_bytes);
        let content = [by, lost].concat();
        let frame = [&seal.head(LOST, &content)[..], &content].concat();
        drop(
            (stream.set_write_timeout(Some(REPORTING / 10)))
                .and_then(|()| stream.write_all(&frame)),
        );
    }

    /// Sends it on all connections.
    pub fn send_all<'l>(self, links: impl IntoIterator<Item = &'l mut Link>) {
        for link in links {
            self.send(&mut link.stream, &mut link.writing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_the_host_that_was_lost_first() {
        let error = Report::received(&[[1, 0, 0, 0], [2, 0, 0, 0]].concat());
        assert_eq!(error.to_string(), "host 1 has no connection to host 2");
        // It arrived from host 1.
        assert_eq!(Report::lost_host(0, 1, &error), 2);
        // Host 2 itself can only know that host 1 was lost, even if it hears it from host 0.
        assert_eq!(Report::lost_host(2, 0, &error), 1);
        assert_eq!(Report::new(0, 2, &error), Report { by: 1, lost: 2 });
        let ended = io::ErrorKind::UnexpectedEof.into();
        assert_eq!(Report::lost_host(0, 1, &ended), 1);
        assert_eq!(Report::new(0, 1, &ended), Report { by: 0, lost: 1 });
        for length in [0, 4, 7, 9] {
            let error = Report::received(&vec![0; length]);
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{length}");
        }
    }
}
