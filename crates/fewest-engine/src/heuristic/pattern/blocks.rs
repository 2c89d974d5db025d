//! The states of a group of tiles, in blocks. A block is a set of cells for the tiles and a region
//! between them for the blank; its states are the orders of the tiles.

use crate::kernel::tiles::{Storage, Tiles};
use crate::rank::binomial;
use crate::rank::permutation;
use crate::support::invariant::Invariant;

/// All blocks and the moves between them.
pub(super) struct Blocks {
    /// Orders of the tiles: the number of states per block.
    pub(super) orders: usize,
    /// The sets of cells that the tiles can have, in ascending order as bits.
    pub(super) sets: Vec<u32>,
    /// The first block of each set, then the end.
    pub(super) first: Vec<u32>,
    /// The region of the blank, by block.
    regions: Vec<u32>,
    ranks: SetRanks,
    /// The first link of each block, then the end.
    starts: Vec<u32>,
    links: Vec<BlockMove>,
    /// The effect on each order, by the tile's place before and after the move in the set of cells.
    shuffles: Vec<Box<[u16]>>,
}

/// A move into a block.
pub(super) struct BlockMove {
    pub(super) from: u32,
    /// The effect on the orders: a place in `shuffles`.
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
                        // Moves have inverses, so moves into a block are moves out of it, reversed.
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
        let mut blocks = self.first[set]..self.first[set + 1];
        blocks.find(|&block| self.regions[block as usize] >> blank & 1 == 1)
    }

    /// The set, block and order with tiles and blank on these cells; `None` if two share a cell.
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

    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn links(&self, block: usize) -> &[BlockMove] {
        &self.links[self.starts[block] as usize..self.starts[block + 1] as usize]
    }

    /// The effect of a move on the orders; `None` if it keeps them.
    pub(super) fn shuffle(&self, link: &BlockMove) -> Option<&[u16]> {
        self.shuffles.get(link.shuffle as usize).map(AsRef::as_ref)
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.links[..])
            + 4 * (self.sets.len() + self.first.len() + 2 * self.starts.len())
            + self.shuffles.len() * self.orders * 2
    }
}

struct CellGraph {
    /// The neighbours of each cell, as bits.
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

    /// Appends the regions of these cells, by their lowest cells.
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

/// Ranks of sets of cells of one size, in ascending order as bits: the sum of `c_i` over `i + 1`
/// for the cells `c_0 < c_1 < ...`.
struct SetRanks {
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

/// The next larger set of as many cells; 0 if none fits (R. W. Gosper, HAKMEM, item 175, 1972).
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

/// The number of cells of a set below a cell.
fn below(set: u32, cell: usize) -> usize {
    (set & ((1 << cell) - 1)).count_ones() as usize
}

/// The new order for each order, if the tile at place `from` moves to place `to`.
fn shuffled(tiles: usize, from: usize, to: usize) -> Box<[u16]> {
    orders(tiles)
        .map(|mut order| {
            let tile = order.remove(from);
            order.insert(to, tile);
            let packed = order
                .iter()
                .rev()
                .fold(0, |word, &tile| word << 4 | tile as u64);
            #[expect(clippy::cast_possible_truncation, reason = "at most eight tiles")]
            let rank = permutation::rank(packed, tiles as u32) as u16;
            rank
        })
        .collect()
}

/// Every order of the tiles by rank: the tile (0, 1, ...) of the first cell, the second, ...
#[expect(clippy::cast_possible_truncation, reason = "at most eight tiles")]
pub(super) fn orders(tiles: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..permutation::count(tiles as u32)).map(move |rank| {
        let packed = permutation::unrank(rank, tiles as u32);
        (0..tiles)
            .map(|i| (packed >> (4 * i) & 15) as usize)
            .collect()
    })
}

#[expect(clippy::cast_possible_truncation, reason = "they fit in memory")]
fn index(number: usize) -> u32 {
    number as u32
}
