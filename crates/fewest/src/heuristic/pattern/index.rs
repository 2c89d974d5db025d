//! Where the distance of a placement stands in its table.

use crate::invariant::Invariant;
use crate::link::index;
use crate::rank::falling_factorial;
use crate::rank::placement::Placements;

/// Tables of at most this many bits are addressed by the packed cells themselves, though most
/// addresses are of no placement: that is quicker by more than the cache that it costs.
const DIRECT: usize = 24;

/// From the pieces' cells, packed into a word with the first in the highest bits, to the place in
/// the table.
#[derive(Clone, Debug)]
pub(super) struct Index {
    cells: usize,
    pieces: usize,
    /// Bits of a cell.
    bits: usize,
    /// Where addresses are ranks.
    ranks: Option<PatternRanks>,
}

impl Index {
    /// The index for at least one piece on `cells` cells; `None` if ranks pass 32 bits, or half of
    /// the packed cells 16.
    pub(super) fn new(cells: usize, pieces: usize) -> Option<Self> {
        let bits = cell_bits(cells);
        let ranks = if pieces * bits <= DIRECT {
            None
        } else {
            Some(PatternRanks::new(cells, pieces, bits)?)
        };
        Some(Self {
            cells,
            pieces,
            bits,
            ranks,
        })
    }

    /// How many addresses there are.
    pub(super) fn len(&self) -> usize {
        match self.ranks {
            None => 1 << (self.pieces * self.bits),
            Some(_) => self.weight(0) * self.cells,
        }
    }

    /// The address of packed cells.
    #[inline]
    pub(super) fn of(&self, packed: u64) -> usize {
        match &self.ranks {
            None => index(packed),
            Some(ranks) => ranks.of(packed),
        }
    }

    /// Addresses are sums over the pieces of this weight times the piece's cell; less, for ranks,
    /// the same weight times the number of earlier pieces on lower cells.
    pub(super) fn weight(&self, piece: usize) -> usize {
        let after = self.pieces - 1 - piece;
        if self.is_ranked() {
            let ways = falling_factorial((self.cells - 1 - piece) as u64, after as u64);
            ways.and_then(|ways| usize::try_from(ways).ok())
                .debug_unwrap_or(0)
        } else {
            1 << (after * self.bits)
        }
    }

    /// Whether addresses are the ranks of [`Placements`].
    pub(super) const fn is_ranked(&self) -> bool {
        self.ranks.is_some()
    }

    /// Cells packed into a word.
    pub(super) fn pack(&self, places: &[u8]) -> u64 {
        pack(places, self.bits)
    }
}

/// The bits of a cell's number.
pub(super) const fn cell_bits(cells: usize) -> usize {
    if cells <= 16 { 4 } else { 5 }
}

/// The rank of a placement among [`Placements`] of the same pieces: three lookups instead of a loop
/// over the pieces.
///
/// The pieces fall into two halves. The rank of the first half is a lookup by its packed cells; so
/// is a map that gives for each cell how many of the first half are below it. The second half's
/// cells less those counts are a placement on the cells left free, and its rank is a lookup, too.
#[derive(Clone, Debug)]
struct PatternRanks {
    /// By the packed cells of the first half.
    firsts: Box<[First]>,
    /// By the packed cells of the second half among those left free.
    seconds: Box<[u16]>,
    /// Bits of a cell.
    bits: usize,
    /// Bits of the second half.
    split: usize,
    /// Bits of a count in a map.
    count_bits: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct First {
    /// By cell: how many pieces of the half are below it, two or three bits each.
    below: u64,
    /// The least rank that these cells can have.
    rank: u32,
}

impl PatternRanks {
    fn new(cells: usize, pieces: usize, bits: usize) -> Option<Self> {
        let half = pieces / 2;
        let rest = pieces - half;
        let counted = if half < 4 { 2 } else { 3 };
        if half * bits > 16 || rest * bits > 16 || cells * counted > 64 || cells > 1 << bits {
            return None;
        }
        let first_half = placements(cells, half)?;
        let second_half = placements(cells - half, rest)?;
        let share = second_half.count();
        u32::try_from(first_half.count() * share).ok()?;
        let mut firsts = vec![First::default(); 1 << (half * bits)].into_boxed_slice();
        for rank in 0..first_half.count() {
            let places = first_half.unrank(rank)?;
            let below = (0..cells).fold(0, |map, cell| {
                let count = places.iter().filter(|&&place| usize::from(place) < cell);
                map | (count.count() as u64) << (cell * counted)
            });
            *firsts.get_mut(index(pack(&places, bits)))? = First {
                below,
                rank: u32::try_from(rank * share).ok()?,
            };
        }
        let mut seconds = vec![0; 1 << (rest * bits)].into_boxed_slice();
        for rank in 0..second_half.count() {
            let places = second_half.unrank(rank)?;
            *seconds.get_mut(index(pack(&places, bits)))? = u16::try_from(rank).ok()?;
        }
        Some(Self {
            firsts,
            seconds,
            bits,
            split: rest * bits,
            count_bits: counted,
        })
    }

    #[inline]
    fn of(&self, packed: u64) -> usize {
        let (cell, count) = ((1 << self.bits) - 1, (1 << self.count_bits) - 1);
        let half = packed >> self.split;
        let first = self
            .firsts
            .get(index(half))
            .copied()
            .debug_unwrap_or_default();
        let mut among_free = packed & ((1 << self.split) - 1);
        let mut shift = 0;
        while shift < self.split {
            let at = index(packed >> shift & cell);
            let below = first.below >> (at * self.count_bits) & count;
            among_free -= below << shift;
            shift += self.bits;
        }
        let second = self
            .seconds
            .get(index(among_free))
            .copied()
            .debug_unwrap_or(0);
        first.rank as usize + usize::from(second)
    }
}

fn placements(cells: usize, pieces: usize) -> Option<Placements> {
    Placements::new(u32::try_from(cells).ok()?, u32::try_from(pieces).ok()?)
}

fn pack(places: &[u8], bits: usize) -> u64 {
    let from_first = places.iter();
    from_first.fold(0, |word, &cell| word << bits | u64::from(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_placements() {
        for (cells, pieces) in [(8, 4), (9, 4), (16, 3), (16, 7), (25, 2), (25, 5), (32, 3)] {
            let bits = cell_bits(cells);
            let placements = placements(cells, pieces).unwrap();
            let ranks = PatternRanks::new(cells, pieces, bits).unwrap();
            for rank in (0..placements.count()).step_by(if pieces > 4 { 97 } else { 1 }) {
                let places = placements.unrank(rank).unwrap();
                assert_eq!(ranks.of(pack(&places, bits)) as u64, rank, "{places:?}");
            }
        }
    }

    #[test]
    fn addresses_are_weighted_sums() {
        for (cells, pieces) in [(9, 4), (16, 6), (16, 7), (25, 4), (25, 5)] {
            let index = Index::new(cells, pieces).unwrap();
            let placements = placements(cells, pieces).unwrap();
            for rank in (0..placements.count()).step_by(9973) {
                let places = placements.unrank(rank).unwrap();
                let sum: usize = (0..pieces)
                    .zip(&places)
                    .map(|(piece, &cell)| {
                        let earlier = places[..piece].iter();
                        let below = earlier.filter(|&&other| other < cell).count();
                        let below = if index.is_ranked() { below } else { 0 };
                        index.weight(piece) * (usize::from(cell) - below)
                    })
                    .sum();
                assert_eq!(index.of(index.pack(&places)), sum);
                assert!(sum < index.len());
            }
        }
    }

    #[test]
    fn what_has_no_index() {
        assert!(Index::new(25, 7).is_none(), "four cells of five bits");
        assert!(Index::new(16, 9).is_none(), "five cells of four bits");
    }
}
