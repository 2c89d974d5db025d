//! Walking distance (K. Takahashi, about 2001): the fewest moves across rows if tiles show only
//! their goal rows, and the same for columns.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::{Away, Heuristic, manhattan};
use crate::kernel::tiles::{MAX_CELLS, Size, Storage, TileBoard, Tiles};
use crate::space::Move;
use crate::support::invariant::Invariant;

/// The most states of rows or of columns: 5 rows of 3 have 352,560, 6 of 2 have 367,560.
const MAX_STATES: usize = 1_000_000;
/// More lines have too many states: 14 tiles fill 7 lines of 2 in 9,135,630 ways.
const MAX_LINES: usize = 6;
/// A transition that does not exist.
const NO_STATE: u32 = u32::MAX;

/// The fewest vertical moves that bring tiles into their rows, plus the same for columns.
///
/// A state of the rows is the number of tiles in each row that belong to each row, and the blank's
/// row. A vertical move exchanges the blank with a tile of an adjacent row. Breadth-first search
/// finds the distances of all states from the goal's once; a move is then a lookup. Horizontal
/// moves keep the state of the rows, so the two parts may be added.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Bounds, Manhattan, WalkingDistance};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("each tile once");
/// let (manhattan, walking) = (Manhattan::new(&eight), WalkingDistance::new(&eight)?);
/// // The board is 31 moves away.
/// assert!((manhattan.bound_of(&eight, &board)..=31).contains(&walking.bound_of(&eight, &board)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    size: Size,
    rows: WalkLines,
    columns: WalkLines,
}

/// The reason why a puzzle has no walking distance.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum WalkingDistanceError {
    /// The rows or columns have too many states.
    #[error("{lines} lines of {len} cells have more than {MAX_STATES} states to tabulate")]
    TooManyStates {
        /// The number of rows or columns.
        lines: usize,
        /// The cells of each.
        len: usize,
    },
    /// The cells are not a whole rectangle.
    #[error("walking distance needs a rectangle without walls or holes")]
    NoRectangle,
}

/// The states of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkingMemo {
    rows: u32,
    columns: u32,
}

#[derive(Clone, Debug)]
struct WalkLines {
    count: usize,
    /// The line of each tile's goal cell.
    home: [u8; MAX_CELLS],
    numbers: FxHashMap<u128, u32>,
    /// Moves to the goal, by state.
    distances: Vec<u8>,
    /// The next state by state, blank's direction (0 before, 1 after) and home line of its tile.
    next: Vec<u32>,
}

/// The number of tiles in each line that belong to each line, packed into a word.
#[derive(Clone, Copy)]
struct LineCounts {
    lines: usize,
    bits: usize,
}

impl LineCounts {
    /// Counts for `lines` lines of `len` cells; `None` if they do not fit into the word.
    fn new(lines: usize, len: usize) -> Option<Self> {
        let bits = (usize::BITS - len.leading_zeros()) as usize;
        let fits = lines <= MAX_LINES && lines * lines * bits <= u128::BITS as usize;
        fits.then_some(Self { lines, bits })
    }

    /// The bit position of the number of tiles in line `at` that belong to line `home`.
    fn shift(self, at: usize, home: usize) -> usize {
        (at * self.lines + home) * self.bits
    }

    fn one(self, at: usize, home: usize) -> u128 {
        1 << self.shift(at, home)
    }

    fn get(self, word: u128, at: usize, home: usize) -> u128 {
        word >> self.shift(at, home) & ((1 << self.bits) - 1)
    }
}

impl WalkingDistance {
    /// The tables for a puzzle.
    ///
    /// # Errors
    /// If the cells are not a whole rectangle, or rows or columns have more than 1,000,000 states.
    pub fn new<S: Storage>(puzzle: &Tiles<S>) -> Result<Self, WalkingDistanceError> {
        let size = puzzle.size().ok_or(WalkingDistanceError::NoRectangle)?;
        let (width, height) = (size.width(), size.height());
        Ok(Self {
            size,
            rows: WalkLines::new(puzzle, height, width, |cell| cell / width)?,
            columns: WalkLines::new(puzzle, width, height, |cell| cell % width)?,
        })
    }
}

impl WalkLines {
    fn new<S: Storage>(
        puzzle: &Tiles<S>,
        lines: usize,
        len: usize,
        line: impl Fn(usize) -> usize,
    ) -> Result<Self, WalkingDistanceError> {
        let refusal = WalkingDistanceError::TooManyStates { lines, len };
        let counts = LineCounts::new(lines, len).ok_or(refusal)?;
        let mut home = [0; MAX_CELLS];
        for (tile, home) in (0..=u8::MAX).zip(&mut home) {
            *home = u8::try_from(line(puzzle.home(tile))).map_err(|_| refusal)?;
        }
        let goal = (0..puzzle.cells())
            .filter(|&cell| cell != puzzle.goal().blank())
            .fold(0, |word, cell| word + counts.one(line(cell), line(cell)));
        let mut numbers = FxHashMap::from_iter([(goal, 0)]);
        let mut states = vec![(goal, line(puzzle.goal().blank()))];
        let mut distances = vec![0u8];
        let mut next = Vec::new();
        let mut known = 0;
        while let Some(&(word, blank)) = states.get(known) {
            let distance = distances.get(known).copied().debug_unwrap_or(0);
            known += 1;
            for to in [blank.wrapping_sub(1), blank + 1] {
                for home in 0..lines {
                    if to >= lines || counts.get(word, to, home) == 0 {
                        next.push(NO_STATE);
                        continue;
                    }
                    let after = word + counts.one(blank, home) - counts.one(to, home);
                    let number = u32::try_from(states.len()).map_err(|_| refusal)?;
                    let number = match numbers.entry(after) {
                        Entry::Occupied(known) => *known.get(),
                        Entry::Vacant(_) if states.len() == MAX_STATES => return Err(refusal),
                        Entry::Vacant(new) => {
                            states.push((after, to));
                            distances.push(distance.checked_add(1).ok_or(refusal)?);
                            *new.insert(number)
                        }
                    };
                    next.push(number);
                }
            }
        }
        Ok(Self {
            count: lines,
            home,
            numbers,
            distances,
            next,
        })
    }

    fn state<S: Storage>(
        &self,
        cells: usize,
        len: usize,
        board: &TileBoard<S>,
        line: impl Fn(usize) -> usize,
    ) -> u32 {
        let Some(counts) = LineCounts::new(self.count, len) else {
            return 0;
        };
        let tiles = (0..cells).filter(|&cell| cell != board.blank());
        let word = tiles.fold(0, |word, cell| {
            let home = self.home[usize::from(board.get(cell))];
            word + counts.one(line(cell), home.into())
        });
        self.numbers.get(&word).copied().debug_unwrap_or(0)
    }

    /// The state after the blank moves to the line before or after it and meets a tile there.
    #[inline]
    fn after(&self, state: u32, is_after: bool, tile: u8) -> u32 {
        let home = usize::from(self.home[usize::from(tile)]);
        let at = (state as usize * 2 + usize::from(is_after)) * self.count + home;
        self.next.get(at).copied().debug_unwrap_or(NO_STATE)
    }

    #[inline]
    fn distance(&self, state: u32) -> u32 {
        let distance = self.distances.get(state as usize);
        distance.copied().debug_unwrap_or(0).into()
    }
}

impl<S: Storage> Heuristic<Tiles<S>> for WalkingDistance {
    type Memo = WalkingMemo;

    fn start(&self, puzzle: &Tiles<S>, board: &TileBoard<S>) -> WalkingMemo {
        let (width, height) = (self.size.width(), self.size.height());
        let cells = puzzle.cells();
        WalkingMemo {
            rows: self.rows.state(cells, width, board, |cell| cell / width),
            columns: self
                .columns
                .state(cells, height, board, |cell| cell % width),
        }
    }

    #[inline]
    fn after(
        &self,
        puzzle: &Tiles<S>,
        before: &TileBoard<S>,
        m: Move,
        _: &TileBoard<S>,
        memo: WalkingMemo,
    ) -> WalkingMemo {
        let (blank, to) = (before.blank(), puzzle.target(before.blank(), m));
        let tile = before.get(to);
        if blank.abs_diff(to) == self.size.width() {
            let rows = self.rows.after(memo.rows, to > blank, tile);
            WalkingMemo { rows, ..memo }
        } else {
            let columns = self.columns.after(memo.columns, to > blank, tile);
            WalkingMemo { columns, ..memo }
        }
    }

    #[inline]
    fn bound(&self, memo: WalkingMemo) -> u32 {
        self.rows.distance(memo.rows) + self.columns.distance(memo.columns)
    }

    /// The Manhattan distance, because the states are tabulated only for the goal.
    fn away<'h>(&'h self, puzzle: &'h Tiles<S>, start: &TileBoard<S>) -> Away<'h, Tiles<S>> {
        manhattan::away(puzzle, start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tiles::{Bytes, Order};

    fn walking(width: usize, height: usize) -> Result<WalkingDistance, WalkingDistanceError> {
        let size = Size::new(width, height).unwrap();
        let puzzle = Tiles::<Bytes<256>>::rectangle(size, 0, Order::default()).unwrap();
        WalkingDistance::new(&puzzle)
    }

    /// The number of states that K. Takahashi counted for 4 x 4, and sizes near the limit.
    #[test]
    fn states_of_walking_distance() {
        let fifteen = walking(4, 4).unwrap();
        for lines in [fifteen.rows, fifteen.columns] {
            assert_eq!(lines.distances.len(), 24_964);
            assert_eq!(lines.distances.last(), Some(&35));
        }
        for (width, height, states) in [(3, 5, [352_560, 525]), (2, 6, [367_560, 12])] {
            let WalkingDistance { rows, columns, .. } = walking(width, height).unwrap();
            assert_eq!([rows.distances.len(), columns.distances.len()], states);
        }
        for (width, height, lines, len) in [
            (5, 5, 5, 5),
            (4, 5, 5, 4),
            (16, 16, 16, 16),
            (2, 128, 128, 2),
            (128, 2, 128, 2),
        ] {
            let refused = WalkingDistanceError::TooManyStates { lines, len };
            assert_eq!(walking(width, height).err(), Some(refused));
        }
    }
}
