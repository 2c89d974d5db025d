//! Ranks of the subsets of up to 24 cells that hold exactly `k` of them.
//!
//! The cells are cut into a low and a high half of twelve. A table gives for each high half how many subsets have a
//! smaller one; a second gives each low half's place among those with as many cells. A rank is the sum of the two, so it
//! costs two look-ups in 24 KiB; this orders the subsets as the numbers that their bits make.

use super::binomial;

const HALF: u32 = 12;
const PATTERNS: usize = 1 << HALF;

/// The subsets of `cells` cells that hold `size` of them.
#[derive(Clone, Debug)]
pub struct Subsets {
    cells: u32,
    count: u32,
    /// By high half: how many subsets have a smaller high half.
    before: Box<[u32; PATTERNS]>,
    /// By low half: its place among the low halves with as many cells.
    place: Box<[u16; PATTERNS]>,
    /// The low halves, those with fewer cells first, each group in ascending order.
    grouped: Box<[u16; PATTERNS]>,
    /// By high half: where the group of the low halves that go with it starts in `grouped`.
    group: Box<[u16; PATTERNS]>,
    /// By `rank >> shift`: a high half at or before the one of that rank.
    start: Vec<u16>,
    shift: u32,
}

impl Subsets {
    /// The most cells.
    pub const MAX_CELLS: u32 = 2 * HALF;

    /// Tables for the subsets of `cells` (1..=24) cells with `size` members, or `None` if there are no such subsets or
    /// too many cells.
    #[must_use]
    pub fn new(cells: u32, size: u32) -> Option<Self> {
        if cells == 0 || cells > Self::MAX_CELLS || size > cells {
            return None;
        }
        let count = u32::try_from(binomial(cells.into(), size.into())?).ok()?;
        let low_cells = cells.min(HALF);
        let low = 1usize << low_cells;
        let high = 1usize << (cells - low_cells);

        let mut members = [0u16; HALF as usize + 1];
        let mut place = Box::new([0u16; PATTERNS]);
        for (pattern, place) in place.iter_mut().enumerate().take(low) {
            let seen = &mut members[pattern.count_ones() as usize];
            *place = *seen;
            *seen += 1;
        }
        let mut first = [0u16; HALF as usize + 2];
        for ones in 0..members.len() {
            first[ones + 1] = first[ones] + members[ones];
        }
        let mut grouped = Box::new([0u16; PATTERNS]);
        for pattern in 0..low {
            #[expect(clippy::cast_possible_truncation, reason = "patterns have twelve bits")]
            let bits = pattern as u16;
            let ones = pattern.count_ones() as usize;
            grouped[usize::from(first[ones] + place[pattern])] = bits;
        }

        let mut before = Box::new([count; PATTERNS]);
        let mut group = Box::new([0u16; PATTERNS]);
        let mut total = 0u32;
        for pattern in 0..high {
            before[pattern] = total;
            let ones = size
                .checked_sub(pattern.count_ones())
                .filter(|&ones| ones <= HALF);
            if let Some(ones) = ones {
                group[pattern] = first[ones as usize];
                total += u32::from(members[ones as usize]);
            }
        }

        // Several steps for each high half: a look-up here mostly finds it, and seldom leaves a step to walk.
        let shift = count.ilog2().saturating_sub(HALF + 3);
        let mut start = Vec::with_capacity((count >> shift) as usize + 1);
        let mut pattern = 0u16;
        for step in 0..=(count >> shift) {
            while usize::from(pattern) + 1 < high
                && before[usize::from(pattern) + 1] <= step << shift
            {
                pattern += 1;
            }
            start.push(pattern);
        }
        Some(Self {
            cells,
            count,
            before,
            place,
            grouped,
            group,
            start,
            shift,
        })
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// How many cells there are.
    #[must_use]
    pub const fn cells(&self) -> u32 {
        self.cells
    }

    /// The place of a subset (bit `i` for cell `i`) in ascending order of its bits. Meaningless, but no panic, for bits
    /// that are not such a subset.
    #[inline]
    #[must_use]
    pub fn rank(&self, bits: u32) -> u32 {
        let high = (bits >> HALF) as usize % PATTERNS;
        let low = bits as usize % PATTERNS;
        self.before[high] + u32::from(self.place[low])
    }

    /// The subset at this place; some subset for a place past the end.
    #[inline]
    #[must_use]
    pub fn unrank(&self, rank: u32) -> u32 {
        let rank = rank.min(self.count - 1);
        let mut high = usize::from(self.start[(rank >> self.shift) as usize]);
        while self.before[(high + 1) % PATTERNS] <= rank && high + 1 < PATTERNS {
            high += 1;
        }
        let low = self.grouped
            [(u32::from(self.group[high]) + rank - self.before[high]) as usize % PATTERNS];
        #[expect(clippy::cast_possible_truncation, reason = "a half has twelve bits")]
        let high = high as u32;
        (high << HALF) | u32::from(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_of_up_to_fourteen_cells() {
        for cells in 1..=14 {
            for size in 0..=cells {
                let subsets = Subsets::new(cells, size).unwrap();
                let mut expected = 0;
                for bits in (0..1u32 << cells).filter(|bits| bits.count_ones() == size) {
                    assert_eq!(subsets.rank(bits), expected);
                    assert_eq!(subsets.unrank(expected), bits, "{cells} {size}");
                    expected += 1;
                }
                assert_eq!(subsets.count(), expected);
            }
        }
    }

    #[test]
    fn every_eight_of_twenty_four() {
        let subsets = Subsets::new(24, 8).unwrap();
        assert_eq!(subsets.count(), 735_471);
        let mut last = 0;
        for rank in 0..subsets.count() {
            let bits = subsets.unrank(rank);
            assert!(bits > last && bits.count_ones() == 8);
            assert_eq!(subsets.rank(bits), rank);
            last = bits;
        }
    }

    #[test]
    fn sizes_that_do_not_exist() {
        assert!(Subsets::new(25, 3).is_none());
        assert!(Subsets::new(4, 5).is_none());
        assert!(Subsets::new(0, 0).is_none());
    }

    #[test]
    fn nonsense_does_not_panic() {
        let subsets = Subsets::new(24, 12).unwrap();
        let _ = subsets.rank(u32::MAX);
        assert_eq!(subsets.unrank(u32::MAX), 0xFFF << 12);
    }
}
