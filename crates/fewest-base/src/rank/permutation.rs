//! Lexicographic ranks of permutations of up to 16 values, packed four bits per value, first value
//! in the lowest bits.
//!
//! The digit of a value in the factorial number system is the number of smaller unused values. All
//! sixteen counts share one word, which takes one subtraction per value. So a rank needs no loop
//! over pairs and no popcount (compare D. H. Lehmer, "Teaching combinatorial tricks to a computer",
//! 1960, for the code itself).
//!
//! The permutations at ranks `2r` and `2r + 1` differ by a swap of their last two values: one is
//! even, the other odd. So if the parity is known, `rank / 2` numbers the permutations of that
//! parity without gaps.

/// `2^64 / base`, rounded up. The high half of a product with it is the quotient by `base`, exact
/// while the dividend times `base` is below `2^64` (T. Granlund, P. L. Montgomery, "Division by
/// invariant integers using multiplication", 1994).
const RECIPROCALS: [u128; 17] = {
    let mut reciprocals = [0; 17];
    let mut base = 1;
    while base < reciprocals.len() {
        reciprocals[base] = (1u128 << 64).div_ceil(base as u128);
        base += 1;
    }
    reciprocals
};

/// The identity: nibble `i` holds `i`.
pub(crate) const IDENTITY: u64 = 0xFEDC_BA98_7654_3210;
/// 1 in each of 16 places.
pub const ONES: u64 = 0x1111_1111_1111_1111;

pub(crate) const MAX_VALUES: u32 = 16;

/// The number of permutations of `n <= 16` values.
#[must_use]
pub const fn count(n: u32) -> u64 {
    let mut product = 1;
    let mut factor = 2;
    while factor <= n && factor <= MAX_VALUES {
        product *= factor as u64;
        factor += 1;
    }
    product
}

/// The rank of the permutation of `0..n`, `n <= 16`, below `n!`.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::rank::permutation::{count, rank, unrank};
///
/// assert_eq!(count(3), 6);
/// // 2, 1, 0: the first value in the lowest four bits.
/// assert_eq!(rank(0x012, 3), 5);
/// assert!((0..6).all(|r| rank(unrank(r, 3), 3) == r));
/// ```
#[inline]
#[must_use]
pub fn rank(packed: u64, n: u32) -> u64 {
    digits(packed, n, n.saturating_sub(1))
}

/// The rank among the permutations of the same parity, below `n! / 2`; `2 <= n <= 16`.
#[inline]
#[must_use]
pub fn rank_within_parity(packed: u64, n: u32) -> u64 {
    digits(packed, n, n.saturating_sub(2))
}

#[inline]
fn digits(mut packed: u64, n: u32, places: u32) -> u64 {
    let mut smaller = IDENTITY;
    let mut rank = 0;
    for i in 0..places {
        let shift = (packed & 15) << 2;
        packed >>= 4;
        rank = rank * u64::from(n - i) + (smaller >> shift & 15);
        smaller = smaller.wrapping_sub((ONES << shift) << 4);
    }
    rank
}

/// The permutation of `0..n` at this rank.
#[inline]
#[must_use]
pub fn unrank(rank: u64, n: u32) -> u64 {
    unrank_digits(rank, n).0
}

/// The permutation at this rank among the odd or the even ones.
#[inline]
#[must_use]
pub fn unrank_within_parity(rank: u64, n: u32, odd: bool) -> u64 {
    let (packed, is_odd) = unrank_digits(rank * 2, n);
    if is_odd == odd || n < 2 {
        return packed;
    }
    let (last, before) = (4 * (n - 1), 4 * (n - 2));
    let difference = (packed >> last ^ packed >> before) & 15;
    packed ^ (difference << last | difference << before)
}

/// The permutation, and true if it is odd: the parity is that of the digits' sum.
#[inline]
fn unrank_digits(mut rank: u64, n: u32) -> (u64, bool) {
    let mut digits = [0u8; MAX_VALUES as usize];
    let mut sum = 0;
    for (place, base) in (0..n.min(MAX_VALUES)).rev().zip(1usize..) {
        let quotient = ((u128::from(rank) * RECIPROCALS[base]) >> 64) as u64;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a digit is below its base, at most 16"
        )]
        let digit = (rank - quotient * base as u64) as u8;
        rank = quotient;
        digits[place as usize] = digit;
        sum ^= digit;
    }
    let mut unused = IDENTITY;
    let mut packed = 0;
    for (place, &digit) in digits.iter().enumerate().take(n as usize) {
        let shift = u32::from(digit) * 4;
        let value = unused >> shift & 15;
        let below = (1u64 << shift) - 1;
        unused = unused & below | unused >> 4 & !below;
        packed |= value << (4 * place);
    }
    (packed, sum & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enumerate(n: u32) -> Vec<Vec<u32>> {
        let mut all = vec![vec![]];
        for _ in 0..n {
            all = all
                .into_iter()
                .flat_map(|head: Vec<u32>| {
                    (0..n)
                        .filter(|v| !head.contains(v))
                        .map(|v| [&head[..], &[v]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        all
    }

    fn pack(values: &[u32]) -> u64 {
        values
            .iter()
            .rev()
            .fold(0, |packed, &v| packed << 4 | u64::from(v))
    }

    fn inversions(values: &[u32]) -> usize {
        (0..values.len())
            .map(|i| values[i..].iter().filter(|&&v| v < values[i]).count())
            .sum()
    }

    #[test]
    fn every_permutation_of_up_to_eight() {
        for n in 1..=8 {
            let all = enumerate(n);
            assert_eq!(all.len() as u64, count(n));
            for (expected, values) in all.iter().enumerate() {
                let packed = pack(values);
                assert_eq!(rank(packed, n), expected as u64);
                assert_eq!(unrank(expected as u64, n), packed);
                let odd = inversions(values) % 2 == 1;
                if n >= 2 {
                    assert_eq!(rank_within_parity(packed, n), expected as u64 / 2);
                    assert_eq!(unrank_within_parity(expected as u64 / 2, n, odd), packed);
                }
            }
        }
    }

    #[test]
    fn sixteen_values() {
        for rank_in in [0, 1, 2, 12_345_678_901, count(16) - 1] {
            let packed = unrank(rank_in, 16);
            assert_eq!(rank(packed, 16), rank_in);
            assert_eq!(rank_within_parity(packed, 16), rank_in / 2);
        }
    }
}
