//! The table of a group of tiles.

use super::blocks::{Blocks, members, orders};
use super::build::{self, NOT_MET, PatternSearch};
use super::error::PatternError;
use super::index::Index;
use super::partition::{MAX_CELLS, MAX_TILES, check};
use crate::kernel::tiles::{Storage, Tiles};
use crate::rank::falling_factorial;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::support::prefetch::prefetch;
use crate::support::progress::Unfinished;
use crate::table::build::BuildError;
use crate::table::memory::Memory;

/// The fewest moves of a group's tiles that bring all of them home, by placement.
///
/// The blank starts where that is best, and moves of other tiles are free. So entries of disjoint
/// groups may be added (R. E. Korf, A. Felner, "Disjoint pattern database heuristics", 2002).
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::pattern::Pattern;
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// // A tile alone is as far from home as there are steps: tile 1 belongs into a corner.
/// let pattern = Pattern::build(&eight, &[1], fewest::Budget::default())?;
/// assert_eq!(pattern.counts(), [1, 2, 3, 2, 1]);
/// assert_eq!(pattern.distance(&[8]), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pattern {
    pub(super) tiles: Vec<u8>,
    pub(super) index: Index,
    pub(super) entries: Memory,
}

impl Pattern {
    /// Builds the table of these tiles.
    ///
    /// # Errors
    /// If they can't be a group of a [`Partition`](super::Partition), the table would take more
    /// memory than allowed, or the build is cancelled.
    pub fn build<S: Storage>(
        puzzle: &Tiles<S>,
        tiles: &[u8],
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<PatternError>> {
        check(puzzle.cells(), tiles, &mut [false; MAX_CELLS]).map_err(Unfinished::failed)?;
        let (index, blocks, needed) =
            Self::room(puzzle, tiles.len(), budget.memory).map_err(Unfinished::failed)?;
        let placements = Self::placements(puzzle.cells(), tiles.len());
        budget.begin(
            "building a pattern database",
            "placements",
            Some(placements),
        );
        let homes: Vec<usize> = tiles.iter().map(|&tile| puzzle.home(tile)).collect();
        let goal = blocks.state(&homes, puzzle.goal().blank());
        let allowed = budget.memory.unwrap_or(u64::MAX);
        let too_large = PatternError::Build(BuildError::Memory { needed, allowed });
        let [set, block, order] = goal.ok_or(too_large)?;
        let search = PatternSearch::new(&blocks, set, block, order);
        let entries = search.run(&budget).map_err(Unfinished::of_part)?;
        let entries = addressed(&blocks, &index, tiles.len(), &entries, budget);
        if budget.is_cancelled() {
            return Err(Unfinished::Cancelled);
        }
        Ok(Self {
            tiles: tiles.to_vec(),
            index,
            entries,
        })
    }

    /// The numbers and states of a table for this many tiles, and the bytes that building it takes.
    ///
    /// # Errors
    /// If it takes more than allowed.
    fn room<S: Storage>(
        puzzle: &Tiles<S>,
        tiles: usize,
        memory: Option<u64>,
    ) -> Result<(Index, Blocks, u64), BuildError> {
        let allowed = memory.unwrap_or(u64::MAX).min(isize::MAX as u64);
        let refused = |needed| BuildError::Memory { needed, allowed };
        let allow = |needed| (needed <= allowed).then_some(needed).ok_or(refused(needed));
        let cells = puzzle.cells();
        let index = Index::new(cells, tiles).ok_or(refused(u64::MAX))?;
        let placements = Self::placements(cells, tiles);
        let final_bytes = allow(placements.saturating_add(index.len() as u64))?;
        let blocks = Blocks::new(puzzle, tiles);
        let needed = blocks.bytes() as u64 + (build::bytes(&blocks) as u64).max(final_bytes);
        Ok((index, blocks, allow(needed)?))
    }

    /// The bytes that building a table for this many tiles takes.
    ///
    /// # Errors
    /// If they are more than allowed.
    pub fn bytes_to_build<S: Storage>(
        puzzle: &Tiles<S>,
        tiles: usize,
        memory: Option<u64>,
    ) -> Result<u64, BuildError> {
        Self::room(puzzle, tiles, memory).map(|(.., needed)| needed)
    }

    /// The number of placements of `tiles` tiles on `cells` cells.
    #[must_use]
    pub fn placements(cells: usize, tiles: usize) -> u64 {
        falling_factorial(cells as u64, tiles as u64).unwrap_or(u64::MAX)
    }

    /// The size of a table for `tiles` tiles on `cells` cells, in bytes: an entry for each address.
    #[must_use]
    pub fn size(cells: usize, tiles: usize) -> u64 {
        Index::new(cells, tiles).map_or(u64::MAX, |index| index.len() as u64)
    }

    /// The tiles.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The fewest moves of the tiles with tile `i` on cell `places[i]`; 0 if they can't get home.
    /// Meaningless if `places` is not a placement.
    #[must_use]
    pub fn distance(&self, places: &[u8]) -> u8 {
        let address = self.index.of(places.iter().copied()) as usize;
        self.entries.get(address).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn prefetch(&self, address: u32) {
        if let Some(entry) = self.entries.get(address as usize) {
            prefetch(entry);
        }
    }

    #[inline]
    pub(super) fn at(&self, address: u32) -> u8 {
        let entry = self.entries.get(address as usize);
        entry.copied().debug_unwrap_or(0)
    }

    /// The size of the table in memory, in bytes; 0 if it is stored.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.entries.taken() as u64
    }

    /// The largest entry, in moves.
    #[must_use]
    pub fn deepest(&self) -> u8 {
        self.entries.iter().copied().max().unwrap_or(0)
    }
}

/// Moves entries from sets of cells and orders of tiles to addresses. An address starts with the
/// first tile's cell: each core writes those of one cell at a time. If cancelled, some are missing.
///
/// An address is a weighted sum of the tiles' cells, less a part that depends only on their order.
fn addressed(
    blocks: &Blocks,
    index: &Index,
    tiles: usize,
    entries: &[u8],
    budget: Budget<'_>,
) -> Memory {
    let weights: Vec<usize> = (0..tiles).map(|tile| index.weight(tile) as usize).collect();
    // By the first tile's place: each order's rank, its part of the address, and the tiles' places.
    let mut by_first = vec![Vec::new(); tiles];
    for (rank, order) in orders(tiles).enumerate() {
        let mut places = [0; MAX_TILES];
        for (place, &tile) in order.iter().enumerate() {
            places[tile] = place;
        }
        let earlier = |tile: usize| {
            let below = places[..tile].iter().filter(|&&at| at < places[tile]);
            weights[tile] * below.count()
        };
        let part: usize = if index.is_ranked() {
            (1..tiles).map(earlier).sum()
        } else {
            0
        };
        by_first[places[0]].push((rank, part, places));
    }
    let mut sorted = Memory::zeroed(index.len());
    let write = |(cell, sorted): (usize, &mut [u8])| {
        let with_cell = blocks
            .sets
            .iter()
            .enumerate()
            .filter(|(_, set)| **set >> cell & 1 == 1);
        for (i, &set) in with_cell {
            if budget.is_cancelled() {
                return;
            }
            let entries = &entries[i * blocks.orders..][..blocks.orders];
            let mut terms = [[0; MAX_TILES]; MAX_TILES];
            let mut first = 0;
            for (place, at) in members(set).enumerate() {
                if at == cell {
                    first = place;
                }
                for (terms, weight) in terms.iter_mut().zip(&weights) {
                    terms[place] = weight * at;
                }
            }
            for (order, part, places) in &by_first[first] {
                let sum: usize = (1..tiles).map(|tile| terms[tile][places[tile]]).sum();
                let entry = entries[*order];
                sorted[sum - part] = if entry == NOT_MET { 0 } else { entry };
            }
        }
    };
    let by_cell = sorted.writable().chunks_mut(weights[0]).enumerate();
    parallel::map(by_cell, write);
    sorted
}
