//! Boards counted level by level on several hosts.

use anyhow::Context;
use fewest::levels::{LevelOptions, Levels};
use fewest::{Board, Options, Puzzle, Unfinished};
use fewest_cluster::{ClusterError, count_levels};

use super::progress::resumable;
use crate::arguments::Survey;
use crate::bar::Bar;
use crate::number::counted;
use crate::plain;

/// Counts the boards together with other hosts; the first host gets the result.
pub fn together(
    puzzle: &Puzzle,
    arguments: &Survey,
    levels: &LevelOptions,
    options: &Options,
) -> anyhow::Result<Option<Levels<Board>>> {
    let cluster = arguments
        .cluster
        .cluster(arguments.threads)?
        .context("no list of hosts")?;
    let is_first = cluster.host == 0;
    if is_first {
        let (hosts, workers) = (cluster.hosts.len() as u64, cluster.workers as u64);
        plain::note(format!(
            "{}: level by level on {} with {} each",
            puzzle.name(),
            counted(hosts, "host"),
            counted(workers, "worker")
        ));
    }
    let bar = is_first.then(|| Bar::watch(&options.progress));
    let found = count_levels(puzzle, &cluster, levels, options);
    drop(bar);
    let was_lost = matches!(&found, Err(Unfinished::Failed(ClusterError::Lost(..))));
    if was_lost || matches!(&found, Err(Unfinished::Cancelled)) {
        resumable(levels.folder.as_deref(), "the same command on all hosts");
    }
    Ok(Some(found?).filter(|_| is_first))
}
