//! The images of a factor's states under symmetries.

use std::sync::Arc;

use super::colouring::Colouring;
use super::factor::{Factor, Numbers, small};
use crate::kernel::pieces::{PieceSymmetry, Pieces};

/// The effect of a symmetry on the places and turns of an orbit's pieces.
#[derive(Clone, Debug)]
pub(super) struct Carrying {
    /// The destination of the piece on each place.
    pub(super) to: Vec<Destination>,
    /// The factor of turns, applied before shifts.
    pub(super) factor: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Destination {
    pub(super) place: usize,
    /// Added to the piece's turn.
    pub(super) shift: usize,
}

impl Carrying {
    /// The effect of a way: the spot that each sticker of an orbit is carried to.
    pub(super) fn new(turns: usize, way: &[u8]) -> Self {
        let leads = way.iter().step_by(turns).map(|&spot| usize::from(spot));
        let to: Vec<Destination> = leads
            .map(|spot| Destination {
                place: spot / turns,
                shift: spot % turns,
            })
            .collect();
        let second = way.get(1).map_or(0, |&spot| usize::from(spot) % turns);
        let first = to.first().map_or(0, |to| to.shift);
        Self {
            to,
            factor: (second + turns - first) % turns,
        }
    }
}

/// The images of the states of an orbit's factors under a symmetry.
pub(super) struct OrbitImages {
    pub(super) patterns: Vec<u16>,
    /// The image of each state of turns, before the shift; empty if turns are not distinguished.
    pub(super) turns: Vec<u16>,
    /// The shift that each pattern adds to turns.
    pub(super) shifts: Vec<u16>,
}

impl OrbitImages {
    /// `None` if no way keeps the colouring.
    pub(super) fn new(
        pieces: &Pieces,
        symmetry: &PieceSymmetry,
        orbit: usize,
        colouring: &Colouring,
        factors: &[Factor],
    ) -> Option<Self> {
        let piece_orbit = &pieces.orbits()[orbit];
        let k = piece_orbit.turns;
        let way = symmetry.ways[orbit]
            .iter()
            .find(|way| colouring.is_kept(way))?;
        let carrying = Carrying::new(k, way);
        let Numbers::Patterns(patterns) = &factors.first()?.numbers else {
            return None;
        };
        // The image of each class, and the amount by which the turns of its pieces decrease.
        let mut class_images = vec![(0, 0); colouring.class_count()];
        for (piece, to) in carrying.to.iter().enumerate() {
            let decrease = colouring.turned.as_ref().map_or(0, |turned| {
                let from_turn = usize::from(turned[piece]);
                let to_turn = usize::from(turned[to.place]);
                (to.shift + carrying.factor * from_turn + k - to_turn) % k
            });
            class_images[usize::from(colouring.classes[piece])] =
                (colouring.classes[to.place], decrease);
        }
        let turns = match factors.get(1).map(|factor| &factor.numbers) {
            Some(Numbers::Turns(turns)) => Some(turns),
            _ => None,
        };
        let mut images = Self {
            patterns: Vec::new(),
            turns: Vec::new(),
            shifts: Vec::new(),
        };
        let mut next = vec![0; piece_orbit.places];
        let mut shifts = vec![0; piece_orbit.places];
        for state in 0..factors.first()?.count {
            for (&class, to) in patterns.classes_of(small(state)).iter().zip(&carrying.to) {
                let (class, decrease) = class_images[usize::from(class)];
                next[to.place] = class;
                shifts[to.place] = (k - decrease) % k;
            }
            images.patterns.push(patterns.number_of(&next));
            if let Some(turns) = turns {
                images.shifts.push(turns.number(&shifts));
            }
        }
        if let Some(turns) = turns {
            for state in 0..factors.get(1)?.count {
                let before = turns.turns_of(small(state));
                for (&turn, to) in before.iter().zip(&carrying.to) {
                    shifts[to.place] = (carrying.factor * usize::from(turn) + to.shift) % k;
                }
                images.turns.push(turns.number(&shifts));
            }
        }
        Some(images)
    }
}

/// The images of a factor's states under symmetries; for turns, before the shift that the pattern
/// of the same orbit adds.
#[derive(Clone, Debug)]
pub(super) struct FactorImages {
    /// The images, indexed by symmetry and state.
    pub(super) states: Arc<[u16]>,
    pub(super) count: usize,
    /// The factor of the pattern, and its number of states.
    pub(super) pattern: usize,
    pub(super) patterns: usize,
    /// The shifts, indexed by symmetry and state of the pattern; empty if all are 0.
    pub(super) shifts: Vec<u16>,
    /// True if shifts, if any, are added bit by bit.
    pub(super) are_bits: bool,
}

impl FactorImages {
    /// The images of an orbit's factors, numbered from `first`, from their images under each
    /// symmetry. `None` if a symmetry does not keep the colouring.
    pub(super) fn of_orbit(
        factors: &[Factor],
        first: usize,
        symmetries: impl Iterator<Item = Option<OrbitImages>>,
    ) -> Option<Vec<Self>> {
        let (mut patterns, mut turns) = (Vec::new(), Vec::new());
        let mut shifts = Vec::new();
        for images in symmetries {
            let images = images?;
            patterns.extend(images.patterns);
            turns.extend(images.turns);
            shifts.extend(images.shifts);
        }
        if shifts.iter().all(|&shift| shift == 0) {
            shifts.clear();
        }
        let count = factors.first()?.count;
        let pattern = Self {
            states: patterns.into(),
            count,
            pattern: first,
            patterns: count,
            shifts: Vec::new(),
            are_bits: true,
        };
        let turns = factors.get(1).map(|factor| Self {
            states: turns.into(),
            count: factor.count,
            are_bits: shifts.is_empty() || factor.turns().is_some_and(|turns| turns.modulus == 2),
            shifts,
            ..pattern.clone()
        });
        Some([pattern].into_iter().chain(turns).collect())
    }
}
