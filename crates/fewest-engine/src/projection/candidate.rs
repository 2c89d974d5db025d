//! The possible projections of a puzzle of pieces, the most promising first.

use std::cmp::Reverse;

use rustc_hash::FxHashSet as HashSet;

use super::colouring::{Colouring, by_moves, coarser};
use super::factor::turn_states;
use super::weigh::{ColouringChoice, LARGEST_UNSHARED, LINE, MAX_REDUCED, Weighed, share, weigh};
use crate::kernel::pieces::{PieceSymmetry, Pieces};

/// The most states of a factor, because states are 16-bit numbers.
pub(super) const MAX_STATES: u64 = (1 << 16) - 1;
/// The most codes of half a pattern.
const MAX_CODES: u64 = 1 << 18;
/// The most combinations of colourings that are considered.
const MAX_COMBINED: usize = 100_000;
const MAX_CANDIDATES: usize = 64;
/// The most images that are looked up, including the board itself.
pub(super) const MAX_IMAGES: usize = 6;

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

    /// The combinations whose tables take at most `max_bytes`, with their costs. The best one whose
    /// boards share entries comes first, in smaller and smaller tables.
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
        // Moves that leave the solved pattern unchanged tighten bounds more than twice the memory
        // does.
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
