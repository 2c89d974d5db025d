//! Which moves bring a board nearer, for every board of a table: a byte each.
//!
//! A walk without them looks at the boards after each move until one is nearer; with them it looks
//! at its own board only. They cost about as much as the table, so they are worth it for many
//! boards.

use super::Table;
use crate::space::{Move, MoveSet, Ranked};
use crate::support::budget::Budget;
use crate::support::parallel;

/// Ranks that one task marks.
const RANKS_PER_TASK: usize = 1 << 13;

/// The moves, by rank, that lead to a board one nearer.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::space::Ranked;
/// use fewest::table::build::build;
/// use fewest::table::optimal_moves::OptimalMoves;
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// let table = build(&puzzle, fewest::Budget::default())?;
/// let optimal = OptimalMoves::of(&puzzle, &table, fewest::Budget::default()).expect("four moves");
/// // Half-way round the ring of boards both ways are shortest; elsewhere one is.
/// let board = TileBoard::new(&[0, 3, 2, 1]).expect("each tile once");
/// assert_eq!(optimal.moves(puzzle.rank(&board)).len(), 2);
/// assert!(optimal.moves(puzzle.rank(&puzzle.goal())).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OptimalMoves {
    moves: Box<[u8]>,
}

impl OptimalMoves {
    /// The most moves a puzzle may have for this.
    pub const MOST_MOVES: usize = 8;

    /// The optimal moves of a table; `None` if some board has a move past the eighth, or it was
    /// stopped.
    pub fn of<P: Ranked>(puzzle: &P, table: &Table, budget: Budget<'_>) -> Option<Self> {
        let mut moves = vec![0u8; table.len()];
        let mark = |(chunk, moves): (usize, &mut [u8])| {
            if budget.is_over() {
                return false;
            }
            let ranks = (chunk * RANKS_PER_TASK) as u64..;
            moves.iter_mut().zip(ranks).all(|(moves, rank)| {
                let Some(nearer) = table
                    .distance(rank)
                    .and_then(|distance| distance.checked_sub(1))
                else {
                    return true;
                };
                let board = puzzle.unrank(rank);
                let legal = puzzle.moves(&board);
                for m in legal {
                    let after = table.distance(puzzle.rank(&puzzle.after(&board, m)));
                    *moves |= u8::from(after == Some(nearer)) << (m.index() % Self::MOST_MOVES);
                }
                legal.bits() >> Self::MOST_MOVES == 0
            })
        };
        let fits = parallel::map(moves.chunks_mut(RANKS_PER_TASK).enumerate(), mark);
        let fits = fits.into_iter().all(|fits| fits);
        fits.then(|| Self {
            moves: moves.into(),
        })
    }

    /// The moves that bring the board with this rank nearer; none if it is solved or can't be.
    #[inline]
    #[must_use]
    pub fn moves(&self, rank: u64) -> MoveSet {
        let moves = usize::try_from(rank)
            .ok()
            .and_then(|rank| self.moves.get(rank));
        MoveSet::from_bits(moves.copied().unwrap_or(0).into())
    }

    /// The first of them.
    #[inline]
    #[must_use]
    pub fn first(&self, rank: u64) -> Option<Move> {
        self.moves(rank).next()
    }
}
