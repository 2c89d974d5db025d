//! Several machines that work on one puzzle: they count its boards level by level, build its table,
//! or search for one board.
//!
//! The counting ([`count_levels`], [`build_table`]) uses [`fewest::levels::Dealt`]: ranks are dealt
//! into portions, each worker has some, and boards found for other workers' portions are sent to
//! them. [Timely Dataflow](timely) carries them, and detects when all have arrived (D. G. Murray
//! and others, "Naiad: a timely dataflow system", 2013).
//!
//! The search ([`solve_together`]) is IDA* by subtrees, [shared](fewest::search::ida_star::turns)
//! among processes: one leads and deals subtrees to the helpers.
//!
//! ```no_run
//! use fewest::levels::LevelOptions;
//! use fewest::{Options, Puzzle};
//! use fewest_cluster::{Cluster, Hosts};
//!
//! // The same on every host, but for `host`.
//! let cluster = Cluster {
//!     hosts: Hosts::parse(&std::fs::read_to_string("hosts.txt")?)?,
//!     host: 0,
//!     workers: 8,
//!     connect_timeout: std::time::Duration::from_mins(1),
//! };
//! let puzzle = Puzzle::open("sliding:7x2")?;
//! let levels = fewest_cluster::count_levels(
//!     &puzzle,
//!     &cluster,
//!     &LevelOptions::default(),
//!     &Options::default(),
//! )?;
//! assert_eq!(levels.counts.len(), 109);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod channel;
mod connect;
mod frame;
#[cfg(test)]
mod garbled;
mod helper;
mod hosts;
mod lead;
mod letters;
mod levels;
mod mail;
mod network;
mod outbox;
mod patience;
mod report;
mod run;
#[cfg(test)]
mod simulated;
mod solve;
mod strangers;
mod wire;

use std::io;
use std::time::Duration;

use fewest::levels::{Disagreement, LevelsError};
use fewest::support::number::{counted, span};
use fewest::{PuzzleError, TableError};
use thiserror::Error;

pub use helper::Help;
pub use hosts::{Hosts, HostsError};
pub use levels::{build_table, count_levels};
pub use solve::{Part, solve_together};

/// The processes that share a job, and the number of this one.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// All hosts.
    pub hosts: Hosts,
    /// The number of this host.
    pub host: usize,
    /// The number of threads per host, the same on all hosts.
    pub workers: usize,
    /// The longest time to wait for the other hosts.
    pub connect_timeout: Duration,
}

/// The reason a shared job failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// Boards can't be counted.
    #[error(transparent)]
    Levels(#[from] LevelsError),
    /// Only all boards can be counted on several hosts.
    #[error("several hosts can only count all boards, not the boards of a set")]
    Unshared,
    /// The table can't be built level by level.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no such host.
    #[error("no host {0}: the list has {hosts}, numbered from 0", hosts = counted(*.1 as u64, "host"))]
    NoHost(usize, usize),
    /// The address of this host can't be used.
    #[error("{0}: can't listen here: {1}")]
    Address(String, io::Error),
    /// Some hosts did not connect in time.
    #[error("{0} did not connect within {time}", time = span(*.1))]
    Missing(String, Duration),
    /// A host has a different list of hosts, or is not a host of this job.
    #[error("{0}: {1}")]
    Refused(String, io::Error),
    /// A host has a different job.
    #[error("{0} {1}, {2} {3}: they must agree")]
    Different(String, String, String, String),
    /// The hosts' folders don't belong to one run.
    #[error(transparent)]
    Folders(#[from] Disagreement),
    /// A host was lost.
    #[error("{0} was lost: {1}")]
    Lost(String, String),
    /// The machine has no threads or connections left.
    #[error("can't start workers: {0}")]
    Workers(io::Error),
    /// A worker received impossible boards, counts or parcels.
    #[error("a host sent boards that do not exist: do all run the same program?")]
    Impossible,
    /// A worker panicked.
    #[error("a worker failed, because of a host's message or a bug in fewest: {0}")]
    Panicked(String),
    /// Another worker of this process has failed and reports the reason.
    #[error("another worker has failed")]
    Other,
}

impl From<PuzzleError> for ClusterError {
    fn from(error: PuzzleError) -> Self {
        Self::Levels(error.into())
    }
}
