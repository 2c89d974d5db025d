//! Arguments of commands that several hosts share.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use fewest_cluster::{Cluster, Hosts};

/// The hosts of a job, and which of them this is.
#[derive(Debug, Args)]
pub struct Together {
    /// Work together with other hosts: a file with a HOST:PORT on each line, the same on all
    #[arg(long, value_name = "FILE", requires = "host", help_heading = "Hosts")]
    pub hosts: Option<PathBuf>,

    /// Which line of the file is this host's, from 0 on. The first writes what is found
    #[arg(long, value_name = "I", requires = "hosts", help_heading = "Hosts")]
    pub host: Option<usize>,

    /// Threads that work on each host; for a survey the same on all. Default: one for each core
    #[arg(long, value_name = "N", requires = "hosts", conflicts_with = "threads", help_heading = "Hosts", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,

    /// How long other hosts are waited for, in seconds
    #[arg(long, value_name = "S", requires = "hosts", default_value_t = 60, help_heading = "Hosts", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub connect_timeout: u32,
}

impl Together {
    /// The hosts, if there are some.
    ///
    /// # Errors
    /// If the list of hosts can't be used.
    pub fn cluster(&self) -> anyhow::Result<Option<Cluster>> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let read = |list: &PathBuf| {
            Ok(Cluster {
                hosts: Hosts::read(list).with_context(|| list.display().to_string())?,
                host: self.host.unwrap_or(0),
                workers: self.workers.map_or_else(cores, usize::from),
                connect_timeout: Duration::from_secs(self.connect_timeout.into()),
            })
        };
        self.hosts.as_ref().map(read).transpose()
    }
}
