//! Groups of tiles, each with a pattern database.

use thiserror::Error;

use crate::kernel::tiles::{Size, Storage, Tiles};

/// The most cells of a board with pattern databases.
pub(super) const MAX_CELLS: usize = 32;
/// The most groups.
pub const MAX_GROUPS: usize = 8;
/// The most tiles of a group: fewer than 2^16 orders, and cells packed into 32 bits.
pub const MAX_TILES: usize = 8;
const PACKED_BITS: usize = 32;

/// Disjoint groups of all tiles, for boards with given cells and a given cell of the goal's blank.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::heuristic::pattern::{Partition, PartitionError};
///
/// let partition = Partition::new(9, 8, &[&[1, 2, 3, 4], &[5, 6, 7, 8]])?;
/// assert_eq!(partition.groups().len(), 2);
/// let twice = Partition::new(9, 8, &[&[1, 2, 3, 4], &[4, 5, 6, 7, 8]]);
/// assert_eq!(twice.unwrap_err(), PartitionError::Twice(4));
/// # Ok::<(), PartitionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    cells: usize,
    blank: usize,
    groups: Vec<Vec<u8>>,
}

/// The reason why groups of tiles are not a partition.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartitionError {
    /// The board is too large.
    #[error("boards of more than {MAX_CELLS} cells have no pattern databases")]
    TooManyCells,
    /// There are too many groups.
    #[error("more than {MAX_GROUPS} groups of tiles")]
    TooManyGroups,
    /// A group is too large.
    #[error("a group of {tiles} tiles; at most {max_tiles} can be tabulated")]
    TooManyTiles {
        /// Its number of tiles.
        tiles: usize,
        /// The most for boards of this size.
        max_tiles: usize,
    },
    /// A group is empty.
    #[error("a group without tiles")]
    Empty,
    /// There is no such tile.
    #[error("no tile {0}")]
    NoSuchTile(u8),
    /// A tile occurs twice.
    #[error("tile {0} twice")]
    Twice(u8),
    /// A tile is in no group.
    #[error("tile {0} is in no group")]
    Missing(u8),
    /// The cell of the goal's blank does not exist.
    #[error("no cell {0}")]
    NoSuchCell(usize),
}

/// Shapes for the goal with the blank first, a letter per cell for its group. The shapes of 4x4 and
/// 6-6-6-6 are by R. E. Korf and A. Felner ("Disjoint pattern database heuristics", 2002).
const SHAPES: [(&str, &[&str]); 5] = [
    ("5-5-5", &[".aaa", "bbaa", "bbcc", "bccc"]),
    ("6-6-3", &[".aab", "aabb", "aabb", "cccb"]),
    ("7-8", &[".abb", "aabb", "aabb", "aabb"]),
    ("5-5-5-5-4", &[".aabb", "aaabb", "ccddb", "ccddd", "ceeee"]),
    ("6-6-6-6", &[".aabb", "aaabb", "ccabb", "ccddd", "ccddd"]),
];

impl Partition {
    /// A partition into these groups. Tiles are named as in the [canonical
    /// goal](crate::kernel::tiles) with its blank at this cell.
    ///
    /// # Errors
    /// If a tile is in no group or in two, there is no such tile or cell, or the board or a group
    /// is too large.
    pub fn new(cells: usize, blank: usize, groups: &[&[u8]]) -> Result<Self, PartitionError> {
        if blank >= cells {
            return Err(PartitionError::NoSuchCell(blank));
        }
        if groups.len() > MAX_GROUPS {
            return Err(PartitionError::TooManyGroups);
        }
        let mut seen = [false; MAX_CELLS];
        for group in groups {
            check(cells, group, &mut seen)?;
        }
        if let Some((tile, _)) = (1..)
            .zip(&seen[1..])
            .take(cells - 1)
            .find(|(_, is_seen)| !**is_seen)
        {
            return Err(PartitionError::Missing(tile));
        }
        let ascending = |group: &&[u8]| {
            let mut group = group.to_vec();
            group.sort_unstable();
            group
        };
        Ok(Self {
            cells,
            blank,
            groups: groups.iter().map(ascending).collect(),
        })
    }

    /// The names of the shapes for boards of this size: group sizes, like `6-6-3`.
    pub fn names(size: Size) -> impl Iterator<Item = &'static str> {
        SHAPES
            .into_iter()
            .filter(move |(_, rows)| fits(size, rows))
            .map(|(name, _)| name)
    }

    /// The partition of this name. The blank of the usual shape slides from the nearest corner to
    /// the cell of the goal's blank. `None` if boards of this size have no such partition.
    #[must_use]
    pub fn named(size: Size, blank: usize, name: &str) -> Option<Self> {
        let (_, rows) = SHAPES
            .into_iter()
            .find(|(known, rows)| *known == name && fits(size, rows))?;
        let (width, height) = (size.width(), size.height());
        let (row, column) = (blank / width, blank % width);
        if row >= height {
            return None;
        }
        let (is_low, is_right) = (2 * row >= height, 2 * column >= width);
        let mut letters = Vec::with_capacity(size.cells());
        for r in 0..height {
            let line = rows.get(if is_low { height - 1 - r } else { r })?;
            if is_right {
                letters.extend(line.bytes().rev());
            } else {
                letters.extend(line.bytes());
            }
        }
        let mut at = letters.iter().position(|&letter| letter == b'.')?;
        while at != blank {
            let next = match (at % width).cmp(&column) {
                std::cmp::Ordering::Less => at + 1,
                std::cmp::Ordering::Greater => at - 1,
                std::cmp::Ordering::Equal if at < blank => at + width,
                std::cmp::Ordering::Equal => at - width,
            };
            letters.swap(at, next);
            at = next;
        }
        letters.remove(blank);
        let count = letters.iter().max()? - b'a' + 1;
        let groups = (0..count).map(|group| {
            let tiles = (1..).zip(&letters);
            tiles
                .filter(|(_, letter)| **letter == b'a' + group)
                .map(|(tile, _)| tile)
                .collect()
        });
        Some(Self {
            cells: size.cells(),
            blank,
            groups: groups.collect(),
        })
    }

    /// The partition of this name for a rectangle with any names and order of cells, if it has one.
    #[must_use]
    pub fn shaped<S: Storage>(puzzle: &Tiles<S>, name: &str) -> Option<Self> {
        let (size, cells) = rectangle(puzzle)?;
        let goal = puzzle.goal();
        let blank = cells.iter().position(|&cell| cell == goal.blank())?;
        let mut shape = Self::named(size, blank, name)?;
        for group in &mut shape.groups {
            for tile in &mut *group {
                let place = usize::from(*tile) - usize::from(usize::from(*tile) <= blank);
                *tile = goal.get(cells[place]);
            }
            group.sort_unstable();
        }
        shape.blank = goal.blank();
        Some(shape)
    }

    /// Groups of at most `max_tiles` tiles, as equal as possible, cut across the longer side. On
    /// other shapes than rectangles, cells are ordered by their steps from one of the two farthest
    /// cells.
    ///
    /// # Errors
    /// If the board, a group or their number is too large.
    pub fn even<S: Storage>(puzzle: &Tiles<S>, max_tiles: usize) -> Result<Self, PartitionError> {
        let order = match rectangle(puzzle) {
            Some((size, cells)) if size.width() > size.height() => {
                let (width, height) = (size.width(), size.height());
                let places = 0..size.cells();
                places
                    .map(|i| cells[i % height * width + i / height])
                    .collect()
            }
            Some((_, cells)) => cells,
            None => from_an_end(puzzle),
        };
        let tiles = order.into_iter().map(|cell| puzzle.goal().get(cell));
        let mut tiles: Vec<u8> = tiles.filter(|&tile| tile != 0).collect();
        let mut groups = Vec::new();
        let count = tiles.len().div_ceil(max_tiles.max(1));
        for left in (1..=count).rev() {
            let rest = tiles.split_off(tiles.len().div_ceil(left));
            groups.push(std::mem::replace(&mut tiles, rest));
        }
        let groups: Vec<&[u8]> = groups.iter().map(Vec::as_slice).collect();
        Self::new(puzzle.cells(), puzzle.goal().blank(), &groups)
    }

    /// The groups, each in ascending order.
    #[must_use]
    pub fn groups(&self) -> &[Vec<u8>] {
        &self.groups
    }

    /// Returns true if it is for this puzzle.
    #[must_use]
    pub(crate) fn is_for<S: Storage>(&self, puzzle: &Tiles<S>) -> bool {
        self.cells == puzzle.cells() && self.blank == puzzle.goal().blank()
    }
}

/// The size of the rectangle without walls that the cells form, and its cells in reading order.
fn rectangle<S: Storage>(puzzle: &Tiles<S>) -> Option<(Size, Vec<usize>)> {
    let grid = puzzle.grid()?;
    let (width, height) = (grid.width(), grid.height());
    let size = Size::new(width, height).filter(|size| size.cells() == puzzle.cells())?;
    let places = (0..size.cells()).map(|place| [place / width, place % width]);
    let cells: Vec<usize> = places
        .map(|place| grid.cell(place))
        .collect::<Option<_>>()?;
    let steps = cells.iter().map(|&cell| puzzle.neighbours(cell).count());
    let all = 4 * size.cells() - 2 * (width + height);
    (steps.sum::<usize>() == all).then_some((size, cells))
}

/// The cells by their steps from one of the two cells that are farthest apart.
fn from_an_end<S: Storage>(puzzle: &Tiles<S>) -> Vec<usize> {
    let cells = 0..puzzle.cells();
    let farthest = |cell: &usize| puzzle.distances(*cell).into_iter().flatten().max();
    let end = cells.clone().rev().max_by_key(farthest).unwrap_or(0);
    let distances = puzzle.distances(end);
    let mut cells: Vec<usize> = cells.collect();
    cells.sort_by_key(|&cell| distances[cell].unwrap_or(u8::MAX));
    cells
}

/// Checks that tiles can be a group, and marks them as seen.
pub(super) fn check(
    cells: usize,
    group: &[u8],
    seen: &mut [bool; MAX_CELLS],
) -> Result<(), PartitionError> {
    if cells > MAX_CELLS {
        return Err(PartitionError::TooManyCells);
    }
    let (tiles, max_tiles) = (group.len(), MAX_TILES.min(PACKED_BITS / cell_bits(cells)));
    if tiles > max_tiles {
        return Err(PartitionError::TooManyTiles { tiles, max_tiles });
    }
    if tiles == 0 {
        return Err(PartitionError::Empty);
    }
    for &tile in group {
        let at = usize::from(tile);
        if tile == 0 || at >= cells {
            return Err(PartitionError::NoSuchTile(tile));
        }
        if std::mem::replace(&mut seen[at], true) {
            return Err(PartitionError::Twice(tile));
        }
    }
    Ok(())
}

fn fits(size: Size, rows: &[&str]) -> bool {
    rows.len() == size.height() && rows.iter().all(|row| row.len() == size.width())
}

/// The bits of a cell in a packed placement.
pub(super) const fn cell_bits(cells: usize) -> usize {
    if cells <= 16 { 4 } else { 5 }
}
