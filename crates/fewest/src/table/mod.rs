//! Tables: the distance of every board of a ranked puzzle, a byte each.
//!
//! [`build`](build::build) fills one by breadth-first search from the solved boards, [`walk()`] reads
//! a shortest answer off it. A [`Ball`] is the part near the goal only, for questions within a
//! limit. A [`Packed`] table takes two bits a board; a [`store`] keeps such tables in a folder, and
//! [`verify`](verify::verify) proves a table without the code that built it, and [`verify_one_way`]
//! does so for moves without inverses.

pub(crate) mod ball;
pub mod build;
pub(crate) mod estimate;
pub(crate) mod memory;
pub(crate) mod one_way;
pub(crate) mod optimal_moves;
pub(crate) mod packed;
pub(crate) mod refuted;
pub mod store;
pub mod verify;
pub(crate) mod walk;

use std::ops::Range;

pub use ball::Ball;
pub use one_way::verify_one_way;
pub use optimal_moves::OptimalMoves;
pub use packed::Packed;
pub use refuted::{PatternMistake, Refuted, TableEntry, TableMistake};
pub use walk::{Seen, walk};

use crate::support::invariant::Invariant;
use crate::support::parallel;

/// Where distances are bytes: nothing solves this board. Distances in tables are less.
pub const NO_DISTANCE: u8 = u8::MAX;

/// The entry of a board that no move has reached; others hold one more than the distance. So a
/// table starts as zeros, which the system hands out for nothing.
const UNREACHED: u8 = 0;

/// The distance of every board, by rank.
///
/// ```
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
    /// A table of this many boards, none of which has been seen.
    pub(crate) fn unseen(boards: usize) -> Self {
        Self {
            entries: vec![UNREACHED; boards].into_boxed_slice(),
            counts: Vec::new(),
        }
    }

    /// Goes on to the next distance, 0 at first; `None` if entries can't hold it.
    pub(crate) fn next_distance(&mut self) -> Option<()> {
        (self.counts.len() < usize::from(u8::MAX)).then(|| self.counts.push(0))
    }

    /// Writes the distance at hand for a board that has none; else returns false.
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

    /// The distance, in moves, of the board with this rank; `None` if it can't be solved or there
    /// is no such rank.
    #[inline]
    #[must_use]
    pub fn distance(&self, rank: u64) -> Option<u8> {
        self.entries
            .get(usize::try_from(rank).ok()?)?
            .checked_sub(1)
    }

    /// How many boards there are at each distance 0, 1, 2, ...
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many boards can be solved.
    #[must_use]
    pub fn reachable(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The ranks in a range whose boards are at this distance, in ascending order.
    pub fn ranks_at(&self, distance: u8, ranks: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        let first = ranks.start as u64;
        let entries = self.entries.get(ranks).unwrap_or_default();
        // A distance of 255 has no entry; 0 stands for the boards that nothing solves.
        let wanted = distance.checked_add(1);
        let is_wanted = move |(rank, &entry): (u64, &u8)| (Some(entry) == wanted).then_some(rank);
        (first..).zip(entries).filter_map(is_wanted)
    }

    /// The distance of every board, by rank; [`NO_DISTANCE`] for boards that nothing solves.
    #[must_use]
    pub(crate) fn into_distances(self) -> Vec<u8> {
        let mut distances = self.entries.into_vec();
        let parts = distances.chunks_mut(1 << 20);
        parallel::map(parts, |part| {
            for entry in part {
                // From no entry to no distance, which is the greatest byte.
                *entry = entry.wrapping_sub(1);
            }
        });
        distances
    }

    /// How many entries it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no entry.
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
