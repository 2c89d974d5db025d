//! Counts the ways to cut up to 24 cells into three sets of equal size, by their least level.
//!
//! Every set of `k` cells has a level (such as its distance). A partition of the `3k` cells into an
//! ordered triple of such sets has the least of their levels. There are far more partitions than
//! sets (9,465,511,770 and 735,471 for `k` = 8), so they are never listed, but counted by inclusion
//! and exclusion. Three `k`-sets are a partition if and only if their union is everything. So with
//! weights `f`, `g`, `h` on the sets, the sum of `f(A) g(B) h(C)` over all partitions is
//!
//! ```text
//! sum over all sets T of cells of (-1)^(3k - |T|) F(T) G(T) H(T),      F(T) = sum of f(S) over the k-sets S inside T
//! ```
//!
//! (A. Björklund, T. Husfeldt, M. Koivisto, "Set partitioning via inclusion-exclusion", 2009). Let
//! `c(T)` count the sets inside `T` at a level, and `g(T)` the sets at this level or further. Then
//! `g^3` counts the partitions of at least this level, and `c^2 (c + 3 (g - c))` the partitions of
//! exactly this level in which two or three sets have it. Sums are modulo 2^64; counts are smaller.
//!
//! The cells are cut into a low and a high half. For each high part of `T`, the sets whose high
//! part is inside are counted by their low part. A subset-sum transform over the low half turns
//! this into `c(T)` for all low parts of `T`, for 15 levels at once. Symmetric high parts give the
//! same sums, so one per class is enough, if the symmetries keep the halves apart.

use std::ops::AddAssign;

use super::BySymbolsError;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// The lanes of one pass: one per level, and the last one for all further sets.
const LANES: usize = 16;
/// The lane of the sets further than the levels being counted.
const FURTHER: usize = LANES - 1;
/// The mark of sets nearer than the levels being counted.
const NEARER: u8 = u8::MAX;

/// The number of partitions at each level 0, 1, 2, ...
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All partitions.
    pub all: Vec<u64>,
    /// Partitions in which two or three sets are at that level.
    pub tying: Vec<u64>,
}

/// Counts the ordered partitions of `3 * size` cells into three sets of `size` (1..=8) cells.
/// `level` returns the level of a set (bit `i` for cell `i`). A set without a level is further than
/// all others; partitions into three such sets are not counted. `symmetries` are permutations of
/// the cells (the image of each cell) that preserve all levels. They must be a group or empty.
///
/// # Errors
/// If the size is out of range, or counting is cancelled.
pub fn count(
    size: u32,
    level: impl Fn(u32) -> Option<u8>,
    symmetries: &[&[u8]],
    budget: Budget<'_>,
) -> Result<Counts, Unfinished<BySymbolsError>> {
    if !(1..=8).contains(&size) {
        return Err(BySymbolsError::Pieces.into());
    }
    let sets = Sets::new(size, level, symmetries);
    let parts = sets.high_parts(symmetries);
    let levels = sets.levels.iter().flatten().max().map_or(0, |&l| l.into()) + 1;
    if let Some(progress) = budget.progress {
        let passes = usize::div_ceil(levels, FURTHER);
        let total = (parts.len() * passes) as u64;
        progress.begin("counting the boards", "sets of cells", Some(total));
    }
    let mut counts = Counts::default();
    for first in (0..levels).step_by(FURTHER) {
        let lanes = sets.lanes(first);
        let sums = sum(&sets, &lanes, &parts, &budget);
        budget.check()?;
        for lane in 0..FURTHER {
            let [at_least, further] = [lane, lane + 1].map(|lane| sums.at_least[lane]);
            counts.all.push(at_least.wrapping_sub(further));
            counts.tying.push(sums.tying[lane]);
        }
    }
    let last = counts.all.iter().rposition(|&count| count > 0);
    let len = last.map_or(0, |last| last + 1);
    counts.all.truncate(len);
    counts.tying.truncate(len);
    Ok(counts)
}

/// A high part of `T`, and the size of its class under symmetry.
type HighPart = (usize, u64);

/// Adds up over all high parts, in parallel with the feature `rayon`.
fn sum(sets: &Sets, lanes: &[u8], parts: &[HighPart], budget: &Budget<'_>) -> Sums {
    let start = || (Sums::default(), vec![[0; LANES]; 1 << sets.low_cells]);
    let add = |(mut sums, mut counts): (Sums, Vec<_>), &(high, weight): &HighPart| {
        if !budget.is_over() {
            sums += sets.sums(high, weight, lanes, &mut counts);
            if let Some(progress) = budget.progress {
                progress.add(1);
            }
        }
        (sums, counts)
    };
    let sums = parallel::map(parts.chunks(8), |parts| parts.iter().fold(start(), add).0);
    let mut all = Sums::default();
    for sums in sums {
        all += sums;
    }
    all
}

#[derive(Clone, Copy, Default)]
struct Sums {
    at_least: [u64; LANES],
    tying: [u64; LANES],
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        for lane in 0..LANES {
            self.at_least[lane] = self.at_least[lane].wrapping_add(other.at_least[lane]);
            self.tying[lane] = self.tying[lane].wrapping_add(other.tying[lane]);
        }
    }
}

impl Sums {
    /// Adds the terms of one `T`.
    #[inline]
    fn add(&mut self, counts: &[u32; LANES]) {
        let mut at_least = *counts;
        for lane in (0..FURTHER).rev() {
            at_least[lane] += at_least[lane + 1];
        }
        for lane in 0..LANES {
            let (c, g) = (u64::from(counts[lane]), u64::from(at_least[lane]));
            self.at_least[lane] = self.at_least[lane].wrapping_add(g * g * g);
            self.tying[lane] = self.tying[lane].wrapping_add(c * c * (3 * g - 2 * c));
        }
    }

    /// Subtracts the other sums, and multiplies by `weight`.
    fn less(mut self, other: &Self, weight: u64) -> Self {
        for lane in 0..LANES {
            let [at_least, tying] = [&mut self.at_least[lane], &mut self.tying[lane]];
            *at_least = at_least
                .wrapping_sub(other.at_least[lane])
                .wrapping_mul(weight);
            *tying = tying.wrapping_sub(other.tying[lane]).wrapping_mul(weight);
        }
        self
    }
}

struct Sets {
    size: u32,
    low_cells: u32,
    /// Low cells first, then high cells.
    order: Vec<u32>,
    /// The low parts by number of members.
    lows: Vec<Vec<u16>>,
    /// The start in `levels` of each high part's sets.
    starts: Vec<usize>,
    /// Levels by high part, then by the low part's place among those with as many members.
    levels: Vec<Option<u8>>,
}

impl Sets {
    fn new(size: u32, level: impl Fn(u32) -> Option<u8>, symmetries: &[&[u8]]) -> Self {
        let cells = 3 * size;
        let order = order(cells, symmetries);
        let high_cells = cells / 2;
        let low_cells = cells - high_cells;
        let mut lows = vec![Vec::new(); low_cells as usize + 1];
        for low in 0..1u16 << low_cells {
            lows[low.count_ones() as usize].push(low);
        }
        let bits = |part: u32, cells: &[u32]| {
            let members = cells.iter().enumerate().filter(|(i, _)| part >> i & 1 == 1);
            members.fold(0, |bits, (_, cell)| bits | 1 << cell)
        };
        let (low_order, high_order) = order.split_at(low_cells as usize);
        let low_bits: Vec<u32> = (0..1 << low_cells).map(|p| bits(p, low_order)).collect();
        let mut starts = Vec::with_capacity(1 << high_cells);
        let mut levels = Vec::new();
        for high in 0..1u32 << high_cells {
            starts.push(levels.len());
            let Some(members) = size.checked_sub(high.count_ones()) else {
                continue;
            };
            let high_bits = bits(high, high_order);
            let lows = lows.get(members as usize).into_iter().flatten();
            levels.extend(lows.map(|&low| level(high_bits | low_bits[usize::from(low)])));
        }
        Self {
            size,
            low_cells,
            order,
            lows,
            starts,
            levels,
        }
    }

    /// The high parts of `T`, one per class under the symmetries if all keep the halves apart.
    fn high_parts(&self, symmetries: &[&[u8]]) -> Vec<HighPart> {
        let low_cells = self.low_cells as usize;
        let high = &self.order[low_cells..];
        let place = |cell: u32| high.iter().position(|&other| other == cell);
        // For each symmetry, the image of each cell of the high half, within that half.
        let images = symmetries.iter().map(|cells| {
            let to = |&cell: &u32| place(u32::from(*cells.get(cell as usize)?));
            high.iter().map(to).collect::<Option<Vec<_>>>()
        });
        let images: Vec<_> = images.collect::<Option<_>>().unwrap_or_default();
        let class = |part: usize| {
            let image = |to: &Vec<usize>| {
                let members = to.iter().enumerate().filter(|(i, _)| part >> i & 1 == 1);
                members.fold(0, |image, (_, to)| image | 1 << to)
            };
            let mut class: Vec<usize> = images.iter().map(image).collect();
            class.push(part);
            class.sort_unstable();
            class.dedup();
            (class[0] == part).then_some((part, class.len() as u64))
        };
        (0..self.starts.len()).filter_map(class).collect()
    }

    /// The lane of each set, for counting the levels from `first`.
    fn lanes(&self, first: usize) -> Vec<u8> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 15")]
        let lane = |level: &Option<u8>| match level.map(usize::from) {
            Some(level) if level < first => NEARER,
            Some(level) => (level - first).min(FURTHER) as u8,
            None => FURTHER as u8,
        };
        self.levels.iter().map(lane).collect()
    }

    /// The sums over all `T` with this high part, times `weight`. `counts` has room for a row of
    /// counts per low part.
    fn sums(&self, high: usize, weight: u64, lanes: &[u8], counts: &mut [[u32; LANES]]) -> Sums {
        counts.fill([0; LANES]);
        let mut part = high;
        loop {
            let members = self.size.checked_sub(part.count_ones());
            if let Some(lows) = members.and_then(|members| self.lows.get(members as usize)) {
                for (&low, &lane) in lows.iter().zip(&lanes[self.starts[part]..]) {
                    if let Some(count) = counts[usize::from(low)].get_mut(usize::from(lane)) {
                        *count += 1;
                    }
                }
            }
            if part == 0 {
                break;
            }
            part = (part - 1) & high;
        }
        subset_sums(counts);
        // By parity of the number of cells missing from `T`.
        let mut sums = [Sums::default(); 2];
        for (low, counts) in counts.iter().enumerate() {
            let members = high.count_ones() + low.count_ones();
            if members >= self.size {
                sums[(3 * self.size - members) as usize % 2].add(counts);
            }
        }
        sums[0].less(&sums[1], weight)
    }
}

/// Adds to each row the rows of all subsets of its index's bits. Halves first, for the cache.
fn subset_sums(rows: &mut [[u32; LANES]]) {
    let (without, with) = rows.split_at_mut(rows.len() / 2);
    if without.is_empty() {
        return;
    }
    subset_sums(without);
    subset_sums(with);
    for (with, without) in with.iter_mut().zip(without) {
        for (with, without) in with.iter_mut().zip(without) {
            *with += *without;
        }
    }
}

/// Orders the cells so that all symmetries keep the last half in place, if that is possible.
fn order(cells: u32, symmetries: &[&[u8]]) -> Vec<u32> {
    let all = (1u32 << cells) - 1;
    let half = (cells / 2) as usize;
    // A union of classes of cells for each size.
    let mut unions = vec![None; half + 1];
    unions[0] = Some(0u32);
    let mut seen = 0;
    for cell in 0..cells {
        let images = symmetries.iter().filter_map(|to| to.get(cell as usize));
        let class = images.fold(1u32 << cell, |class, &to| class | 1 << (to & 31)) & all;
        if seen & 1 << cell == 0 {
            seen |= class;
            let size = class.count_ones() as usize;
            for larger in (size..=half).rev() {
                let union = unions[larger - size].map(|union| union | class);
                unions[larger] = unions[larger].or(union);
            }
        }
    }
    let high = unions[half].unwrap_or(all ^ ((1 << (cells as usize - half)) - 1));
    let mut order: Vec<u32> = (0..cells).collect();
    order.sort_by_key(|cell| high >> cell & 1);
    order
}
