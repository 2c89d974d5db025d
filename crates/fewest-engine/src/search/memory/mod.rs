//! Storage for boards. Every block of memory is accounted for before it is allocated, so that a
//! search stops in time at its memory limit or, without one, at the machine's.

mod known;
mod packing;
mod stack;

pub(super) use known::{HashPlace, KnownBoards, Note};
pub(super) use packing::{BoardPacking, PackedBoards, Whole};
pub(super) use stack::Stack;

use super::Stop;

/// The memory budget of a search, in bytes.
#[derive(Debug)]
pub(super) struct Room {
    used: u64,
    limit: u64,
    peak: u64,
}

impl Room {
    pub(super) const fn new(limit: Option<u64>) -> Self {
        Self {
            used: 0,
            limit: match limit {
                Some(limit) => limit,
                None => u64::MAX,
            },
            peak: 0,
        }
    }

    pub(super) const fn peak(&self) -> u64 {
        self.peak
    }

    fn list<T>(&mut self, capacity: usize) -> Result<Vec<T>, Stop> {
        let bytes = (capacity * size_of::<T>()) as u64;
        let mut list = Vec::new();
        if bytes > self.limit - self.used || list.try_reserve_exact(capacity).is_err() {
            return Err(Stop::Memory);
        }
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        Ok(list)
    }

    /// Frees a list that [`list`](Self::list) returned with this capacity.
    fn take_back<T>(&mut self, list: Vec<T>, capacity: usize) {
        drop(list);
        self.used -= (capacity * size_of::<T>()) as u64;
    }
}
