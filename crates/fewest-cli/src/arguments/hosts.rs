//! Arguments of commands that several hosts share.

use std::path::PathBuf;

use clap::Args;

/// The hosts of a job, and which of them this is.
#[derive(Debug, Args)]
pub struct Together {
    /// Count together with other hosts: a file with a HOST:PORT on each line, the same on all
    #[arg(long, value_name = "FILE", requires = "host", conflicts_with_all = ["plot", "all", "dry_run", "from", "verify", "keep_all"])]
    pub hosts: Option<PathBuf>,

    /// Which line of the file is this host's, from 0 on. The first writes the report
    #[arg(long, value_name = "I", requires = "hosts")]
    pub host: Option<usize>,

    /// Threads that count on each host, the same on all. Default: one for each core
    #[arg(long, value_name = "N", requires = "hosts", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,

    /// How long other hosts are waited for, in seconds
    #[arg(long, value_name = "S", requires = "hosts", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub connect_timeout: u32,
}
