//! Ranks of partial placements: the cells of the first `k` pieces, all different, on `n` cells.
//!
//! There are `n! / (n - k)!`. The first piece's cell is the most significant digit. Each digit
//! counts the lower cells that are still free.

use super::falling_factorial;
use crate::support::invariant::Invariant;

/// The placements of `pieces` distinct pieces on `cells` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placements {
    cells: u32,
    pieces: u32,
    count: u64,
}

impl Placements {
    /// The largest number of cells.
    pub const MAX_CELLS: u32 = 64;

    /// Numbers the placements; `None` for over 64 cells, excess pieces, or a count over 64 bits.
    #[must_use]
    pub fn new(cells: u32, pieces: u32) -> Option<Self> {
        if cells > Self::MAX_CELLS || pieces > cells {
            return None;
        }
        let count = falling_factorial(cells.into(), pieces.into())?;
        Some(Self {
            cells,
            pieces,
            count,
        })
    }

    /// The number of placements.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The rank of the placement that puts piece `i` on cell `places[i]`; `None` if it is invalid.
    #[must_use]
    pub fn rank(&self, places: &[u8]) -> Option<u64> {
        if places.len() != self.pieces as usize {
            return None;
        }
        let mut used = 0u64;
        let mut rank = 0;
        for (&cell, free) in places.iter().zip((0..=self.cells).rev()) {
            if u32::from(cell) >= self.cells || used >> cell & 1 == 1 {
                return None;
            }
            let below = used & ((1 << cell) - 1);
            rank = rank * u64::from(free) + u64::from(u32::from(cell) - below.count_ones());
            used |= 1 << cell;
        }
        Some(rank)
    }

    /// The cells of the pieces at this rank, or `None` past the last.
    #[must_use]
    pub fn unrank(&self, mut rank: u64) -> Option<Vec<u8>> {
        if rank >= self.count {
            return None;
        }
        let mut free: [u8; Self::MAX_CELLS as usize] =
            std::array::from_fn(|cell| u8::try_from(cell).debug_unwrap_or(0));
        let mut places = Vec::with_capacity(self.pieces as usize);
        let mut weight = self.count;
        for left in (0..self.cells as usize).rev().take(self.pieces as usize) {
            weight /= left as u64 + 1;
            let digit = usize::try_from(rank / weight).ok()?;
            rank %= weight;
            places.push(*free.get(digit)?);
            free.copy_within(digit + 1..=left, digit);
        }
        Some(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_placements_in_full() {
        for (cells, pieces) in [(5, 0), (5, 1), (6, 3), (5, 5), (7, 4)] {
            let placements = Placements::new(cells, pieces).unwrap();
            let mut last: Option<Vec<u8>> = None;
            for rank in 0..placements.count() {
                let places = placements.unrank(rank).unwrap();
                assert_eq!(placements.rank(&places), Some(rank));
                assert!(last.is_none_or(|last| last < places), "in ascending order");
                last = Some(places);
            }
            assert_eq!(placements.unrank(placements.count()), None);
        }
    }

    #[test]
    fn invalid_placements_are_rejected() {
        let placements = Placements::new(25, 6).unwrap();
        assert_eq!(placements.count(), 127_512_000);
        assert_eq!(placements.rank(&[0, 1, 2, 3, 4, 4]), None);
        assert_eq!(placements.rank(&[0, 1, 2, 3, 4, 25]), None);
        assert_eq!(placements.rank(&[0, 1]), None);
        assert!(Placements::new(65, 2).is_none());
        assert!(Placements::new(3, 4).is_none());
    }
}
