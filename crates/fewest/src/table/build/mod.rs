//! Building a table: breadth-first search backwards from the solved boards, a set of bits at a time.
//!
//! The ranks are cut into blocks. At each depth every block gathers, through its [links](link), the boards that are one
//! move further than the frontier, and only it writes to its part of the table: blocks are done on all cores at once
//! with no word shared between writers. Where fewer boards of a block are unseen than its neighbours have in the
//! frontier, the unseen ones are asked instead whether a move leads to it.

pub mod link;

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::{Table, UNSEEN};
use crate::puzzle::Ranked;
use crate::rank::bits::{self, WORD};
use link::{Link, Links};

/// The largest distance that an entry can hold.
const DEEPEST: u8 = u8::MAX - 1;
/// Ranks that are carried between two looks at the cancel flag. A whole number of words.
const PART: usize = 1 << 20;
/// Fewer boards than this are not worth waking other cores for.
#[cfg(feature = "rayon")]
const SMALL: usize = 1 << 19;

/// Why a table was not built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BuildError {
    /// It would take more memory than allowed.
    #[error("building the table takes {needed} bytes, {allowed} are allowed")]
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

/// The bytes that building the table of a puzzle takes: an entry and three bits for each board, and the links.
pub fn bytes<P: Ranked>(puzzle: &P) -> u64 {
    if puzzle.boards() == 0 {
        return 0;
    }
    with_links(puzzle.boards(), &puzzle.links())
}

fn with_links(boards: u64, links: &Links<'_>) -> u64 {
    let block = links.block.max(1) as u64;
    let words = boards.div_ceil(block) * block.div_ceil(WORD as u64);
    let tables: usize = links.links.iter().map(|link| link.by.bytes()).sum();
    boards
        .saturating_add(words.saturating_mul(3 * 8))
        .saturating_add(tables as u64)
}

/// The distance of every board of a puzzle.
///
/// # Errors
/// If it would take more memory than allowed, a board is too far away, or the build is cancelled.
pub fn build<P: Ranked>(puzzle: &P, allowance: Allowance<'_>) -> Result<Table, BuildError> {
    let allowed = allowance.memory.unwrap_or(u64::MAX).min(isize::MAX as u64);
    let boards = puzzle.boards();
    let refuse = |needed| BuildError::Memory { needed, allowed };
    let len = usize::try_from(boards)
        .ok()
        .filter(|_| boards <= allowed)
        .ok_or(refuse(boards))?;
    if len == 0 {
        return Ok(Table {
            entries: Box::default(),
            counts: Vec::new(),
        });
    }
    let links = puzzle.links();
    let needed = with_links(boards, &links);
    if needed > allowed {
        return Err(refuse(needed));
    }
    let solved = puzzle.solved().into_iter().map(|board| puzzle.rank(&board));
    let mut entries = vec![UNSEEN; len].into_boxed_slice();
    let counts = fill(&mut entries, &links, solved, allowance)?;
    Ok(Table { entries, counts })
}

/// Writes all distances, and returns how many boards there are at each.
fn fill(
    entries: &mut [u8],
    links: &Links<'_>,
    solved: impl Iterator<Item = u64>,
    allowance: Allowance<'_>,
) -> Result<Vec<u64>, BuildError> {
    let mut blocks: Vec<Block<'_>> = entries.chunks_mut(links.block).map(Block::new).collect();
    for rank in solved.map(link::index) {
        if let Some(block) = blocks.get_mut(rank / links.block) {
            bits::insert(&mut block.next.set, rank % links.block);
        }
    }
    let mut frontier: Vec<Boards> = Vec::with_capacity(blocks.len());
    for block in &mut blocks {
        block.settle(0);
        frontier.push(Boards::none(block.entries.len()));
    }
    let mut counts = Vec::new();
    loop {
        for (block, boards) in blocks.iter_mut().zip(&mut frontier) {
            std::mem::swap(&mut block.next, boards);
        }
        let count: u64 = frontier.iter().map(|boards| boards.count).sum();
        if count == 0 {
            return Ok(counts);
        }
        counts.push(count);
        let distance = u8::try_from(counts.len())
            .ok()
            .filter(|&distance| distance <= DEEPEST);
        for_each(&mut blocks, links.block, |i, block| {
            block.gather(i, &links.links, &frontier, &allowance);
            block.settle(distance.unwrap_or(DEEPEST));
        });
        if allowance.is_cancelled() {
            return Err(BuildError::Cancelled);
        }
        if distance.is_none() && blocks.iter().any(|block| block.next.count > 0) {
            return Err(BuildError::TooDeep);
        }
    }
}

/// Does the work for each block; on all cores where the feature `rayon` is on.
fn for_each<'t>(
    blocks: &mut [Block<'t>],
    len: usize,
    work: impl Fn(usize, &mut Block<'t>) + Sync + Send,
) {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        if blocks.len() > 1 && blocks.len().saturating_mul(len) > SMALL {
            blocks
                .par_iter_mut()
                .enumerate()
                .for_each(|(i, block)| work(i, block));
            return;
        }
    }
    let _ = len;
    for (i, block) in blocks.iter_mut().enumerate() {
        work(i, block);
    }
}

/// Some boards of a block.
struct Boards {
    set: Box<[u64]>,
    count: u64,
}

impl Boards {
    fn none(len: usize) -> Self {
        Self {
            set: vec![0; len.div_ceil(WORD)].into_boxed_slice(),
            count: 0,
        }
    }
}

/// What belongs to one block, and to one core at a time.
struct Block<'t> {
    entries: &'t mut [u8],
    /// The boards that have no distance yet.
    unseen: Boards,
    /// The boards at the depth that is being found.
    next: Boards,
}

impl<'t> Block<'t> {
    fn new(entries: &'t mut [u8]) -> Self {
        let mut unseen = Boards::none(entries.len());
        unseen.count = entries.len() as u64;
        unseen.set.fill(u64::MAX);
        if let Some(last) = unseen.set.last_mut() {
            *last >>= entries.len().next_multiple_of(WORD) - entries.len();
        }
        Self {
            next: Boards::none(entries.len()),
            unseen,
            entries,
        }
    }

    /// Finds the unseen boards from which a move leads to the frontier, perhaps along with others that were seen.
    fn gather(
        &mut self,
        own: usize,
        links: &[Link<'_>],
        frontier: &[Boards],
        allowance: &Allowance<'_>,
    ) {
        if self.next.count > 0 {
            self.next.set.fill(0);
            self.next.count = 0;
        }
        let count = |block: usize| frontier.get(block).map_or(0, |boards| boards.count);
        let inward = || links.iter().filter(|l| l.to == own && count(l.from) > 0);
        let outward = || links.iter().filter(|l| l.from == own && count(l.to) > 0);
        let marked: u64 = inward().map(|link| count(link.from)).sum();
        let asked: u64 = outward().map(|_| self.unseen.count).sum();
        let len = self.entries.len();
        let parts = || {
            (0..len)
                .step_by(PART)
                .map(|start| start..len.min(start + PART))
                .take_while(|_| !allowance.is_cancelled())
        };
        if marked <= asked {
            for link in inward().filter(|_| self.unseen.count > 0) {
                for part in parts() {
                    let marked = &frontier[link.from].set;
                    link.by.carry(marked, part, &mut self.next.set);
                }
            }
            return;
        }
        for link in outward() {
            for part in parts() {
                let marked = &frontier[link.to].set;
                link.by
                    .seek(&self.unseen.set, part, marked, &mut self.next.set);
            }
            // Those found need not be asked again.
            for (unseen, found) in self.unseen.set.iter_mut().zip(&self.next.set) {
                *unseen &= !found;
            }
        }
        for (unseen, found) in self.unseen.set.iter_mut().zip(&self.next.set) {
            *unseen |= found;
        }
    }

    /// Keeps of the boards found those that were unseen, and writes their distance.
    fn settle(&mut self, distance: u8) {
        let sets = self.next.set.iter_mut().zip(&mut self.unseen.set);
        let mut count = 0;
        for ((next, unseen), entries) in sets.zip(self.entries.chunks_mut(WORD)) {
            *next &= *unseen;
            *unseen &= !*next;
            let mut left = *next;
            while left != 0 {
                if let Some(entry) = entries.get_mut(left.trailing_zeros() as usize) {
                    *entry = distance + 1;
                }
                count += 1;
                left &= left - 1;
            }
        }
        self.next.count = count;
        self.unseen.count -= count;
    }
}
