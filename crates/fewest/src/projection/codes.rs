//! The states of a projection for a board and for its inverse, from the spots of the leads.

use super::candidate::Candidate;
use super::coordinates::{Coordinates, States};
use super::factor::{Carrying, Numbers, small};
use crate::kernel::pieces::{PieceSymmetry, Pieces};

/// The most words that codes of an orbit take.
const MOST_WORDS: usize = 8;

/// What makes states of all images of an inverse board, for which no move is ever undone: codes that
/// are sums over pieces.
#[derive(Clone, Debug)]
pub(super) struct InverseCodes {
    orbits: Vec<OrbitCodes>,
    /// By image and factor: where its code is.
    fields: Vec<Field>,
    factors: usize,
    /// Words of all orbits.
    pub(super) words: usize,
}

#[derive(Clone, Debug)]
struct OrbitCodes {
    pieces: std::ops::Range<usize>,
    first_spot: usize,
    spots: usize,
    /// The first of its words, and how many there are: a power of two.
    first_word: usize,
    words: usize,
    /// By piece, spot of its lead and word: what it adds.
    table: Vec<u64>,
}

/// Codes of a factor: of turns one, of a pattern one for each half.
#[derive(Clone, Copy, Debug, Default)]
struct Field {
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

/// Gives out fields of words.
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
}

impl OrbitCodes {
    #[inline]
    fn sum<const WORDS: usize>(&self, leads: &[u8], spots: &[u8], words: &mut [u64]) {
        let mut sums = [0; WORDS];
        for (table, &lead) in self.table.chunks_exact(self.spots * WORDS).zip(leads) {
            let spot = usize::from(spots[usize::from(lead)]) - self.first_spot;
            for (sum, part) in sums.iter_mut().zip(&table[spot * WORDS..][..WORDS]) {
                *sum += part;
            }
        }
        words.copy_from_slice(&sums);
    }
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
        let mut fields = vec![Field::default(); factors * candidate.images.len()];
        let mut orbits = Vec::new();
        let mut words = 0;
        for (orbit, own) in pieces.orbits().iter().enumerate() {
            let told: Vec<usize> = (0..factors)
                .filter(|&factor| coordinates.factors[factor].orbit == orbit)
                .collect();
            if told.is_empty() {
                continue;
            }
            let k = own.turns;
            let colouring = &candidate.colourings[orbit];
            let mut giver = Fields {
                word: words,
                used: 0,
            };
            // By image and factor: what a piece with its lead on a spot adds.
            let mut parts: Vec<(BitField, usize, usize, usize)> = Vec::new();
            for (image, &symmetry) in candidate.images.iter().enumerate() {
                for &factor in &told {
                    let field = &mut fields[image * factors + factor];
                    match &coordinates.factors[factor].numbers {
                        Numbers::Patterns(patterns) => {
                            let largest =
                                |places| super::factor::power(patterns.classes, places) - 1;
                            field.first = giver.next(largest(patterns.half));
                            field.second = giver.next(largest(own.places - patterns.half));
                        }
                        Numbers::Turns(turns) => {
                            field.first =
                                giver.next(super::factor::power(turns.modulus, turns.digits) - 1);
                        }
                    }
                    parts.push((field.first, image, factor, symmetry));
                }
            }
            // A power of two: few lengths, each with a loop of its own.
            let count = (giver.word + 1 - words).next_power_of_two();
            if count > MOST_WORDS {
                return None;
            }
            let spots = own.places * k;
            let mut table = vec![0; own.places * spots * count];
            for &(_, image, factor, symmetry) in &parts {
                let carrying = Carrying::new(k, symmetries[symmetry].ways[orbit].first()?);
                let field = fields[image * factors + factor];
                for piece in 0..own.places {
                    let (place, shift) = carrying.to[piece];
                    for spot in 0..spots {
                        // The piece of the inverse board at that place.
                        let (home, there) = carrying.to[spot / k];
                        let mut add = |field: BitField, digit: usize, unit: usize| {
                            let slot = (piece * spots + spot) * count + field.word - words;
                            table[slot] += ((digit * unit) as u64) << field.shift;
                        };
                        match &coordinates.factors[factor].numbers {
                            Numbers::Patterns(patterns) => {
                                let class = usize::from(colouring.classes[home]);
                                let unit = |place| super::factor::power(patterns.classes, place);
                                if place < patterns.half {
                                    add(field.first, class, unit(place));
                                } else {
                                    add(field.second, class, unit(place - patterns.half));
                                }
                            }
                            Numbers::Turns(turns) if place < turns.digits => {
                                let home = colouring.turned.as_ref()?.get(home)?;
                                let less = there + carrying.factor * (spot % k);
                                let turn = (usize::from(*home) + shift + k * k - less) % k;
                                add(field.first, turn, super::factor::power(k, place));
                            }
                            Numbers::Turns(_) => {}
                        }
                    }
                }
            }
            orbits.push(OrbitCodes {
                pieces: own.pieces(),
                first_spot: own.first_spot,
                spots,
                first_word: words,
                words: count,
                table,
            });
            words += count;
        }
        Some(Self {
            orbits,
            fields,
            factors,
            words,
        })
    }

    /// Adds up the codes of a board after a move.
    #[inline]
    pub(super) fn sum(&self, leads: &[u8], spots: &[u8], words: &mut [u64]) {
        for own in &self.orbits {
            let leads = &leads[own.pieces.clone()];
            let sums = &mut words[own.first_word..own.first_word + own.words];
            // Of few words the sums stay in registers.
            match own.words {
                1 => own.sum::<1>(leads, spots, sums),
                2 => own.sum::<2>(leads, spots, sums),
                4 => own.sum::<4>(leads, spots, sums),
                _ => own.sum::<MOST_WORDS>(leads, spots, sums),
            }
        }
    }

    /// The states of an image of the inverse board, by these sums.
    #[inline]
    pub(super) fn states(&self, coordinates: &Coordinates, image: usize, words: &[u64]) -> States {
        let mut states = States::default();
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
        let own = &pieces.orbits()[factor.orbit];
        let k = own.turns;
        let colouring = &candidate.colourings[factor.orbit];
        let carrying = Carrying::new(k, symmetry.ways[factor.orbit].first()?);
        let mut classes = vec![0; own.places];
        let mut turned = vec![0; own.places];
        for (piece, &lead) in leads[own.pieces()].iter().enumerate() {
            let spot = usize::from(lead) - own.first_spot;
            let (home, shift) = carrying.to[piece];
            let (place, there) = carrying.to[spot / k];
            classes[place] = colouring.classes[home];
            if let Some(own) = &colouring.turned {
                let turn = there + carrying.factor * (spot % k) + usize::from(own[home]);
                turned[place] = (turn + k - shift) % k;
            }
        }
        *state = match &factor.numbers {
            Numbers::Patterns(patterns) => patterns.number_of(&classes),
            Numbers::Turns(turns) => turns.number(&turned),
        };
    }
    Some(states)
}
