//! The textbooks' heuristic of the rotation game.

use super::Heuristic;
use crate::puzzle::{Move, Puzzle};
use crate::puzzles::rotation::{Board, CENTRE, PIECES, Rotation};

/// Eight less the largest count of one symbol in the centre: a move carries one piece into the centre at most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

impl Heuristic<Rotation> for Centre {
    type Memo = u8;

    #[inline]
    fn start(&self, _: &Rotation, board: &Board) -> u8 {
        let most = (1..=3)
            .map(|s| (board.places(s) & CENTRE).count_ones())
            .max()
            .unwrap_or(0);
        #[expect(clippy::cast_possible_truncation, reason = "at most eight")]
        let bound = PIECES.saturating_sub(most) as u8;
        bound
    }

    #[inline]
    fn after(&self, puzzle: &Rotation, before: &Board, m: Move, _: u8) -> u8 {
        self.start(puzzle, &puzzle.after(before, m))
    }

    #[inline]
    fn bound(&self, memo: u8) -> u32 {
        memo.into()
    }
}
