//! Building a table of a projection whose patterns share entries.
//!
//! An entry has the least distance of several patterns, whose numbers differ only in the lowest
//! digits of the last factor. Moves do not lead from entries to entries, so the table is not filled
//! level by level. Instead, all patterns near the goal are listed, and short searches from the last
//! list reach the patterns of the levels beyond it.
//!
//! # References
//! * S. Tronto, "The H48 optimal solver", 2025 (tables of the cube that forget the orientations of
//!   some edges, filled by searches from patterns near the goal).

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use zerocopy::FromBytes;

use super::build::{FARTHEST_LEAST, unreached};
use super::coordinates::Coordinates;
use super::expand::factors;
use super::factor::{MAX_FACTORS, small};
use super::row::Class;
use super::table::{BoundTable, CODED, LINE, LINE_BYTES, MIN_SHIFT_IN_BYTE};
use super::unfinished::Kept;
use crate::pruning::{MovePruning, State};
use crate::space::ranked::index;
use crate::space::{Move, MoveSet};
use crate::support::parallel;
use crate::support::prefetch::prefetch;

/// The share of a table's bytes that the patterns that a list leads to may take, as a divisor.
const LIST_SHARE: u64 = 32;
/// The share of all lists together.
pub(super) const LISTS_SHARE: u64 = LIST_SHARE / 2;
/// Patterns that a list may always have.
const MIN_LISTED: u64 = 64;
/// The most patterns that searches of a level may reach, for each entry.
const REACHED_PER_ENTRY: u64 = 3;
/// Patterns of a list that one core searches from at a time.
const TASK: usize = if cfg!(test) { 8 } else { 1 << 10 };
/// Tasks of each core between two states in which a build can be resumed: a few seconds.
const TASKS_PER_CORE: usize = if cfg!(test) { 1 } else { 32 };
/// Patterns whose entries are marked together.
const TOGETHER: usize = 256;
/// The code of an entry that was not reached.
const UNREACHED: u8 = 3;

/// Builds a table, or returns `None` once `must_stop` is true. If it is kept, the next call resumes it.
pub(super) fn build(
    coordinates: &Coordinates,
    pruning: &MovePruning,
    kept: Option<&Kept<'_>>,
    must_stop: &(dyn Fn() -> bool + Sync),
) -> Option<BoundTable> {
    match factors(coordinates.factors.len()) {
        2 => build_with::<2>(coordinates, pruning, kept, must_stop),
        4 => build_with::<4>(coordinates, pruning, kept, must_stop),
        8 => build_with::<8>(coordinates, pruning, kept, must_stop),
        16 => build_with::<16>(coordinates, pruning, kept, must_stop),
        _ => build_with::<MAX_FACTORS>(coordinates, pruning, kept, must_stop),
    }
}

fn build_with<const FACTORS: usize>(
    coordinates: &Coordinates,
    pruning: &MovePruning,
    kept: Option<&Kept<'_>>,
    must_stop: &(dyn Fn() -> bool + Sync),
) -> Option<BoundTable> {
    let near = Near::<FACTORS>::new(coordinates);
    let levels = near.levels(must_stop)?;
    let last_level = last_level(coordinates, &levels);
    let mut memory = unreached(coordinates, must_stop)?;
    let mut done = kept
        .and_then(|kept| kept.resume(memory.writable()))
        .unwrap_or_default();
    let marks = Marks {
        bytes: <[AtomicU8]>::mut_from_bytes(memory.writable()).ok()?,
        row: BoundTable::places_of_row(coordinates),
        base: small_level(last_level).saturating_sub(2),
    };
    for level in done.level()..=last_level {
        let depth = level.saturating_sub(levels.len() - 1);
        let list = &levels[level - depth];
        let search = |task: usize| {
            let mut search = Search {
                near: &near,
                marks: &marks,
                pruning,
                level: small_level(level),
                reached: Vec::with_capacity(TOGETHER),
                places: Vec::with_capacity(TOGETHER),
                count: 0,
            };
            for &number in list.iter().skip(task * TASK).take(TASK) {
                search.descend(&near.states(number), pruning.start(), depth);
            }
            search.mark();
            search.count
        };
        let tasks = list.len().div_ceil(TASK);
        while done.tasks < tasks {
            let count = AtomicU64::new(0);
            let together = (tasks - done.tasks).min(TASKS_PER_CORE * parallel::cores());
            parallel::each(together, &|task| {
                if !must_stop() {
                    count.fetch_add(search(done.tasks + task), Ordering::Relaxed);
                }
            });
            done.add(count.into_inner());
            if must_stop() {
                if let Some(kept) = kept {
                    kept.keep(&done, &memory);
                }
                return None;
            }
            done.tasks += together;
        }
        done.end_level();
    }
    marks.finish();
    if let Some(kept) = kept {
        kept.remove();
    }
    let counts = done.levels_before(last_level);
    Some(BoundTable::built(memory, coordinates.row_length, counts))
}

fn small_level(level: usize) -> u8 {
    u8::try_from(level).unwrap_or(u8::MAX)
}

/// The last level whose patterns are reached: the searches of the next would take too long.
fn last_level(coordinates: &Coordinates, levels: &[Vec<u64>]) -> usize {
    let most = REACHED_PER_ENTRY * coordinates.rows() as u64 * coordinates.row_length as u64;
    let (last, before) = match levels {
        [.., before, last] => (last.len() as u64, before.len() as u64),
        _ => (1, 1),
    };
    let moves = coordinates.move_count as u64;
    let growth = last.div_ceil(before.max(1)).max(2);
    let mut level = levels.len() - 1;
    let mut reached = last.saturating_mul(moves);
    while last > 0 && reached <= most && level < usize::from(FARTHEST_LEAST) {
        level += 1;
        reached = reached.saturating_mul(growth);
    }
    level.max(2)
}

/// The patterns near the goal, as numbers: of the row, then of the place if no patterns shared
/// entries.
struct Near<'c, const FACTORS: usize> {
    coordinates: &'c Coordinates,
    /// The number of patterns of a row.
    length: u64,
    /// For each row, the symmetries that map its reduced part to itself, without the identity.
    twins: Vec<Vec<usize>>,
}

impl<'c, const FACTORS: usize> Near<'c, FACTORS> {
    fn new(coordinates: &'c Coordinates) -> Self {
        let twins = |row| coordinates.symmetries_of(row).skip(1).collect();
        Self {
            coordinates,
            length: coordinates.row_length as u64 * coordinates.per_entry as u64,
            twins: (0..coordinates.rows()).map(twins).collect(),
        }
    }

    /// The patterns at each distance, until the next list would be too long.
    fn levels(&self, must_stop: &(dyn Fn() -> bool + Sync)) -> Option<Vec<Vec<u64>>> {
        let bytes = BoundTable::bytes_of(self.coordinates) / LIST_SHARE;
        let most = bytes / size_of::<u64>() as u64 / self.coordinates.move_count as u64;
        let most = most.max(MIN_LISTED);
        let mut levels = vec![self.numbers(&self.coordinates.solved().first_chunk().copied()?)];
        levels[0].sort_unstable();
        levels[0].dedup();
        while levels
            .last()
            .is_some_and(|last| !last.is_empty() && last.len() as u64 <= most)
        {
            if must_stop() {
                return None;
            }
            let (before, last) = match &levels[..] {
                [.., before, last] => (&before[..], &last[..]),
                _ => (&[][..], &levels[0][..]),
            };
            let next = Mutex::new(Vec::new());
            parallel::each(last.len().div_ceil(TASK), &|task| {
                let mut found = Vec::new();
                for &number in last.iter().skip(task * TASK).take(TASK) {
                    let states = self.states(number);
                    for m in 0..self.coordinates.move_count {
                        found.extend(self.numbers(&self.coordinates.after_all(&states, m)));
                    }
                }
                found.sort_unstable();
                found.dedup();
                found.retain(|number| {
                    last.binary_search(number).is_err() && before.binary_search(number).is_err()
                });
                if let Ok(mut next) = next.lock() {
                    next.extend(found);
                }
            });
            let mut next = next.into_inner().unwrap_or_default();
            next.sort_unstable();
            next.dedup();
            levels.push(next);
        }
        Some(levels)
    }

    /// The numbers of a pattern: one for each symmetry that makes its reduced part the least.
    fn numbers(&self, states: &[u16; FACTORS]) -> Vec<u64> {
        let class = self.coordinates.class(states);
        let least = self.coordinates.image_of_all(class.symmetry(), states);
        let number = |states: &[u16; FACTORS]| {
            let place =
                self.coordinates.row.iter().map(|row_factor| {
                    row_factor.unit as u64 * u64::from(states[row_factor.factor])
                });
            class.row() as u64 * self.length + place.sum::<u64>()
        };
        let twins = self.twins[class.row()].iter();
        let twins = twins.map(|&twin| number(&self.coordinates.image_of_all(twin, &least)));
        std::iter::once(number(&least)).chain(twins).collect()
    }

    /// The states of the pattern with this number.
    fn states(&self, number: u64) -> [u16; FACTORS] {
        let (row, place) = (number / self.length, number % self.length);
        let all = self.coordinates.row_states(index(row));
        let mut states = [0; FACTORS];
        states.copy_from_slice(&all[..FACTORS]);
        for row_factor in &self.coordinates.row {
            let count = self.coordinates.factors[row_factor.factor].count as u64;
            states[row_factor.factor] = small(index(place / row_factor.unit as u64 % count));
        }
        states
    }
}

/// A search for patterns of a level.
struct Search<'s, const FACTORS: usize> {
    near: &'s Near<'s, FACTORS>,
    marks: &'s Marks<'s>,
    pruning: &'s MovePruning,
    level: u8,
    /// The patterns reached, and the rows and places of their entries.
    reached: Vec<[u16; FACTORS]>,
    places: Vec<(Class, usize)>,
    count: u64,
}

impl<const FACTORS: usize> Search<'_, FACTORS> {
    /// Reaches the patterns this many moves from another.
    fn descend(&mut self, states: &[u16; FACTORS], before: State, depth: usize) {
        if depth == 0 {
            self.reached.push(*states);
            if self.reached.len() == TOGETHER {
                self.mark();
            }
            return;
        }
        let coordinates = self.near.coordinates;
        let all = MoveSet::<1>::first(coordinates.move_count).words()[0];
        let mut moves = self.pruning.allowed::<MoveSet>(before).words()[0] & all;
        while moves != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "at most 64 moves")]
            let m = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let after = match depth {
                1 => before,
                _ => self.pruning.after(before, Move::new(m)),
            };
            let next = coordinates.after_all(states, m.into());
            self.descend(&next, after, depth - 1);
        }
    }

    /// Marks the entries of the patterns reached.
    fn mark(&mut self) {
        let coordinates = self.near.coordinates;
        self.places.clear();
        for states in &self.reached {
            let class = coordinates.class(states);
            self.places.push((class, class.row() * self.marks.row));
        }
        for orbit in &coordinates.row_orbits {
            for ((class, place), states) in self.places.iter_mut().zip(&self.reached) {
                *place += orbit.place(*class, states);
            }
        }
        for (_, place) in &self.places {
            self.marks.prefetch(*place);
        }
        for ((class, place), states) in self.places.iter().zip(&self.reached) {
            self.count += u64::from(self.marks.mark(*place, self.level));
            let twins = &self.near.twins[class.row()];
            if twins.is_empty() {
                continue;
            }
            let least = coordinates.image_of_all(class.symmetry(), states);
            for &twin in twins {
                let Some(class) = Class::new(class.row(), twin) else {
                    continue;
                };
                let place = class.row() * self.marks.row + coordinates.place(class, &least);
                self.count += u64::from(self.marks.mark(place, self.level));
            }
        }
        self.reached.clear();
    }
}

/// The entries of a table, marked level by level.
struct Marks<'m> {
    bytes: &'m [AtomicU8],
    /// The places of a row, with those that fill its last line.
    row: usize,
    base: u8,
}

impl Marks<'_> {
    fn prefetch(&self, place: usize) {
        prefetch(&self.bytes[place / 4]);
    }

    /// Marks an entry, unless it was marked before. Returns true if it was not.
    #[inline]
    fn mark(&self, place: usize, level: u8) -> bool {
        let code = level.saturating_sub(self.base);
        let level = level.min(FARTHEST_LEAST);
        let line = place / LINE * LINE_BYTES;
        let last = &self.bytes[line + LINE_BYTES - 1];
        if last.load(Ordering::Relaxed) >> MIN_SHIFT_IN_BYTE == FARTHEST_LEAST {
            // All cores mark the same level.
            last.fetch_and(level << MIN_SHIFT_IN_BYTE | 0xf, Ordering::Relaxed);
        }
        if place % LINE >= CODED {
            return false;
        }
        let byte = &self.bytes[place / 4];
        let shift = 2 * (place % 4);
        let is_reached = |byte: u8| byte >> shift & 3 != UNREACHED;
        if is_reached(byte.load(Ordering::Relaxed)) {
            return false;
        }
        !is_reached(byte.fetch_and(!((UNREACHED ^ code) << shift), Ordering::Relaxed))
    }

    /// Gives lines without a marked entry their least distance.
    fn finish(&self) {
        let farther = (self.base + 3).min(FARTHEST_LEAST);
        for line in self.bytes.chunks_exact(LINE_BYTES) {
            let last = &line[LINE_BYTES - 1];
            if last.load(Ordering::Relaxed) >> MIN_SHIFT_IN_BYTE == FARTHEST_LEAST {
                last.fetch_and(farther << MIN_SHIFT_IN_BYTE | 0xf, Ordering::Relaxed);
            }
        }
    }
}
