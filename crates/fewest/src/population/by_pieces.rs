//! The population of a puzzle of pieces by a table in which symmetric boards share an entry.

use std::ops::ControlFlow;

use super::Population;
use crate::projection::{PieceBoard, PieceBoards, ReducedTable};

/// A puzzle of pieces and the table of its distances.
///
/// ```
/// use fewest::population::{ByPieces, Population, Random};
/// use fewest::projection::{PieceBoards, ReducedTable};
/// use fewest::Budget;
///
/// let pyraminx = fewest::Puzzle::open("pyraminx")?;
/// let boards = PieceBoards::of(&pyraminx.model().structure, u64::MAX).expect("few enough");
/// let population = ByPieces::new(ReducedTable::build(boards, Budget::default())?);
/// assert_eq!(population.counts().iter().sum::<u64>(), 933_120);
/// let board = population.draw(11, &mut Random::new(7)).expect("there are some");
/// assert_eq!(population.distance(&board), Some(11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ByPieces {
    table: ReducedTable,
    tying: Vec<u64>,
}

impl ByPieces {
    /// The population with this table.
    #[must_use]
    pub fn new(table: ReducedTable) -> Self {
        Self {
            // There is one goal only.
            tying: vec![0; table.counts().len()],
            table,
        }
    }
}

impl Population for ByPieces {
    type Puzzle = PieceBoards;

    fn puzzle(&self) -> &PieceBoards {
        self.table.boards()
    }

    fn counts(&self) -> &[u64] {
        self.table.counts()
    }

    fn tying(&self) -> &[u64] {
        &self.tying
    }

    fn distance(&self, board: &PieceBoard) -> Option<u8> {
        self.table.distance(*board)
    }

    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(PieceBoard) -> ControlFlow<()>) {
        self.table.each_from(distance, 0, visit);
    }

    fn nth(&self, distance: u8, place: u64) -> Option<PieceBoard> {
        let mut found = None;
        self.table.each_from(distance, place, &mut |board| {
            found = Some(board);
            ControlFlow::Break(())
        });
        found
    }

    fn alike(&self, board: &PieceBoard) -> PieceBoard {
        self.table.boards().least(*board)
    }

    fn is_reduced(&self) -> bool {
        true
    }
}
