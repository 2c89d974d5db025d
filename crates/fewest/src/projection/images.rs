//! The images of a factor's states under symmetries.

use std::sync::Arc;

use super::factor::{Factor, OrbitImages};

/// What symmetries make of the states of a factor: of turns, but for what is added by the pattern of
/// the same orbit.
#[derive(Clone, Debug)]
pub(super) struct FactorImages {
    /// By symmetry and state.
    pub(super) states: Arc<[u16]>,
    pub(super) count: usize,
    /// The factor of the pattern, and how many states it has.
    pub(super) pattern: usize,
    pub(super) patterns: usize,
    /// By symmetry and state of the pattern: what is added; empty if nothing ever is.
    pub(super) shifts: Vec<u16>,
    /// Whether shifts are added bit by bit, if any are.
    pub(super) are_bits: bool,
}

impl FactorImages {
    /// Those of an orbit's factors, the first of which has the number `first`, by what each symmetry
    /// makes of them; `None` if a symmetry keeps no colours.
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
