//! Boards numbered by a list of those to which moves lead from the home board. It numbers the boards of
//! puzzles whose moves depend on several cells: most arrangements of their symbols are no boards.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{CellBoard, General};
use crate::space::StateSpace;
use crate::space::structure::Structured;

/// The maximum size of a list in bytes.
const MAX_BYTES: usize = 1 << 30;
/// The boards per entry of the directory.
const BOARDS_PER_ENTRY: usize = 4;

/// Boards in the order of their hashes.
#[derive(Clone, Debug)]
pub(super) struct ListedBoards<B> {
    boards: Vec<B>,
    /// The first board of each range of hashes, and the number of boards.
    directory: Vec<u32>,
    /// The bits of a hash below those that number the ranges.
    shift: u32,
}

impl<B: CellBoard> ListedBoards<B> {
    /// Lists the boards of a puzzle. `None` if it has no home board, or if they take too many bytes.
    pub(super) fn new(puzzle: &General<B>) -> Option<Self> {
        let max_boards = MAX_BYTES / size_of::<B>();
        let home = puzzle.board(puzzle.model.home.as_ref()?)?;
        let mut known = FxHashSet::from_iter([home]);
        let mut open = vec![home];
        while let Some(board) = open.pop() {
            if known.len() > max_boards {
                return None;
            }
            let next = puzzle.moves(&board).map(|m| puzzle.after(&board, m));
            open.extend(next.filter(|next| known.insert(*next)));
        }
        Self::of(known)
    }

    fn of(known: FxHashSet<B>) -> Option<Self> {
        let mut boards: Vec<B> = known.into_iter().collect();
        boards.sort_unstable_by_key(|board| (hash(board), *board));
        let entries = (boards.len() / BOARDS_PER_ENTRY).max(2).next_power_of_two();
        let shift = u64::BITS - entries.trailing_zeros();
        let mut directory = Vec::with_capacity(entries + 1);
        for (place, board) in (0u32..).zip(&boards) {
            let entry = usize::try_from(hash(board) >> shift).ok()?;
            while directory.len() <= entry {
                directory.push(place);
            }
        }
        directory.resize(entries + 1, u32::try_from(boards.len()).ok()?);
        Some(Self {
            boards,
            directory,
            shift,
        })
    }

    pub(super) const fn boards(&self) -> u64 {
        self.boards.len() as u64
    }

    pub(super) const fn bytes(&self) -> usize {
        size_of_val(self.boards.as_slice()) + size_of_val(self.directory.as_slice())
    }

    pub(super) fn all(&self) -> &[B] {
        &self.boards
    }

    #[inline]
    pub(super) fn rank(&self, board: &B) -> Option<u64> {
        let entry = usize::try_from(hash(board) >> self.shift).ok()?;
        let first = *self.directory.get(entry)?;
        let end = *self.directory.get(entry + 1)?;
        let boards = self.boards.get(first as usize..end as usize)?;
        let place = boards.iter().position(|other| other == board)?;
        Some(u64::from(first) + place as u64)
    }

    /// The board with this rank, or the last.
    #[inline]
    pub(super) fn unrank(&self, rank: u64) -> Option<B> {
        let rank = usize::try_from(rank).unwrap_or(usize::MAX);
        self.boards.get(rank).or(self.boards.last()).copied()
    }
}

/// A hash whose high bits are as good as its low ones.
#[inline]
fn hash<B: CellBoard>(board: &B) -> u64 {
    FxBuildHasher
        .hash_one(board)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
