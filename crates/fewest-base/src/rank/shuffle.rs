//! The effect of moving values on the [ranks of permutations](super::permutation).

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::bits::{self, Ranks};
use super::one_to_one::OneToOne;
use super::permutation::{
    MAX_VALUES, count, rank, rank_within_parity, unrank, unrank_within_parity,
};

/// Runs of at least this length are carried whole.
const LONG_RUN: usize = 60;
/// Groups with fewer ranks are merged: each change of group takes time.
const SMALL_GROUP: u64 = 256;
/// Unless runs are short, a map of all ranks of a group has at most this many entries.
const LARGE_MAP: usize = 1 << 15;
/// The largest number of runs in a group, for changes of any places.
const MAX_RUNS: u64 = 1 << 19;
/// Runs below this length are always mapped rank by rank.
const SHORT_RUN: usize = 12;

/// The effect of moving values between fixed places on ranks: [`OneToOne`].
///
/// Digits before the first moved place do not change. Ranks that share them, or the first of them,
/// are a *group*, and all groups change alike. Digits past the last place do not change either.
/// Ranks that differ only in them are a *run*, and stay together.
#[derive(Clone, Debug)]
pub struct Shuffle {
    /// Digits that number the groups.
    prefix: u32,
    values: u32,
    /// Values past the last place.
    rest: u32,
    /// Ranks per group, and per run.
    group: usize,
    run: usize,
    /// The target of each place past the prefix, relative to the first of them.
    targets: Vec<u8>,
    /// The new run of each run of a group; one map per parity of its values if that matters.
    maps: OnceLock<Vec<Box<[u32]>>>,
    /// For ranks of one parity: true if permutations are odd before the change.
    parity: Option<bool>,
}

impl Shuffle {
    /// The change that moves the value at place `first` of `2..=16` values to place `last`, or in
    /// the other direction if `is_back`. `is_odd` is the parity before. `None` if the places are
    /// out of order.
    #[must_use]
    pub fn new(values: u32, first: u32, last: u32, is_back: bool, is_odd: bool) -> Option<Self> {
        if first >= last || last >= values || values > MAX_VALUES {
            return None;
        }
        let target = |place: u32| match (place, is_back) {
            (place, _) if place < first || place > last => place,
            (place, false) if place == first => last,
            (place, false) => place - 1,
            (place, true) if place == last => first,
            (place, true) => place + 1,
        };
        let targets: Vec<usize> = (0..values).map(|place| target(place) as usize).collect();
        Self::of(&targets, first, last, Some(is_odd))
    }

    /// The change that moves the value at each place `i` of `2..=16` values to place `targets[i]`.
    /// For ranks of one parity, `parity` is true if permutations are odd before. `None` if nothing
    /// changes, or if the tables would be too large to be worth it.
    #[must_use]
    pub fn between(targets: &[usize], parity: Option<bool>) -> Option<Self> {
        let values = u32::try_from(targets.len()).ok()?;
        let mut changed = (targets.iter().enumerate()).filter(|(place, target)| place != *target);
        let (first, _) = changed.next()?;
        let (last, _) = changed.next_back()?;
        let (first, last) = (u32::try_from(first).ok()?, u32::try_from(last).ok()?);
        if !(2..=MAX_VALUES).contains(&values) {
            return None;
        }
        let places = values - prefix(values, first);
        let is_small = count(places) / count(values - 1 - last) <= MAX_RUNS;
        is_small.then(|| Self::of(targets, first, last, parity))?
    }

    fn of(targets: &[usize], first: u32, last: u32, parity: Option<bool>) -> Option<Self> {
        let values = u32::try_from(targets.len()).ok()?;
        let prefix = prefix(values, first);
        let rest = values - 1 - last;
        let targets = targets
            .iter()
            .skip(prefix as usize)
            .map(|&target| u8::try_from(target - prefix as usize).ok());
        let share = if parity.is_some() { 2 } else { 1 };
        let group = usize::try_from(count(values - prefix) / share).ok()?;
        let run = usize::try_from(count(rest) / share).ok()?;
        let is_mapped = run < SHORT_RUN || run < LONG_RUN && group <= LARGE_MAP;
        Some(Self {
            prefix,
            values,
            rest,
            group,
            run: if is_mapped { 1 } else { run },
            targets: targets.collect::<Option<_>>()?,
            maps: OnceLock::new(),
            parity,
        })
    }

    /// Returns true if the change may affect the last two values, which parity fixes.
    const fn needs_parity(&self) -> bool {
        self.parity.is_some() && self.rest < 2
    }

    fn carry(&self, packed: u64) -> u64 {
        let places = self.targets.iter().enumerate();
        places.fold(0, |carried, (place, &target)| {
            carried | (packed >> (4 * place) & 15) << (4 * target)
        })
    }

    fn maps(&self) -> &[Box<[u32]>] {
        self.maps.get_or_init(|| self.mapped())
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "groups that fit in memory have fewer than 2^32 ranks"
    )]
    fn mapped(&self) -> Vec<Box<[u32]>> {
        let suffix = self.values - self.prefix;
        if self.needs_parity() {
            let map = |odd| {
                let carried = |rank| {
                    rank_within_parity(self.carry(unrank_within_parity(rank, suffix, odd)), suffix)
                };
                (0..self.group as u64)
                    .map(|rank| carried(rank) as u32)
                    .collect()
            };
            // There is one group only if no digits number the groups.
            return match self.parity.filter(|_| self.prefix == 0) {
                Some(odd) => vec![map(odd)],
                None => vec![map(false), map(true)],
            };
        }
        let whole = count(self.rest);
        let carried = |run: u64| rank(self.carry(unrank(run * whole, suffix)), suffix) / whole;
        let runs = (0..count(suffix) / whole).map(|run| carried(run) as u32);
        let length = if self.parity.is_some() {
            whole / 2
        } else {
            whole
        } as u32;
        let map = if self.run == 1 {
            runs.flat_map(|run| (0..length).map(move |i| run * length + i))
                .collect()
        } else {
            runs.collect()
        };
        vec![map]
    }
}

fn prefix(values: u32, first: u32) -> u32 {
    let mut prefix = first;
    while prefix > 0 && count(values - prefix) < 2 * SMALL_GROUP {
        prefix -= 1;
    }
    prefix
}

/// The digits of a group's number, incremented from group to group to track their parity.
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
        let mut is_odd = shuffle.parity.unwrap_or(false);
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
        let [map, others @ ..] = self.maps() else {
            return;
        };
        let Some(other) = others.first() else {
            set.each(
                part,
                #[inline(always)]
                |rank| {
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
                },
            );
            return;
        };
        let mut prefix = Prefix::at(self, group);
        set.each(
            part,
            #[inline(always)]
            |rank| {
                while rank - start >= self.group {
                    start += self.group;
                    prefix.step();
                }
                let map = if prefix.is_odd { other } else { map };
                visit(rank, start + map[rank - start] as usize);
            },
        );
    }

    fn carry_runs(&self, set: Ranks<'_>, part: &Range<usize>, found: &mut [u64]) -> bool {
        if self.run == 1 || set.is_below(set.set.len() * bits::WORD / self.run) {
            return false;
        }
        let mut start = part.start / self.group * self.group;
        while start < part.end {
            let skipped = part.start.saturating_sub(start) / self.run;
            let Some(map) = self.maps().first() else {
                return false;
            };
            for (run, &to) in map.iter().enumerate().skip(skipped) {
                let at = start + run * self.run;
                if at >= part.end {
                    return true;
                }
                let ranks = at.max(part.start)..(at + self.run).min(part.end);
                let to = start + to as usize * self.run + (ranks.start - at);
                bits::copy(set.set, set.within(&ranks), found, to);
            }
            start += self.group;
        }
        true
    }

    fn bytes(&self) -> usize {
        let maps = if self.needs_parity() && self.prefix > 0 {
            2
        } else {
            1
        };
        maps * self.group / self.run * size_of::<u32>()
    }
}

/// Equal links share tables; each accounts for its share of them.
impl OneToOne for Arc<Shuffle> {
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, visit: impl FnMut(usize, usize)) {
        Shuffle::each(self, set, part, visit);
    }

    fn carry_runs(&self, set: Ranks<'_>, part: &Range<usize>, found: &mut [u64]) -> bool {
        Shuffle::carry_runs(self, set, part, found)
    }

    fn bytes(&self) -> usize {
        Shuffle::bytes(self).div_ceil(Self::strong_count(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::ranked::Carry;

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

    #[test]
    fn any_places_may_change() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut seen = 0;
        for round in 0..300 {
            let n = rng.usize(2..=9);
            let mut targets: Vec<usize> = (0..n).collect();
            let first = rng.usize(0..n - 1);
            rng.shuffle(&mut targets[first..rng.clone().usize(first + 2..=n)]);
            let parity = [None, Some(false), Some(true)][round % 3];
            let values = u32::try_from(n).unwrap();
            let Some(shuffle) = Shuffle::between(&targets, parity).map(Arc::new) else {
                assert!(targets.is_sorted(), "{targets:?}");
                continue;
            };
            seen += 1;
            let share = if parity.is_some() { 2 } else { 1 };
            let ranks = usize::try_from(count(values) / share).unwrap();
            let maps = shuffle.maps().iter();
            let bytes: usize = maps.map(|map| size_of_val(&**map)).sum();
            assert_eq!(OneToOne::bytes(&*shuffle), bytes);
            let set: Vec<u64> = (0..ranks.div_ceil(64)).map(|_| rng.u64(..)).collect();
            let mut expected = vec![0; set.len()];
            let mut found = expected.clone();
            shuffle.each(Ranks::unlisted(&set), &(0..ranks), |rank, new| {
                let rank = rank as u64;
                let packed = match parity {
                    Some(odd) => unrank_within_parity(rank, values, odd),
                    None => unrank(rank, values),
                };
                let places = targets.iter().enumerate();
                let moved = places.fold(0, |all, (place, target)| {
                    all | (packed >> (4 * place) & 15) << (4 * target)
                });
                let expected_rank = match parity {
                    Some(_) => rank_within_parity(moved, values),
                    None => super::rank(moved, values),
                };
                assert_eq!(new as u64, expected_rank);
                bits::insert(&mut expected, new);
            });
            Carry::carry(&shuffle, Ranks::unlisted(&set), 0..ranks, &mut found);
            assert_eq!(found, expected);
        }
        assert!(seen > 200);
    }

    #[test]
    fn parts_far_from_the_first_group_were_carried_elsewhere() {
        let mut rng = fastrand::Rng::with_seed(8);
        let values = 11;
        let shuffle = Shuffle::new(values, 4, 5, false, false).unwrap();
        let ranks = usize::try_from(count(values) / 2).unwrap();
        let set: Vec<u64> = (0..ranks.div_ceil(64)).map(|_| rng.u64(..)).collect();
        let set = Ranks::unlisted(&set);
        let (mut found, mut expected) = (vec![0; set.set.len()], vec![0; set.set.len()]);
        // It begins within a group.
        let part = (ranks - 10_000) / 64 * 64..ranks;
        shuffle.each(set, &part, |_, new| bits::insert(&mut expected, new));
        assert!(shuffle.carry_runs(set, &part, &mut found));
        assert!(found == expected);
    }
}
