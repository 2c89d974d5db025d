//! The encoding of a part of a level: the boards of 2^20 consecutive ranks as bytes.
//!
//! A part is cut into stretches of 65,536 ranks. A stretch is a length of two bytes and as many
//! bytes of data. The data is empty if the stretch has no board. If boards are dense, it has one
//! bit per rank. Otherwise it has one byte per board: the number of ranks between this board and
//! the one before. A byte of [`FAR`] stands for that many ranks without a board.

use crate::rank::bits::{self, RankList, Ranks, STRETCH, WORD};

pub(super) const PART: usize = 16 * STRETCH;
/// A gap of at least this many ranks.
const FAR: u8 = u8::MAX;
/// Parts with at most one board per this many ranks are also kept as a list, which is faster to
/// visit: no branch at the end of a word to mispredict.
const RANKS_PER_LISTED_BOARD: usize = 4;
/// The greatest size of gaps, as a share of the bit set's size. Bits are read much faster.
const GAPS_SHARE: (usize, usize) = (3, 4);

/// Error of a part that ends too early or late, or names ranks past its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damaged;

pub(super) struct Part {
    words: Vec<u64>,
    list: RankList,
    count: usize,
}

impl Part {
    pub(crate) fn new() -> Self {
        Self {
            words: Vec::new(),
            list: RankList::with_room(PART / RANKS_PER_LISTED_BOARD),
            count: 0,
        }
    }

    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns true if the board at this place is in the part.
    pub(crate) fn has(&self, rank: usize) -> bool {
        bits::get(&self.words, rank) == 1
    }

    /// The boards as ranks, where the first bit stands for rank `first`.
    pub(crate) fn ranks(&self, first: usize) -> Ranks<'_> {
        Ranks {
            set: &self.words,
            first,
            list: (self.count == self.list.count()).then_some(&self.list),
        }
    }

    /// Decodes a part of this many ranks.
    pub(crate) fn read(&mut self, mut bytes: &[u8], ranks: usize) -> Result<(), Damaged> {
        self.words.clear();
        self.words.resize(ranks.div_ceil(WORD), 0);
        self.list.clear();
        self.count = 0;
        let mut left = ranks;
        for (i, words) in self.words.chunks_mut(STRETCH / WORD).enumerate() {
            self.list.cut();
            let (length, rest) = bytes.split_first_chunk().ok_or(Damaged)?;
            let length = usize::from(u16::from_le_bytes(*length));
            let encoded;
            (encoded, bytes) = rest.split_at_checked(length).ok_or(Damaged)?;
            let ranks = left.min(STRETCH);
            left -= ranks;
            if length == size_of_val(words) {
                for (word, bytes) in words.iter_mut().zip(encoded.as_chunks().0) {
                    *word = u64::from_le_bytes(*bytes);
                }
                bits::each(words, &(0..ranks), |rank| {
                    self.list.push(i * STRETCH + rank);
                    self.count += 1;
                });
            } else {
                let mut rank = 0;
                for &gap in encoded {
                    rank += usize::from(gap);
                    if gap == FAR {
                        continue;
                    }
                    let word = words.get_mut(rank / WORD).ok_or(Damaged)?;
                    *word |= 1 << (rank % WORD);
                    self.list.push(i * STRETCH + rank);
                    self.count += 1;
                    rank += 1;
                }
            }
            if words.last().is_some_and(|last| beyond(*last, ranks)) {
                return Err(Damaged);
            }
        }
        self.list.cut();
        if bytes.is_empty() {
            Ok(())
        } else {
            Err(Damaged)
        }
    }
}

/// Adds the boards of an encoded part to a set of equal length.
pub(super) fn add(mut bytes: &[u8], set: &mut [u64]) -> Result<(), Damaged> {
    for words in set.chunks_mut(STRETCH / WORD) {
        let (length, rest) = bytes.split_first_chunk().ok_or(Damaged)?;
        let length = usize::from(u16::from_le_bytes(*length));
        let encoded;
        (encoded, bytes) = rest.split_at_checked(length).ok_or(Damaged)?;
        if length == size_of_val(words) {
            for (word, bytes) in words.iter_mut().zip(encoded.as_chunks().0) {
                *word |= u64::from_le_bytes(*bytes);
            }
            continue;
        }
        let mut rank = 0;
        for &gap in encoded {
            rank += usize::from(gap);
            if gap != FAR {
                *words.get_mut(rank / WORD).ok_or(Damaged)? |= 1 << (rank % WORD);
                rank += 1;
            }
        }
    }
    if bytes.is_empty() {
        Ok(())
    } else {
        Err(Damaged)
    }
}

/// Returns true if the last word of a set of this many ranks has bits past the end.
const fn beyond(last: u64, ranks: usize) -> bool {
    !ranks.is_multiple_of(WORD) && last >> (ranks % WORD) != 0
}

/// Appends an encoded part to `bytes`, and returns its number of boards.
pub(super) fn write(words: &[u64], bytes: &mut Vec<u8>) -> u64 {
    let mut all = 0;
    for words in words.chunks(STRETCH / WORD) {
        let count: u32 = words.iter().map(|word| word.count_ones()).sum();
        all += u64::from(count);
        let start = bytes.len();
        bytes.extend([0; 2]);
        let max_bytes = size_of_val(words) * GAPS_SHARE.0 / GAPS_SHARE.1;
        if count > 0 && !(count as usize <= max_bytes && write_gaps(words, max_bytes, bytes)) {
            bytes.truncate(start + 2);
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        }
        // A stretch takes at most 8,192 bytes.
        let length = u16::try_from(bytes.len() - start - 2).unwrap_or(u16::MAX);
        if let Some(place) = bytes.get_mut(start..start + 2) {
            place.copy_from_slice(&length.to_le_bytes());
        }
    }
    all
}

/// Writes the gaps of a stretch. Returns false if they take more than `max_bytes` bytes.
fn write_gaps(words: &[u64], max_bytes: usize, bytes: &mut Vec<u8>) -> bool {
    let end = bytes.len() + max_bytes;
    let mut next = 0;
    bits::each(words, &(0..words.len() * WORD), |rank| {
        let mut gap = rank - next;
        while gap >= usize::from(FAR) {
            bytes.push(FAR);
            gap -= usize::from(FAR);
        }
        #[expect(clippy::cast_possible_truncation, reason = "less than 255")]
        bytes.push(gap as u8);
        next = rank + 1;
    });
    bytes.len() <= end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_round_trip() {
        let mut rng = fastrand::Rng::with_seed(15);
        let mut part = Part::new();
        for ranks in [1, 63, 64, 65, STRETCH, STRETCH + 1, 5 * STRETCH + 777, PART] {
            for share in [0, 1, 2, 9, 300, 70_000, usize::MAX] {
                let mut words = vec![0; ranks.div_ceil(WORD)];
                for rank in 0..ranks {
                    if share > 0 && (share == 1 || rng.usize(..share) == 0) {
                        bits::insert(&mut words, rank);
                    }
                }
                // Only the first and the last rank.
                if share == usize::MAX {
                    bits::insert(&mut words, ranks - 1);
                    bits::insert(&mut words, 0);
                }
                let mut bytes = Vec::new();
                let count = write(&words, &mut bytes);
                part.read(&bytes, ranks).unwrap();
                assert_eq!(part.words(), words);
                let mut set = vec![1 << 5; words.len()];
                add(&bytes, &mut set).unwrap();
                let both = |(set, word): (&u64, &u64)| *set == word | 1 << 5;
                assert!(set.iter().zip(&words).all(both));
                assert_eq!(part.count() as u64, count);
                let (mut expected, mut visited) = (Vec::new(), Vec::new());
                bits::each(&words, &(0..ranks), |rank| expected.push(PART + rank));
                let all = PART..PART + ranks;
                part.ranks(PART).each(&all, |rank| visited.push(rank));
                assert_eq!(visited, expected);
                let listed = expected.len() <= PART / RANKS_PER_LISTED_BOARD;
                assert_eq!(part.ranks(0).list.is_some(), listed);
                // Never much more than one bit per rank or one byte per board.
                assert!(bytes.len() <= words.len() * 8 + 2 * 16);
            }
        }
    }

    #[test]
    fn damaged_parts_are_refused() {
        let mut rng = fastrand::Rng::with_seed(16);
        let ranks = STRETCH + 100;
        let mut words = vec![0; ranks.div_ceil(WORD)];
        for _ in 0..900 {
            bits::insert(&mut words, rng.usize(..ranks));
        }
        let mut bytes = Vec::new();
        write(&words, &mut bytes);
        let mut part = Part::new();
        assert_eq!(part.read(&bytes[..bytes.len() - 1], ranks), Err(Damaged));
        assert_eq!(part.read(&[], ranks), Err(Damaged));
        bytes.push(0);
        assert_eq!(part.read(&bytes, ranks), Err(Damaged));
        assert_eq!(part.read(&[1, 0, 10], 10), Err(Damaged));
        assert_eq!(part.read(&[1, 0, 10], 11), Ok(()));
        // A bit past the end of a bit set.
        let dense = [8, 0, 0, 4, 0, 0, 0, 0, 0, 0];
        assert_eq!(part.read(&dense, 10), Err(Damaged));
        assert_eq!(part.read(&dense, 11), Ok(()));
        // No input makes the reader panic or accept ranks past the end.
        for _ in 0..3000 {
            let length = rng.usize(..40);
            let mut bytes: Vec<u8> = (0..length).map(|_| rng.u8(..)).collect();
            if rng.bool() && length > 1 {
                bytes[..2].copy_from_slice(&[u8::try_from(length - 2).unwrap(), 0]);
            }
            let ranks = rng.usize(1..600);
            drop(add(&bytes, &mut vec![0; ranks.div_ceil(WORD)]));
            if part.read(&bytes, ranks) == Ok(()) {
                part.ranks(0)
                    .each(&(0..ranks), |rank| assert!(rank < ranks));
                let last = part.words().last().copied().unwrap_or(0);
                assert!(!beyond(last, ranks), "{bytes:?} {ranks}");
            }
        }
    }
}
