//! The states of a projection for a board and for its inverse, from the places of pieces.
//!
//! The latest move on a board comes first in its inverse, so it changes the places of many pieces
//! there. But the codes that number patterns and turns are sums over places, with a part for each
//! place and its content:
//!
//! ```text
//! place          1    2    3    4
//! content        3    1    4    2        the piece on each place
//! inverse        2    4    1    3        the place of each piece
//! code       =  p(1,3) + p(2,1) + p(3,4) + p(4,2)
//! ```
//!
//! A move that exchanges the pieces of places 1 and 2 changes two parts of the sum: p(1,3) + p(2,1)
//! become p(1,1) + p(2,3). So codes are updated by additions.

use super::candidate::Candidate;
use super::colouring::Colouring;
use super::coordinates::{Coordinates, States};
use super::factor::{Numbers, power, small};
use super::images::Carrying;
use crate::kernel::pieces::{PieceOrbit, PieceSymmetry, Pieces};

/// The most words of an orbit's codes.
const MAX_WORDS: usize = 8;

/// Computes the states of all images of an inverse board.
///
/// A board's *contents* are, for each place, the solved board's spot of the sticker that is on the
/// first spot of the place.
#[derive(Clone, Debug)]
pub(super) struct InverseCodes {
    orbits: Vec<OrbitCodes>,
    /// The fields of codes, indexed by image and factor.
    fields: Vec<CodeField>,
    factors: usize,
    pub(super) words: usize,
}

#[derive(Clone, Debug)]
struct OrbitCodes {
    first_place: usize,
    first_spot: usize,
    spots: usize,
    /// The first of its words, and their number: 0 or a power of two.
    first_word: usize,
    words: usize,
    /// The parts of the sums, indexed by place, content and word.
    parts: Vec<u64>,
    /// The changes of all moves, and the range of each move's changes.
    changes: Vec<Change>,
    move_ranges: Vec<std::ops::Range<usize>>,
    /// The content that each change makes, and the words that it adds to the sums, indexed by
    /// change and by the content of the place that it takes from.
    contents: Vec<u8>,
    differences: Vec<u64>,
}

/// The effect of a move on a place: it takes the content of another, or turns its own.
#[derive(Clone, Copy, Debug)]
struct Change {
    from: u8,
    to: u8,
    /// The start of its entries in `contents`.
    first: u32,
}

/// The codes of a factor: one for turns, one for each half of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct CodeField {
    first: BitField,
    second: BitField,
}

#[derive(Clone, Copy, Debug, Default)]
struct BitField {
    word: usize,
    shift: u32,
    mask: u64,
}

impl BitField {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "codes are less than 2^18")]
    fn of(self, words: &[u64]) -> usize {
        (words[self.word] >> self.shift & self.mask) as usize
    }
}

/// Allocates fields of words.
struct Fields {
    word: usize,
    used: u32,
}

impl Fields {
    fn next(&mut self, largest: usize) -> BitField {
        let width = usize::BITS - largest.leading_zeros();
        if self.used + width.max(1) > u64::BITS {
            self.word += 1;
            self.used = 0;
        }
        let field = BitField {
            word: self.word,
            shift: self.used,
            mask: (1 << width) - 1,
        };
        self.used += width;
        field
    }

    /// The fields of a factor's codes, for an orbit of this many places.
    fn fields_of(&mut self, numbers: &Numbers, places: usize) -> CodeField {
        match numbers {
            Numbers::Patterns(patterns) => {
                let largest = |places| power(patterns.classes, places) - 1;
                CodeField {
                    first: self.next(largest(patterns.half)),
                    second: self.next(largest(places - patterns.half)),
                }
            }
            Numbers::Turns(turns) => CodeField {
                first: self.next(power(turns.modulus, turns.digits) - 1),
                ..CodeField::default()
            },
        }
    }
}

impl OrbitCodes {
    /// The changes that moves make to the places of an orbit, without words yet.
    fn new(pieces: &Pieces, orbit: &PieceOrbit) -> Option<Self> {
        let mut codes = Self {
            first_place: orbit.first_piece,
            first_spot: orbit.first_spot,
            spots: orbit.spots().len(),
            first_word: 0,
            words: 0,
            parts: Vec::new(),
            changes: Vec::new(),
            move_ranges: Vec::new(),
            contents: Vec::new(),
            differences: Vec::new(),
        };
        let first_of = |spot: usize| spot - (spot - orbit.first_spot) % orbit.turns;
        let place_of = |spot: usize| orbit.first_piece + (spot - orbit.first_spot) / orbit.turns;
        for spots in pieces.moves() {
            let begin = codes.changes.len();
            for from in orbit.spots() {
                let to = usize::from(spots[from]);
                if to != first_of(to) || to == from {
                    continue;
                }
                codes.changes.push(Change {
                    from: u8::try_from(place_of(from)).ok()?,
                    to: u8::try_from(place_of(to)).ok()?,
                    first: u32::try_from(codes.contents.len()).ok()?,
                });
                for content in orbit.spots() {
                    codes
                        .contents
                        .push(pieces.carried(first_of(from), content, from)?);
                }
            }
            codes.move_ranges.push(begin..codes.changes.len());
        }
        Some(codes)
    }

    /// Sets the parts of the sums, and the differences that moves make.
    fn take(&mut self, parts: Vec<u64>, first_word: usize, words: usize) {
        let part = |place: u8, spot: usize| {
            let place = usize::from(place) - self.first_place;
            parts[(place * self.spots + spot) * words..][..words].iter()
        };
        let mut differences = Vec::with_capacity(self.contents.len() * words);
        for (change, contents) in self.changes.iter().zip(self.contents.chunks(self.spots)) {
            for (before, &after) in contents.iter().enumerate() {
                let after = part(change.to, usize::from(after) - self.first_spot);
                let before = part(change.from, before);
                differences.extend(after.zip(before).map(|(new, old)| new.wrapping_sub(*old)));
            }
        }
        self.first_word = first_word;
        self.words = words;
        self.parts = parts;
        self.differences = differences;
    }

    #[inline]
    fn changes(&self, m: u8) -> &[Change] {
        &self.changes[self.move_ranges[usize::from(m)].clone()]
    }

    /// The index of a change's entry for a board with these contents.
    #[inline]
    fn place(&self, change: Change, contents: &[u8]) -> usize {
        change.first as usize + usize::from(contents[usize::from(change.from)]) - self.first_spot
    }

    #[inline]
    fn after<const WORDS: usize>(&self, m: u8, contents: &[u8], before: &[u64], after: &mut [u64]) {
        let words = self.first_word..self.first_word + WORDS;
        let mut sums = [0; WORDS];
        sums.copy_from_slice(&before[words.clone()]);
        for &change in self.changes(m) {
            let place = self.place(change, contents);
            for (sum, part) in sums
                .iter_mut()
                .zip(&self.differences[place * WORDS..][..WORDS])
            {
                *sum = sum.wrapping_add(*part);
            }
        }
        after[words].copy_from_slice(&sums);
    }
}

/// A factor of an orbit as one image shows it, and the fields of its codes.
struct ShownFactor<'a> {
    orbit: &'a PieceOrbit,
    colouring: &'a Colouring,
    numbers: &'a Numbers,
    carrying: Carrying,
    field: CodeField,
}

impl ShownFactor<'_> {
    /// The field of the inverse's codes that a place with this content adds to, and the number. On
    /// the inverse board, the piece of this place is at the place of the content.
    fn part(&self, place: usize, content: usize) -> Option<(BitField, usize)> {
        let k = self.orbit.turns;
        let (at, home) = (self.carrying.to[content / k], self.carrying.to[place]);
        let CodeField { first, second } = self.field;
        match self.numbers {
            Numbers::Patterns(patterns) => {
                let class = usize::from(self.colouring.classes[home.place]);
                let (field, digit) = match at.place.checked_sub(patterns.half) {
                    None => (first, at.place),
                    Some(digit) => (second, digit),
                };
                Some((field, class * power(patterns.classes, digit)))
            }
            Numbers::Turns(turns) if at.place < turns.digits => {
                let turned = self.colouring.turned.as_ref()?.get(home.place)?;
                let subtracted = home.shift + self.carrying.factor * (k - content % k);
                let turn = (usize::from(*turned) + at.shift + k * (k + 1) - subtracted) % k;
                Some((first, turn * power(k, at.place)))
            }
            Numbers::Turns(_) => Some((first, 0)),
        }
    }
}

fn parts_of(shown: &[ShownFactor<'_>], first_word: usize, words: usize) -> Option<Vec<u64>> {
    let orbit = shown.first()?.orbit;
    let spots = orbit.spots().len();
    let mut parts = vec![0; orbit.places * spots * words];
    for factor in shown {
        for place in 0..orbit.places {
            for content in 0..spots {
                let (field, number) = factor.part(place, content)?;
                let slot = (place * spots + content) * words + field.word - first_word;
                parts[slot] += (number as u64) << field.shift;
            }
        }
    }
    Some(parts)
}

impl InverseCodes {
    /// `None` if they take too many words.
    pub(super) fn new(
        pieces: &Pieces,
        symmetries: &[PieceSymmetry],
        candidate: &Candidate,
        coordinates: &Coordinates,
    ) -> Option<Self> {
        let factors = coordinates.factors.len();
        let mut inverse_codes = Self {
            orbits: Vec::new(),
            fields: vec![CodeField::default(); factors * candidate.images.len()],
            factors,
            words: 0,
        };
        for (place, orbit) in pieces.orbits().iter().enumerate() {
            let mut codes = OrbitCodes::new(pieces, orbit)?;
            let mut allocator = Fields {
                word: inverse_codes.words,
                used: 0,
            };
            let mut shown = Vec::new();
            for (image, &symmetry) in candidate.images.iter().enumerate() {
                for (factor, coordinate) in coordinates.factors.iter().enumerate() {
                    // A board whose pieces look alike has many inverses, so it gets no codes.
                    if coordinate.orbit != place || pieces.has_identical() {
                        continue;
                    }
                    let field = allocator.fields_of(&coordinate.numbers, orbit.places);
                    inverse_codes.fields[image * factors + factor] = field;
                    shown.push(ShownFactor {
                        orbit,
                        colouring: &candidate.colourings[place],
                        numbers: &coordinate.numbers,
                        carrying: Carrying::new(
                            orbit.turns,
                            symmetries[symmetry].ways[place].first()?,
                        ),
                        field,
                    });
                }
            }
            if !shown.is_empty() {
                // A power of two: each of the few lengths has its own loop.
                let words = (allocator.word + 1 - inverse_codes.words).next_power_of_two();
                if words > MAX_WORDS {
                    return None;
                }
                codes.take(
                    parts_of(&shown, inverse_codes.words, words)?,
                    inverse_codes.words,
                    words,
                );
                inverse_codes.words += words;
            }
            inverse_codes.orbits.push(codes);
        }
        Some(inverse_codes)
    }

    /// The codes of the inverse of a board with these contents.
    pub(super) fn of(&self, contents: &[u8]) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for orbit in &self.orbits {
            let contents = contents[orbit.first_place..].iter();
            let parts = orbit.parts.chunks_exact((orbit.spots * orbit.words).max(1));
            for (parts, &content) in parts.zip(contents) {
                let first = (usize::from(content) - orbit.first_spot) * orbit.words;
                let sums = words[orbit.first_word..].iter_mut();
                for (sum, part) in sums.zip(&parts[first..][..orbit.words]) {
                    *sum += part;
                }
            }
        }
        words
    }

    /// The codes after a move, from the codes and contents before it.
    #[inline]
    pub(super) fn after(&self, m: u8, contents: &[u8], before: &[u64], after: &mut [u64]) {
        for orbit in &self.orbits {
            // Sums of few words stay in registers.
            match orbit.words {
                0 => {}
                1 => orbit.after::<1>(m, contents, before, after),
                2 => orbit.after::<2>(m, contents, before, after),
                4 => orbit.after::<4>(m, contents, before, after),
                _ => orbit.after::<MAX_WORDS>(m, contents, before, after),
            }
        }
    }

    /// Applies a move to contents.
    #[inline]
    pub(super) fn turn(&self, m: u8, before: &[u8], after: &mut [u8]) {
        for orbit in &self.orbits {
            for &change in orbit.changes(m) {
                after[usize::from(change.to)] = orbit.contents[orbit.place(change, before)];
            }
        }
    }

    /// The states of an image of the inverse board, from its codes.
    #[inline]
    pub(super) fn states<const FACTORS: usize>(
        &self,
        coordinates: &Coordinates,
        image: usize,
        words: &[u64],
    ) -> [u16; FACTORS] {
        let mut states = [0; FACTORS];
        let fields = &self.fields[image * self.factors..][..self.factors];
        for ((state, field), factor) in states.iter_mut().zip(fields).zip(&coordinates.factors) {
            *state = match &factor.numbers {
                Numbers::Patterns(patterns) => {
                    patterns.number(field.first.of(words), field.second.of(words))
                }
                Numbers::Turns(_) => small(field.first.of(words)),
            };
        }
        states
    }
}

/// The states of the image of a board under a symmetry.
pub(super) fn states_of(
    pieces: &Pieces,
    symmetry: &PieceSymmetry,
    candidate: &Candidate,
    coordinates: &Coordinates,
    leads: &[u8],
) -> Option<States> {
    let mut states = States::default();
    for (state, factor) in states.iter_mut().zip(&coordinates.factors) {
        let orbit = &pieces.orbits()[factor.orbit];
        let k = orbit.turns;
        let colouring = &candidate.colourings[factor.orbit];
        let carrying = Carrying::new(k, symmetry.ways[factor.orbit].first()?);
        let mut classes = vec![0; orbit.places];
        let mut turned = vec![0; orbit.places];
        for (piece, &lead) in leads[orbit.pieces()].iter().enumerate() {
            let spot = usize::from(lead) - orbit.first_spot;
            let (home, at) = (carrying.to[piece], carrying.to[spot / k]);
            classes[at.place] = colouring.classes[home.place];
            if let Some(solved_turns) = &colouring.turned {
                let turn =
                    at.shift + carrying.factor * (spot % k) + usize::from(solved_turns[home.place]);
                turned[at.place] = (turn + k - home.shift) % k;
            }
        }
        *state = match &factor.numbers {
            Numbers::Patterns(patterns) => patterns.number_of(&classes),
            Numbers::Turns(turns) => turns.number(&turned),
        };
    }
    Some(states)
}
