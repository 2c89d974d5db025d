//! Manhattan distance and linear conflicts (O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields
//! powerful admissible heuristics", 1992).

use super::{Heuristic, Manhattan};
use crate::puzzle::Move;
use crate::puzzles::sliding::{Board, Sliding, Tiles};

/// The Manhattan distance and, for each row and column, two moves for each tile that has to leave it to let others by.
///
/// Tiles in their goal row (column) must end in the order of their goal cells. Those of a longest sequence in the right
/// order may stay; each of the others leaves and comes back, two moves that the Manhattan distance does not see.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
}

/// What is carried: the two parts of the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memo {
    manhattan: u32,
    conflicts: u32,
}

impl LinearConflict {
    /// The tables for a puzzle.
    #[must_use]
    pub fn new<T: Tiles>(puzzle: &Sliding<T>) -> Self {
        Self {
            manhattan: Manhattan::new(puzzle),
        }
    }
}

/// The tiles that must leave a line: those in their goal line, less the longest sequence in the right order. `get(i)` is
/// the tile at place `i`, `place` gives a tile's goal place if this is its goal line.
fn leavers(len: usize, get: impl Fn(usize) -> u8, place: impl Fn(u8) -> Option<usize>) -> u32 {
    // tails[k]: the least last place of a rising sequence of k + 1 tiles (patience sorting).
    let mut tails = [0usize; 128];
    let mut longest = 0;
    let mut tiles = 0;
    for tile in (0..len).map(get).filter(|&tile| tile != 0) {
        if let Some(goal) = place(tile) {
            tiles += 1;
            let at = tails[..longest].partition_point(|&tail| tail < goal);
            tails[at] = goal;
            longest = longest.max(at + 1);
        }
    }
    tiles - u32::try_from(longest).unwrap_or(0)
}

fn row_leavers<T: Tiles>(puzzle: &Sliding<T>, board: &Board<T>, row: usize) -> u32 {
    let width = puzzle.size().width();
    let place = |tile| {
        Some(puzzle.home(tile))
            .filter(|home| home / width == row)
            .map(|home| home % width)
    };
    leavers(width, |i| board.get(row * width + i), place)
}

fn column_leavers<T: Tiles>(puzzle: &Sliding<T>, board: &Board<T>, column: usize) -> u32 {
    let width = puzzle.size().width();
    let place = |tile| {
        Some(puzzle.home(tile))
            .filter(|home| home % width == column)
            .map(|home| home / width)
    };
    leavers(
        puzzle.size().height(),
        |i| board.get(i * width + column),
        place,
    )
}

impl<T: Tiles> Heuristic<Sliding<T>> for LinearConflict {
    type Memo = Memo;

    fn start(&self, puzzle: &Sliding<T>, board: &Board<T>) -> Memo {
        let rows = (0..puzzle.size().height()).map(|row| row_leavers(puzzle, board, row));
        let columns =
            (0..puzzle.size().width()).map(|column| column_leavers(puzzle, board, column));
        let manhattan = self.manhattan.start(puzzle, board);
        Memo {
            manhattan,
            conflicts: rows.chain(columns).sum(),
        }
    }

    fn after(&self, puzzle: &Sliding<T>, before: &Board<T>, m: Move, memo: Memo) -> Memo {
        use crate::puzzle::Puzzle;
        let manhattan = self.manhattan.after(puzzle, before, m, memo.manhattan);
        let after = puzzle.after(before, m);
        let width = puzzle.size().width();
        let (from, to) = (before.blank(), after.blank());
        // The lines along the move keep their order; only the two across it change.
        let on_both = |board: &Board<T>| {
            if from % width == to % width {
                row_leavers(puzzle, board, from / width) + row_leavers(puzzle, board, to / width)
            } else {
                column_leavers(puzzle, board, from % width)
                    + column_leavers(puzzle, board, to % width)
            }
        };
        Memo {
            manhattan,
            conflicts: memo.conflicts + on_both(&after) - on_both(before),
        }
    }

    fn bound(&self, memo: Memo) -> u32 {
        memo.manhattan + 2 * memo.conflicts
    }
}
