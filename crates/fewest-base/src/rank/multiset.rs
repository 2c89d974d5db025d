//! Lexicographic ranks of the arrangements of a multiset: each symbol a given number of times.
//!
//! Cell by cell, the rank grows by the number of arrangements with a smaller symbol there. If the
//! `r` remaining cells have `m` arrangements, `m * c / r` of them start with a symbol of which `c`
//! remain (D. E. Knuth, "The Art of Computer Programming" 4A, 7.2.1.2).

use super::binomial;

/// The arrangements of `counts[s]` pieces of each symbol `s` in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiset {
    counts: Vec<u32>,
    cells: u32,
    arrangements: u64,
}

impl Multiset {
    /// The largest number of cells.
    pub const MAX_CELLS: u32 = 255;

    /// Numbers the arrangements; `None` for over 255 cells or symbols, or a count over 64 bits.
    #[must_use]
    pub fn new(counts: &[u32]) -> Option<Self> {
        let cells = counts.iter().try_fold(0u32, |sum, &c| sum.checked_add(c))?;
        if cells > Self::MAX_CELLS || counts.len() > Self::MAX_CELLS as usize {
            return None;
        }
        let mut left = u64::from(cells);
        let mut arrangements = 1u64;
        for &c in counts {
            arrangements = arrangements.checked_mul(binomial(left, c.into())?)?;
            left -= u64::from(c);
        }
        Some(Self {
            counts: counts.to_vec(),
            cells,
            arrangements,
        })
    }

    /// The number of arrangements.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.arrangements
    }

    /// The row of symbols at this rank, or `None` past the last.
    #[must_use]
    pub fn unrank(&self, rank: u64) -> Option<Vec<u8>> {
        if rank >= self.arrangements {
            return None;
        }
        let mut left = self.counts.clone();
        let mut arrangements = u128::from(self.arrangements);
        let mut rank = u128::from(rank);
        let mut symbols = Vec::with_capacity(self.cells as usize);
        for cells in (1..=u128::from(self.cells)).rev() {
            for (symbol, count) in left.iter_mut().enumerate() {
                let share = arrangements * u128::from(*count) / cells;
                if rank < share {
                    *count -= 1;
                    arrangements = share;
                    symbols.push(u8::try_from(symbol).ok()?);
                    break;
                }
                rank -= share;
            }
        }
        Some(symbols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All rows with these counts, in lexicographic order, by brute force.
    fn enumerate(counts: &[u32]) -> Vec<Vec<u8>> {
        let cells: u32 = counts.iter().sum();
        let base = counts.len();
        (0..base.pow(cells))
            .map(|number| {
                let digit = |i: u32| u8::try_from(number / base.pow(cells - 1 - i) % base).unwrap();
                (0..cells).map(digit).collect::<Vec<u8>>()
            })
            .filter(|row| {
                (0..base).all(|s| {
                    row.iter().filter(|&&v| usize::from(v) == s).count() == counts[s] as usize
                })
            })
            .collect()
    }

    #[test]
    fn small_multisets_in_full() {
        for counts in [
            &[3, 2, 2][..],
            &[1, 1, 1, 1, 1],
            &[4, 4],
            &[0, 3, 1],
            &[7],
            &[2, 0, 2, 2],
        ] {
            let multiset = Multiset::new(counts).unwrap();
            let all = enumerate(counts);
            assert_eq!(multiset.count(), all.len() as u64);
            for (rank, row) in all.iter().enumerate() {
                assert_eq!(multiset.unrank(rank as u64).as_ref(), Some(row));
            }
        }
    }

    #[test]
    fn the_rotation_game() {
        let boards = Multiset::new(&[8, 8, 8]).unwrap();
        assert_eq!(boards.count(), 9_465_511_770);
        let last = boards.unrank(boards.count() - 1).unwrap();
        assert!(last.is_sorted_by(|a, b| a >= b) && last.len() == 24);
    }

    #[test]
    fn invalid_ranks_and_counts_are_rejected() {
        let multiset = Multiset::new(&[2, 1]).unwrap();
        assert_eq!(multiset.unrank(3), None);
        assert!(Multiset::new(&[100, 100]).is_none());
        assert!(Multiset::new(&[200, 100]).is_none());
    }
}
