//! Reading a shortest answer off tables.
//!
//! From a board at distance `d` some move leads to one at distance `d - 1`. A question may have several goals, each with a
//! view of its own and a table for it; the walk keeps every goal that still ties, makes the first move in tie order that
//! brings any of them nearer, and drops those that it does not bring nearer. So the answer is the least among the
//! fewest across all goals: no goal that could finish it in as many moves is dropped before a move rules it out.

use super::Table;
use crate::puzzle::{Move, Ranked};

/// A goal still in play: its table, and the board as that table sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'t, B> {
    /// The distances to this goal.
    pub table: &'t Table,
    /// The board as the goal sees it.
    pub board: B,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

/// Appends to `moves` the least of the fewest moves from a board to a goal, and returns how many they are; `None` if no
/// goal can be reached. The board is given once for each goal, as that goal sees it; a move must have the same
/// effect in all views. Afterwards the slice holds the boards at the end of the walk.
pub fn walk<P: Ranked>(
    puzzle: &P,
    views: &mut [View<'_, P::Board>],
    moves: &mut Vec<Move>,
) -> Option<u8> {
    let distances = || {
        views
            .iter()
            .map(|view| view.table.distance(puzzle.rank(&view.board)))
    };
    let distance = distances().flatten().min()?;
    // Bit i: goal i still ties. Goals past the 64th would need a wider set; no puzzle has as many.
    let mut tied = distances()
        .take(64)
        .enumerate()
        .filter(|(_, d)| *d == Some(distance))
        .fold(0u64, |set, (i, _)| set | 1 << i);
    for left in (0..distance).rev() {
        let first = views
            .iter()
            .enumerate()
            .find(|(i, _)| tied >> i & 1 == 1)?
            .1
            .board;
        let step = puzzle.moves(&first).find_map(|m| {
            let nearer = views
                .iter()
                .enumerate()
                .take(64)
                .filter(|(i, _)| tied >> i & 1 == 1)
                .filter(|(_, view)| {
                    view.table
                        .distance(puzzle.rank(&puzzle.after(&view.board, m)))
                        == Some(left)
                });
            let nearer = nearer.fold(0u64, |set, (i, _)| set | 1 << i);
            (nearer != 0).then_some((m, nearer))
        });
        // A table of distances always has such a move.
        let (m, nearer) = step?;
        tied = nearer;
        for view in views.iter_mut() {
            puzzle.apply(&mut view.board, m);
        }
        moves.push(m);
    }
    Some(distance)
}
