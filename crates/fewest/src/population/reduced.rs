//! The population of a puzzle of pieces, by a table with one entry per class of symmetric boards.

use std::ops::ControlFlow;

use super::Population;
use crate::projection::{PieceBoard, PieceBoards, ReducedTable};

/// There is only one goal.
impl Population for ReducedTable {
    type Puzzle = PieceBoards;

    fn puzzle(&self) -> &PieceBoards {
        self.boards()
    }

    fn counts(&self) -> &[u64] {
        self.counts()
    }

    fn distance(&self, board: &PieceBoard) -> Option<u8> {
        self.distance(*board)
    }

    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(PieceBoard) -> ControlFlow<()>) {
        self.each_from(distance, 0, visit);
    }

    fn nth(&self, distance: u8, place: u64) -> Option<PieceBoard> {
        let mut found = None;
        self.each_from(distance, place, &mut |board| {
            found = Some(board);
            ControlFlow::Break(())
        });
        found
    }

    fn representative(&self, board: &PieceBoard) -> PieceBoard {
        self.boards().least(*board)
    }

    fn is_reduced(&self) -> bool {
        true
    }
}
