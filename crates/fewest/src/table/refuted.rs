//! The mistakes that refute a table.

use thiserror::Error;

use crate::space::Move;

/// The entry that a table has for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEntry {
    /// It is at this distance.
    Distance(u8),
    /// Its distance leaves this when divided by three.
    Residue(u8),
    /// Nothing solves it.
    Unsolvable,
}

impl TableEntry {
    /// Returns true if a board at this distance, or that nothing solves, may have this entry.
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
            Self::Unsolvable => f.write_str("that nothing solves it"),
        }
    }
}

/// A mistake about a board, or in the table's entry for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum TableMistake {
    /// The board of a number has another number.
    #[error("the board with this number is numbered {0}")]
    Rank(u64),
    /// It is solved and not among the puzzle's solved boards, or the other way round.
    #[error("the puzzle's list of solved boards is wrong about it")]
    Solved,
    /// It is at this distance, or nothing solves it, and the table says otherwise.
    #[error("{}", .0.map_or_else(|| "nothing solves it".to_owned(), |d| format!("its distance is {d}")))]
    Distance(Option<u32>),
    /// What the table says of the boards after its moves makes this its distance, or makes it
    /// unsolvable.
    #[error("after what it says of the boards after its moves {}", .0.map_or_else(|| "nothing solves it".to_owned(), |d| format!("its distance is {d}")))]
    Nearest(Option<u32>),
    /// The board after a move is another than the one with its number.
    #[error("the board after its move {} is not the one with its number", .0.index())]
    Number(Move),
    /// No move takes a move back.
    #[error("nothing takes its move {} back", .0.index())]
    OneWay(Move),
    /// No moves lead to it from a solved board, and yet a move leads to a board that can be solved.
    #[error("its move {} leads to a board that can be solved", .0.index())]
    WayOut(Move),
}

/// A mistake about a pattern of a projection, or in the table's bound for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum PatternMistake {
    /// The pattern of a number has another number.
    #[error("the pattern with this number has another number")]
    Number,
    /// It is at this distance.
    #[error("its distance is {0}")]
    Distance(u32),
    /// It is at least at this distance.
    #[error("its distance is {0} or more")]
    AtLeast(u32),
    /// It is looked up for another pattern, which is at this distance, and its own is another.
    #[error("a pattern at distance {0} is looked up here, and this one's distance is another")]
    Image(u32),
    /// The bounds of patterns that are one move apart differ by more than one.
    #[error("a move leads to a pattern with the bound {0}")]
    Neighbour(u32),
    /// No move leads to a bound that is one less.
    #[error("no move leads to a smaller bound")]
    NoNearer,
    /// The least distance of its line, and the one that the table has for the line is another.
    #[error("the least distance of its line is {0}, and the table has another")]
    Line(u8),
}

/// Why there is no proof.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refuted {
    /// A board is wrong; the one with the lowest number of those found.
    #[error("board number {rank}: the table says {claim}, but {fault}")]
    Board {
        /// Its number.
        rank: u64,
        /// What the table says of it.
        claim: TableEntry,
        /// What is wrong.
        fault: TableMistake,
    },
    /// The table has not as many boards as the puzzle.
    #[error("the table has {found} boards, the puzzle {expected}")]
    Boards {
        /// Boards of the table.
        found: u64,
        /// Boards of the puzzle.
        expected: u64,
    },
    /// A pattern of a projection is wrong, or the bound that its table has for it.
    #[error("pattern number {number}: the table's bound is {bound}, but {fault}")]
    Pattern {
        /// Its number.
        number: u64,
        /// The bound that the table has for it.
        bound: u8,
        /// What is wrong.
        fault: PatternMistake,
    },
    /// A search with a projection would look up too large a bound for a board, or another pattern
    /// than the board's.
    #[error("{}", match .bound {
        Some(bound) if u32::from(*bound) > *moves => format!("the bound of a board {moves} moves from the goal is {bound}"),
        _ => format!("a board {moves} moves from the goal is looked up as another pattern than its own"),
    })]
    Bound {
        /// How many moves lead to the board.
        moves: u32,
        /// Its bound, if it has one.
        bound: Option<u8>,
    },
    /// The number of boards at some distance is wrong.
    #[error("the table counts {claimed} boards at distance {distance}; there are {found}")]
    Count {
        /// The distance.
        distance: usize,
        /// Boards that the table counts.
        claimed: u64,
        /// Boards that there are.
        found: u64,
    },
}
