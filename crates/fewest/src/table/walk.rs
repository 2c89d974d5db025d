//! Reading a shortest answer off tables: all that is left to do once they are built.
//!
//! From a board at distance `d` some move leads to one at distance `d - 1`. A question may have
//! several goals, each with a view of its own and a table for it; the walk keeps every goal that
//! still ties, makes the first move in tie order that brings any of them nearer, and drops those
//! that it does not bring nearer. So the answer is the least among the fewest across all goals: no
//! goal that could finish it in as many moves is dropped before a move rules it out.

use super::Table;
use super::optimal_moves::OptimalMoves;
use crate::space::{Move, MoveSet, Ranked};

/// A goal still in play: its table, and the board as that table sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'t, B> {
    /// The distances to this goal.
    pub table: &'t Table,
    /// Which moves bring a board nearer, where that was worked out.
    pub optimal_moves: Option<&'t OptimalMoves>,
    /// The board as the goal sees it.
    pub board: B,
}

impl<B: Copy> Seen<'_, B> {
    /// The moves that bring the board to distance `left`; it is at `left + 1`.
    #[inline]
    fn nearer<P: Ranked<Board = B>>(&self, puzzle: &P, left: u8) -> MoveSet {
        if let Some(optimal_moves) = self.optimal_moves {
            return optimal_moves.moves(puzzle.rank(&self.board));
        }
        let is_nearer = |m: &Move| {
            self.table
                .distance(puzzle.rank(&puzzle.after(&self.board, *m)))
                == Some(left)
        };
        // The first is all that one goal needs, and in most walks only one is left.
        puzzle
            .moves(&self.board)
            .find(is_nearer)
            .map_or(MoveSet::EMPTY, MoveSet::only)
    }

    /// Whether a move brings the board to distance `left`.
    #[inline]
    fn is_nearer<P: Ranked<Board = B>>(&self, puzzle: &P, m: Move, left: u8) -> bool {
        let is_legal = puzzle.moves(&self.board).bits() & MoveSet::only(m).bits() != 0;
        is_legal
            && self
                .table
                .distance(puzzle.rank(&puzzle.after(&self.board, m)))
                == Some(left)
    }
}

/// Appends to `moves` the least of the fewest moves from a board to a goal, and returns how many
/// they are; `None` if no goal can be reached. The board is given once for each goal, as that goal
/// sees it; a move must have the same effect in all views. Of more than 64 goals only the first 64
/// count.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::table::build::build;
/// use fewest::table::walk::{Seen, walk};
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// let table = build(&puzzle, fewest::Budget::default())?;
/// let board = TileBoard::new(&[0, 3, 2, 1]).expect("each tile once");
/// let mut moves = Vec::new();
/// let mut views = [Seen { table: &table, optimal_moves: None, board }];
/// assert_eq!(walk(&puzzle, &mut views, &mut moves), Some(6));
/// let letters = moves.iter().filter_map(|&m| puzzle.direction(m)).map(|way| way.letter());
/// // Down comes first in tie order; `rdlurd` is as short.
/// assert_eq!(letters.collect::<String>(), "druldr");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walk<P: Ranked>(
    puzzle: &P,
    views: &mut [Seen<'_, P::Board>],
    moves: &mut Vec<Move>,
) -> Option<u8> {
    walk_each(|_| puzzle, views, moves).map(|(distance, _)| distance)
}

/// The same where each view is a puzzle of its own, `puzzle(i)` for view `i`; with the first view
/// that is solved then.
pub(crate) fn walk_each<'p, P: Ranked + 'p>(
    puzzle: impl Fn(usize) -> &'p P,
    views: &mut [Seen<'_, P::Board>],
    moves: &mut Vec<Move>,
) -> Option<(u8, usize)> {
    let mut distances = [None; 64];
    for (i, (distance, view)) in distances.iter_mut().zip(&*views).enumerate() {
        *distance = view.table.distance(puzzle(i).rank(&view.board));
    }
    let distances = distances.get(..views.len()).unwrap_or(&distances);
    let distance = distances.iter().flatten().copied().min()?;
    // Bit i: goal i still ties.
    let mut tied = 0u64;
    for (i, _) in distances
        .iter()
        .enumerate()
        .filter(|(_, d)| **d == Some(distance))
    {
        tied |= 1 << i;
    }
    for left in (0..distance).rev() {
        let mut first: Option<Move> = None;
        for i in Tied(tied) {
            let own = views[i].nearer(puzzle(i), left).next();
            first = match (first, own) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        // A table of distances always has such a move.
        let m = first?;
        if !tied.is_power_of_two() {
            for i in Tied(tied) {
                let keeps = match views[i].optimal_moves {
                    Some(optimal_moves) => {
                        optimal_moves.moves(puzzle(i).rank(&views[i].board)).bits()
                            & MoveSet::only(m).bits()
                            != 0
                    }
                    None => views[i].is_nearer(puzzle(i), m, left),
                };
                tied &= !(u64::from(!keeps) << i);
            }
        }
        for i in Tied(tied) {
            puzzle(i).apply(&mut views[i].board, m);
        }
        moves.push(m);
    }
    Some((distance, tied.trailing_zeros() as usize))
}

/// The places of the ones in a word.
struct Tied(u64);

impl Iterator for Tied {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (place < u64::BITS).then_some(place as usize)
    }
}
