//! How the boards of a puzzle are numbered: as arrangements of their symbols, or as elements of the
//! group of the moves.

use super::arrangements::Arrangements;
use super::parity::Parity;
use super::{Board, General};
use crate::group::Numbering;
use crate::model::Model;

/// Fewer arrangements are never too many.
const FEW: u64 = 1 << 22;
/// Boards are numbered by the group if it has at most one element in this many arrangements: its
/// ranks take longer to look up.
const SHARE: u64 = 8;
/// The most boards that a group may number.
const MOST: u64 = 1 << 40;

#[derive(Clone, Debug)]
pub(super) enum Order {
    Arrangements(Arrangements),
    Elements(Box<Numbering>),
}

impl Order {
    /// The order for this puzzle; `None` if there are too many boards.
    pub(super) fn new(model: &Model, blank: Option<u8>, parity: Option<&Parity>) -> Option<Self> {
        let structure = &model.structure;
        let arrangements = Arrangements::new(structure, blank, parity);
        let count = arrangements.as_ref().map_or(u64::MAX, Arrangements::boards);
        let numbering = (count > FEW).then(|| {
            let most = MOST.min(count / SHARE);
            match &model.home {
                Some(home) => Numbering::new(&model.with_goal(home).structure, most),
                None => Numbering::new(structure, most),
            }
        });
        match numbering {
            Some(Ok(numbering)) => Some(Self::Elements(Box::new(numbering))),
            _ => arrangements.map(Self::Arrangements),
        }
    }

    /// How many boards there are.
    pub(super) const fn boards(&self) -> u64 {
        match self {
            Self::Arrangements(arrangements) => arrangements.boards(),
            Self::Elements(numbering) => numbering.boards(),
        }
    }

    /// The number of a board; the greatest there is, which no table has, if it is not among those
    /// that are numbered.
    #[inline]
    pub(super) fn rank<B: Board>(&self, puzzle: &General<B>, board: &B) -> u64 {
        match self {
            Self::Arrangements(arrangements) => arrangements.rank(puzzle, board),
            Self::Elements(numbering) => number(numbering, puzzle, board),
        }
    }

    /// The board with this number.
    #[inline]
    pub(super) fn unrank<B: Board>(&self, puzzle: &General<B>, rank: u64) -> B {
        match self {
            Self::Arrangements(arrangements) => arrangements.unrank(puzzle, rank),
            Self::Elements(numbering) => numbered(numbering, puzzle, rank),
        }
    }

    /// What this way of numbering is called where tables are stored, with a number that changes
    /// when its ranks do.
    pub(super) const fn identity(&self) -> &'static str {
        match self {
            Self::Arrangements(arrangements) if arrangements.odd.is_some() => "half ranks 1",
            Self::Arrangements(_) => "ranks 1",
            Self::Elements(_) => "elements 1",
        }
    }
}

// Out of line: every caller would hold a copy, with room for a board's symbols.

#[inline(never)]
fn number<B: Board>(numbering: &Numbering, puzzle: &General<B>, board: &B) -> u64 {
    puzzle.with_symbols(board, |symbols| {
        numbering.number(symbols).unwrap_or(u64::MAX)
    })
}

#[inline(never)]
fn numbered<B: Board>(numbering: &Numbering, puzzle: &General<B>, rank: u64) -> B {
    puzzle.of_symbols(|symbols| numbering.symbols(rank, symbols))
}
