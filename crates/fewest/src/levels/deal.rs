//! Deals the ranks of a puzzle into portions, for workers that share a count.

use std::ops::Range;

use super::{PART, plan};
use crate::rank::bits::WORD;
use crate::space::ranked::Links;

/// The least number of portions. Many portions divide more evenly among few workers.
const PORTIONS: usize = 64;
/// Units of a block for each portion, if the block is large enough.
const UNITS: usize = 8;

/// The assignment of ranks to portions: each block is cut into units, which are dealt in turn.
///
/// The portion depends only on the unit's place in its block, not on the block. So a link that
/// leaves ranks unchanged never leads to another portion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    block: usize,
    pub blocks: usize,
    /// A power of two, as is the number of portions.
    unit: usize,
    pub portions: usize,
}

impl Deal {
    /// Deals to at least this many workers.
    pub(crate) fn of(links: &Links<'_>, boards: u64, workers: usize) -> Self {
        // A place in a portion takes 32 bits.
        let least = links.block.div_ceil(1 << 31);
        let portions = PORTIONS.max(4 * workers).max(least).next_power_of_two();
        Self::into(links, boards, portions)
    }

    /// Deals into this many portions, a power of two.
    pub(crate) fn into(links: &Links<'_>, boards: u64, portions: usize) -> Self {
        let unit = (links.block / (UNITS * portions)).clamp(WORD, PART);
        Self {
            block: links.block,
            blocks: plan::blocks(links, boards),
            unit: 1 << unit.ilog2(),
            portions,
        }
    }

    /// The portion of a rank of a block, and its place in the portion.
    #[inline]
    pub(crate) const fn place(&self, rank: usize) -> (usize, usize) {
        let (units, rest) = (rank >> self.unit.ilog2(), rank & (self.unit - 1));
        let portion = units & (self.portions - 1);
        let local = units >> self.portions.ilog2();
        (portion, local << self.unit.ilog2() | rest)
    }

    /// Returns true if some rank of a block has this place in a portion.
    #[inline]
    pub(crate) const fn has_place(&self, portion: usize, place: usize) -> bool {
        let (local, rest) = (place >> self.unit.ilog2(), place & (self.unit - 1));
        let unit = local << self.portions.ilog2() | portion;
        unit << self.unit.ilog2() | rest < self.block
    }

    /// The ranks of each unit of a portion within a range of places, and the unit's offset in the
    /// range. The range starts with a unit.
    pub(crate) fn units(
        &self,
        portion: usize,
        places: &Range<usize>,
    ) -> impl Iterator<Item = (Range<usize>, usize)> + use<> {
        let Self { block, unit, .. } = *self;
        let (first, portions) = (places.start / unit, self.portions);
        let units = (first..places.end.div_ceil(unit)).enumerate();
        units.map(move |(i, local)| {
            let start = (local * portions + portion) * unit;
            (start..block.min(start + unit), i * unit)
        })
    }

    /// The number of places that a portion has in each block.
    pub(crate) const fn places(&self, portion: usize) -> usize {
        let units = self.block.div_ceil(self.unit);
        let portion_units = (units + self.portions - 1).saturating_sub(portion) / self.portions;
        portion_units * self.unit
    }

    pub(crate) fn parts(&self, portion: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let places = self.places(portion);
        let starts = (0..places).step_by(PART);
        starts.map(move |start| start..places.min(start + PART))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_has_one_place() {
        for (block, portions) in [
            (1, 64),
            (63, 64),
            (20_160, 64),
            (1 << 20, 128),
            (3_000_001, 64),
        ] {
            let links = Links {
                block,
                links: Vec::new(),
            };
            let deal = Deal::into(&links, 2 * block as u64, portions);
            assert_eq!((deal.blocks, deal.portions), (2, portions));
            let mut met = 0;
            for portion in 0..portions {
                for part in deal.parts(portion) {
                    for (ranks, start) in deal.units(portion, &part) {
                        for (i, rank) in ranks.enumerate() {
                            let place = part.start + start + i;
                            assert_eq!(deal.place(rank), (portion, place));
                            assert!(deal.has_place(portion, place));
                            met += 1;
                        }
                    }
                }
            }
            assert_eq!(met, block);
            let end = |portion| (0..deal.places(0)).filter(move |&p| deal.has_place(portion, p));
            let all: usize = (0..portions).map(|portion| end(portion).count()).sum();
            assert_eq!(all, block);
            // No portion has much more than another.
            let largest = deal.places(0).max(1);
            assert!(largest * portions <= block + portions * deal.unit);
        }
    }

    #[test]
    fn portions_are_enough_for_all_workers() {
        let links = Links {
            block: 5 << 31,
            links: Vec::new(),
        };
        assert_eq!(Deal::of(&links, 10 << 31, 2).portions, 64);
        assert_eq!(Deal::of(&links, 10 << 31, 100).portions, 512);
        let links = Links {
            block: 65 << 31,
            links: Vec::new(),
        };
        assert_eq!(Deal::of(&links, 65 << 31, 2).portions, 128);
    }
}
