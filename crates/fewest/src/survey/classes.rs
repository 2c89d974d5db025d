//! Classes of symmetric boards.

use super::SymmetryCount;
use crate::population::Population;
use crate::space::set::BoardSet;
use crate::space::structure::Structured;
use crate::support::invariant::Invariant;
use crate::symmetry::{self, Symmetries};

/// The most cells written to find a board's representative. If that takes more, symmetric boards
/// are counted separately when answers are counted.
const MAX_CELLS: usize = 1 << 20;

/// The classes of a puzzle's boards, or of a set. The least board has the least symbols, by cell.
pub(crate) struct BoardClasses<'p, P> {
    puzzle: &'p P,
    symmetries: Symmetries,
    /// The symmetries that keep the number of shortest answers.
    keeping_answers: Symmetries,
    /// The set of boards considered; all boards if `None`.
    set: Option<&'p BoardSet>,
    symbols: Vec<u8>,
    image: Vec<u8>,
}

impl<'p, P: Structured> BoardClasses<'p, P> {
    pub(crate) fn of(population: &'p dyn Population<Puzzle = P>) -> Self {
        let counts = (0..=u8::MAX).zip(population.counts());
        let mut met = counts.filter(|(_, count)| **count > 0);
        let first = met
            .next()
            .and_then(|(distance, _)| population.nth(distance, 0));
        let set = population.set().map(|set| &**set);
        let is_in = |board: &P::Board| population.distance(board).is_some();
        Self::around(population.puzzle(), first, set, is_in)
    }

    /// The classes of a puzzle's boards, or of a set. Only symmetries that carry `first`, one of
    /// these boards, to one of these boards count: others exchange goals that no moves connect.
    pub(crate) fn around(
        puzzle: &'p P,
        first: Option<P::Board>,
        set: Option<&'p BoardSet>,
        is_in: impl Fn(&P::Board) -> bool,
    ) -> Self {
        let structure = puzzle.structure();
        let mut classes = Self {
            puzzle,
            symmetries: symmetry::find(&structure),
            keeping_answers: Symmetries::none(&structure),
            set,
            symbols: Vec::new(),
            image: Vec::new(),
        };
        if let Some(board) = first {
            classes.read(&board);
            classes.symmetries.retain(|symmetry| {
                symmetry.image(&classes.symbols, &mut classes.image);
                puzzle
                    .board(&classes.image)
                    .is_some_and(|image| is_in(&image))
            });
        }
        classes.keeping_answers = classes.symmetries.keeping_answers(&structure);
        classes
    }

    pub(crate) fn symmetries(&self) -> SymmetryCount {
        let cells = self.symmetries.cells().len();
        SymmetryCount {
            cells: cells as u64,
            // Each effect on cells has equally many renamings.
            symbols: (self.symmetries.len() / cells.max(1)) as u64,
            is_complete: self.symmetries.is_complete(),
        }
    }

    /// Returns true if the board is the least of its class.
    pub(crate) fn leads(&mut self, board: &P::Board) -> bool {
        self.read(board);
        is_least(&self.symmetries, self.set, &self.symbols, &mut self.image)
    }

    /// Like [`leads`](Self::leads), with the symmetries that keep the number of shortest answers.
    pub(crate) fn leads_in_answers(&mut self, board: &P::Board) -> bool {
        self.read(board);
        is_least(
            &self.keeping_answers,
            self.set,
            &self.symbols,
            &mut self.image,
        )
    }

    /// The number of boards in a board's class.
    pub(crate) fn size(&mut self, board: &P::Board) -> u64 {
        self.read(board);
        let (mut fixed, mut inside) = (0, 0);
        for symmetry in &self.symmetries {
            symmetry.image(&self.symbols, &mut self.image);
            fixed += u64::from(self.image == self.symbols);
            inside += u64::from(self.set.is_none_or(|set| set.contains(&self.image)));
        }
        // Equally many symmetries lead to each board of the class.
        inside / fixed.max(1)
    }

    /// The representative of boards with equally many answers; itself if symmetries are many.
    pub(crate) fn like(&mut self, board: &P::Board) -> P::Board {
        self.read(board);
        let symmetries = self.keeping_answers.len();
        if symmetries == 1 || symmetries * self.symbols.len() > MAX_CELLS {
            return *board;
        }
        self.puzzle
            .board(&self.keeping_answers.least(&self.symbols))
            .debug_unwrap_or(*board)
    }

    /// The boards of a board's class, each once, or only the least.
    pub(crate) fn images(&mut self, board: &P::Board, every: bool) -> Vec<P::Board> {
        self.read(board);
        let images = if every {
            self.symmetries.orbit(&self.symbols)
        } else {
            vec![self.symmetries.least(&self.symbols)]
        };
        let boards = images.iter().filter_map(|image| self.puzzle.board(image));
        boards.collect()
    }

    pub(crate) fn read(&mut self, board: &P::Board) -> &[u8] {
        self.symbols.clear();
        self.puzzle.symbols(board, &mut self.symbols);
        &self.symbols
    }
}

/// Returns true if no symmetry makes a lesser board of the set from these symbols.
fn is_least(
    symmetries: &Symmetries,
    set: Option<&BoardSet>,
    symbols: &[u8],
    image: &mut Vec<u8>,
) -> bool {
    symmetries.iter().all(|symmetry| {
        symmetry.image(symbols, image);
        &image[..] >= symbols || set.is_some_and(|set| !set.contains(image))
    })
}
