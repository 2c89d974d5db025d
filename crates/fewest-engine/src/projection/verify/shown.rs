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
    destinations: Vec<u8>,
    /// The look of each piece there, indexed by move, place and look.
    new_looks: Vec<u8>,
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
    class_turns: Vec<(u8, u8)>,
}

impl ShownOrbit {
    /// The number of a look, which is added if it is new.
    fn look(&mut self, look: Vec<u8>) -> u8 {
        let known = self.looks.iter().position(|other| *other == look);
        byte(known.unwrap_or_else(|| {
            self.looks.push(look);
            self.looks.len() - 1
        }))
    }

    /// The look of a piece of this class and turn.
    fn look_of(&self, class: u8, turn: u8) -> u8 {
        let look = self
            .class_turns
            .iter()
            .position(|&pair| pair == (class, turn));
        byte(look.unwrap_or(usize::MAX))
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
        for (orbit, piece_orbit) in pieces.orbits().iter().enumerate() {
            let factors = coordinates.factors.iter().enumerate();
            let orbit_factors: Vec<usize> = factors
                .filter(|(_, factor)| factor.orbit == orbit)
                .map(|(factor, _)| factor)
                .collect();
            let Some(&pattern) = orbit_factors.first() else {
                continue;
            };
            let colouring = &projection.candidate.colourings[orbit];
            let k = piece_orbit.turns;
            let mut shown = ShownOrbit {
                first_place: solved.len(),
                places: piece_orbit.places,
                turns: k,
                first_spot: piece_orbit.first_spot,
                colours: colouring.colours().to_vec(),
                pattern,
                turned: orbit_factors.get(1).copied(),
                looks: Vec::new(),
                class_turns: Vec::new(),
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
                    for place in 0..piece_orbit.places {
                        let mut after = vec![0; k];
                        let mut to = 0;
                        for (turn, &colour) in before.iter().enumerate() {
                            let spot =
                                usize::from(spots[piece_orbit.first_spot + place * k + turn]);
                            to = (spot - piece_orbit.first_spot) / k;
                            after[(spot - piece_orbit.first_spot) % k] = colour;
                        }
                        by_place.push((byte(shown.first_place + to), shown.look(after)));
                    }
                    by_look.push(by_place);
                }
                look += 1;
            }
            shown.class_turns = vec![(u8::MAX, u8::MAX); shown.looks.len()];
            for class in 0..byte(colouring.class_count()) {
                let first = colouring.classes.iter().position(|other| *other == class);
                let first = &colours[first.unwrap_or(0) * k..][..k];
                let turns = if colouring.turned.is_some() { k } else { 1 };
                for by in 0..turns {
                    let turned: Vec<u8> = (0..k).map(|turn| first[(turn + k - by) % k]).collect();
                    // Unreachable looks need no number.
                    if let Some(look) = shown.looks.iter().position(|other| *other == turned) {
                        shown.class_turns[look] = (class, byte(by));
                    }
                }
            }
            carried.push(by_move);
            orbits.push(shown);
        }
        let looks = orbits
            .iter()
            .map(|orbit| orbit.looks.len())
            .max()
            .unwrap_or(1);
        let (places, moves) = (solved.len(), pieces.moves().len());
        let mut shown = Self {
            coordinates,
            destinations: vec![0; moves * places],
            new_looks: vec![0; moves * places * looks],
            orbits,
            places,
            moves,
            looks,
            solved,
        };
        for (orbit, by_move) in shown.orbits.iter().zip(&carried) {
            for (m, by_look) in by_move.iter().enumerate() {
                for (look, by_place) in by_look.iter().enumerate() {
                    for (place, &(to, new_look)) in by_place.iter().enumerate() {
                        let at = m * places + orbit.first_place + place;
                        shown.destinations[at] = to;
                        shown.new_looks[at * looks + look] = new_look;
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
        let destinations = &self.destinations[first..first + self.places];
        let new_looks = self.new_looks[first * self.looks..].chunks_exact(self.looks);
        for ((&look, &to), new_looks) in pattern.iter().zip(destinations).zip(new_looks) {
            after[usize::from(to)] = new_looks[usize::from(look)];
        }
    }

    #[inline]
    pub(super) fn states(&self, pattern: &[u8], numbering: &mut PatternNumbers) -> States {
        let mut states = States::default();
        for orbit in &self.orbits {
            let looks = &pattern[orbit.first_place..][..orbit.places];
            let class_turns = looks
                .iter()
                .map(|&look| orbit.class_turns[usize::from(look)]);
            numbering.classes.clear();
            numbering
                .classes
                .extend(class_turns.clone().map(|(class, _)| class));
            if let Numbers::Patterns(numbers) = &self.coordinates.factors[orbit.pattern].numbers {
                states[orbit.pattern] = numbers.number_of(&numbering.classes);
            }
            if let Some(turned) = orbit.turned
                && let Numbers::Turns(numbers) = &self.coordinates.factors[turned].numbers
            {
                numbering.turned.clear();
                numbering
                    .turned
                    .extend(class_turns.map(|(_, turn)| usize::from(turn)));
                states[turned] = numbers.number(&numbering.turned);
            }
        }
        states
    }

    pub(super) fn pattern(&self, states: &States) -> ShownPattern {
        let mut pattern = self.solved.clone();
        for orbit in &self.orbits {
            let Numbers::Patterns(numbers) = &self.coordinates.factors[orbit.pattern].numbers
            else {
                continue;
            };
            let classes = numbers.classes_of(states[orbit.pattern]);
            let turns = orbit.turned.and_then(|turned| {
                let numbers = self.coordinates.factors[turned].turns()?;
                Some(numbers.turns_of(states[turned]))
            });
            let places = &mut pattern[orbit.first_place..][..orbit.places];
            for (place, (look, &class)) in places.iter_mut().zip(classes).enumerate() {
                let turn = turns.as_ref().map_or_else(
                    // Turns that can't change are not numbered.
                    || orbit.class_turns[usize::from(*look)].1,
                    |turns| turns[place],
                );
                *look = orbit.look_of(class, turn);
            }
        }
        pattern
    }

    /// The pattern of a board, from the spot of each sticker.
    pub(super) fn of_board(&self, images: &[u8]) -> Option<ShownPattern> {
        let mut pattern = Vec::new();
        for orbit in &self.orbits {
            let mut colours = vec![0; orbit.colours.len()];
            for (spot, &colour) in orbit.colours.iter().enumerate() {
                let to = usize::from(*images.get(orbit.first_spot + spot)?);
                *colours.get_mut(to.checked_sub(orbit.first_spot)?)? = colour;
            }
            for look in colours.chunks_exact(orbit.turns) {
                let known = orbit.looks.iter().position(|other| other == look)?;
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

    /// The states of each pattern that shares an entry.
    pub(super) fn states_of(&self, entry: PatternEntry) -> impl Iterator<Item = States> {
        let per_entry = self.coordinates.per_entry;
        let first = entry.place * per_entry;
        let least = self.coordinates.row_states(entry.row);
        (first..first + per_entry).map(move |place| {
            let mut states = least;
            for row_factor in &self.coordinates.row {
                let count = self.coordinates.factors[row_factor.factor].count;
                states[row_factor.factor] = small(place / row_factor.unit % count);
            }
            states
        })
    }

    /// Returns true if patterns share entries.
    pub(super) const fn shares_entries(&self) -> bool {
        self.coordinates.per_entry > 1
    }
}
