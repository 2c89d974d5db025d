//! Several machines at work on one puzzle: they count its boards by levels, build its table, or search
//! for one board.
//!
//! The counting ([`count_levels`], [`build_table`]) is that of [`fewest::levels::Dealt`]: ranks are dealt into portions, each worker has
//! some, and boards that are found for the portions of others travel. [Timely Dataflow](timely)
//! carries them, and tells when all have arrived (D. G. Murray and others, "Naiad: a timely dataflow
//! system", 2013).
//!
//! The searching ([`solve_together`]) is IDA* by subtrees, [shared](fewest::search::ida_star::turns)
//! among processes: one leads, and deals subtrees to those that help.
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
mod outbox;
mod patience;
mod run;
mod solve;
mod strangers;
mod wire;

use std::io;
use std::time::Duration;

use fewest::levels::{Disagreement, LevelsError};
use fewest::support::number::span;
use fewest::{PuzzleError, TableError};
use thiserror::Error;

pub use helper::Help;
pub use hosts::{Hosts, HostsError};
pub use levels::{build_table, count_levels};
pub use solve::{Part, solve_together};

/// The processes that share a job, and which of them this is.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// All of them.
    pub hosts: Hosts,
    /// The number of this one.
    pub host: usize,
    /// How many threads work in each; the same in all.
    pub workers: usize,
    /// How long the others are waited for.
    pub connect_timeout: Duration,
}

/// Why a job that is shared was not done.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// Boards can't be counted.
    #[error(transparent)]
    Levels(#[from] LevelsError),
    /// Hosts count only all boards.
    #[error("several hosts count all boards, not those of a set")]
    Unshared,
    /// The table can't be built by levels.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no such host.
    #[error("there is no host {0}: {1} hosts are named, from 0 on")]
    NoHost(usize, usize),
    /// The address of this host can't be used.
    #[error("{0}: can't listen here: {1}")]
    Address(String, io::Error),
    /// Some hosts have not come in time.
    #[error("{0} did not come in {time}", time = span(*.1))]
    Missing(String, Duration),
    /// A host has another list of hosts, or is none.
    #[error("{0}: {1}")]
    Refused(String, io::Error),
    /// A host does something else.
    #[error("{0} {1}, {2} {3}: all hosts need the same")]
    Different(String, String, String, String),
    /// The folders of the hosts are not those of one run.
    #[error(transparent)]
    Folders(#[from] Disagreement),
    /// A host was lost.
    #[error("{0} is gone: {1}")]
    Lost(String, String),
    /// The machine has no threads or connections left.
    #[error("can't start workers: {0}")]
    Workers(io::Error),
    /// A worker got boards, counts or parcels that cannot exist.
    #[error("a host sent boards that do not exist: do all run the same program?")]
    Impossible,
    /// A worker panicked.
    #[error("a worker failed, because of a host's message or a defect of fewest: {0}")]
    Panicked(String),
    /// Another worker of this process has failed, and says why.
    #[error("another worker has failed")]
    Other,
}

impl From<PuzzleError> for ClusterError {
    fn from(error: PuzzleError) -> Self {
        Self::Levels(error.into())
    }
}
