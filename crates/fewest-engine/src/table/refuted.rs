//! The mistakes that refute a table.

use thiserror::Error;

use crate::space::Move;
use crate::support::number::{counted, grouped};

/// A table's entry for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEntry {
    /// The board is at this distance.
    Distance(u8),
    /// The distance modulo three.
    Residue(u8),
    /// The board is unsolvable.
    Unsolvable,
}

impl TableEntry {
    /// Returns true if a board at this distance (`None`: unsolvable) may have this entry.
    pub(super) fn agrees(self, distance: Option<u32>) -> bool {
        match self {
            Self::Distance(claimed) => distance == Some(claimed.into()),
            Self::Residue(claimed) => distance.is_some_and(|d| d % 3 == u32::from(claimed)),
            Self::Unsolvable => distance.is_none(),
        }
    }
}

impl std::fmt::Display for TableEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Distance(distance) => write!(f, "distance {distance}"),
            Self::Residue(residue) => {
                write!(f, "a distance that leaves {residue} when divided by 3")
            }
            Self::Unsolvable => f.write_str("that it can't be solved"),
        }
    }
}

/// A mistake about a board, or in the table's entry for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum TableMistake {
    /// The board with this rank has another rank.
    #[error("the board with this number is numbered {0}")]
    Rank(u64),
    /// The board is solved but not among the puzzle's solved boards, or the reverse.
    #[error("the puzzle's list of solved boards is wrong about it")]
    Solved,
    /// The true distance (`None`: unsolvable), if it is not the table's.
    #[error("{}", .0.map_or_else(|| "it can't be solved".to_owned(), |d| format!("its distance is {d}")))]
    Distance(Option<u32>),
    /// The distance that follows from the entries after its moves (`None`: unsolvable).
    #[error("by its entries for the neighbours, {}", .0.map_or_else(|| "it can't be solved".to_owned(), |d| format!("its distance is {d}")))]
    Nearest(Option<u32>),
    /// The board after a move is not the board with its rank.
    #[error("the board after its move {} has a wrong number", .0.index())]
    Number(Move),
    /// A move has no inverse.
    #[error("its move {} has no inverse", .0.index())]
    OneWay(Move),
    /// The search from the solved boards does not meet it, yet this move leads to a solvable board.
    #[error("its move {} leads to a board that can be solved", .0.index())]
    WayOut(Move),
}

/// A mistake about a pattern of a projection, or in the table's bound for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum PatternMistake {
    /// The pattern with this number has a different number.
    #[error("the pattern with this number has a different number")]
    Number,
    /// The pattern is at this distance.
    #[error("its distance is {0}")]
    Distance(u32),
    /// The pattern is at least at this distance.
    #[error("its distance is {0} or more")]
    AtLeast(u32),
    /// A pattern at this distance is looked up here, but this pattern's distance differs.
    #[error("the lookup finds a pattern at distance {0}, which is not this one's distance")]
    Image(u32),
    /// The bounds of patterns one move apart differ by more than one.
    #[error("a move leads to a pattern with the bound {0}")]
    Neighbour(u32),
    /// No move leads to a bound that is one less.
    #[error("no move leads to a smaller bound")]
    NoNearer,
    /// The least distance of the pattern's line, if it is not the table's.
    #[error("the least distance of its line is {0}, and the table has another")]
    Line(u8),
}

/// The reason why there is no proof.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refuted {
    /// The entry of a board is wrong, the lowest in rank of those found.
    #[error("board number {rank}: the table says {claim}, but {fault}")]
    Board {
        /// The rank of the board.
        rank: u64,
        /// The table's entry.
        claim: TableEntry,
        /// The mistake.
        fault: TableMistake,
    },
    /// The table's number of boards is not the puzzle's.
    #[error("the table has {}, the puzzle {}", counted(*found, "board"), grouped(*expected))]
    Boards {
        /// Boards of the table.
        found: u64,
        /// Boards of the puzzle.
        expected: u64,
    },
    /// A pattern of a projection or its bound is wrong.
    #[error("pattern number {number}: the table's bound is {bound}, but {fault}")]
    Pattern {
        /// The pattern's number.
        number: u64,
        /// Its bound in the table.
        bound: u8,
        /// The mistake.
        fault: PatternMistake,
    },
    /// A search with a projection would look up too large a bound, or the wrong pattern.
    #[error("{}", match .bound {
        Some(bound) if u32::from(*bound) > *moves => format!("the bound of a board {moves} moves from the goal is {bound}"),
        _ => format!("the lookup of a board {moves} moves from the goal finds another pattern"),
    })]
    Bound {
        /// The number of moves to the board.
        moves: u32,
        /// Its bound, if it has one.
        bound: Option<u8>,
    },
    /// The number of boards at some distance is wrong.
    #[error("the table counts {} at distance {distance}; there are {}", counted(*claimed, "board"), grouped(*found))]
    Count {
        /// The distance.
        distance: usize,
        /// The number in the table.
        claimed: u64,
        /// The true number.
        found: u64,
    },
}
