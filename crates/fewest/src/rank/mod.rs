//! Perfect ranks: numbering the boards of a puzzle without gaps, so that a table needs no keys.
//!
//! * [`permutation`]: all pieces different; also half of them, where parity fixes the other half;
//! * `subset`: which of up to 24 cells are marked (two symbols), by two lookups;
//! * `multiset`: any number of symbols, each a given number of times;
//! * `lattice`: the same, by a lookup for each cell where the table for it is small;
//! * `shuffle`: what moving pieces does to these, for whole sets of ranks;
//! * `placement`: where a few of the pieces are (partial permutation), for pattern databases.
//!
//! All number in lexicographic order of the cells unless said otherwise. A puzzle written in Rust
//! needs a number for each board to be [`Ranked`](crate::space::Ranked).

pub(crate) mod bits;
pub(crate) mod lattice;
pub(crate) mod multiset;
pub(crate) mod one_to_one;
pub mod permutation;
pub(crate) mod placement;
pub(crate) mod shuffle;
pub(crate) mod subset;
#[cfg(test)]
mod tests;

/// `n! / (n - k)!`, or `None` past 64 bits.
#[must_use]
pub(crate) fn falling_factorial(n: u64, k: u64) -> Option<u64> {
    (0..k).try_fold(1u64, |product, i| product.checked_mul(n.checked_sub(i)?))
}

/// The number of ways to choose `k` of `n`, or `None` past 64 bits.
#[must_use]
pub(crate) fn binomial(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let product = (0..k.min(n - k)).try_fold(1u128, |product, i| {
        Some(product.checked_mul(u128::from(n - i))? / u128::from(i + 1))
    })?;
    u64::try_from(product).ok()
}
