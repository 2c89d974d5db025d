//! Building a projection's table, level by level.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::coordinates::{Coordinates, States};
use super::factor::{Numbers, small};
use super::table::{LEAST_SHIFT, LINE, LINE_WORDS, Table, WORD};
use crate::parallel;

/// The lower bits of a word's codes.
const LOW: u64 = 0x5555_5555_5555_5555;
/// While a table is built: a board of the level that is expanded has code 1, one of the next level
/// 2, one that is not reached 3, and 0 the others.
const SOLVED: u64 = 1;
/// Boards up to the base are at most this share of all.
const BASE_SHARE: u64 = 10;
/// No larger least distance of a line is written.
const MOST_LEAST: u8 = 15;
/// A line of which no board was expanded.
const UNKNOWN: u8 = u8::MAX;
/// Levels that are built at most.
const MOST_LEVELS: usize = 100;
/// Rows that a core takes at a time.
const ROWS: usize = 1;

/// Builds a table; `must_stop` is asked between parts of the work, and `None` if it says so.
pub(super) fn build(
    coordinates: &Coordinates,
    must_stop: &(dyn Fn() -> bool + Sync),
) -> Option<Table> {
    let (stride, words) = Table::sizes(coordinates.rows(), coordinates.row_length);
    let lines = words / LINE_WORDS;
    let build = Build {
        coordinates,
        words: std::iter::repeat_with(|| AtomicU64::new(u64::MAX))
            .take(words)
            .collect(),
        stride,
        is_open: zeros(lines, 0),
        leasts: zeros(lines, UNKNOWN),
        is_row_open: zeros(coordinates.rows(), 0),
    };
    build.begin();
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
    let words = build
        .words
        .into_iter()
        .map(|word| word.into_inner().to_le());
    Some(Table::built(
        words.collect(),
        coordinates.row_length,
        levels,
    ))
}

fn zeros(count: usize, value: u8) -> Vec<AtomicU8> {
    std::iter::repeat_with(|| AtomicU8::new(value))
        .take(count)
        .collect()
}

struct Build<'c> {
    coordinates: &'c Coordinates,
    words: Vec<AtomicU64>,
    /// Words of a row.
    stride: usize,
    /// By line: whether it has boards to expand, and its least distance.
    is_open: Vec<AtomicU8>,
    leasts: Vec<AtomicU8>,
    is_row_open: Vec<AtomicU8>,
}

/// What a row becomes when it is carried by a move and then a symmetry: by the states of its last
/// factor, which are worked out beforehand where each is needed many times, and by the states of the
/// others together: where their part begins, and what their pattern adds to turns.
#[derive(Default)]
struct RowMap {
    m: usize,
    symmetry: usize,
    inner: Vec<u16>,
    outer: Vec<(u32, u16)>,
}

/// Parts of a row from which on the states of its last factor are worked out beforehand.
const MANY_PARTS: usize = 8;

impl Build<'_> {
    /// Reaches the solved board.
    fn begin(&self) {
        let (row, place) = self.coordinates.place(&self.coordinates.solved());
        let word = row * self.stride + place / WORD;
        let solved = (3 ^ SOLVED) << (2 * (place % WORD));
        self.words[word].store(u64::MAX ^ solved, Ordering::Relaxed);
        self.is_open[word / LINE_WORDS].store(1, Ordering::Relaxed);
        self.leasts[word / LINE_WORDS].store(0, Ordering::Relaxed);
        self.is_row_open[row].store(1, Ordering::Relaxed);
    }

    /// Gives every board that is not reached and has a neighbour to expand its code.
    fn expand(&self, must_stop: &(dyn Fn() -> bool + Sync)) {
        let rows = self.coordinates.rows();
        parallel::each(rows.div_ceil(ROWS), &|part| {
            if must_stop() {
                return;
            }
            let mut map = RowMap::default();
            for row in (part * ROWS..rows).take(ROWS) {
                self.fill_row(row, &mut map);
            }
        });
    }

    /// The same for the boards of a row, for which it is the only writer.
    fn fill_row(&self, row: usize, map: &mut RowMap) {
        let coordinates = self.coordinates;
        let states = coordinates.row_states(row);
        let own = &self.words[row * self.stride..][..self.stride];
        for m in 0..coordinates.move_count() {
            let mut next = states;
            for (factor, state) in next.iter_mut().enumerate().take(coordinates.factors.len()) {
                *state = coordinates.after(factor, *state, m);
            }
            let (from, symmetry) = coordinates.class(&next);
            if self.is_row_open[from].load(Ordering::Relaxed) == 0 {
                continue;
            }
            // A board of that row becomes one of this by the move that takes this one back, as the
            // symmetry sees it, and then the symmetry undone.
            let Some(back) = self.back(m, symmetry) else {
                continue;
            };
            self.map_row(from, back, coordinates.undone[symmetry], map);
            self.carry(from, map, own);
        }
    }

    fn back(&self, m: usize, symmetry: usize) -> Option<usize> {
        let back = *self.coordinates.inverses.get(m)?;
        self.coordinates.moves[symmetry]
            .get(usize::from(back))
            .map(|&image| image.into())
    }

    /// Makes the map of a row under a move and then a symmetry.
    fn map_row(&self, row: usize, m: usize, symmetry: usize, map: &mut RowMap) {
        let coordinates = self.coordinates;
        let mut states = coordinates.row_states(row);
        let after = |states: &States| {
            let mut next = *states;
            for (factor, state) in next.iter_mut().enumerate().take(coordinates.factors.len()) {
                *state = coordinates.after(factor, *state, m);
            }
            next
        };
        (map.m, map.symmetry) = (m, symmetry);
        map.inner.clear();
        map.outer.clear();
        let Some((last, others)) = coordinates.row.split_last() else {
            map.outer.push((0, 0));
            return;
        };
        let inner = coordinates.factors[last.factor].count;
        let outer = coordinates.row_length / inner;
        if outer >= MANY_PARTS {
            map.inner.extend((0..inner).map(|state| {
                let next = coordinates.after(last.factor, small(state), m);
                coordinates.plain_image(symmetry, last.factor, next)
            }));
        }
        for number in 0..outer {
            for own in others {
                let count = coordinates.factors[own.factor].count;
                states[own.factor] = small(number * inner / own.unit % count);
            }
            let next = after(&states);
            let place = others.iter().fold(0, |place, own| {
                place + own.unit * usize::from(coordinates.image(symmetry, own.factor, &next))
            });
            let place = u32::try_from(place).unwrap_or(u32::MAX);
            map.outer
                .push((place, coordinates.shift(symmetry, last.factor, &next)));
        }
    }

    /// Carries what a row has to expand to where the map says.
    fn carry(&self, row: usize, map: &RowMap, to: &[AtomicU64]) {
        let coordinates = self.coordinates;
        let last = coordinates.row.last().map(|last| last.factor);
        let factor = last.map(|last| &coordinates.factors[last]);
        let inner = factor.map_or(1, |factor| factor.count);
        let turns = factor.and_then(|factor| match &factor.numbers {
            Numbers::Turns(turns) => Some(turns),
            Numbers::Patterns(_) => None,
        });
        let image = |state: usize| match (map.inner.get(state), last) {
            (Some(&image), _) => image,
            (None, Some(last)) => {
                let next = coordinates.after(last, small(state), map.m);
                coordinates.plain_image(map.symmetry, last, next)
            }
            (None, None) => 0,
        };
        let first_line = row * self.stride / LINE_WORDS;
        for line in 0..self.stride / LINE_WORDS {
            if self.is_open[first_line + line].load(Ordering::Relaxed) == 0 {
                continue;
            }
            let mut outer = line * LINE / inner;
            let mut rest = line * LINE % inner;
            for word in 0..LINE_WORDS {
                let codes = self.words[row * self.stride + line * LINE_WORDS + word]
                    .load(Ordering::Relaxed);
                let mut open = codes & !(codes >> 1) & LOW;
                while open != 0 {
                    let board = open.trailing_zeros() as usize / 2;
                    open &= open - 1;
                    let (mut own, mut state) = (outer, rest + board);
                    while state >= inner {
                        state -= inner;
                        own += 1;
                    }
                    let (place, shift) = map.outer[own];
                    let image = match turns {
                        Some(turns) => turns.sum(image(state), shift),
                        None => image(state),
                    };
                    let place = place as usize + usize::from(image);
                    let word = &to[place / WORD];
                    let codes = word.load(Ordering::Relaxed);
                    let shift = 2 * (place % WORD);
                    // 3 becomes 2.
                    let is_new = (codes & codes >> 1) >> shift & 1;
                    word.store(codes ^ is_new << shift, Ordering::Relaxed);
                }
                rest += WORD;
                while rest >= inner {
                    rest -= inner;
                    outer += 1;
                }
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
                self.is_open[line].store(u8::from(own > 0), Ordering::Relaxed);
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

    /// Writes the least distances into the lines; `farthest` is that of the boards reached last.
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
        }
    }
}
