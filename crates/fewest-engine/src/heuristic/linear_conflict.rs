//! Manhattan distance and linear conflicts (O. Hansson, A. Mayer, M. Yung, "Criticizing solutions
//! to relaxed models yields powerful admissible heuristics", 1992), on cells in rows and columns.

use super::{Away, Heuristic, Manhattan, manhattan};
use crate::kernel::tiles::{Grid, MAX_CELLS, Storage, TileBoard, Tiles};
use crate::space::Move;
use crate::support::invariant::Invariant;

/// The Manhattan distance, plus two moves per tile that must leave its line to let others pass.
///
/// Walls and holes cut rows and columns into lines. Tiles in their goal line must end in the order
/// of their goal cells. A longest ordered sequence stays; each other tile leaves and returns.
///
/// For a tile in its goal line, the Manhattan distance counts only steps along the line. A tile
/// that leaves goes across the line and back: two more moves. Steps across a row are steps along a
/// column, so a tile at home, which is in two goal lines, pays for each of them separately.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Bounds, LinearConflict};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// // The first two rows begin with two tiles in the wrong order, each a step from home.
/// let board = TileBoard::new(&[2, 1, 3, 5, 4, 6, 7, 8, 0]).expect("each tile once");
/// let linear_conflict = LinearConflict::new(&eight).expect("a rectangle");
/// assert_eq!(linear_conflict.bound_of(&eight, &board), 4 + 2 * 2);
/// ```
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: Lines,
    columns: Lines,
}

/// Longer lines are not searched for conflicts.
const LONGEST_LINE: usize = MAX_CELLS / 2;

/// All rows or all columns: the longest runs of cells with a step from each to the next.
#[derive(Clone, Debug)]
struct Lines {
    /// The line of each cell.
    of: [u8; MAX_CELLS],
    /// The line of each tile's goal cell, and the cell's place in the line.
    home: [u8; MAX_CELLS],
    place: [u8; MAX_CELLS],
    /// The first cell of each line in `cells`, then the end.
    starts: Vec<usize>,
    cells: Vec<u8>,
}

/// The two parts of the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictMemo {
    manhattan: u32,
    conflicts: u32,
}

impl LinearConflict {
    /// The tables for a puzzle; `None` if its cells and steps do not form rows and columns.
    #[must_use]
    pub fn new<S: Storage>(puzzle: &Tiles<S>) -> Option<Self> {
        let grid = puzzle.grid()?;
        Some(Self {
            manhattan: Manhattan::new(puzzle),
            rows: Lines::new(puzzle, &grid, 0),
            columns: Lines::new(puzzle, &grid, 1),
        })
    }
}

impl Lines {
    /// The rows (0) or columns (1) of a grid.
    fn new<S: Storage>(puzzle: &Tiles<S>, grid: &Grid, axis: usize) -> Self {
        let mut lines = Self {
            of: [0; MAX_CELLS],
            home: [0; MAX_CELLS],
            place: [0; MAX_CELLS],
            starts: Vec::new(),
            cells: Vec::new(),
        };
        let mut cells: Vec<usize> = (0..puzzle.cells()).collect();
        let along = |place: [usize; 2]| [place[axis], place[1 - axis]];
        cells.sort_by_key(|&cell| grid.place(cell).map(along));
        let mut last = None;
        for cell in cells {
            let place = grid.place(cell).map(along);
            let goes_on = last.is_some_and(|last| {
                let before = grid.place(last).map(along);
                let mut beside = puzzle.neighbours(last);
                before.zip(place).is_some_and(|(a, b)| a[0] == b[0]) && beside.any(|to| to == cell)
            });
            if !goes_on {
                lines.starts.push(lines.cells.len());
            }
            let (line, start) = (lines.starts.len() - 1, lines.starts.last().copied());
            let place = lines.cells.len() - start.debug_unwrap_or(0);
            lines.of[cell % MAX_CELLS] = low(line);
            let tile = usize::from(puzzle.goal().get(cell));
            lines.home[tile] = low(line);
            lines.place[tile] = low(place);
            lines.cells.push(low(cell));
            last = Some(cell);
        }
        lines.starts.push(lines.cells.len());
        lines
    }

    /// The number of tiles in their goal line, less the longest sequence in the right order.
    fn leavers<S: Storage>(&self, board: &TileBoard<S>, line: usize) -> u32 {
        let cells = &self.cells[self.starts[line]..self.starts[line + 1]];
        if cells.len() > LONGEST_LINE {
            return 0;
        }
        // tails[k]: the least last place of a rising sequence of k + 1 tiles (patience sorting).
        let mut tails = [0u8; LONGEST_LINE];
        let mut longest = 0;
        let mut tiles = 0;
        for &cell in cells {
            let tile = usize::from(board.get(cell.into()));
            if tile == 0 || usize::from(self.home[tile]) != line {
                continue;
            }
            let goal = self.place[tile];
            tiles += 1;
            let place = tails[..longest]
                .iter()
                .take_while(|&&tail| tail < goal)
                .count();
            tails[place] = goal;
            longest = longest.max(place + 1);
        }
        debug_assert!(
            longest <= cells.len(),
            "a sequence is no longer than its line"
        );
        tiles - u32::try_from(longest).debug_unwrap_or(0)
    }

    fn all_leavers<S: Storage>(&self, board: &TileBoard<S>) -> u32 {
        let lines = 0..self.starts.len() - 1;
        lines.map(|line| self.leavers(board, line)).sum()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most 256 cells")]
const fn low(number: usize) -> u8 {
    number as u8
}

impl<S: Storage> Heuristic<Tiles<S>> for LinearConflict {
    type Memo = ConflictMemo;

    fn start(&self, puzzle: &Tiles<S>, board: &TileBoard<S>) -> ConflictMemo {
        ConflictMemo {
            manhattan: self.manhattan.start(puzzle, board),
            conflicts: self.rows.all_leavers(board) + self.columns.all_leavers(board),
        }
    }

    fn after(
        &self,
        puzzle: &Tiles<S>,
        before: &TileBoard<S>,
        m: Move,
        after: &TileBoard<S>,
        memo: ConflictMemo,
    ) -> ConflictMemo {
        let manhattan = self
            .manhattan
            .after(puzzle, before, m, after, memo.manhattan);
        let (to, from) = (before.blank(), puzzle.target(before.blank(), m));
        // The order along the move stays. Across it, the tile counts only in its goal line.
        let across = if self.rows.of[to % MAX_CELLS] == self.rows.of[from % MAX_CELLS] {
            &self.columns
        } else {
            &self.rows
        };
        let home = across.home[usize::from(before.get(from))];
        if home != across.of[from % MAX_CELLS] && home != across.of[to % MAX_CELLS] {
            return ConflictMemo { manhattan, ..memo };
        }
        let leavers = |board| across.leavers(board, home.into());
        ConflictMemo {
            manhattan,
            conflicts: memo.conflicts + leavers(after) - leavers(before),
        }
    }

    fn bound(&self, memo: ConflictMemo) -> u32 {
        memo.manhattan + 2 * memo.conflicts
    }

    /// The Manhattan distance only: the order of lines in `start` is ignored.
    fn away<'h>(&'h self, puzzle: &'h Tiles<S>, start: &TileBoard<S>) -> Away<'h, Tiles<S>> {
        manhattan::away(puzzle, start)
    }
}
