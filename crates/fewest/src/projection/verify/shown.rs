//! Patterns as the colours on each place, and the effect of moves on them.

use super::super::Projection;
use super::super::coordinates::{Coordinates, States};
use super::super::factor::{Numbers, small};
use crate::kernel::pieces::Pieces;

/// The entry in which a pattern is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PatternEntry {
    pub(super) row: usize,
    pub(super) place: usize,
}

/// A pattern: the look of the piece on each place.
pub(super) type ShownPattern = Vec<u8>;

/// For each place, the destination of its piece and the piece's look there.
type CarriedPiece = Vec<(u8, u8)>;

/// The patterns of a puzzle's boards, as a projection shows them.
pub(super) struct ShownPatterns<'p> {
    coordinates: &'p Coordinates,
    orbits: Vec<ShownOrbit>,
    places: usize,
    moves: usize,
    /// The most looks of an orbit.
    looks: usize,
    /// The destination of each piece, indexed by move and place.
    goes: Vec<u8>,
    /// The look of each piece there, indexed by move, place and look.
    becomes: Vec<u8>,
    solved: ShownPattern,
}

/// An orbit that the projection shows.
struct ShownOrbit {
    first_place: usize,
    places: usize,
    turns: usize,
    first_spot: usize,
    /// The colour of each spot, counted from the orbit's first.
    colours: Vec<u8>,
    /// The factors of its pattern and its turns.
    pattern: usize,
    turned: Option<usize>,
    /// The colours of a place, for each look.
    looks: Vec<Vec<u8>>,
    /// The class and the turn of a piece, for each look.
    told: Vec<(u8, u8)>,
}

impl ShownOrbit {
    /// The number of a look, which is added if it is new.
    fn look(&mut self, look: Vec<u8>) -> u8 {
        let known = self.looks.iter().position(|own| *own == look);
        byte(known.unwrap_or_else(|| {
            self.looks.push(look);
            self.looks.len() - 1
        }))
    }

    /// The look of a piece of this class and turn.
    fn look_of(&self, class: u8, turn: u8) -> u8 {
        let own = self.told.iter().position(|&told| told == (class, turn));
        byte(own.unwrap_or(usize::MAX))
    }
}

/// A number below 256, because there are at most 256 spots.
fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Buffers for numbering patterns.
#[derive(Default)]
pub(super) struct PatternNumbers {
    classes: Vec<u8>,
    turned: Vec<usize>,
}

impl<'p> ShownPatterns<'p> {
    pub(super) fn new(pieces: &'p Pieces, projection: &'p Projection) -> Self {
        let coordinates = &projection.coordinates;
        let mut orbits = Vec::new();
        let mut solved = Vec::new();
        // Indexed by orbit, move and look.
        let mut carried: Vec<Vec<Vec<CarriedPiece>>> = Vec::new();
        for (orbit, own) in pieces.orbits().iter().enumerate() {
            let factors = coordinates.factors.iter().enumerate();
            let own_factors: Vec<usize> = factors
                .filter(|(_, factor)| factor.orbit == orbit)
                .map(|(factor, _)| factor)
                .collect();
            let Some(&pattern) = own_factors.first() else {
                continue;
            };
            let colouring = &projection.candidate.colourings[orbit];
            let k = own.turns;
            let mut shown = ShownOrbit {
                first_place: solved.len(),
                places: own.places,
                turns: k,
                first_spot: own.first_spot,
                colours: colouring.colours().to_vec(),
                pattern,
                turned: own_factors.get(1).copied(),
                looks: Vec::new(),
                told: Vec::new(),
            };
            let colours = shown.colours.clone();
            for look in colours.chunks_exact(k) {
                solved.push(shown.look(look.to_vec()));
            }
            let mut by_move = vec![Vec::new(); pieces.moves().len()];
            let mut look = 0;
            while look < shown.looks.len() {
                let before = shown.looks[look].clone();
                for (spots, by_look) in pieces.moves().iter().zip(&mut by_move) {
                    let mut by_place = Vec::new();
                    for place in 0..own.places {
                        let mut after = vec![0; k];
                        let mut to = 0;
                        for (turn, &colour) in before.iter().enumerate() {
                            let spot = usize::from(spots[own.first_spot + place * k + turn]);
                            to = (spot - own.first_spot) / k;
                            after[(spot - own.first_spot) % k] = colour;
                        }
                        by_place.push((byte(shown.first_place + to), shown.look(after)));
                    }
                    by_look.push(by_place);
                }
                look += 1;
            }
            shown.told = vec![(u8::MAX, u8::MAX); shown.looks.len()];
            for class in 0..byte(colouring.class_count()) {
                let first = colouring.classes.iter().position(|own| *own == class);
                let first = &colours[first.unwrap_or(0) * k..][..k];
                let turns = if colouring.turned.is_some() { k } else { 1 };
                for by in 0..turns {
                    let turned: Vec<u8> = (0..k).map(|turn| first[(turn + k - by) % k]).collect();
                    // Unreachable looks need no number.
                    if let Some(look) = shown.looks.iter().position(|own| *own == turned) {
                        shown.told[look] = (class, byte(by));
                    }
                }
            }
            carried.push(by_move);
            orbits.push(shown);
        }
        let looks = orbits.iter().map(|own| own.looks.len()).max().unwrap_or(1);
        let (places, moves) = (solved.len(), pieces.moves().len());
        let mut shown = Self {
            coordinates,
            goes: vec![0; moves * places],
            becomes: vec![0; moves * places * looks],
            orbits,
            places,
            moves,
            looks,
            solved,
        };
        for (own, by_move) in shown.orbits.iter().zip(&carried) {
            for (m, by_look) in by_move.iter().enumerate() {
                for (look, by_place) in by_look.iter().enumerate() {
                    for (place, &(to, becomes)) in by_place.iter().enumerate() {
                        let at = m * places + own.first_place + place;
                        shown.goes[at] = to;
                        shown.becomes[at * looks + look] = becomes;
                    }
                }
            }
        }
        shown
    }

    pub(super) const fn solved(&self) -> &ShownPattern {
        &self.solved
    }

    pub(super) const fn moves(&self) -> usize {
        self.moves
    }

    /// Applies a move to a pattern.
    #[inline]
    pub(super) fn apply(&self, pattern: &[u8], m: usize, after: &mut [u8]) {
        let first = m * self.places;
        let goes = &self.goes[first..first + self.places];
        let becomes = self.becomes[first * self.looks..].chunks_exact(self.looks);
        for ((&look, &to), becomes) in pattern.iter().zip(goes).zip(becomes) {
            after[usize::from(to)] = becomes[usize::from(look)];
        }
    }

    #[inline]
    pub(super) fn states(&self, pattern: &[u8], numbering: &mut PatternNumbers) -> States {
        let mut states = States::default();
        for own in &self.orbits {
            let looks = &pattern[own.first_place..][..own.places];
            let told = looks.iter().map(|&look| own.told[usize::from(look)]);
            numbering.classes.clear();
            numbering
                .classes
                .extend(told.clone().map(|(class, _)| class));
            if let Numbers::Patterns(numbers) = &self.coordinates.factors[own.pattern].numbers {
                states[own.pattern] = numbers.number_of(&numbering.classes);
            }
            if let Some(turned) = own.turned
                && let Numbers::Turns(numbers) = &self.coordinates.factors[turned].numbers
            {
                numbering.turned.clear();
                numbering
                    .turned
                    .extend(told.map(|(_, turn)| usize::from(turn)));
                states[turned] = numbers.number(&numbering.turned);
            }
        }
        states
    }

    pub(super) fn pattern(&self, states: &States) -> ShownPattern {
        let mut pattern = self.solved.clone();
        for own in &self.orbits {
            let Numbers::Patterns(numbers) = &self.coordinates.factors[own.pattern].numbers else {
                continue;
            };
            let classes = numbers.classes_of(states[own.pattern]);
            let turns = own.turned.and_then(|turned| {
                let numbers = self.coordinates.factors[turned].turns()?;
                Some(numbers.turns_of(states[turned]))
            });
            let places = &mut pattern[own.first_place..][..own.places];
            for (place, (look, &class)) in places.iter_mut().zip(classes).enumerate() {
                let turn = turns.as_ref().map_or_else(
                    // Turns that can't change are not numbered.
                    || own.told[usize::from(*look)].1,
                    |turns| turns[place],
                );
                *look = own.look_of(class, turn);
            }
        }
        pattern
    }

    /// The pattern of a board, from the spot of each sticker.
    pub(super) fn of_board(&self, images: &[u8]) -> Option<ShownPattern> {
        let mut pattern = Vec::new();
        for own in &self.orbits {
            let mut colours = vec![0; own.colours.len()];
            for (spot, &colour) in own.colours.iter().enumerate() {
                let to = usize::from(*images.get(own.first_spot + spot)?);
                *colours.get_mut(to.checked_sub(own.first_spot)?)? = colour;
            }
            for look in colours.chunks_exact(own.turns) {
                let known = own.looks.iter().position(|own| own == look)?;
                pattern.push(byte(known));
            }
        }
        Some(pattern)
    }

    /// The number of combinations of states.
    pub(super) fn patterns(&self) -> u64 {
        let counts = self.coordinates.factors.iter();
        counts.fold(1, |all: u64, factor| {
            all.saturating_mul(factor.count as u64)
        })
    }

    /// The number of a combination of states.
    #[inline]
    pub(super) fn index(&self, states: &States) -> u64 {
        let factors = self.coordinates.factors.iter().zip(states);
        factors.fold(0, |index, (factor, &state)| {
            index * factor.count as u64 + u64::from(state)
        })
    }

    /// The combination of states with this number.
    pub(super) fn states_at(&self, index: u64) -> States {
        let mut states = States::default();
        let mut left = index;
        let factors = self.coordinates.factors.iter().zip(&mut states);
        for (factor, state) in factors.rev() {
            let count = factor.count as u64;
            *state = u16::try_from(left % count).unwrap_or(u16::MAX);
            left /= count;
        }
        states
    }

    pub(super) fn entries(&self) -> u64 {
        self.rows() as u64 * self.row_length() as u64
    }

    pub(super) fn rows(&self) -> usize {
        self.coordinates.rows()
    }

    pub(super) const fn row_length(&self) -> usize {
        self.coordinates.row_length
    }

    pub(super) fn entry(&self, number: u64) -> PatternEntry {
        let length = self.row_length() as u64;
        let small = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        PatternEntry {
            row: small(number / length),
            place: small(number % length),
        }
    }

    pub(super) const fn number(&self, entry: PatternEntry) -> u64 {
        entry.row as u64 * self.row_length() as u64 + entry.place as u64
    }

    /// The entry in which states are looked up.
    #[inline]
    pub(super) fn entry_of(&self, states: &States) -> PatternEntry {
        let class = self.coordinates.class(states);
        PatternEntry {
            row: class.row(),
            place: self.coordinates.place(class, states),
        }
    }

    /// The states of an entry.
    pub(super) fn states_of(&self, entry: PatternEntry) -> States {
        let mut states = self.coordinates.row_states(entry.row);
        for own in &self.coordinates.row {
            let count = self.coordinates.factors[own.factor].count;
            states[own.factor] = small(entry.place / own.unit % count);
        }
        states
    }
}
