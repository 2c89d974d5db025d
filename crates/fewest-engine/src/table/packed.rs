//! Tables of two bits per board: the distance modulo three.
//!
//! If every move has an inverse, the distances of two boards a move apart differ by at most one,
//! and the residue shows which is nearer (as in R. E. Korf, "Large-scale parallel breadth-first
//! search", 2005). A walk needs no more, and its length is the distance.

use super::Table;
use super::contents::Contents;
use crate::space::{Move, Ranked};
use crate::support::parallel;

/// Boards that share a byte, the first in its lowest bits.
pub const PER_BYTE: usize = 4;
/// The two bits of an unsolvable board, and of the places after the last board.
pub const UNSOLVABLE: u8 = 3;
/// Boards whose moves are checked before a table is packed.
const SAMPLE: u64 = 4096;
const BYTES_PER_TASK: usize = 1 << 16;

/// The distance modulo three of every board, by rank.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::space::Ranked;
/// use fewest::table::build::build;
/// use fewest::table::Packed;
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let table = build(&puzzle, fewest::Budget::default())?;
/// let packed = Packed::of(&puzzle, &table).expect("every move has an inverse");
/// assert_eq!(packed.residue(puzzle.rank(&hardest)), Some(21 % 3));
/// let mut moves = Vec::new();
/// assert_eq!(packed.walk(&puzzle, &hardest, |m| moves.push(m)), Some(21));
/// assert_eq!(moves.len(), 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Packed {
    entries: Entries,
    boards: u64,
    counts: Vec<u64>,
}

enum Entries {
    Owned(Vec<u8>),
    Stored(Contents),
}

impl Packed {
    /// Packs a puzzle's table; `None` if one of the checked moves has no inverse.
    #[must_use]
    pub fn of<P: Ranked>(puzzle: &P, table: &Table) -> Option<Self> {
        let step = usize::try_from((puzzle.boards() / SAMPLE).max(1)).ok()?;
        let has_ways_back = |rank| {
            let board = puzzle.unrank(rank);
            puzzle
                .moves(&board)
                .all(|m| puzzle.is_taken_back(&board, m, &puzzle.after(&board, m)))
        };
        if !(0..puzzle.boards()).step_by(step).all(has_ways_back) {
            return None;
        }
        let mut entries = vec![0; table.entries.len().div_ceil(PER_BYTE)];
        let pack = |(bytes, distances): (&mut [u8], &[u8])| {
            for (byte, boards) in bytes.iter_mut().zip(distances.chunks(PER_BYTE)) {
                *byte = (0..PER_BYTE).fold(0, |byte, i| {
                    let entry = boards.get(i).and_then(|entry| entry.checked_sub(1));
                    byte | entry.map_or(UNSOLVABLE, |distance| distance % 3) << (2 * i)
                });
            }
        };
        let distances = table.entries.chunks(BYTES_PER_TASK * PER_BYTE);
        parallel::map(entries.chunks_mut(BYTES_PER_TASK).zip(distances), pack);
        Some(Self {
            entries: Entries::Owned(entries),
            boards: table.entries.len() as u64,
            counts: table.counts.clone(),
        })
    }

    /// A table of these entries, and the number of boards at each distance.
    #[must_use]
    pub const fn filled(entries: Vec<u8>, boards: u64, counts: Vec<u64>) -> Self {
        Self {
            entries: Entries::Owned(entries),
            boards,
            counts,
        }
    }

    /// The table in a checked file.
    pub(super) const fn stored(contents: Contents, boards: u64, counts: Vec<u64>) -> Self {
        Self {
            entries: Entries::Stored(contents),
            boards,
            counts,
        }
    }

    /// The bytes, four boards each.
    #[inline]
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.entries {
            Entries::Owned(bytes) => bytes,
            Entries::Stored(contents) => contents.data(),
        }
    }

    /// The distance modulo three of a board, by rank; `None` if it is unsolvable or not there.
    #[inline]
    #[must_use]
    pub fn residue(&self, rank: u64) -> Option<u8> {
        if rank >= self.boards {
            return None;
        }
        let place = usize::try_from(rank).ok()?;
        let byte = self.bytes().get(place / PER_BYTE)?;
        let residue = byte >> (place % PER_BYTE * 2) & 3;
        (residue != UNSOLVABLE).then_some(residue)
    }

    /// Sets a board's distance modulo three, or `None` for unsolvable, to test the proof of tables.
    /// A table from a file becomes a copy first; the counts stay unchanged.
    pub fn set(&mut self, rank: u64, residue: Option<u8>) {
        if let Entries::Stored(contents) = &self.entries {
            self.entries = Entries::Owned(contents.data().to_vec());
        }
        let place = usize::try_from(rank).unwrap_or(usize::MAX);
        if let Entries::Owned(bytes) = &mut self.entries
            && rank < self.boards
            && let Some(byte) = bytes.get_mut(place / PER_BYTE)
        {
            let shift = place % PER_BYTE * 2;
            let bits = residue.map_or(UNSOLVABLE, |residue| residue % 3);
            *byte = *byte & !(3 << shift) | bits << shift;
        }
    }

    /// The number of boards at each distance 0, 1, 2, ...
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of boards.
    #[must_use]
    pub const fn boards(&self) -> u64 {
        self.boards
    }

    /// Passes the first shortest answer in tie order to `step`. Returns its length, if any.
    pub fn walk<P: Ranked>(
        &self,
        puzzle: &P,
        board: &P::Board,
        mut step: impl FnMut(Move),
    ) -> Option<u8> {
        let mut board = *board;
        let mut residue = self.residue(puzzle.rank(&board))?;
        let mut distance = 0u8;
        while !puzzle.is_solved(&board) {
            // Distances are below the number of counts: a table with a cycle ends here.
            if usize::from(distance) >= self.counts.len() {
                return None;
            }
            residue = (residue + 2) % 3;
            let is_nearer =
                |m: &Move| self.residue(puzzle.rank(&puzzle.after(&board, *m))) == Some(residue);
            let m = puzzle.moves(&board).find(is_nearer)?;
            puzzle.apply(&mut board, m);
            step(m);
            distance = distance.checked_add(1)?;
        }
        Some(distance)
    }
}

impl std::fmt::Debug for Packed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Packed")
            .field("boards", &self.boards)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
