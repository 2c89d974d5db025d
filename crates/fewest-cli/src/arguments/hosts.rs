//! Arguments of commands that several hosts share.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use fewest_cluster::{Cluster, Hosts};

use super::values::time;

/// The longest time to wait for other hosts.
const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// A time that other hosts can be waited for.
fn timeout(word: &str) -> Result<Duration, String> {
    match time(word)? {
        time if time.is_zero() || time > LONGEST_WAIT => Err("expected 1ms to 24h".to_owned()),
        time => Ok(time),
    }
}

/// The hosts of a job, and which of them this is.
#[derive(Debug, Args)]
pub struct Together {
    /// Work together with other hosts: a file with a HOST:PORT on each line, the same on all
    #[arg(long, value_name = "FILE", requires = "host", help_heading = "Hosts")]
    pub hosts: Option<PathBuf>,

    /// Which line of the file is this host's, from 0 on. The first writes what is found
    #[arg(long, value_name = "I", requires = "hosts", help_heading = "Hosts")]
    pub host: Option<usize>,

    /// Time to wait for other hosts, like 30s or 5m
    #[arg(long, value_name = "TIME", requires = "hosts", default_value = "1m", help_heading = "Hosts", value_parser = timeout)]
    pub connect_timeout: Duration,
}

impl Together {
    /// The hosts, if there are some, each with this many threads or one for each core.
    ///
    /// # Errors
    /// If the list of hosts can't be used.
    pub fn cluster(&self, threads: Option<u16>) -> anyhow::Result<Option<Cluster>> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let read = |list: &PathBuf| {
            Ok(Cluster {
                hosts: Hosts::read(list).with_context(|| list.display().to_string())?,
                host: self.host.unwrap_or(0),
                workers: threads.map_or_else(cores, usize::from),
                connect_timeout: self.connect_timeout,
            })
        };
        self.hosts.as_ref().map(read).transpose()
    }
}
