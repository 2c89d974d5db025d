//! The numbering of boards: as arrangements of symbols, as elements of a group, by the states of
//! their pieces, or by a list.

use super::arrangements::Arrangements;
use super::listed::ListedBoards;
use super::{CellBoard, General};
use crate::group::{ChainError, GroupNumbering, NumberingError};
use crate::kernel::pieces::PieceNumbering;
use crate::model::Model;
use crate::space::set::CellPattern;

/// Up to this many, arrangements are never too many.
const FEW_ARRANGEMENTS: u64 = 1 << 22;
/// Minimum arrangements per element of a group that numbers boards: its ranks are slower.
const ARRANGEMENTS_PER_ELEMENT: u64 = 8;
/// The maximum number of boards that a group may number.
const MAX_NUMBERED: u64 = 1 << 40;

/// A list numbers boards of other puzzles only if they are at most one in this many arrangements.
const LISTED_SHARE: u64 = 16;

#[derive(Clone, Debug)]
pub(super) enum RankOrder<B> {
    Arrangements(Arrangements),
    Elements {
        numbering: Box<GroupNumbering>,
        /// True if all solved boards have numbers, so that no other board can be solved.
        has_all_solved: bool,
    },
    Pieces(Box<PieceNumbering>),
    Listed(ListedBoards<B>),
}

impl<B: CellBoard> RankOrder<B> {
    /// The order for this puzzle; `None` if there are too many boards.
    pub(super) fn new(puzzle: &General<B>) -> Option<Self> {
        if puzzle.is_of_home() {
            return ListedBoards::from_home(puzzle).map(Self::Listed);
        }
        let structure = &puzzle.model.structure;
        let arrangements = Arrangements::new(structure, puzzle.blank, puzzle.parity.as_ref());
        let count = arrangements.as_ref().map_or(u64::MAX, Arrangements::boards);
        let are_many = count > FEW_ARRANGEMENTS;
        let fewer = are_many.then(|| Self::of_fewer(puzzle, count)).flatten();
        fewer.or_else(|| arrangements.map(Self::Arrangements))
    }

    /// An order of far fewer boards than this many arrangements.
    fn of_fewer(puzzle: &General<B>, arrangements: u64) -> Option<Self> {
        let model = &puzzle.model;
        let max_boards = MAX_NUMBERED.min(arrangements / ARRANGEMENTS_PER_ELEMENT);
        // The only goal numbers the boards, whatever the home board is.
        let only = model.structure.whole_goal();
        let numbering = match model.home.as_ref().filter(|_| only.is_none()) {
            Some(home) => GroupNumbering::new(&model.with_goal(home).structure, max_boards),
            None => GroupNumbering::new(&model.structure, max_boards),
        };
        match numbering {
            Ok(numbering) => Some(Self::Elements {
                has_all_solved: solved_have_numbers(model, |goal| numbering.number(goal)),
                numbering: Box::new(numbering),
            }),
            Err(NumberingError::IdenticalPieces)
                if let Some(pieces) = of_pieces(model, only, max_boards) =>
            {
                Some(Self::Pieces(Box::new(pieces)))
            }
            // A list would also be too long.
            Err(NumberingError::Chain(ChainError::TooLarge(_))) => None,
            Err(_) => ListedBoards::of_goals(puzzle, arrangements / LISTED_SHARE).map(Self::Listed),
        }
    }

    pub(super) const fn boards(&self) -> u64 {
        match self {
            Self::Arrangements(arrangements) => arrangements.boards(),
            Self::Elements { numbering, .. } => numbering.boards(),
            Self::Pieces(numbering) => numbering.boards(),
            Self::Listed(listed) => listed.boards(),
        }
    }

    pub(super) const fn bytes(&self) -> usize {
        match self {
            Self::Listed(listed) => listed.bytes(),
            // The links of elements and pieces include their bytes.
            Self::Arrangements(_) | Self::Elements { .. } | Self::Pieces(_) => 0,
        }
    }

    /// Returns true if boards without a number can't be solved.
    pub(super) const fn has_all_solved(&self) -> bool {
        !matches!(
            self,
            Self::Elements {
                has_all_solved: false,
                ..
            }
        )
    }

    /// The number of a board; `u64::MAX`, which no table has, if the board has none.
    #[inline]
    pub(super) fn rank(&self, puzzle: &General<B>, board: &B) -> u64 {
        match self {
            Self::Arrangements(arrangements) => arrangements.rank(puzzle, board),
            Self::Elements { numbering, .. } => {
                number(puzzle, board, |symbols| numbering.number(symbols))
            }
            Self::Pieces(numbering) => number(puzzle, board, |symbols| numbering.number(symbols)),
            Self::Listed(listed) => listed.rank(board).unwrap_or(u64::MAX),
        }
    }

    #[inline]
    pub(super) fn unrank(&self, puzzle: &General<B>, rank: u64) -> B {
        match self {
            Self::Arrangements(arrangements) => arrangements.unrank(puzzle, rank),
            Self::Elements { numbering, .. } => {
                numbered(puzzle, |symbols| numbering.symbols(rank, symbols))
            }
            Self::Pieces(numbering) => numbered(puzzle, |symbols| numbering.symbols(rank, symbols)),
            Self::Listed(listed) => (listed.unrank(rank)).unwrap_or_else(|| B::of(&[], puzzle.key)),
        }
    }

    /// Appends the numbers of many boards: the order is matched once.
    pub(super) fn rank_all(&self, puzzle: &General<B>, boards: &[B], ranks: &mut Vec<u64>) {
        match self {
            Self::Arrangements(arrangements) => arrangements.rank_all(puzzle, boards, ranks),
            _ => ranks.extend(boards.iter().map(|board| self.rank(puzzle, board))),
        }
    }

    /// Appends the boards with many numbers.
    pub(super) fn unrank_all(&self, puzzle: &General<B>, ranks: &[u64], boards: &mut Vec<B>) {
        match self {
            Self::Arrangements(arrangements) => arrangements.unrank_all(puzzle, ranks, boards),
            _ => boards.extend(ranks.iter().map(|&rank| self.unrank(puzzle, rank))),
        }
    }

    /// The name of the numbering in stored tables, with a number that changes when its ranks do.
    pub(super) const fn identity(&self) -> &'static str {
        match self {
            Self::Arrangements(arrangements) if arrangements.odd.is_some() => "half ranks 1",
            Self::Arrangements(_) => "ranks 1",
            Self::Elements { .. } => "elements 1",
            Self::Pieces(_) => "pieces 2",
            Self::Listed(_) => "listed 2",
        }
    }
}

/// The numbering by the states of pieces, if all solved boards have numbers. `only` is the only goal.
fn of_pieces(model: &Model, only: Option<Vec<u8>>, max_boards: u64) -> Option<PieceNumbering> {
    let first = || model.structure.goals.first().and_then(whole);
    let base = only.or_else(|| model.home.clone()).or_else(first)?;
    let pieces = PieceNumbering::new(&model.with_goal(&base).structure, max_boards)?;
    solved_have_numbers(model, |goal| pieces.number(goal)).then_some(pieces)
}

fn solved_have_numbers(model: &Model, number: impl Fn(&[u8]) -> Option<u64>) -> bool {
    let is_numbered = |goal| whole(goal).is_some_and(|goal| number(&goal).is_some());
    model.structure.goals.iter().all(is_numbered)
}

/// A goal's board, if it has no open cells.
fn whole(goal: &CellPattern) -> Option<Vec<u8>> {
    goal.iter().copied().collect()
}

// Out of line, because every caller would hold a copy with room for a board's symbols.

#[inline(never)]
fn number<B: CellBoard>(
    puzzle: &General<B>,
    board: &B,
    number: impl FnOnce(&[u8]) -> Option<u64>,
) -> u64 {
    puzzle.with_symbols(board, |symbols| number(symbols).unwrap_or(u64::MAX))
}

#[inline(never)]
fn numbered<B: CellBoard>(puzzle: &General<B>, write: impl FnOnce(&mut [u8])) -> B {
    puzzle.of_symbols(write)
}
