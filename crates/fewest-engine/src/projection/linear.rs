//! Linear maps of sets of numbers, 64 numbers at a time.
//!
//! If pieces have two turns, the turns of an orbit are bits of a number. Moves and symmetries act
//! on them linearly: each bit of the image is a sum of bits, usually of a single one. A set of
//! numbers is a bit string, with a place for each number. It is carried by exchanging parts of the
//! string, in one step for each bit that moves.
//!
//! For example, the map that exchanges the two bits of numbers below four:
//!
//! ```text
//! number     0   1   2   3
//! in bits   00  01  10  11
//! set        1   1   0   0     {0, 1}
//!                  X           numbers 1 and 2 change places
//! image      1   0   1   0     {0, 2}
//! ```
//!
//! A word has places for 64 numbers, so six bits move within words, and the others move whole words.

use super::factor::small;

/// The number of bits that give a number's place in a word of a set.
pub(super) const WORD_BITS: usize = 6;

/// A linear map of the numbers below a power of two, plus one of them.
#[derive(Debug)]
pub(super) struct LinearMap {
    steps: Vec<HalfSwap>,
    /// The destination of each word after the steps.
    words: Vec<u16>,
    /// The images of the lower bits of a number, and of the others.
    low: Vec<u16>,
    high: Vec<u16>,
    zero: u16,
}

/// Exchanges halves of a set: numbers with and without a bit.
#[derive(Clone, Copy, Debug)]
enum HalfSwap {
    /// Exchanges two bits of places in a word: the distance of paired places, and the lower ones.
    Within {
        shift: u32,
        mask: u64,
    },
    /// Exchanges a bit of places in a word with a bit of words.
    Across {
        shift: u32,
        mask: u64,
        words: usize,
    },
    /// Adds a sum of bits to a bit of places, or of words. `sum` has the summed bits of words. In
    /// words where these have an even sum, `odd` has the places with an odd sum.
    AddWithin {
        shift: u32,
        mask: u64,
        odd: u64,
        sum: usize,
    },
    AddAcross {
        words: usize,
        odd: u64,
        sum: usize,
    },
}

/// The place of a number in a set that is read from words of codes: the numbers of two words are
/// interleaved.
pub(super) const fn in_set(number: u16) -> u16 {
    number & !0x3f | (number & 0x1f) << 1 | number >> 5 & 1
}

/// The number at a place of such a set.
pub(super) const fn from_set(place: u16) -> u16 {
    place & !0x3f | (place & 0x3e) >> 1 | (place & 1) << 5
}

/// The places with this bit.
const fn places(bit: usize) -> u64 {
    [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ][bit]
}

const fn is_odd(number: usize) -> bool {
    number.count_ones() % 2 == 1
}

/// The sum of `zero` and the images of a number's bits, for each number.
fn all_sums(zero: u16, images: &[u16]) -> Vec<u16> {
    let mut sums = vec![zero];
    for image in images {
        let with: Vec<u16> = sums.iter().map(|sum| sum ^ image).collect();
        sums.extend(with);
    }
    sums
}

impl LinearMap {
    /// The map with these images of the powers of two, plus `zero`. There must be at least
    /// [`WORD_BITS`] images, all independent.
    pub(super) fn new(images: &[u16], zero: u16) -> Self {
        let (low, high) = images.split_at(WORD_BITS);
        let mut map = Self {
            steps: Vec::new(),
            words: Vec::new(),
            low: all_sums(zero, low),
            high: all_sums(0, high),
            zero,
        };
        let destinations = map.add_sums(images);
        map.permute(destinations);
        map
    }

    /// The map with these images of the numbers below `count`, for sets [read from codes](in_set).
    pub(super) fn interleaved(count: usize, image: impl Fn(usize) -> u16) -> Self {
        let zero = image(0);
        let bits = count.ilog2();
        let mut images = vec![0; bits as usize];
        for bit in 0..bits {
            let place = in_set(1 << bit).ilog2() as usize;
            images[place] = in_set(image(1 << bit) ^ zero);
        }
        Self::new(&images, in_set(zero))
    }

    /// Adds steps after which each bit of the image is a single bit. Returns the bit of the image
    /// that each bit becomes.
    fn add_sums(&mut self, images: &[u16]) -> Vec<usize> {
        let bits = images.len();
        // The bits whose sum is this bit of the image.
        let sum = |to: usize| {
            let from = (0..bits).filter(|&from| images[from] >> to & 1 == 1);
            from.fold(0, |sum, from| sum | 1 << from)
        };
        let mut sums: Vec<usize> = (0..bits).map(sum).collect();
        let mut destinations = vec![usize::MAX; bits];
        for is_plain in [true, false] {
            for to in 0..bits {
                let sum = sums[to];
                if destinations.contains(&to) || is_plain && !sum.is_power_of_two() {
                    continue;
                }
                let Some(from) =
                    (0..bits).find(|&bit| sum >> bit & 1 == 1 && destinations[bit] > bits)
                else {
                    continue;
                };
                destinations[from] = to;
                let others = sum & !(1 << from);
                if others != 0 {
                    self.add(from, others);
                    // The bit now holds that sum.
                    for sum in &mut sums {
                        *sum ^= if *sum >> from & 1 == 1 { others } else { 0 };
                    }
                }
            }
        }
        destinations
    }

    /// Adds the sum of some bits to another.
    fn add(&mut self, to: usize, sum: usize) {
        let within = (0..WORD_BITS).filter(|bit| sum >> bit & 1 == 1);
        let odd = within.fold(0, |odd, bit| odd ^ places(bit));
        let sum = sum >> WORD_BITS;
        self.steps.push(match to.checked_sub(WORD_BITS) {
            None => HalfSwap::AddWithin {
                shift: 1 << to,
                mask: !places(to),
                odd,
                sum,
            },
            Some(bit) => HalfSwap::AddAcross {
                words: 1 << bit,
                odd,
                sum,
            },
        });
    }

    /// Brings each bit to its place.
    fn permute(&mut self, mut destinations: Vec<usize>) {
        let bits = destinations.len();
        for bit in 0..WORD_BITS {
            if destinations[bit] >= WORD_BITS {
                // Of bits that belong in the word, prefers the bit that belongs here.
                let candidates = (WORD_BITS..bits).filter(|&other| destinations[other] < WORD_BITS);
                let Some(other) = candidates.min_by_key(|&other| destinations[other] != bit) else {
                    continue;
                };
                destinations.swap(bit, other);
                self.steps.push(HalfSwap::Across {
                    shift: 1 << bit,
                    mask: !places(bit),
                    words: 1 << (other - WORD_BITS),
                });
            }
        }
        for bit in 0..WORD_BITS {
            while destinations[bit] != bit {
                let other = destinations[bit];
                destinations.swap(bit, other);
                let (lower, upper) = (bit.min(other), bit.max(other));
                self.steps.push(HalfSwap::Within {
                    shift: (1 << upper) - (1 << lower),
                    mask: places(lower) & !places(upper),
                });
            }
        }
        self.words = (0..1usize << (bits - WORD_BITS))
            .map(|word| {
                let set_bits = (WORD_BITS..bits).filter(|bit| word >> (bit - WORD_BITS) & 1 == 1);
                small(set_bits.fold(0, |to, bit| to | 1 << (destinations[bit] - WORD_BITS)))
            })
            .collect();
    }

    #[inline]
    pub(super) fn image(&self, number: usize) -> u16 {
        self.low[number % (1 << WORD_BITS)] ^ self.high[number >> WORD_BITS]
    }

    /// Passes a set's image to `visit`, word by word; `add` is added to each number. Changes the
    /// set.
    #[inline]
    pub(super) fn carry(&self, set: &mut [u64], add: u16, mut visit: impl FnMut(usize, u64)) {
        for step in &self.steps {
            step.carry(set);
        }
        let add = usize::from(add ^ self.zero);
        for bit in (0..WORD_BITS).filter(|bit| add >> bit & 1 == 1) {
            let (shift, mask) = (1 << bit, !places(bit));
            for word in &mut *set {
                *word = (*word & mask) << shift | *word >> shift & mask;
            }
        }
        for (word, &to) in set.iter().zip(&self.words) {
            visit(usize::from(to) ^ add >> WORD_BITS, *word);
        }
    }
}

impl HalfSwap {
    #[inline]
    fn carry(self, set: &mut [u64]) {
        match self {
            Self::Within { shift, mask } => {
                for word in set {
                    let differ = (*word >> shift ^ *word) & mask;
                    *word ^= differ ^ differ << shift;
                }
            }
            Self::Across { shift, mask, words } => {
                for pair in set.chunks_exact_mut(2 * words) {
                    let (without, with) = pair.split_at_mut(words);
                    for (without, with) in without.iter_mut().zip(with) {
                        let differ = (*without >> shift ^ *with) & mask;
                        *with ^= differ;
                        *without ^= differ << shift;
                    }
                }
            }
            Self::AddWithin {
                shift,
                mask,
                odd,
                sum,
            } => {
                for (number, word) in set.iter_mut().enumerate() {
                    let odd = if is_odd(number & sum) { !odd } else { odd };
                    let differ = (*word >> shift ^ *word) & mask & odd;
                    *word ^= differ ^ differ << shift;
                }
            }
            Self::AddAcross { words, odd, sum } => {
                for (number, pair) in set.chunks_exact_mut(2 * words).enumerate() {
                    let (without, with) = pair.split_at_mut(words);
                    for (place, (without, with)) in without.iter_mut().zip(with).enumerate() {
                        let number = number * 2 * words + place;
                        let odd = if is_odd(number & sum) { !odd } else { odd };
                        let differ = (*without ^ *with) & odd;
                        *without ^= differ;
                        *with ^= differ;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::random::Random;

    /// Maps with independent images, mostly of one bit, as for moves.
    fn images(bits: usize, random: &mut Random) -> Vec<u16> {
        let mut images: Vec<u16> = (0..bits).map(|bit| 1 << bit).collect();
        random.shuffle(&mut images);
        for _ in 0..random.place(4) {
            let (to, from) = (random.place(bits), random.place(bits));
            if to != from {
                images[to] ^= images[from];
            }
        }
        images
    }

    #[test]
    fn a_set_becomes_the_images_of_its_numbers() {
        let mut random = Random::new(1);
        for bits in [6, 7, 8, 11] {
            for _ in 0..100 {
                let images = images(bits, &mut random);
                let zero = small(random.place(1 << bits));
                let map = LinearMap::new(&images, zero);
                let add = small(random.place(1 << bits));
                let mut set = vec![0u64; 1 << (bits - WORD_BITS)];
                let mut expected = set.clone();
                for number in (0..1usize << bits).filter(|_| random.place(3) == 0) {
                    set[number / 64] |= 1 << (number % 64);
                    let parts = images.iter().enumerate();
                    let image = parts
                        .filter(|(bit, _)| number >> bit & 1 == 1)
                        .fold(zero, |sum, (_, image)| sum ^ image);
                    assert_eq!(map.image(number), image);
                    let image = usize::from(image ^ add);
                    expected[image / 64] |= 1 << (image % 64);
                }
                let mut found = vec![0; set.len()];
                map.carry(&mut set, add, |word, bits| found[word] = bits);
                assert_eq!(found, expected, "{images:?} {add}");
            }
        }
    }
}
