//! Ranks of the subsets of up to 24 cells with exactly `k` members.
//!
//! The cells are split into a low and a high half of twelve. One table has for each high half the
//! number of subsets with a smaller one; another has each low half's place among the low halves of
//! the same size. A rank is the sum of the two: two lookups in 24 KiB. Subsets are ordered by their
//! bits as a number.

use std::ops::Range;

use super::binomial;
use super::bits::{self, Ranks};
use super::one_to_one::OneToOne;
use crate::support::invariant::Invariant;

const HALF: u32 = 12;
const PATTERNS: usize = 1 << HALF;
const LOW: u32 = (1 << HALF) - 1;
/// Below this number of ranks, carrying them one by one is faster than run by run.
const SPARSE: usize = 4 * PATTERNS;
/// Marks, in an entry of a [`Rearrangement`], a member that crosses to the other half.
const CROSSES: u16 = 1 << 15;

/// The subsets of `cells` cells with `size` members.
#[derive(Clone, Debug)]
pub struct Subsets {
    cells: u32,
    count: u32,
    /// For each high half, the number of subsets with a smaller one.
    before: Box<[u32; PATTERNS]>,
    /// For each low half, its place among the low halves of the same size.
    place: Box<[u16; PATTERNS]>,
    /// The low halves, ordered by size, then ascending.
    grouped: Box<[u16; PATTERNS]>,
    /// For each high half, the start in `grouped` of the matching low halves.
    group: Box<[u16; PATTERNS]>,
    /// For each `rank >> shift`, a high half at or before that rank's.
    start: Vec<u16>,
    shift: u32,
}

impl Subsets {
    /// The largest number of cells.
    pub const MAX_CELLS: u32 = 2 * HALF;

    /// Builds tables for 1..=24 cells; `None` for other numbers, or if `size` exceeds `cells`.
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

        // Several steps per high half: a lookup usually finds it at once.
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

    /// The number of subsets.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// The place of a subset (bit `i` for cell `i`) in ascending order of its bits. Meaningless,
    /// but without a panic, for other bits.
    #[inline]
    #[must_use]
    pub fn rank(&self, bits: u32) -> u32 {
        let high = (bits >> HALF) as usize % PATTERNS;
        let low = bits as usize % PATTERNS;
        self.before[high] + u32::from(self.place[low])
    }

    #[inline]
    fn high_of(&self, rank: u32) -> usize {
        let rank = rank.min(self.count - 1);
        let mut high = usize::from(self.start[(rank >> self.shift) as usize]);
        while self.before[(high + 1) % PATTERNS] <= rank && high + 1 < PATTERNS {
            high += 1;
        }
        high
    }

    /// The subset at this place; some subset for a place past the end.
    #[inline]
    #[must_use]
    pub fn unrank(&self, rank: u32) -> u32 {
        self.reader().unrank(rank)
    }

    /// Decodes many places, fast if most are near the one before.
    #[inline]
    #[must_use]
    pub fn reader(&self) -> SubsetReader<'_> {
        SubsetReader {
            subsets: self,
            run: 0..0,
            high: 0,
            group: 0,
        }
    }
}

/// Decodes places of subsets: see [`Subsets::reader`].
#[derive(Clone, Debug)]
pub struct SubsetReader<'a> {
    subsets: &'a Subsets,
    /// The places of the subsets with the same high half as the last one.
    run: Range<u32>,
    /// This high half, in place.
    high: u32,
    /// The start in `grouped` of the matching low halves.
    group: u32,
}

impl SubsetReader<'_> {
    /// The subset at this place; some subset for a place past the end.
    #[inline]
    pub fn unrank(&mut self, rank: u32) -> u32 {
        let subsets = self.subsets;
        let rank = rank.min(subsets.count - 1);
        if !self.run.contains(&rank) {
            let high = subsets.high_of(rank);
            self.run = subsets.run(high);
            self.group = subsets.group[high].into();
            #[expect(clippy::cast_possible_truncation, reason = "a half has twelve bits")]
            let bits = high as u32;
            self.high = bits << HALF;
        }
        let place = (self.group + (rank - self.run.start)) as usize;
        self.high | u32::from(subsets.grouped[place % PATTERNS])
    }
}

impl Subsets {
    /// The ranks of the subsets with this high half.
    #[inline]
    fn run(&self, high: usize) -> Range<u32> {
        let end = self.before.get(high + 1).unwrap_or(&self.count);
        self.before[high]..*end
    }

    /// These ranks as indices.
    #[inline]
    fn run_of_indices(&self, high: usize) -> Range<usize> {
        let run = self.run(high);
        run.start as usize..run.end as usize
    }

    /// The effect of moving members from each cell `i` to cell `to[i]`. `None` unless `to` is a
    /// permutation that carries at most one cell from each half to the other.
    #[must_use]
    pub fn rearrangement(&self, to: &[usize]) -> Option<Rearrangement<'_>> {
        let half = HALF as usize;
        let mut cells = to.to_vec();
        cells.sort_unstable();
        if !cells.into_iter().eq(0..self.cells as usize) {
            return None;
        }
        let (low, high) = to.split_at(half.min(to.len()));
        let up: Vec<usize> = low.iter().copied().filter(|&to| to >= half).collect();
        let down: Vec<usize> = high.iter().copied().filter(|&to| to < half).collect();
        if up.len() > 1 {
            return None;
        }
        let rises = up.first().map_or(0, |cell| 1 << (cell - half));
        let sinks = down.first().map_or(0, |cell| 1 << cell);
        let images = images_of(low);
        let place = |low: u16, sunk: u16| {
            let image = images[usize::from(low)];
            let place = self.place[usize::from((image & LOW) as u16 | sunk)];
            place | if image & !LOW == 0 { 0 } else { CROSSES }
        };
        let mut lows = vec![self.grouped.map(|low| place(low, 0))];
        if sinks != 0 {
            lows.push(self.grouped.map(|low| place(low, sinks)));
        }
        let mut highs = Box::new([0; PATTERNS]);
        #[expect(clippy::cast_possible_truncation, reason = "a half has twelve bits")]
        for (high, image) in highs.iter_mut().zip(images_of(high).iter()) {
            let crosses = if image & LOW == 0 { 0 } else { CROSSES };
            *high = (image >> HALF) as u16 | crosses;
        }
        Some(Rearrangement {
            subsets: self,
            is_whole: low.iter().copied().eq(0..low.len()),
            highs,
            lows,
            rises,
        })
    }
}

/// The image of each pattern of a half.
fn images_of(to: &[usize]) -> Box<[u32; PATTERNS]> {
    let mut images = Box::new([0; PATTERNS]);
    for pattern in 1..1usize << to.len() {
        let first = to[pattern.trailing_zeros() as usize];
        images[pattern] = images[pattern & (pattern - 1)] | 1 << first;
    }
    images
}

/// The effect of a permutation of the cells on the ranks of subsets: [`OneToOne`].
///
/// The ranks with the same high half are a run. A run goes to one run, or to two if low halves
/// differ in the member on the cell that rises. Within a run, the place of a low half determines
/// its new place; no subset is assembled.
#[derive(Clone, Debug)]
pub struct Rearrangement<'a> {
    subsets: &'a Subsets,
    /// True if all cells of the low half stay.
    is_whole: bool,
    /// The image of each high half, with [`CROSSES`] if it has a member that sinks.
    highs: Box<[u16; PATTERNS]>,
    /// For high halves without and with a member that sinks, by place in `grouped`: the new place,
    /// with [`CROSSES`] if a member rises.
    lows: Vec<[u16; PATTERNS]>,
    /// The bit of the high half that the rising cell goes to.
    rises: usize,
}

impl Rearrangement<'_> {
    /// Visits the runs that overlap a part: the common ranks, the run's start, and its high half.
    #[inline]
    fn runs(&self, part: &Range<usize>, mut visit: impl FnMut(Range<usize>, usize, usize)) {
        let subsets = self.subsets;
        let first = subsets.high_of(u32::try_from(part.start).debug_unwrap_or(u32::MAX));
        for high in first..PATTERNS {
            let run = subsets.run_of_indices(high);
            if run.start >= part.end {
                return;
            }
            let ranks = run.start.max(part.start)..run.end.min(part.end);
            visit(ranks, run.start, high);
        }
    }
}

impl OneToOne for Rearrangement<'_> {
    #[inline]
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, mut visit: impl FnMut(usize, usize)) {
        let subsets = self.subsets;
        let mut run = 0..0;
        let mut offset = 0;
        let mut bases = [0; 2];
        let mut lows = &self.lows[0];
        set.each(
            part,
            #[inline(always)]
            |rank| {
                if rank >= run.end {
                    let high = subsets.high_of(u32::try_from(rank).debug_unwrap_or(u32::MAX));
                    run = subsets.run_of_indices(high);
                    offset = usize::from(subsets.group[high]).wrapping_sub(run.start);
                    let image = self.highs[high];
                    lows = &self.lows[usize::from(image & CROSSES != 0 && self.lows.len() > 1)];
                    let image = usize::from(image & !CROSSES) % PATTERNS;
                    let before = |high: usize| subsets.before[high % PATTERNS] as usize;
                    bases = [before(image), before(image | self.rises)];
                }
                let low = lows[rank.wrapping_add(offset) % PATTERNS];
                visit(
                    rank,
                    bases[usize::from(low >> 15)] + usize::from(low & !CROSSES),
                );
            },
        );
    }

    fn carry_runs(&self, set: Ranks<'_>, part: &Range<usize>, found: &mut [u64]) -> bool {
        if !self.is_whole || set.is_below(SPARSE) {
            return false;
        }
        self.runs(part, |ranks, start, high| {
            let image = usize::from(self.highs[high]) % PATTERNS;
            let at = self.subsets.before[image] as usize + (ranks.start - start);
            bits::copy(set.set, set.within(&ranks), found, at);
        });
        true
    }

    fn bytes(&self) -> usize {
        (1 + self.lows.len()) * size_of::<[u16; PATTERNS]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::ranked::Carry;

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
    fn readers_decode_ranks_in_any_order() {
        let mut random = fastrand::Rng::with_seed(30);
        for (cells, size) in [(1, 0), (7, 3), (12, 6), (14, 1), (24, 12)] {
            let subsets = Subsets::new(cells, size).unwrap();
            let mut reader = subsets.reader();
            let mut rank = 0;
            for _ in 0..20_000 {
                assert_eq!(reader.unrank(rank), subsets.unrank(rank));
                rank = match random.u8(..4) {
                    0 => random.u32(..subsets.count()),
                    1 => rank.saturating_sub(1),
                    // Also past the end.
                    _ => rank.min(subsets.count()) + 1,
                };
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

    #[test]
    fn rearrangements_do_what_they_do_to_members() {
        let mut rng = fastrand::Rng::with_seed(5);
        let swap = |cells: usize, a: usize, b: usize| {
            let mut to: Vec<usize> = (0..cells).collect();
            to.swap(a, b);
            to
        };
        let mut low_cycle: Vec<usize> = (0..16).collect();
        low_cycle[..12].rotate_left(5);
        for (cells, size, to) in [
            (15, 6, swap(15, 3, 14)),
            (15, 7, swap(15, 12, 14)),
            (16, 8, low_cycle),
            (9, 4, swap(9, 0, 8)),
            (14, 14, swap(14, 2, 13)),
        ] {
            let subsets = Subsets::new(cells, size).unwrap();
            let change = subsets.rearrangement(&to).unwrap();
            let count = subsets.count() as usize;
            let set: Vec<u64> = (0..count.div_ceil(64)).map(|_| rng.u64(..)).collect();
            let half = count / 128 * 64;
            let mut found = vec![0; set.len()];
            let mut expected = vec![0; set.len()];
            for part in [0..half, half..count] {
                change.each(Ranks::unlisted(&set), &part, |rank, new| {
                    let bits = subsets.unrank(u32::try_from(rank).unwrap());
                    let moved = (0..to.len()).filter(|&i| bits >> i & 1 == 1);
                    let moved = moved.fold(0, |moved, i| moved | 1 << to[i]);
                    assert_eq!(new, subsets.rank(moved) as usize);
                    bits::insert(&mut expected, new);
                });
                Carry::carry(&change, Ranks::unlisted(&set), part, &mut found);
            }
            assert_eq!(found, expected);
            assert_eq!(
                found.iter().map(|word| word.count_ones()).sum::<u32>(),
                (0..count)
                    .map(|rank| u32::from(bits::get(&set, rank) == 1))
                    .sum::<u32>()
            );
        }
    }

    #[test]
    fn invalid_rearrangements_are_rejected() {
        let subsets = Subsets::new(15, 4).unwrap();
        let mut to: Vec<usize> = (0..15).collect();
        assert!(subsets.rearrangement(&to[..14]).is_none());
        to.swap(0, 12);
        to.swap(1, 13);
        assert!(subsets.rearrangement(&to).is_none(), "two cross");
        to[3] = 4;
        assert!(subsets.rearrangement(&to).is_none(), "4 twice");
    }
}
