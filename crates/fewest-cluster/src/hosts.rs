//! The list of hosts, which is also their shared secret.

use std::collections::BTreeMap;

use fewest::support::number::grouped;
use thiserror::Error;

/// The addresses of the processes that share a job, numbered from 0.
///
/// Parsed from a text with a `HOST:PORT` on each line; `#` starts a comment. The text must be
/// identical, byte for byte, for all processes: it is also their shared secret, and a process with
/// a different text is rejected. If the ports are reachable from outside, put a random string in a
/// comment.
///
/// ```
/// use fewest_cluster::Hosts;
///
/// let hosts = Hosts::parse("# 5f1c9be2\nnode1:7000\nnode2:7000\n")?;
/// assert_eq!((hosts.len(), hosts.address(1)), (2, "node2:7000"));
/// let error = Hosts::parse("node1\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: expected HOST:PORT, found `node1`");
/// # Ok::<(), fewest_cluster::HostsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hosts {
    pub(crate) addresses: Vec<String>,
    pub(crate) key: [u8; 32],
}

/// The reason a list of hosts can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line is not an address.
    #[error("line {0}: expected HOST:PORT, found `{1}`")]
    Line(usize, String),
    /// Two lines have the same address.
    #[error("line {0}: {2} is already on line {1}")]
    Twice(usize, usize, String),
    /// The list is empty.
    #[error("names no host; expected a HOST:PORT on each line")]
    Empty,
    /// The list is too long.
    #[error("names {} hosts; at most {} can work together", grouped(*.0 as u64), grouped(MAX_HOSTS as u64))]
    Many(usize),
}

/// Limited because every process has a connection to every other.
const MAX_HOSTS: usize = 1024;

impl Hosts {
    /// Parses a list.
    ///
    /// # Errors
    /// If the text is not a list of hosts.
    pub fn parse(text: &str) -> Result<Self, HostsError> {
        let mut lines = BTreeMap::new();
        let mut addresses = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let address = line
                .split_once('#')
                .map_or(line, |(address, _)| address)
                .trim();
            if address.is_empty() {
                continue;
            }
            let port = address
                .rsplit_once(':')
                .filter(|(host, _)| !host.is_empty());
            let port = port.and_then(|(_, port)| port.parse::<u16>().ok());
            if port.is_none_or(|port| port == 0) || address.contains(char::is_whitespace) {
                return Err(HostsError::Line(number, address.to_owned()));
            }
            if let Some(earlier) = lines.insert(address, number) {
                return Err(HostsError::Twice(number, earlier, address.to_owned()));
            }
            addresses.push(address.to_owned());
        }
        match addresses.len() {
            0 => Err(HostsError::Empty),
            hosts if hosts > MAX_HOSTS => Err(HostsError::Many(hosts)),
            _ => Ok(Self {
                addresses,
                key: blake3::derive_key("fewest 2026-11-23 hosts of one job", text.as_bytes()),
            }),
        }
    }

    /// The number of hosts, at least one.
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.addresses.len()
    }

    /// The address of a host.
    ///
    /// # Panics
    /// If there is no such host.
    #[must_use]
    pub fn address(&self, host: usize) -> &str {
        &self.addresses[host]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let hosts = Hosts::parse(" a:1 # one\r\n\n#\n[::1]:65535\n10.0.0.1:80").unwrap();
        assert_eq!(hosts.addresses, ["a:1", "[::1]:65535", "10.0.0.1:80"]);
        let other = Hosts::parse("a:1\n[::1]:65535\n10.0.0.1:80").unwrap();
        assert_ne!(hosts.key, other.key);
        for (text, message) in [
            ("", "names no host; expected a HOST:PORT on each line"),
            (
                "# none\n",
                "names no host; expected a HOST:PORT on each line",
            ),
            ("a:1\nb:x", "line 2: expected HOST:PORT, found `b:x`"),
            (":1", "line 1: expected HOST:PORT, found `:1`"),
            ("a:0", "line 1: expected HOST:PORT, found `a:0`"),
            ("a:65536", "line 1: expected HOST:PORT, found `a:65536`"),
            ("a:1 b:1", "line 1: expected HOST:PORT, found `a:1 b:1`"),
            ("a:1\n\na:1", "line 3: a:1 is already on line 1"),
        ] {
            assert_eq!(Hosts::parse(text).unwrap_err().to_string(), message);
        }
        let many: Vec<String> = (1..=1025).map(|port| format!("a:{port}")).collect();
        let message = Hosts::parse(&many.join("\n")).unwrap_err().to_string();
        assert_eq!(
            message,
            "names 1,025 hosts; at most 1,024 can work together"
        );
    }
}
