//! Breadth-first search over the states of a group of tiles, with one bit set per block.
//!
//! Sets of cells are divided into parts, which cores take one after another. At each depth, a part
//! gathers the states one move beyond the frontier, over the links into its blocks. No other part
//! writes to its blocks and placements.

use std::ops::Range;

use super::blocks::Blocks;
use crate::rank::bits::{self, WORD};
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::table::build::BuildError;

/// The number of parts: enough to keep all cores busy to the end.
const PARTS: usize = 64;
/// The entry of a placement that was not met.
pub(super) const NOT_MET: u8 = u8::MAX;

pub(super) struct PatternSearch<'b> {
    blocks: &'b Blocks,
    /// Words per block.
    words: usize,
    /// The least depth of a state, by set and order.
    entries: Vec<u8>,
    seen: Vec<u64>,
    frontier: StateRange,
    next: StateRange,
}

struct StateRange {
    set: Vec<u64>,
    /// The number of states, by block.
    counts: Vec<u32>,
}

impl StateRange {
    fn none(blocks: usize, words: usize) -> Self {
        Self {
            set: vec![0; blocks * words],
            counts: vec![0; blocks],
        }
    }
}

pub(super) fn bytes(blocks: &Blocks) -> usize {
    let words = blocks.orders.div_ceil(WORD);
    blocks.sets.len() * blocks.orders + blocks.count() * (3 * 8 * words + 2 * 4)
}

/// One part of the sets, for one core at a time.
struct StatesPart<'s> {
    sets: Range<usize>,
    entries: &'s mut [u8],
    seen: &'s mut [u64],
    next: &'s mut [u64],
    counts: &'s mut [u32],
}

impl<'b> PatternSearch<'b> {
    pub(super) fn new(blocks: &'b Blocks, set: usize, block: usize, order: usize) -> Self {
        let words = blocks.orders.div_ceil(WORD);
        let mut search = Self {
            blocks,
            words,
            entries: vec![NOT_MET; blocks.sets.len() * blocks.orders],
            seen: vec![0; blocks.count() * words],
            frontier: StateRange::none(blocks.count(), words),
            next: StateRange::none(blocks.count(), words),
        };
        search.entries[set * blocks.orders + order] = 0;
        bits::insert(&mut search.seen[block * words..], order);
        bits::insert(&mut search.frontier.set[block * words..], order);
        search.frontier.counts[block] = 1;
        search
    }

    /// Searches to the end. Returns the least depth by set and order, [`NOT_MET`] if there is none.
    ///
    /// # Errors
    /// If some state is too deep, or the search is cancelled.
    pub(super) fn run(mut self, budget: &Budget<'_>) -> Result<Vec<u8>, Unfinished<BuildError>> {
        let mut depth = 0;
        loop {
            let next = depth + 1;
            if next == NOT_MET {
                return Err(BuildError::TooDeep.into());
            }
            let blocks = self.blocks;
            let frontier = &self.frontier;
            let words = self.words;
            let parts = parts(
                blocks,
                words,
                &mut self.entries,
                &mut self.seen,
                &mut self.next,
            );
            let found = sum(parts, |part| {
                if budget.is_over() {
                    return 0;
                }
                let found = part.advance(blocks, words, frontier, next);
                budget.advance(found.1);
                found.0
            });
            budget.check()?;
            if found == 0 {
                return Ok(self.entries);
            }
            depth = next;
            std::mem::swap(&mut self.frontier, &mut self.next);
        }
    }
}

fn parts<'s>(
    blocks: &Blocks,
    words: usize,
    mut entries: &'s mut [u8],
    mut seen: &'s mut [u64],
    next: &'s mut StateRange,
) -> Vec<StatesPart<'s>> {
    let (mut set, mut counts) = (&mut next.set[..], &mut next.counts[..]);
    let share = blocks.sets.len().div_ceil(PARTS).max(1);
    let starts = (0..blocks.sets.len()).step_by(share);
    starts
        .map(|start| {
            let sets = start..blocks.sets.len().min(start + share);
            let block_count = (blocks.first[sets.end] - blocks.first[start]) as usize;
            StatesPart {
                entries: first(&mut entries, sets.len() * blocks.orders),
                seen: first(&mut seen, block_count * words),
                next: first(&mut set, block_count * words),
                counts: first(&mut counts, block_count),
                sets,
            }
        })
        .collect()
}

#[expect(
    clippy::mut_mut,
    reason = "what is left of the slice goes back to its owner"
)]
fn first<'s, T>(slice: &mut &'s mut [T], len: usize) -> &'s mut [T] {
    slice.split_off_mut(..len).debug_unwrap_or_default()
}

fn sum(parts: Vec<StatesPart<'_>>, work: impl Fn(StatesPart<'_>) -> u64 + Sync + Send) -> u64 {
    parallel::map(parts, work).into_iter().sum()
}

impl StatesPart<'_> {
    /// Finds the states at a depth. Returns the numbers of states and of newly met placements.
    fn advance(
        self,
        blocks: &Blocks,
        words: usize,
        frontier: &StateRange,
        depth: u8,
    ) -> (u64, u64) {
        let (mut states, mut placements) = (0, 0);
        let base = blocks.first[self.sets.start];
        let by_set = self.entries.chunks_exact_mut(blocks.orders);
        for (set, entries) in self.sets.zip(by_set) {
            for block in blocks.first[set]..blocks.first[set + 1] {
                let local = (block - base) as usize;
                let next = &mut self.next[local * words..][..words];
                let seen = &mut self.seen[local * words..][..words];
                if self.counts[local] > 0 {
                    self.counts[local] = 0;
                    next.fill(0);
                }
                if !gather(blocks, block as usize, words, frontier, next) {
                    continue;
                }
                let mut count = 0;
                for (i, (next, seen)) in next.iter_mut().zip(seen).enumerate() {
                    *next &= !*seen;
                    *seen |= *next;
                    let mut left = *next;
                    while left != 0 {
                        let order = i * WORD + left.trailing_zeros() as usize;
                        left &= left - 1;
                        count += 1;
                        let entry = &mut entries[order];
                        if *entry == NOT_MET {
                            *entry = depth;
                            placements += 1;
                        }
                    }
                }
                self.counts[local] = count;
                states += u64::from(count);
            }
        }
        (states, placements)
    }
}

/// Adds to a block the states one move from the frontier; returns false if there are none.
fn gather(
    blocks: &Blocks,
    block: usize,
    words: usize,
    frontier: &StateRange,
    next: &mut [u64],
) -> bool {
    let mut is_any = false;
    for link in blocks.links(block) {
        let from = link.from as usize;
        if frontier.counts[from] == 0 {
            continue;
        }
        is_any = true;
        let states = &frontier.set[from * words..][..words];
        let Some(shuffle) = blocks.shuffle(link) else {
            for (next, states) in next.iter_mut().zip(states) {
                *next |= states;
            }
            continue;
        };
        for (states, shuffle) in states.iter().zip(shuffle.chunks(WORD)) {
            let mut left = *states;
            while left != 0 {
                let order = usize::from(shuffle[left.trailing_zeros() as usize]);
                next[order / WORD] |= 1 << (order % WORD);
                left &= left - 1;
            }
        }
    }
    is_any
}
