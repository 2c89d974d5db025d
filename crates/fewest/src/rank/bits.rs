//! Sets of ranks as bits, 64 to a word.

use std::ops::Range;

/// Bits in a word.
pub(crate) const WORD: usize = u64::BITS as usize;

/// Adds a rank to a set. One past the end changes nothing.
#[inline]
pub(crate) fn insert(set: &mut [u64], rank: usize) {
    if let Some(word) = set.get_mut(rank / WORD) {
        *word |= 1 << (rank % WORD);
    }
}

/// One if the set holds the rank, else zero.
#[inline]
pub(crate) fn get(set: &[u64], rank: usize) -> u64 {
    set.get(rank / WORD).map_or(0, |word| word >> (rank % WORD)) & 1
}

/// The words that ranks of a range lie in.
#[inline]
pub(crate) fn words(range: &Range<usize>) -> Range<usize> {
    range.start / WORD..range.end.div_ceil(WORD)
}

/// Visits the ranks of a set within a range, in ascending order.
#[inline]
pub(crate) fn each(set: &[u64], range: &Range<usize>, mut visit: impl FnMut(usize)) {
    let words = words(range);
    let first = words.start;
    for (i, &word) in set.get(words).unwrap_or_default().iter().enumerate() {
        if word == 0 {
            continue;
        }
        let base = (first + i) * WORD;
        let mut left = word & within(base, range);
        while left != 0 {
            visit(base + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// The bits of the word that starts at rank `base` whose ranks are in the range.
#[inline]
fn within(base: usize, range: &Range<usize>) -> u64 {
    let mut mask = u64::MAX;
    if base < range.start {
        mask <<= range.start - base;
    }
    if base + WORD > range.end {
        mask &= u64::MAX >> (base + WORD - range.end);
    }
    mask
}

/// Adds to `to`, from rank `at` on, what `from` holds of a range, moved as one.
#[inline]
pub(crate) fn copy(from: &[u64], range: Range<usize>, to: &mut [u64], mut at: usize) {
    let Range { mut start, end } = range;
    while start < end {
        let (word, shift) = (start / WORD, start % WORD);
        // As many as fill the word that they go to; what the source has of them lies in one or two words.
        let room = (WORD - at % WORD).min(end - start);
        let low = from.get(word).map_or(0, |bits| bits >> shift);
        let high = from
            .get(word + 1)
            .map_or(0, |bits| bits << 1 << (WORD - 1 - shift));
        let bits = (low | high) & (u64::MAX >> (WORD - room));
        if let Some(target) = to.get_mut(at / WORD) {
            *target |= bits << (at % WORD);
        }
        start += room;
        at += room;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_visits_any_range() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..500 {
            let from: Vec<u64> = (0..5).map(|_| rng.u64(..)).collect();
            let start = rng.usize(..300);
            let range = start..rng.usize(start..=320);
            let at = rng.usize(..100);
            let mut to = vec![0; 7];
            copy(&from, range.clone(), &mut to, at);
            let mut expected = vec![0; 7];
            let mut visited = Vec::new();
            each(&from, &range, |rank| visited.push(rank));
            assert!(
                visited
                    .iter()
                    .copied()
                    .eq(range.clone().filter(|&rank| get(&from, rank) == 1))
            );
            for rank in visited {
                insert(&mut expected, at + rank - start);
            }
            assert_eq!(to, expected);
        }
    }

    #[test]
    fn past_the_end_there_is_nothing() {
        let mut set = [0];
        insert(&mut set, 64);
        assert_eq!((set, get(&set, 64)), ([0], 0));
    }
}
