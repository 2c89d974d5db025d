//! How many pieces are out of place; the blank does not count, for it moves with every move.

use super::{Away, Heuristic};
use crate::kernel::tiles::{self, Storage, Tiles};
use crate::puzzle::{Move, Puzzle};
use crate::puzzles::knights::{self, Knights};

/// The number of pieces that are not where the goal has one like them: each needs a move of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl Heuristic<Knights> for Misplaced {
    type Memo = u8;

    #[inline]
    fn start(&self, puzzle: &Knights, board: &knights::Board) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 24")]
        let misplaced = board.misplaced(puzzle.goal()) as u8;
        misplaced
    }

    #[inline]
    fn after(&self, puzzle: &Knights, before: &knights::Board, m: Move, _: u8) -> u8 {
        self.start(puzzle, &puzzle.after(before, m))
    }

    #[inline]
    fn bound(&self, memo: u8) -> u32 {
        memo.into()
    }

    fn away<'h>(&'h self, _: &'h Knights, start: &knights::Board) -> Away<'h, Knights> {
        let start = *start;
        Box::new(move |board| board.misplaced(start))
    }
}

impl<S: Storage> Heuristic<Tiles<S>> for Misplaced {
    type Memo = u8;

    fn start(&self, puzzle: &Tiles<S>, board: &tiles::Board<S>) -> u8 {
        let goal = puzzle.goal();
        let cells = 0..puzzle.cells();
        let misplaced = cells
            .filter(|&cell| cell != board.blank() && board.get(cell) != goal.get(cell))
            .count();
        u8::try_from(misplaced).unwrap_or(u8::MAX)
    }

    #[inline]
    fn after(&self, puzzle: &Tiles<S>, before: &tiles::Board<S>, m: Move, memo: u8) -> u8 {
        let from = puzzle.target(before.blank(), m);
        let home = puzzle.home(before.get(from));
        memo + u8::from(from == home) - u8::from(before.blank() == home)
    }

    #[inline]
    fn bound(&self, memo: u8) -> u32 {
        memo.into()
    }

    fn away<'h>(&'h self, puzzle: &'h Tiles<S>, start: &tiles::Board<S>) -> Away<'h, Tiles<S>> {
        let start = *start;
        Box::new(move |board| {
            let moved = |&cell: &usize| cell != board.blank() && board.get(cell) != start.get(cell);
            let misplaced = (0..puzzle.cells()).filter(moved).count();
            u32::try_from(misplaced).unwrap_or(u32::MAX)
        })
    }
}
