//! The row of a projected board in a table, and its place in the row.
//!
//! A projected board is a list of states, one for each factor. The states of the reduced factors
//! give the row: each class of states under symmetries has one. The symmetry that carries them to
//! the least of their class is applied to the other factors, whose states are the digits of the
//! place in the row. For example, with 495 states of edges:
//!
//! ```text
//! states            corners 37       turns 1204      edges 88
//!                        |               |               |
//! class of 37       row 5, symmetry 3    |               |
//!                                        v               v
//! after symmetry 3                   turns 871      edges 412
//! place in row 5                          871 x 495 + 412
//! ```

use super::candidate::{Candidate, ReducedPart};
use super::factor::{Factor, MAX_FACTORS, factors, small};
use super::images::{FactorImages, OrbitImages};
use super::row::{Class, PatternImage, RowFactor, RowOrbit, RowTurns, row_of};
use crate::kernel::pieces::{PieceSymmetry, Pieces, inverses};

/// A projected board: the state of each factor.
pub(super) type States = [u16; MAX_FACTORS];

/// The numbering of a projection's boards.
#[derive(Clone, Debug)]
pub(super) struct Coordinates {
    pub(super) factors: Vec<Factor>,
    /// The factors of the part that is reduced.
    reduced: Vec<usize>,
    /// The weight of each factor in the number of that part; 0 for the others.
    reduced_units: [usize; MAX_FACTORS],
    /// The class of each reduced part, by its number.
    classes: Vec<Class>,
    /// The least number in each class.
    least: Vec<u32>,
    /// The other factors, the most significant first, with their weights.
    pub(super) row: Vec<RowFactor>,
    /// The entries of a row.
    pub(super) row_length: usize,
    /// The number of the last factor's states that share an entry.
    pub(super) per_entry: usize,
    /// These factors, orbit by orbit.
    pub(super) row_orbits: Vec<RowOrbit>,
    /// The images of each factor under the kept symmetries.
    images: Vec<FactorImages>,
    /// The inverse of each kept symmetry, and the images of moves under it.
    pub(super) inverse_symmetries: Vec<usize>,
    pub(super) moves: Vec<Vec<u8>>,
    /// The inverse of each move.
    pub(super) inverses: Vec<u8>,
    pub(super) move_count: usize,
}

/// The weight of each factor in the number of the reduced part; 0 for the others.
fn units(reduced: &[usize], factors: &[Factor]) -> [usize; MAX_FACTORS] {
    let mut units = [0; MAX_FACTORS];
    let mut unit = 1;
    for &factor in reduced.iter().rev() {
        units[factor] = unit;
        unit *= factors[factor].count;
    }
    units
}

impl Coordinates {
    pub(super) fn new(
        pieces: &Pieces,
        symmetries: &[PieceSymmetry],
        candidate: &Candidate,
    ) -> Option<Self> {
        let mut all: Vec<Factor> = Vec::new();
        let mut images = Vec::new();
        let mut reduced = Vec::new();
        for (orbit, colouring) in candidate.colourings.iter().enumerate() {
            let orbit_factors = factors(pieces, orbit, colouring);
            // A constant needs no factor.
            if orbit_factors.iter().all(|factor| factor.count <= 1) {
                continue;
            }
            let first = all.len();
            reduced.extend(match candidate.reduced {
                ReducedPart::Patterns => first..first + 1,
                ReducedPart::Pattern(part) if part == orbit => first..first + 1,
                ReducedPart::Orbit(part) if part == orbit => first..first + orbit_factors.len(),
                _ => first..first,
            });
            let kept = candidate.kept.iter().map(|&kept| &symmetries[kept]);
            let kept = kept.map(|symmetry| {
                OrbitImages::new(pieces, symmetry, orbit, colouring, &orbit_factors)
            });
            images.extend(FactorImages::of_orbit(&orbit_factors, first, kept)?);
            all.extend(orbit_factors);
        }
        if all.len() > MAX_FACTORS {
            return None;
        }
        let per_entry = usize::try_from(candidate.per_entry).ok()?;
        let (row, length) = row_of(&all, &reduced);
        let last = row.last().and_then(|last| all[last.factor].turns());
        let is_shared = last.is_some_and(|last| last.digits_of(per_entry).is_some());
        if per_entry > 1 && !is_shared {
            return None;
        }
        let row_length = length / per_entry;
        let moves: Vec<Vec<u8>> = candidate
            .kept
            .iter()
            .map(|&symmetry| symmetries[symmetry].moves.clone())
            .collect();
        let mut coordinates = Self {
            inverses: pieces.inverses()?.to_vec(),
            inverse_symmetries: inverses(&moves)?.into_iter().map(usize::from).collect(),
            reduced_units: units(&reduced, &all),
            reduced,
            move_count: moves.first()?.len(),
            classes: Vec::new(),
            least: Vec::new(),
            row,
            row_length,
            per_entry,
            row_orbits: Vec::new(),
            images,
            moves,
            factors: all,
        };
        coordinates.classify(candidate.reduced == ReducedPart::Patterns)?;
        for factor in 0..coordinates.factors.len() {
            if coordinates.images[factor].pattern == factor {
                coordinates.add_row_orbit(factor)?;
            }
        }
        Some(coordinates)
    }

    /// Finds the classes of all reduced parts, or only of reachable ones, if they are not too many.
    fn classify(&mut self, only_reachable: bool) -> Option<()> {
        let counts = self
            .reduced
            .iter()
            .map(|&factor| self.factors[factor].count);
        let count: usize = counts.product();
        let mut classes = vec![Class::NONE; count];
        let is_reached = if only_reachable {
            self.reached(count)
        } else {
            vec![true; count]
        };
        let mut states = States::default();
        for raw in 0..count {
            if classes[raw] != Class::NONE || !is_reached[raw] {
                continue;
            }
            let row = self.least.len();
            self.set_reduced(raw, &mut states);
            for symmetry in 0..self.moves.len() {
                let mut image = states;
                for &factor in &self.reduced {
                    image[factor] = self.image(symmetry, factor, &states);
                }
                let image = self.number(&image);
                if classes[image] == Class::NONE {
                    classes[image] = Class::new(row, self.inverse_symmetries[symmetry])?;
                }
            }
            self.least.push(u32::try_from(raw).unwrap_or(u32::MAX));
        }
        self.classes = classes;
        Some(())
    }

    /// True for each number of a reduced part that moves reach.
    fn reached(&self, count: usize) -> Vec<bool> {
        let mut states = self.solved();
        let first = self.number(&states);
        let mut is_reached = vec![false; count];
        is_reached[first] = true;
        let mut open = vec![first];
        while let Some(raw) = open.pop() {
            self.set_reduced(raw, &mut states);
            for m in 0..self.move_count {
                let next = self.number_of(|factor| self.after(factor, states[factor], m));
                if !std::mem::replace(&mut is_reached[next], true) {
                    open.push(next);
                }
            }
        }
        is_reached
    }

    /// Adds the orbit with this pattern, if rows have it; `None` if rows are too long.
    fn add_row_orbit(&mut self, pattern: usize) -> Option<()> {
        let in_rows = |factor| {
            self.row
                .iter()
                .find(|row_factor| row_factor.factor == factor)
                .copied()
        };
        let unit = in_rows(pattern).map_or(0, |row_factor| row_factor.unit);
        let turns = (pattern + 1..self.factors.len())
            .take_while(|&factor| self.images[factor].pattern == pattern)
            .find_map(in_rows);
        if unit == 0 && turns.is_none() {
            return Some(());
        }
        let patterns = self.factors[pattern].count;
        let turns = turns.map(|row_factor| {
            let (factor, images) = (row_factor.factor, &self.images[row_factor.factor]);
            RowTurns::new(row_factor, &self.factors[factor], images, self.per_entry)
        });
        let mut images = Vec::with_capacity(patterns * self.moves.len());
        for symmetry in 0..self.moves.len() {
            for state in (0..=u16::MAX).take(patterns) {
                let image = usize::from(self.plain_image(symmetry, pattern, state));
                images.push(PatternImage {
                    base: u32::try_from(unit * image / self.per_entry).ok()?,
                    shift: turns.as_ref().map_or(0, |turns| {
                        turns.entry(self.shift(symmetry, turns.factor, |_| state))
                    }),
                });
            }
        }
        self.row_orbits.push(RowOrbit {
            pattern,
            patterns,
            images,
            turns,
        });
        Some(())
    }

    pub(super) fn rows(&self) -> usize {
        self.least.len()
    }

    /// Sets the states of the reduced part to those of its number.
    fn set_reduced(&self, raw: usize, states: &mut States) {
        let mut raw = raw;
        for &factor in self.reduced.iter().rev() {
            let count = self.factors[factor].count;
            states[factor] = small(raw % count);
            raw /= count;
        }
    }

    /// The number of the reduced part.
    #[inline]
    pub(super) fn number<const FACTORS: usize>(&self, states: &[u16; FACTORS]) -> usize {
        let parts = states.iter().zip(&self.reduced_units);
        parts.map(|(&state, unit)| usize::from(state) * unit).sum()
    }

    /// The number of the reduced part from the states of its factors only, which are few.
    #[inline]
    fn number_of(&self, state: impl Fn(usize) -> u16) -> usize {
        let parts = self.reduced.iter();
        let part = |&factor: &usize| usize::from(state(factor)) * self.reduced_units[factor];
        parts.map(part).sum()
    }

    /// The image of a factor's state under a kept symmetry.
    #[inline]
    fn image<const FACTORS: usize>(
        &self,
        symmetry: usize,
        factor: usize,
        states: &[u16; FACTORS],
    ) -> u16 {
        let image = self.plain_image(symmetry, factor, states[factor]);
        let shift = self.shift(symmetry, factor, |pattern| states[pattern]);
        self.sum(factor, image, shift)
    }

    /// The image of a factor's state after a move.
    #[inline]
    pub(super) fn image_after(
        &self,
        symmetry: usize,
        factor: usize,
        states: &States,
        m: usize,
    ) -> u16 {
        let next = self.after(factor, states[factor], m);
        let image = self.plain_image(symmetry, factor, next);
        let shift = self.shift_after(symmetry, factor, states, m);
        self.sum(factor, image, shift)
    }

    /// The image of a state, before the pattern's shift of turns.
    #[inline]
    pub(super) fn plain_image(&self, symmetry: usize, factor: usize, state: u16) -> u16 {
        let images = &self.images[factor];
        images.states[symmetry * images.count + usize::from(state)]
    }

    /// The shift that the pattern of the same orbit adds to turns, after a move.
    #[inline]
    pub(super) fn shift_after(
        &self,
        symmetry: usize,
        factor: usize,
        states: &States,
        m: usize,
    ) -> u16 {
        self.shift(symmetry, factor, |pattern| {
            self.after(pattern, states[pattern], m)
        })
    }

    #[inline]
    fn shift(&self, symmetry: usize, factor: usize, state: impl Fn(usize) -> u16) -> u16 {
        let images = &self.images[factor];
        if images.shifts.is_empty() {
            return 0;
        }
        images.shifts[symmetry * images.patterns + usize::from(state(images.pattern))]
    }

    /// Adds a shift to a factor's turns; patterns have none.
    #[inline]
    pub(super) fn sum(&self, factor: usize, state: u16, shift: u16) -> u16 {
        let images = &self.images[factor];
        if images.are_bits {
            return state ^ shift;
        }
        let turns = self.factors[factor].turns();
        turns.map_or(state, |turns| turns.sum(state, shift))
    }

    /// The class of the reduced part of a board.
    #[inline]
    pub(super) fn class<const FACTORS: usize>(&self, states: &[u16; FACTORS]) -> Class {
        self.class_at(self.number(states))
    }

    #[inline]
    pub(super) fn class_at(&self, number: usize) -> Class {
        self.classes[number]
    }

    #[inline]
    pub(super) fn place<const FACTORS: usize>(
        &self,
        class: Class,
        states: &[u16; FACTORS],
    ) -> usize {
        let orbits = self.row_orbits.iter();
        orbits.map(|orbit| orbit.place(class, states)).sum()
    }

    /// The states of a row's least reduced part; the other factors are solved.
    pub(super) fn row_states(&self, row: usize) -> States {
        let mut states = self.solved();
        self.set_reduced(self.least[row] as usize, &mut states);
        states
    }

    pub(super) fn bytes(&self) -> usize {
        let links = self.factors.iter().map(|factor| factor.links.len());
        let images = self.images.iter();
        let states = images.map(|image| image.states.len() + image.shifts.len());
        let rows = self.row_orbits.iter().map(|orbit| orbit.images.len());
        (links.sum::<usize>() + states.sum::<usize>()) * size_of::<u16>()
            + rows.sum::<usize>() * size_of::<PatternImage>()
            + (self.classes.len() + self.least.len()) * size_of::<u32>()
    }

    /// The numbers and classes of all possible reduced parts.
    pub(super) fn classes(&self) -> impl Iterator<Item = (usize, Class)> {
        let classes = self.classes.iter().copied().enumerate();
        classes.filter(|(_, class)| *class != Class::NONE)
    }

    /// The board whose reduced part has this class and whose image is at this place of the row.
    pub(super) fn board(&self, class: Class, place: usize) -> States {
        let mut least = self.row_states(class.row());
        for row_factor in &self.row {
            least[row_factor.factor] =
                small(place / row_factor.unit % self.factors[row_factor.factor].count);
        }
        self.image_of_all(self.inverse_symmetries[class.symmetry()], &least)
    }

    /// The image of a board under the symmetry that makes its reduced part the least of its class.
    pub(super) fn least(&self, states: &States) -> Option<States> {
        let class = self.class_of(states)?;
        Some(self.image_of_all(class.symmetry(), states))
    }

    pub(super) fn image_of_all<const FACTORS: usize>(
        &self,
        symmetry: usize,
        states: &[u16; FACTORS],
    ) -> [u16; FACTORS] {
        std::array::from_fn(|factor| {
            if factor >= self.factors.len() {
                return 0;
            }
            self.image(symmetry, factor, states)
        })
    }

    /// The kept symmetries that map a row's reduced part to itself; the identity first.
    pub(super) fn symmetries_of(&self, row: usize) -> impl Iterator<Item = usize> {
        let least = self.row_states(row);
        let number = self.least[row] as usize;
        (0..self.moves.len()).filter(move |&symmetry| {
            self.number_of(|factor| self.image(symmetry, factor, &least)) == number
        })
    }

    /// The class of the reduced part of a board; `None` if it is unreachable.
    #[inline]
    pub(super) fn class_of(&self, states: &States) -> Option<Class> {
        let class = self.class_at(self.number_of(|factor| states[factor]));
        Some(class).filter(|class| *class != Class::NONE)
    }

    pub(super) fn solved(&self) -> States {
        let mut states = States::default();
        for (state, factor) in states.iter_mut().zip(&self.factors) {
            *state = factor.solved;
        }
        states
    }

    #[inline]
    pub(super) fn after(&self, factor: usize, state: u16, m: usize) -> u16 {
        self.factors[factor].links[usize::from(state) * self.move_count + m]
    }

    #[inline]
    pub(super) fn after_all<const FACTORS: usize>(
        &self,
        states: &[u16; FACTORS],
        m: usize,
    ) -> [u16; FACTORS] {
        let mut next = [0; FACTORS];
        for ((next, &state), factor) in next.iter_mut().zip(states).zip(&self.factors) {
            *next = factor.links[usize::from(state) * self.move_count + m];
        }
        next
    }
}
