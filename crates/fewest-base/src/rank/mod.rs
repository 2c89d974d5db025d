//! Perfect ranks number the boards of a puzzle without gaps, so that a table needs no keys.
//!
//! * [`permutation`]: distinct pieces; half of the permutations if parity fixes the other half;
//! * `subset`: the marked cells among up to 24 (two symbols), by two lookups;
//! * `multiset`: any number of symbols, each a given number of times;
//! * `lattice`: multisets, by one lookup per cell if the table is small;
//! * `shuffle`: the effect of moving pieces on permutation ranks, for whole sets of ranks;
//! * `placement`: the cells of a few pieces (partial permutation), for pattern databases.
//!
//! Ranks are in lexicographic order of the cells unless stated otherwise. A puzzle written in Rust
//! needs a number for each board to be [`Ranked`](crate::space::Ranked).

pub mod bits;
pub mod lattice;
pub mod multiset;
pub mod one_to_one;
pub mod permutation;
pub mod placement;
pub mod shuffle;
pub mod subset;
#[cfg(test)]
mod tests;

/// `n! / (n - k)!`, or `None` past 64 bits.
#[must_use]
pub fn falling_factorial(n: u64, k: u64) -> Option<u64> {
    (0..k).try_fold(1u64, |product, i| product.checked_mul(n.checked_sub(i)?))
}

/// The number of ways to choose `k` of `n`, or `None` past 64 bits.
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
