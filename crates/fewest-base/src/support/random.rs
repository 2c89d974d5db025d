//! Random numbers for drawing boards. A seed gives the same numbers everywhere, in all versions.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::support::invariant::Invariant;

/// A stream of random numbers: `ChaCha` with eight rounds (D. J. Bernstein, "`ChaCha`, a variant of
/// Salsa20", 2008).
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::support::random::Random;
///
/// let draw = |seed| -> Vec<u64> {
///     let mut random = Random::new(seed);
///     (0..5).map(|_| random.below(1000)).collect()
/// };
/// assert_eq!(draw(7), draw(7));
/// assert_ne!(draw(7), draw(8));
/// assert!(draw(7).iter().all(|&number| number < 1000));
/// ```
#[derive(Clone, Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Creates the stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `bound`, each equally likely; 0 if `bound` is 0.
    ///
    /// After D. Lemire, "Fast random integer generation in an interval", 2019: it rejects the few
    /// products whose low half would make some numbers likelier.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound <= 1 {
            return 0;
        }
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the two halves are cut apart"
            )]
            let (high, low) = ((product >> 64) as u64, product as u64);
            if low >= unfair {
                return high;
            }
        }
    }

    /// An index into a list of length `len`, each equally likely; 0 if the list is empty.
    pub fn place(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).debug_unwrap_or(0)
    }

    /// A random index, with probability proportional to its count; `None` if all counts are 0.
    pub fn weighted(&mut self, counts: &[u64]) -> Option<usize> {
        let mut left = self.below(counts.iter().sum());
        counts.iter().position(|&count| {
            let is_here = left < count;
            left = left.saturating_sub(count);
            is_here
        })
    }

    /// A number below a bound of any size; 0 if `bound` is 0.
    pub(crate) fn below_large(&mut self, bound: &BigUint) -> BigUint {
        let digits = bound.to_u32_digits();
        let Some((&highest, others)) = digits.split_last() else {
            return BigUint::ZERO;
        };
        loop {
            let mut drawn: Vec<u32> = Vec::with_capacity(digits.len());
            for max_digit in others.iter().map(|_| u32::MAX).chain([highest]) {
                let digit = self.below(u64::from(max_digit) + 1);
                drawn.push(u32::try_from(digit).debug_unwrap_or(u32::MAX));
            }
            let drawn = BigUint::new(drawn);
            if drawn < *bound {
                return drawn;
            }
        }
    }

    /// Shuffles a list (R. Durstenfeld, "Algorithm 235: Random permutation", 1964).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(self.place(last + 1), last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_numbers() {
        let mut random = Random::new(1);
        let first = [(); 3].map(|()| random.below(1 << 63));
        assert_eq!(
            first,
            [
                3_712_275_015_481_296_600,
                741_408_853_161_625_397,
                5_502_296_491_135_566_642
            ],
            "what a seed generates is part of the interface"
        );
    }

    #[test]
    fn all_numbers_are_equally_likely() {
        let mut random = Random::new(2);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[usize::try_from(random.below(6)).unwrap()] += 1;
        }
        // Five standard deviations.
        assert!(
            seen.iter().all(|count| count.abs_diff(10_000) < 457),
            "{seen:?}"
        );
        assert_eq!(random.below(0), 0);
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn bounds_of_several_words_are_fair() {
        let bound = BigUint::from(3u8) << 40;
        let mut random = Random::new(5);
        let mut thirds = [0u32; 3];
        for _ in 0..30_000 {
            let drawn = random.below_large(&bound);
            assert!(drawn < bound);
            let third = u64::try_from(drawn >> 40).unwrap();
            thirds[usize::try_from(third).unwrap()] += 1;
        }
        // Five standard deviations.
        assert!(
            thirds.iter().all(|n| n.abs_diff(10_000) < 410),
            "{thirds:?}"
        );
        assert_eq!(random.below_large(&BigUint::ZERO), BigUint::ZERO);
        assert_eq!(random.below_large(&BigUint::from(1u8)), BigUint::ZERO);
    }

    #[test]
    fn large_bounds_are_fair_too() {
        let mut random = Random::new(3);
        let bound = 3 << 62;
        // Without rejection, every third number would be twice as likely as the others.
        let thirds = (0..30_000)
            .filter(|_| random.below(bound).is_multiple_of(3))
            .count();
        assert!(thirds.abs_diff(10_000) < 410, "{thirds}");
    }
}
