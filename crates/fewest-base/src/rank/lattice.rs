//! Lexicographic ranks of the arrangements of a multiset, by one lookup per cell.
//!
//! The ranks are the same as in [`multiset`](super::multiset). The remaining pieces, a number per
//! symbol, are a point of a lattice, and an arrangement is a path down to the origin. A table has
//! for each point the number of arrangements with a smaller next symbol, so a rank needs no
//! division or allocation. The highest bit of an entry marks an odd number of pieces with a smaller
//! symbol: these bits add up to the parity of the inversions.

use std::ops::Range;

use super::multiset::Multiset;
use crate::support::invariant::Invariant;

const MAX_ENTRIES: usize = 1 << 21;
/// Marks an odd number of smaller pieces.
const ODD: u64 = 1 << 63;

/// The arrangements of `counts[s]` pieces of each symbol `s` in a row.
#[derive(Clone, Debug)]
pub struct Lattice {
    symbols: usize,
    /// The distance in `before` that a piece of each symbol leads down.
    strides: Vec<usize>,
    /// The place in `before` of the point where all pieces remain.
    top: usize,
    /// For each point and symbol: the arrangements with a smaller first symbol, with [`ODD`]. Then
    /// the number of all arrangements of the point.
    before: Vec<u64>,
}

/// A walk through the arrangements, by rank. Neighbours differ in few cells at the end.
#[derive(Clone, Debug)]
pub struct Path<'l> {
    lattice: &'l Lattice,
    rank: u64,
    row: Vec<u8>,
    /// For each number of cells at the beginning of the row: the point after them, and their part
    /// of the rank, with [`ODD`].
    after: Vec<(usize, u64)>,
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
        let width = symbols + 1;
        let mut strides = Vec::with_capacity(symbols);
        let mut end = width;
        for &count in counts {
            strides.push(end);
            end = end.checked_mul(count as usize + 1)?;
        }
        if symbols == 0 || end > MAX_ENTRIES {
            return None;
        }
        let mut before = vec![0u64; end];
        for point in (0..end).step_by(width) {
            let (mut total, mut odd) = (0, 0);
            for (symbol, (&stride, &count)) in strides.iter().zip(counts).enumerate() {
                before[point + symbol] = total | odd;
                let left = point / stride % (count as usize + 1);
                if left > 0 {
                    total += before[point - stride + symbols];
                }
                if left % 2 == 1 {
                    odd ^= ODD;
                }
            }
            before[point + symbols] = if point == 0 { 1 } else { total };
        }
        Some(Self {
            symbols,
            strides,
            top: end - width,
            before,
        })
    }

    /// The number of arrangements.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    /// The rank of a row of symbols, and true if its number of inversions is odd. Meaningless, but
    /// without a panic, for any other row.
    #[inline]
    #[must_use]
    pub fn rank(&self, row: impl Iterator<Item = u8>) -> (u64, bool) {
        let (mut point, mut rank) = (self.top, 0u64);
        for symbol in row {
            let symbol = usize::from(symbol) % self.symbols;
            let before = self.before.get(point + symbol);
            rank = rank.wrapping_add(before.copied().debug_unwrap_or(0));
            point = point.saturating_sub(self.strides[symbol]);
        }
        (rank & !ODD, rank & ODD != 0)
    }

    /// Fills a row with the arrangement at this rank, and returns true if its number of inversions
    /// is odd. A rank past the last counts as the last.
    #[inline]
    pub fn unrank<'r>(&self, rank: u64, row: impl Iterator<Item = &'r mut u8>) -> bool {
        let (mut point, mut rank, mut odd) =
            (self.top, rank.min(self.count().saturating_sub(1)), 0);
        for cell in row {
            let before = self.before.get(point..point + self.symbols);
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

    /// The first arrangement.
    #[must_use]
    pub fn path(&self) -> Path<'_> {
        let mut path = Path {
            lattice: self,
            rank: 0,
            row: Vec::new(),
            after: vec![(self.top, 0)],
        };
        path.complete();
        path
    }
}

impl Path<'_> {
    /// Goes to the arrangement at this rank. A rank past the last counts as the last.
    #[inline]
    pub fn go_to(&mut self, rank: u64) {
        self.rank = rank.min(self.lattice.count().saturating_sub(1));
        let begins_alike = |&(point, rank): &(usize, u64)| {
            let rank = rank & !ODD;
            let all = self.lattice.before[point + self.lattice.symbols];
            rank <= self.rank && self.rank - rank < all
        };
        let cells = self.after.iter().rposition(begins_alike).unwrap_or(0);
        self.after.truncate(cells + 1);
        self.row.truncate(cells);
        self.complete();
    }

    /// Appends the cells that remain.
    fn complete(&mut self) {
        let lattice = self.lattice;
        let (mut point, mut rank) = self.after.last().copied().debug_unwrap_or((0, 0));
        while point > 0 {
            let left = self.rank - (rank & !ODD);
            let before = &lattice.before[point..][..lattice.symbols];
            let symbol = before
                .iter()
                .rposition(|&before| before & !ODD <= left)
                .debug_unwrap_or(0);
            rank = rank.wrapping_add(before[symbol]);
            point -= lattice.strides[symbol];
            self.row.push(u8::try_from(symbol).debug_unwrap_or(u8::MAX));
            self.after.push((point, rank));
        }
    }

    /// The row of symbols.
    #[must_use]
    pub fn row(&self) -> &[u8] {
        &self.row
    }

    /// The rank if the pieces on the cells of `range` are permuted: `symbols` are on these cells then.
    #[inline]
    pub fn rank_with(&self, range: Range<usize>, symbols: impl Iterator<Item = u8>) -> u64 {
        let (lattice, end) = (self.lattice, self.after[range.end].1);
        let (mut point, mut rank) = self.after[range.start];
        for symbol in symbols.map(usize::from) {
            rank = rank.wrapping_add(lattice.before[point + symbol]);
            point = point.wrapping_sub(lattice.strides[symbol]);
        }
        rank.wrapping_sub(end).wrapping_add(self.rank) & !ODD
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
    fn paths_through_all_arrangements() {
        for counts in [&[3, 2, 2][..], &[1, 1, 1, 1], &[4, 4], &[0, 3, 1], &[7]] {
            let lattice = Lattice::new(counts).unwrap();
            let mut row = vec![0; counts.iter().sum::<u32>() as usize];
            let mut path = lattice.path();
            // All in order, and then with steps of other lengths, also backwards.
            let steps = (0..lattice.count() * 4).map(|i| i * i % lattice.count());
            for rank in (0..lattice.count()).chain(steps).chain([u64::MAX]) {
                path.go_to(rank);
                lattice.unrank(rank, row.iter_mut());
                assert_eq!(path.row(), row);
                let cells = row.len();
                for start in 0..=cells {
                    for end in start..=cells {
                        let mut next = row.clone();
                        next[start..end].reverse();
                        let found = path.rank_with(start..end, next[start..end].iter().copied());
                        assert_eq!(found, lattice.rank(next.iter().copied()).0);
                    }
                }
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
