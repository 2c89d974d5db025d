//! Building a projection's table, level by level.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use zerocopy::FromBytes;

use super::coordinates::{Coordinates, States};
use super::factor::small;
use super::linear::{LinearMap, from_set, in_set};
use super::table::{BoundTable, LINE, LINE_WORDS, MIN_SHIFT, WORD};
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::table::build::BuildError;
use crate::table::memory::Memory;

/// The lower bits of a word's codes.
const LOW: u64 = 0x5555_5555_5555_5555;
/// Codes during a build: 1 for boards of the level to expand, 2 for boards of the next level, 3 for
/// boards not reached, 0 for the others.
const SOLVED: u64 = 1;
/// The largest share of boards at distances up to the base, as a divisor.
const BASE_SHARE: u64 = 10;
/// The largest least distance of a line: it has four bits.
pub(super) const FARTHEST_LEAST: u8 = 15;
/// The least distance of a line of which no board was expanded.
const UNKNOWN: u8 = u8::MAX;
const MAX_LEVELS: usize = 100;
/// The fewest boards of a set that are carried together.
const MANY_BOARDS: u32 = 48;
/// The most bytes of the images of the last factor's states, for all symmetries and moves together.
const IMAGES: usize = 16 << 20;
const PARTS_AT_A_TIME: usize = 512;
/// Bytes filled between two checks for a stop.
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
    // Ends with the last level that codes distinguish from farther ones.
    loop {
        build.expand(must_stop);
        if must_stop() {
            return None;
        }
        let level = levels.len();
        if seen > all / BASE_SHARE && level > 1 || level > MAX_LEVELS || levels.last() == Some(&0) {
            break;
        }
        let count = build.advance(u8::try_from(level).unwrap_or(u8::MAX));
        levels.push(count);
        seen += count;
    }
    build.finish(u8::try_from(levels.len()).unwrap_or(u8::MAX));
    Some(BoundTable::built(memory, coordinates.row_length, levels))
}

/// The words of a table without reached boards; `None` if stopped: filling gigabytes takes seconds.
pub(super) fn unreached(
    coordinates: &Coordinates,
    must_stop: &(dyn Fn() -> bool + Sync),
) -> Option<Memory> {
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

fn words_of(memory: &mut Memory) -> &[AtomicU64] {
    let words = <[AtomicU64]>::mut_from_bytes(memory.writable());
    words.ok().debug_unwrap_or_default()
}

/// Computes the distance of every board plus one, by row and place, with 0 for unreachable boards;
/// and the number of boards at each distance, if a board of a row counts as often as its weight.
///
/// # Errors
/// If a board is too far away, the build is cancelled or the time is up.
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
    /// The words of a row.
    stride: usize,
    /// The number of states of a row's last factor.
    inner: usize,
    /// For each line: the number of boards to expand, at most 255, and the least distance.
    open: Vec<AtomicU8>,
    least_distances: Vec<AtomicU8>,
    is_row_open: Vec<AtomicU8>,
    /// The images of the last factor's states, for each symmetry and move back, once they are needed.
    inner_images: Vec<OnceLock<Inner>>,
}

/// A link from the row that a move leads to: by the move's inverse, as a symmetry maps it, and then
/// by the inverse of the symmetry.
struct RowLink<'b> {
    /// The move, the row that it leads to, and the symmetry that maps boards into that row.
    m: usize,
    from: usize,
    symmetry: usize,
    /// The states of that row, and the move back.
    source: States,
    back: usize,
    inner: &'b Inner,
}

/// The images of the last factor's states, before the shift that the pattern of its orbit adds.
enum Inner {
    /// For turns that are bits, as a map of sets.
    Linear(LinearMap),
    Listed(Vec<u16>),
    /// Computed for each board, because a list of all would be too long.
    Computed,
}

struct Work {
    /// The reached boards of a part, as lower bits of their codes.
    reached: Vec<u64>,
    /// The boards to expand of another part.
    set: Vec<u64>,
}

impl Work {
    #[inline]
    fn reach(&mut self, place: usize) {
        self.reached[place / WORD] |= 1 << (2 * (place % WORD));
    }
}

/// The boards to expand in a word of codes, as lower bits of their codes.
#[inline]
fn open(codes: &AtomicU64) -> u64 {
    let codes = codes.load(Ordering::Relaxed);
    codes & !(codes >> 1) & LOW
}

impl<'c> Build<'c> {
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
            least_distances: zeros(lines, UNKNOWN),
            is_row_open: zeros(coordinates.rows(), 0),
            inner_images: std::iter::repeat_with(OnceLock::new)
                .take(coordinates.inverse_symmetries.len() * coordinates.move_count)
                .collect(),
        };
        build.begin();
        build
    }

    /// Marks the solved board as reached, to expand.
    fn begin(&self) {
        let solved = self.coordinates.solved();
        let class = self.coordinates.class(&solved);
        let place = self.coordinates.place(class, &solved);
        let row = class.row();
        let word = row * self.stride + place / WORD;
        let solved = (3 ^ SOLVED) << (2 * (place % WORD));
        self.words[word].store(u64::MAX ^ solved, Ordering::Relaxed);
        self.open[word / LINE_WORDS].store(1, Ordering::Relaxed);
        self.least_distances[word / LINE_WORDS].store(0, Ordering::Relaxed);
        self.is_row_open[row].store(1, Ordering::Relaxed);
    }

    /// Marks every unreached board with a neighbour to expand as reached.
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

    /// Does this for some parts of a row, of which it is the only writer.
    fn fill(&self, row: usize, parts: Range<usize>) {
        let coordinates = self.coordinates;
        let states = coordinates.row_states(row);
        let links: Vec<RowLink> = (0..coordinates.move_count)
            .filter_map(|m| self.link(&states, m))
            .collect();
        if links.is_empty() {
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
            for link in &links {
                is_reached |= self.carry(&states, link, part % WORD, &mut work);
            }
            if is_reached {
                let first = row * self.stride + part / WORD;
                self.merge(first, &mut work.reached);
            }
        }
    }

    /// Sets the states of a row's factors, except the last.
    fn set_part(&self, number: usize, states: &mut States) {
        let Some((_, others)) = self.coordinates.row.split_last() else {
            return;
        };
        for row_factor in others {
            let count = self.coordinates.factors[row_factor.factor].count;
            states[row_factor.factor] = small(number * self.inner / row_factor.unit % count);
        }
    }

    /// The link from the row that a move leads to, if that row has boards to expand.
    fn link(&self, states: &States, m: usize) -> Option<RowLink<'_>> {
        let coordinates = self.coordinates;
        let class = coordinates.class(&coordinates.after_all(states, m));
        let (from, symmetry) = (class.row(), class.symmetry());
        if self.is_row_open[from].load(Ordering::Relaxed) == 0 {
            return None;
        }
        let back = *coordinates.inverses.get(m)?;
        let back = usize::from(*coordinates.moves[symmetry].get(usize::from(back))?);
        let images = &self.inner_images[symmetry * coordinates.move_count + back];
        Some(RowLink {
            m,
            from,
            symmetry,
            source: coordinates.row_states(from),
            back,
            inner: images.get_or_init(|| self.inner_images(symmetry, back)),
        })
    }

    /// The images of the last factor's states by a move back, and then by the inverse of a symmetry.
    fn inner_images(&self, symmetry: usize, back: usize) -> Inner {
        let Some(last) = self.coordinates.row.last() else {
            return Inner::Computed;
        };
        let image = |state| self.inner_image(symmetry, back, last.factor, state);
        let turns = self.coordinates.factors[last.factor].turns();
        let are_bits = turns.is_some_and(|turns| turns.modulus == 2);
        if are_bits && self.inner >= 2 * WORD {
            Inner::Linear(LinearMap::interleaved(self.inner, image))
        } else if self.inner * self.inner_images.len() <= IMAGES / size_of::<u16>() {
            Inner::Listed((0..self.inner).map(image).collect())
        } else {
            Inner::Computed
        }
    }

    /// The image of a state of the last factor, before the shift of its orbit's pattern.
    #[inline]
    fn inner_image(&self, symmetry: usize, back: usize, last: usize, state: usize) -> u16 {
        let coordinates = self.coordinates;
        let next = coordinates.after(last, small(state), back);
        coordinates.plain_image(coordinates.inverse_symmetries[symmetry], last, next)
    }

    /// Marks the boards that a link reaches in the part of a row with these states; `first` is the
    /// part's offset in its first word. Returns false if there is nothing to expand.
    fn carry(&self, states: &States, link: &RowLink<'_>, first: usize, work: &mut Work) -> bool {
        let coordinates = self.coordinates;
        let mut source = link.source;
        let mut from = 0;
        let Some((last, others)) = coordinates.row.split_last() else {
            self.carry_by(link.from, from, |_| work.reach(first));
            return true;
        };
        for row_factor in others {
            let state = coordinates.image_after(link.symmetry, row_factor.factor, states, link.m);
            source[row_factor.factor] = state;
            from += row_factor.unit * usize::from(state);
        }
        let lines = from / LINE..(from + self.inner).div_ceil(LINE);
        let lines = self.open[link.from * self.stride / LINE_WORDS..][lines].iter();
        let count: u32 = lines
            .map(|line| u32::from(line.load(Ordering::Relaxed)))
            .sum();
        if count == 0 {
            return false;
        }
        let inverse = coordinates.inverse_symmetries[link.symmetry];
        let shift = coordinates.shift_after(inverse, last.factor, &source, link.back);
        let added = |image| coordinates.sum(last.factor, image, shift);
        let mut reach = |image: u16| work.reach(first + usize::from(image));
        match link.inner {
            Inner::Linear(map) if count >= MANY_BOARDS => {
                self.carry_set(link.from, from, map, shift, work);
            }
            Inner::Linear(map) => self.carry_by(link.from, from, |state| {
                reach(from_set(map.image(in_set(small(state)).into())) ^ shift);
            }),
            Inner::Listed(images) if shift == 0 => {
                self.carry_by(link.from, from, |state| reach(images[state]));
            }
            Inner::Listed(images) => {
                self.carry_by(link.from, from, |state| reach(added(images[state])));
            }
            Inner::Computed => self.carry_by(link.from, from, |state| {
                reach(added(self.inner_image(
                    link.symmetry,
                    link.back,
                    last.factor,
                    state,
                )));
            }),
        }
        true
    }

    /// Passes the states of the boards to expand in the part of a row at `from` to `visit`.
    #[inline]
    fn carry_by(&self, row: usize, from: usize, mut visit: impl FnMut(usize)) {
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
                    visit(first + open.trailing_zeros() as usize / 2 - from);
                    open &= open - 1;
                }
            }
        }
    }

    /// Marks the images of all boards to expand in a part at once, as a set of turns.
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

    /// Gives reached boards their code if they have none, and clears `reached`.
    fn merge(&self, first: usize, reached: &mut [u64]) {
        for (word, reached) in (first..).zip(reached) {
            if *reached != 0 {
                let word = &self.words[word];
                let codes = word.load(Ordering::Relaxed);
                // 3 becomes 2. Another core may write to the first and the last word, which may
                // also have boards of other parts.
                word.fetch_xor(*reached & codes & codes >> 1, Ordering::Relaxed);
                *reached = 0;
            }
        }
    }

    /// Makes the reached boards the ones to expand, and counts them.
    fn advance(&self, level: u8) -> u64 {
        let stride = self.stride;
        let count = AtomicU64::new(0);
        parallel::each(self.coordinates.rows(), &|row| {
            let mut found = 0;
            let words = &self.words[row * stride..][..stride];
            for (line, words) in words.chunks_exact(LINE_WORDS).enumerate() {
                let line = row * stride / LINE_WORDS + line;
                let mut line_count = 0;
                for word in words {
                    let codes = word.load(Ordering::Relaxed);
                    let high = codes >> 1 & LOW;
                    let low = codes & LOW;
                    word.store(high | (high & low) << 1, Ordering::Relaxed);
                    line_count += u64::from((high & !low).count_ones());
                }
                let open = u8::try_from(line_count).unwrap_or(u8::MAX);
                self.open[line].store(open, Ordering::Relaxed);
                if line_count > 0 {
                    self.least_distances[line].fetch_min(level, Ordering::Relaxed);
                }
                found += line_count;
            }
            self.is_row_open[row].store(u8::from(found > 0), Ordering::Relaxed);
            count.fetch_add(found, Ordering::Relaxed);
        });
        count.into_inner()
    }

    /// Writes `entry` for the boards to expand. Returns their number, weighted by row.
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

    /// Writes the least distances into the lines, and makes words little-endian; `farthest` is the
    /// distance of the boards reached last.
    fn finish(&self, farthest: u8) {
        for (line, words) in self.words.chunks_exact(LINE_WORDS).enumerate() {
            // The boards reached last were not expanded.
            let mut codes = words.iter().map(|word| word.load(Ordering::Relaxed));
            let least = match self.least_distances[line].load(Ordering::Relaxed) {
                UNKNOWN if codes.any(|codes| codes != u64::MAX) => farthest,
                UNKNOWN => farthest + 1,
                known => known,
            };
            if let Some(word) = words.last() {
                let codes = word.load(Ordering::Relaxed) & !(0xf << MIN_SHIFT);
                let least = u64::from(least.min(FARTHEST_LEAST)) << MIN_SHIFT;
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
