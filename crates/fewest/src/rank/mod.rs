//! Perfect ranks: numbering the boards of a puzzle without gaps, so that a table needs no keys.
//!
//! * [`subset`]: which of up to 24 cells are marked (two symbols), by two lookups;
//! * [`multiset`]: any number of symbols, each a given number of times;
//! * [`lattice`]: the same, by a lookup for each cell where the table for it is small;
//! * [`permutation`]: all pieces different; also half of them, where parity fixes the other half;
//! * [`shuffle`]: what moving pieces does to these, for whole sets of ranks;
//! * [`placement`]: where a few of the pieces are (partial permutation), for pattern databases.
//!
//! All number in lexicographic order of the cells unless said otherwise. A puzzle written in Rust
//! needs one of them to be [`Ranked`](crate::space::Ranked).

pub(crate) mod bits;
pub mod lattice;
pub mod multiset;
pub mod one_to_one;
pub mod permutation;
pub mod placement;
pub mod shuffle;
pub mod subset;

/// `n! / (n - k)!`, or `None` past 64 bits.
///
/// ```
/// use fewest::rank::falling_factorial;
///
/// // The ways to put three different pieces on nine cells.
/// assert_eq!(falling_factorial(9, 3), Some(9 * 8 * 7));
/// assert_eq!(falling_factorial(25, 25), None);
/// ```
#[must_use]
pub fn falling_factorial(n: u64, k: u64) -> Option<u64> {
    (0..k).try_fold(1u64, |product, i| product.checked_mul(n.checked_sub(i)?))
}

/// The number of ways to choose `k` of `n`, or `None` past 64 bits.
///
/// ```
/// use fewest::rank::binomial;
///
/// assert_eq!(binomial(24, 8), Some(735_471));
/// // Three symbols, eight of each, on 24 cells: the rotation game.
/// assert_eq!(735_471 * binomial(16, 8).unwrap_or(0), 9_465_511_770);
/// ```
#[must_use]
pub fn binomial(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let product = (0..k.min(n - k)).try_fold(1u128, |product, i| {
        Some(product.checked_mul(u128::from(n - i))? / u128::from(i + 1))
    })?;
    u64::try_from(product).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_follow_pascal() {
        for n in 1..60 {
            assert_eq!(binomial(n, 0), Some(1));
            for k in 1..=n {
                let sum = binomial(n - 1, k - 1)
                    .zip(binomial(n - 1, k))
                    .map(|(a, b)| a + b);
                assert_eq!(binomial(n, k), sum, "{n} over {k}");
            }
        }
        assert_eq!(binomial(200, 100), None);
        assert_eq!(binomial(3, 5), Some(0));
    }

    #[test]
    fn falling_factorials() {
        assert_eq!(falling_factorial(12, 12), Some(479_001_600));
        assert_eq!(falling_factorial(25, 6), Some(127_512_000));
        assert_eq!(falling_factorial(3, 4), Some(0));
        assert_eq!(falling_factorial(25, 25), None);
    }
}
