//! Reading a shortest answer off tables: all that is left to do once they are built.
//!
//! From a board at distance `d` some move leads to one at distance `d - 1`. A question may have
//! several goals, each with a view of its own and a table for it; the walk keeps every goal that
//! still ties, makes the first move in tie order that brings any of them nearer, and drops those
//! that it does not bring nearer. So the answer is the least among the fewest across all goals: no
//! goal that could finish it in as many moves is dropped before a move rules it out.

use super::Table;
use super::optimal_moves::OptimalMoves;
use crate::space::{Move, Ranked};

/// A goal still in play: its table, and the board as that table sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'t, B> {
    /// The distances to this goal.
    pub table: &'t Table,
    /// Notes of the moves that bring a board nearer, if walks keep them.
    pub optimal_moves: Option<&'t OptimalMoves>,
    /// The board as the goal sees it.
    pub board: B,
}

impl<B: Copy> Seen<'_, B> {
    /// Walks on to the goal, which is this many moves away.
    fn descend<P: Ranked<Board = B>>(
        &mut self,
        puzzle: &P,
        distance: u8,
        moves: &mut Vec<Move>,
    ) -> Option<()> {
        for left in (0..distance).rev() {
            let m = self.first_nearer(puzzle, left)?;
            puzzle.apply(&mut self.board, m);
            moves.push(m);
        }
        Some(())
    }

    /// The first move, in tie order, that brings the board to distance `left`; it is at `left + 1`.
    #[inline]
    fn first_nearer<P: Ranked<Board = B>>(&self, puzzle: &P, left: u8) -> Option<Move> {
        if let Some(optimal_moves) = self.optimal_moves {
            return optimal_moves.moves(puzzle, self.table, &self.board).next();
        }
        let after = |m: &Move| puzzle.rank(&puzzle.after(&self.board, *m));
        let mut moves = puzzle.moves(&self.board);
        moves.find(|m| self.table.distance(after(m)) == Some(left))
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
    let mut firsts = [None; 64];
    let mut left = distance;
    while left > 0 && !tied.is_power_of_two() {
        left -= 1;
        for i in Tied(tied) {
            firsts[i] = views[i].first_nearer(puzzle(i), left);
        }
        // A table of distances always has such a move.
        let m = Tied(tied).filter_map(|i| firsts[i]).min()?;
        // A goal whose first move comes later is not brought nearer by this one.
        for i in Tied(tied).filter(|&i| firsts[i] != Some(m)) {
            tied &= !(1 << i);
        }
        for i in Tied(tied) {
            puzzle(i).apply(&mut views[i].board, m);
        }
        moves.push(m);
    }
    let goal = tied.trailing_zeros() as usize;
    views.get_mut(goal)?.descend(puzzle(goal), left, moves)?;
    Some((distance, goal))
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
