//! Building a table: breadth-first search backwards from the solved boards, on all cores.
//!
//! A depth is done in one of three ways, whichever touches the least: while few boards are at a depth they are kept in a
//! list; when they are many, the table is scanned for them; and when fewer boards are unseen than are at this depth,
//! the unseen ones are asked instead whether a move of theirs leads to it.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use thiserror::Error;

use super::{Table, UNSEEN};
use crate::puzzle::Ranked;

/// Ranks that one task scans.
const CHUNK: usize = 1 << 14;
/// Boards of a list that one task expands.
const LIST_CHUNK: usize = 1 << 10;
/// A depth with at most one board in this many is kept as a list.
const SPARSE: u64 = 256;
/// The largest distance that an entry can hold.
const DEEPEST: u8 = UNSEEN - 1;

/// Why a table was not built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BuildError {
    /// It would take more memory than allowed.
    #[error("the table takes {needed} bytes, {allowed} are allowed")]
    Memory {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that were allowed.
        allowed: u64,
    },
    /// Some board is further than 254 moves from every solved one.
    #[error("some board is more than {DEEPEST} moves away")]
    TooDeep,
    /// Somebody asked to stop.
    #[error("stopped")]
    Cancelled,
}

/// What a build may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance<'a> {
    /// The most bytes, if limited.
    pub memory: Option<u64>,
    /// Set by anyone to stop the build soon.
    pub cancel: Option<&'a AtomicBool>,
}

impl Allowance<'_> {
    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The bytes that the table of a puzzle takes.
pub fn bytes<P: Ranked>(puzzle: &P) -> u64 {
    puzzle.boards()
}

/// The distance of every board of a puzzle.
///
/// # Errors
/// If it would take more memory than allowed, a board is too far away, or the build is cancelled.
pub fn build<P: Ranked>(puzzle: &P, allowance: Allowance<'_>) -> Result<Table, BuildError> {
    let needed = bytes(puzzle);
    let allowed = allowance.memory.unwrap_or(u64::MAX).min(isize::MAX as u64);
    let Some(len) = usize::try_from(needed).ok().filter(|_| needed <= allowed) else {
        return Err(BuildError::Memory { needed, allowed });
    };
    let entries: Box<[AtomicU8]> = (0..len).map(|_| AtomicU8::new(UNSEEN)).collect();
    let mut builder = Builder {
        puzzle,
        entries,
        allowance,
    };
    let counts = builder.run()?;
    Ok(Table {
        entries: builder.entries,
        counts,
    })
}

/// The boards at one depth: listed, or only counted.
struct Depth {
    count: u64,
    list: Option<Vec<u64>>,
}

struct Builder<'a, P> {
    puzzle: &'a P,
    entries: Box<[AtomicU8]>,
    allowance: Allowance<'a>,
}

impl<P: Ranked> Builder<'_, P> {
    fn run(&mut self) -> Result<Vec<u64>, BuildError> {
        let mut list = Vec::new();
        for board in self.puzzle.solved() {
            let rank = self.puzzle.rank(&board);
            if self.claim(rank, 0) {
                list.push(rank);
            }
        }
        let mut depth = Depth {
            count: list.len() as u64,
            list: Some(list),
        };
        let mut unseen = self.entries.len() as u64 - depth.count;
        let mut counts = Vec::new();
        while depth.count > 0 {
            counts.push(depth.count);
            let at = u8::try_from(counts.len() - 1)
                .ok()
                .filter(|&at| at < DEEPEST)
                .ok_or(BuildError::TooDeep)?;
            depth = match depth.list {
                Some(list) if depth.count * SPARSE <= self.entries.len() as u64 => {
                    self.expand_list(&list, at)
                }
                _ if unseen < depth.count => self.ask_unseen(at),
                _ => {
                    self.expand_scan(at);
                    Depth {
                        count: self.count(at + 1),
                        list: None,
                    }
                }
            };
            if self.allowance.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            unseen -= depth.count;
        }
        Ok(counts)
    }

    /// Writes the distance of a board that has none, and tells whether it had none.
    #[inline]
    fn claim(&self, rank: u64, distance: u8) -> bool {
        let Some(entry) = self.entries.get(index(rank)) else {
            return false;
        };
        // Looking before writing spares the locked exchange for all boards seen before.
        entry.load(Ordering::Relaxed) == UNSEEN && entry.swap(distance, Ordering::Relaxed) == UNSEEN
    }

    fn expand_list(&self, list: &[u64], at: u8) -> Depth {
        let lists = in_chunks(list.len(), LIST_CHUNK, |range| {
            let mut next = Vec::new();
            if self.allowance.is_cancelled() {
                return next;
            }
            for &rank in &list[range] {
                self.puzzle.predecessors(rank, |rank| {
                    if self.claim(rank, at + 1) {
                        next.push(rank);
                    }
                });
            }
            next
        });
        let list = lists.concat();
        Depth {
            count: list.len() as u64,
            list: Some(list),
        }
    }

    /// Scans for the boards at a depth. Two tasks may both find a board unseen: both write the same distance.
    fn expand_scan(&self, at: u8) {
        in_chunks(self.entries.len(), CHUNK, |range| {
            if self.allowance.is_cancelled() {
                return;
            }
            self.scan(range, at, |rank, _| {
                self.puzzle.predecessors(rank, |rank| {
                    if let Some(entry) = self.entries.get(index(rank)) {
                        // No branch on what was read: the processor need not wait for it to go on.
                        entry.store(entry.load(Ordering::Relaxed).min(at + 1), Ordering::Relaxed);
                    }
                });
            });
        });
    }

    fn ask_unseen(&self, at: u8) -> Depth {
        let counts = in_chunks(self.entries.len(), CHUNK, |range| {
            let mut count = 0;
            if self.allowance.is_cancelled() {
                return count;
            }
            self.scan(range, UNSEEN, |rank, entry| {
                let mut is_next = false;
                self.puzzle.successors(rank, |rank| {
                    let entry = self.entries.get(index(rank));
                    is_next |= entry.is_some_and(|entry| entry.load(Ordering::Relaxed) == at);
                });
                if is_next {
                    entry.store(at + 1, Ordering::Relaxed);
                    count += 1;
                }
            });
            count
        });
        Depth {
            count: counts.iter().sum(),
            list: None,
        }
    }

    /// How many boards are at a distance. Nobody else writes meanwhile, so entries are plain bytes and the count runs at
    /// the speed of memory.
    fn count(&mut self, distance: u8) -> u64 {
        let count = |chunk: &mut [AtomicU8]| -> u64 {
            chunk
                .chunks_mut(128)
                .map(|block| {
                    let hits: u8 = block
                        .iter_mut()
                        .map(|entry| u8::from(*entry.get_mut() == distance))
                        .sum();
                    u64::from(hits)
                })
                .sum()
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            if self.entries.len() > CHUNK {
                return self.entries.par_chunks_mut(CHUNK).map(count).sum();
            }
        }
        count(&mut self.entries)
    }

    /// Visits the entries of a range that hold a value.
    #[inline]
    fn scan(
        &self,
        range: std::ops::Range<usize>,
        value: u8,
        mut visit: impl FnMut(u64, &AtomicU8),
    ) {
        for rank in range {
            let entry = &self.entries[rank];
            if entry.load(Ordering::Relaxed) == value {
                visit(rank as u64, entry);
            }
        }
    }
}

/// The place of a rank in the table; one that is past any table where a rank does not fit.
#[inline]
fn index(rank: u64) -> usize {
    usize::try_from(rank).unwrap_or(usize::MAX)
}

/// What `work` returns for each chunk of `0..len`, in order; on all cores where the feature `rayon` is on.
fn in_chunks<T: Send>(
    len: usize,
    chunk: usize,
    work: impl Fn(std::ops::Range<usize>) -> T + Sync + Send,
) -> Vec<T> {
    let range = |i: usize| i * chunk..len.min((i + 1) * chunk);
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        if len > chunk {
            return (0..len.div_ceil(chunk))
                .into_par_iter()
                .map(|i| work(range(i)))
                .collect();
        }
    }
    (0..len.div_ceil(chunk)).map(|i| work(range(i))).collect()
}
