//! Manhattan distance and linear conflicts (O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields
//! powerful admissible heuristics", 1992).

use super::{Away, Heuristic, Manhattan, manhattan};
use crate::invariant::Invariant;
use crate::puzzle::{Move, Puzzle};
use crate::puzzles::sliding::{Board, MAX_CELLS, Sliding, Tiles};

/// The Manhattan distance and, for each row and column, two moves for each tile that has to leave it to let others by.
///
/// Tiles in their goal row (column) must end in the order of their goal cells. Those of a longest sequence in the right
/// order may stay; each of the others leaves and comes back, two moves that the Manhattan distance does not see.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    /// By tile: the row and the column of its goal cell.
    home: [[u8; MAX_CELLS]; 2],
}

/// The two kinds of lines.
#[derive(Clone, Copy)]
enum Line {
    Row = 0,
    Column = 1,
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
        let width = puzzle.size().width();
        let mut home = [[0; MAX_CELLS]; 2];
        for (tile, cell) in (0..=u8::MAX).map(|tile| puzzle.home(tile)).enumerate() {
            home[Line::Row as usize][tile] = u8::try_from(cell / width).debug_unwrap_or(u8::MAX);
            home[Line::Column as usize][tile] = u8::try_from(cell % width).debug_unwrap_or(u8::MAX);
        }
        Self {
            manhattan: Manhattan::new(puzzle),
            home,
        }
    }

    /// The tiles that must leave a row or column: those in their goal line, less the longest sequence in the right order.
    fn leavers<T: Tiles>(
        &self,
        puzzle: &Sliding<T>,
        board: &Board<T>,
        line: Line,
        at: usize,
    ) -> u32 {
        let (width, height) = (puzzle.size().width(), puzzle.size().height());
        let (len, first, step, across) = match line {
            Line::Row => (width, at * width, 1, Line::Column),
            Line::Column => (height, at, width, Line::Row),
        };
        // tails[k]: the least last place of a rising sequence of k + 1 tiles (patience sorting).
        let mut tails = [0u8; MAX_CELLS / 2];
        let mut longest = 0;
        let mut tiles = 0;
        for cell in (first..).step_by(step).take(len) {
            let tile = usize::from(board.get(cell));
            if tile == 0 || usize::from(self.home[line as usize][tile]) != at {
                continue;
            }
            let goal = self.home[across as usize][tile];
            tiles += 1;
            let place = tails[..longest]
                .iter()
                .take_while(|&&tail| tail < goal)
                .count();
            tails[place] = goal;
            longest = longest.max(place + 1);
        }
        debug_assert!(longest <= len, "a sequence is no longer than its line");
        tiles - u32::try_from(longest).debug_unwrap_or(0)
    }
}

impl<T: Tiles> Heuristic<Sliding<T>> for LinearConflict {
    type Memo = Memo;

    fn start(&self, puzzle: &Sliding<T>, board: &Board<T>) -> Memo {
        let rows =
            (0..puzzle.size().height()).map(|row| self.leavers(puzzle, board, Line::Row, row));
        let columns = (0..puzzle.size().width())
            .map(|column| self.leavers(puzzle, board, Line::Column, column));
        let manhattan = self.manhattan.start(puzzle, board);
        Memo {
            manhattan,
            conflicts: rows.chain(columns).sum(),
        }
    }

    fn after(&self, puzzle: &Sliding<T>, before: &Board<T>, m: Move, memo: Memo) -> Memo {
        let manhattan = self.manhattan.after(puzzle, before, m, memo.manhattan);
        let width = puzzle.size().width();
        let (to, from) = (before.blank(), puzzle.target(before.blank(), m));
        // The line along the move keeps its order. Across it, the tile leaves one line and enters another: only its goal
        // line counts it.
        let (line, left, entered) = if from.abs_diff(to) == width {
            (Line::Row, from / width, to / width)
        } else {
            (Line::Column, from % width, to % width)
        };
        let home = usize::from(self.home[line as usize][usize::from(before.get(from))]);
        if home != left && home != entered {
            return Memo { manhattan, ..memo };
        }
        let after = puzzle.after(before, m);
        let leavers = |board| self.leavers(puzzle, board, line, home);
        Memo {
            manhattan,
            conflicts: memo.conflicts + leavers(&after) - leavers(before),
        }
    }

    fn bound(&self, memo: Memo) -> u32 {
        memo.manhattan + 2 * memo.conflicts
    }

    /// Rows and columns alone: the lines' order in the start is not looked at.
    fn away<'h>(&'h self, puzzle: &'h Sliding<T>, start: &Board<T>) -> Away<'h, Sliding<T>> {
        manhattan::away(puzzle, start)
    }
}
