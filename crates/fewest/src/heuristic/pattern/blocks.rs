//! The states of a group of tiles, cut into blocks: which cells the tiles have, and which of the
//! regions between them the blank is in. Within a block the states differ in the order of the tiles
//! only.

use crate::kernel::tiles::{Storage, Tiles};
use crate::rank::binomial;
use crate::rank::permutation;
use crate::support::invariant::Invariant;

/// All blocks and the moves between them.
pub(super) struct Blocks {
    /// Orders of the tiles: the states of a block.
    pub(super) orders: usize,
    /// The sets of cells that the tiles can have, in ascending order as bits.
    pub(super) sets: Vec<u32>,
    /// By set: its first block. And the end.
    pub(super) first: Vec<u32>,
    /// By block: the region of the blank.
    regions: Vec<u32>,
    ranks: SetRanks,
    /// By block: its first link. And the end.
    starts: Vec<u32>,
    links: Vec<BlockMove>,
    /// By the places that a tile is carried from and to, among the cells of the set: what becomes
    /// of each order.
    shuffles: Vec<Box<[u16]>>,
}

/// A move into a block.
pub(super) struct BlockMove {
    /// The block that it comes from.
    pub(super) from: u32,
    /// What it does to the orders: a place in `shuffles`.
    shuffle: u32,
}

/// No shuffle: the order stays.
const UNMOVED: u32 = u32::MAX;

impl Blocks {
    /// The blocks of `tiles` tiles (1..=8) on a board of at most 32 cells.
    pub(super) fn new<S: Storage>(puzzle: &Tiles<S>, tiles: usize) -> Self {
        let cells = puzzle.cells();
        let joined = CellGraph::new(puzzle);
        let ranks = SetRanks::new(cells, tiles);
        let mut blocks = Self {
            orders: (1..=tiles).product(),
            sets: Vec::new(),
            first: vec![0],
            regions: Vec::new(),
            starts: vec![0],
            links: Vec::new(),
            shuffles: Vec::new(),
            ranks,
        };
        let mut set = (1 << tiles) - 1;
        for _ in 0..blocks.ranks.count {
            blocks.sets.push(set);
            joined.regions(!set, &mut blocks.regions);
            blocks.first.push(index(blocks.regions.len()));
            set = following(set);
        }
        let mut known = vec![UNMOVED; tiles * tiles];
        for (i, &set) in blocks.sets.iter().enumerate() {
            for &region in &blocks.regions[blocks.first[i] as usize..blocks.first[i + 1] as usize] {
                for tile in members(set) {
                    for to in members(joined.around[tile] & region) {
                        // A move is taken back by a move: what can come from there can go there.
                        let other = set ^ 1 << tile ^ 1 << to;
                        let from = blocks.block(blocks.ranks.of(other), tile);
                        let (here, there) = (below(set, tile), below(other, to));
                        let shuffle = &mut known[there * tiles + here];
                        if here != there && *shuffle == UNMOVED {
                            *shuffle = index(blocks.shuffles.len());
                            blocks.shuffles.push(shuffled(tiles, there, here));
                        }
                        blocks.links.extend(from.map(|from| BlockMove {
                            from,
                            shuffle: *shuffle,
                        }));
                    }
                }
                blocks.starts.push(index(blocks.links.len()));
            }
        }
        blocks
    }

    /// The block of a set with the blank on this cell.
    fn block(&self, set: usize, blank: usize) -> Option<u32> {
        let mut own = self.first[set]..self.first[set + 1];
        own.find(|&block| self.regions[block as usize] >> blank & 1 == 1)
    }

    /// The set, the block and the order with the tiles on these cells and the blank on another;
    /// `None` if two of them are on one.
    pub(super) fn state(&self, tiles: &[usize], blank: usize) -> Option<[usize; 3]> {
        let set = tiles.iter().fold(0u32, |set, cell| set | 1 << cell);
        if members(set).count() != tiles.len() {
            return None;
        }
        let at = self.ranks.of(set);
        let packed = tiles.iter().zip(0..).fold(0, |word, (&cell, tile)| {
            word | tile << (4 * below(set, cell))
        });
        #[expect(clippy::cast_possible_truncation, reason = "at most eight tiles")]
        let order = permutation::rank(packed, tiles.len() as u32) as usize;
        Some([at, self.block(at, blank)? as usize, order])
    }

    /// How many blocks there are.
    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The moves into a block.
    pub(super) fn links(&self, block: usize) -> &[BlockMove] {
        &self.links[self.starts[block] as usize..self.starts[block + 1] as usize]
    }

    /// What a move does to the orders; `None` if it leaves them as they are.
    pub(super) fn shuffle(&self, link: &BlockMove) -> Option<&[u16]> {
        self.shuffles.get(link.shuffle as usize).map(AsRef::as_ref)
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.links[..])
            + 4 * (self.sets.len() + self.first.len() + 2 * self.starts.len())
            + self.shuffles.len() * self.orders * 2
    }
}

/// Which cells touch, and what hangs together.
struct CellGraph {
    /// By cell: the cells beside it.
    around: Vec<u32>,
    all: u32,
}

impl CellGraph {
    fn new<S: Storage>(puzzle: &Tiles<S>) -> Self {
        let cells = puzzle.cells();
        let around = |cell| {
            puzzle
                .neighbours(cell)
                .fold(0, |set, beside| set | 1 << beside)
        };
        Self {
            around: (0..cells).map(around).collect(),
            all: u32::MAX >> (32 - cells),
        }
    }

    /// Appends the regions of these cells, the one with the lowest cell first.
    fn regions(&self, free: u32, regions: &mut Vec<u32>) {
        let mut left = free & self.all;
        while left != 0 {
            let mut region = left & left.wrapping_neg();
            let mut edge = region;
            while edge != 0 {
                let near = members(edge).fold(0, |near, cell| near | self.around[cell]);
                edge = near & left & !region;
                region |= edge;
            }
            regions.push(region);
            left &= !region;
        }
    }
}

/// Numbers sets of cells of one size in ascending order as bits: the sum of `c_i` over `i + 1` for
/// the cells `c_0 < c_1 < ...`.
struct SetRanks {
    /// By cell and place.
    terms: Vec<usize>,
    tiles: usize,
    count: usize,
}

impl SetRanks {
    fn new(cells: usize, tiles: usize) -> Self {
        let choose = |n: usize, k: usize| {
            let count = binomial(n as u64, k as u64).debug_unwrap_or(0);
            usize::try_from(count).debug_unwrap_or(0)
        };
        let terms = (0..cells).flat_map(|cell| (1..=tiles).map(move |k| choose(cell, k)));
        Self {
            terms: terms.collect(),
            tiles,
            count: choose(cells, tiles),
        }
    }

    fn of(&self, set: u32) -> usize {
        let places = members(set).enumerate();
        places
            .map(|(place, cell)| self.terms[cell * self.tiles + place])
            .sum()
    }
}

/// The next larger set of as many cells (R. W. Gosper, HAKMEM, item 175, 1972); 0 where there is
/// none in 32 bits.
fn following(set: u32) -> u32 {
    let low = set & set.wrapping_neg();
    let Some(ripple) = set.checked_add(low) else {
        return 0;
    };
    if low == 0 {
        return 0;
    }
    ripple | (set ^ ripple) >> 2 >> low.trailing_zeros()
}

/// The cells of a set in ascending order.
pub(super) fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// How many cells of a set are below a cell.
fn below(set: u32, cell: usize) -> usize {
    (set & ((1 << cell) - 1)).count_ones() as usize
}

/// By order: the order after the tile at place `from` was carried to place `to`.
fn shuffled(tiles: usize, from: usize, to: usize) -> Box<[u16]> {
    orders(tiles)
        .map(|mut order| {
            let tile = order.remove(from);
            order.insert(to, tile);
            let packed = order.iter().rev();
            let packed = packed.fold(0, |word, &tile| word << 4 | tile as u64);
            #[expect(clippy::cast_possible_truncation, reason = "at most eight tiles")]
            let rank = permutation::rank(packed, tiles as u32) as u16;
            rank
        })
        .collect()
}

/// Every order of the tiles by rank: which tile (0, 1, ...) has the first cell, the second, ...
#[expect(clippy::cast_possible_truncation, reason = "at most eight tiles")]
pub(super) fn orders(tiles: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..permutation::count(tiles as u32)).map(move |rank| {
        let packed = permutation::unrank(rank, tiles as u32);
        (0..tiles)
            .map(|i| (packed >> (4 * i) & 15) as usize)
            .collect()
    })
}

/// A number of blocks or links: there are fewer than 2^32.
#[expect(clippy::cast_possible_truncation, reason = "they fit in memory")]
fn index(number: usize) -> u32 {
    number as u32
}
