//! The population of a puzzle of pieces by a table in which symmetric boards share an entry.

use std::ops::ControlFlow;

use super::Population;
use crate::projection::{PieceBoard, PieceBoards, ReducedTable};

/// There is one goal only.
///
/// ```
/// use fewest::population::{Population, Random};
/// use fewest::projection::{PieceBoards, ReducedTable};
/// use fewest::Budget;
///
/// let pyraminx = fewest::Puzzle::open("pyraminx")?;
/// let boards = PieceBoards::of(&pyraminx.model().structure, u64::MAX).expect("few enough");
/// let population = ReducedTable::build(boards, Budget::default())?;
/// assert_eq!(population.counts().iter().sum::<u64>(), 933_120);
/// let board = population.draw(11, &mut Random::new(7)).expect("there are some");
/// assert_eq!(population.distance(board), Some(11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    fn alike(&self, board: &PieceBoard) -> PieceBoard {
        self.boards().least(*board)
    }

    fn is_reduced(&self) -> bool {
        true
    }
}
