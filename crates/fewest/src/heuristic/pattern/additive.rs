//! The sum over groups of tiles, kept up to date by the tile that moves.

use super::PatternError;
use super::index::cell_bits;
use super::partition::{MAX_CELLS, MAX_GROUPS, Partition};
use super::table::Pattern;
use crate::budget::Budget;
use crate::heuristic::Heuristic;
use crate::invariant::Invariant;
use crate::kernel::tiles::{Board, Storage, Tiles};
use crate::progress::Unfinished;
use crate::puzzle::Move;

/// The sum over the groups of a partition of the fewest moves of each group's tiles; and if the
/// board has a symmetry that leaves the goal's blank where it is, the larger of that and the same
/// sum for the mirrored board.
///
/// The tiles' cells are carried along packed into `WORDS` words: one for boards of up to 16 cells,
/// three for all others.
///
/// ```
/// # use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
/// use fewest::Budget;
/// use fewest::heuristic::pattern::{Additive, Partition};
/// use fewest::heuristic::{Bounds, Manhattan};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = Board::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("each tile once");
/// let partition = Partition::new(9, 8, &[&[1, 2, 3, 4], &[5, 6, 7, 8]])?;
/// let additive = Additive::<1>::build(&eight, &partition, true, Budget::default())?;
/// let manhattan = Manhattan::new(&eight);
/// // Tiles of a group may have to make way for each other; the board is 31 moves away.
/// assert!((manhattan.bound_of(&eight, &board)..=31).contains(&additive.bound_of(&eight, &board)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Additive<const WORDS: usize> {
    groups: Vec<Group>,
    own: Image,
    mirror: Option<Image>,
}

/// A group, and where its cells are packed.
#[derive(Debug)]
struct Group {
    pattern: Pattern,
    word: usize,
    shift: u32,
    mask: u64,
}

/// A way to look at a board: as it is, or mirrored.
#[derive(Clone, Debug)]
struct Image {
    /// By cell: the cell where it is seen.
    cells: [u8; MAX_CELLS],
    /// By tile: where the cell of the tile as which it is seen is packed.
    slots: [TileSlot; MAX_CELLS],
}

#[derive(Clone, Copy, Debug, Default)]
struct TileSlot {
    group: u8,
    word: u8,
    shift: u8,
}

/// What is carried: the board as it is and mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memo<const WORDS: usize> {
    own: View<WORDS>,
    mirrored: View<WORDS>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View<const WORDS: usize> {
    /// The cells of the tiles, group by group.
    places: [u64; WORDS],
    /// The entry of each group, a byte each.
    entries: u64,
    /// Their sum.
    sum: u64,
}

impl<const WORDS: usize> Memo<WORDS> {
    /// The larger of the two sums.
    #[inline]
    pub(super) fn bound(&self) -> u32 {
        let sum = self.own.sum.max(self.mirrored.sum);
        #[expect(clippy::cast_possible_truncation, reason = "at most eight bytes' sum")]
        let bound = sum as u32;
        bound
    }
}

impl<const WORDS: usize> View<WORDS> {
    /// Of no tiles.
    const EMPTY: Self = Self {
        places: [0; WORDS],
        entries: 0,
        sum: 0,
    };
}

impl<const WORDS: usize> Additive<WORDS> {
    /// Builds the tables of a partition. With `reflected`, the mirrored board is looked up too,
    /// where that can be.
    ///
    /// # Errors
    /// If the partition is for another puzzle or does not fit into the words, the tables would take
    /// more memory than allowed, or the build is cancelled.
    pub fn build<S: Storage>(
        puzzle: &Tiles<S>,
        partition: &Partition,
        reflected: bool,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<PatternError>> {
        let mut left = budget;
        Self::with(puzzle, partition, reflected, |tiles| {
            let pattern = Pattern::build(puzzle, tiles, left)?;
            if let Some(memory) = &mut left.memory {
                *memory = memory.saturating_sub(pattern.bytes());
            }
            Ok(pattern)
        })
    }

    /// The same with tables from elsewhere: it asks for the table of each group.
    ///
    /// # Errors
    /// If the partition is for another puzzle or does not fit into the words, or there is no table
    /// of a group.
    pub fn with<S: Storage>(
        puzzle: &Tiles<S>,
        partition: &Partition,
        reflected: bool,
        mut table: impl FnMut(&[u8]) -> Result<Pattern, Unfinished<PatternError>>,
    ) -> Result<Self, Unfinished<PatternError>> {
        if !partition.is_for(puzzle) {
            return Err(PatternError::OtherPuzzle.into());
        }
        let cells = puzzle.cells();
        let bits = cell_bits(cells);
        let mut room = [u64::BITS as usize; WORDS];
        let mut slots = [TileSlot::default(); MAX_CELLS];
        let mut groups = Vec::new();
        for (group, tiles) in (0..).zip(partition.groups()) {
            let needed = tiles.len() * bits;
            let mut words = room.iter_mut().enumerate();
            let (word, room) = words
                .find(|(_, room)| **room >= needed)
                .ok_or(PatternError::TooWide)?;
            let start = u64::BITS as usize - *room;
            *room -= needed;
            for (i, &tile) in tiles.iter().enumerate() {
                if let Some(slot) = slots.get_mut(usize::from(tile)) {
                    *slot = TileSlot {
                        group,
                        word: low(word),
                        shift: low(start + (tiles.len() - 1 - i) * bits),
                    };
                }
            }
            let pattern = table(tiles)?;
            if pattern.tiles() != tiles {
                return Err(PatternError::OtherGroups.into());
            }
            groups.push(Group {
                pattern,
                word,
                shift: low(start).into(),
                mask: u64::MAX >> (64 - needed),
            });
        }
        let straight = std::array::from_fn(low);
        let own = Image {
            cells: straight,
            slots,
        };
        let mirror = if reflected {
            mirror(puzzle, &own)
        } else {
            None
        };
        Ok(Self {
            groups,
            own,
            mirror,
        })
    }

    /// The tables.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.groups.iter().map(|group| &group.pattern)
    }

    /// The bytes of memory that the tables take; stored ones take none.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.patterns().map(Pattern::bytes).sum()
    }

    /// Whether the mirrored board is looked up too.
    #[must_use]
    pub const fn is_reflected(&self) -> bool {
        self.mirror.is_some()
    }

    /// The view of a board.
    fn look<S: Storage>(&self, image: &Image, cells: usize, board: &Board<S>) -> View<WORDS> {
        let mut view = View::EMPTY;
        for cell in (0..cells).filter(|&cell| cell != board.blank()) {
            let slot = image.slot(board.get(cell));
            if let Some(word) = view.places.get_mut(usize::from(slot.word)) {
                *word |= image.cell(cell) << slot.shift;
            }
        }
        for (i, group) in self.groups.iter().enumerate() {
            let entry = u64::from(group.entry(&view.places));
            view.entries |= entry << (8 * i);
            view.sum += entry;
        }
        view
    }

    /// The view after a tile went from one cell to another.
    #[inline]
    fn carry(&self, image: &Image, tile: u8, from: usize, to: usize, view: &mut View<WORDS>) {
        let slot = image.slot(tile);
        let (Some(word), Some(group)) = (
            view.places.get_mut(usize::from(slot.word)),
            self.groups.get(usize::from(slot.group)),
        ) else {
            return;
        };
        *word ^= (image.cell(from) ^ image.cell(to)) << (slot.shift & 63);
        let at = (8 * u32::from(slot.group)) & 63;
        let before = (view.entries >> at) & 0xFF;
        let after = u64::from(group.entry(&view.places));
        view.entries ^= (before ^ after) << at;
        view.sum = view.sum + after - before;
    }
}

impl Group {
    /// The entry for the tiles' cells.
    #[inline]
    fn entry<const WORDS: usize>(&self, places: &[u64; WORDS]) -> u8 {
        let word = places.get(self.word).copied().debug_unwrap_or(0);
        debug_assert!(self.shift < u64::BITS, "a group lies within one word");
        let packed = word >> (self.shift & 63) & self.mask;
        self.pattern.entry(packed)
    }
}

impl Image {
    #[inline]
    fn cell(&self, cell: usize) -> u64 {
        self.cells[cell % MAX_CELLS].into()
    }

    #[inline]
    fn slot(&self, tile: u8) -> TileSlot {
        self.slots[usize::from(tile) % MAX_CELLS]
    }
}

/// The first symmetry of the rows and columns that leaves the steps and the goal's blank as they
/// are, but not all groups.
fn mirror<S: Storage>(puzzle: &Tiles<S>, own: &Image) -> Option<Image> {
    let grid = puzzle.grid()?;
    let (last_row, last_column) = (grid.height() - 1, grid.width() - 1);
    let turns: [&dyn Fn(usize, usize) -> [usize; 2]; 5] = [
        &|row, column| [column, row],
        &|row, column| [last_column - column, last_row - row],
        &|row, column| [last_row - row, last_column - column],
        &|row, column| [row, last_column - column],
        &|row, column| [last_row - row, column],
    ];
    // The first two exchange rows and columns.
    let fitting = turns
        .into_iter()
        .skip(if last_row == last_column { 0 } else { 2 });
    let (cells, goal) = (puzzle.cells(), puzzle.goal());
    let mut mirrors = fitting.filter_map(|turn| {
        // Cells that have no place are those where no tile ever moves.
        let turned = |cell: usize| match grid.place(cell) {
            Some([row, column]) => grid.cell(turn(row, column)),
            None => Some(cell),
        };
        let turned: Vec<usize> = (0..cells).map(turned).collect::<Option<_>>()?;
        let keeps_steps = (0..cells).all(|cell| {
            let is_step = |to| puzzle.neighbours(turned[cell]).any(|beside| beside == to);
            puzzle.neighbours(cell).all(|to| is_step(turned[to]))
        });
        if !keeps_steps || turned[goal.blank()] != goal.blank() {
            return None;
        }
        let mut mirrored = own.clone();
        // What it makes of each group, if that is one group.
        let mut images = [None; MAX_GROUPS];
        let mut is_other = false;
        for (cell, &image) in turned.iter().enumerate() {
            mirrored.cells[cell] = low(image);
            if cell != goal.blank() {
                let (tile, image) = (goal.get(cell), own.slot(goal.get(image)));
                let known = images[usize::from(own.slot(tile).group)].get_or_insert(image.group);
                is_other |= *known != image.group;
                mirrored.slots[usize::from(tile)] = image;
            }
        }
        is_other.then_some(mirrored)
    });
    mirrors.next()
}

/// A number of a cell or a bit: they are below 256.
#[expect(clippy::cast_possible_truncation, reason = "cells and bits are fewer")]
fn low(number: usize) -> u8 {
    number as u8
}

impl<S: Storage, const WORDS: usize> Heuristic<Tiles<S>> for Additive<WORDS> {
    type Memo = Memo<WORDS>;

    fn start(&self, puzzle: &Tiles<S>, board: &Board<S>) -> Memo<WORDS> {
        let cells = puzzle.cells();
        let own = self.look(&self.own, cells, board);
        let mirrored = match &self.mirror {
            Some(image) => self.look(image, cells, board),
            None => View::EMPTY,
        };
        Memo { own, mirrored }
    }

    #[inline]
    fn after(
        &self,
        puzzle: &Tiles<S>,
        before: &Board<S>,
        m: Move,
        _: &Board<S>,
        mut memo: Memo<WORDS>,
    ) -> Memo<WORDS> {
        let to = before.blank();
        let from = puzzle.target(to, m);
        let tile = before.get(from);
        self.carry(&self.own, tile, from, to, &mut memo.own);
        if let Some(image) = &self.mirror {
            self.carry(image, tile, from, to, &mut memo.mirrored);
        }
        memo
    }

    #[inline]
    fn bound(&self, memo: Memo<WORDS>) -> u32 {
        memo.bound()
    }
}
