//! Builds of tables that were interrupted, and go on later.

use std::fs;

use crate::table::store::Store;

/// What a build has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Done {
    /// The entries marked at each level. The last level is not complete.
    counts: Vec<u64>,
    /// The tasks of the last level that are complete.
    pub(super) tasks: usize,
}

impl Default for Done {
    fn default() -> Self {
        Self {
            counts: vec![0],
            tasks: 0,
        }
    }
}

impl Done {
    /// The level that is not complete.
    pub(super) fn level(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    /// Adds entries of the present level.
    pub(super) fn add(&mut self, count: u64) {
        if let Some(last) = self.counts.last_mut() {
            *last += count;
        }
    }

    pub(super) fn end_level(&mut self) {
        self.counts.push(0);
        self.tasks = 0;
    }

    /// The counts of the levels before this one.
    pub(super) fn levels_before(mut self, level: usize) -> Vec<u64> {
        self.counts.truncate(level);
        self.counts
    }

    /// As the numbers of a file.
    fn numbers(&self) -> Vec<u64> {
        let tasks = self.tasks as u64;
        self.counts.iter().copied().chain([tasks]).collect()
    }

    fn of(mut numbers: Vec<u64>) -> Option<Self> {
        let tasks = usize::try_from(numbers.pop()?).ok()?;
        Some(Self {
            counts: numbers,
            tasks,
        })
    }
}

/// The place in a store of an interrupted build.
pub(super) struct Kept<'s> {
    pub(super) store: &'s Store,
    /// Another one than of the table: it would guide searches wrongly.
    pub(super) identity: String,
}

impl Kept<'_> {
    /// The name in the store of a table that is not complete.
    pub(super) fn identity(table: &str) -> String {
        format!("{table}, unfinished 1")
    }

    /// Reads the entries of an interrupted build, if there is one.
    pub(super) fn resume(&self, entries: &mut [u8]) -> Option<Done> {
        let loaded = (self.store).load_counted(&self.identity, entries.len() as u64);
        let (contents, numbers) = self.store.reported(loaded)??;
        let done = Done::of(numbers)?;
        entries.copy_from_slice(contents.data());
        Some(done)
    }

    /// Writes the entries of an interrupted build.
    pub(super) fn keep(&self, done: &Done, entries: &[u8]) {
        let saved = (self.store).save_bytes(&self.identity, &done.numbers(), entries);
        self.store.reported(saved);
    }

    /// Removes the file of a build that is complete.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(self.store.path_of(&self.identity));
    }
}
