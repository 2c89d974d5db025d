//! Lexicographic ranks of the arrangements of a multiset, by one lookup per cell.
//!
//! The ranks are the same as in [`multiset`](super::multiset). The remaining pieces, a number per
//! symbol, are a point of a lattice, and an arrangement is a path down to the origin. A table has
//! for each point the number of arrangements with a smaller next symbol, so a rank needs no
//! division or allocation. The highest bit of an entry marks an odd number of pieces with a smaller
//! symbol: these bits add up to the parity of the inversions.

use super::multiset::Multiset;
use crate::support::invariant::Invariant;

const MAX_ENTRIES: usize = 1 << 21;
/// Marks an odd number of smaller pieces.
const ODD: u64 = 1 << 63;

/// The arrangements of `counts[s]` pieces of each symbol `s` in a row.
#[derive(Clone, Debug)]
pub struct Lattice {
    symbols: usize,
    /// The distance in the lattice that a piece of each symbol leads down.
    strides: Vec<usize>,
    /// The point where all pieces remain.
    top: usize,
    /// The arrangements with a smaller first symbol, for each point and symbol, with [`ODD`].
    before: Vec<u64>,
    count: u64,
}

impl Lattice {
    /// Builds the table; `None` for 2^63 arrangements or more, or a table over 16 MiB.
    #[must_use]
    pub fn new(counts: &[u32]) -> Option<Self> {
        let symbols = counts.len();
        let count = Multiset::new(counts)?.count();
        if count >= ODD {
            return None;
        }
        let mut strides = Vec::with_capacity(symbols);
        let mut points = 1usize;
        for &count in counts {
            strides.push(points);
            points = points.checked_mul(count as usize + 1)?;
        }
        if symbols == 0 || points.checked_mul(symbols)? > MAX_ENTRIES {
            return None;
        }
        let mut arrangements = vec![0u64; points];
        let mut before = vec![0u64; points * symbols];
        for point in 0..points {
            let (mut total, mut odd) = (0, 0);
            for (symbol, (&stride, &count)) in strides.iter().zip(counts).enumerate() {
                before[point * symbols + symbol] = total | odd;
                let left = point / stride % (count as usize + 1);
                if left > 0 {
                    total += arrangements[point - stride];
                }
                if left % 2 == 1 {
                    odd ^= ODD;
                }
            }
            arrangements[point] = if point == 0 { 1 } else { total };
        }
        Some(Self {
            symbols,
            strides,
            top: points - 1,
            before,
            count,
        })
    }

    /// The number of arrangements.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The rank of a row of symbols, and true if its number of inversions is odd. Meaningless, but
    /// without a panic, for any other row.
    #[inline]
    #[must_use]
    pub fn rank(&self, row: impl Iterator<Item = u8>) -> (u64, bool) {
        let (mut point, mut rank) = (self.top, 0u64);
        for symbol in row {
            let symbol = usize::from(symbol) % self.symbols;
            let before = self.before.get(point * self.symbols + symbol);
            rank = rank.wrapping_add(before.copied().debug_unwrap_or(0));
            point = point.saturating_sub(self.strides[symbol]);
        }
        (rank & !ODD, rank & ODD != 0)
    }

    /// Fills a row with the arrangement at this rank, and returns true if its number of inversions
    /// is odd. A rank past the last counts as the last.
    #[inline]
    pub fn unrank<'r>(&self, rank: u64, row: impl Iterator<Item = &'r mut u8>) -> bool {
        let (mut point, mut rank, mut odd) = (self.top, rank.min(self.count - 1), 0);
        for cell in row {
            let start = point * self.symbols;
            let before = self.before.get(start..start + self.symbols);
            // A used-up symbol is never the last that fits: the next symbol has the same entry.
            let fits = |before: &[u64]| before.iter().rposition(|&before| before & !ODD <= rank);
            let symbol = before.and_then(fits).debug_unwrap_or(0);
            let before = before.map_or(0, |before| before[symbol]);
            rank -= before & !ODD;
            odd ^= before & ODD;
            point = point.saturating_sub(self.strides[symbol]);
            *cell = u8::try_from(symbol).debug_unwrap_or(u8::MAX);
        }
        odd != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranks_of_the_multiset() {
        for counts in [
            &[3, 2, 2][..],
            &[1, 1, 1, 1, 1],
            &[4, 4],
            &[0, 3, 1],
            &[7],
            &[2, 0, 2, 0],
        ] {
            let (lattice, multiset) = (
                Lattice::new(counts).unwrap(),
                Multiset::new(counts).unwrap(),
            );
            assert_eq!(lattice.count(), multiset.count());
            for rank in 0..multiset.count() {
                let row = multiset.unrank(rank).unwrap();
                let later = |i: usize| row[i..].iter().filter(|symbol| **symbol < row[i]).count();
                let is_odd = (0..row.len()).map(later).sum::<usize>() % 2 == 1;
                assert_eq!(lattice.rank(row.iter().copied()), (rank, is_odd));
                let mut found = vec![9; row.len()];
                assert_eq!(lattice.unrank(rank, found.iter_mut()), is_odd);
                assert_eq!(found, row);
            }
        }
    }

    #[test]
    fn nonsense_does_not_panic() {
        let lattice = Lattice::new(&[2, 1]).unwrap();
        let _ = lattice.rank([1, 1, 1, 7, 255].into_iter());
        let mut row = [0; 9];
        lattice.unrank(u64::MAX, row.iter_mut());
        assert!(Lattice::new(&[1; 25]).is_none());
        assert!(Lattice::new(&[]).is_none());
    }
}
