//! The address of a placement in its table.

use super::partition::cell_bits;
use crate::rank::falling_factorial;

/// Cells that take at most this many bits in all are packed into an address. Most addresses are
/// then unused, but moves are quicker, because the tiles between do not matter.
const DIRECT: usize = 24;
/// The most pieces.
pub(in crate::heuristic) const PIECES: usize = 16;

/// A map from the pieces' cells to an address in the table.
///
/// An address is the sum of weight times cell over the pieces. If addresses are ranks of
/// [`Placements`](crate::rank::placement::Placements), cells of earlier pieces are not counted.
#[derive(Clone, Debug)]
pub(in crate::heuristic) struct Index {
    weights: Vec<u32>,
    len: usize,
    is_ranked: bool,
}

impl Index {
    /// The index for at least one piece on `cells` cells; `None` if addresses exceed 32 bits.
    pub(super) fn new(cells: usize, pieces: usize) -> Option<Self> {
        Self::with(cells, pieces, pieces * cell_bits(cells) > DIRECT)
    }

    /// The index whose addresses are ranks.
    pub(in crate::heuristic) fn of_ranks(cells: usize, pieces: usize) -> Option<Self> {
        Self::with(cells, pieces, true)
    }

    fn with(cells: usize, pieces: usize, is_ranked: bool) -> Option<Self> {
        if pieces > PIECES {
            return None;
        }
        let bits = cell_bits(cells);
        let weight = |piece: usize| {
            let after = pieces - 1 - piece;
            if !is_ranked {
                return u32::try_from(1usize << (after * bits)).ok();
            }
            let free = cells.checked_sub(1 + piece)?;
            u32::try_from(falling_factorial(free as u64, after as u64)?).ok()
        };
        let weights: Vec<u32> = (0..pieces).map(weight).collect::<Option<_>>()?;
        let cells = if is_ranked { cells } else { 1 << bits };
        let len = u64::from(*weights.first()?) * cells as u64;
        Some(Self {
            weights,
            len: usize::try_from(u32::try_from(len).ok()?).ok()?,
            is_ranked,
        })
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The address of the pieces' cells. Surplus cells are ignored.
    #[inline]
    pub(in crate::heuristic) fn of(&self, places: impl Iterator<Item = u8>) -> u32 {
        let mut earlier = [0u8; PIECES];
        let mut address = 0u32;
        for (piece, (place, &weight)) in places.zip(&self.weights).enumerate() {
            let counted = if self.is_ranked { piece } else { 0 };
            let below = earlier.iter().take(counted);
            let below: u32 = below.map(|&other| u32::from(other < place)).sum();
            // Wraps if the cells are not a placement: their address means nothing.
            let digit = u32::from(place).wrapping_sub(below);
            address = address.wrapping_add(weight.wrapping_mul(digit));
            earlier[piece % PIECES] = place;
        }
        address
    }

    pub(super) fn weight(&self, piece: usize) -> u32 {
        self.weights.get(piece).copied().unwrap_or(0)
    }

    pub(super) const fn is_ranked(&self) -> bool {
        self.is_ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::placement::Placements;

    #[test]
    fn addresses_are_ranks_or_packed_cells() {
        for (cells, pieces) in [(9, 4), (16, 6), (16, 7), (25, 2), (25, 4), (25, 5), (32, 5)] {
            let index = Index::new(cells, pieces).unwrap();
            let [m, n] = [cells, pieces].map(|count| u32::try_from(count).unwrap());
            let placements = Placements::new(m, n).unwrap();
            for rank in (0..placements.count()).step_by(9973) {
                let places = placements.unrank(rank).unwrap();
                let packed = places
                    .iter()
                    .fold(0, |word, &cell| word << cell_bits(cells) | u64::from(cell));
                let address = index.of(places.iter().copied());
                assert_eq!(
                    u64::from(address),
                    if index.is_ranked() { rank } else { packed },
                    "{places:?}"
                );
                assert!((address as usize) < index.len());
            }
        }
    }

    #[test]
    fn cells_that_are_not_a_placement_do_not_overflow() {
        let index = Index::new(9, 7).unwrap();
        assert!(index.is_ranked());
        let _ = index.of([0, 0, 0, 0, 0, 0, 1].into_iter());
    }

    #[test]
    fn too_long_addresses_have_no_index() {
        assert!(Index::new(25, 8).is_none(), "addresses of 36 bits");
        assert!(Index::new(16, 8).is_some());
    }
}
