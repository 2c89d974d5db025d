//! Where a projected board stands in a table: the row of what symmetries reduce, and the place in it
//! of everything else.

use super::candidate::{Candidate, ReducedPart};
use super::factor::{Factor, Numbers, OrbitImages, factors, small};
use crate::kernel::pieces::{PieceSymmetry, Pieces};

/// The most factors.
pub(super) const MOST_FACTORS: usize = 12;

/// A projected board: the state of each factor.
pub(super) type States = [u16; MOST_FACTORS];

/// How the boards of a projection are numbered.
#[derive(Clone, Debug)]
pub(super) struct Coordinates {
    pub(super) factors: Vec<Factor>,
    /// The part that is reduced: one factor, or two.
    reduced: Vec<usize>,
    /// By reduced part: its class, and which symmetry carries it to the least of these.
    classes: Vec<u32>,
    /// By class: the least.
    least: Vec<u32>,
    /// The other factors, those that stand highest first, and how far apart their states are.
    pub(super) row: Vec<RowFactor>,
    pub(super) row_length: usize,
    /// By kept symmetry: what it makes of each factor.
    kept: Vec<Vec<FactorImage>>,
    /// By kept symmetry: the one that takes it back, and what it makes of moves.
    pub(super) undone: Vec<usize>,
    pub(super) moves: Vec<Vec<u8>>,
    /// By move: the one that takes it back.
    pub(super) inverses: Vec<u8>,
}

/// A factor of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFactor {
    pub(super) factor: usize,
    pub(super) unit: usize,
}

/// What a symmetry makes of the states of a factor: of turns, but for what it adds by the pattern of
/// the same orbit.
#[derive(Clone, Debug)]
struct FactorImage {
    states: Vec<u16>,
    /// The factor of the pattern, and what is added; empty if nothing ever is.
    pattern: usize,
    shifts: Vec<u16>,
}

impl Coordinates {
    pub(super) fn new(
        pieces: &Pieces,
        symmetries: &[PieceSymmetry],
        candidate: &Candidate,
    ) -> Option<Self> {
        let mut all: Vec<Factor> = Vec::new();
        let mut firsts = Vec::new();
        let mut kept = vec![Vec::new(); candidate.kept.len()];
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
            for (images, &symmetry) in kept.iter_mut().zip(&candidate.kept) {
                let image =
                    OrbitImages::new(pieces, &symmetries[symmetry], orbit, colouring, &own)?;
                let patterns = FactorImage {
                    states: image.patterns,
                    pattern: first,
                    shifts: Vec::new(),
                };
                images.push(patterns);
                if own.len() > 1 {
                    images.push(FactorImage {
                        states: image.turns,
                        pattern: first,
                        shifts: image.shifts,
                    });
                }
            }
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
            factors: all,
            reduced,
            classes: Vec::new(),
            least: Vec::new(),
            row: units,
            row_length: unit,
            kept,
            moves,
        };
        coordinates.classify();
        Some(coordinates)
    }

    /// Finds the classes of the reduced part.
    fn classify(&mut self) {
        let count: usize = self
            .reduced
            .iter()
            .map(|&factor| self.factors[factor].count)
            .product();
        let mut classes = vec![u32::MAX; count];
        let mut states = States::default();
        for raw in 0..count {
            if classes[raw] != u32::MAX {
                continue;
            }
            let class = u32::try_from(self.least.len()).unwrap_or(u32::MAX);
            self.set_reduced(raw, &mut states);
            for symmetry in 0..self.kept.len() {
                let image = self.reduced_number(|factor| self.image(symmetry, factor, &states));
                if classes[image] == u32::MAX {
                    classes[image] = class << 8 | u32::from(small(self.undone[symmetry]));
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
        for &factor in self.reduced.iter().rev() {
            let count = self.factors[factor].count;
            states[factor] = small(raw % count);
            raw /= count;
        }
    }

    #[inline]
    fn reduced_number(&self, state: impl Fn(usize) -> u16) -> usize {
        self.reduced.iter().fold(0, |number, &factor| {
            number * self.factors[factor].count + usize::from(state(factor))
        })
    }

    /// What a kept symmetry makes of a factor's state.
    #[inline]
    pub(super) fn image(&self, symmetry: usize, factor: usize, states: &States) -> u16 {
        let image = self.plain_image(symmetry, factor, states[factor]);
        match &self.factors[factor].numbers {
            Numbers::Patterns(_) => image,
            Numbers::Turns(turns) => turns.sum(image, self.shift(symmetry, factor, states)),
        }
    }

    /// The same without what the pattern adds to turns.
    #[inline]
    pub(super) fn plain_image(&self, symmetry: usize, factor: usize, state: u16) -> u16 {
        self.kept[symmetry][factor].states[usize::from(state)]
    }

    /// What the pattern of the same orbit adds to turns.
    #[inline]
    pub(super) fn shift(&self, symmetry: usize, factor: usize, states: &States) -> u16 {
        let own = &self.kept[symmetry][factor];
        match &self.factors[factor].numbers {
            Numbers::Patterns(_) => 0,
            Numbers::Turns(_) => own.shifts[usize::from(states[own.pattern])],
        }
    }

    /// The row of a board, and its place there.
    #[inline]
    pub(super) fn place(&self, states: &States) -> (usize, usize) {
        let own = self.classes[self.reduced_number(|factor| states[factor])];
        let symmetry = (own & 0xff) as usize;
        let place = self.row.iter().fold(0, |place, own| {
            place + own.unit * usize::from(self.image(symmetry, own.factor, states))
        });
        ((own >> 8) as usize, place)
    }

    /// The class of the reduced part of these states, and the symmetry that carries it to the least.
    pub(super) fn class(&self, states: &States) -> (usize, usize) {
        let own = self.classes[self.reduced_number(|factor| states[factor])];
        ((own >> 8) as usize, (own & 0xff) as usize)
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
        self.factors[factor].links[usize::from(state) * self.move_count() + m]
    }

    /// How many moves there are.
    #[inline]
    pub(super) fn move_count(&self) -> usize {
        self.moves[0].len()
    }
}
