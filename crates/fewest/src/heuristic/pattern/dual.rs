//! Dual lookup (A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant, Z. Zhang,
//! "Inconsistent heuristics in theory and practice", 2011): the inverse of a board is as far from
//! home, and is looked up as well.
//!
//! Moves that solve a board carry the piece on each cell to its goal cell. Made on the solved
//! board, with the blank not on its goal cell but where the board's blank is, the same moves carry
//! the pieces as far, to the inverse board: there each cell has the piece that belongs where, on
//! the board, the cell's own piece is. Taken back, they solve the inverse. So a board is as far
//! from home as its inverse in the puzzle whose goal has the blank where the board's blank is, and
//! that takes tables for each cell of the blank.

use super::PatternError;
use super::additive::{Additive, AdditiveMemo};
use super::partition::{MAX_CELLS, Partition, PartitionError};
use crate::heuristic::Heuristic;
use crate::kernel::tiles::{Storage, TileBoard, Tiles};
use crate::space::Move;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;

/// The larger sum of a board and of its inverse, each with its mirror where there is one.
///
/// The sum of the inverse is looked up afresh on every board: a move gives all of its pieces other
/// names. It is not consistent.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::Budget;
/// use fewest::heuristic::Bounds;
/// use fewest::heuristic::pattern::{Dual, Partition};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let groups = |puzzle: &Tiles<Nibbles>| Partition::even(puzzle, 4);
/// let dual = Dual::<_, 2>::build(&eight, groups, Budget::default())?;
/// let own = dual.own().expect("the tables of the goal");
/// let board = TileBoard::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("each tile once");
/// let (alone, both) = (own.bound_of(&eight, &board), dual.bound_of(&eight, &board));
/// // The board is 31 moves away.
/// assert!(alone <= both && both <= 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Dual<S, const GROUPS: usize> {
    /// By the cell of the goal's blank.
    kits: Vec<(Tiles<S>, Additive<GROUPS>)>,
    blank: usize,
}

/// What is carried: the board's own lookups, and the bound of its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DualMemo<const GROUPS: usize> {
    own: AdditiveMemo<GROUPS>,
    inverse: u32,
}

impl<S: Storage, const GROUPS: usize> Dual<S, GROUPS> {
    /// Builds the tables for every cell of the goal's blank, each with the partition given for it.
    ///
    /// # Errors
    /// If there is no such partition, or [`Additive::build`] fails.
    pub fn build(
        puzzle: &Tiles<S>,
        partition: impl Fn(&Tiles<S>) -> Result<Partition, PartitionError>,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<PatternError>> {
        let mut left = budget;
        let kit = |blank| {
            let puzzle = puzzle.with_blank(blank);
            let puzzle = puzzle.ok_or(PatternError::OtherPuzzle)?;
            let additive = Additive::build(&puzzle, &partition(&puzzle)?, true, left)?;
            if let Some(memory) = &mut left.memory {
                *memory = memory.saturating_sub(additive.bytes());
            }
            Ok((puzzle, additive))
        };
        let kits = (0..puzzle.cells()).map(kit);
        Ok(Self {
            kits: kits.collect::<Result<_, Unfinished<PatternError>>>()?,
            blank: puzzle.goal().blank(),
        })
    }

    /// The tables for the puzzle's own goal, without those for inverse boards.
    #[must_use]
    pub fn own(&self) -> Option<&Additive<GROUPS>> {
        self.kits.get(self.blank).map(|(_, additive)| additive)
    }

    /// The bytes of memory that all tables take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.kits.iter().map(|(_, additive)| additive.bytes()).sum()
    }

    /// The bound of a board's inverse.
    fn inverse(&self, puzzle: &Tiles<S>, board: &TileBoard<S>) -> u32 {
        let (cells, blank) = (puzzle.cells(), board.blank());
        let mut inverse = [0; MAX_CELLS];
        for cell in (0..cells).filter(|&cell| cell != blank) {
            // The piece that belongs on this cell, where the goal's blank is on the board's.
            let tile = u8::try_from(cell + usize::from(cell < blank)).debug_unwrap_or(0);
            inverse[puzzle.home(board.get(cell)) % MAX_CELLS] = tile;
        }
        let inverse = inverse.get(..cells).and_then(TileBoard::new);
        let (Some(inverse), Some((puzzle, additive))) = (inverse, self.kits.get(blank)) else {
            debug_assert!(
                false,
                "a board has an inverse, each cell of the blank its tables"
            );
            return 0;
        };
        additive.start(puzzle, &inverse).bound()
    }
}

impl<S: Storage, const GROUPS: usize> Heuristic<Tiles<S>> for Dual<S, GROUPS> {
    type Memo = Option<DualMemo<GROUPS>>;

    fn start(&self, puzzle: &Tiles<S>, board: &TileBoard<S>) -> Self::Memo {
        Some(DualMemo {
            own: self.own()?.start(puzzle, board),
            inverse: self.inverse(puzzle, board),
        })
    }

    fn after(
        &self,
        puzzle: &Tiles<S>,
        before: &TileBoard<S>,
        m: Move,
        after: &TileBoard<S>,
        memo: Self::Memo,
    ) -> Self::Memo {
        Some(DualMemo {
            own: self.own()?.after(puzzle, before, m, after, memo?.own),
            inverse: self.inverse(puzzle, after),
        })
    }

    fn bound(&self, memo: Self::Memo) -> u32 {
        memo.map_or(0, |memo| memo.own.bound().max(memo.inverse))
    }
}
