//! The cost of a combination of colourings: what its table takes, and how it is laid out.

use super::candidate::ReducedPart;
use super::colouring::Colouring;
use super::factor::MAX_FACTORS;
use crate::kernel::pieces::MAX_SYMMETRIES;

/// The most states of the reduced part, each of which has a 32-bit class.
pub(super) const MAX_REDUCED: u64 = 1 << 22;
/// The states of the reduced part whose classes fit a core's caches.
const CACHED: u64 = 1 << 18;
/// The bytes of a table for each part of a row that moves may carry to fill it. [`MIN_PARTS`] are
/// always allowed. At 0.15 microseconds per part, small tables are filled in tenths of a second,
/// medium ones in seconds and the largest in minutes. If turns of many single pieces, such as
/// centres, are distinguished, a part has only a few boards.
const PARTS_FOR_BYTES: u64 = 2;
const MIN_PARTS: u64 = 1 << 20;
/// The most patterns that share an entry: bounds are good with as many on the cube, and more have not
/// been measured.
const MAX_PER_ENTRY: u64 = 8;
/// The most bytes of a table whose patterns have an entry each. The cube has no better one up to 10 GB.
pub const LARGEST_UNSHARED: u64 = 2_600_000_000;
/// The fewest bytes of a table whose patterns share entries: building it takes ten times as long.
const LEAST_SHARED: u64 = 2 * LARGEST_UNSHARED;
/// Codes in a line of a table.
pub(super) const LINE: u64 = 256;
pub(super) const LINE_BYTES: u64 = 64;

/// Words with a bit for each symmetry.
pub(super) const WORDS: usize = MAX_SYMMETRIES / 64;

/// A colouring with its figures.
pub(super) struct ColouringChoice {
    pub(super) colouring: Colouring,
    pub(super) patterns: u64,
    pub(super) turns: u64,
    /// The number of ways to turn one piece.
    pub(super) modulus: u64,
    /// The symmetries that keep the colouring, as bits.
    pub(super) kept: [u64; WORDS],
    /// The moves that leave its colours unchanged, as bits.
    pub(super) fixing: u64,
    pub(super) is_coarse: bool,
}

impl ColouringChoice {
    const fn size(&self) -> u64 {
        self.patterns.saturating_mul(self.turns)
    }

    /// Returns true if there are this many ways to turn some of the pieces, but not all.
    fn is_shared_by(&self, number: u64) -> bool {
        let powers = std::iter::successors(Some(self.modulus), |power| Some(power * self.modulus));
        self.modulus > 1
            && number < self.turns
            && powers
                .take_while(|&power| power <= number)
                .any(|power| power == number)
    }
}

/// The cost of a combination of colourings.
pub(super) struct Weighed {
    pub(super) reduced: ReducedPart,
    /// The symmetries that keep it, as bits, and their number.
    pub(super) kept: [u64; WORDS],
    pub(super) kept_count: u64,
    pub(super) fixing: u32,
    pub(super) is_coarse: bool,
    pub(super) boards: u64,
    /// The number of boards that share an entry.
    pub(super) per_entry: u64,
    /// The largest number of patterns of an orbit.
    pub(super) largest: u64,
    pub(super) bytes: u64,
}

/// The cost of a combination whose table is too large, if as few boards share an entry as possible:
/// boards that differ only in the turns of some places.
pub(super) fn share(picked: &[&ColouringChoice], moves: usize, max_bytes: u64) -> Option<Weighed> {
    let least = least_bytes(picked) / max_bytes.max(1);
    if max_bytes < LEAST_SHARED || least > MAX_PER_ENTRY {
        return None;
    }
    let is_shared = |&number: &u64| picked.iter().any(|choice| choice.is_shared_by(number));
    let mut numbers = (least.max(2)..=MAX_PER_ENTRY).filter(is_shared);
    let weighed = numbers.find_map(|per_entry| weigh(picked, moves, max_bytes, per_entry));
    weighed.filter(|weighed| weighed.bytes >= LEAST_SHARED)
}

/// The boards of a combination.
fn boards_of(picked: &[&ColouringChoice]) -> u64 {
    let sizes = picked.iter().map(|choice| choice.size());
    sizes.fold(1, u64::saturating_mul)
}

/// The symmetries that keep a combination, as bits, and their number.
fn kept_by(picked: &[&ColouringChoice]) -> ([u64; WORDS], u64) {
    let kept: [u64; WORDS] = std::array::from_fn(|word| {
        picked
            .iter()
            .fold(u64::MAX, |all, choice| all & choice.kept[word])
    });
    let count = kept.iter().map(|word| u64::from(word.count_ones())).sum();
    (kept, count)
}

/// The bytes of a combination's table are at least about this many.
fn least_bytes(picked: &[&ColouringChoice]) -> u64 {
    let (_, kept_count) = kept_by(picked);
    boards_of(picked) / kept_count / LINE * LINE_BYTES
}

/// The cost of a combination if `per_entry` boards share an entry.
pub(super) fn weigh(
    picked: &[&ColouringChoice],
    moves: usize,
    max_bytes: u64,
    per_entry: u64,
) -> Option<Weighed> {
    let boards = boards_of(picked);
    // One factor for places, and one for turns.
    let factor_counts = picked
        .iter()
        .map(|choice| match (choice.patterns, choice.turns) {
            (1, 1) => 0,
            (_, 1) => 1,
            _ => 2,
        });
    if factor_counts.sum::<usize>() > MAX_FACTORS {
        return None;
    }
    let (kept, kept_count) = kept_by(picked);
    // Rows are padded to whole lines. States that a symmetry keeps have smaller classes: this adds
    // about as many classes as the root of the number of states.
    let bytes = |reduced: u64, kept: u64| {
        let row = boards / reduced / per_entry;
        let more = if kept > 1 { reduced.isqrt() * 3 / 4 } else { 0 };
        (reduced.div_ceil(kept) + more).min(reduced) * row.div_ceil(LINE) * LINE_BYTES
    };
    if boards < 2 || least_bytes(picked) / per_entry > max_bytes {
        return None;
    }
    let orbit_parts = picked.iter().enumerate().flat_map(|(orbit, choice)| {
        let pattern = (ReducedPart::Pattern(orbit), choice.patterns, kept_count);
        let whole = (ReducedPart::Orbit(orbit), choice.size(), kept_count);
        [Some(pattern), (choice.turns > 1).then_some(whole)]
    });
    let parts = orbit_parts
        .flatten()
        .filter(|(_, reduced, _)| *reduced <= MAX_REDUCED);
    let max_parts = (max_bytes / PARTS_FOR_BYTES).max(MIN_PARTS);
    let is_quick = |(part, bytes, _): &(ReducedPart, u64, u64)| {
        let codes = bytes.saturating_mul(LINE / LINE_BYTES);
        let last = last_states(picked, *part);
        match per_entry {
            1 => codes / last <= max_parts / moves.max(1) as u64,
            // The turns that share entries are those of the last factor.
            _ => picked
                .iter()
                .any(|choice| choice.turns == last && choice.is_shared_by(per_entry)),
        }
    };
    let (reduced, bytes) = std::iter::once((ReducedPart::Nothing, 1, 1))
        .chain(parts)
        .map(|(part, reduced, kept)| (part, bytes(reduced, kept), reduced))
        .filter(is_quick)
        .min_by_key(|(_, bytes, reduced)| {
            // A table of classes that does not fit the caches costs time at every lookup.
            let is_large = *reduced > CACHED;
            (if is_large { bytes / 4 * 5 } else { *bytes }, *reduced)
        })
        .map(|(part, bytes, _)| (part, bytes))?;
    (bytes <= max_bytes).then(|| Weighed {
        kept,
        kept_count: if reduced == ReducedPart::Nothing {
            1
        } else {
            kept_count
        },
        reduced,
        fixing: picked
            .iter()
            .fold(u64::MAX, |all, choice| all & choice.fixing)
            .count_ones(),
        is_coarse: picked.iter().any(|choice| choice.is_coarse),
        largest: picked
            .iter()
            .map(|choice| choice.patterns)
            .max()
            .unwrap_or(0),
        boards,
        per_entry,
        bytes,
    })
}

/// The number of states of a row's last factor, which form a part: the most turns of an orbit or,
/// without turns, the most patterns.
fn last_states(picked: &[&ColouringChoice], reduced: ReducedPart) -> u64 {
    let in_rows = |size: fn(&ColouringChoice) -> u64, is_turn: bool| {
        let orbits = picked.iter().enumerate();
        let left = orbits.filter(move |(orbit, _)| match reduced {
            ReducedPart::Nothing => true,
            ReducedPart::Pattern(part) => is_turn || part != *orbit,
            ReducedPart::Orbit(part) => part != *orbit,
            ReducedPart::Patterns => is_turn,
        });
        left.map(|(_, choice)| size(choice)).max().unwrap_or(1)
    };
    match in_rows(|choice| choice.turns, true) {
        1 => in_rows(|choice| choice.patterns, false),
        turns => turns,
    }
}
