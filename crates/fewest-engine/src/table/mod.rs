//! Tables: the distance of every board of a ranked puzzle, one byte per board.
//!
//! [`build`](build::build) fills a table from the solved boards, and [`walk()`] reads shortest
//! answers from it. A [`Ball`] is only the part near the goal, for answers within a limit. A
//! [`Packed`] table takes two bits per board; a [`store`] keeps such tables in a folder.
//! [`verify`](verify::verify) proves a table independently of the build, and [`verify_one_way`]
//! does so for moves without inverses.

pub mod ball;
mod board_checks;
pub mod build;
pub(crate) mod contents;
pub mod estimate;
pub(crate) mod memory;
pub mod one_way;
pub mod optimal_moves;
pub mod packed;
pub mod refuted;
pub mod store;
mod successors;
pub mod verify;
pub mod walk;

use std::ops::Range;

pub use ball::Ball;
pub use one_way::verify_one_way;
pub use optimal_moves::OptimalMoves;
pub use packed::Packed;
pub use refuted::{PatternMistake, Refuted, TableEntry, TableMistake};
pub use walk::{Seen, walk};

use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::support::prefetch::prefetch;

/// The distance of an unsolvable board, if distances are bytes. Distances in tables are smaller.
pub const NO_DISTANCE: u8 = u8::MAX;

/// The entry of an unreached board: zeros cost nothing. Other entries are the distance plus one.
const UNREACHED: u8 = 0;

/// The distance of every board, by rank.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::Budget;
/// use fewest::space::Ranked;
/// use fewest::table::build::build;
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let table = build(&puzzle, Budget::default())?;
/// assert_eq!(table.distance(puzzle.rank(&hardest)), Some(21));
/// assert_eq!((table.reachable(), table.counts().len()), (360, 22));
/// // The goal, alone at distance 0.
/// let solved: Vec<u64> = table.ranks_at(0, 0..table.len()).collect();
/// assert_eq!(solved, [puzzle.rank(&puzzle.goal())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    entries: Box<[u8]>,
    counts: Vec<u64>,
}

impl Table {
    pub(crate) fn unseen(boards: usize) -> Self {
        Self {
            entries: vec![UNREACHED; boards].into_boxed_slice(),
            counts: Vec::new(),
        }
    }

    /// Advances to the next distance, 0 at first; `None` if entries can't hold it.
    pub(crate) fn next_distance(&mut self) -> Option<()> {
        (self.counts.len() < usize::from(u8::MAX)).then(|| self.counts.push(0))
    }

    /// Sets the current distance of an unreached board; returns false for other boards.
    #[inline]
    pub(crate) fn see(&mut self, rank: u64) -> bool {
        let entry = usize::try_from(rank)
            .ok()
            .and_then(|rank| self.entries.get_mut(rank));
        let (Some(entry @ &mut UNREACHED), Some(count)) = (entry, self.counts.last_mut()) else {
            return false;
        };
        *count += 1;
        *entry = u8::try_from(self.counts.len()).debug_unwrap_or(u8::MAX);
        true
    }

    /// The distance of the board with this rank, in moves; `None` if it is unsolvable or not there.
    #[inline]
    #[must_use]
    pub fn distance(&self, rank: u64) -> Option<u8> {
        self.entries
            .get(usize::try_from(rank).ok()?)?
            .checked_sub(1)
    }

    /// A lower bound: the distance; 255 for an unsolvable board; 0 for a rank that is not there.
    #[inline]
    pub(crate) fn bound(&self, rank: u64) -> u32 {
        let entry = usize::try_from(rank)
            .ok()
            .and_then(|rank| self.entries.get(rank));
        entry.map_or(0, |entry| entry.wrapping_sub(1).into())
    }

    /// Fetches an entry in advance.
    #[inline]
    pub(crate) fn prefetch(&self, rank: u64) {
        if let Some(entry) = usize::try_from(rank)
            .ok()
            .and_then(|rank| self.entries.get(rank))
        {
            prefetch(entry);
        }
    }

    /// The number of boards at each distance 0, 1, 2, ...
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of solvable boards.
    #[must_use]
    pub fn reachable(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The ranks in a range whose boards are at this distance, in ascending order.
    pub fn ranks_at(&self, distance: u8, ranks: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        let first = ranks.start as u64;
        let entries = self.entries.get(ranks).unwrap_or_default();
        // Distance 255 has no entry; entry 0 is for unsolvable boards.
        let target = distance.checked_add(1);
        let matching = move |(rank, &entry): (u64, &u8)| (Some(entry) == target).then_some(rank);
        (first..).zip(entries).filter_map(matching)
    }

    /// Forgets the distances of the boards whose ranks `is_kept` refuses.
    pub fn retain(&mut self, is_kept: impl Fn(u64) -> bool) {
        for (rank, entry) in (0..).zip(&mut self.entries) {
            if *entry != UNREACHED && !is_kept(rank) {
                if let Some(count) = self.counts.get_mut(usize::from(*entry) - 1) {
                    *count -= 1;
                }
                *entry = UNREACHED;
            }
        }
        while self.counts.last() == Some(&0) {
            self.counts.pop();
        }
    }

    /// The distance of every board, by rank; [`NO_DISTANCE`] for unsolvable boards.
    #[must_use]
    pub fn into_distances(self) -> Vec<u8> {
        let mut distances = self.entries.into_vec();
        let parts = distances.chunks_mut(1 << 20);
        parallel::map(parts, |part| {
            for entry in part {
                // `UNREACHED` becomes `NO_DISTANCE`.
                *entry = entry.wrapping_sub(1);
            }
        });
        distances
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
