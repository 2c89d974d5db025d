//! Optimal-move tables: the moves that bring a board nearer, cached in a byte per board.
//!
//! A walk tries moves until a board is nearer; a later walk through the board takes one lookup.

use std::sync::atomic::{AtomicU8, Ordering};

use zerocopy::FromZeros;

use super::Table;
use crate::space::{Move, MoveSet, Ranked, ranked};

/// The moves from each board to a board one nearer, by rank.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::space::Ranked;
/// use fewest::table::build::build;
/// use fewest::table::OptimalMoves;
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// let table = build(&puzzle, fewest::Budget::default())?;
/// let optimal = OptimalMoves::of(&table).expect("few boards");
/// // Half-way round the ring of boards both ways are shortest; elsewhere one is.
/// let board = TileBoard::new(&[0, 3, 2, 1]).expect("each tile once");
/// assert_eq!(optimal.moves(&puzzle, &table, &board).len(), 2);
/// assert!(optimal.moves(&puzzle, &table, &puzzle.goal()).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OptimalMoves {
    /// The moves as bits; 0 if there are none, or if they are not cached yet.
    notes: Box<[AtomicU8]>,
}

impl OptimalMoves {
    /// The most moves of a puzzle. A board with an optimal move beyond them is never cached.
    pub(crate) const MOST_MOVES: usize = 8;
    /// The most boards of a table. In larger tables, walks visit few boards twice.
    pub(crate) const MOST_BOARDS: usize = 1 << 24;

    /// An empty cache for the boards of a table; `None` if there are too many.
    #[must_use]
    pub fn of(table: &Table) -> Option<Self> {
        let boards = Some(table.len()).filter(|boards| *boards <= Self::MOST_BOARDS)?;
        // Zeros from the system: a page takes no memory until a board in it is cached.
        let notes = <[AtomicU8]>::new_box_zeroed_with_elems(boards).ok()?;
        Some(Self { notes })
    }

    /// The moves that bring a board nearer; empty if it is solved or unsolvable.
    #[inline]
    #[must_use]
    pub fn moves<P: Ranked>(&self, puzzle: &P, table: &Table, board: &P::Board) -> MoveSet {
        self.moves_at(puzzle, table, board, puzzle.rank(board))
    }

    /// [`moves`](Self::moves) of a board with this rank.
    #[inline]
    pub(super) fn moves_at<P: Ranked>(
        &self,
        puzzle: &P,
        table: &Table,
        board: &P::Board,
        rank: u64,
    ) -> MoveSet {
        let note = self.notes.get(ranked::index(rank));
        match note.map_or(0, |note| note.load(Ordering::Relaxed)) {
            0 => self.work_out(puzzle, table, board, rank),
            moves => MoveSet::from_bits(moves.into()),
        }
    }

    #[cold]
    fn work_out<P: Ranked>(
        &self,
        puzzle: &P,
        table: &Table,
        board: &P::Board,
        rank: u64,
    ) -> MoveSet {
        let distance = table.distance(rank);
        let Some(nearer) = distance.and_then(|distance| distance.checked_sub(1)) else {
            return MoveSet::EMPTY;
        };
        let after = |m: &Move| table.distance(puzzle.rank(&puzzle.after(board, *m)));
        let optimal = puzzle.moves(board).filter(|m| after(m) == Some(nearer));
        let optimal = optimal.fold(MoveSet::EMPTY, MoveSet::with);
        if let (Some(note), Ok(moves)) = (
            self.notes.get(ranked::index(rank)),
            u8::try_from(optimal.bits()),
        ) {
            note.store(moves, Ordering::Relaxed);
        }
        optimal
    }
}
