//! Where a projected board stands in a table: the row of what symmetries reduce, and the place in it
//! of everything else.

use super::candidate::{Candidate, ReducedPart};
use super::factor::{Factor, Numbers, OrbitImages, factors, small};
use crate::kernel::pieces::{PieceSymmetry, Pieces};

/// The most factors: a power of two, so that the last bits of a factor's number are all of it.
pub(super) const MOST_FACTORS: usize = 16;

/// A projected board: the state of each factor.
pub(super) type States = [u16; MOST_FACTORS];

/// How the boards of a projection are numbered.
#[derive(Clone, Debug)]
pub(super) struct Coordinates {
    pub(super) factors: Vec<Factor>,
    /// The part that is reduced: one factor, or two, and how many states each has.
    reduced: Vec<(usize, usize)>,
    /// By reduced part: its class.
    classes: Vec<Class>,
    /// By class: the least.
    least: Vec<u32>,
    /// The other factors, those that stand highest first, and how far apart their states are.
    pub(super) row: Vec<RowFactor>,
    pub(super) row_length: usize,
    /// What kept symmetries make of each factor.
    images: Vec<FactorImages>,
    /// By kept symmetry: the one that takes it back, and what it makes of moves.
    pub(super) undone: Vec<usize>,
    pub(super) moves: Vec<Vec<u8>>,
    /// By move: the one that takes it back.
    pub(super) inverses: Vec<u8>,
    /// How many moves there are.
    pub(super) move_count: usize,
}

/// The class of a reduced part: its row, and which symmetry carries it to the least of the class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u32);

impl Class {
    const NONE: Self = Self(u32::MAX);

    fn new(row: usize, symmetry: usize) -> Self {
        Self(u32::try_from(row << 8 | symmetry).unwrap_or(u32::MAX))
    }

    #[inline]
    pub(super) const fn row(self) -> usize {
        (self.0 >> 8) as usize
    }

    #[inline]
    pub(super) const fn symmetry(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

/// A factor of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFactor {
    pub(super) factor: usize,
    pub(super) unit: usize,
}

/// What symmetries make of the states of a factor: of turns, but for what is added by the pattern of
/// the same orbit.
#[derive(Clone, Debug)]
struct FactorImages {
    /// By symmetry and state.
    states: Vec<u16>,
    count: usize,
    /// The factor of the pattern, and how many states it has.
    pattern: usize,
    patterns: usize,
    /// By symmetry and state of the pattern: what is added; empty if nothing ever is.
    shifts: Vec<u16>,
    /// Whether turns are added bit by bit.
    are_bits: bool,
}

impl FactorImages {
    fn new(factor: &Factor, pattern: usize, patterns: usize) -> Self {
        Self {
            states: Vec::new(),
            count: factor.count,
            pattern,
            patterns,
            shifts: Vec::new(),
            are_bits: factor.turns().is_some_and(|turns| turns.modulus == 2),
        }
    }
}

impl Coordinates {
    pub(super) fn new(
        pieces: &Pieces,
        symmetries: &[PieceSymmetry],
        candidate: &Candidate,
    ) -> Option<Self> {
        let mut all: Vec<Factor> = Vec::new();
        let mut firsts = Vec::new();
        let mut images = Vec::new();
        let mut reduced = Vec::new();
        for (orbit, colouring) in candidate.colourings.iter().enumerate() {
            let own = factors(pieces, orbit, colouring);
            let first = all.len();
            // What is always the same need not be told.
            let is_told = own.iter().any(|factor| factor.count > 1);
            if !is_told {
                continue;
            }
            match candidate.reduced {
                ReducedPart::Pattern(part) if part == orbit => reduced.push(first),
                ReducedPart::Orbit(part) if part == orbit => {
                    reduced.extend(first..first + own.len());
                }
                _ => {}
            }
            let patterns = own.first()?.count;
            let mut own_images: Vec<FactorImages> = own
                .iter()
                .map(|factor| FactorImages::new(factor, first, patterns))
                .collect();
            for &symmetry in &candidate.kept {
                let image =
                    OrbitImages::new(pieces, &symmetries[symmetry], orbit, colouring, &own)?;
                let of_factors = [image.patterns, image.turns];
                for (all, own) in own_images.iter_mut().zip(of_factors) {
                    all.states.extend(own);
                }
                if let [_, turns] = &mut own_images[..] {
                    turns.shifts.extend(image.shifts);
                }
            }
            for own in &mut own_images {
                if own.shifts.iter().all(|&shift| shift == 0) {
                    own.shifts.clear();
                }
            }
            images.extend(own_images);
            firsts.push(first);
            all.extend(own);
        }
        if all.len() > MOST_FACTORS {
            return None;
        }
        let mut row: Vec<usize> = (0..all.len())
            .filter(|factor| !reduced.contains(factor))
            .collect();
        // Neighbours in memory differ in turns, which do not depend on each other.
        row.sort_by_key(|&factor| {
            let is_turn = matches!(all[factor].numbers, Numbers::Turns(_));
            (is_turn, all[factor].count)
        });
        let mut unit = 1;
        let mut units: Vec<RowFactor> = Vec::new();
        for factor in row.into_iter().rev() {
            units.push(RowFactor { factor, unit });
            unit *= all[factor].count;
        }
        units.reverse();
        let moves: Vec<Vec<u8>> = candidate
            .kept
            .iter()
            .map(|&own| symmetries[own].moves.clone())
            .collect();
        let undone = moves.iter().map(|own| {
            let undoes = |other: &Vec<u8>| {
                (0..)
                    .zip(own)
                    .all(|(m, &image)| other[usize::from(image)] == m)
            };
            moves.iter().position(undoes)
        });
        let mut coordinates = Self {
            inverses: pieces.inverses()?.to_vec(),
            undone: undone.collect::<Option<_>>()?,
            reduced: reduced
                .into_iter()
                .map(|factor| (factor, all[factor].count))
                .collect(),
            move_count: moves.first()?.len(),
            classes: Vec::new(),
            least: Vec::new(),
            row: units,
            row_length: unit,
            images,
            moves,
            factors: all,
        };
        coordinates.classify();
        Some(coordinates)
    }

    /// Finds the classes of the reduced part.
    fn classify(&mut self) {
        let count: usize = self.reduced.iter().map(|(_, count)| count).product();
        let mut classes = vec![Class::NONE; count];
        let mut states = States::default();
        for raw in 0..count {
            if classes[raw] != Class::NONE {
                continue;
            }
            let row = self.least.len();
            self.set_reduced(raw, &mut states);
            for symmetry in 0..self.moves.len() {
                let image = self.reduced_number(|factor| self.image(symmetry, factor, &states));
                if classes[image] == Class::NONE {
                    classes[image] = Class::new(row, self.undone[symmetry]);
                }
            }
            self.least.push(u32::try_from(raw).unwrap_or(u32::MAX));
        }
        self.classes = classes;
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.least.len()
    }

    /// Sets the states of the reduced part to those of its number.
    fn set_reduced(&self, raw: usize, states: &mut States) {
        let mut raw = raw;
        for &(factor, count) in self.reduced.iter().rev() {
            states[factor] = small(raw % count);
            raw /= count;
        }
    }

    #[inline]
    fn reduced_number(&self, state: impl Fn(usize) -> u16) -> usize {
        self.reduced.iter().fold(0, |number, &(factor, count)| {
            number * count + usize::from(state(factor))
        })
    }

    /// What a kept symmetry makes of a factor's state.
    #[inline]
    pub(super) fn image(&self, symmetry: usize, factor: usize, states: &States) -> u16 {
        let image = self.plain_image(symmetry, factor, states[factor % MOST_FACTORS]);
        let shift = self.shift(symmetry, factor, |pattern| states[pattern % MOST_FACTORS]);
        self.sum(factor, image, shift)
    }

    /// The same after a move.
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

    /// The same without what the pattern adds to turns.
    #[inline]
    pub(super) fn plain_image(&self, symmetry: usize, factor: usize, state: u16) -> u16 {
        let images = &self.images[factor];
        images.states[symmetry * images.count + usize::from(state)]
    }

    /// What the pattern of the same orbit adds to turns, after a move.
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

    /// The same for the state of that pattern.
    #[inline]
    fn shift(&self, symmetry: usize, factor: usize, state: impl Fn(usize) -> u16) -> u16 {
        let images = &self.images[factor];
        if images.shifts.is_empty() {
            return 0;
        }
        images.shifts[symmetry * images.patterns + usize::from(state(images.pattern))]
    }

    /// Adds turns of a factor; patterns have none.
    #[inline]
    pub(super) fn sum(&self, factor: usize, state: u16, shift: u16) -> u16 {
        let images = &self.images[factor];
        if images.are_bits || images.shifts.is_empty() {
            return state ^ shift;
        }
        let turns = self.factors[factor].turns();
        turns.map_or(state, |turns| turns.sum(state, shift))
    }

    /// The class of the reduced part of a board.
    #[inline]
    pub(super) fn class(&self, states: &States) -> Class {
        self.classes[self.reduced_number(|factor| states[factor % MOST_FACTORS])]
    }

    /// The place of a board in its row.
    #[inline]
    pub(super) fn place(&self, class: Class, states: &States) -> usize {
        let symmetry = class.symmetry();
        self.row.iter().fold(0, |place, own| {
            place + own.unit * usize::from(self.image(symmetry, own.factor, states))
        })
    }

    /// The states of a row's reduced part; the others are solved.
    pub(super) fn row_states(&self, row: usize) -> States {
        let mut states = self.solved();
        self.set_reduced(self.least[row] as usize, &mut states);
        states
    }

    /// The solved board.
    pub(super) fn solved(&self) -> States {
        let mut states = States::default();
        for (state, factor) in states.iter_mut().zip(&self.factors) {
            *state = factor.solved;
        }
        states
    }

    /// A factor's state after a move.
    #[inline]
    pub(super) fn after(&self, factor: usize, state: u16, m: usize) -> u16 {
        self.factors[factor].links[usize::from(state) * self.move_count + m]
    }

    /// States after a move.
    #[inline]
    pub(super) fn after_all(&self, states: &States, m: usize) -> States {
        let mut next = States::default();
        for ((next, &state), factor) in next.iter_mut().zip(states).zip(&self.factors) {
            *next = factor.links[usize::from(state) * self.move_count + m];
        }
        next
    }
}
