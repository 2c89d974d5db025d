//! Classes of boards that symmetries carry into each other.

use super::SymmetryCount;
use crate::structure::Structured;
use crate::symmetry::{self, Symmetries, Symmetry};

/// Where a puzzle has more symmetries, boards are told apart that they carry into each other: it takes longer to see it.
const MANY: usize = 256;

/// A puzzle's boards by class. Each class has one least board: the one whose symbols, cell by cell, are least.
pub(super) struct Classes<'p, P> {
    puzzle: &'p P,
    symmetries: Symmetries,
    symbols: Vec<u8>,
    image: Vec<u8>,
}

impl<'p, P: Structured> Classes<'p, P> {
    pub fn of(puzzle: &'p P) -> Self {
        Self {
            puzzle,
            symmetries: symmetry::find(&puzzle.structure()),
            symbols: Vec::new(),
            image: Vec::new(),
        }
    }

    pub fn symmetries(&self) -> SymmetryCount {
        let cells = self.symmetries.cells().len();
        SymmetryCount {
            cells: cells as u64,
            // As many for each of their effects on cells.
            symbols: (self.symmetries.len() / cells.max(1)) as u64,
            is_complete: self.symmetries.is_complete(),
        }
    }

    /// Whether the board is the least of its class.
    pub fn leads(&mut self, board: &P::Board) -> bool {
        self.read(board);
        self.symmetries.iter().all(|symmetry| {
            symmetry.image(&self.symbols, &mut self.image);
            self.image >= self.symbols
        })
    }

    /// How many boards the class of this one has.
    pub fn size(&mut self, board: &P::Board) -> u64 {
        self.read(board);
        let is_fixed = |symmetry: &&Symmetry| {
            symmetry.image(&self.symbols, &mut self.image);
            self.image == self.symbols
        };
        // At least the identity.
        let fixed = self.symmetries.iter().filter(is_fixed).count().max(1);
        (self.symmetries.len() / fixed) as u64
    }

    /// The least board of the class of this one; the board itself where there are many symmetries. It has as many shortest answers.
    pub fn least(&mut self, board: &P::Board) -> P::Board {
        if !(2..=MANY).contains(&self.symmetries.len()) {
            return *board;
        }
        self.read(board);
        self.puzzle
            .board(&self.symmetries.least(&self.symbols))
            .unwrap_or(*board)
    }

    fn read(&mut self, board: &P::Board) {
        self.symbols.clear();
        self.puzzle.symbols(board, &mut self.symbols);
    }
}
