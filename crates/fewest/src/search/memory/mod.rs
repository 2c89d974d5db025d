//! What searches keep boards in: every block of memory is asked for before it is taken, so that a
//! search under a limit of memory stops in time and one without a limit stops where the machine has
//! no more.

mod known;
mod packing;
mod stack;

pub(super) use known::{HashPlace, KnownBoards, Note};
pub(super) use packing::{BoardPacking, PackedBoards, Whole};
pub(super) use stack::Stack;

use super::Stop;

/// How many bytes a search may still take.
#[derive(Debug)]
pub(super) struct Room {
    used: u64,
    most: u64,
    peak: u64,
}

impl Room {
    pub(super) const fn new(most: Option<u64>) -> Self {
        Self {
            used: 0,
            most: match most {
                Some(most) => most,
                None => u64::MAX,
            },
            peak: 0,
        }
    }

    /// The most bytes that were taken at a time.
    pub(super) const fn peak(&self) -> u64 {
        self.peak
    }

    /// An empty list with room for this many.
    fn list<T>(&mut self, capacity: usize) -> Result<Vec<T>, Stop> {
        let bytes = (capacity * size_of::<T>()) as u64;
        let mut list = Vec::new();
        if bytes > self.most - self.used || list.try_reserve_exact(capacity).is_err() {
            return Err(Stop::Memory);
        }
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        Ok(list)
    }

    /// Takes a list back that came from here with this capacity.
    fn take_back<T>(&mut self, list: Vec<T>, capacity: usize) {
        drop(list);
        self.used -= (capacity * size_of::<T>()) as u64;
    }
}
