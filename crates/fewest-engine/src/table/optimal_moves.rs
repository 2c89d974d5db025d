//! Optimal-move tables: the moves that bring a board nearer, cached for each board.
//!
//! A walk tries moves until a board is nearer; a later walk through the board takes one lookup.
//! Walks need only the first optimal move, and finding it takes less time than finding all. So
//! there are two caches. In a small table, the first move comes with the rank of the board after it,
//! so that walks need no boards. In a larger one, such links would no longer fit beside the table in a
//! core's cache: there, playing the move and ranking the board takes less time than reading a link.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use zerocopy::FromZeros;

use super::Table;
use crate::space::{Move, Moves, Ranked, ranked};

/// The moves from each board to a board one nearer, by rank.
///
/// ```
/// # use fewest_engine as fewest;
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
    /// The place of the first move, plus one; 0 if there is none, or if it is not cached yet.
    first: Box<[AtomicU8]>,
    /// The same byte, below the rank of the board after the move; empty for larger tables.
    links: Box<[AtomicU32]>,
    /// All moves as bits; 0 if there are none, or if they are not cached yet.
    all: Box<[AtomicU8]>,
}

impl OptimalMoves {
    /// The most moves of a puzzle. A board with an optimal move beyond them is never cached.
    pub const MAX_MOVES: usize = 8;
    /// The most boards of a table. In larger tables, walks visit few boards twice.
    pub(crate) const MAX_BOARDS: usize = 1 << 24;
    /// The most boards of a table with links: a mebibyte of them.
    const MAX_LINKS: usize = 1 << 18;

    /// An empty cache for the boards of a table; `None` if there are too many.
    #[must_use]
    pub fn of(table: &Table) -> Option<Self> {
        let boards = Some(table.len()).filter(|boards| *boards <= Self::MAX_BOARDS)?;
        // Zeros from the system: a page takes no memory until a board in it is cached.
        let cache = || <[AtomicU8]>::new_box_zeroed_with_elems(boards).ok();
        let links = if boards <= Self::MAX_LINKS { boards } else { 0 };
        Some(Self {
            first: cache()?,
            links: <[AtomicU32]>::new_box_zeroed_with_elems(links).ok()?,
            all: cache()?,
        })
    }

    /// The moves that bring a board nearer; empty if it is solved or unsolvable.
    #[inline]
    #[must_use]
    pub fn moves<P: Ranked>(&self, puzzle: &P, table: &Table, board: &P::Board) -> P::Moves {
        let rank = puzzle.rank(board);
        let cached = self.all.get(ranked::index(rank));
        match cached.map_or(0, |cached| cached.load(Ordering::Relaxed)) {
            0 => {
                let moves =
                    optimal(puzzle, table, board, rank).fold(P::Moves::default(), Moves::with);
                if let (Some(cached), Some(moves)) = (cached, in_byte(moves.words())) {
                    cached.store(moves, Ordering::Relaxed);
                }
                moves
            }
            moves => P::Moves::from_words(&[moves.into()]),
        }
    }

    /// The first of the [moves](Self::moves) of a board with this rank.
    #[inline]
    pub(super) fn first<P: Ranked>(
        &self,
        puzzle: &P,
        table: &Table,
        board: &P::Board,
        rank: u64,
    ) -> Option<Move> {
        let cached = self.first.get(ranked::index(rank))?;
        match cached.load(Ordering::Relaxed) {
            0 => (self.find_first(puzzle, table, board, rank)).map(|(first, _)| first),
            place => Some(Move::new(place - 1)),
        }
    }

    /// Returns true if first moves come with the rank of the board after them.
    pub(super) fn has_links(&self) -> bool {
        !self.links.is_empty()
    }

    /// The first optimal move of the board with this rank, and the rank of the board after it, if
    /// they are cached.
    #[inline]
    pub(super) fn link(&self, rank: u64) -> Option<(Move, u64)> {
        let link = (self.links.get(ranked::index(rank))?).load(Ordering::Relaxed);
        let [place, ..] = link.to_le_bytes();
        Some((
            Move::new(place.checked_sub(1)?),
            u64::from(link >> u8::BITS),
        ))
    }

    /// Finds and caches the first optimal move of a board of this rank, and the rank of the board
    /// after it.
    #[cold]
    #[inline(never)]
    pub(super) fn find_first<P: Ranked>(
        &self,
        puzzle: &P,
        table: &Table,
        board: &P::Board,
        rank: u64,
    ) -> Option<(Move, u64)> {
        let first = optimal(puzzle, table, board, rank).next()?;
        let after = puzzle.rank(&puzzle.after(board, first));
        let place = u8::try_from(first.index() + 1).unwrap_or(0);
        let at = ranked::index(rank);
        self.first.get(at)?.store(place, Ordering::Relaxed);
        if let Some(link) = self.links.get(at) {
            let both = u32::try_from(after << u8::BITS | u64::from(place)).unwrap_or(0);
            link.store(both, Ordering::Relaxed);
        }
        Some((first, after))
    }
}

/// A set of moves in a byte, if they are among the first eight.
fn in_byte(moves: &[u64]) -> Option<u8> {
    let (first, others) = moves.split_first()?;
    let are_few = others.iter().all(|word| *word == 0);
    u8::try_from(*first).ok().filter(|_| are_few)
}

/// The moves that bring a board of this rank nearer, in tie order.
fn optimal<'p, P: Ranked>(
    puzzle: &'p P,
    table: &'p Table,
    board: &'p P::Board,
    rank: u64,
) -> impl Iterator<Item = Move> + 'p {
    let nearer = table
        .distance(rank)
        .and_then(|distance| distance.checked_sub(1));
    let after = |m: &Move| table.distance(puzzle.rank(&puzzle.after(board, *m)));
    let moves = nearer.map_or_else(P::Moves::default, |_| puzzle.moves(board));
    moves.filter(move |m| after(m) == nearer)
}
