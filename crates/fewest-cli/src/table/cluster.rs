//! A table built by several hosts.

use fewest::{Built, Unfinished};
use fewest_cluster::{ClusterError, build_table};

use super::build::One;
use crate::bar::Bar;
use crate::number::counted;
use crate::plain;
use crate::survey::resumable;

impl One<'_> {
    /// Builds the table together with other hosts; the first host gets it.
    pub(super) fn together(&self) -> anyhow::Result<Option<Built>> {
        let Some(cluster) = self
            .arguments
            .cluster
            .cluster(self.arguments.table.threads)?
        else {
            return Ok(None);
        };
        let is_first = cluster.host == 0;
        if is_first {
            plain::note(format!(
                "{}: level by level on {} with {} each",
                self.puzzle.name(),
                counted(cluster.hosts.len() as u64, "host"),
                counted(cluster.workers as u64, "worker")
            ));
        }
        let bar = is_first.then(|| Bar::watch(&self.options.progress));
        let folder = self.folder();
        let folder_of = folder.map(Into::into);
        let built = build_table(self.table, &cluster, folder_of, self.options);
        drop(bar);
        let was_lost = matches!(&built, Err(Unfinished::Failed(ClusterError::Lost(..))));
        if was_lost || matches!(&built, Err(Unfinished::Cancelled)) {
            resumable(folder, "the same command on all hosts");
        }
        let stored = built?
            .zip(self.store)
            .map(|(table, store)| self.table.store(store, &table));
        Ok(stored.transpose()?)
    }
}
