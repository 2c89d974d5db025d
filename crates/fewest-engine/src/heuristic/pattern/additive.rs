//! The sum over groups of tiles, updated with each move.

use super::error::PatternError;
use super::image::{Image, mirror};
use super::partition::{MAX_CELLS, Partition};
use super::table::Pattern;
use crate::heuristic::{Heuristic, Lookup};
use crate::kernel::tiles::{Storage, TileBoard, Tiles};
use crate::space::Move;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;

/// The least bytes of tables for which lookups of many boards at once are worth it. Most reads of
/// smaller tables are answered by the caches: the 15-puzzle's have 34 MB, of which a third is used,
/// and Korf's 100 boards take 8 % less time without these lookups.
const WORTH_LOOKUPS: usize = 64 << 20;

/// The sum over a partition's groups of the fewest moves of each group's tiles. If the board has a
/// symmetry that keeps the cell of the goal's blank, the larger sum of board and mirror image.
///
/// A memo holds the addresses of up to `GROUPS` entries; a smaller number means less to copy. No
/// partition has more groups than [`MAX_GROUPS`](super::MAX_GROUPS).
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::Budget;
/// use fewest::heuristic::pattern::{Additive, Partition};
/// use fewest::heuristic::{Bounds, Manhattan};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("each tile once");
/// let partition = Partition::new(9, 8, &[&[1, 2, 3, 4], &[5, 6, 7, 8]])?;
/// let additive = Additive::<2>::build(&eight, &partition, true, Budget::default())?;
/// let manhattan = Manhattan::new(&eight);
/// // Tiles of a group may have to make way for each other; the board is 31 moves away.
/// assert!((manhattan.bound_of(&eight, &board)..=31).contains(&additive.bound_of(&eight, &board)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Additive<const GROUPS: usize> {
    patterns: Vec<Pattern>,
    straight: Image,
    mirror: Option<Image>,
    lookups: usize,
}

/// The entries of a board and of its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdditiveMemo<const GROUPS: usize> {
    straight: GroupEntries<GROUPS>,
    mirrored: GroupEntries<GROUPS>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GroupEntries<const GROUPS: usize> {
    /// The address of each group's entry.
    addresses: [u32; GROUPS],
    /// The entries, one byte per group.
    entries: u64,
    /// Their sum.
    sum: u64,
}

impl<const GROUPS: usize> AdditiveMemo<GROUPS> {
    /// The larger of the two sums.
    #[inline]
    pub(super) fn bound(&self) -> u32 {
        let sum = self.straight.sum.max(self.mirrored.sum);
        #[expect(clippy::cast_possible_truncation, reason = "at most eight bytes' sum")]
        let bound = sum as u32;
        bound
    }
}

impl<const GROUPS: usize> GroupEntries<GROUPS> {
    const EMPTY: Self = Self {
        addresses: [0; GROUPS],
        entries: 0,
        sum: 0,
    };

    #[inline]
    const fn entry(&self, group: u8) -> u64 {
        self.entries >> shift(group) & 0xFF
    }

    /// The entry that a move changes, and the sum of the others.
    #[inline]
    fn ahead<S: Storage>(
        &self,
        image: &Image,
        before: &TileBoard<S>,
        m: Move,
        from: usize,
    ) -> Lookup {
        let (group, step) = image.step(before, m, from);
        let address = self.addresses.get(usize::from(group));
        #[expect(clippy::cast_possible_truncation, reason = "at most eight bytes' sum")]
        let plus = (self.sum - self.entry(group)) as u16;
        Lookup {
            table: group.into(),
            plus,
            entry: address.copied().debug_unwrap_or(0).wrapping_add(step),
        }
    }
}

/// The bit position of a group's entry.
#[inline]
const fn shift(group: u8) -> u32 {
    (8 * group as u32) & 63
}

impl<const GROUPS: usize> Additive<GROUPS> {
    /// Builds the tables. With `reflected`, mirrored boards are also looked up if possible.
    ///
    /// # Errors
    /// If the partition is for another puzzle or has too many groups, the tables would take more
    /// memory than allowed, or the build is cancelled.
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

    /// Like [`build`](Self::build), with the table of each group from `table`.
    ///
    /// # Errors
    /// If the partition is for another puzzle or has too many groups, or a table is not available.
    pub fn with<S: Storage>(
        puzzle: &Tiles<S>,
        partition: &Partition,
        reflected: bool,
        mut table: impl FnMut(&[u8]) -> Result<Pattern, Unfinished<PatternError>>,
    ) -> Result<Self, Unfinished<PatternError>> {
        if !partition.is_for(puzzle) {
            return Err(PatternError::OtherPuzzle.into());
        }
        if partition.groups().len() > GROUPS {
            return Err(PatternError::TooManyGroups(GROUPS).into());
        }
        let mut patterns = Vec::new();
        for tiles in partition.groups() {
            let pattern = table(tiles)?;
            if pattern.tiles() != tiles {
                return Err(PatternError::OtherGroups.into());
            }
            patterns.push(pattern);
        }
        let mirror = if reflected {
            mirror(puzzle, &patterns)
        } else {
            None
        };
        let images = 1 + usize::from(mirror.is_some());
        let entries: usize = patterns.iter().map(|pattern| pattern.entries.len()).sum();
        Ok(Self {
            straight: Image::straight(puzzle, &patterns),
            lookups: if entries < WORTH_LOOKUPS { 0 } else { images },
            mirror,
            patterns,
        })
    }

    /// The tables.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.patterns.iter()
    }

    /// The size of the tables in memory, in bytes; stored tables take none.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.patterns().map(Pattern::bytes).sum()
    }

    /// Returns true if the mirrored board is also looked up.
    #[must_use]
    pub const fn is_reflected(&self) -> bool {
        self.mirror.is_some()
    }

    /// The entries of a board, looked up.
    fn look<S: Storage>(
        &self,
        image: &Image,
        cells: usize,
        board: &TileBoard<S>,
    ) -> GroupEntries<GROUPS> {
        let mut view = GroupEntries::EMPTY;
        let places = image.places(cells, board);
        for ((pattern, address), group) in self.patterns.iter().zip(&mut view.addresses).zip(0..) {
            let places = pattern
                .tiles()
                .iter()
                .map(|&tile| places[usize::from(tile) % MAX_CELLS]);
            *address = pattern.index.of(places);
            let entry = u64::from(pattern.at(*address));
            view.entries |= entry << shift(group);
            view.sum += entry;
        }
        view
    }

    /// Updates the entries after a move.
    #[inline]
    fn carry<S: Storage>(
        &self,
        image: &Image,
        before: &TileBoard<S>,
        m: Move,
        from: usize,
        view: &mut GroupEntries<GROUPS>,
    ) {
        let (group, step) = image.step(before, m, from);
        let (Some(address), Some(pattern)) = (
            view.addresses.get_mut(usize::from(group)),
            self.patterns.get(usize::from(group)),
        ) else {
            return;
        };
        *address = address.wrapping_add(step);
        let after = u64::from(pattern.at(*address));
        let before = view.entry(group);
        view.entries ^= (before ^ after) << shift(group);
        view.sum = view.sum + after - before;
    }
}

impl<S: Storage, const GROUPS: usize> Heuristic<Tiles<S>> for Additive<GROUPS> {
    type Memo = AdditiveMemo<GROUPS>;

    fn start(&self, puzzle: &Tiles<S>, board: &TileBoard<S>) -> AdditiveMemo<GROUPS> {
        let cells = puzzle.cells();
        let straight = self.look(&self.straight, cells, board);
        let mirrored = match &self.mirror {
            Some(image) => self.look(image, cells, board),
            None => GroupEntries::EMPTY,
        };
        AdditiveMemo { straight, mirrored }
    }

    #[inline]
    fn after(
        &self,
        puzzle: &Tiles<S>,
        before: &TileBoard<S>,
        m: Move,
        _: &TileBoard<S>,
        mut memo: AdditiveMemo<GROUPS>,
    ) -> AdditiveMemo<GROUPS> {
        let from = puzzle.target(before.blank(), m);
        self.carry(&self.straight, before, m, from, &mut memo.straight);
        if let Some(image) = &self.mirror {
            self.carry(image, before, m, from, &mut memo.mirrored);
        }
        memo
    }

    #[inline]
    fn bound(&self, memo: AdditiveMemo<GROUPS>) -> u32 {
        memo.bound()
    }

    fn lookups(&self) -> usize {
        self.lookups
    }

    #[inline]
    fn lookup(
        &self,
        i: usize,
        puzzle: &Tiles<S>,
        before: &TileBoard<S>,
        m: Move,
        memo: &AdditiveMemo<GROUPS>,
    ) -> Lookup {
        let from = puzzle.target(before.blank(), m);
        match &self.mirror {
            Some(image) if i > 0 => memo.mirrored.ahead(image, before, m, from),
            _ => memo.straight.ahead(&self.straight, before, m, from),
        }
    }

    #[inline]
    fn prefetch(&self, lookup: Lookup) {
        if let Some(pattern) = self.patterns.get(usize::from(lookup.table)) {
            pattern.prefetch(lookup.entry);
        }
    }

    #[inline]
    fn look_up(&self, lookup: Lookup) -> u32 {
        let pattern = self.patterns.get(usize::from(lookup.table));
        let entry = pattern.map(|pattern| pattern.at(lookup.entry));
        u32::from(lookup.plus) + u32::from(entry.debug_unwrap_or(0))
    }
}
