//! A solver's table: loaded from the store or built in this run.

use std::sync::OnceLock;

use super::costs::{QUICK_TABLE, WORTH_A_FILE};
use super::options::LookupOptions;
use super::{Answer, SolverOptions, TableSource};
use crate::projection::{PieceBoards, ReducedTable};
use crate::space::structure::Structured;
use crate::space::{AnyMoves, Move, Moves, Ranked};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::{BuildError, build, bytes};
use crate::table::optimal_moves::OptimalMoves;
use crate::table::packed::Packed;
use crate::table::walk::{Seen, walk};

#[derive(Default)]
pub(super) struct TableSlot {
    table: Option<TableForm>,
    /// True once the store was searched, so that a bad file is reported only once.
    was_sought: bool,
    /// The boards of a symmetry-reduced table, found on demand because that takes milliseconds.
    reduced: OnceLock<Option<Box<PieceBoards>>>,
}

enum TableForm {
    Built(Table),
    Reduced(Box<ReducedTable>),
    Stored(Packed),
}

impl TableForm {
    const fn source(&self) -> TableSource {
        match self {
            Self::Built(_) | Self::Reduced(_) => TableSource::Built,
            Self::Stored(_) => TableSource::Stored,
        }
    }
}

impl TableSlot {
    pub(super) const fn is_filled(&self) -> bool {
        self.table.is_some()
    }

    pub(super) fn source_and_bytes(&self) -> Option<(TableSource, u64)> {
        let table = self.table.as_ref()?;
        let bytes = match table {
            TableForm::Built(built) => built.len() as u64,
            TableForm::Reduced(built) => built.boards().entries() as u64,
            TableForm::Stored(stored) => stored.bytes().len() as u64,
        };
        Some((table.source(), bytes))
    }

    /// The bytes of the table in memory; 0 if it is mapped, because the system can reclaim that.
    pub(super) fn bytes(&self) -> u64 {
        match self.source_and_bytes() {
            Some((TableSource::Built, bytes)) => bytes,
            _ => 0,
        }
    }

    /// The table, if it was built without reduction.
    pub(super) const fn built(&self) -> Option<&Table> {
        match &self.table {
            Some(TableForm::Built(table)) => Some(table),
            _ => None,
        }
    }

    fn reduced<P: Ranked + Structured>(&self, puzzle: &P) -> Option<&PieceBoards> {
        let boards = self.reduced.get_or_init(|| reduced(puzzle).map(Box::new));
        boards.as_deref()
    }

    pub(super) fn needed<P: Ranked + Structured>(&self, puzzle: &P) -> u64 {
        let reduced = self.reduced(puzzle).map(ReducedTable::bytes);
        reduced.unwrap_or_else(|| bytes(puzzle))
    }

    pub(super) fn seek<P: Ranked>(&mut self, puzzle: &P, options: &SolverOptions) {
        if self.was_sought || self.is_filled() {
            return;
        }
        self.was_sought = true;
        let store = options.store.as_deref();
        let stored = store.and_then(|store| store.reported(store.load(puzzle)));
        self.table = stored.flatten().map(TableForm::Stored);
    }

    /// Loads the table or builds it, and stores it if that is worth it. A symmetry-reduced table is
    /// not stored: it is built in less time than a file is checked.
    pub(super) fn fill<P: Ranked + Structured>(
        &mut self,
        puzzle: &P,
        options: &SolverOptions,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<BuildError>> {
        self.seek(puzzle, options);
        if self.is_filled() {
            return Ok(());
        }
        let budget = options.budget(budget);
        if let Some(boards) = self.reduced(puzzle) {
            let table = ReducedTable::build(boards.clone(), budget)?;
            self.table = Some(TableForm::Reduced(Box::new(table)));
            return Ok(());
        }
        let table = build(puzzle, budget)?;
        if let Some(store) = &options.store
            && puzzle.boards() >= WORTH_A_FILE
        {
            store.keep(puzzle, &table);
        }
        self.table = Some(TableForm::Built(table));
        Ok(())
    }

    /// The distance of a board; `None` if it can't be solved or there is no table.
    #[inline]
    pub(super) fn distance<P: Ranked + Structured>(
        &self,
        puzzle: &P,
        board: &P::Board,
    ) -> Option<u8> {
        match self.table.as_ref()? {
            TableForm::Built(table) => table.distance(puzzle.rank(board)),
            TableForm::Reduced(table) => {
                let board = table.boards().board(&puzzle.all_symbols(board))?;
                table.distance(board)
            }
            TableForm::Stored(table) => table.walk(puzzle, board, |_| {}),
        }
    }

    /// The distance of a board and the moves that bring it nearer; `None` without a table, or if the
    /// board can't be solved in this many moves.
    #[inline]
    pub(super) fn optimal_moves<P: Ranked + Structured>(
        &self,
        puzzle: &P,
        board: &P::Board,
        cache: Option<&OptimalMoves>,
        max_moves: u8,
    ) -> Option<(u8, AnyMoves)> {
        let is_near = |distance: &u8| *distance <= max_moves;
        match (self.table.as_ref()?, cache) {
            (TableForm::Built(table), Some(cache)) => {
                let distance = table.distance(puzzle.rank(board)).filter(is_near)?;
                let moves = cache.moves(puzzle, table, board);
                Some((distance, AnyMoves::from_words(moves.words())))
            }
            (TableForm::Reduced(table), _) => {
                let board = table.boards().board(&puzzle.all_symbols(board))?;
                let distance = table.distance(board).filter(is_near)?;
                Some((distance, table.optimal_moves(board)))
            }
            _ => {
                let distance = self.distance(puzzle, board).filter(is_near)?;
                let nearer = distance.checked_sub(1);
                let after = |m: &Move| self.distance(puzzle, &puzzle.after(board, *m));
                let optimal =
                    (puzzle.moves(board)).filter(|m| nearer.is_some() && after(m) == nearer);
                Some((distance, optimal.fold(AnyMoves::EMPTY, AnyMoves::with)))
            }
        }
    }

    /// Answers a board. Returns false if there is no table.
    pub(super) fn look_up<P: Ranked + Structured>(
        &self,
        puzzle: &P,
        board: &P::Board,
        optimal_moves: Option<&OptimalMoves>,
        lookup: LookupOptions,
        answer: &mut Answer,
    ) -> bool {
        let Some(table) = &self.table else {
            return false;
        };
        let moves = &mut answer.moves;
        let distance = match table {
            TableForm::Built(table) if lookup.moves => walk(
                puzzle,
                &mut [Seen::new(table, optimal_moves, *board)],
                moves,
            ),
            TableForm::Reduced(table) if lookup.moves => {
                let board = table.boards().board(&puzzle.all_symbols(board));
                board.and_then(|board| table.walk(board, moves))
            }
            TableForm::Stored(table) if lookup.moves => {
                table.walk(puzzle, board, |m| moves.push(m))
            }
            _ => self.distance(puzzle, board),
        };
        answer.stored = match table {
            TableForm::Built(table) => table.len() as u64,
            TableForm::Reduced(table) => table.boards().entries() as u64,
            TableForm::Stored(table) => table.boards(),
        };
        answer.look_up(table.source(), distance, lookup.max_moves);
        true
    }
}

/// The boards of a puzzle of pieces, if the full table is large and symmetries at least halve it.
pub(crate) fn reduced<P: Ranked + Structured>(puzzle: &P) -> Option<PieceBoards> {
    let is_large = puzzle.boards() > QUICK_TABLE;
    let boards = is_large.then(|| PieceBoards::of(&puzzle.structure(), puzzle.boards() / 2));
    let is_less = |boards: &PieceBoards| ReducedTable::bytes(boards) <= puzzle.boards() / 2;
    boards.flatten().filter(is_less)
}
