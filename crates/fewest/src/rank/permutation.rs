//! Lexicographic ranks of permutations of up to 16 values, packed four bits a value, first value in the lowest bits.
//!
//! The digit of a value in the factorial number system is the number of smaller values still unused. All sixteen counts
//! are kept in one word and lowered by one subtraction a value, so a rank needs no loop over pairs and no popcount
//! (compare D. H. Lehmer, "Teaching combinatorial tricks to a computer", 1960, for the code itself).
//!
//! The two permutations at ranks `2r` and `2r + 1` differ by a swap of their last two values: one is even, the other odd.
//! So where parity is known, `rank / 2` numbers the permutations of that parity without gaps.

use std::ops::Range;

use super::bits::{self, Ranks};
use crate::link::OneToOne;

/// `2^64 / base`, rounded up: a product with it has the quotient by `base` in its high half, exactly while the dividend times
/// `base` is below `2^64` (T. Granlund, P. L. Montgomery, "Division by invariant integers using multiplication", 1994).
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
pub const IDENTITY: u64 = 0xFEDC_BA98_7654_3210;
/// A one in every nibble.
pub const ONES: u64 = 0x1111_1111_1111_1111;

/// The most values.
pub const MAX_VALUES: u32 = 16;

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

/// The permutation at this rank among those that are odd or even.
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

/// The permutation and whether it is odd: the sum of the digits tells.
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

/// Whether the permutation of `0..n` is odd.
#[must_use]
pub fn is_odd(packed: u64, n: u32) -> bool {
    let mut seen = 0u32;
    let mut odd = false;
    for first in 0..n.min(MAX_VALUES) {
        let mut place = first;
        while seen >> place & 1 == 0 {
            seen |= 1 << place;
            let next = (packed >> (4 * place) & 15) as u32;
            place = next;
            odd ^= place != first;
        }
    }
    odd
}

/// Runs from this length on are carried whole.
const LONG_RUN: usize = 60;
/// Groups with fewer ranks are taken together: going from one to the next takes time.
const SMALL_GROUP: u64 = 256;
/// A map of every rank of a group, not only of its runs, has at most so many entries unless runs are short.
const LARGE_MAP: usize = 1 << 15;
/// Runs below this length are always mapped rank by rank.
const SHORT_RUN: usize = 12;

/// What carrying one value past others, always at the same places, does to the ranks within a parity, for whole sets of
/// ranks: [`OneToOne`].
///
/// Digits before the first place stay as they are: ranks that share them, or the first of them, are a *group*, and every
/// group changes alike. So do the digits past the last place: ranks that differ in them alone are a *run*, and stay together.
#[derive(Clone, Debug)]
pub struct Shuffle {
    /// Digits that number the groups.
    prefix: u32,
    values: u32,
    /// Ranks of a group, and of a run.
    group: usize,
    run: usize,
    /// By parity of the values in the group, where it matters, then by run of the group: the new run.
    maps: Vec<Box<[u32]>>,
    /// Whether permutations are odd before the change.
    is_odd: bool,
}

impl Shuffle {
    /// The change that carries the value at place `first` of `2..=16` values to place `last`, or the other way round if
    /// `is_back`, where the permutations before are odd or even. `None` if the places are not in order.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "groups that fit in memory have fewer than 2^32 ranks"
    )]
    pub fn new(values: u32, first: u32, last: u32, is_back: bool, is_odd: bool) -> Option<Self> {
        if first >= last || last >= values || values > MAX_VALUES {
            return None;
        }
        let mut prefix = first;
        while prefix > 0 && count(values - prefix) < 2 * SMALL_GROUP {
            prefix -= 1;
        }
        let own = values - prefix;
        let (start, end) = (4 * (first - prefix), 4 * (last - prefix));
        let carry = |packed: u64| {
            let places = u64::MAX >> (60 - end) >> start << start;
            let moved = packed & places;
            packed & !places
                | if is_back {
                    moved << 4 & places | moved >> end << start
                } else {
                    moved >> 4 & places | moved >> start << end & places
                }
        };
        let rest = values - 1 - last;
        let group = (count(own) / 2) as usize;
        let mut run = 1;
        let maps = if rest < 2 {
            // Parity fixes the last two values, and the change may concern them.
            let map = |odd| {
                let carried =
                    |rank| rank_within_parity(carry(unrank_within_parity(rank, own, odd)), own);
                (0..group as u64).map(|rank| carried(rank) as u32).collect()
            };
            vec![map(false), map(true)]
        } else {
            let (whole, half) = (count(rest), (count(rest) / 2) as u32);
            let carried = |run: u64| rank(carry(unrank(run * whole, own)), own) / whole;
            let runs = (0..count(own) / whole).map(|run| carried(run) as u32);
            run = half as usize;
            if run < SHORT_RUN || run < LONG_RUN && group <= LARGE_MAP {
                run = 1;
                vec![
                    runs.flat_map(|run| (0..half).map(move |i| run * half + i))
                        .collect(),
                ]
            } else {
                vec![runs.collect()]
            }
        };
        Some(Self {
            prefix,
            values,
            group,
            run,
            maps,
            is_odd,
        })
    }
}

/// The digits that number a group, counted on from group to group for their parity.
struct Prefix {
    digits: [u8; MAX_VALUES as usize],
    len: usize,
    values: u8,
    is_odd: bool,
}

impl Prefix {
    #[expect(clippy::cast_possible_truncation, reason = "at most 16 values")]
    fn at(shuffle: &Shuffle, mut group: usize) -> Self {
        let mut digits = [0; MAX_VALUES as usize];
        let len = shuffle.prefix as usize;
        let mut is_odd = shuffle.is_odd;
        for (place, digit) in digits.iter_mut().enumerate().take(len).rev() {
            let base = shuffle.values as usize - place;
            *digit = (group % base) as u8;
            is_odd ^= *digit & 1 == 1;
            group /= base;
        }
        Self {
            digits,
            len,
            values: shuffle.values as u8,
            is_odd,
        }
    }

    #[inline]
    fn step(&mut self) {
        for (digit, base) in self.digits[..self.len]
            .iter_mut()
            .zip((0..=self.values).rev())
            .rev()
        {
            *digit += 1;
            self.is_odd ^= true;
            if *digit < base {
                return;
            }
            self.is_odd ^= base & 1 == 1;
            *digit = 0;
        }
    }
}

impl OneToOne for Shuffle {
    #[inline]
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, mut visit: impl FnMut(usize, usize)) {
        let group = part.start / self.group;
        let mut start = group * self.group;
        let [map, others @ ..] = &self.maps[..] else {
            return;
        };
        let Some(other) = others.first() else {
            set.each(part, |rank| {
                while rank - start >= self.group {
                    start += self.group;
                }
                let place = rank - start;
                let (run, rest) = if self.run == 1 {
                    (place, 0)
                } else {
                    (place / self.run, place % self.run)
                };
                visit(rank, start + map[run] as usize * self.run + rest);
            });
            return;
        };
        let mut prefix = Prefix::at(self, group);
        set.each(part, |rank| {
            while rank - start >= self.group {
                start += self.group;
                prefix.step();
            }
            let map = if prefix.is_odd { other } else { map };
            visit(rank, start + map[rank - start] as usize);
        });
    }

    fn carry_runs(&self, set: Ranks<'_>, part: &Range<usize>, found: &mut [u64]) -> bool {
        if self.run == 1 || set.is_below(set.set.len() * bits::WORD / self.run) {
            return false;
        }
        let mut start = part.start / self.group * self.group;
        while start < part.end {
            let skipped = part.start.saturating_sub(start) / self.run;
            for (run, &to) in self.maps[0].iter().enumerate().skip(skipped) {
                let at = start + run * self.run;
                if at >= part.end {
                    return true;
                }
                let ranks = at.max(part.start)..(at + self.run).min(part.end);
                let to = start + to as usize * self.run + (ranks.start - at);
                bits::copy(set.set, ranks, found, to);
            }
            start += self.group;
        }
        true
    }

    fn bytes(&self) -> usize {
        self.maps.iter().map(|map| size_of_val(&**map)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::Carry;

    /// All permutations of `0..n` in lexicographic order, by inserting each value in turn.
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
                assert_eq!(is_odd(packed, n), odd);
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
            assert_eq!(
                unrank_within_parity(rank_in / 2, 16, is_odd(packed, 16)),
                packed
            );
        }
    }

    #[test]
    fn shuffles_do_what_they_do_to_values() {
        let mut rng = fastrand::Rng::with_seed(6);
        for (n, first, last) in [
            (3, 0, 1),
            (5, 1, 4),
            (8, 0, 2),
            (8, 3, 5),
            (8, 5, 7),
            (8, 4, 6),
            (9, 1, 3),
            (9, 0, 1),
            (9, 6, 7),
            (9, 2, 6),
        ] {
            for (back, odd) in [(false, false), (true, false), (false, true), (true, true)] {
                let shuffle = Shuffle::new(n, first, last, back, odd).unwrap();
                let ranks = usize::try_from(count(n) / 2).unwrap();
                let set: Vec<u64> = (0..ranks.div_ceil(64)).map(|_| rng.u64(..)).collect();
                let half = ranks / 128 * 64;
                let mut found = vec![0; set.len()];
                let mut expected = vec![0; set.len()];
                for part in [0..half, half..ranks] {
                    shuffle.each(Ranks::unlisted(&set), &part, |rank, new| {
                        let packed = unrank_within_parity(rank as u64, n, odd);
                        let mut values: Vec<u64> = (0..n).map(|i| packed >> (4 * i) & 15).collect();
                        let places = &mut values[first as usize..=last as usize];
                        if back {
                            places.rotate_right(1);
                        } else {
                            places.rotate_left(1);
                        }
                        let moved = values.into_iter().rev().fold(0, |all, v| all << 4 | v);
                        assert_eq!(new as u64, rank_within_parity(moved, n));
                        bits::insert(&mut expected, new);
                    });
                    Carry::carry(&shuffle, Ranks::unlisted(&set), part, &mut found);
                }
                assert_eq!(found, expected, "{n} {first} {last}");
            }
        }
        assert!(Shuffle::new(5, 3, 3, false, false).is_none());
        assert!(Shuffle::new(5, 3, 5, false, false).is_none());
    }
}
