//! The possible projections of a puzzle of pieces, and the cost of each.

use std::cmp::Reverse;

use rustc_hash::FxHashSet as HashSet;

use super::colouring::{Colouring, by_moves, coarser};
use super::factor::{MAX_FACTORS, turn_states};
use crate::kernel::pieces::{MAX_SYMMETRIES, PieceSymmetry, Pieces};

/// The most states of a factor, because states are 16-bit numbers.
pub(super) const MAX_STATES: u64 = (1 << 16) - 1;
/// The most codes of half a pattern.
const MAX_CODES: u64 = 1 << 18;
/// The most states of the reduced part, each of which has a 32-bit class.
const MAX_REDUCED: u64 = 1 << 22;
/// Words with a bit for each symmetry.
const WORDS: usize = MAX_SYMMETRIES / 64;
/// The states of the reduced part whose classes fit a core's caches.
const CACHED: u64 = 1 << 18;
/// The most combinations of colourings that are considered.
const MAX_COMBINED: usize = 100_000;
const MAX_CANDIDATES: usize = 64;
/// The most images that are looked up, including the board itself.
pub(super) const MAX_IMAGES: usize = 6;
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

/// A projection: a colouring of each orbit, and the part that symmetries reduce.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) colourings: Vec<Colouring>,
    pub(super) reduced: ReducedPart,
    /// The puzzle's symmetries that keep the colourings; only the first if no part is reduced.
    pub(super) kept: Vec<usize>,
    /// The symmetries under which boards look different to it, one per look; the identity first.
    pub(super) images: Vec<usize>,
    /// True for moves that leave the colours of the solved board unchanged.
    pub(super) fixing: Vec<bool>,
    /// The number of patterns that share an entry, the least of their distances; 1 if none do.
    pub(super) per_entry: u64,
    /// The approximate size of its table in bytes.
    pub(super) bytes: u64,
}

/// The part of a projected board that symmetries reduce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReducedPart {
    Nothing,
    /// The pattern of this orbit: the places of its classes.
    Pattern(usize),
    /// The pattern and the turns of this orbit.
    Orbit(usize),
    /// The patterns of all orbits, in the combinations that moves reach.
    Patterns,
}

/// A colouring with its figures.
struct ColouringChoice {
    colouring: Colouring,
    patterns: u64,
    turns: u64,
    /// The number of ways to turn one piece.
    modulus: u64,
    /// The symmetries that keep the colouring, as bits.
    kept: [u64; WORDS],
    /// The moves that leave its colours unchanged, as bits.
    fixing: u64,
    is_coarse: bool,
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

/// The possible colourings of each orbit of a puzzle.
pub(super) struct Choices(Vec<Vec<ColouringChoice>>);

impl Choices {
    /// Returns all colourings by moves, and coarser ones if `with_coarse`. The orbit with the most
    /// colourings keeps one of each class under symmetries.
    pub(super) fn new(pieces: &Pieces, symmetries: &[PieceSymmetry], with_coarse: bool) -> Self {
        let orbits = pieces.orbits().iter();
        let mut pure: Vec<Vec<Colouring>> = orbits.map(|orbit| by_moves(pieces, orbit)).collect();
        let largest = (0..pure.len()).max_by_key(|&orbit| pure[orbit].len());
        if let Some(orbit) = largest {
            keep_one_of_each_class(symmetries, orbit, &mut pure[orbit], |colouring| colouring);
        }
        let mut orbits: Vec<Vec<ColouringChoice>> = pure
            .into_iter()
            .enumerate()
            .map(|(orbit, pure)| choices(pieces, symmetries, orbit, pure, with_coarse))
            .collect();
        if let Some(orbit) = largest {
            keep_one_of_each_class(symmetries, orbit, &mut orbits[orbit], |choice| {
                &choice.colouring
            });
        }
        Self(orbits)
    }

    /// The combinations whose tables take at most `max_bytes`, the most promising first.
    pub(super) fn candidates(
        &self,
        pieces: &Pieces,
        symmetries: &[PieceSymmetry],
        max_bytes: u64,
    ) -> Vec<Candidate> {
        let found = self.weighed(pieces.moves().len(), max_bytes);
        let candidate = |(chosen, weighed): (Vec<usize>, Weighed)| {
            let choices = self.0.iter().zip(&chosen);
            let colourings: Vec<Colouring> = choices
                .map(|(all, &index)| all[index].colouring.clone())
                .collect();
            let fixes = |spots: &Vec<u8>| {
                let mut orbits = pieces.orbits().iter().zip(&colourings);
                orbits.all(|(orbit, colouring)| colouring.is_fixed_by(orbit, spots))
            };
            Candidate {
                fixing: pieces.moves().iter().map(fixes).collect(),
                images: images(symmetries, &colourings),
                colourings,
                kept: match weighed.reduced {
                    ReducedPart::Nothing => vec![0],
                    _ => (0..symmetries.len())
                        .filter(|&symmetry| weighed.kept[symmetry / 64] >> (symmetry % 64) & 1 == 1)
                        .collect(),
                },
                reduced: weighed.reduced,
                per_entry: weighed.per_entry,
                bytes: weighed.bytes,
            }
        };
        found.into_iter().map(candidate).collect()
    }

    /// The combinations whose tables take at most `max_bytes`, with their costs: first the best one
    /// whose boards share entries, with fewer and fewer entries, then those whose boards do not.
    fn weighed(&self, moves: usize, max_bytes: u64) -> Vec<(Vec<usize>, Weighed)> {
        let mut found: Vec<(Vec<usize>, Weighed)> = Vec::new();
        let mut shared: Vec<(Vec<usize>, Weighed)> = Vec::new();
        let mut chosen = vec![0; self.0.len()];
        for _ in 0..MAX_COMBINED {
            let picked = self.picked(&chosen);
            if let Some(weighed) = weigh(&picked, moves, max_bytes.min(LARGEST_UNSHARED), 1) {
                found.push((chosen.clone(), weighed));
            } else if let Some(weighed) = share(&picked, moves, max_bytes) {
                shared.push((chosen.clone(), weighed));
            }
            // The next combination, like the digits of a number.
            let is_last = chosen.iter_mut().zip(&self.0).all(|(index, all)| {
                *index = (*index + 1) % all.len();
                *index == 0
            });
            if is_last {
                break;
            }
        }
        sort(&mut found, moves);
        found.truncate(MAX_CANDIDATES);
        // Colourings that fit together less well have fewer moves that leave them alone. Those moves
        // tighten bounds by more than twice the memory does.
        let fixing = found.first().map_or(0, |(_, best)| best.fixing);
        shared.retain(|(_, weighed)| weighed.fixing >= fixing);
        sort(&mut shared, moves);
        shared.truncate(1);
        while let Some((chosen, larger)) = shared.last() {
            let picked = self.picked(chosen);
            let Some(smaller) = share(&picked, moves, larger.bytes - 1) else {
                break;
            };
            shared.push((chosen.clone(), smaller));
        }
        shared.append(&mut found);
        shared
    }

    fn picked(&self, chosen: &[usize]) -> Vec<&ColouringChoice> {
        let choices = self.0.iter().zip(chosen);
        choices.map(|(all, &index)| &all[index]).collect()
    }
}

/// Sorts combinations: pure colourings first, then the largest mean bound, estimated by the growth
/// from the boards after one move to all boards. In ties, seeing part of every orbit comes before
/// seeing all of one. Of combinations with the same figures, keeps one.
fn sort(found: &mut Vec<(Vec<usize>, Weighed)>, moves: usize) {
    let moves = moves as u128;
    let worth = |weighed: &Weighed| {
        let moving = (moves - u128::from(weighed.fixing).min(moves)).max(1);
        u128::from(weighed.boards / weighed.per_entry) * moves / moving
    };
    found.sort_by_cached_key(|(_, weighed)| {
        let worth = Reverse(worth(weighed));
        (
            weighed.is_coarse,
            worth,
            weighed.kept_count,
            weighed.largest,
            weighed.bytes,
        )
    });
    found.dedup_by_key(|(_, weighed)| (weighed.boards, weighed.bytes, weighed.kept_count));
}

impl Candidate {
    /// Returns the candidate in which all stickers have different colours, and the puzzle's
    /// symmetries; `None` if an orbit has too many states.
    pub(super) fn apart(pieces: &Pieces) -> Option<(Self, Vec<PieceSymmetry>)> {
        let choices = |symmetries: &[PieceSymmetry]| -> Option<Vec<ColouringChoice>> {
            let orbits = pieces.orbits().iter().enumerate();
            let choices = orbits.map(|(index, orbit)| {
                let apart = vec![Colouring::apart(orbit)?];
                choices(pieces, symmetries, index, apart, false).pop()
            });
            choices.collect()
        };
        // First without symmetries, which is fast.
        choices(&[])?;
        let symmetries = pieces.symmetries();
        let choices = choices(&symmetries)?;
        let all = |size: fn(&ColouringChoice) -> u64| {
            choices.iter().map(size).fold(1, u64::saturating_mul)
        };
        // Reduces all patterns together if possible, because the places of some pieces may
        // determine others. The rest, a row, must fill a line.
        let is_joint =
            all(|choice| choice.patterns) <= MAX_REDUCED && all(|choice| choice.turns) >= LINE;
        let reduced = if is_joint {
            ReducedPart::Patterns
        } else {
            weigh(&choices.iter().collect::<Vec<_>>(), 1, u64::MAX, 1)?.reduced
        };
        let candidate = Self {
            kept: match reduced {
                ReducedPart::Nothing => vec![0],
                _ => (0..symmetries.len()).collect(),
            },
            reduced,
            colourings: choices.into_iter().map(|choice| choice.colouring).collect(),
            images: vec![0],
            fixing: vec![false; pieces.moves().len()],
            per_entry: 1,
            bytes: 0,
        };
        Some((candidate, symmetries))
    }
}

/// The cost of a combination of colourings.
struct Weighed {
    reduced: ReducedPart,
    /// The symmetries that keep it, as bits, and their number.
    kept: [u64; WORDS],
    kept_count: u64,
    fixing: u32,
    is_coarse: bool,
    boards: u64,
    /// The number of boards that share an entry.
    per_entry: u64,
    /// The largest number of patterns of an orbit.
    largest: u64,
    bytes: u64,
}

/// The cost of a combination whose table is too large, if as few boards share an entry as possible:
/// boards that differ only in the turns of some places.
fn share(picked: &[&ColouringChoice], moves: usize, max_bytes: u64) -> Option<Weighed> {
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
fn weigh(
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

/// The possible colourings of an orbit in a table.
fn choices(
    pieces: &Pieces,
    symmetries: &[PieceSymmetry],
    orbit: usize,
    pure: Vec<Colouring>,
    with_coarse: bool,
) -> Vec<ColouringChoice> {
    let piece_orbit = &pieces.orbits()[orbit];
    let mut coarse: Vec<Colouring> = Vec::new();
    if with_coarse {
        coarse = coarser(piece_orbit, &pure);
        coarse.retain(|colouring| pure.binary_search(colouring).is_err());
    }
    let turned = turn_states(pieces, orbit);
    let pure = pure.into_iter().map(|colouring| (colouring, false));
    let all = pure.chain(coarse.into_iter().map(|colouring| (colouring, true)));
    let choice = |(colouring, is_coarse): (Colouring, bool)| {
        let patterns = colouring.patterns();
        let turns = if colouring.turned.is_some() {
            turned
        } else {
            1
        };
        let half = u32::try_from(piece_orbit.places.div_ceil(2)).unwrap_or(u32::MAX);
        let codes = (colouring.class_count() as u64).saturating_pow(half);
        if patterns > MAX_STATES || turns > MAX_STATES || codes > MAX_CODES {
            return None;
        }
        let keeps = |symmetry: &PieceSymmetry| {
            symmetry.ways[orbit]
                .iter()
                .any(|way| colouring.is_kept(way))
        };
        let moves = pieces.moves().iter().take(64).enumerate();
        let fixing = moves.filter(|(_, spots)| colouring.is_fixed_by(piece_orbit, spots));
        Some(ColouringChoice {
            fixing: fixing.fold(0, |all, (m, _)| all | 1 << m),
            kept: std::array::from_fn(|word| {
                let part = symmetries.iter().skip(word * 64).take(64).enumerate();
                part.fold(0, |all, (bit, symmetry)| {
                    all | u64::from(keeps(symmetry)) << bit
                })
            }),
            colouring,
            patterns,
            turns,
            modulus: piece_orbit.turns as u64,
            is_coarse,
        })
    };
    let mut choices: Vec<ColouringChoice> = all.filter_map(choice).collect();
    choices.sort_by_key(|choice| (choice.is_coarse, choice.patterns * choice.turns));
    // Of colourings with the same figures, one is enough.
    let mut seen = HashSet::default();
    choices.retain(|choice| {
        seen.insert((
            choice.patterns,
            choice.turns,
            choice.kept,
            choice.fixing,
            choice.is_coarse,
        ))
    });
    choices
}

/// Of an orbit's colourings that symmetries map to each other, keeps the first.
fn keep_one_of_each_class<T>(
    symmetries: &[PieceSymmetry],
    orbit: usize,
    all: &mut Vec<T>,
    colouring: impl Fn(&T) -> &Colouring,
) {
    let mut seen = HashSet::default();
    all.retain(|element| {
        let colouring = colouring(element);
        let is_new = !seen.contains(colouring.colours());
        if is_new {
            let ways = symmetries.iter().flat_map(|symmetry| &symmetry.ways[orbit]);
            seen.extend(ways.map(|way| colouring.colours_after(way)));
        }
        is_new
    });
}

/// The symmetries under which a projection sees boards differently.
fn images(symmetries: &[PieceSymmetry], colourings: &[Colouring]) -> Vec<usize> {
    let mut seen: Vec<Vec<Vec<u8>>> = Vec::new();
    let mut images = Vec::new();
    for (place, symmetry) in symmetries.iter().enumerate() {
        // The colouring that shows a board as the projection shows its image.
        let back = |(orbit, colouring): (usize, &Colouring)| {
            let way = symmetry.ways[orbit].first()?;
            let mut inverse = vec![0; way.len()];
            for (spot, &to) in (0..=u8::MAX).zip(way) {
                inverse[usize::from(to)] = spot;
            }
            Some(colouring.colours_after(&inverse))
        };
        let Some(look) = colourings
            .iter()
            .enumerate()
            .map(back)
            .collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        if !seen.contains(&look) && images.len() < MAX_IMAGES {
            seen.push(look);
            images.push(place);
        }
    }
    images
}
