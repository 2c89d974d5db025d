//! Knights (SCOI2005): 12 white and 12 black knights and an empty cell on 5 x 5; a knight jumps into the empty cell.
//!
//! Moves are named by where the knight comes from, as seen from the empty cell; the tie order is the reading order of
//! those cells.

use crate::invariant::Invariant;
use crate::link::{Link, Links};
use crate::puzzle::{Goals, Move, MoveSet, Puzzle, Ranked};
use crate::rank::subset::Subsets;
use crate::structure::{Structure, Structured, Turn};

/// Cells in a row, and rows.
pub const SIDE: usize = 5;
/// The number of cells.
pub const CELLS: usize = SIDE * SIDE;
/// How many knights each colour has.
pub const PIECES: u32 = 12;

/// The symbol of the empty cell.
const EMPTY: u8 = 2;
const ALL: u32 = (1 << CELLS) - 1;
/// From the empty cell to the knight that jumps: rows down, columns right.
const JUMPS: [(i8, i8); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];
/// By empty cell (and beyond it zeros, so that no check is needed): which jumps stay on the board.
#[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
const LEGAL: [u8; 32] = {
    let mut legal = [0; 32];
    let mut cell = 0;
    while cell < CELLS {
        let mut m = 0;
        while m < JUMPS.len() {
            let row = (cell / SIDE) as i8 + JUMPS[m].0;
            let column = (cell % SIDE) as i8 + JUMPS[m].1;
            if row >= 0 && row < SIDE as i8 && column >= 0 && column < SIDE as i8 {
                legal[cell] |= 1 << m;
            }
            m += 1;
        }
        cell += 1;
    }
    legal
};
#[expect(clippy::cast_possible_truncation, reason = "5")]
const OFFSETS: [i8; 8] = {
    let mut offsets = [0; 8];
    let mut m = 0;
    while m < 8 {
        offsets[m] = JUMPS[m].0 * SIDE as i8 + JUMPS[m].1;
        m += 1;
    }
    offsets
};

/// A board: which cells hold black knights, and which cell is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    black: u32,
    empty: u8,
}

impl Board {
    /// The goal of the statement: `11111 / 01111 / 00*11 / 00001 / 00000`.
    pub const CLASSIC: Self = Self {
        black: 0b00000_10000_11000_11110_11111,
        empty: 12,
    };

    /// The board with black knights on these cells (bit `i` for cell `i` in reading order), an empty cell, and white
    /// knights elsewhere; `None` unless there are twelve black ones, none of them on the empty cell.
    #[must_use]
    pub const fn new(black: u32, empty: u8) -> Option<Self> {
        let fits = (empty as usize) < CELLS && black & !ALL == 0 && black.count_ones() == PIECES;
        if fits && black >> empty & 1 == 0 {
            Some(Self { black, empty })
        } else {
            None
        }
    }

    /// The cells with black knights, as bits.
    #[must_use]
    pub const fn black(self) -> u32 {
        self.black
    }

    /// The empty cell, 0..25.
    #[must_use]
    pub const fn empty(self) -> usize {
        self.empty as usize
    }

    /// The cell that the knight of this move comes from.
    #[must_use]
    pub fn origin(self, m: Move) -> usize {
        (self.empty.wrapping_add_signed(OFFSETS[m.index() % 8]) & 31).into()
    }

    /// How many knights stand where `goal` has none or one of the other colour. A move moves one knight, so no board is
    /// nearer to the goal than this; the empty cell does not count.
    #[inline]
    #[must_use]
    pub const fn misplaced(self, goal: Self) -> u32 {
        let wrong = (self.black ^ goal.black | 1 << goal.empty) & !(1 << self.empty);
        (wrong & ALL).count_ones()
    }
}

/// The game with a goal board.
#[derive(Clone, Debug)]
pub struct Knights {
    goal: Board,
    subsets: Subsets,
}

impl Knights {
    /// The game with this goal.
    ///
    /// # Panics
    /// Never: twelve of 24 cells can be ranked.
    #[must_use]
    pub fn new(goal: Board) -> Self {
        let subsets = Subsets::new(24, PIECES).expect("twelve of 24 cells can be ranked");
        Self { goal, subsets }
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> Board {
        self.goal
    }
}

impl Puzzle for Knights {
    type Board = Board;

    #[inline]
    fn moves(&self, board: &Board) -> MoveSet {
        debug_assert!(board.empty < 25, "the board has 25 cells");
        MoveSet::from_bits(LEGAL[usize::from(board.empty & 31)].into())
    }

    /// A knight's move is undone by another.
    #[inline]
    fn arrivals(&self, board: &Board) -> MoveSet {
        MoveSet::from_bits(LEGAL[usize::from(board.empty & 31)].reverse_bits().into())
    }

    #[inline]
    fn apply(&self, board: &mut Board, m: Move) {
        let from = board.empty.wrapping_add_signed(OFFSETS[m.index() % 8]) & 31;
        let piece = board.black >> from & 1;
        board.black = board.black & !(1 << from) | piece << board.empty;
        board.empty = from;
    }

    #[inline]
    fn undo(&self, board: &mut Board, m: Move) {
        #[expect(clippy::cast_possible_truncation, reason = "eight moves")]
        self.apply(board, Move::new(7 - (m.index() % 8) as u8));
    }

    #[inline]
    fn inverse(&self, m: Move) -> Option<Move> {
        #[expect(clippy::cast_possible_truncation, reason = "eight moves")]
        Some(Move::new(7 - (m.index() % 8) as u8))
    }

    #[inline]
    fn is_solved(&self, board: &Board) -> bool {
        *board == self.goal
    }
}

impl Goals for Knights {
    fn goals(&self) -> Vec<Board> {
        vec![self.goal]
    }
}

/// Boards are ranked by their empty cell, then by the black knights on the 24 others: 25 * C(24, 12) = 67,603,900.
impl Ranked for Knights {
    fn boards(&self) -> u64 {
        CELLS as u64 * u64::from(self.subsets.count())
    }

    #[inline]
    fn rank(&self, board: &Board) -> u64 {
        let below = (1u32 << board.empty) - 1;
        let others = board.black & below | board.black >> 1 & !below;
        u64::from(board.empty) * u64::from(self.subsets.count())
            + u64::from(self.subsets.rank(others))
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Board {
        let rank = u32::try_from(rank.min(self.boards() - 1)).debug_unwrap_or(0);
        let others = self.subsets.unrank(rank % self.subsets.count());
        #[expect(clippy::cast_possible_truncation, reason = "below 25")]
        let empty = (rank / self.subsets.count()) as u8;
        let below = (1u32 << empty) - 1;
        Board {
            black: others & below | (others & !below) << 1,
            empty,
        }
    }

    fn solved(&self) -> Vec<Board> {
        vec![self.goal]
    }

    fn identity(&self) -> Option<String> {
        let mut goal = Vec::with_capacity(CELLS);
        self.symbols(&self.goal, &mut goal);
        let goal = goal.into_iter().map(|symbol| match symbol {
            EMPTY => '*',
            symbol => char::from(b'0' + symbol),
        });
        let goal: String = goal.collect();
        Some(format!("knights, goal {goal}, ranks 1"))
    }

    /// A block for each empty cell.
    fn links(&self) -> Links<'_> {
        let jumps = (0..CELLS).flat_map(|from| {
            #[expect(clippy::cast_possible_truncation, reason = "below 25")]
            let board = Board {
                black: 0,
                empty: from as u8,
            };
            self.moves(&board).map(move |m| (from, board.origin(m)))
        });
        let link = |(from, to): (usize, usize)| {
            // The others' cells are numbered without the empty one.
            let cells: [usize; CELLS - 1] = std::array::from_fn(|other| {
                let cell = other + usize::from(other >= from);
                let cell = if cell == to { from } else { cell };
                cell - usize::from(cell > to)
            });
            let by = self.subsets.rearrangement(&cells);
            Link {
                from,
                to,
                by: Box::new(by.expect("a jump carries at most one knight across the halves")),
            }
        };
        Links {
            block: self.subsets.count() as usize,
            links: jumps.map(link).collect(),
        }
    }
}

/// Symbols: 0 for white, 1 for black, 2 for the empty cell.
impl Structured for Knights {
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
    fn structure(&self) -> Structure {
        let turns = (0..CELLS as u8).flat_map(|empty| {
            let board = Board { black: 0, empty };
            self.moves(&board).map(move |by| {
                let origin = board.origin(by);
                let mut from: Vec<u8> = (0..CELLS as u8).collect();
                from.swap(empty.into(), origin);
                Turn {
                    by,
                    needs: Some((empty, EMPTY)),
                    from,
                }
            })
        });
        let mut goal = Vec::with_capacity(CELLS);
        self.symbols(&self.goal, &mut goal);
        Structure {
            pieces: vec![PIECES, PIECES, 1],
            turns: turns.collect(),
            goals: vec![goal.into_iter().map(Some).collect()],
        }
    }

    fn symbols(&self, board: &Board, symbols: &mut Vec<u8>) {
        symbols.extend((0..CELLS).map(|cell| {
            if cell == board.empty() {
                EMPTY
            } else {
                (board.black >> cell & 1) as u8
            }
        }));
    }

    fn board(&self, symbols: &[u8]) -> Option<Board> {
        if symbols.len() != CELLS {
            return None;
        }
        let empty = symbols.iter().position(|&symbol| symbol == EMPTY)?;
        let mut black = 0;
        for (cell, &symbol) in symbols.iter().enumerate() {
            match symbol {
                0 => {}
                1 => black |= 1 << cell,
                _ if cell == empty => {}
                _ => return None,
            }
        }
        Board::new(black, u8::try_from(empty).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ranks_and_unranks() {
        let knights = Knights::new(Board::CLASSIC);
        assert_eq!(knights.boards(), 67_603_900);
        for rank in (0..knights.boards()).step_by(997) {
            let board = knights.unrank(rank);
            assert_eq!(Board::new(board.black, board.empty), Some(board));
            assert_eq!(knights.rank(&board), rank);
        }
    }

    #[test]
    fn jumps_are_those_of_a_knight() {
        let knights = Knights::new(Board::CLASSIC);
        for empty in 0..25u8 {
            let board = Board {
                black: 0xFFF << 13 & !(1 << empty),
                empty,
            };
            let origins: Vec<usize> = knights.moves(&board).map(|m| board.origin(m)).collect();
            let expected: Vec<usize> = (0..CELLS)
                .filter(|cell| {
                    let rows = (cell / SIDE).abs_diff(board.empty() / SIDE);
                    let columns = (cell % SIDE).abs_diff(board.empty() % SIDE);
                    rows * columns == 2
                })
                .collect();
            assert_eq!(origins, expected, "legal, and in reading order");
            for m in knights.moves(&board) {
                let next = knights.after(&board, m);
                assert_eq!(next.empty(), board.origin(m));
                assert!(knights.arrivals(&next).any(|arrival| arrival == m));
                let mut back = next;
                knights.undo(&mut back, m);
                assert_eq!(back, board);
            }
            for m in knights.arrivals(&board) {
                let mut before = board;
                knights.undo(&mut before, m);
                assert!(knights.moves(&before).any(|legal| legal == m));
            }
        }
    }

    #[test]
    fn misplaced_falls_by_one_at_most() {
        let knights = Knights::new(Board::CLASSIC);
        let mut seen = HashSet::new();
        for rank in (0..knights.boards()).step_by(10_007) {
            let board = knights.unrank(rank);
            let before = board.misplaced(Board::CLASSIC);
            seen.insert(before);
            for m in knights.moves(&board) {
                assert!(knights.after(&board, m).misplaced(Board::CLASSIC) + 1 >= before);
            }
        }
        assert!(seen.len() > 10);
        assert_eq!(Board::CLASSIC.misplaced(Board::CLASSIC), 0);
    }
}
