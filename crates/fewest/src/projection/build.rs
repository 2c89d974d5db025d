//! Building a projection's table, level by level.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use zerocopy::FromBytes;

use super::coordinates::{Coordinates, States};
use super::factor::small;
use super::linear::{LinearMap, from_set, in_set};
use super::table::{BoundTable, LEAST_SHIFT, LINE, LINE_WORDS, WORD};
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::table::build::BuildError;
use crate::table::memory::Memory;

/// The lower bits of a word's codes.
const LOW: u64 = 0x5555_5555_5555_5555;
/// While a table is built: a board of the level that is expanded has code 1, one of the next level
/// 2, one that is not reached 3, and 0 the others.
const SOLVED: u64 = 1;
/// Boards up to the base are at most this share of all.
const BASE_SHARE: u64 = 10;
/// No larger least distance of a line is written.
pub(super) const MOST_LEAST: u8 = 15;
/// A line of which no board was expanded.
const UNKNOWN: u8 = u8::MAX;
/// Levels that are built at most.
const MOST_LEVELS: usize = 100;
/// Boards of a set from which on they are carried together.
const MANY_BOARDS: u32 = 48;
/// Parts from which on the states of the last factor are worked out beforehand.
const MANY_PARTS: usize = 8;
/// Parts that a core takes at a time.
const PARTS_AT_A_TIME: usize = 512;
/// Bytes that are filled between two checks for a stop.
const FILLED: usize = 1 << 23;

/// Builds a table, or returns `None` once `must_stop` is true.
pub(super) fn build(
    coordinates: &Coordinates,
    must_stop: &(dyn Fn() -> bool + Sync),
) -> Option<BoundTable> {
    let mut memory = unreached(coordinates, must_stop)?;
    let build = Build::new(coordinates, words_of(&mut memory));
    let all = coordinates.rows() as u64 * coordinates.row_length as u64;
    let mut levels = vec![1];
    let mut seen = 1;
    // Until the last level that is told apart from farther ones is done.
    loop {
        build.expand(must_stop);
        if must_stop() {
            return None;
        }
        let level = levels.len();
        if seen > all / BASE_SHARE && level > 1 || level > MOST_LEVELS || levels.last() == Some(&0)
        {
            break;
        }
        let count = build.advance(u8::try_from(level).unwrap_or(u8::MAX));
        levels.push(count);
        seen += count;
    }
    build.finish(u8::try_from(levels.len()).unwrap_or(u8::MAX));
    Some(BoundTable::built(memory, coordinates.row_length, levels))
}

/// The words of a table of which no board is reached. `None` if it must stop: filling gigabytes
/// takes seconds.
fn unreached(coordinates: &Coordinates, must_stop: &(dyn Fn() -> bool + Sync)) -> Option<Memory> {
    let (_, words) = BoundTable::sizes(coordinates.rows(), coordinates.row_length);
    let mut memory = Memory::zeroed(words * size_of::<u64>());
    for part in memory.writable().chunks_mut(FILLED) {
        if must_stop() {
            return None;
        }
        part.fill(u8::MAX);
    }
    Some(memory)
}

/// The words of a table that is built.
fn words_of(memory: &mut Memory) -> &[AtomicU64] {
    let words = <[AtomicU64]>::mut_from_bytes(memory.writable());
    words.ok().debug_unwrap_or_default()
}

/// One more than the distance of every board, by row and place; 0 where no moves lead. And how many
/// boards there are at each distance, if each of a row stands for this many.
///
/// # Errors
/// If a board is too far away, or it was cancelled or the time is up.
pub(super) fn distances(
    coordinates: &Coordinates,
    weights: &[u32],
    budget: &Budget<'_>,
) -> Result<(Vec<u8>, Vec<u64>), Unfinished<BuildError>> {
    let must_stop = || budget.is_over();
    let mut memory = unreached(coordinates, &must_stop)
        .ok_or_else(|| budget.check().err().unwrap_or(Unfinished::Cancelled))?;
    let build = Build::new(coordinates, words_of(&mut memory));
    let entries = zeros(coordinates.rows() * coordinates.row_length, 0);
    let mut counts = Vec::new();
    for distance in 0..u8::MAX {
        let count = build.note(&entries, weights, distance + 1);
        if count == 0 {
            return Ok((
                entries.into_iter().map(AtomicU8::into_inner).collect(),
                counts,
            ));
        }
        counts.push(count);
        budget.advance(count);
        build.expand(&must_stop);
        budget.check()?;
        build.advance(distance + 1);
    }
    Err(BuildError::TooDeep.into())
}

fn zeros(count: usize, value: u8) -> Vec<AtomicU8> {
    std::iter::repeat_with(|| AtomicU8::new(value))
        .take(count)
        .collect()
}

struct Build<'c> {
    coordinates: &'c Coordinates,
    words: &'c [AtomicU64],
    /// Words of a row.
    stride: usize,
    /// States of a row's last factor.
    inner: usize,
    /// By line: how many boards it has to expand, up to 255, and its least distance.
    open: Vec<AtomicU8>,
    leasts: Vec<AtomicU8>,
    is_row_open: Vec<AtomicU8>,
}

/// How the boards of a row come to those of another that one move leads to: by the move that takes
/// that one back, as a symmetry sees it, and then the symmetry undone.
struct RowLink {
    /// The move, the row that it leads to, and the symmetry that carries what it makes there.
    m: usize,
    from: usize,
    symmetry: usize,
    /// The states of that row, and the move back.
    source: States,
    back: usize,
    /// What becomes of the states of the last factor.
    inner: Inner,
}

/// What becomes of the states of the last factor, but for what the pattern of its orbit adds.
enum Inner {
    /// Turns that are bits, as sets of them.
    Linear(LinearMap),
    /// By state.
    Listed(Vec<u16>),
    /// Looked up for each board: too few of them are to be expected.
    Rare,
}

/// What a core works with.
struct Work {
    /// The boards of a part that are reached: the lower bits of their codes.
    reached: Vec<u64>,
    /// The boards to expand of another.
    set: Vec<u64>,
}

impl Work {
    #[inline]
    fn reach(&mut self, place: usize) {
        self.reached[place / WORD] |= 1 << (2 * (place % WORD));
    }
}

/// The boards to expand of a word of codes: the lower bits of their codes.
#[inline]
fn open(codes: &AtomicU64) -> u64 {
    let codes = codes.load(Ordering::Relaxed);
    codes & !(codes >> 1) & LOW
}

impl<'c> Build<'c> {
    /// Reaches the solved board.
    fn new(coordinates: &'c Coordinates, words: &'c [AtomicU64]) -> Self {
        let (stride, _) = BoundTable::sizes(coordinates.rows(), coordinates.row_length);
        let lines = words.len() / LINE_WORDS;
        let build = Self {
            coordinates,
            words,
            stride,
            inner: coordinates
                .row
                .last()
                .map_or(1, |last| coordinates.factors[last.factor].count),
            open: zeros(lines, 0),
            leasts: zeros(lines, UNKNOWN),
            is_row_open: zeros(coordinates.rows(), 0),
        };
        build.begin();
        build
    }

    /// Reaches the solved board.
    fn begin(&self) {
        let solved = self.coordinates.solved();
        let class = self.coordinates.class(&solved);
        let place = self.coordinates.place(class, &solved);
        let row = class.row();
        let word = row * self.stride + place / WORD;
        let solved = (3 ^ SOLVED) << (2 * (place % WORD));
        self.words[word].store(u64::MAX ^ solved, Ordering::Relaxed);
        self.open[word / LINE_WORDS].store(1, Ordering::Relaxed);
        self.leasts[word / LINE_WORDS].store(0, Ordering::Relaxed);
        self.is_row_open[row].store(1, Ordering::Relaxed);
    }

    /// Gives every board that is not reached and has a neighbour to expand its code.
    fn expand(&self, must_stop: &(dyn Fn() -> bool + Sync)) {
        let parts = self.coordinates.row_length / self.inner;
        let tasks = parts.div_ceil(PARTS_AT_A_TIME);
        parallel::each(self.coordinates.rows() * tasks, &|task| {
            let (row, first) = (task / tasks, task % tasks * PARTS_AT_A_TIME);
            if !must_stop() {
                self.fill(row, first..parts.min(first + PARTS_AT_A_TIME));
            }
        });
    }

    /// The same for some parts of a row, for which it is the only writer.
    fn fill(&self, row: usize, parts: Range<usize>) {
        let coordinates = self.coordinates;
        let states = coordinates.row_states(row);
        let ways: Vec<RowLink> = (0..coordinates.move_count)
            .filter_map(|m| self.way(&states, m, parts.len() >= MANY_PARTS))
            .collect();
        if ways.is_empty() {
            return;
        }
        let mut work = Work {
            reached: vec![0; self.inner.div_ceil(WORD) + 1],
            set: vec![0; self.inner / (2 * WORD)],
        };
        let mut states = states;
        for number in parts {
            self.set_part(number, &mut states);
            let part = number * self.inner;
            let mut is_reached = false;
            for way in &ways {
                is_reached |= self.carry(&states, way, part % WORD, &mut work);
            }
            if is_reached {
                let first = row * self.stride + part / WORD;
                self.merge(first, &mut work.reached);
            }
        }
    }

    /// Sets the states of a row's factors but for the last.
    fn set_part(&self, number: usize, states: &mut States) {
        let Some((_, others)) = self.coordinates.row.split_last() else {
            return;
        };
        for own in others {
            let count = self.coordinates.factors[own.factor].count;
            states[own.factor] = small(number * self.inner / own.unit % count);
        }
    }

    /// The way back after a move from a row, if there is anything to expand.
    fn way(&self, states: &States, m: usize, is_needed_often: bool) -> Option<RowLink> {
        let coordinates = self.coordinates;
        let class = coordinates.class(&coordinates.after_all(states, m));
        let (from, symmetry) = (class.row(), class.symmetry());
        if self.is_row_open[from].load(Ordering::Relaxed) == 0 {
            return None;
        }
        let back = *coordinates.inverses.get(m)?;
        let back = usize::from(*coordinates.moves[symmetry].get(usize::from(back))?);
        let mut way = RowLink {
            m,
            from,
            symmetry,
            source: coordinates.row_states(from),
            back,
            inner: Inner::Rare,
        };
        if let Some(last) = coordinates.row.last() {
            let image = |state| self.inner_image(&way, last.factor, state);
            let turns = coordinates.factors[last.factor].turns();
            let are_bits = turns.is_some_and(|turns| turns.modulus == 2);
            if are_bits && self.inner >= 2 * WORD {
                way.inner = Inner::Linear(LinearMap::interleaved(self.inner, image));
            } else if is_needed_often {
                way.inner = Inner::Listed((0..self.inner).map(image).collect());
            }
        }
        Some(way)
    }

    /// What a state of the last factor becomes, but for what the pattern of its orbit adds.
    #[inline]
    fn inner_image(&self, way: &RowLink, last: usize, state: usize) -> u16 {
        let coordinates = self.coordinates;
        let next = coordinates.after(last, small(state), way.back);
        coordinates.plain_image(coordinates.undone[way.symmetry], last, next)
    }

    /// Marks what a way leads to in the part of a row with these states, which begins at this place
    /// of a word; whether it is anything.
    fn carry(&self, states: &States, way: &RowLink, first: usize, work: &mut Work) -> bool {
        let coordinates = self.coordinates;
        let mut source = way.source;
        let mut from = 0;
        let Some((last, others)) = coordinates.row.split_last() else {
            self.carry_by(way.from, from, |_| work.reach(first));
            return true;
        };
        for own in others {
            let state = coordinates.image_after(way.symmetry, own.factor, states, way.m);
            source[own.factor] = state;
            from += own.unit * usize::from(state);
        }
        let lines = from / LINE..(from + self.inner).div_ceil(LINE);
        let lines = self.open[way.from * self.stride / LINE_WORDS..][lines].iter();
        let count: u32 = lines
            .map(|line| u32::from(line.load(Ordering::Relaxed)))
            .sum();
        if count == 0 {
            return false;
        }
        // What the pattern of the last factor's orbit adds to turns.
        let undone = coordinates.undone[way.symmetry];
        let shift = coordinates.shift_after(undone, last.factor, &source, way.back);
        let added = |image| coordinates.sum(last.factor, image, shift);
        let mut reach = |image: u16| work.reach(first + usize::from(image));
        match &way.inner {
            Inner::Linear(map) if count >= MANY_BOARDS => {
                self.carry_set(way.from, from, map, shift, work);
            }
            Inner::Linear(map) => self.carry_by(way.from, from, |state| {
                reach(from_set(map.image(in_set(small(state)).into())) ^ shift);
            }),
            Inner::Listed(images) if shift == 0 => {
                self.carry_by(way.from, from, |state| reach(images[state]));
            }
            Inner::Listed(images) => {
                self.carry_by(way.from, from, |state| reach(added(images[state])));
            }
            Inner::Rare => self.carry_by(way.from, from, |state| {
                reach(added(self.inner_image(way, last.factor, state)));
            }),
        }
        true
    }

    /// Tells the states of the boards to expand of a part, which begins at this place of a row.
    #[inline]
    fn carry_by(&self, row: usize, from: usize, mut tell: impl FnMut(usize)) {
        let last = from + self.inner;
        let words = &self.words[row * self.stride..][..self.stride];
        let lines = &self.open[row * self.stride / LINE_WORDS..];
        let range = from / LINE..last.div_ceil(LINE);
        for (line, open_boards) in range.clone().zip(&lines[range]) {
            if open_boards.load(Ordering::Relaxed) == 0 {
                continue;
            }
            let begin = (line * LINE_WORDS).max(from / WORD);
            let end = ((line + 1) * LINE_WORDS).min(last.div_ceil(WORD));
            for (word, codes) in (begin..end).zip(&words[begin..end]) {
                let mut open = open(codes);
                let first = word * WORD;
                if first < from {
                    open &= u64::MAX << (2 * (from - first));
                }
                if first + WORD > last {
                    open &= u64::MAX >> (2 * (first + WORD - last));
                }
                while open != 0 {
                    tell(first + open.trailing_zeros() as usize / 2 - from);
                    open &= open - 1;
                }
            }
        }
    }

    /// The same for many boards of a part that is a set of turns: marks what becomes of them.
    fn carry_set(&self, row: usize, from: usize, map: &LinearMap, shift: u16, work: &mut Work) {
        let words = &self.words[row * self.stride + from / WORD..];
        for (set, words) in work.set.iter_mut().zip(words.chunks_exact(2)) {
            *set = open(&words[0]) | open(&words[1]) << 1;
        }
        let reached = &mut work.reached;
        map.carry(&mut work.set, in_set(shift), |word, set| {
            reached[2 * word] |= set & LOW;
            reached[2 * word + 1] |= set >> 1 & LOW;
        });
    }

    /// Gives boards that were reached their code, where they have none, and forgets them.
    fn merge(&self, first: usize, reached: &mut [u64]) {
        for (word, reached) in (first..).zip(reached) {
            if *reached != 0 {
                let word = &self.words[word];
                let codes = word.load(Ordering::Relaxed);
                // 3 becomes 2. The first and the last word may have boards of other parts, which
                // another core may write.
                word.fetch_xor(*reached & codes & codes >> 1, Ordering::Relaxed);
                *reached = 0;
            }
        }
    }

    /// Makes the boards that were reached those to expand, and counts them.
    fn advance(&self, level: u8) -> u64 {
        let stride = self.stride;
        let count = AtomicU64::new(0);
        parallel::each(self.coordinates.rows(), &|row| {
            let mut found = 0;
            let words = &self.words[row * stride..][..stride];
            for (line, words) in words.chunks_exact(LINE_WORDS).enumerate() {
                let line = row * stride / LINE_WORDS + line;
                let mut own = 0;
                for word in words {
                    let codes = word.load(Ordering::Relaxed);
                    let high = codes >> 1 & LOW;
                    let low = codes & LOW;
                    word.store(high | (high & low) << 1, Ordering::Relaxed);
                    own += u64::from((high & !low).count_ones());
                }
                let open = u8::try_from(own).unwrap_or(u8::MAX);
                self.open[line].store(open, Ordering::Relaxed);
                if own > 0 {
                    self.leasts[line].fetch_min(level, Ordering::Relaxed);
                }
                found += own;
            }
            self.is_row_open[row].store(u8::from(found > 0), Ordering::Relaxed);
            count.fetch_add(found, Ordering::Relaxed);
        });
        count.into_inner()
    }

    /// Gives the boards to expand this entry, and counts them.
    fn note(&self, entries: &[AtomicU8], weights: &[u32], entry: u8) -> u64 {
        let length = self.coordinates.row_length;
        let count = AtomicU64::new(0);
        parallel::each(self.coordinates.rows(), &|row| {
            if self.is_row_open[row].load(Ordering::Relaxed) == 0 {
                return;
            }
            let mut found = 0;
            let words = &self.words[row * self.stride..][..self.stride];
            for (word, codes) in words.iter().enumerate() {
                let mut open = open(codes);
                found += u64::from(open.count_ones());
                while open != 0 {
                    let place = word * WORD + open.trailing_zeros() as usize / 2;
                    entries[row * length + place].store(entry, Ordering::Relaxed);
                    open &= open - 1;
                }
            }
            count.fetch_add(found * u64::from(weights[row]), Ordering::Relaxed);
        });
        count.into_inner()
    }

    /// Writes the least distances into the lines, and the lower bytes of words first; `farthest` is
    /// the distance of the boards reached last.
    fn finish(&self, farthest: u8) {
        for (line, words) in self.words.chunks_exact(LINE_WORDS).enumerate() {
            // Boards that were reached last are not among those that were expanded.
            let mut codes = words.iter().map(|word| word.load(Ordering::Relaxed));
            let least = match self.leasts[line].load(Ordering::Relaxed) {
                UNKNOWN if codes.any(|codes| codes != u64::MAX) => farthest,
                UNKNOWN => farthest + 1,
                known => known,
            };
            if let Some(word) = words.last() {
                let codes = word.load(Ordering::Relaxed) & !(0xf << LEAST_SHIFT);
                let least = u64::from(least.min(MOST_LEAST)) << LEAST_SHIFT;
                word.store(codes | least, Ordering::Relaxed);
            }
            if cfg!(target_endian = "big") {
                for word in words {
                    word.store(word.load(Ordering::Relaxed).to_le(), Ordering::Relaxed);
                }
            }
        }
    }
}
