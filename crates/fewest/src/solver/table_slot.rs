//! Where a solver's table comes from and how boards are looked up in it: stored by an earlier run,
//! or built in this one.

use super::costs::WORTH_A_FILE;
use super::options::LookupOptions;
use super::{Answer, Options, TableSource};
use crate::budget::Budget;
use crate::progress::Unfinished;
use crate::puzzle::Ranked;
use crate::table::Table;
use crate::table::build::{BuildError, build};
use crate::table::optimal_moves::OptimalMoves;
use crate::table::packed::Packed;
use crate::table::store::Store;
use crate::table::walk::{Seen, walk};

/// A place for one puzzle's table.
#[derive(Default)]
pub(super) struct TableSlot {
    table: Option<Held>,
    /// Whether the store was asked: a bad file is reported once.
    was_sought: bool,
}

enum Held {
    Built(Table),
    Stored(Packed),
}

impl Held {
    const fn source(&self) -> TableSource {
        match self {
            Self::Built(_) => TableSource::Built,
            Self::Stored(_) => TableSource::Stored,
        }
    }
}

impl TableSlot {
    /// Whether there is a table.
    pub(super) const fn is_filled(&self) -> bool {
        self.table.is_some()
    }

    /// Where the table came from and its bytes, if there is one.
    pub(super) fn held(&self) -> Option<(TableSource, u64)> {
        let table = self.table.as_ref()?;
        Some(match table {
            Held::Built(built) => (table.source(), built.len() as u64),
            Held::Stored(stored) => (table.source(), stored.bytes().len() as u64),
        })
    }

    /// The table if it was built here. Only such a table takes memory: a stored one is mapped, and
    /// the system takes the memory back when it needs it.
    pub(super) const fn built(&self) -> Option<&Table> {
        match &self.table {
            Some(Held::Built(table)) => Some(table),
            _ => None,
        }
    }

    /// Takes the stored table, if there is one.
    pub(super) fn seek<P: Ranked>(&mut self, puzzle: &P, options: &Options) {
        if self.was_sought || self.is_filled() {
            return;
        }
        self.was_sought = true;
        let Some(store) = store(puzzle, options) else {
            return;
        };
        match store.load(puzzle) {
            Ok(table) => self.table = table.map(Held::Stored),
            Err(error) => store.tell(&error),
        }
    }

    /// Sees that there is a table: the stored one, or else one that is built now, and stored if
    /// that is worth it.
    pub(super) fn fill<P: Ranked>(
        &mut self,
        puzzle: &P,
        options: &Options,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<BuildError>> {
        self.seek(puzzle, options);
        if self.is_filled() {
            return Ok(());
        }
        let table = build(puzzle, options.budget(options.limits.memory, budget))?;
        if let Some(store) = store(puzzle, options)
            && let Some(packed) = Packed::of(puzzle, &table)
            && let Err(error) = store.save(puzzle, &packed)
        {
            store.tell(&error);
        }
        self.table = Some(Held::Built(table));
        Ok(())
    }

    /// Answers a board, if there is a table; else returns false.
    pub(super) fn look_up<P: Ranked>(
        &self,
        puzzle: &P,
        board: &P::Board,
        optimal_moves: Option<&OptimalMoves>,
        wanted: LookupOptions,
        answer: &mut Answer,
    ) -> bool {
        let Some(table) = &self.table else {
            return false;
        };
        let moves = &mut answer.moves;
        let distance = match table {
            Held::Built(table) if wanted.moves => {
                let mut views = [Seen {
                    table,
                    optimal_moves,
                    board: *board,
                }];
                walk(puzzle, &mut views, moves)
            }
            Held::Built(table) => table.distance(puzzle.rank(board)),
            Held::Stored(table) if wanted.moves => table.walk(puzzle, board, |m| moves.push(m)),
            Held::Stored(table) => table.walk(puzzle, board, |_| {}),
        };
        answer.stored = match table {
            Held::Built(table) => table.len() as u64,
            Held::Stored(table) => table.boards(),
        };
        answer.look_up(table.source(), distance, wanted.most);
        true
    }
}

/// The store of the options, if the puzzle's table belongs there.
fn store<'q, P: Ranked>(puzzle: &P, options: &'q Options) -> Option<&'q Store> {
    let store = options.store.as_deref();
    store.filter(|_| puzzle.boards() >= WORTH_A_FILE)
}
