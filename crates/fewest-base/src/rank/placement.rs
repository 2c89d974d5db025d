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
    pub fn unrank(&self, rank: u64) -> Option<Vec<u8>> {
        (rank < self.count).then(|| self.places(rank).collect())
    }

    /// The cells of the pieces at this rank. Meaningless, but without a panic, past the last.
    #[inline]
    pub fn places(&self, mut rank: u64) -> impl Iterator<Item = u8> + use<> {
        let mut free: [u8; Self::MAX_CELLS as usize] =
            std::array::from_fn(|cell| u8::try_from(cell).debug_unwrap_or(0));
        let mut weight = self.count;
        let free_cells = (0..self.cells as usize).rev().take(self.pieces as usize);
        free_cells.map(move |last| {
            weight /= last as u64 + 1;
            let digit = usize::try_from(rank / weight).map_or(last, |digit| digit.min(last));
            rank %= weight;
            let place = free[digit];
            free.copy_within(digit + 1..=last, digit);
            place
        })
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
